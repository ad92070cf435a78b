"""The distribution of a gain: every net gain of one coup, with its probability."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import lcm


@dataclass(frozen=True)
class Distribution:
    """What one coup can gain, in rising order, each gain in `ways` of `total` equally likely cases.

    Every gain has ways above zero; they add up to `total` and have no common factor.

    >>> gain = Distribution.of([(Fraction(8), Fraction(1, 10)), (Fraction(-1), Fraction(9, 10))])
    >>> gain.gains, gain.ways, gain.total, gain.mean
    ((Fraction(-1, 1), Fraction(8, 1)), (9, 1), 10, Fraction(-1, 10))
    """

    gains: tuple[Fraction, ...]
    ways: tuple[int, ...]

    @classmethod
    def of(cls, outcomes: Iterable[tuple[Fraction, Fraction]]) -> "Distribution":
        """The distribution of gains with probabilities that add up to 1; equal gains are merged."""
        chances: defaultdict[Fraction, Fraction] = defaultdict(Fraction)
        for gain, chance in outcomes:
            chances[gain] += chance
        if sum(chances.values()) != 1 or min(chances.values()) < 0:
            raise ValueError("the probabilities of a distribution do not add up to 1")
        gains = sorted(gain for gain, chance in chances.items() if chance)
        unit = lcm(*(chances[gain].denominator for gain in gains))
        return cls(tuple(gains), tuple(int(chances[gain] * unit) for gain in gains))

    def __iter__(self) -> Iterator[tuple[Fraction, int]]:
        """Each gain with its ways."""
        return zip(self.gains, self.ways, strict=True)

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
        """The mean of a power of the gain."""
        return sum((gain**power * ways for gain, ways in self), Fraction(0)) / self.total

    @cached_property
    def by_sign(self) -> tuple[int, int, int]:
        """The ways of a loss, of neither a loss nor a gain, and of a gain."""
        lose = sum(ways for gain, ways in self if gain < 0)
        win = sum(ways for gain, ways in self if gain > 0)
        return lose, self.total - lose - win, win
