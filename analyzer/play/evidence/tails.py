"""How unlikely a sum is: laws of sums of independent draws, and the tails beside which one is held.

Sums run over numbers that are never negative and take a relative error of 10⁻⁹ at most; what is cut off at
the ends of a law, and what a transform may be wrong by, counts as if it lay beyond whatever is asked, so that
no probability comes out too small.
Knows nothing of coups.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import ceil, erfc, exp, gamma, lgamma, log, sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[Any]

_CUT = 1e-18
"""The most that is cut off at either end of a law at once."""

CELLS = 2_000_000
"""The most counts of sorts that are told apart one by one."""

_ROUNDED = 2.0**-50
"""What raising a transform to a power may add to a tail, per draw."""

_SIDE_BY_SIDE = 64
"""Places of laws up to which many sums are worked out at once."""

WIDEST = 30_000
"""The most places of a law that is added up place by place."""

_NARROW, MOST_PLACES = 4_000, 2**20
"""The most places of a sum of equal draws that is added up, and of one that goes by its Fourier transform."""

_DEVIATIONS, _STEPS = 20, 32
"""A sum lies within ten standard deviations and sixteen of the longest steps of its mean, but for 10⁻¹⁵."""


@dataclass(frozen=True, slots=True)
class Law:
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


def both(one: Law, other: Law) -> Law:
    """The law of the sum of two independent draws."""
    chances = np.convolve(one.chances, other.chances)
    low = int(np.searchsorted(np.cumsum(chances), _CUT))
    high = len(chances) - int(np.searchsorted(np.cumsum(chances[::-1]), _CUT))
    return Law(one.first + other.first + low, chances[low:high], one.lost + other.lost + 2 * _CUT)


def added(first: int, laws: Floats) -> Law:
    """The law of the sum of independent draws, each from its own law: pairs first, then pairs of these.

    Args:
        first: the least place of every law.
        laws: a row a law, its probabilities from `first` on.
    """
    draws, places = len(laws), len(laws) * (laws.shape[1] - 1) + 1
    while len(laws) > 1 and laws.shape[1] <= _SIDE_BY_SIDE:
        if len(laws) % 2:
            certain = np.zeros((1, laws.shape[1]))
            certain[0, 0] = 1
            laws = np.concatenate((laws, certain))
        one, other = laws[::2], laws[1::2]
        size = laws.shape[1]
        laws = np.zeros((len(one), 2 * size - 1))
        for place in range(size):
            laws[:, place : place + size] += one[:, place, None] * other
    found = [Law(0, row) for row in laws]
    while len(found) > 1:
        odd = found[len(found) // 2 * 2 :]
        found = [both(one, other) for one, other in zip(found[::2], found[1::2], strict=False)] + odd
    whole = found[0]
    return replace(whole, first=whole.first + draws * first, chances=whole.chances[: places - whole.first])


def repeated(law: Law, times: int) -> Law | None:
    """The law of the sum of independent draws from one law; None where it is too wide."""
    if len(law.chances) == 2:
        return _binomial(law, times)
    if _places(law, times) <= _NARROW:
        found, power = Law(0, np.ones(1)), law
        while times:
            if times & 1:
                found = both(found, power)
            times >>= 1
            if times:
                power = both(power, power)
        return found
    return _transformed(law, times)


def places_of(longest: int, draws: int, variance: float) -> int:
    """How many places of a sum matter, about.

    Args:
        longest: the most that one draw lies above the least.
        draws: how many there are.
        variance: of the sum.
    """
    return min(longest * draws, ceil(_DEVIATIONS * sqrt(variance)) + _STEPS * longest) + 1


def _places(law: Law, times: int) -> int:
    return places_of(len(law.chances) - 1, times, times * _moments(law)[1])


def _moments(law: Law) -> tuple[float, float]:
    """Mean, above the first place, and variance of one draw."""
    steps = np.arange(len(law.chances))
    mean = float(steps @ law.chances)
    return mean, float((steps - mean) ** 2 @ law.chances)


def _binomial(law: Law, times: int) -> Law:
    """A sum of draws of two places: each probability by its ratio to the next likelier."""
    miss, hit = law.chances.tolist()
    likeliest = min(times, int((times + 1) * hit))
    reach = _places(law, times)
    low, high = max(0, likeliest - reach), min(times, likeliest + reach)
    places = np.arange(low, high)
    with np.errstate(divide="ignore"):
        ratios = np.log((times - places) / (places + 1)) + np.log(hit) - np.log(miss)
    below, above = ratios[: likeliest - low], ratios[likeliest - low :]
    weights = np.exp(np.concatenate((-np.cumsum(below[::-1])[::-1], [0], np.cumsum(above))))
    return Law(times * law.first + low, weights / weights.sum(), _CUT)


def _transformed(law: Law, times: int) -> Law | None:
    """A sum of so many draws that it is wide, by the transform of one draw raised to their number."""
    places = _places(law, times)
    if places > MOST_PLACES:
        return None
    size = 1 << places.bit_length()
    chances = np.fft.irfft(np.fft.rfft(law.chances, size) ** times, size)
    # The transform goes round in a circle, and where not all places fit in, they are those about the mean.
    whole = times * (len(law.chances) - 1) < size
    low = 0 if whole else max(0, int(times * _moments(law)[0]) - size // 2)
    chances = np.maximum(np.roll(chances, -low), 0)
    return Law(times * law.first + low, chances, times * _ROUNDED)


def on_grid(gains: Sequence[int], chances: Floats) -> tuple[int, Floats]:
    """The least of whole gains, and for each row of probabilities the law of gains from it on."""
    low, size = min(gains), max(gains) - min(gains) + 1
    spread = np.zeros((len(chances), size))
    for gain, column in zip(gains, chances.T, strict=True):
        spread[:, gain - low] += column
    return low, spread


@dataclass(frozen=True, slots=True)
class Quadratic:
    """How far counts of sorts lie from what was expected: dᵀV⁻¹d, the last sort left out.

    `means` are expected, `inverse` is V⁻¹. Under the fair law it is χ² with as many degrees as `means`, as
    soon as no count is small.
    """

    means: Floats
    inverse: Floats

    def of(self, counts: Floats) -> Floats:
        """The distance of counts, a row each."""
        apart = counts - self.means
        return np.asarray(np.einsum("...i,ij,...j->...", apart, self.inverse, apart))


@dataclass(frozen=True, slots=True)
class Ranked:
    """Distances in rising order, and the probability of one no less than each."""

    distances: Floats
    tails: Floats
    lost: float

    def p_values(self, distances: Floats) -> Floats:
        """The probabilities of a distance as great, or greater."""
        # Equal distances come out of different sums: a hair less is the same.
        places = np.searchsorted(self.distances, distances - 1e-9 * (1 + distances))
        return np.minimum(1.0, np.append(self.tails, 0.0)[places] + self.lost)


def ranked(quadratic: Quadratic, coups: int, chances: Sequence[float]) -> Ranked | None:
    """The distances of all counts that draws of the same law can come to, weighed; None where too many can.

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
    distances = quadratic.of(grid.astype(np.float64))
    order = np.argsort(distances)
    tails = np.cumsum(np.exp(logs)[order][::-1])[::-1]
    return Ranked(distances[order], tails, 1e-13)


def _window(coups: int, chance: float) -> NDArray[np.int64]:
    """The counts of one sort besides which all others have a probability below 10⁻¹⁴."""
    law = _binomial(Law(0, np.array([1 - chance, chance])), coups)
    inside = law.two_sided > 1e-14
    return law.first + np.nonzero(inside)[0]


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
