"""Printed numbers: what a page says, to the digit, and how an exact value compares with it.

A printed number is a whole number of units of its last digit, and every comparison is one of integers, so no
tolerance is ever chosen. Knows nothing of baccarat.
"""

import re
from dataclasses import dataclass
from fractions import Fraction
from math import isqrt
from typing import Literal

from analyzer.errors import ClaimError
from analyzer.exact import decimal_text, grouped, quoted, root_text
from analyzer.text import Text, message

SPREADSHEET_DIGITS = 15  # Significant digits that a spreadsheet keeps of an integer.
_MOST = 200

_ABOUT = re.compile(
    r"^(?:about|approximately|approx\.?|around|roughly|circa|ca\.|约|約|khoảng|[~≈≃∼])\s*", re.I
)
_CUT = re.compile(r"\s*(?:…|\.\.\.)$")
_BELOW = re.compile(r"^(?:under|below|less than|fewer than|at most|up to|<=|≤|<)\s*", re.I)
_ABOVE = re.compile(r"^(?:over|above|more than|at least|>=|≥|>)\s*", re.I)
_ONE_IN = re.compile(r"^(?:1|one) (?:in|out of)\s+", re.I)
_PERCENT = re.compile(r"\s*(?:%|％|per ?cent\b\.?|pct\b\.?)", re.I)
_RANGE = re.compile(r"(?<=[\d%])\s*(?:-|–|—|\bto\b)\s*(?=[.\d+−-])")
_GAPS = re.compile(r"(?<=\d)[,'’\s](?=\d{3}(?!\d))|(?<=\d),\s(?=\d{3}(?!\d))")
_MINUS = re.compile(r"^[−–‐‑－-]\s?")
_NUMBER = re.compile(r"([+-]?)(?=\.?\d)(\d{0,60})(?:\.(\d{0,60}))?(?:[eE]([+-]?\d{1,2}))?")
_RATIO = re.compile(r"([+-]?\d{1,60})\s?/\s?(\d{1,60})")
_CONTINENTAL = re.compile(r"[+-]?\d{1,3}(?:(?:\.\d{3})+,\d+|(?:\.\d{3}){2,})")


@dataclass(frozen=True, slots=True)
class SquareRoot:
    """The square root of a number of at least 0: a standard deviation, kept exact."""

    square: Fraction

    def __str__(self) -> str:
        """Such as `sqrt(2)`."""
        return f"sqrt({self.square})"


Exact = Fraction | SquareRoot  # A value with nothing rounded.


@dataclass(frozen=True, slots=True)
class Printed:
    """A number as a page prints it. `value` is the number itself (5% is 1/20); `unit`, one unit of its last
    printed digit, 0 for a ratio printed in full; `one_in`, whether a chance is printed as "1 in x"; `sense`,
    whether the page gives only a bound; `high`, the upper end of a printed range.
    """

    text: str
    value: Fraction
    unit: Fraction
    percent: bool = False
    one_in: bool = False
    sense: Literal["is", "below", "above"] = "is"
    high: Fraction | None = None

    @property
    def places(self) -> int:
        """Decimals printed, as the page shows them (of a percentage, those of the percentage)."""
        unit = self.unit * 100 if self.percent else self.unit
        return len(str(unit.denominator)) - 1 if unit else 0

    @property
    def figures(self) -> int:
        """Significant digits printed, from the first that is not zero; 0 for zero, a ratio or bounds."""
        return 0 if self._loose or not self.value else len(str(abs(self.units)))

    @property
    def units(self) -> int:
        """How many units of the last digit are printed; the unit is not 0."""
        return int(self.value / self.unit)

    def agrees(self, exact: Exact) -> bool:
        """Whether the exact value rounds to what is printed, half up (away from zero) or half to even."""
        if self.bounds:
            return self._within(exact)
        if self.unit == 0:
            return isinstance(exact, Fraction) and exact == self.value
        return self.units in self.nearest(exact)

    def truncates(self, exact: Exact) -> bool:
        """Whether the exact value, its further digits cut off, is what is printed."""
        if self._loose:
            return False
        sign, halves, _ = self._halves(exact)
        return self.units == sign * (halves // 2)

    def rounded_up(self, exact: Exact) -> bool:
        """Whether the exact value has further digits, and is printed as if rounded away from zero."""
        if self._loose:
            return False
        sign, halves, whole = self._halves(exact)
        return self.units == sign * (halves // 2 + 1) and not (whole and halves % 2 == 0)

    def by_spreadsheet(self, exact: Exact) -> bool:
        """Whether it is an integer above 10¹⁵, right within two units of its 15th digit, then all zeros."""
        if self._loose or self.unit < 1 or isinstance(exact, SquareRoot):
            return False
        if abs(self.value) <= 10**SPREADSHEET_DIGITS:
            return False
        unit: int = 10 ** (len(str(abs(int(self.value)))) - SPREADSHEET_DIGITS)
        return self.value % unit == 0 and abs(self.value - exact) <= 2 * unit

    def off_by_one(self, exact: Exact) -> bool:
        """Whether it is one unit of its last digit away from the exact value as rounded to that digit."""
        return not self._loose and any(abs(self.units - near) == 1 for near in self.nearest(exact))

    def first_wrong_figure(self, exact: Exact) -> int | None:
        """The place, from 1, of the first significant digit that differs from the exact value, rounded to as
        many; None if none does, or if digits cannot be compared: another number of them, another sign, none.
        """
        if self._loose:
            return None
        right, shown = str(self.nearest(exact)[0]), str(self.units)
        if len(right) != len(shown) or right.startswith("-") != shown.startswith("-"):
            return None
        pairs = zip(right.lstrip("-"), shown.lstrip("-"), strict=True)
        return next((i for i, (a, b) in enumerate(pairs, 1) if a != b), None)

    def nearest(self, exact: Exact) -> tuple[int, int]:
        """Where the exact value rounds to in units of the last digit: half away from zero, half to even."""
        sign, halves, whole = self._halves(exact)
        up = (halves + 1) // 2
        return sign * up, sign * (up - (whole and halves % 4 == 1))

    def like(self, exact: Exact) -> Text:
        """An exact value as this page would print it, with two more digits unless both are whole numbers."""
        value = self.turned(exact)
        if value is None:
            return message("never")
        if self.unit == 0 and isinstance(value, Fraction):
            return str(value)
        scale = 100 if self.percent else 1
        whole = self.unit >= 1 and isinstance(value, Fraction) and value.denominator == 1
        places = 0 if whole else self.places + 2
        text = _decimal(value, scale, places)
        return ("1 in " if self.one_in else "") + text + ("%" if self.percent else "")

    @property
    def bounds(self) -> bool:
        """Whether the page gives only bounds of the figure."""
        return self.sense != "is" or self.high is not None

    @property
    def _loose(self) -> bool:
        """Whether the page gives no single decimal number."""
        return self.unit == 0 or self.bounds

    def turned(self, exact: Exact) -> Exact | None:
        """The exact value as it is to be printed: inverted if "1 in x", and then None for a chance of 0."""
        if not self.one_in or isinstance(exact, SquareRoot):
            return exact
        return 1 / exact if exact else None

    def _halves(self, exact: Exact) -> tuple[int, int, bool]:
        """The sign of the exact value, the half units in its absolute value, and whether nothing remains."""
        value = self.turned(exact)
        if value is None:
            return 0, 0, True
        if isinstance(value, SquareRoot):
            square = value.square * 4 / self.unit**2
            halves = isqrt(square.numerator // square.denominator)
            return 1, halves, square == halves * halves
        parts = abs(value) * 2 / self.unit
        return (value > 0) - (value < 0), parts.numerator // parts.denominator, parts.denominator == 1

    def _within(self, exact: Exact) -> bool:
        value, low, high = self.turned(exact), self.value, self.high
        if value is None:
            return False
        if isinstance(value, SquareRoot):
            # Numbers that are not negative are in the same order as their squares.
            value, low, high = value.square, low * low, None if high is None else high * high
        if high is not None:
            return low <= value <= high
        return value <= low if self.sense == "below" else value >= low


def printed(text: str, *, percent: bool = False, count: bool = False) -> Printed:
    """The number in a printed text.

    Understood are decimals with any usual separator of thousands, percentages, exponents as spreadsheets
    print them, ratios, "about", "under" and "over", "1 in x", ranges, and "13^6 = 4,826,809", where the last
    number is read. Three dots after a figure only mean that it goes on. A single comma before three digits
    separates thousands in counts and after "1 in"; elsewhere it is a decimal comma. `percent` is whether the
    figure is in percent even without a percent sign, and `count` whether it counts something. Raises
    ClaimError if there is no such number.

    >>> printed("7.6110%").value, printed("2,292,252,566,437,890", count=True).unit
    (Fraction(7611, 100000), Fraction(1, 1))
    """
    rest = _ABOUT.sub("", " ".join(text[:_MOST].split()).rpartition("=")[2].strip())
    sense: Literal["is", "below", "above"] = "is"
    if _BELOW.match(rest):
        sense, rest = "below", _BELOW.sub("", rest)
    elif _ABOVE.match(rest):
        sense, rest = "above", _ABOVE.sub("", rest)
    one_in = _ONE_IN.match(rest) is not None
    rest = _CUT.sub("", _ONE_IN.sub("", rest))
    in_percent = percent or _PERCENT.search(rest) is not None
    ends = [_PERCENT.sub("", part, count=1).strip() for part in _RANGE.split(rest)]
    numbers = [number for part in ends if (number := _number(part, count or one_in)) is not None]
    values = [value for value, _ in numbers]
    if (
        len(text) > _MOST
        or len(numbers) != len(ends)
        or len(ends) > 2
        or values != sorted(values)
        or (one_in and (in_percent or min(values) <= 0))
    ):
        raise ClaimError(f'expected a number as printed, such as "4.84403%" or "86,320", got {quoted(text)}')
    scale = 100 if in_percent else 1
    (value, unit), *others = numbers
    high = others[0][0] / scale if others else None
    return Printed(text, value / scale, unit / scale, in_percent, one_in, sense, high)


def _number(text: str, count: bool) -> tuple[Fraction, Fraction] | None:
    """A number and one unit of its last digit, 0 for a ratio; None if the text is not a number."""
    text = _MINUS.sub("-", text)
    if ratio := _RATIO.fullmatch(text):
        return (Fraction(int(ratio[1]), int(ratio[2])), Fraction(0)) if int(ratio[2]) else None
    if _CONTINENTAL.fullmatch(text):
        text = text.replace(".", "").replace(",", ".")
    elif not count and text.count(",") == 1 and "." not in text:
        text = text.replace(",", ".")
    while (joined := _GAPS.sub("", text)) != text:
        text = joined
    match = _NUMBER.fullmatch(text)
    if match is None:
        return None
    sign, whole, decimals, power = match.groups()
    unit = Fraction(10) ** (int(power or 0) - len(decimals or ""))
    return int(f"{sign}{whole}{decimals or ''}") * unit, unit


def _decimal(value: Exact, scale: int, places: int) -> str:
    """A value times a scale, rounded to a decimal; without places, with commas between thousands."""
    if isinstance(value, SquareRoot):
        square = value.square * scale**2 * 100**places * 4
        value = Fraction((isqrt(square.numerator // square.denominator) + 1) // 2, scale * 10**places)
    return decimal_text(value * scale, places) if places else grouped(round(value * scale))


def decimal_of(exact: Exact, digits: int = 15) -> str:
    """An exact value as decimal text: a whole number, or rounded to at least this many significant digits.

    >>> decimal_of(Fraction(1, 7)), decimal_of(Fraction(-12)), decimal_of(SquareRoot(Fraction(2)))
    ('0.142857142857143', '-12', '1.41421356237310')
    """
    if isinstance(exact, SquareRoot):
        return root_text(exact.square, digits)
    if exact.denominator == 1:
        return str(exact)
    return root_text(exact**2, digits, exact < 0)
