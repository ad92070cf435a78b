"""All tests of a record together: how small the least of their probabilities is when all is fair.

Tests of one record go together, as its bets are settled by the same cards, and counts are whole numbers. So
fair records are imagined, and what their least probability is stands for what it can be.

Source: P. H. Westfall and S. S. Young, Resampling-based multiple testing (Wiley, 1993), for the least
probability of many tests at once.
"""

from collections.abc import Sequence

import numpy as np

from analyzer.analysis.money.joint import joint
from analyzer.bets.bet import Bet
from analyzer.errors import AnalyzerError
from analyzer.game.rules import Rules
from analyzer.game.shoe import Shoe
from analyzer.play.evidence.scales import GainScale, SortScale, imagined_gains, imagined_sorts
from analyzer.play.evidence.tails import Floats

IMAGINED = 9_999
"""Records imagined: a probability of 1% comes out within about 0.1%, twice its standard error being 0.2%."""

_SEED = 1

Asked = tuple[Bet, GainScale | SortScale, int]
"""A test: by what lines coups are told apart, the scale they are held by, and how many coups there are."""


def least_p_values(rules: Rules, shoe: Shoe, asked: Sequence[Asked]) -> Floats | None:
    """The least probability of all tests in each of the imagined records, rising.

    Their coups are independent, each as from the fresh shoe: what coups of one shoe have to do with each
    other is far too little to move a verdict. None where the bets have too many joint outcomes.
    """
    try:
        found = joint(rules, [bet for bet, _, _ in asked], shoe)
    except AnalyzerError:
        return None
    if len(found.bets) < len(asked):
        return None
    chances = np.array([ways / found.total for _, ways in found.outcomes])
    chances /= chances.sum()
    numbers = np.random.Generator(np.random.Philox(key=_SEED))
    least = np.ones(IMAGINED)
    drawn = {
        n: numbers.multinomial(n, chances, size=IMAGINED).astype(np.float64)
        for n in sorted({n for *_, n in asked})
    }
    for place, (bet, scale, coups) in enumerate(asked):
        lines = list(bet.nets)
        into = np.zeros((len(chances), scale.outcomes))
        for row, (settled, _) in enumerate(found.outcomes):
            into[row, lines.index(settled[place])] = 1
        own = chances @ into
        alike = (
            imagined_gains(scale.marks, coups, own, scale)
            if isinstance(scale, GainScale)
            else imagined_sorts(coups, own, scale)
        )
        least = np.minimum(least, alike.p_values(drawn[coups] @ into))
    least.sort()
    return least


def adjusted(p: float, tests: int, least: Floats | None) -> float:
    """The probability that, all being fair, the least of all tests is no more than p.

    As often as it came among the imagined records; and no more than the sum over the tests, which it cannot
    exceed.
    """
    summed = min(1.0, tests * p)
    if least is None:
        return summed
    return min(summed, (1 + int(np.searchsorted(least, p, side="right"))) / (1 + len(least)))
