"""Exact numbers in and out of text, and the floats nearest to them. Knows nothing of baccarat."""

import re
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from math import inf, isqrt, prod
from numbers import Rational
from typing import overload

from analyzer.errors import AnalyzerError
from analyzer.text import Text, message

_RATIO = re.compile(r"(-?)([0-9]{1,12})(?:\.([0-9]{1,12})|/([0-9]{1,12}))?")
_MOST_DIGITS = 400  # The most digits on one side of a Decimal's point: 10**100000000 would take forever.


@overload
def quoted(value: str | None) -> str: ...
@overload
def quoted(value: object) -> Text: ...
def quoted(value: object) -> Text:
    """A value as an error sentence quotes it: at most about 40 characters, whatever it is.

    >>> [str(quoted(value)) for value in ("1c", 40.0, [1, 2], {"a": 1}, object())]
    ["'1c'", '40.0', 'a list', 'a table of keys', 'an object of type object']
    """
    if isinstance(value, str):
        return repr(value if len(value) <= 40 else value[:39] + "…")
    if value is None or isinstance(value, float):
        return repr(value)
    if isinstance(value, int):
        return repr(value) if abs(value) < 10**30 else message("an integer of {n} bits", n=value.bit_length())
    if isinstance(value, list):
        return message("a list")
    if isinstance(value, dict):
        return message("a table of keys")
    return message("an object of type {type}", type=type(value).__name__)


def falling(n: int, k: int) -> int:
    """The falling factorial n(n−1)…(n−k+1), k ≥ 0 factors: ordered draws of k out of n things.

    >>> falling(416, 6)
    4998398275503360
    """
    return prod(range(n, n - k, -1))


def ratio_text(x: int | Fraction) -> str:
    """The number in lowest terms as text, an integer without `/1`.

    >>> ratio_text(Fraction(38, 40)), ratio_text(Fraction(-3))
    ('19/20', '-3')
    """
    return str(x)


def ratio_or_none(x: Fraction | None) -> str | None:
    """The number as `ratio_text` writes it; None for None."""
    return None if x is None else ratio_text(x)


def rational(number: object) -> Fraction | None:
    """The exact value of a whole number, Fraction or Decimal; None for anything else, also True and False.

    >>> rational(Decimal("0.05")), rational(0.05)
    (Fraction(1, 20), None)
    """
    if isinstance(number, Decimal):
        far = not number.is_finite() or abs(number.adjusted()) + len(number.as_tuple().digits) > _MOST_DIGITS
        return None if far else Fraction(number)
    if isinstance(number, Rational) and not isinstance(number, bool):
        return Fraction(int(number.numerator), int(number.denominator))  # NumPy's integers would overflow.
    return None


def parse_ratio(text: str) -> Fraction:
    """The exact number written as `12`, `0.95` or `19/20`. Raises AnalyzerError for anything else: exponents,
    percent signs, more than 12 digits on a side, a zero denominator.

    >>> parse_ratio("0.95"), parse_ratio("-7/2")
    (Fraction(19, 20), Fraction(-7, 2))
    """
    match = _RATIO.fullmatch(text) if isinstance(text, str) else None
    if match is None:
        raise AnalyzerError('expected a ratio such as "12", "0.95" or "19/20", got {text}', text=quoted(text))
    sign, whole, decimals, denominator = match.groups()
    if denominator is not None and int(denominator) == 0:
        raise AnalyzerError(
            "expected a ratio with a denominator other than zero, got {text}", text=quoted(text)
        )
    x = Fraction(int(whole), int(denominator or 1))
    if decimals:
        x += Fraction(int(decimals), 10 ** len(decimals))
    return -x if sign else x


def asked_ratio(what: Text, text: str) -> Fraction:
    """The exact number that `parse_ratio` reads; errors say that `what` was expected, such as `--chip`."""
    try:
        return parse_ratio(text)
    except AnalyzerError:
        raise AnalyzerError(
            "expected {what} such as 12, 0.95 or 19/20, got {text}", what=what, text=quoted(text)
        ) from None


def decimal_text(x: int | Fraction, digits: int, power: int = 0) -> str:
    """The number times 10^`power` as a decimal with `digits` places, rounded half to even; zero has no sign.
    Raises AnalyzerError for a negative number of digits.

    >>> decimal_text(Fraction(1, 8), 2), decimal_text(Fraction(-1, 3), 4), decimal_text(Fraction(-1, 9), 0)
    ('0.12', '-0.3333', '0')
    """
    if digits < 0:
        raise AnalyzerError("expected 0 or more digits after the point, got {digits}", digits=str(digits))
    scaled, rest = divmod(abs(x.numerator) * 10 ** (digits + power), x.denominator)
    if 2 * rest > x.denominator or (2 * rest == x.denominator and scaled % 2 == 1):
        scaled += 1
    return ("-" if x < 0 and scaled else "") + _pointed(scaled, digits)


def percent_text(x: int | Fraction, digits: int) -> str:
    """A hundred times the number with `digits` ≥ 0 places, rounded half to even, and a percent sign.

    >>> percent_text(Fraction(1, 16), 2)
    '6.25%'
    """
    return decimal_text(x, digits, 2) + "%"


def grouped(n: int) -> str:
    """The integer with a comma between groups of three digits.

    >>> grouped(4998398275503360)
    '4,998,398,275,503,360'
    """
    return f"{n:,}"


def root_text(x: Fraction, digits: int = 15, negative: bool = False) -> str:
    """The square root of x ≥ 0 with at least `digits` significant digits, the last rounded half to even.
    Every digit is correct, and a long whole part is written in full. The text always has a point, and
    an exponent only below 1e-6. With `negative`, it is the negative root.

    >>> root_text(Fraction(2)), root_text(Fraction(9), 4), root_text(Fraction(1, 10**18), 3)
    ('1.41421356237310', '3.000', '1.00e-9')
    """
    x = Fraction(x)
    if x < 0:
        raise AnalyzerError("expected a number of at least 0 under the square root, got a negative one")
    if x == 0:
        return "0.0"
    # Whole numbers throughout: fractions would be reduced at every step.
    above, below = x.numerator, x.denominator
    power = (len(str(above // below)) - 1) // 2 if above >= below else 0
    while above * 100 ** -min(power, 0) < below:
        power -= 1
    size = max(digits, 2, power + 2)
    places = size - 1 - power
    scaled = above * 100**places
    n = isqrt(scaled // below)
    # Compares the square with that of the midpoint between n and n + 1.
    over = 4 * scaled - (2 * n + 1) ** 2 * below
    if over > 0 or (over == 0 and n % 2 == 1):
        n += 1
    if n == 10**size:
        power, size = power + 1, size + 1
    body = _pointed(n, places) if power >= -6 else f"{_pointed(n, size - 1)}e{power}"
    return ("-" if negative else "") + body


def rounded_float(x: int | Fraction) -> float:
    """The float nearest to x; infinite if x is beyond the largest float."""
    try:
        return x.numerator / x.denominator
    except OverflowError:
        return inf if x > 0 else -inf


def root_float(x: Fraction, negative: bool = False) -> float:
    """The float nearest to the square root of x ≥ 0; infinite beyond the largest float. With `negative`, it
    is the negative root. `root_text` gives any number of digits.

    >>> root_float(Fraction(2)), root_float(Fraction(1, 4), negative=True)
    (1.4142135623730951, -0.5)
    """
    x = Fraction(x)
    if x < 0:
        raise AnalyzerError("expected a number of at least 0 under the square root, got a negative one")
    # The root is cut to 66 bits or more, and one further bit records whether anything was cut off, so no
    # midpoint between two floats is between this number and the root.
    shift = max(0, 66 - (x.numerator.bit_length() - x.denominator.bit_length()) // 2)
    square = x * 4**shift
    n = isqrt(square.numerator // square.denominator)
    root = rounded_float(Fraction(2 * n + (n * n != square), 2 << shift))
    return -root if negative and root else root


@dataclass(frozen=True, slots=True)
class Root:
    """The real number `rational` + `sign` · √`square`; `square` is at least 0, and `sign` is 1 or -1.

    >>> str(Root(Fraction(1, 2), Fraction(5, 4))), Root(Fraction(1, 2), Fraction(5, 4)).decimal(3)
    ('1/2 + sqrt(5/4)', '1.618')
    """

    rational: Fraction
    square: Fraction
    sign: int = 1

    @property
    def exact(self) -> Fraction | None:
        """The number itself if it is rational, else None."""
        root = Fraction(isqrt(self.square.numerator), isqrt(self.square.denominator))
        return self.rational + self.sign * root if root**2 == self.square else None

    @property
    def floor(self) -> int:
        """The greatest whole number that is at most this number."""
        n = self.rational.__floor__() + self.sign * isqrt(self.square.__floor__()) + 1
        while not self.reaches(Fraction(n)):
            n -= 1
        return n

    def reaches(self, x: Fraction) -> bool:
        """Whether the number is at least x."""
        rest = x - self.rational
        if self.sign > 0:
            return rest <= 0 or rest**2 <= self.square
        return rest <= 0 and rest**2 >= self.square

    def decimal(self, digits: int) -> str:
        """The number with `digits` ≥ 0 places, rounded half to even."""
        if (x := self.exact) is not None:
            return decimal_text(x, digits)
        scale = 10**digits
        scaled = Root(self.rational * scale, self.square * scale**2, self.sign)
        n = scaled.floor
        return decimal_text(Fraction(n + scaled.reaches(n + Fraction(1, 2)), scale), digits)

    def __str__(self) -> str:
        """The exact number as text."""
        if (x := self.exact) is not None:
            return str(x)
        return f"{self.rational} {'+' if self.sign > 0 else '-'} sqrt({self.square})"


def quadratic(a: Fraction, b: Fraction, c: Fraction) -> tuple[Root, ...]:
    """The real roots of ax² + bx + c, a > 0: none, one or two, ascending.

    >>> [str(root) for root in quadratic(Fraction(1), Fraction(-1), Fraction(-1))]
    ['1/2 - sqrt(5/4)', '1/2 + sqrt(5/4)']
    """
    middle = -b / (2 * a)
    square = middle**2 - c / a
    if square < 0:
        return ()
    return (Root(middle, square, -1), Root(middle, square)) if square else (Root(middle, square),)


def _pointed(n: int, places: int) -> str:
    """The digits of n ≥ 0 with a point before the last `places` of them."""
    text = str(n).rjust(places + 1, "0")
    return f"{text[:-places]}.{text[-places:]}" if places else text
