"""Numbers known between bounds, as pages and documents give them: every digit given is right."""

from collections.abc import Iterable
from fractions import Fraction

from analyzer.analysis.money.coups import Bounds
from analyzer.exact import decimal_text, ratio_text

DIGITS = 20
"""The most decimals given."""

_LONGEST = 10**1000
"""From here on a numerator or denominator is too long to be given."""


def agreed(number: Bounds) -> Fraction:
    """The number, rounded half to even at as many decimals as both bounds agree on, DIGITS at most."""
    return round(number.low, _places(number))


def agreed_or_none(number: Bounds | None) -> Fraction | None:
    """As `agreed`; None for None."""
    return None if number is None else agreed(number)


def bounds_text(number: Bounds) -> str:
    """The same as decimal text."""
    return decimal_text(number.low, _places(number))


def _places(number: Bounds) -> int:
    same = (p for p in range(DIGITS, 0, -1) if round(number.low, p) == round(number.high, p))
    return next(same, 0)


def right_to(numbers: Iterable[Bounds]) -> int:
    """How many decimals of these numbers are right for sure, DIGITS at most."""
    apart = max((number.high - number.low for number in numbers), default=Fraction(0))
    return next((places for places in range(DIGITS, 0, -1) if apart * 10**places <= 1), 0)


def exact_or_none(number: Bounds) -> str | None:
    """The number in lowest terms, if it is known and neither part has over a thousand digits."""
    short = max(abs(number.low.numerator), number.low.denominator) < _LONGEST
    return ratio_text(number.low) if number.exact and short else None


def decimal_or_none(number: Fraction | None) -> str | None:
    """A number right to DIGITS decimals, as text."""
    return None if number is None else decimal_text(number, DIGITS)


def chance_entry(chance: Bounds | None) -> dict[str, object]:
    """A probability in a document: its right decimals, and the ratio where it is known."""
    if chance is None:
        return {"probability": None, "exact": None}
    return {"probability": bounds_text(chance), "exact": exact_or_none(chance)}
