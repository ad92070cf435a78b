"""The gain of many independent coups with the same distribution: exact, or between proven bounds."""

import decimal
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import gcd, isqrt, lcm

from analyzer.analysis.money.distribution import Distribution
from analyzer.errors import AnalyzerError

DIGITS = 24  # Decimals of probabilities that are not exact; they are always rounded down.
EXACT_WORK = 4 * 10**9  # The most bits of all coefficients together for an exact answer: about two seconds.
_CELL = 2_000  # The fixed cost of a coefficient, in bits.
MOST_CELLS = 600_000  # The most gains of probability 10⁻²⁴ or more between bounds: about six seconds.
Blocks = tuple[int, list[str]]  # The lowest place of coefficients, and their digits, the highest place first.
_WIDE = decimal.Context(prec=decimal.MAX_PREC, Emax=decimal.MAX_EMAX, Emin=decimal.MIN_EMIN)


@dataclass(frozen=True, slots=True)
class Bounds:
    """A number known to be between two others, both included; known exactly if they are equal."""

    low: Fraction
    high: Fraction

    @classmethod
    def exactly(cls, number: Fraction | int) -> "Bounds":
        """A number that is known exactly."""
        return cls(Fraction(number), Fraction(number))

    @property
    def exact(self) -> bool:
        """Whether the number is known exactly."""
        return self.low == self.high


@dataclass(frozen=True, slots=True)
class Level:
    """A cumulative probability, above 0 and below 1, that is to be reached, or exceeded if `above`."""

    chance: Fraction
    above: bool = False


@dataclass(frozen=True, slots=True)
class Lattice:
    """The gains of some coups: `first` + k · `unit` at place k; `marks` are the places for one coup."""

    first: Fraction
    unit: Fraction
    marks: tuple[int, ...]
    coups: int

    @classmethod
    def of(cls, distribution: Distribution, coups: int) -> "Lattice":
        """The gains of some coups, with the largest possible unit."""
        gaps = [gain - distribution.gains[0] for gain in distribution.gains]
        scale = lcm(*(gap.denominator for gap in gaps))
        unit = Fraction(gcd(*(int(gap * scale) for gap in gaps)) or scale, scale)
        return cls(coups * distribution.gains[0], unit, tuple(int(gap / unit) for gap in gaps), coups)

    def at(self, gain: Fraction) -> int:
        """The place of the least gain that is not below `gain`, or the nearest end."""
        return self.within(-((self.first - gain) // self.unit))

    def after(self, gain: Fraction) -> int:
        """The place of the least gain above `gain`, or the nearest end."""
        return self.within((gain - self.first) // self.unit + 1)

    def within(self, place: int) -> int:
        """The place itself, or the nearest one from 0 to `size`."""
        return min(max(place, 0), self.size)

    def gain(self, place: int) -> Fraction:
        """The gain at a place."""
        return self.first + place * self.unit

    @property
    def size(self) -> int:
        """The number of places."""
        return self.coups * self.marks[-1] + 1


Span = tuple[int, int]  # Consecutive places of a lattice: the first, and the one after the last.


@dataclass(frozen=True, slots=True)
class Quantile:
    """Where a level is reached: certainly at `gain`, which is the least such gain; possibly at `earliest`.

    `below` and `up_to` are the probabilities, rounded down, of less than `gain` and of at most `gain`.
    """

    gain: Fraction
    earliest: Fraction
    below: Fraction
    up_to: Fraction


@dataclass(frozen=True, slots=True)
class After:
    """What some coups gain: the probabilities of the spans and the quantiles wanted, in order.

    `short` is the total probability lost by rounding down, and so the distance between bounds. `weights` are
    the places with their ways out of `total`, if they were kept.
    """

    grid: Lattice
    chances: tuple[Bounds, ...]
    quantiles: tuple[Quantile, ...]
    total: int
    short: Fraction
    weights: tuple[tuple[int, int], ...] = ()


def exact_within_reach(distribution: Distribution, coups: int) -> bool:
    """Whether all coefficients of the power together have no more than EXACT_WORK bits."""
    bits = coups * distribution.total.bit_length() + _CELL
    return Lattice.of(distribution, coups).size * bits <= EXACT_WORK


def likely_gains(distribution: Distribution, coups: int) -> int:
    """About how many gains have a probability that is not rounded down to zero."""
    grid = Lattice.of(distribution, coups)
    # By the normal distribution, those within √(2·ln(10)·DIGITS) standard deviations of the mean.
    square = 2 * Fraction(47, 20) * DIGITS * coups * distribution.variance / grid.unit**2
    return max(grid.marks[-1], min(grid.size, 2 * isqrt(square // 1) + 1))


def within_reach(distribution: Distribution, coups: int, most: int = MOST_CELLS) -> bool:
    """Whether about `most` gains, or fewer, have a probability that is not rounded down to zero."""
    return likely_gains(distribution, coups) <= most


def reach(distribution: Distribution, most: int) -> tuple[int, int]:
    """The most coups for an exact answer, and for one between bounds; no more than `most`."""
    coups = range(1, most + 1)
    return (
        bisect_left(coups, True, key=lambda n: not exact_within_reach(distribution, n)),
        bisect_left(coups, True, key=lambda n: not within_reach(distribution, n)),
    )


def after(
    distribution: Distribution,
    coups: int,
    spans: Sequence[Span] = (),
    levels: Sequence[Level] = (),
    *,
    exact: bool,
    keep: bool = False,
) -> After:
    """The total gain of `coups` coups, 1 or more; `distribution` is that of one coup's gain.

    `spans` are places of `Lattice.of(distribution, coups)` whose probabilities are wanted; `levels` are the
    probabilities whose quantiles are wanted. The answer is exact if `exact`, between bounds if not. `keep`
    keeps all weights. Raises AnalyzerError if it would take too long.
    """
    grid = Lattice.of(distribution, coups)
    weights, total, short = _weights(distribution, grid, exact)
    kept: list[tuple[int, int]] = []
    needed = [
        level.chance * total // 1 + 1 if level.above else -(-level.chance * total // 1) for level in levels
    ]
    # Each list ends with what will be met next.
    edges = sorted({edge for span in spans for edge in span}, reverse=True)
    may_reach = sorted(range(len(levels)), key=needed.__getitem__, reverse=True)
    surely_reach = may_reach.copy()
    below: dict[int, int] = {}
    earliest: dict[int, int] = {}
    reached: dict[int, tuple[int, int, int]] = {}
    so_far = 0
    for place, weight in weights:  # one pass, because they may not all fit in memory
        while edges and edges[-1] <= place:
            below[edges.pop()] = so_far
        before, so_far = so_far, so_far + weight
        while may_reach and so_far + short >= needed[may_reach[-1]]:
            earliest[may_reach.pop()] = place
        while surely_reach and so_far >= needed[surely_reach[-1]]:
            reached[surely_reach.pop()] = (place, before, so_far)
        if keep:
            kept.append((place, weight))
    below |= dict.fromkeys(edges, so_far)
    # A level above the total that is left after rounding counts as reached at the greatest gain.
    last = (grid.size - 1, so_far, so_far)
    lost = Fraction(short, total)

    def chance(span: Span) -> Bounds:
        start, stop = span
        low = Fraction(below[stop] - below[start], total)
        return Bounds(low, low + lost if start < stop else low)

    def quantile(number: int) -> Quantile:
        at, before, up_to = reached.get(number, last)
        first = grid.gain(earliest.get(number, at))
        return Quantile(grid.gain(at), first, Fraction(before, total), Fraction(up_to, total))

    quantiles = tuple(map(quantile, range(len(levels))))
    return After(grid, tuple(map(chance, spans)), quantiles, total, lost, tuple(kept))


def _weights(
    distribution: Distribution, grid: Lattice, exact: bool
) -> tuple[Iterable[tuple[int, int]], int, int]:
    """The places with their ways, the total of all ways, and the ways lost by rounding down."""
    if exact:
        return enumerate(power(grid.marks, distribution.ways, grid.coups)), distribution.total**grid.coups, 0
    if not within_reach(distribution, grid.coups):
        raise AnalyzerError(
            "expected at most {most} likely gains, got more over {coups} coups; ask for fewer coups",
            most=MOST_CELLS,
            coups=grid.coups,
        )
    start, weights = enclosed(grid.marks, distribution.ways, grid.coups, DIGITS)
    return enumerate(weights, start), 10**DIGITS, 10**DIGITS - sum(weights)


def power(marks: Sequence[int], ways: Sequence[int], n: int) -> Iterator[int]:
    """The exact coefficients of (Σ wᵢ·x^mᵢ)ⁿ, from that of x⁰ on; the first of the marks m is 0, and n ≥ 1.

    From q = pⁿ follows p·q′ = n·p′·q, and so k·p₀·q_k = Σᵢ (n·i − (k − i))·pᵢ·q_{k−i}, i ≥ 1.

    Source: L. Euler; J. C. P. Miller's recurrence in D. E. Knuth, The Art of Computer Programming 2, §4.7.

    >>> list(power((0, 1, 2), (1, 2, 1), 2))
    [1, 4, 6, 4, 1]
    """
    first, last = ways[0], marks[-1]
    others = list(zip(marks[1:], ways[1:], strict=True))
    recent = [first**n] + [0] * last  # the coefficients up to k − last, by k modulo last + 1
    yield recent[0]
    for k in range(1, n * last + 1):
        products = sum(((n + 1) * i - k) * way * recent[(k - i) % (last + 1)] for i, way in others if i <= k)
        recent[k % (last + 1)] = coefficient = products // (k * first)
        yield coefficient


def enclosed(marks: Sequence[int], ways: Sequence[int], n: int, digits: int) -> tuple[int, list[int]]:
    """Coefficients of the n-th power of a distribution, in units of 10^−digits, none above the true one.

    The result is the first place whose coefficient is not rounded down to zero, and the coefficients from
    there on. The amount by which their sum is less than 1 is exactly what rounding has lost, so it bounds the
    error of every sum of some of them. Powers are formed by repeated squaring. Polynomials are multiplied as
    integers in decimal digits (L. Kronecker's substitution), which `decimal` does exactly, by transforms.
    """
    total = sum(ways)
    by_mark = dict(zip(marks, ways, strict=True))
    distribution = [by_mark.get(mark, 0) * 10**digits // total for mark in range(marks[-1] + 1)]
    base = _trimmed(0, [str(weight).rjust(digits + 1, "0") for weight in reversed(distribution)])
    result = base
    for bit in bin(n)[3:]:
        result = _product(result, result, digits)
        if bit == "1":
            result = _product(result, base, digits)
    start, blocks = result
    return start, [int(block) for block in reversed(blocks)]


def _product(a: Blocks, b: Blocks, digits: int) -> Blocks:
    """The product, every coefficient rounded down to this many digits after the first."""
    (start, one), (other_start, other) = a, b
    # A sum of products of probabilities is at most 1, so twice the decimals and one whole digit are enough.
    width, gap = 2 * digits + 1, "0" * digits
    factor = decimal.Decimal(gap.join(one))
    # A number times itself, as the same object, is squared, which is faster than a product.
    text = str(_WIDE.multiply(factor, factor if b is a else decimal.Decimal(gap.join(other))))
    text = text.rjust((len(one) + len(other) - 1) * width, "0")
    blocks = [text[place : place + digits + 1] for place in range(0, len(text), width)]
    return _trimmed(start + other_start, blocks)


def _trimmed(start: int, blocks: list[str]) -> Blocks:
    """The blocks without zeros at either end."""
    nothing = "0" * len(blocks[0])
    high = next((place for place, block in enumerate(blocks) if block != nothing), len(blocks) - 1)
    low = next((place for place, block in enumerate(reversed(blocks)) if block != nothing), 0)
    return start + low, blocks[high : len(blocks) - low]
