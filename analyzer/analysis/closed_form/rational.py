"""Rational functions of one variable with integer coefficients, in lowest terms; their values at integers."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import groupby
from math import gcd
from typing import Any

from sympy import Mul, Rational

from analyzer.analysis.closed_form.coefficients import (
    Coefficients,
    Factors,
    coefficients_of,
    factored,
    near_roots,
    poly,
    value,
)


@dataclass(frozen=True, slots=True)
class Extreme:
    """A greatest or least value, and the least integer at which it is reached, None if only in the limit."""

    at: int | None
    value: Fraction


@dataclass(frozen=True, slots=True)
class Run:
    """Integers at which a function has the same sign, -1, 0 or 1: `first` to `last`, None if without end."""

    first: int
    last: int | None
    sign: int


@dataclass(frozen=True)
class RationalFunction:
    """A quotient of two polynomials without a common factor, the denominator positive at large integers.

    >>> half = RationalFunction.of((0, 2), (0, -4))
    >>> half.numerator, half.denominator, half.limit
    ((-1,), (2,), Fraction(-1, 2))
    """

    numerator: Coefficients
    denominator: Coefficients

    @classmethod
    def of(cls, numerator: Sequence[int], denominator: Sequence[int]) -> "RationalFunction":
        """The quotient in lowest terms, with common integer factors cancelled, too."""
        above, below = poly(numerator).cancel(poly(denominator), include=True)
        top, bottom = coefficients_of(above), coefficients_of(below)
        sign = gcd(*top, *bottom) * (1 if bottom[-1] > 0 else -1)
        return cls(tuple(c // sign for c in top), tuple(c // sign for c in bottom))

    def __call__(self, x: int) -> Fraction:
        """The exact value at an integer that is no root of the denominator."""
        return Fraction(value(self.numerator, x), value(self.denominator, x))

    def sympy(self) -> Any:
        """The function as an expression of sympy, factored."""
        (content, above), (divisor, below) = self.factors
        powers = [*above, *((part, -power) for part, power in below)]
        return Mul(Rational(content, divisor), *(poly(part).as_expr() ** power for part, power in powers))

    @property
    def limit(self) -> Fraction:
        """The limit as the variable grows without bound; there must be one."""
        return self.expansion(0)[0]

    def expansion(self, terms: int) -> tuple[Fraction, ...]:
        """The limit, and the coefficients of the first powers of 1/d after it."""
        lower = len(self.denominator) - len(self.numerator)
        if lower < 0:
            raise ArithmeticError("expected a function with a limit, got one that grows without bound")
        above = [*[0] * lower, *reversed(self.numerator), *[0] * terms]
        below = [*reversed(self.denominator), *[0] * terms]
        series: list[Fraction] = []
        for k in range(terms + 1):
            rest = above[k] - sum(below[k - i] * series[i] for i in range(k))
            series.append(Fraction(rest) / below[0])
        return tuple(series)

    @cached_property
    def factors(self) -> tuple[Factors, Factors]:
        """Numerator and denominator, factored over the integers."""
        return factored(self.numerator), factored(self.denominator)

    def greatest(self, start: int, sign: int = 1) -> Extreme:
        """The greatest value at integers from `start` on, none of them a pole; the least if `sign` is −1."""
        # Between neighbouring roots of the derivative and poles, the function only rises or only falls.
        above, below = poly(self.numerator), poly(self.denominator)
        slope = coefficients_of(above.diff() * below - above * below.diff())
        near = {start, *near_roots(slope, start), *near_roots(self.denominator, start)}
        best = max(sign * self(x) for x in near)
        if sign * self.limit > best:
            return Extreme(None, self.limit)
        return Extreme(min(x for x in near if sign * self(x) == best), sign * best)

    def least(self, start: int) -> Extreme:
        """The least value at integers from `start` on, none of them a pole."""
        return self.greatest(start, -1)

    def signs(self, start: int) -> tuple[Run, ...]:
        """The sign of the function at all integers from `start` on, none of them a pole."""
        near = near_roots(self.numerator, start) + near_roots(self.denominator, start)
        firsts = sorted({start, *near, *(x + 1 for x in near)})
        by_sign = groupby(firsts, key=lambda x: (self(x) > 0) - (self(x) < 0))
        starts = [(next(group), sign) for sign, group in by_sign]
        lasts = [*(first - 1 for first, _ in starts[1:]), None]
        return tuple(Run(first, last, sign) for (first, sign), last in zip(starts, lasts, strict=True))
