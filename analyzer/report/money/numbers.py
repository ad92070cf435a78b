"""Numbers of bankrolls as documents have them: known between bounds, or to so many decimals."""

from collections.abc import Iterable
from fractions import Fraction

from analyzer.analysis.money.coups import Bounds
from analyzer.exact import decimal_text, ratio_text
from analyzer.report.fields import Field, said
from analyzer.report.kinds import DECIMAL, RATIO, Kind

DIGITS = 20
"""The most decimals given."""

_LONGEST = 10**1000
"""The least numerator or denominator that is too long to be given."""


def agreed(number: Bounds) -> Fraction:
    """The number rounded half to even at the most decimals on which both bounds agree, up to DIGITS."""
    return round(number.low, _places(number))


def agreed_or_none(number: Bounds | None) -> Fraction | None:
    """As `agreed`; None for None."""
    return None if number is None else agreed(number)


def bounds_text(number: Bounds) -> str:
    """The number that `agreed` returns, as decimal text."""
    return decimal_text(number.low, _places(number))


def _places(number: Bounds) -> int:
    agreeing = (p for p in range(DIGITS, 0, -1) if round(number.low, p) == round(number.high, p))
    return next(agreeing, 0)


def certain_decimals(numbers: Iterable[Bounds]) -> int:
    """The number of decimals to which all these numbers are certain, DIGITS at most."""
    width = max((number.high - number.low for number in numbers), default=Fraction(0))
    return next((places for places in range(DIGITS, 0, -1) if width * 10**places <= 1), 0)


def exact_or_none(number: Bounds) -> str | None:
    """The number in lowest terms if it is known exactly and neither part has over a thousand digits."""
    short = max(abs(number.low.numerator), number.low.denominator) < _LONGEST
    return ratio_text(number.low) if number.exact and short else None


def _decimal(number: Fraction) -> str:
    return decimal_text(number, DIGITS)


DECIMALS = Kind(_decimal, lambda describer: describer.of(DECIMAL))
"""A number with DIGITS decimals."""

CERTAIN = Kind(bounds_text, lambda describer: describer.of(DECIMAL))
"""A number between bounds, with its certain decimals."""

_EXACT = Kind(lambda text: text, lambda describer: describer.of(RATIO))


def exact(key: str) -> Field[Bounds | None]:
    """A field of documents: the exact ratio of a number between bounds, if it is known; else null."""
    return said(key, _EXACT.optional, lambda number: number and exact_or_none(number))


CHANCE = (said("probability", CERTAIN.optional, lambda chance: chance), exact("exact"))
"""The fields of a probability between bounds, which may be None: its certain decimals, and its ratio."""
