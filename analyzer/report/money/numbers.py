"""How documents write numbers of bankrolls: known between bounds, or to a number of decimals."""

from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction
from typing import Any

from analyzer.analysis.money.coups import Bounds
from analyzer.exact import decimal_text, ratio_text
from analyzer.render.table import Kind as Format
from analyzer.report.columns import PROBABILITY
from analyzer.report.fields import Field, Fields, Getter, getter, headed, said
from analyzer.report.kinds import DECIMAL, RATIO
from analyzer.text import Text

DIGITS = 20  # The most decimals given.
_LONGEST = 10**1000  # Numerators and denominators from this size on are too long to be written.


def agreed(number: Bounds | None) -> Fraction | None:
    """The number, rounded half to even to as many decimals as both bounds share, at most DIGITS."""
    return None if number is None else round(number.low, _places(number))


def bounds_text(number: Bounds) -> str:
    """The number that `agreed` returns, as decimal text."""
    return decimal_text(number.low, _places(number))


def _places(number: Bounds) -> int:
    agreeing = (p for p in range(DIGITS, 0, -1) if round(number.low, p) == round(number.high, p))
    return next(agreeing, 0)


def certain_decimals(numbers: Iterable[Bounds]) -> int:
    """The number of decimals to which all these numbers are certain, at most DIGITS."""
    width = max((number.high - number.low for number in numbers), default=Fraction(0))
    return next((places for places in range(DIGITS, 0, -1) if width * 10**places <= 1), 0)


def _ratio(number: Bounds) -> str | None:
    """The number in lowest terms; None if it is not known exactly or a part has over a thousand digits."""
    short = max(abs(number.low.numerator), number.low.denominator) < _LONGEST
    return ratio_text(number.low) if number.exact and short else None


DECIMALS = replace(DECIMAL, entry=lambda number: decimal_text(number, DIGITS))
"""A number with DIGITS decimals."""

CERTAIN = replace(DECIMAL, entry=bounds_text)  # A number between bounds, to its certain decimals.

EXACT: Field[Bounds | None] = said(
    "exact", replace(RATIO, entry=str).optional, lambda number: number and _ratio(number)
)
"""A field of documents: the exact ratio of a number between bounds if it is known, or else null."""


def bounded(key: str, head: Text, form: Format, value: Getter | None = None) -> tuple[Field[Any], ...]:
    """A column of a number between bounds, rounded to its certain decimals, and its key in documents."""
    bounds = getter(key if value is None else value)
    shown = headed(key, head, form, lambda found: agreed(bounds(found)), in_documents=False)
    return shown, said(key, CERTAIN.optional, bounds)


CHANCE: Fields[Bounds | None] = (bounded("probability", PROBABILITY.head, "percent", lambda x: x), EXACT)
"""The fields of a probability between bounds, which may be None: its certain decimals and its ratio."""
