"""The law of a gain: every net gain of one coup, with its probability.

Knows nothing of bets or shoes.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import gcd, lcm


@dataclass(frozen=True)
class Law:
    """What one coup can gain, in rising order, each gain in `ways` of `total` equally likely cases.

    Every gain has ways above zero; they add up to `total` and have no common factor.

    >>> law = Law.of([(Fraction(8), Fraction(1, 10)), (Fraction(-1), Fraction(9, 10))])
    >>> law.gains, law.ways, law.total, law.mean
    ((Fraction(-1, 1), Fraction(8, 1)), (9, 1), 10, Fraction(-1, 10))
    """

    gains: tuple[Fraction, ...]
    ways: tuple[int, ...]

    @classmethod
    def of(cls, outcomes: Iterable[tuple[Fraction, Fraction]]) -> "Law":
        """The law of gains with probabilities that add up to 1; equal gains are taken together."""
        chances: dict[Fraction, Fraction] = {}
        for gain, chance in outcomes:
            chances[gain] = chances.get(gain, Fraction(0)) + chance
        if sum(chances.values()) != 1 or min(chances.values()) < 0:
            raise ValueError("the probabilities of a law do not add up to 1")
        gains = sorted(gain for gain, chance in chances.items() if chance)
        unit = lcm(*(chances[gain].denominator for gain in gains))
        ways = [int(chances[gain] * unit) for gain in gains]
        common = gcd(*ways)
        return cls(tuple(gains), tuple(way // common for way in ways))

    @cached_property
    def total(self) -> int:
        """All cases, equally likely."""
        return sum(self.ways)

    @cached_property
    def mean(self) -> Fraction:
        """The expected gain."""
        return self.moment(1)

    @cached_property
    def variance(self) -> Fraction:
        """The variance of the gain."""
        return self.moment(2) - self.mean**2

    def moment(self, power: int) -> Fraction:
        """The mean of the gain's power."""
        return sum(
            (gain**power * ways for gain, ways in zip(self.gains, self.ways, strict=True)), Fraction(0)
        ) / (self.total)
