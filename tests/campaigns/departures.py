"""How often `evidence` finds departures that `evidence_plan` says it finds with a probability of 90%.

    python tests/campaigns/departures.py --records 400

For each departure, records with it are made of as many whole shoes as `evidence_plan` requires, and tested at
the significance level that the test has in the whole analysis. Each share is printed with its Clopper–Pearson
interval. Not part of the suite, because it takes a minute or two.
"""

import argparse
from collections.abc import Callable
from fractions import Fraction

import numpy as np
from false_alarms import clopper_pearson

import analyzer as ba
from analyzer.play.evidence import order
from analyzer.play.evidence.composition import Frequencies
from analyzer.play.evidence.plan import EvidencePlan
from analyzer.play.evidence.power import HALF, PATTERNS
from analyzer.play.evidence.result import Departure, Pattern
from analyzer.play.evidence.sequences import Dealt

ALPHA = Fraction(1, 100)

COUPS = 81
"""The coups of a shoe."""

NOTHING = np.zeros(0, dtype=np.int8)


def planned(id: str) -> tuple[EvidencePlan, Departure]:
    """The plan with the fewest shoes that detect the departure of a test, and that departure."""
    low, high = 1, 500
    while low < high:
        shoes = (low + high) // 2
        plan = ba.evidence_plan(COUPS * shoes, bets=["tie"], shoes=shoes, alpha=ALPHA)
        found = next((one for one in plan.departures if one.id == id), None)
        if found is None or found.least is None or found.least > found.size:
            low = shoes + 1
        else:
            high = shoes
    plan = ba.evidence_plan(COUPS * high, bets=["tie"], shoes=high, alpha=ALPHA)
    return plan, next(one for one in plan.departures if one.id == id)


def winners(plan: EvidencePlan, dice: np.random.Generator, size: float, id: str) -> list[Dealt]:
    """Shoes of results in which wins repeat an earlier win too often, or Banker wins more and more often."""
    chances = np.array([0.4462, 0.4586, 0.0952])
    found = []
    coups = np.full(plan.shoes, plan.coups // plan.shoes)
    coups[: plan.coups % plan.shoes] += 1
    for number, length in enumerate(coups.tolist()):
        row = dice.choice(3, length, p=chances)
        if id == "trend":
            rise = size * (np.arange(length) / length - 0.5)
            draw = dice.random(length)
            row = np.where(draw < 0.0952, 2, np.where(draw < 0.0952 + 0.4586 + rise, 1, 0))
        else:
            lag, decided = (1 if id == "runs" else 3), np.nonzero(row < 2)[0]
            for place in range(lag, len(decided)):
                same = dice.random() < 0.5 + size
                row[decided[place]] = row[decided[place - lag]] if same else 1 - row[decided[place - lag]]
        winner = row.astype(np.int8)
        none = np.full(length, -1, dtype=np.int8)
        numbers, lengths = np.arange(1, length + 1), np.zeros(length, dtype=np.int8)
        found.append(Dealt(str(number), numbers, winner, none, lengths, NOTHING, 416, (128, 32, 8), None, ()))
    return found


def of_order(test: Callable[[list[Dealt]], Pattern | None]) -> Callable[..., Pattern | None]:
    """A test of order, applied to one record."""

    def made(plan: EvidencePlan, dice: np.random.Generator, size: float, id: str) -> Pattern | None:
        return test(winners(plan, dice, size, id))

    return made


def frequencies(plan: EvidencePlan, dice: np.random.Generator, size: float, id: str) -> Pattern | None:
    """A test of shoes that lack cards of one kind, or have too many of one suit and too few of the others."""
    fresh = np.full(52, 8)
    held = fresh.copy()
    if id == "suits":
        cards = round(size * 416)
        for place in range(cards):
            held[4 * (place % 13) + 1] += 1
            held[4 * (place % 13) + (0, 2, 3)[place % 3]] -= 1
    else:
        held[32] -= round(size)
    counted = Frequencies(id)
    dealt = round(COUPS * 4.94)
    for row in dice.multivariate_hypergeometric(held, dealt, size=plan.shoes):
        counted.add(COUPS, fresh, fresh - row)
    return counted.test()


TESTS: dict[str, Callable[..., Pattern | None]] = {
    "runs": of_order(lambda shoes: order.repeats("runs", shoes, (1,))),
    "lags": of_order(lambda shoes: order.repeats("lags", shoes, order.LAGS)),
    "trend": of_order(order.trend),
    "suits": frequencies,
    "ranks": frequencies,
    "cards": frequencies,
}


def main() -> None:
    """Run the campaign."""
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    asked.add_argument("--records", type=int, default=400)
    asked.add_argument("--seed", type=int, default=1)
    options = asked.parse_args()
    dice = np.random.default_rng(options.seed)
    for id, test in TESTS.items():
        plan, departure = planned(id)
        ran = len(PATTERNS) - len(plan.not_run)
        hits = sum(
            found is not None and found.p <= ALPHA * HALF / ran
            for found in (test(plan, dice, float(departure.size), id) for _ in range(options.records))
        )
        low, high = clopper_pearson(hits, options.records)
        print(
            f"{id:8} by {float(departure.size):g} in {plan.coups:,} coups of {plan.shoes} shoes: "
            f"{hits / options.records:.1%} ({low:.1%} to {high:.1%})",
            flush=True,
        )


if __name__ == "__main__":
    main()
