"""How unlikely a sum is: distributions of sums of independent draws, and their tails.

Sums run over numbers that are never negative and have a relative error of at most 10⁻⁹. What is cut off at
the ends of a distribution, and the error of a transform, is added to every tail, so that no probability comes
out too small. Knows nothing of coups.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import ceil, erfc, exp, gamma, lgamma, log, sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[Any]

_CUT = 1e-18
"""The most probability that is cut off at either end of a distribution at once."""

CELLS = 2_000_000
"""The most sets of counts whose probabilities are summed one by one."""

_ROUNDED = 2.0**-50
"""The error that raising a transform to a power may add to a tail, per draw."""

_SIDE_BY_SIDE = 64
"""Places of distributions up to which many sums are computed at once."""

WIDEST = 30_000
"""The most places of a distribution that is added up place by place."""

_NARROW, MOST_PLACES = 4_000, 2**20
"""The most places of a sum of equal draws that is added up, and of one found by its Fourier transform."""

_DEVIATIONS, _STEPS = 20, 32
"""A sum lies within ten standard deviations and sixteen of the longest steps of its mean, but for 10⁻¹⁵."""


@dataclass(frozen=True, slots=True)
class SumDistribution:
    """The probabilities of `first`, `first` + 1 and so on; no more than `lost` has been cut off in all."""

    first: int
    chances: Floats
    lost: float = 0.0

    @property
    def two_sided(self) -> Floats:
        """Twice the smaller tail at each place, that place included, 1 at most."""
        below, above = np.cumsum(self.chances), np.cumsum(self.chances[::-1])[::-1]
        return np.asarray(np.minimum(1.0, 2 * (np.minimum(below, above) + self.lost)))

    def p_values(self, places: NDArray[np.int64]) -> Floats:
        """The two-sided probabilities of values as far out; of ones cut off, that of all that was."""
        ends = np.minimum(1.0, 2 * self.lost)
        inside = (places >= self.first) & (places < self.first + len(self.chances))
        return np.where(inside, self.two_sided[np.where(inside, places - self.first, 0)], ends)


def convolved(one: SumDistribution, other: SumDistribution) -> SumDistribution:
    """The distribution of the sum of two independent draws."""
    chances = np.convolve(one.chances, other.chances)
    low = int(np.searchsorted(np.cumsum(chances), _CUT))
    high = len(chances) - int(np.searchsorted(np.cumsum(chances[::-1]), _CUT))
    return SumDistribution(one.first + other.first + low, chances[low:high], one.lost + other.lost + 2 * _CUT)


def sum_of_draws(first: int, distributions: Floats) -> SumDistribution:
    """The distribution of the sum of independent draws, each from its own: pairs first, then pairs of these.

    Args:
        first: the least place of every distribution.
        distributions: one row per distribution, its probabilities from `first` on.
    """
    draws, places = len(distributions), len(distributions) * (distributions.shape[1] - 1) + 1
    while len(distributions) > 1 and distributions.shape[1] <= _SIDE_BY_SIDE:
        if len(distributions) % 2:
            certain = np.zeros((1, distributions.shape[1]))
            certain[0, 0] = 1
            distributions = np.concatenate((distributions, certain))
        one, other = distributions[::2], distributions[1::2]
        size = distributions.shape[1]
        distributions = np.zeros((len(one), 2 * size - 1))
        for place in range(size):
            distributions[:, place : place + size] += one[:, place, None] * other
    found = [SumDistribution(0, row) for row in distributions]
    while len(found) > 1:
        odd = found[len(found) // 2 * 2 :]
        found = [convolved(one, other) for one, other in zip(found[::2], found[1::2], strict=False)] + odd
    whole = found[0]
    return replace(whole, first=whole.first + draws * first, chances=whole.chances[: places - whole.first])


def sum_of_equal_draws(distribution: SumDistribution, times: int) -> SumDistribution | None:
    """The distribution of the sum of independent draws from one distribution; None where it is too wide."""
    if len(distribution.chances) == 2:
        return _binomial(distribution, times)
    if _places(distribution, times) <= _NARROW:
        found, power = SumDistribution(0, np.ones(1)), distribution
        while times:
            if times & 1:
                found = convolved(found, power)
            times >>= 1
            if times:
                power = convolved(power, power)
        return found
    return _transformed(distribution, times)


def places_of(longest: int, draws: int, variance: float) -> int:
    """How many places of a sum matter, about.

    Args:
        longest: the most that one draw lies above the least.
        draws: how many there are.
        variance: of the sum.
    """
    return min(longest * draws, ceil(_DEVIATIONS * sqrt(variance)) + _STEPS * longest) + 1


def _places(distribution: SumDistribution, times: int) -> int:
    return places_of(len(distribution.chances) - 1, times, times * _moments(distribution)[1])


def _moments(distribution: SumDistribution) -> tuple[float, float]:
    """Mean, above the first place, and variance of one draw."""
    steps = np.arange(len(distribution.chances))
    mean = float(steps @ distribution.chances)
    return mean, float((steps - mean) ** 2 @ distribution.chances)


def _binomial(distribution: SumDistribution, times: int) -> SumDistribution:
    """A sum of draws of two places: each probability by its ratio to the next likelier."""
    miss, hit = distribution.chances.tolist()
    likeliest = min(times, int((times + 1) * hit))
    reach = _places(distribution, times)
    low, high = max(0, likeliest - reach), min(times, likeliest + reach)
    places = np.arange(low, high)
    with np.errstate(divide="ignore"):
        ratios = np.log((times - places) / (places + 1)) + np.log(hit) - np.log(miss)
    below, above = ratios[: likeliest - low], ratios[likeliest - low :]
    weights = np.exp(np.concatenate((-np.cumsum(below[::-1])[::-1], [0], np.cumsum(above))))
    return SumDistribution(times * distribution.first + low, weights / weights.sum(), _CUT)


def _transformed(distribution: SumDistribution, times: int) -> SumDistribution | None:
    """A sum of many draws, too wide to be added up: the transform of one draw raised to their number."""
    places = _places(distribution, times)
    if places > MOST_PLACES:
        return None
    size = 1 << places.bit_length()
    chances = np.fft.irfft(np.fft.rfft(distribution.chances, size) ** times, size)
    # The transform is cyclic; where not all places fit, those about the mean are kept.
    whole = times * (len(distribution.chances) - 1) < size
    low = 0 if whole else max(0, int(times * _moments(distribution)[0]) - size // 2)
    chances = np.maximum(np.roll(chances, -low), 0)
    return SumDistribution(times * distribution.first + low, chances, times * _ROUNDED)


def on_grid(gains: Sequence[int], chances: Floats) -> tuple[int, Floats]:
    """The least of whole gains, and for each row of probabilities the distribution of gains from it on."""
    low, size = min(gains), max(gains) - min(gains) + 1
    spread = np.zeros((len(chances), size))
    for gain, column in zip(gains, chances.T, strict=True):
        spread[:, gain - low] += column
    return low, spread


@dataclass(frozen=True, slots=True)
class QuadraticDistance:
    """How far counts of sorts lie from the expected ones: dᵀV⁻¹d, without the last sort.

    `means` are expected, `inverse` is V⁻¹. For fair records with no small count, its distribution is that of
    χ² with as many degrees as `means`.
    """

    means: Floats
    inverse: Floats

    def distances(self, counts: Floats) -> Floats:
        """The distance of counts, one row each."""
        apart = counts - self.means
        return np.asarray(np.einsum("...i,ij,...j->...", apart, self.inverse, apart))


@dataclass(frozen=True, slots=True)
class DistanceDistribution:
    """Distances in rising order, and the probability of one no less than each."""

    distances: Floats
    tails: Floats
    lost: float

    def p_values(self, distances: Floats) -> Floats:
        """The probabilities of a distance as great, or greater."""
        # Equal distances can differ by rounding: slightly less counts as the same.
        places = np.searchsorted(self.distances, distances - 1e-9 * (1 + distances))
        return np.minimum(1.0, np.append(self.tails, 0.0)[places] + self.lost)


def distance_distribution(
    quadratic: QuadraticDistance, coups: int, chances: Sequence[float]
) -> DistanceDistribution | None:
    """The distances of all counts that equal draws can have, with their tails; None where these are too many.

    Args:
        quadratic: the distance.
        coups: the number of draws.
        chances: the probability of each sort, the last included.
    """
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
    distances = quadratic.distances(grid.astype(np.float64))
    order = np.argsort(distances)
    tails = np.cumsum(np.exp(logs)[order][::-1])[::-1]
    return DistanceDistribution(distances[order], tails, 1e-13)


def _window(coups: int, chance: float) -> NDArray[np.int64]:
    """The counts of one sort that are not improbable: all others together have less than 10⁻¹⁴."""
    distribution = _binomial(SumDistribution(0, np.array([1 - chance, chance])), coups)
    inside = distribution.two_sided > 1e-14
    return distribution.first + np.nonzero(inside)[0]


def chi_squared(distances: Floats, degrees: int) -> Floats:
    """The probability that χ² with some degrees is as great or greater, 1 or more degrees.

    By the recurrence of the incomplete gamma function, Q(a + 1, x) = Q(a, x) + xᵃe⁻ˣ/Γ(a + 1).
    """
    return np.array([_gamma_tail(degrees, float(distance)) for distance in np.atleast_1d(distances)])


def _gamma_tail(degrees: int, distance: float) -> float:
    half = distance / 2
    a, tail = (1.0, exp(-half)) if degrees % 2 == 0 else (0.5, erfc(sqrt(half)))
    while 2 * a < degrees:
        tail += half**a * exp(-half) / gamma(a + 1)
        a += 1
    return min(1.0, tail)


def normal_two_sided(z: Floats) -> Floats:
    """The probability that a standard normal number is as far from 0 on either side, or farther."""
    return np.array([erfc(abs(float(each)) / sqrt(2)) for each in np.atleast_1d(z)])
