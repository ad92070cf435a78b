"""Polynomials in one variable by their integer coefficients: sums, roots, factors and their text."""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import reduce
from itertools import chain, pairwise, zip_longest
from typing import Any

from sympy import ZZ, Poly, Symbol

from analyzer.analysis.closed_form.falling import signed_sum, times

VARIABLE = "d"


Coefficients = tuple[int, ...]
"""A polynomial's integer coefficients in rising powers, the last not zero; the zero polynomial has none."""


Factors = tuple[int, tuple[tuple[Coefficients, int], ...]]
"""A factored polynomial: an integer, and irreducible factors with their powers."""


_VARIABLE = Symbol(VARIABLE)


_NARROW = Fraction(1, 2)  # The widest interval around a root: narrow, so that few integers are near it.


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
    """The polynomial of least degree that has these values at `start`, `start` + 1 and so on.

    Raises:
        ArithmeticError: its coefficients are not integers.

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


def near_roots(coefficients: Coefficients, start: int) -> list[int]:
    """The integers from `start` on that are next to real roots, and all integer roots, ascending.

    At all integers between two neighbours of the list, the sign is the same. A constant polynomial has none.
    """
    if len(coefficients) < 2:
        return []
    intervals = poly(coefficients).intervals(eps=_NARROW, inf=start)
    near = (range(max(start, int(low // 1)), int(-(-high // 1)) + 1) for (low, high), _ in intervals)
    return sorted(set(chain.from_iterable(near)))


def factored(coefficients: Coefficients) -> Factors:
    """A polynomial factored over the integers, simple factors first, d before all others."""
    content, powers = poly(coefficients).factor_list()
    factors = [(coefficients_of(factor), int(power)) for factor, power in powers]
    return int(content), tuple(sorted(factors, key=lambda factor: _simplicity(factor[0])))


def _simplicity(coefficients: Coefficients) -> tuple[int, bool, tuple[int, ...]]:
    rest = tuple(-coefficient for coefficient in coefficients[:-1])
    return len(coefficients), any(rest), (coefficients[-1], *reversed(rest))


def poly(coefficients: Sequence[int]) -> Any:
    """The polynomial as a sympy `Poly`."""
    return Poly.from_list(list(reversed(coefficients)) or [0], _VARIABLE, domain=ZZ)


def coefficients_of(poly: Any) -> Coefficients:
    """The coefficients of a sympy `Poly`."""
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
