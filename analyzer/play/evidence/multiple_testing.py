"""P-values of several tests of the same records, adjusted for their number by simulation.

Tests of one record are dependent, because the same cards settle all its bets, and counts are whole numbers.
So fair records are simulated, and the distribution of their smallest p-values is used.

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
"""The number of records simulated: a probability of 1% has a standard error of 0.1%."""


_SEED = 1


Test = tuple[Bet, GainScale | SortScale, Sums]
"""A test: the bet whose lines sort coups, the scale of their counts, and their sums."""


_ROUNDS, _NEAR = 200, 1e-12
"""The most rounds of fitting probabilities to all tests in turn, and the error below which fitting ends."""


def least_p_values(rules: Rules, shoe: Shoe, tests: Sequence[Test]) -> Floats | None:
    """The smallest p-value of all tests in each simulated record, rising; None if none can be simulated.

    Simulated coups are independent, with the same joint probabilities: those of the fresh shoe, fitted so
    that each outcome has its mean probability in the record. The scales of the record itself give p-values
    to the simulated counts.
    """
    try:
        combined = joint(Question.of(rules, [bet for bet, *_ in tests], shoe))
    except AnalyzerError:
        return None
    if len(combined.bets) < len(tests):
        return None
    fresh = np.array([ways / combined.total for _, ways in combined.outcomes])
    marginals = [_marginal(combined, place, len(sums.observed)) for place, (*_, sums) in enumerate(tests)]
    random = np.random.Generator(np.random.Philox(key=_SEED))
    least = np.ones(SIMULATED)
    for coups in sorted({sums.coups for *_, sums in tests}):
        places = [place for place, (*_, sums) in enumerate(tests) if sums.coups == coups]
        chances = fitted(fresh, [(marginals[place], tests[place][2].chances) for place in places])
        if chances is None:
            return None
        drawn = random.multinomial(coups, chances, size=SIMULATED).astype(np.float64)
        for place in places:
            least = np.minimum(least, tests[place][1].p_values(drawn @ marginals[place]))
    least.sort()
    return least


def _marginal(combined: Joint, place: int, outcomes: int) -> Floats:
    """A matrix, joint outcomes × outcomes of one bet: 1 where the one includes the other, else 0."""
    lines = list(combined.bets[place].nets)
    return np.eye(outcomes)[[lines.index(settled[place]) for settled, _ in combined.outcomes]]


def fitted(chances: Floats, wanted: Sequence[tuple[Floats, Floats]]) -> Floats | None:
    """Joint probabilities scaled to have the wanted marginal ones; None where that is impossible.

    `wanted` has, for each bet, the matrix of `_marginal` and the probabilities that its outcomes should have.

    Source: W. E. Deming and F. F. Stephan, On a least squares adjustment of a sampled frequency table when
    the expected marginal totals are known (1940): iterative proportional fitting.
    """
    for _ in range(_ROUNDS):
        error = 0.0
        for marginal, sums in wanted:
            now = chances @ marginal
            if (sums[now == 0] > 0).any():
                return None
            error = max(error, float(np.abs(now - sums).max()))
            chances = chances * (marginal @ np.divide(sums, now, out=np.zeros_like(now), where=now > 0))
        if error < _NEAR:
            break
    return np.asarray(chances / chances.sum())


def adjusted(p: float, tests: int, least: Floats | None) -> float:
    """The probability that a fair record's smallest p-value is at most `p`; a bound if `least` is None."""
    bound = min(1.0, tests * p)
    if least is None:
        return bound
    # Rounding can change the same counts' probability slightly when many are computed at once.
    as_small = np.searchsorted(least, p * (1 + 1e-9), side="right")
    return min(bound, max(p, (1 + int(as_small)) / (1 + len(least))))
