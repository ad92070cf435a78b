"""Variances of many paytables at once: doubles proven near, and whole numbers where they do not decide."""

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
    """The variance of each paytable of a space whose names are taken in some order.

    As a double it is off by at most `error`: with m names, each of its at most 8m + 32 operations, and each
    number it starts from, is off by at most 2⁻⁵³ of numbers that nowhere in the space exceed the mean square
    plus the square of the mean size of a gain.
    """

    def __init__(self, space: Space, order: Sequence[int]) -> None:
        """Bring chances and pays to doubles."""
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
        """The variances of paytables, by the places of their pays, in this order of the names."""
        return self._at(*self._heads(places[:-1]), places[-1])

    def _heads(self, heads: Sequence[Ints]) -> tuple[Doubles, Doubles]:
        """Means of gains and of their squares, but for what the last name adds."""
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

        The variance is convex in each pay, so the places are a span, which the roots of a quadratic suggest.
        That is accepted where the variances at its ends and next to them are certainly on their sides of the
        bound; the span is empty where the least variance is surely above it. Whole numbers decide the rest.
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
        least = np.clip(np.rint(vertex), 0, size - 1).astype(np.int64)  # where it should be: a guess
        lowest = at(least) + 2 * self.error
        rising = (least == size - 1) | (at(least + 1) > lowest)
        falling = (least == 0) | (at(least - 1) > lowest)
        empty = above(least) & ((rising & falling) | (self.chances[-1] == 0))
        start, stop = np.where(empty, 0, start), np.where(empty, 0, stop)
        for row in np.flatnonzero(~(filled | empty)).tolist():
            start[row], stop[row] = self._exactly(bound, [int(head[row]) for head in heads])
        return start, stop

    def _roots(self, gain: Doubles, square: Doubles, limit: Any) -> tuple[Ints, Ints]:
        """Where the span should be: a guess, empty where there is none."""
        chance, pays = self.chances[-1], self.pays[-1]
        bend = chance * (1 - chance)
        if bend == 0:
            here = self._at(gain, square, np.zeros(len(gain), dtype=np.int64)) <= limit
            return np.zeros(len(gain), dtype=np.int64), np.where(here, len(pays), 0)
        with np.errstate(invalid="ignore", divide="ignore", over="ignore"):
            middle = gain * chance
            root = np.sqrt(middle**2 - bend * (square - gain**2 - limit))
            ends = [((middle + sign * root) / bend - pays[0]) / self._step for sign in (-1, 1)]
            low, high = (np.nan_to_num(np.clip(end, -1, len(pays)), nan=-1) for end in ends)
        start = np.clip(np.ceil(low), 0, len(pays)).astype(np.int64)
        return start, np.maximum(start, np.clip(np.floor(high) + 1, 0, len(pays)).astype(np.int64))

    def _exactly(self, bound: int, heads: Sequence[int]) -> tuple[int, int]:
        """The span of one row, by whole numbers: from the place of the least variance to either side."""
        space, size = self.space, len(self.pays[-1])

        def spread(place: int) -> int:
            places = [0] * (len(heads) + 1)
            for at, value in zip(self.order, (*heads, place), strict=True):
                places[at] = value
            return space.spread(places)

        places = range(size)
        least = bisect_left(places[:-1], True, key=lambda place: spread(place) <= spread(place + 1))
        if spread(least) > bound:
            return 0, 0
        start = bisect_left(places, True, hi=least, key=lambda place: spread(place) <= bound)
        return start, bisect_left(places, True, lo=least + 1, key=lambda place: spread(place) > bound)
