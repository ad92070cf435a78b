"""A small linear program solved in whole numbers, and every answer proved by its dual.

Knows nothing of baccarat.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

Row = Sequence[int]


@dataclass(frozen=True, slots=True)
class Optimum:
    """The largest value of a linear program, where it is reached, and the price of each bound."""

    value: Fraction
    at: tuple[Fraction, ...]
    prices: tuple[Fraction, ...]


def maximum(gains: Row, rows: Sequence[Row]) -> Optimum:
    """The largest sum of gains × x, no x below 0, where no row's coefficients × x exceed its last entry.

    The simplex method with Bland's rule, which always ends, on a table that stays whole: all its entries are
    over one denominator, the last pivot. The answer is returned only if x and the prices prove each other.

    Raises:
        ValueError: no x meets all bounds, or the sum has no largest value.

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
    found = table.optimum()
    _prove(found, gains, rows)
    return found


class _Table:
    """The rows, each with a slack of its own, and below them what a unit more of each variable costs."""

    def __init__(self, gains: Row, rows: Sequence[Row]) -> None:
        self._variables = len(gains)
        self._columns = len(gains) + len(rows)
        slacks = [[int(one == other) for other in range(len(rows))] for one in range(len(rows))]
        self._rows = [[*row[:-1], *slack, row[-1]] for row, slack in zip(rows, slacks, strict=True)]
        self._rows.append([*(-gain for gain in gains), *(0 for _ in rows), 0])
        self._basis = [*range(len(gains), self._columns)]
        self._unit = 1

    def meet_the_bounds(self) -> None:
        """Pivot until no bound is broken: the dual simplex method for gains of nothing."""
        while broken := [place for place, row in enumerate(self._rows[:-1]) if row[-1] < 0]:
            leaving = min(broken, key=lambda place: self._basis[place])
            row = self._rows[leaving]
            entering = next((column for column in range(self._columns) if row[column] < 0), None)
            if entering is None:
                raise ValueError("no point meets all bounds of the linear program")
            self._rows[leaving] = [-entry for entry in row]  # which the slack that leaves does not mind
            self._pivot(leaving, entering)

    def climb(self) -> None:
        """Pivot until no variable would gain more."""
        while True:
            costs = self._rows[-1]
            entering = next((column for column in range(self._columns) if costs[column] < 0), None)
            if entering is None:
                return
            rising = [place for place, row in enumerate(self._rows[:-1]) if row[entering] > 0]
            if not rising:
                raise ValueError("the linear program has no largest value")
            self._pivot(
                min(
                    rising,
                    key=lambda place: (
                        Fraction(self._rows[place][-1], self._rows[place][entering]),
                        self._basis[place],
                    ),
                ),
                entering,
            )

    def _pivot(self, leaving: int, entering: int) -> None:
        chosen = self._rows[leaving]
        pivot = chosen[entering]
        for place, row in enumerate(self._rows):
            if place != leaving:
                factor = row[entering]
                # Every entry is a minor of the first table, so the division leaves nothing.
                self._rows[place] = [
                    (pivot * entry - factor * other) // self._unit
                    for entry, other in zip(row, chosen, strict=True)
                ]
        self._unit = pivot
        self._basis[leaving] = entering

    def optimum(self) -> Optimum:
        costs = self._rows[-1]
        at = [Fraction(0)] * self._columns
        for place, column in enumerate(self._basis):
            at[column] = Fraction(self._rows[place][-1], self._unit)
        prices = costs[self._variables : self._columns]
        return Optimum(
            Fraction(costs[-1], self._unit),
            tuple(at[: self._variables]),
            tuple(Fraction(price, self._unit) for price in prices),
        )


def _prove(found: Optimum, gains: Row, rows: Sequence[Row]) -> None:
    """Weak duality: no point is worth more than bounds at prices at which no variable gains."""
    worth = sum(gain * x for gain, x in zip(gains, found.at, strict=True))
    cost = sum(price * row[-1] for price, row in zip(found.prices, rows, strict=True))
    met = all(sum(a * x for a, x in zip(row[:-1], found.at, strict=True)) <= row[-1] for row in rows)
    dear = all(
        sum(price * row[place] for price, row in zip(found.prices, rows, strict=True)) >= gain
        for place, gain in enumerate(gains)
    )
    if min((*found.at, *found.prices), default=0) < 0 or not (met and dear and worth == cost == found.value):
        raise ArithmeticError("the answer of a linear program is not proved by its dual")
