"""The gain after many coups, each with the same law and independent of the others.

Exact in whole numbers where that is within reach; beyond, every probability between two bounds whose distance
is known exactly. Knows nothing of bets or shoes.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import gcd, isqrt, lcm

from analyzer.analysis.money.law import Law
from analyzer.analysis.money.powers import enclosed, power
from analyzer.errors import AnalyzerError
from analyzer.exact import grouped

DIGITS = 24
"""Decimals to which probabilities are kept, always rounded down, where they are not exact."""

EXACT_WORK = 4 * 10**9
"""The most bits of coefficients, all together, for an exact answer: about two seconds."""

_CELL = 2_000
"""What a coefficient costs besides, in bits."""

MOST_CELLS = 600_000
"""The most gains of a probability of 10⁻²⁴ or more, for bounds: about six seconds."""


@dataclass(frozen=True, slots=True)
class Bounds:
    """A number known to lie between two, both included; known exactly where they are the same."""

    low: Fraction
    high: Fraction

    @property
    def exact(self) -> bool:
        """Whether nothing is left open."""
        return self.low == self.high


@dataclass(frozen=True, slots=True)
class Level:
    """A part of the whole probability, above 0 and below 1: where it is reached, or exceeded if `above`."""

    chance: Fraction
    above: bool = False


@dataclass(frozen=True, slots=True)
class Grid:
    """The gains that a number of coups can come to: `first`, and any number of units more.

    `marks` are the gains of one coup, in units above the least.
    """

    first: Fraction
    unit: Fraction
    marks: tuple[int, ...]
    coups: int

    @classmethod
    def of(cls, law: Law, coups: int) -> "Grid":
        """The gains of some coups; the unit is the widest that all differences are multiples of."""
        gaps = [gain - law.gains[0] for gain in law.gains]
        scale = lcm(*(gap.denominator for gap in gaps))
        unit = Fraction(gcd(*(int(gap * scale) for gap in gaps)) or scale, scale)
        return cls(coups * law.gains[0], unit, tuple(int(gap / unit) for gap in gaps), coups)

    def at(self, gain: Fraction) -> int:
        """The place of the least gain that is no less."""
        return -((self.first - gain) // self.unit)

    def after(self, gain: Fraction) -> int:
        """The place of the least gain that is more."""
        return (gain - self.first) // self.unit + 1

    def gain(self, place: int) -> Fraction:
        """The gain at a place."""
        return self.first + place * self.unit

    @property
    def size(self) -> int:
        """The number of places."""
        return self.coups * self.marks[-1] + 1


Span = tuple[int, int]
"""The places of a grid from one up to, and without, another."""


@dataclass(frozen=True, slots=True)
class Quantile:
    """Where a level is reached: the least gain by which it is for sure, and the least by which it can be.

    They are the same but where the level falls between two bounds. `below` and `up_to` are the probabilities,
    rounded down, of gains less than `gain`, and of no more.
    """

    gain: Fraction
    earliest: Fraction
    below: Fraction
    up_to: Fraction


@dataclass(frozen=True, slots=True)
class After:
    """What some coups gain: the probabilities of spans and the quantiles asked for, in order.

    `short` is the probability that rounding down has lost in all: 0 where all is exact, and else the distance
    of the bounds. `weights` are the places and their ways out of `total`, if they were asked for.
    """

    grid: Grid
    chances: tuple[Bounds, ...]
    quantiles: tuple[Quantile, ...]
    total: int
    short: Fraction
    weights: tuple[tuple[int, int], ...] = ()


def exact_within_reach(law: Law, coups: int) -> bool:
    """Whether all coefficients of the power have no more than EXACT_WORK bits together."""
    return Grid.of(law, coups).size * (coups * law.total.bit_length() + _CELL) <= EXACT_WORK


def within_reach(law: Law, coups: int, most: int = MOST_CELLS) -> bool:
    """Whether about so many gains, or fewer, have a probability that is not rounded down to nothing.

    By the normal law, those within √(2·ln(10)·DIGITS) standard deviations of the mean, on either side. It is
    the work that is estimated so; the answer needs no such law.
    """
    grid = Grid.of(law, coups)
    square = 2 * Fraction(47, 20) * DIGITS * coups * law.variance / grid.unit**2
    return max(grid.marks[-1], min(grid.size, 2 * isqrt(square // 1) + 1)) <= most


def reach(law: Law, most: int) -> tuple[int, int]:
    """The most coups for an exact answer, and for one between bounds; no more than `most`."""

    def last(holds: Callable[[int], bool]) -> int:
        low, high = 0, most + 1
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (middle, high) if holds(middle) else (low, middle)
        return low

    return last(lambda coups: exact_within_reach(law, coups)), last(lambda coups: within_reach(law, coups))


def after(
    law: Law,
    coups: int,
    spans: Sequence[Span] = (),
    levels: Sequence[Level] = (),
    *,
    exact: bool | None = None,
    keep: bool = False,
) -> After:
    """What some coups gain.

    Args:
        law: the gain of one.
        coups: how many, 1 or more.
        spans: places of `Grid.of(law, coups)` whose probability is asked for.
        levels: for which the gain is asked for that reaches them.
        exact: whether in whole numbers, or between bounds; None chooses whole numbers where within reach.
        keep: whether to keep all weights.

    Raises:
        AnalyzerError: it would take too long.
    """
    grid = Grid.of(law, coups)
    if exact is None:
        exact = exact_within_reach(law, coups)
    if exact:
        total = law.total**coups
        return _read(grid, enumerate(power(grid.marks, law.ways, coups)), total, 0, spans, levels, keep)
    if not within_reach(law, coups):
        raise AnalyzerError(
            f"expected coups that come to at most {grouped(MOST_CELLS)} likely gains, "
            f"got {grouped(coups)} coups that come to more; ask for fewer coups"
        )
    start, weights = enclosed(grid.marks, law.ways, coups, DIGITS)
    total = 10**DIGITS
    short = total - sum(weights)
    return _read(grid, enumerate(weights, start), total, short, spans, levels, keep)


def _read(
    grid: Grid,
    weights: Iterable[tuple[int, int]],
    total: int,
    short: int,
    spans: Sequence[Span],
    levels: Sequence[Level],
    keep: bool,
) -> After:
    """What a single pass over weights, place by place, tells of spans and levels."""
    kept: list[tuple[int, int]] = []
    edges = iter(sorted({edge for span in spans for edge in span}))
    edge = next(edges, None)
    below: dict[int, int] = {}
    needs = [
        level.chance * total // 1 + 1 if level.above else -(-level.chance * total // 1) for level in levels
    ]
    order = sorted(range(len(levels)), key=lambda number: needs[number])
    early, late = iter(order), iter(order)
    next_early, next_late = next(early, None), next(late, None)
    earliest: dict[int, int] = {}
    reached: dict[int, tuple[int, int, int]] = {}
    so_far, place = 0, 0
    for place, weight in weights:
        while edge is not None and edge <= place:
            below[edge] = so_far
            edge = next(edges, None)
        before, so_far = so_far, so_far + weight
        while next_early is not None and so_far + short >= needs[next_early]:
            earliest[next_early] = place
            next_early = next(early, None)
        while next_late is not None and so_far >= needs[next_late]:
            reached[next_late] = (place, before, so_far)
            next_late = next(late, None)
        if keep:
            kept.append((place, weight))
    while edge is not None:
        below[edge] = so_far
        edge = next(edges, None)
    # A level so high that only what rounding has lost can reach it is reached at the last gain of all.
    last = (grid.size - 1, so_far, so_far)
    lost = Fraction(short, total)

    def chance(span: Span) -> Bounds:
        low = Fraction(below[span[1]] - below[span[0]], total)
        return Bounds(low, low + lost if span[0] < span[1] else low)

    def quantile(number: int) -> Quantile:
        at, before, up_to = reached.get(number, last)
        first = grid.gain(earliest.get(number, at))
        return Quantile(grid.gain(at), first, Fraction(before, total), Fraction(up_to, total))

    return After(
        grid, tuple(map(chance, spans)), tuple(map(quantile, range(len(levels)))), total, lost, tuple(kept)
    )
