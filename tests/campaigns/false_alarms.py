"""How often `evidence` raises an alarm, on fair records and on unfair ones.

    python tests/campaigns/false_alarms.py fair --records 1000 --shoes 1
    python tests/campaigns/false_alarms.py fair --records 1000 --decks 1 --coups 3
    python tests/campaigns/false_alarms.py mixed --records 10000
    python tests/campaigns/false_alarms.py power --records 20 --shoes 10

`fair` prints how many records raised an alarm at rates of 1% and 5%, with a Clopper–Pearson interval, and for
each test alone how often its p was at most that rate. `mixed` prints the same for records of several sorts
and sizes (MIXTURE). `power` prints how many records with each fault raised an alarm. Not part of the suite,
because a thousand records of one shoe take some minutes.
"""

import argparse
import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from math import exp, lgamma, log, log1p

import analyzer as ba
from analyzer.analysis.sweep.work import shuffled
from analyzer.game.cards import Card, card_at
from analyzer.game.coup import Coup, deal
from analyzer.play.evidence.result import Evidence, Wager
from analyzer.play.record import RecordedCoup, RecordedShoe

CUT = 14
"""Cards behind the cut card; the coup in which it appears is the last."""

RATES = (Fraction(1, 100), Fraction(1, 20))
NO_NINES = ba.Shoe.decks(8).without(" ".join(f"9{suit}" for suit in "shdc" for _ in range(8)))


def shoes(held: ba.Shoe, seed: int, first: int, last: int) -> Iterator[list[Card]]:
    """The cards of shoes, in the order dealt."""
    cards = [card_at(index) for index in range(52)]
    for order in shuffled(held, seed, first, last).tolist():
        yield [cards[cell] for cell in order]


def recorded(rules: ba.Rules, cards: Sequence[Card], id: str = "1") -> RecordedShoe:
    """A shoe dealt and recorded without a fault."""
    coups: list[RecordedCoup] = []
    at = 0
    while len(cards) - at >= CUT:
        coup = deal(rules, cards[at : at + 6])
        at += coup.cards
        coups.append(written(len(coups) + 1, coup))
    return RecordedShoe(id, tuple(coups))


def written(number: int, coup: Coup) -> RecordedCoup:
    """A coup with its cards and its winner."""
    return RecordedCoup(number, player=coup.player, banker=coup.banker, winner=coup.winner)


def banker_too_often(shoe: RecordedShoe, dice: random.Random, extra: float) -> RecordedShoe:
    """Results without cards in which Banker's share is too high by `extra`."""
    part = extra / 0.5414
    coups = [
        replace(coup, player=None, banker=None, winner="banker" if dice.random() < part else coup.winner)
        for coup in shoe.coups
    ]
    return replace(shoe, coups=tuple(coups))


def always_drawing(rules: ba.Rules, cards: Sequence[Card]) -> RecordedShoe:
    """A shoe in which Banker draws on every total below a natural, unless Player has a natural."""
    coups: list[RecordedCoup] = []
    at = 0
    while len(cards) - at >= CUT:
        coup = deal(rules, cards[at : at + 6])
        if len(coup.banker) == 2 and not (coup.player_natural or coup.banker_natural):
            coup = Coup(coup.player, (*coup.banker, cards[at + coup.cards]))
        at += coup.cards
        coups.append(written(len(coups) + 1, coup))
    return RecordedShoe("1", tuple(coups))


def name(test: object) -> str:
    """The name of a test in the output."""
    return test.bet.reference if isinstance(test, Wager) else getattr(test, "id", "")


MIXTURE = (  # Share of all records, decks, shoes, whether cards are recorded, and the bets tested.
    (0.40, 8, 1, False, None),
    (0.15, 8, 5, False, None),
    (0.03, 8, 20, False, None),
    (0.003, 8, 100, False, None),
    (0.20, 1, 1, True, ["tie"]),
    (0.02, 6, 2, True, ["tie"]),
    (0.17, 8, 1, True, ["tie"]),
    (0.025, 8, 20, True, ["tie"]),
    (0.002, 8, 100, True, ["tie"]),
)
"""Sorts of fair records: single shoes and series, of one deck and of eight, with and without cards."""


def fair(
    mixture: Sequence[tuple[float, int, int, bool, list[str] | None]],
    records: int,
    seed: int,
    variant: str = "standard",
    coups: int | None = None,
) -> None:
    """Alarms on fair records of all sorts, interleaved, so that a part of the campaign is a mixture too."""
    game = ba.variant(variant)
    alarms: Counter[Fraction] = Counter()
    by_sort: Counter[tuple[int, Fraction]] = Counter()
    made, done = [0] * len(mixture), 0
    alone: Counter[tuple[str, Fraction]] = Counter()
    ran: Counter[str] = Counter()
    for turn in range(1, records + 1):
        for sort, (part, decks, per, cards, bets) in enumerate(mixture):
            if made[sort] >= round(part * turn):
                continue
            held = ba.Shoe.decks(decks)
            first = made[sort] * per
            dealt = shoes(held, seed * 1000 + sort, first, first + per)
            whole = [recorded(game.rules, cards, str(n)) for n, cards in enumerate(dealt)]
            kept = [replace(shoe, coups=shoe.coups[:coups]) for shoe in whole]
            found = ba.evidence(kept if cards else [*map(results_alone, kept)], game, held, bets=bets)
            made[sort], done = made[sort] + 1, done + 1
            ran.update(map(name, found.tests))
            for rate in RATES:
                alarmed = min(test.adjusted for test in found.tests) <= rate
                alarms[rate] += alarmed
                by_sort[sort, rate] += alarmed
                alone.update((name(test), rate) for test in found.tests if test.p <= rate)
            if done % 100 == 0:
                rates = "; ".join(_interval(alarms[rate], done, rate) for rate in RATES)
                print(f"{done:,} fair records: {rates}", flush=True)
    for sort, (_, decks, per, cards, _) in enumerate(mixture):
        print(
            f"  {made[sort]:6,} of {per} shoes of {decks} decks, {'cards' if cards else 'results'}: ", end=""
        )
        print(", ".join(f"{by_sort[sort, rate]} at {float(rate):.0%}" for rate in RATES))
    for test, n in ran.items():
        print(f"  {test:24} {n:6,}" + "".join(f" {alone[test, rate] / n:8.2%}" for rate in RATES))


def results_alone(shoe: RecordedShoe) -> RecordedShoe:
    """A shoe with only the winners recorded."""
    coups = tuple(RecordedCoup(coup.number, winner=coup.winner) for coup in shoe.coups)
    return replace(shoe, coups=coups)


def _interval(alarms: int, records: int, rate: Fraction) -> str:
    low, high = clopper_pearson(alarms, records)
    return f"{alarms} alarms at {float(rate):.0%}, {alarms / records:.2%} ({low:.2%} to {high:.2%})"


def clopper_pearson(hits: int, trials: int, confidence: float = 0.95) -> tuple[float, float]:
    """The exact confidence interval of a probability, given this many hits.

    Source: C. J. Clopper and E. S. Pearson, The use of confidence or fiducial limits illustrated in the case
    of the binomial (1934).
    """
    tail = (1 - confidence) / 2

    def at_most(n: int, chance: float) -> float:
        return sum(
            exp(
                lgamma(trials + 1)
                - lgamma(k + 1)
                - lgamma(trials - k + 1)
                + k * log(chance)
                + (trials - k) * log1p(-chance)
            )
            for k in range(n + 1)
        )

    def where(n: int, value: float) -> float:
        low, high = 1e-12, 1 - 1e-12
        for _ in range(60):
            middle = (low + high) / 2
            low, high = (middle, high) if at_most(n, middle) > value else (low, middle)
        return low

    lower = where(hits - 1, 1 - tail) if hits else 0.0
    return lower, where(hits, tail) if hits < trials else 1.0


def power(records: int, per: int, seed: int) -> None:
    """Alarms on records with a fault."""
    game = ba.variant("standard")
    dice = random.Random(seed)
    full = ba.Shoe.decks(8)

    def of(fault: str, first: int) -> list[RecordedShoe]:
        held = NO_NINES if fault == "no nines" else full
        found = []
        for cards in shoes(held, seed, first, first + per):
            if fault == "Banker always draws":
                found.append(always_drawing(game.rules, cards))
                continue
            shoe = recorded(game.rules, cards)
            if fault.startswith("Banker"):
                shoe = banker_too_often(shoe, dice, 0.02 if "2" in fault else 0.05)
            found.append(shoe)
        return found

    for fault in ("Banker 2 % more", "Banker 5 % more", "no nines", "Banker always draws"):
        tested: list[Evidence] = [ba.evidence(of(fault, n * per), game) for n in range(records)]
        coups = sum(found.coups for found in tested) / records
        raised = sum(found.alarm for found in tested)
        first = Counter(name(found.alarms[0]) for found in tested if found.alarm)
        print(f"{fault}: {raised} of {records} records of {per} shoes, {coups:,.0f} coups; {dict(first)}")


def main() -> None:
    """Run the chosen campaign."""
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    asked.add_argument("what", choices=("fair", "mixed", "power"))
    asked.add_argument("--variant", default="standard")
    asked.add_argument("--records", type=int, default=1000)
    asked.add_argument("--shoes", type=int, default=1, help="shoes per record")
    asked.add_argument("--decks", type=int, help="decks per fair shoe; the variant's by default")
    asked.add_argument("--coups", type=int, help="coups of each fair shoe that are recorded; all by default")
    asked.add_argument("--seed", type=int, default=1)
    options = asked.parse_args()
    if options.what == "fair":
        decks = options.decks or ba.variant(options.variant).decks
        alone = ((1.0, decks, options.shoes, True, None),)
        fair(alone, options.records, options.seed, options.variant, options.coups)
    elif options.what == "mixed":
        fair(MIXTURE, options.records, options.seed)
    else:
        power(options.records, options.shoes, options.seed)


if __name__ == "__main__":
    main()
