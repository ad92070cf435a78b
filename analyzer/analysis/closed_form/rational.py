"""Polynomials and rational functions of one variable, with integer coefficients: values, roots and text."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache, reduce
from itertools import groupby, pairwise, zip_longest
from math import gcd
from typing import Any

from sympy import ZZ, Mul, Poly, Rational, Symbol

from analyzer.analysis.closed_form.falling import signed_sum, times

VARIABLE = "d"

Coefficients = tuple[int, ...]
"""A polynomial's integer coefficients in rising powers, the last not zero; the zero polynomial has none."""

Factors = tuple[int, tuple[tuple[Coefficients, int], ...]]
"""A factored polynomial: an integer, and irreducible factors with their powers."""

_VARIABLE = Symbol(VARIABLE)


def value(coefficients: Coefficients, x: Any) -> Any:
    """The value of a polynomial at a number, or at anything that can be multiplied and added."""
    return reduce(lambda total, coefficient: total * x + coefficient, reversed(coefficients), 0)


def added(terms: Iterable[tuple[int, Coefficients]]) -> Coefficients:
    """The sum of polynomials, each times an integer.

    >>> added([(2, (1, 1)), (-1, (0, 2))])
    (2,)
    """
    scaled = ([times * coefficient for coefficient in coefficients] for times, coefficients in terms)
    return _trimmed([*map(sum, zip_longest(*scaled, fillvalue=0))])


def _trimmed(coefficients: list[int]) -> Coefficients:
    while coefficients and not coefficients[-1]:
        coefficients.pop()
    return tuple(coefficients)


def through(start: int, values: Sequence[int]) -> Coefficients:
    """The polynomial of least degree that has these values at `start`, `start` + 1 and so on. Raises
    ArithmeticError if its coefficients are not integers.

    >>> through(2, [4, 9, 16, 25])
    (0, 0, 1)
    """
    differences, row = [], list(values)
    while row:
        differences.append(row[0])
        row = [right - left for left, right in pairwise(row)]
    # Newton's form from the innermost bracket out; a difference is divided by its order step by step.
    zero = Fraction(0)
    result = [zero]
    for order, difference in reversed([*enumerate(differences)]):
        shifted = zip([zero, *result], [*result, zero], strict=True)
        result = [(above - (start + order) * same) / (order + 1) for above, same in shifted]
        result[0] += difference
    if any(coefficient.denominator != 1 for coefficient in result):
        raise ArithmeticError("expected a polynomial with integer coefficients, got fractions")
    return _trimmed([int(coefficient) for coefficient in result])


@lru_cache(maxsize=4096)
def near_roots(coefficients: Coefficients, start: int) -> tuple[int, ...]:
    """Integers from `start` on, ascending, that include every integer root and the integers on either side of
    every other real root. The sign is the same at all integers between two neighbours in the list, and after
    the last. Empty for a constant polynomial.

    >>> near_roots((-10, 0, 1), 1)
    (3, 4)
    """
    if len(coefficients) < 2:
        return ()
    slope = tuple(power * coefficient for power, coefficient in enumerate(coefficients))[1:]
    turns = near_roots(slope, start)
    last = max(0, start, *turns) + 1
    while value(coefficients, last) * coefficients[-1] <= 0:
        last *= 2
    near = {*turns}
    # Between two neighbours the polynomial only rises or only falls, or no integer is between them.
    for low, high in pairwise(sorted({start, *turns, last})):
        begin, end = value(coefficients, low), value(coefficients, high)
        near |= {x for x, y in ((low, begin), (high, end)) if not y}
        if begin * end < 0:
            while high - low > 1:
                middle = (low + high) // 2
                low, high = (low, middle) if value(coefficients, middle) * end > 0 else (middle, high)
            near |= {low, high}
    return tuple(sorted(near))


@lru_cache(maxsize=4096)
def factored(coefficients: Coefficients) -> Factors:
    """A polynomial factored over the integers, simple factors first, d before all others."""
    content, powers = _poly(coefficients).factor_list()
    factors = [(_coefficients_of(factor), int(power)) for factor, power in powers]
    return int(content), tuple(sorted(factors, key=lambda factor: _simplicity(factor[0])))


def _simplicity(coefficients: Coefficients) -> tuple[int, bool, tuple[int, ...]]:
    rest = tuple(-coefficient for coefficient in coefficients[:-1])
    return len(coefficients), any(rest), (coefficients[-1], *reversed(rest))


def _poly(coefficients: Sequence[int]) -> Any:
    return Poly.from_list(list(reversed(coefficients)) or [0], _VARIABLE, domain=ZZ)


def _coefficients_of(poly: Any) -> Coefficients:
    return _trimmed([int(c) for c in reversed(poly.all_coeffs())])


def polynomial_text(coefficients: Coefficients) -> str:
    """A polynomial as text, highest power first.

    >>> polynomial_text((-1, 0, 52)), polynomial_text(())
    ('52*d**2 - 1', '0')
    """
    terms = [
        times(coefficient, {0: "", 1: VARIABLE}.get(power, f"{VARIABLE}**{power}"))
        for power, coefficient in enumerate(coefficients)
        if coefficient
    ]
    return signed_sum(reversed(terms)) or "0"


def factors_text(factors: Factors) -> str:
    """A factored polynomial as text, the integer first.

    >>> factors_text((-4, (((0, 1), 2), ((-1, 52), 1)))), factors_text((1, (((-1, 52), 1),)))
    ('-4*d**2*(52*d - 1)', '52*d - 1')
    """
    content, parts = factors
    if content == 1 and len(parts) == 1 and parts[0][1] == 1:
        return polynomial_text(parts[0][0])
    powers = []
    for coefficients, power in parts:
        text = polynomial_text(coefficients)
        base = text if text == VARIABLE else f"({text})"
        powers.append(base if power == 1 else f"{base}**{power}")
    return times(content, "*".join(powers))


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
        """The quotient in lowest terms, with common integer factors also cancelled."""
        above, below = _poly(numerator).cancel(_poly(denominator), include=True)
        top, bottom = _coefficients_of(above), _coefficients_of(below)
        sign = gcd(*top, *bottom) * (1 if bottom[-1] > 0 else -1)
        return cls(tuple(c // sign for c in top), tuple(c // sign for c in bottom))

    def __call__(self, x: int) -> Fraction:
        """The exact value at an integer that is not a root of the denominator."""
        return Fraction(value(self.numerator, x), value(self.denominator, x))

    def sympy(self) -> Any:
        """The function as an expression of sympy, factored."""
        (content, above), (divisor, below) = self.factors
        powers = [*above, *((part, -power) for part, power in below)]
        return Mul(Rational(content, divisor), *(_poly(part).as_expr() ** power for part, power in powers))

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
        above, below = _poly(self.numerator), _poly(self.denominator)
        slope = _coefficients_of(above.diff() * below - above * below.diff())
        near = {start, *near_roots(slope, start), *near_roots(self.denominator, start)}
        values = {x: sign * self(x) for x in near}
        best = max(values.values())
        if sign * self.limit > best:
            return Extreme(None, self.limit)
        return Extreme(min(x for x in near if values[x] == best), sign * best)

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
