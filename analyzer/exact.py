"""Exact numbers in and out of text: falling factorials, ratios, decimals and roots at stated digits.

Knows nothing of baccarat, and never makes a float.
"""

import re
from fractions import Fraction
from math import isqrt, prod

from analyzer.errors import AnalyzerError

_RATIO = re.compile(r"(-?)([0-9]{1,12})(?:\.([0-9]{1,12})|/([0-9]{1,12}))?(%?)")


def quoted(value: object) -> str:
    """What came, as an error sentence quotes it: at most about 40 characters, whatever came.

    >>> quoted("1c"), quoted(40.0), quoted([1, 2])
    ("'1c'", '40.0', 'a list')
    """
    if isinstance(value, str):
        return repr(value if len(value) <= 40 else value[:39] + "…")
    if value is None or isinstance(value, float):
        return repr(value)
    if isinstance(value, int):
        return repr(value) if abs(value) < 10**30 else f"an integer of {value.bit_length():,} bits"
    return f"a {type(value).__name__}"


def falling(n: int, k: int) -> int:
    """The falling factorial n(n−1)…(n−k+1), k ≥ 0 factors: ordered draws of k out of n things.

    >>> falling(416, 6)
    4998398275503360
    """
    return prod(range(n, n - k, -1))


def ratio_text(x: Fraction) -> str:
    """The number in lowest terms as text, an integer without `/1`.

    >>> ratio_text(Fraction(38, 40)), ratio_text(Fraction(-3))
    ('19/20', '-3')
    """
    return str(x)


def parse_ratio(text: str, *, percent: bool = False) -> Fraction:
    """The exact number written as `12`, `0.95`, `19/20`, or, where `percent` allows it, `5%`.

    Raises:
        AnalyzerError: anything else: exponents, more than 12 digits on a side, a zero denominator.

    >>> parse_ratio("0.95"), parse_ratio("5%", percent=True)
    (Fraction(19, 20), Fraction(1, 20))
    """
    match = _RATIO.fullmatch(text) if isinstance(text, str) else None
    if match is None or (match[5] and not percent):
        choices = '"5%", "0.05" or "1/20"' if percent else '"12", "0.95" or "19/20"'
        kind = "rate" if percent else "ratio"
        raise AnalyzerError(f"expected a {kind} such as {choices}, got {quoted(text)}")
    sign, whole, decimals, denominator, sign_of_percent = match.groups()
    if denominator is not None and int(denominator) == 0:
        raise AnalyzerError(f"expected a ratio with a denominator other than zero, got {quoted(text)}")
    x = Fraction(int(whole), int(denominator or 1))
    if decimals:
        x += Fraction(int(decimals), 10 ** len(decimals))
    if sign_of_percent:
        x /= 100
    return -x if sign else x


def decimal_text(x: Fraction, digits: int) -> str:
    """The number as a decimal with `digits` ≥ 0 places, rounded half to even; zero has no sign.

    Raises:
        AnalyzerError: `digits` is negative.

    >>> decimal_text(Fraction(1, 8), 2), decimal_text(Fraction(-1, 3), 4), decimal_text(Fraction(-1, 9), 0)
    ('0.12', '-0.3333', '0')
    """
    if digits < 0:
        raise AnalyzerError(f"expected 0 or more digits after the point, got {digits}")
    scaled = round(Fraction(x) * 10**digits)
    return ("-" if scaled < 0 else "") + _pointed(abs(scaled), digits)


def percent_text(x: Fraction, digits: int) -> str:
    """A hundred times the number with `digits` ≥ 0 places, rounded half to even, and a percent sign.

    >>> percent_text(Fraction(1, 16), 2)
    '6.25%'
    """
    return decimal_text(100 * Fraction(x), digits) + "%"


def grouped(n: int) -> str:
    """The integer with a comma between groups of three digits.

    >>> grouped(4998398275503360)
    '4,998,398,275,503,360'
    """
    return f"{n:,}"


def root_text(x: Fraction, digits: int = 15, sign: int = 1) -> str:
    """The square root of x ≥ 0, at least `digits` significant digits, the last rounded half to even.

    Every digit printed is right, so there are more where the whole part needs them. The text has a
    point always, and an exponent only below 1e-6. A negative `sign` asks for the negative root.

    Raises:
        AnalyzerError: x is negative.

    >>> root_text(Fraction(2)), root_text(Fraction(9), 4), root_text(Fraction(1, 10**18), 3)
    ('1.41421356237310', '3.000', '1.00e-9')
    """
    x = Fraction(x)
    if x < 0:
        raise AnalyzerError("expected a number of at least 0 under the square root, got a negative one")
    if x == 0:
        return "0.0"
    # 30103 / 100000 is log10(2) rounded up: an upper bound to walk down from, in whole numbers.
    power = (x.numerator.bit_length() - x.denominator.bit_length() + 1) * 30103 // 200000 + 2
    while Fraction(100) ** power > x:
        power -= 1
    size = max(digits, 2, power + 2)
    places = size - 1 - power
    square = x * Fraction(100) ** places
    n = isqrt(square.numerator // square.denominator)
    half = Fraction(2 * n + 1, 2) ** 2
    if square > half or (square == half and n % 2 == 1):
        n += 1
    if n == 10**size:
        power, size = power + 1, size + 1
    body = _pointed(n, places) if power >= -6 else f"{_pointed(n, size - 1)}e{power}"
    return ("-" if sign < 0 else "") + body


def _pointed(n: int, places: int) -> str:
    """The digits of n ≥ 0 with a point before the last `places` of them."""
    text = str(n).rjust(places + 1, "0")
    return f"{text[:-places]}.{text[-places:]}" if places else text
