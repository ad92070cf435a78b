"""Variances of many paytables at once: doubles with a proven error bound, integers if that is too wide."""

from bisect import bisect_left
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from analyzer.analysis.design.space import Space
from analyzer.census.program import Ints

Doubles = NDArray[Any]


class Variances:
    """The variance of any paytable of a space, with the names in the given order, as a double.

    It is off by at most `error`. With m names there are at most 8m + 32 operations. Each of them, and each
    number they start from, is off by at most 2⁻⁵³ times the mean square plus the square of the mean size of a
    gain, each at its largest in the space.
    """

    def __init__(self, space: Space, order: Sequence[int]) -> None:
        """Convert probabilities and pays to doubles."""
        self.space, self.order = space, tuple(order)
        symbols = [space.symbols[place] for place in order]
        total, unit = space.total, space.unit
        self.chances = [np.float64(Fraction(symbol.ways, total)) for symbol in symbols]
        self.pays = [np.array([np.float64(Fraction(pay, unit)) for pay in symbol.pays]) for symbol in symbols]
        last = self.pays[-1]
        self._step = last[1] - last[0] if len(last) > 1 else 1
        self.gain = np.float64(Fraction(space.fixed_gain, total * unit))
        self.square = np.float64(Fraction(space.fixed_square, total * unit**2))
        sizes = sum(ways * abs(net) * chance for ways, net, chance in space.fixed) * unit
        size = Fraction(sizes + sum(symbol.ways * symbol.largest for symbol in symbols), total * unit)
        squares = space.fixed_square + sum(symbol.ways * symbol.largest**2 for symbol in symbols)
        square = Fraction(squares, total * unit**2)
        self.error = np.float64((square + size**2) * Fraction(8 * len(symbols) + 33, 2**53))

    def of(self, places: Sequence[Ints]) -> Doubles:
        """The variance of each paytable, given the places of its pays in this object's order of the names."""
        return self._at(*self._heads(places[:-1]), places[-1])

    def _heads(self, heads: Sequence[Ints]) -> tuple[Doubles, Doubles]:
        """The means of the gain and of its square, without the last name's contribution."""
        gain, square = np.asarray(self.gain), np.asarray(self.square)
        for chance, pays, places in zip(self.chances, self.pays, heads, strict=False):
            pay = pays[places]
            share = chance * pay
            gain = gain + share
            square = square + share * pay
        return gain, square

    def _at(self, gain: Doubles, square: Doubles, places: Ints) -> Doubles:
        pay = self.pays[-1][places]
        share = self.chances[-1] * pay
        return np.asarray(square + share * pay - (gain + share) ** 2)

    def at_most(self, bound: int, heads: Sequence[Ints]) -> tuple[Ints, Ints]:
        """For each row of heads, the span of the last name's places where the variance is at most a bound.

        The variance is convex in each pay, so these places are consecutive. The roots of a quadratic suggest
        them. A suggestion is accepted if the variances at its ends are certainly below the bound and those
        next to it are above; the span is empty if the least variance is above. Integers decide the rest.
        """
        rows, size = len(heads[0]) if heads else 1, len(self.pays[-1])
        limit = np.float64(Fraction(bound, (self.space.total * self.space.unit) ** 2))
        gain, square = (np.broadcast_to(mean, rows) for mean in self._heads(heads))
        start, stop = self._roots(gain, square, limit)

        def at(places: Ints) -> Doubles:
            return self._at(gain, square, np.clip(places, 0, size - 1))

        def above(places: Ints) -> Doubles:
            """Where the variance is certainly above the bound, or there is no such pay."""
            return np.asarray((places < 0) | (places >= size) | (at(places) > limit + 2 * self.error))

        filled = (start < stop) & above(start - 1) & above(stop)
        filled &= (at(start) < limit - 2 * self.error) & (at(stop - 1) < limit - 2 * self.error)
        rest = 1 - self.chances[-1]
        vertex = (gain / rest - self.pays[-1][0]) / self._step if rest > 0 else np.zeros(rows)
        least = np.clip(np.rint(vertex), 0, size - 1).astype(np.int64)  # a guess, checked below
        lowest = at(least) + 2 * self.error
        rising = (least == size - 1) | (at(least + 1) > lowest)
        falling = (least == 0) | (at(least - 1) > lowest)
        empty = above(least) & ((rising & falling) | (self.chances[-1] == 0))
        start, stop = np.where(empty, 0, start), np.where(empty, 0, stop)
        for row in np.flatnonzero(~(filled | empty)).tolist():
            start[row], stop[row] = self._exactly(bound, [int(head[row]) for head in heads])
        return start, stop

    def _roots(self, gain: Doubles, square: Doubles, limit: Any) -> tuple[Ints, Ints]:
        """A guess at the span of each row, from the roots of the quadratic; empty if there are none."""
        chance, pays = self.chances[-1], self.pays[-1]
        bend = chance * (1 - chance)
        if bend == 0:
            start = np.zeros(len(gain), dtype=np.int64)
            return start, np.where(self._at(gain, square, start) <= limit, len(pays), 0)
        with np.errstate(invalid="ignore", divide="ignore", over="ignore"):
            middle = gain * chance
            root = np.sqrt(middle**2 - bend * (square - gain**2 - limit))
            ends = [((middle + sign * root) / bend - pays[0]) / self._step for sign in (-1, 1)]
            low, high = (np.nan_to_num(np.clip(end, -1, len(pays)), nan=-1) for end in ends)
        start = np.clip(np.ceil(low), 0, len(pays)).astype(np.int64)
        return start, np.maximum(start, np.clip(np.floor(high) + 1, 0, len(pays)).astype(np.int64))

    def _exactly(self, bound: int, heads: Sequence[int]) -> tuple[int, int]:
        """The span of one row in integers, found by bisection on either side of the least variance."""

        def spread(place: int) -> int:
            by_name = dict(zip(self.order, (*heads, place), strict=True))
            return self.space.spread([by_name[name] for name in range(len(by_name))])

        places = range(len(self.pays[-1]))
        least = bisect_left(places[:-1], True, key=lambda place: spread(place) <= spread(place + 1))
        if spread(least) > bound:
            return 0, 0
        start = bisect_left(places, True, hi=least, key=lambda place: spread(place) <= bound)
        return start, bisect_left(places, True, lo=least + 1, key=lambda place: spread(place) > bound)
