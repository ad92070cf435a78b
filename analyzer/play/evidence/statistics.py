"""Test statistics: gains of a bet, and counts of sorts, each with the probability of one as extreme.

A scale gives a probability to observed and to simulated counts in the same way.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import gcd, lcm

import numpy as np

from analyzer.play.evidence.sums import BITS, Sums
from analyzer.play.evidence.tails import (
    MOST_PLACES,
    WIDEST,
    DistanceDistribution,
    Floats,
    QuadraticDistance,
    SumDistribution,
    chi_squared,
    distance_distribution,
    normal_two_sided,
    on_grid,
    places_of,
    sum_of_draws,
    sum_of_equal_draws,
)


@dataclass(frozen=True, slots=True)
class GainScale:
    """The total gain of some coups: its distribution, or else mean and variance for the normal one.

    `steps` are the gains by outcome, in units above the least of one coup.
    """

    steps: tuple[int, ...]
    distribution: SumDistribution | None
    mean: float
    variance: float

    @property
    def outcomes(self) -> int:
        """How many outcomes one coup can have."""
        return len(self.steps)

    def p_values(self, counts: Floats) -> Floats:
        """The two-sided probability of counts of outcomes, one row each."""
        # Steps of the finest units exceed 64 bits; as floats they are exact wherever there is a distribution.
        gains = counts @ np.array(list(map(float, self.steps)))
        if self.distribution is not None:
            return self.distribution.p_values(gains.astype(np.int64))
        return normal_two_sided((gains - self.mean) / self.variance**0.5)


def steps_of(nets: Sequence[Fraction]) -> tuple[int, ...]:
    """Net gains above the least, in the largest unit of which all their differences are multiples."""
    gaps = [net - min(nets) for net in nets]
    scale = lcm(*(gap.denominator for gap in gaps))
    unit = gcd(*(int(gap * scale) for gap in gaps)) or 1
    return tuple(int(gap * scale) // unit for gap in gaps)


def gain_scale(steps: tuple[int, ...], sums: Sums) -> GainScale:
    """The scale of the total gain of the coups in `sums`.

    Coups are draws, each with its own probabilities where these were kept and the distribution has few enough
    places, else each with their mean; there is no distribution where one draw has too many places.
    """
    mean = sum(step * n for step, n in zip(steps, sums.expected, strict=True)) / 2**BITS
    variance = float(gain_variance(list(map(Fraction, steps)), sums))
    distribution: SumDistribution | None = None
    if sums.kept is not None and places_of(max(steps), sums.coups, variance) <= WIDEST:
        distribution = sum_of_draws(*on_grid(steps, np.concatenate(sums.kept)))
    elif max(steps) < MOST_PLACES:
        low, [row] = on_grid(steps, sums.chances[None])
        distribution = sum_of_equal_draws(SumDistribution(low, row), sums.coups)
    return GainScale(steps, distribution, mean, variance)


def gain_variance(gains: Sequence[Fraction], sums: Sums) -> Fraction:
    """The sum over coups of the conditional variances of a gain, by outcome."""
    places = range(len(gains))
    return sum((gains[i] * gains[j] * sums.covariance(i, j) for i in places for j in places), Fraction(0))


@dataclass(frozen=True, slots=True)
class SortScale:
    """Counts of sorts: how far they lie from the expected counts, and how unlikely that is.

    `sorts` are the places, out of all `outcomes`, of those that can happen. `table` has the probability of
    every possible set of counts, None where χ² is used instead.
    """

    outcomes: int
    sorts: tuple[int, ...]
    quadratic: QuadraticDistance
    table: DistanceDistribution | None

    @property
    def degrees(self) -> int:
        """Degrees of freedom: one less than the sorts that can happen."""
        return len(self.sorts) - 1

    def distances(self, counts: Floats) -> Floats:
        """dᵀV⁻¹d of counts, one row each."""
        return self.quadratic.distances(counts[..., self.sorts[:-1]])

    def p_values(self, counts: Floats) -> Floats:
        """The probability of counts as far out, one row each."""
        distances = self.distances(counts)
        if self.table is None:
            return chi_squared(distances, self.degrees)
        return self.table.p_values(distances)


def sort_scale(sums: Sums) -> SortScale | None:
    """The scale of the counts in `sums`; None where only one sort can happen."""
    sorts = tuple(place for place, n in enumerate(sums.expected) if n)
    if len(sorts) < 2:
        return None
    means = np.array([sums.expected[place] / 2**BITS for place in sorts])
    covariance = [[float(sums.covariance(i, j)) for j in sorts[:-1]] for i in sorts[:-1]]
    quadratic = QuadraticDistance(means[:-1], np.linalg.inv(np.array(covariance)))
    table = distance_distribution(quadratic, sums.coups, sums.chances[list(sorts)].tolist())
    return SortScale(len(sums.observed), sorts, quadratic, table)
