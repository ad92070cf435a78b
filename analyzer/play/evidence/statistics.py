"""Test statistics: the gain of a bet and the counts of sorts of coups, with the p-value of each.

A scale gives p-values to observed and to simulated counts in the same way. The tests of one record are
dependent, because the same cards settle all bets, and counts are whole numbers. So fair records are
simulated, and p-values are adjusted for the number of tests by the distribution of the smallest p-value.

Source: P. H. Westfall and S. S. Young, Resampling-based multiple testing (Wiley, 1993).
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import erfc, exp, gamma, gcd, lcm, lgamma, log, sqrt

import numpy as np

from analyzer.analysis.money.joint import Joint, joint
from analyzer.analysis.question import Question
from analyzer.bets.bet import Bet
from analyzer.errors import AnalyzerError
from analyzer.game.rules import Rules
from analyzer.game.shoe import Shoe
from analyzer.play.evidence import tails
from analyzer.play.evidence.result import Law, Pattern
from analyzer.play.evidence.sums import BITS, Sums
from analyzer.play.evidence.tails import Floats, SumDistribution

CELLS = 2_000_000
"""The most combinations of counts whose probabilities are summed individually."""

SIMULATED = 9_999
"""The number of records simulated: a probability of 1% has a standard error of 0.1%."""

_SEED = 1
_ROUNDS, _NEAR = 200, 1e-12
"""The most rounds of fitting probabilities to all tests in turn, and the error at which fitting stops."""


@dataclass(frozen=True, slots=True)
class GainScale:
    """The total gain over some coups: its distribution, or if that is None, the normal one.

    `steps` has the gain of each outcome, as a whole number of units above the least.
    """

    steps: tuple[int, ...]
    distribution: SumDistribution | None
    mean: float
    variance: float

    def p_values(self, counts: Floats) -> Floats:
        """The two-sided p-value of each row of counts of outcomes."""
        # Steps in the finest unit can exceed 64 bits; as floats they are exact if there is a distribution.
        gains = counts @ np.array(list(map(float, self.steps)))
        if self.distribution is not None:
            return self.distribution.p_values(gains.astype(np.int64))
        return normal_two_sided((gains - self.mean) / self.variance**0.5)


def steps_of(nets: Sequence[Fraction]) -> tuple[int, ...]:
    """Net gains above the least one, in the largest unit that makes them all whole numbers."""
    gaps = [net - min(nets) for net in nets]
    scale = lcm(*(gap.denominator for gap in gaps))
    unit = gcd(*(int(gap * scale) for gap in gaps)) or 1
    return tuple(int(gap * scale) // unit for gap in gaps)


def gain_scale(steps: tuple[int, ...], sums: Sums) -> GainScale:
    """The scale of the total gain over the coups in `sums`, without a distribution if it would be too wide.

    Each coup has its own probabilities if these were kept and the sum has at most WIDEST places; otherwise
    all coups have the mean probabilities.
    """
    mean = sum(step * n for step, n in zip(steps, sums.expected, strict=True)) / 2**BITS
    variance = float(gain_variance(list(map(Fraction, steps)), sums))
    distribution: SumDistribution | None = None
    if sums.kept is not None and tails.places_of(max(steps), sums.coups, variance) <= tails.WIDEST:
        distribution = tails.sum_of_draws(*tails.on_grid(steps, np.concatenate(sums.kept)))
    elif max(steps) < tails.MOST_PLACES:
        low, [row] = tails.on_grid(steps, sums.chances[None])
        distribution = tails.sum_of_equal_draws(SumDistribution(low, row), sums.coups)
    return GainScale(steps, distribution, mean, variance)


def gain_variance(gains: Sequence[Fraction], sums: Sums) -> Fraction:
    """The sum over coups of the conditional variance of the gain, given the gain of each outcome."""
    places = range(len(gains))
    return sum((gains[i] * gains[j] * sums.covariance(i, j) for i in places for j in places), Fraction(0))


@dataclass(frozen=True, slots=True)
class SortScale:
    """Counts of sorts of coups: how far they are from the expected counts, and how unlikely that is.

    `sorts` has the indices of the sorts that can occur. `means`, the expected counts, and `inverse`, V⁻¹,
    leave out the last of these. `table` has the distances of all likely counts, rising, and the probability
    of a distance at least as large; if there are too many, it is None and χ² is used.
    """

    sorts: tuple[int, ...]
    means: Floats
    inverse: Floats
    table: tuple[Floats, Floats] | None

    @property
    def degrees(self) -> int:
        """Degrees of freedom: one less than the number of sorts that can occur."""
        return len(self.sorts) - 1

    def distances(self, counts: Floats) -> Floats:
        """dᵀV⁻¹d of each row of counts, where d is observed minus expected."""
        return _distances(counts[..., self.sorts[:-1]] - self.means, self.inverse)

    def p_values(self, counts: Floats) -> Floats:
        """The p-value of each row of counts: the probability of a distance at least as large."""
        distances = self.distances(counts)
        if self.table is None:
            return chi_squared(distances, self.degrees)
        rising, at_least = self.table
        # Equal distances can differ by rounding, so slightly smaller ones count as equal.
        places = np.searchsorted(rising, distances - 1e-9 * (1 + distances))
        return np.minimum(1.0, np.append(at_least, 0.0)[places] + 1e-13)


def sort_scale(sums: Sums) -> SortScale | None:
    """The scale of the counts in `sums`; None if only one sort can occur."""
    sorts = tuple(place for place, n in enumerate(sums.expected) if n)
    if len(sorts) < 2:
        return None
    means = np.array([sums.expected[place] / 2**BITS for place in sorts[:-1]])
    inverse = np.linalg.inv([[float(sums.covariance(i, j)) for j in sorts[:-1]] for i in sorts[:-1]])
    table = _distance_table(means, inverse, sums.coups, sums.chances[list(sorts)].tolist())
    return SortScale(sorts, means, inverse, table)


def _distances(differences: Floats, inverse: Floats) -> Floats:
    return np.asarray(np.einsum("...i,ij,...j->...", differences, inverse, differences))


def _distance_table(
    means: Floats, inverse: Floats, coups: int, chances: Sequence[float]
) -> tuple[Floats, Floats] | None:
    """The distances of all likely counts, rising, with their tails; None if there are too many counts."""
    windows = [_window(coups, chance) for chance in chances[:-1]]
    if np.prod([float(len(window)) for window in windows]) > CELLS:
        return None
    grid = np.stack(np.meshgrid(*windows, indexing="ij"), axis=-1).reshape(-1, len(windows))
    rest = coups - grid.sum(axis=1)
    grid, rest = grid[rest >= 0], rest[rest >= 0]
    factorials = np.array([lgamma(n + 1) for n in range(coups + 1)])
    logs = factorials[coups] - factorials[rest] + rest * log(chances[-1])
    for column, chance in zip(grid.T, chances, strict=False):
        logs += column * log(chance) - factorials[column]
    distances = _distances(grid.astype(np.float64) - means, inverse)
    order = np.argsort(distances)
    return distances[order], np.cumsum(np.exp(logs)[order][::-1])[::-1]


def _window(coups: int, chance: float) -> Floats:
    """The likely counts of one sort; all others together have a probability below 10⁻¹⁴."""
    counts = tails.binomial(SumDistribution(0, np.array([1 - chance, chance])), coups)
    return counts.first + np.nonzero(counts.two_sided > 1e-14)[0]


def chi_squared(distances: Floats, degrees: int) -> Floats:
    """The probability that χ² with `degrees` degrees of freedom, 1 or more, is at least each distance.

    Uses the recurrence Q(a + 1, x) = Q(a, x) + xᵃe⁻ˣ/Γ(a + 1) of the incomplete gamma function. The few terms
    are positive and correct to a few units of 2⁻⁵³, so the relative error is below 10⁻¹². mpmath's gammainc
    is 8 to 90 times slower: with it, testing the records of forty shoes takes 10 seconds instead of 5.
    """

    def tail(half: float) -> float:
        odd = degrees % 2
        terms = (half**a * exp(-half) / gamma(a + 1) for a in np.arange(1 - odd / 2, degrees / 2).tolist())
        return sum(terms, erfc(sqrt(half)) if odd else exp(-half))

    return np.array([min(1.0, tail(distance / 2)) for distance in np.atleast_1d(distances).tolist()])


def normal_two_sided(z: Floats) -> Floats:
    """The probability that a standard normal variable is at least as far from 0 as z, on either side."""
    return np.array([erfc(abs(number) / sqrt(2)) for number in np.atleast_1d(z).tolist()])


def farthest(total: Floats, variance: Floats) -> tuple[float, float, int, float, int] | None:
    """χ² of deviations that sum to 0, given their covariances: its p-value, its value and its degrees of
    freedom; then the largest deviation, in standard deviations, and its index. None if fewer than two can
    vary.
    """
    deviations = np.sqrt(np.diag(variance))
    degrees = int((deviations > 0).sum()) - 1
    if degrees < 1:
        return None
    # Rounding leaves a little variance in the direction of the sum, where there is none.
    distance = float(total @ np.linalg.pinv(variance, rcond=1e-9, hermitian=True) @ total)
    each = np.divide(total, deviations, out=np.zeros(len(total)), where=deviations > 0)
    place = int(np.abs(each).argmax())
    return float(chi_squared(np.array([distance]), degrees)[0]), distance, degrees, float(each[place]), place


def pattern(
    id: str,
    coups: int,
    p: float,
    law: Law,
    observed: float | Fraction,
    expected: float | Fraction,
    z: float,
    detail: str = "",
    dealt: tuple[int, Fraction] | None = None,
) -> Pattern:
    """A test from the numbers computed for it."""
    observed, expected = Fraction(observed), Fraction(expected)
    return Pattern(id, coups, Fraction(p), law, observed, expected, Fraction(z), detail, dealt)


def least_likely(found: Sequence[Pattern]) -> Pattern | None:
    """The most extreme of several tests whose p is already multiplied by their number; p is at most 1."""
    if not found:
        return None
    first = min(found, key=lambda test: (test.p, -abs(test.z or 0)))
    return replace(first, p=min(Fraction(1), first.p))


Test = tuple[Bet, GainScale | SortScale, Sums]
"""A test: the bet whose lines sort coups, the scale of their counts, and their sums."""


def least_p_values(rules: Rules, shoe: Shoe, tests: Sequence[Test]) -> Floats | None:
    """The smallest p-value of all tests in each simulated record, rising; None if simulation is impossible.

    Simulated coups are independent, with the same joint probabilities: those of the fresh shoe, fitted so
    that each outcome has its mean probability in the record. The record's own scales give the p-values of the
    simulated counts.
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
    """A matrix, joint outcomes × outcomes of one bet: 1 if the first includes the second, else 0."""
    lines = list(combined.bets[place].nets)
    return np.eye(outcomes)[[lines.index(settled[place]) for settled, _ in combined.outcomes]]


def fitted(chances: Floats, wanted: Sequence[tuple[Floats, Floats]]) -> Floats | None:
    """Joint probabilities scaled to have the wanted marginals; None if that is impossible.

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
