"""The normal distribution, as an approximation to stated digits, and conversion to and from mpmath."""

from fractions import Fraction
from typing import Any

import mpmath

DIGITS = 20  # Decimals to which figures calculated with mpmath are correct.
_WORKING = DIGITS + 15


def below(x: Fraction, mean: Fraction, variance: Fraction) -> Fraction:
    """The normal probability of less than x, to DIGITS decimals; the variance is above zero."""
    with mpmath.workdps(_WORKING):
        z = mpmath.sqrt(real((x - mean) ** 2 / variance))
        return rounded(mpmath.ncdf(z if x > mean else -z))


def quantile(chance: Fraction) -> Fraction:
    """The z that a standard normal variable is below with this probability, to DIGITS decimals."""
    if chance > Fraction(1, 2):
        return -quantile(1 - chance)
    # Solve for the smaller tail, so that no digits are lost if it is tiny.
    with mpmath.workdps(_WORKING):
        tail = real(chance)
        guess = -mpmath.sqrt(2) * mpmath.erfinv(1 - 2 * tail)
        return rounded(mpmath.findroot(lambda z: mpmath.ncdf(z) - tail, guess))


def root(square: Fraction) -> Fraction:
    """The square root, to DIGITS decimals."""
    with mpmath.workdps(_WORKING + len(str(int(square)))):
        return rounded(mpmath.sqrt(real(square)))


def real(x: Fraction) -> Any:
    """A ratio as an mpmath number, at the current working precision."""
    return mpmath.mpf(x.numerator) / x.denominator


def rounded(value: Any) -> Fraction:
    """An mpmath number, rounded to DIGITS decimals."""
    return Fraction(int(mpmath.nint(value * 10**DIGITS)), 10**DIGITS)
