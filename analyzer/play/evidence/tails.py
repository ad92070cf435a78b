"""Distributions of sums of independent draws, and their tails; knows nothing of coups.

All terms of a sum are nonnegative, so its relative error is at most 10⁻⁹. The probability cut off at the ends
of a distribution, and the error of a transform, are added to every tail, so no tail is too small.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import ceil, sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[Any]

_CUT = 1e-18  # The most probability that one step cuts off at each end of a distribution.
_ROUNDED = 2.0**-50  # The error per draw that raising a transform to a power may add to a tail.
_SIDE_BY_SIDE = 64  # Distributions of at most this many places are convolved many pairs at a time.
WIDEST = 30_000
"""The most places of a sum of draws with different distributions."""

_NARROW, MOST_PLACES = 4_000, 2**20
"""The most places of a sum of equal draws, computed by convolution or by a Fourier transform."""

_DEVIATIONS, _STEPS = 20, 32
"""A sum is within 10 standard deviations plus 16 longest steps of its mean, with probability 1 − 10⁻¹⁵."""


@dataclass(frozen=True, slots=True)
class SumDistribution:
    """The probabilities of `first`, `first` + 1 and so on; a total of at most `lost` has been cut off."""

    first: int
    chances: Floats
    lost: float = 0.0

    @property
    def two_sided(self) -> Floats:
        """Twice the smaller tail at each place, including the place itself; at most 1."""
        below, above = np.cumsum(self.chances), np.cumsum(self.chances[::-1])[::-1]
        return np.asarray(np.minimum(1.0, 2 * (np.minimum(below, above) + self.lost)))

    def p_values(self, places: NDArray[np.int64]) -> Floats:
        """The two-sided p-value of each place; for a place that was cut off, that of everything cut off."""
        ends = np.minimum(1.0, 2 * self.lost)
        inside = (places >= self.first) & (places < self.first + len(self.chances))
        return np.where(inside, self.two_sided[np.where(inside, places - self.first, 0)], ends)


def convolved(left: SumDistribution, right: SumDistribution) -> SumDistribution:
    """The distribution of the sum of two independent draws."""
    chances = np.convolve(left.chances, right.chances)
    low = int(np.searchsorted(np.cumsum(chances), _CUT))
    high = len(chances) - int(np.searchsorted(np.cumsum(chances[::-1]), _CUT))
    first, lost = left.first + right.first + low, left.lost + right.lost + 2 * _CUT
    return SumDistribution(first, chances[low:high], lost)


def sum_of_all(draws: Sequence[SumDistribution]) -> SumDistribution:
    """The distribution of the sum of one or more independent draws."""
    while len(draws) > 1:
        draws = [*map(convolved, draws[::2], draws[1::2]), *draws[len(draws) // 2 * 2 :]]
    return draws[0]


def sum_of_draws(first: int, distributions: Floats) -> SumDistribution:
    """The distribution of a sum of independent draws, one per row of probabilities from `first` up."""
    draws, places = len(distributions), len(distributions) * (distributions.shape[1] - 1) + 1
    while len(distributions) > 1 and distributions.shape[1] <= _SIDE_BY_SIDE:
        if len(distributions) % 2:
            certain = np.zeros((1, distributions.shape[1]))
            certain[0, 0] = 1
            distributions = np.concatenate((distributions, certain))
        left, right = distributions[::2], distributions[1::2]
        size = distributions.shape[1]
        distributions = np.zeros((len(left), 2 * size - 1))
        for place in range(size):
            distributions[:, place : place + size] += left[:, place, None] * right
    sums = [SumDistribution(0, row) for row in distributions]
    total = sum_of_all(sums)
    return replace(total, first=total.first + draws * first, chances=total.chances[: places - total.first])


def sum_of_equal_draws(distribution: SumDistribution, times: int) -> SumDistribution | None:
    """The distribution of the sum of independent draws from one distribution; None if it is too wide."""
    if len(distribution.chances) == 2:
        return binomial(distribution, times)
    if _places(distribution, times) <= _NARROW:
        total, power = SumDistribution(0, np.ones(1)), distribution
        while times:
            if times & 1:
                total = convolved(total, power)
            times >>= 1
            if times:
                power = convolved(power, power)
        return total
    return _transformed(distribution, times)


def places_of(longest: int, draws: int, variance: float) -> int:
    """About how many places of a sum matter if a draw is at most `longest` above the smallest value."""
    return min(longest * draws, ceil(_DEVIATIONS * sqrt(variance)) + _STEPS * longest) + 1


def _places(distribution: SumDistribution, times: int) -> int:
    return places_of(len(distribution.chances) - 1, times, times * _moments(distribution)[1])


def _moments(distribution: SumDistribution) -> tuple[float, float]:
    """The mean of one draw, counted from the first place, and its variance."""
    steps = np.arange(len(distribution.chances))
    mean = float(steps @ distribution.chances)
    return mean, float((steps - mean) ** 2 @ distribution.chances)


def binomial(distribution: SumDistribution, times: int) -> SumDistribution:
    """The distribution of a sum of two-valued draws, from the ratios of neighbouring probabilities."""
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
    """The distribution of a wide sum of draws: the Fourier transform of one draw, to the power `times`."""
    places = _places(distribution, times)
    if places > MOST_PLACES:
        return None
    size = 1 << places.bit_length()
    chances = np.fft.irfft(np.fft.rfft(distribution.chances, size) ** times, size)
    # The transform is cyclic; if not all places fit, those around the mean are kept.
    whole = times * (len(distribution.chances) - 1) < size
    low = 0 if whole else max(0, int(times * _moments(distribution)[0]) - size // 2)
    chances = np.maximum(np.roll(chances, -low), 0)
    return SumDistribution(times * distribution.first + low, chances, times * _ROUNDED)


def on_grid(gains: Sequence[int], chances: Floats) -> tuple[int, Floats]:
    """The least gain, and each row of probabilities spread over all whole numbers up to the greatest gain."""
    low, size = min(gains), max(gains) - min(gains) + 1
    spread = np.zeros((len(chances), size))
    for gain, column in zip(gains, chances.T, strict=True):
        spread[:, gain - low] += column
    return low, spread
