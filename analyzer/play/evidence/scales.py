"""By which an observation is held: gains of a bet, and counts of sorts, each with how unlikely it is.

A scale gives a probability to what was observed, and to what is only imagined, in the same way.
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
    Floats,
    Law,
    Quadratic,
    Ranked,
    added,
    chi_squared,
    normal_two_sided,
    on_grid,
    places_of,
    ranked,
    repeated,
)


@dataclass(frozen=True, slots=True)
class GainScale:
    """Whole gains of some coups together: the law of their sum, or else mean and variance for the normal.

    `marks` are the gains by outcome, in units above the least of one coup.
    """

    marks: tuple[int, ...]
    law: Law | None
    mean: float
    variance: float

    @property
    def outcomes(self) -> int:
        """How many outcomes one coup can have."""
        return len(self.marks)

    def p_values(self, counts: Floats) -> Floats:
        """The two-sided probability of counts of outcomes, a row each."""
        # Marks of the finest units are beyond 64 bits; as floats they are exact wherever there is a law.
        gains = counts @ np.array(list(map(float, self.marks)))
        if self.law is not None:
            return self.law.p_values(gains.astype(np.int64))
        return normal_two_sided((gains - self.mean) / self.variance**0.5)


def marks_of(nets: Sequence[Fraction]) -> tuple[int, ...]:
    """Net gains above the least, in the widest unit of which all their differences are multiples."""
    gaps = [net - min(nets) for net in nets]
    scale = lcm(*(gap.denominator for gap in gaps))
    unit = gcd(*(int(gap * scale) for gap in gaps)) or 1
    return tuple(int(gap * scale) // unit for gap in gaps)


def gain_scale(marks: tuple[int, ...], sums: Sums) -> GainScale:
    """The scale of what coups gained whose probabilities were added up.

    Coups are draws each with its own probabilities where these were kept and the law has few places that
    matter, else each with the mean of them; there is no law where the places of one draw are too many.
    """
    mean = sum(mark * n for mark, n in zip(marks, sums.expected, strict=True)) / 2**BITS
    variance = float(spread(list(map(Fraction, marks)), sums))
    law: Law | None = None
    if sums.kept is not None and places_of(max(marks), sums.coups, variance) <= WIDEST:
        law = added(*on_grid(marks, np.concatenate(sums.kept)))
    elif max(marks) < MOST_PLACES:
        low, [row] = on_grid(marks, sums.chances[None])
        law = repeated(Law(low, row), sums.coups)
    return GainScale(marks, law, mean, variance)


def spread(gains: Sequence[Fraction], sums: Sums) -> Fraction:
    """The sum over coups of the conditional variances of a gain, by outcome."""
    places = range(len(gains))
    return sum((gains[i] * gains[j] * sums.covariance(i, j) for i in places for j in places), Fraction(0))


@dataclass(frozen=True, slots=True)
class SortScale:
    """Counts of sorts: how far they lie from what was expected, and how unlikely that is.

    `sorts` are the places, out of all `outcomes`, of those that can happen. `table` weighs all counts one by
    one, None where χ² does.
    """

    outcomes: int
    sorts: tuple[int, ...]
    quadratic: Quadratic
    table: Ranked | None

    @property
    def degrees(self) -> int:
        """Degrees of freedom: one less than the sorts that can happen."""
        return len(self.sorts) - 1

    def distances(self, counts: Floats) -> Floats:
        """dᵀV⁻¹d of counts, a row each."""
        return self.quadratic.of(counts[..., self.sorts[:-1]])

    def p_values(self, counts: Floats) -> Floats:
        """The probability of counts as far out, a row each."""
        distances = self.distances(counts)
        if self.table is None:
            return chi_squared(distances, self.degrees)
        return self.table.p_values(distances)


def sort_scale(sums: Sums) -> SortScale | None:
    """The scale of counts whose probabilities were added up; None where only one sort can happen."""
    sorts = tuple(place for place, n in enumerate(sums.expected) if n)
    if len(sorts) < 2:
        return None
    means = np.array([sums.expected[place] / 2**BITS for place in sorts])
    covariance = [[float(sums.covariance(i, j)) for j in sorts[:-1]] for i in sorts[:-1]]
    quadratic = Quadratic(means[:-1], np.linalg.inv(np.array(covariance)))
    table = ranked(quadratic, sums.coups, sums.chances[list(sorts)].tolist())
    return SortScale(len(sums.observed), sorts, quadratic, table)
