"""P-values of several tests of the same records, adjusted for their number by simulation.

Tests of one record are dependent, as its bets are settled by the same cards, and counts are whole numbers. So
fair records are simulated, and the distribution of their least probabilities is used.

Source: P. H. Westfall and S. S. Young, Resampling-based multiple testing (Wiley, 1993).
"""

from collections.abc import Sequence

import numpy as np

from analyzer.analysis.money.joint import Joint, joint
from analyzer.analysis.question import Question
from analyzer.bets.bet import Bet
from analyzer.errors import AnalyzerError
from analyzer.game.rules import Rules
from analyzer.game.shoe import Shoe
from analyzer.play.evidence.statistics import GainScale, SortScale
from analyzer.play.evidence.sums import Sums
from analyzer.play.evidence.tails import Floats

SIMULATED = 9_999
"""Records simulated: the standard error of a probability of 1% is 0.1%."""


_SEED = 1


Test = tuple[Bet, GainScale | SortScale, Sums]
"""A test: the lines that sort coups, the scale of their counts, and their sums."""


_ROUNDS, _NEAR = 200, 1e-12
"""The most rounds in which probabilities are fitted to all tests in turn, and when they are close enough."""


def least_p_values(rules: Rules, shoe: Shoe, tests: Sequence[Test]) -> Floats | None:
    """The least probability of all tests in each simulated record, rising; None for too many joint outcomes.

    Coups are independent and have equal joint probabilities: those of the fresh shoe, fitted so that each
    outcome has the mean of its probabilities in the record. Counts are judged by the scales of the record
    itself.
    """
    try:
        found = joint(Question.of(rules, [bet for bet, *_ in tests], shoe))
    except AnalyzerError:
        return None
    if len(found.bets) < len(tests):
        return None
    fresh = np.array([ways / found.total for _, ways in found.outcomes])
    into = [_marginal(found, place, len(sums.observed)) for place, (*_, sums) in enumerate(tests)]
    numbers = np.random.Generator(np.random.Philox(key=_SEED))
    least = np.ones(SIMULATED)
    for coups in sorted({sums.coups for *_, sums in tests}):
        places = [place for place, (*_, sums) in enumerate(tests) if sums.coups == coups]
        chances = fitted(fresh, [(into[place], tests[place][2].chances) for place in places])
        if chances is None:
            return None
        drawn = numbers.multinomial(coups, chances, size=SIMULATED).astype(np.float64)
        for place in places:
            least = np.minimum(least, tests[place][1].p_values(drawn @ into[place]))
    least.sort()
    return least


def _marginal(found: Joint, place: int, outcomes: int) -> Floats:
    """Which outcome of one bet each joint outcome is: joint outcomes × outcomes, 0 or 1."""
    lines = list(found.bets[place].nets)
    return np.eye(outcomes)[[lines.index(settled[place]) for settled, _ in found.outcomes]]


def fitted(chances: Floats, wanted: Sequence[tuple[Floats, Floats]]) -> Floats | None:
    """Joint probabilities fitted to other marginal ones, in proportion; None where that is impossible.

    `wanted` has, for each bet, which outcome each joint outcome is, and how likely each outcome should be.

    Source: W. E. Deming and F. F. Stephan, On a least squares adjustment of a sampled frequency table when
    the expected marginal totals are known (1940): iterative proportional fitting.
    """
    for _ in range(_ROUNDS):
        off = 0.0
        for into, sums in wanted:
            own = chances @ into
            if (sums[own == 0] > 0).any():
                return None
            off = max(off, float(np.abs(own - sums).max()))
            chances = chances * (into @ np.divide(sums, own, out=np.zeros_like(own), where=own > 0))
        if off < _NEAR:
            break
    return np.asarray(chances / chances.sum())


def adjusted(p: float, tests: int, least: Floats | None) -> float:
    """The probability that, all being fair, the least of all tests is no more than p: its frequency."""
    most = min(1.0, tests * p)
    if least is None:
        return most
    # Rounding can change the same counts' probability slightly when many are computed at once.
    as_small = np.searchsorted(least, p * (1 + 1e-9), side="right")
    return min(most, max(p, (1 + int(as_small)) / (1 + len(least))))
