"""A small linear program solved in whole numbers, and every answer proved by its dual."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from operator import mul

import numpy as np

from analyzer.census.program import Numbers

Row = Sequence[int]


@dataclass(frozen=True, slots=True)
class Optimum:
    """The largest value of a linear program, where it is reached, and the price of each bound."""

    value: Fraction
    at: tuple[Fraction, ...]
    prices: tuple[Fraction, ...]


def maximum(gains: Row, rows: Sequence[Row]) -> Optimum:
    """The largest Σ gains · x with no x below 0 and, in each row, Σ coefficients · x at most the last entry.

    The simplex method with Bland's rule, which always ends, on whole numbers over one denominator, the last
    pivot. The answer is returned only if x and the prices prove each other. Raises ValueError if no x meets
    all bounds, or the sum has no largest value.

    Source: R. G. Bland, New finite pivoting rules for the simplex method, Mathematics of Operations Research
    2 (1977), 103–107; J. Edmonds, Systems of distinct representatives and linear algebra (1967), for whole
    pivots.

    >>> found = maximum([1, 1], [[2, 1, 4], [1, 2, 3]])
    >>> found.value, found.at
    (Fraction(7, 3), (Fraction(5, 3), Fraction(2, 3)))
    """
    table = _Table(gains, rows)
    table.meet_the_bounds()
    table.climb()
    solution = table.optimum(len(gains))
    _prove(solution, gains, rows)
    return solution


class _Table:
    """The rows, each with its slack variable, and below them what one more unit of each variable costs."""

    def __init__(self, gains: Row, rows: Sequence[Row]) -> None:
        variables = len(gains)
        self._entries: Numbers = np.zeros((len(rows) + 1, variables + len(rows) + 1), dtype=object)
        for place, row in enumerate(rows):
            self._entries[place, :variables] = row[:-1]
            self._entries[place, variables + place] = 1
            self._entries[place, -1] = row[-1]
        self._entries[-1, :variables] = [-gain for gain in gains]
        self._basis = [*range(variables, variables + len(rows))]
        self._unit = 1

    def meet_the_bounds(self) -> None:
        """Pivot until no bound is broken: the dual simplex method, as if all gains were 0."""
        while broken := np.flatnonzero(self._entries[:-1, -1] < 0).tolist():
            leaving = min(broken, key=self._basis.__getitem__)
            entering = self._first_negative(leaving)
            if entering is None:
                raise ValueError("no point meets all bounds of the linear program")
            self._entries[leaving] *= -1  # so that the pivot is positive; the slack leaves
            self._pivot(leaving, entering)

    def climb(self) -> None:
        """Pivot until no variable can add to the sum of gains."""
        while (entering := self._first_negative(-1)) is not None:
            rates, ends = self._entries[:-1, entering], self._entries[:-1, -1]
            rising = np.flatnonzero(rates > 0).tolist()
            if not rising:
                raise ValueError("the linear program has no largest value")
            order = [(Fraction(ends[place], rates[place]), self._basis[place], place) for place in rising]
            self._pivot(min(order)[-1], entering)

    def _first_negative(self, row: int) -> int | None:
        """The first column, except the last, with a negative entry in a row."""
        return next(iter(np.flatnonzero(self._entries[row, :-1] < 0).tolist()), None)

    def _pivot(self, leaving: int, entering: int) -> None:
        chosen, factors = self._entries[leaving].copy(), self._entries[:, entering].copy()
        # Every entry is a minor of the first table, so the division leaves no remainder.
        self._entries = (chosen[entering] * self._entries - np.multiply.outer(factors, chosen)) // self._unit
        self._entries[leaving] = chosen
        self._unit = chosen[entering]
        self._basis[leaving] = entering

    def optimum(self, variables: int) -> Optimum:
        value, *ends = (Fraction(end, self._unit) for end in (self._entries[-1, -1], *self._entries[:-1, -1]))
        at = dict(zip(self._basis, ends, strict=True))
        prices = (Fraction(price, self._unit) for price in self._entries[-1, variables:-1])
        return Optimum(value, tuple(at.get(x, Fraction(0)) for x in range(variables)), tuple(prices))


def _prove(best: Optimum, gains: Row, rows: Sequence[Row]) -> None:
    """Check by weak duality: prices at which no variable gains bound the value of every point."""
    worth = sum(map(mul, gains, best.at))
    cost = sum(price * row[-1] for price, row in zip(best.prices, rows, strict=True))
    met = all(sum(map(mul, row[:-1], best.at)) <= row[-1] for row in rows)
    priced = all(
        sum(price * row[place] for price, row in zip(best.prices, rows, strict=True)) >= gain
        for place, gain in enumerate(gains)
    )
    if min((*best.at, *best.prices), default=0) < 0 or not (met and priced and worth == cost == best.value):
        raise ArithmeticError("the answer of a linear program is not proved by its dual")
