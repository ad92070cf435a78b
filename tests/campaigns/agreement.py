"""How often two runs of results agree in fair shoes, compared with the bound that `evidence` uses.

    python tests/campaigns/agreement.py --decks 8 --pairs 200000 --length 60

Pairs of fair shoes are dealt coup by coup. After each coup, only pairs whose results all agreed continue,
resampled so that their number stays the same; the next coup is drawn at random from the cards left. The
product of the agreeing fractions is an unbiased estimate of the probability that all results agree. Coups are
exchangeable (see docs/evidence.md), so it does not matter where the runs begin, nor, within one shoe, whether
the runs follow each other or alternate; within one shoe each second coup is compared with the one before.

Source: P. Del Moral, Feynman-Kac formulae (2004): the product is unbiased.
"""

import argparse
from collections.abc import Iterator
from math import log

import numpy as np

import analyzer as ba
from analyzer.play.evidence.columns import Numbers, _drawing
from analyzer.play.evidence.copies import MARGIN

RULES = ba.variant("standard").rules


def drawn(counts: Numbers, where: Numbers, dice: np.random.Generator) -> Numbers:
    """Draw one card from each of the selected rows of counts: its points by row, 0 for other rows."""
    (rows,) = np.nonzero(where)
    ends = counts[rows].cumsum(axis=1)
    points = np.zeros(len(counts), dtype=np.int64)
    points[rows] = (ends <= (dice.random(len(rows)) * ends[:, -1])[:, None]).sum(axis=1)
    counts[rows, points[rows]] -= 1
    return points


def winners(counts: Numbers, dice: np.random.Generator) -> Numbers:
    """Deal one coup from each row of counts: the winner by row, 0 Player, 1 Banker, 2 Tie."""
    player_draws, banker_draws = _drawing(RULES)
    everywhere = np.ones(len(counts), dtype=bool)
    player, banker = (sum(drawn(counts, everywhere, dice) for _ in range(2)) % 10 for _ in range(2))
    draws = player_draws[player, banker]
    third = drawn(counts, draws, dice)
    draws = banker_draws[player, banker, np.where(draws, 1 + third, 0)]
    player, banker = (player + third) % 10, (banker + drawn(counts, draws, dice)) % 10
    return np.where(player > banker, 0, np.where(player < banker, 1, 2))


def agreeing(decks: int, pairs: int, length: int, shoes: int, seed: int) -> Iterator[float]:
    """For runs of 1, 2, … results: the fraction of pairs that agree once more, divided by the sum of the
    squared probabilities of a fresh shoe; the two runs are from two shoes or from one.
    """
    dice = np.random.default_rng(seed)
    fresh = ba.odds("standard", ba.Shoe.decks(decks), bets=["player", "banker", "tie"])
    expected = sum(float(value.hit_rate) ** 2 for value in fresh.valuations)
    held = [np.tile(np.array(ba.Shoe.decks(decks).points), (pairs, 1)) for _ in range(shoes)]
    for _ in range(length):
        (same,) = np.nonzero(winners(held[0], dice) == winners(held[-1], dice))
        yield len(same) / pairs / expected
        again = dice.choice(same, pairs)
        held = [counts[again] for counts in held]


def main() -> None:
    """Run the campaign."""
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    asked.add_argument("--decks", type=int, default=8)
    asked.add_argument("--pairs", type=int, default=200_000)
    asked.add_argument("--length", type=int, default=60)
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument(
        "--shoes", type=int, default=2, choices=(1, 2), help="how many shoes the two runs are from"
    )
    options = asked.parse_args()
    total = error = 0.0
    ratios = agreeing(options.decks, options.pairs, options.length, options.shoes, options.seed)
    for length, ratio in enumerate(ratios, 1):
        total += log(ratio)
        error += (1 / ratio / 0.41 - 1) / options.pairs
        if length in (1, 2, options.length) or length % 5 == 0:
            low, high = total - 2.576 * error**0.5, total + 2.576 * error**0.5
            print(
                f"{length} results: ln of the ratio {total:+.4f} (99% interval: {low:+.4f} to {high:+.4f}), "
                f"the bound allows {length * log(MARGIN):.4f}",
                flush=True,
            )


if __name__ == "__main__":
    main()
