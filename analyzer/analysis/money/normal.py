"""The normal law, to stated digits, beside which exact probabilities stand.

An approximation of a sum of many gains: says nothing exact of it.
"""

from fractions import Fraction

DIGITS = 20
"""Decimals to which figures of the normal law are right."""

_WORKING = DIGITS + 15


def below(x: Fraction, mean: Fraction, variance: Fraction) -> Fraction:
    """The probability of less than x under the normal law, to DIGITS decimals; its variance is above zero."""
    import mpmath  # noqa: PLC0415

    with mpmath.workdps(_WORKING):
        squared = (x - mean) ** 2 / variance
        z = mpmath.sqrt(mpmath.mpf(squared.numerator) / squared.denominator)
        return _fraction(mpmath.ncdf(z if x > mean else -z))


def quantile(chance: Fraction) -> Fraction:
    """The z below which the standard normal law lies with this probability, to DIGITS decimals."""
    import mpmath  # noqa: PLC0415

    if chance > Fraction(1, 2):
        return -quantile(1 - chance)
    # By the smaller tail, so that nothing is lost where it is tiny.
    with mpmath.workdps(_WORKING):
        tail = mpmath.mpf(chance.numerator) / chance.denominator
        guess = -mpmath.sqrt(2) * mpmath.erfinv(1 - 2 * tail)
        return _fraction(mpmath.findroot(lambda z: mpmath.ncdf(z) - tail, guess))


def root(square: Fraction) -> Fraction:
    """The square root, to DIGITS decimals."""
    import mpmath  # noqa: PLC0415

    with mpmath.workdps(_WORKING + len(str(int(square)))):
        return _fraction(mpmath.sqrt(mpmath.mpf(square.numerator) / square.denominator))


def _fraction(value: object) -> Fraction:
    """A number of mpmath's, rounded to DIGITS decimals."""
    import mpmath  # noqa: PLC0415

    return Fraction(int(mpmath.nint(value * 10**DIGITS)), 10**DIGITS)
