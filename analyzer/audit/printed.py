"""Printed numbers: what a page says, to the digit, and how an exact value stands to it.

Knows nothing of baccarat. A printed number is a whole number of units of its last digit, and every
comparison is one of integers, so that no tolerance is ever chosen.
"""

import re
from dataclasses import dataclass
from fractions import Fraction
from math import isqrt
from typing import Literal

from analyzer.errors import ClaimError
from analyzer.exact import decimal_text, grouped, quoted, root_text

SPREADSHEET_DIGITS = 15
"""Significant digits that a spreadsheet keeps of an integer."""

_MOST = 200

_ABOUT = re.compile(
    r"^(?:about|approximately|approx\.?|around|roughly|circa|ca\.|约|約|khoảng|[~≈≃∼])\s*", re.I
)
_BELOW = re.compile(r"^(?:under|below|less than|fewer than|at most|up to|<=|≤|<)\s*", re.I)
_ABOVE = re.compile(r"^(?:over|above|more than|at least|>=|≥|>)\s*", re.I)
_ONE_IN = re.compile(r"^(?:1|one) in\s+", re.I)
_PERCENT = re.compile(r"\s*(?:%|％|per ?cent\b\.?|pct\b\.?)", re.I)
_RANGE = re.compile(r"(?<=[\d%])\s*(?:–|—|\bto\b|\s-\s)\s*(?=[\d+-])")
_GAPS = re.compile(r"(?<=\d)[,'’\s](?=\d{3}(?!\d))|(?<=\d),\s(?=\d{3}(?!\d))")
_NUMBER = re.compile(r"([+-]?)(\d{1,60})(?:\.(\d{0,60}))?(?:[eE]([+-]?\d{1,2}))?")
_RATIO = re.compile(r"([+-]?\d{1,60})\s?/\s?(\d{1,60})")


@dataclass(frozen=True, slots=True)
class Root:
    """The square root of a number of at least 0: a standard deviation, kept exact."""

    square: Fraction

    def __str__(self) -> str:
        """Such as `sqrt(2)`."""
        return f"sqrt({self.square})"


Exact = Fraction | Root
"""A value with nothing rounded."""


@dataclass(frozen=True, slots=True)
class Printed:
    """A number as a page has it.

    `value` is it in plain terms (5 % is 1/20), `unit` one in its last printed digit, 0 where a ratio is
    printed in full; `percent` tells whether it is in percent, `one_in` that a chance is printed as "1 in
    x". `sense` says that the page only bounds it; `high` is the upper end where a range is printed.
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
        """Significant digits printed: those from the first that is not zero; 0 for a zero or a ratio."""
        return len(str(abs(self._units))) if self.unit and self.value else 0

    @property
    def _units(self) -> int:
        return int(self.value / self.unit)

    def agrees(self, exact: Exact) -> bool:
        """Whether the exact value rounds to what is printed, half up or half to even."""
        if self.sense != "is" or self.high is not None:
            return self._bounds(exact)
        if self.unit == 0:
            return isinstance(exact, Fraction) and exact == self.value
        halves, whole = self._halves(exact)
        if not self._same_sign(exact):
            # Zero is rounded to from both sides, and a sign before it says nothing.
            return self.value == 0 and (halves == 0 or (halves == 1 and whole))
        return abs(self._units) in _rounded(halves, whole)

    def truncates(self, exact: Exact) -> bool:
        """Whether the exact value, its further digits cut off, is what is printed."""
        if self._loose or not self._same_sign(exact):
            return False
        return abs(self._units) == self._halves(exact)[0] // 2

    def by_spreadsheet(self, exact: Exact) -> bool:
        """Whether it is an integer above 10¹⁵ right within two units of its 15th digit, with zeros after."""
        if (
            self._loose
            or self.unit != 1
            or isinstance(exact, Root)
            or abs(self.value) <= 10**SPREADSHEET_DIGITS
        ):
            return False
        unit: int = 10 ** (len(str(abs(self._units))) - SPREADSHEET_DIGITS)
        return self._units % unit == 0 and abs(self.value - exact) <= 2 * unit

    def off_by_one(self, exact: Exact) -> bool:
        """Whether it is one unit in its last digit away from where the exact value rounds to."""
        if self._loose or not (self._same_sign(exact) or self.value == 0):
            return False
        halves, whole = self._halves(exact)
        return any(abs(abs(self._units) - near) == 1 for near in _rounded(halves, whole))

    def first_wrong_figure(self, exact: Exact) -> int | None:
        """The place, from 1, of the first significant digit that differs from the exact value rounded alike.

        None where the sizes differ altogether: another number of digits, or another sign.
        """
        if self._loose or not self._same_sign(exact):
            return None
        right, shown = str((self._halves(exact)[0] + 1) // 2), str(abs(self._units))
        if len(right) != len(shown):
            return None
        return next((i for i, (a, b) in enumerate(zip(right, shown, strict=True), 1) if a != b), None)

    def like(self, exact: Exact) -> str:
        """An exact value as this page would print it, with two further digits unless both are whole."""
        value = self._turned(exact)
        if self.unit == 0 and isinstance(value, Fraction):
            return str(value)
        scale = 100 if self.percent else 1
        whole = self.unit == 1 and isinstance(value, Fraction) and value.denominator == 1
        places = 0 if whole else self.places + 2
        text = _decimal(value, scale, places)
        return ("1 in " if self.one_in else "") + text + ("%" if self.percent else "")

    @property
    def _loose(self) -> bool:
        """Whether the page gives no single decimal number."""
        return self.unit == 0 or self.sense != "is" or self.high is not None

    def _turned(self, exact: Exact) -> Exact:
        """The exact value in the sense in which it is printed."""
        if not self.one_in or isinstance(exact, Root) or exact == 0:
            return exact
        return 1 / exact

    def _same_sign(self, exact: Exact) -> bool:
        sign = 1 if isinstance(exact, Root) else (exact > 0) - (exact < 0)
        return sign == (self.value > 0) - (self.value < 0)

    def _halves(self, exact: Exact) -> tuple[int, bool]:
        """How many half units go into the size of the exact value, and whether nothing is left over."""
        value = self._turned(exact)
        if isinstance(value, Root):
            square = value.square * 4 / self.unit**2
            halves = isqrt(square.numerator // square.denominator)
            return halves, square == halves * halves
        parts = abs(value) * 2 / self.unit
        return parts.numerator // parts.denominator, parts.denominator == 1

    def _bounds(self, exact: Exact) -> bool:
        """Whether the exact value lies where the page says that it does."""
        value, low, high = self._turned(exact), self.value, self.high
        if isinstance(value, Root):
            # What is not negative lies in the order of its squares.
            value, low, high = value.square, low * low, None if high is None else high * high
        if high is not None:
            return low <= value <= high
        return value <= low if self.sense == "below" else value >= low


def _rounded(halves: int, whole: bool) -> tuple[int, int]:
    """Where a number of half units rounds to, half up and half to even; `whole` if nothing is left over."""
    up = (halves + 1) // 2
    return up, up - (whole and halves % 4 == 1)


def printed(text: str, *, percent: bool = False, count: bool = False) -> Printed:
    """The number that a printed text says.

    Read are decimals with any usual sign between groups of three, percentages, exponents as spreadsheets
    print them, ratios, "about", "under" and "over", "1 in x", ranges, and "13^6 = 4,826,809": the last
    number counts.

    Args:
        text: exactly as printed, at most 200 characters.
        percent: the figure is in percent though no sign follows it.
        count: it counts something, so that a single comma parts thousands; elsewhere it is a decimal comma.

    Raises:
        ClaimError: there is no such number in the text.

    >>> printed("7.6110%").value, printed("2,292,252,566,437,890", count=True).unit
    (Fraction(7611, 100000), Fraction(1, 1))
    """
    rest = " ".join(text[:_MOST].split()).replace("−", "-").rpartition("=")[2].strip()
    rest = _ABOUT.sub("", rest)
    sense: Literal["is", "below", "above"] = "is"
    if _BELOW.match(rest):
        sense, rest = "below", _BELOW.sub("", rest)
    elif _ABOVE.match(rest):
        sense, rest = "above", _ABOVE.sub("", rest)
    one_in = _ONE_IN.match(rest) is not None
    rest = _ONE_IN.sub("", rest)
    in_percent = percent or _PERCENT.search(rest) is not None
    ends = [_PERCENT.sub("", part).strip() for part in _RANGE.split(rest)]
    numbers = [_number(part, count) for part in ends]
    if len(text) > _MOST or len(ends) > 2 or None in numbers or (one_in and in_percent):
        raise ClaimError(f'expected a number as printed, such as "4.84403%" or "86,320", got {quoted(text)}')
    scale = 100 if in_percent else 1
    (value, unit), *others = [number for number in numbers if number is not None]
    high = others[0][0] / scale if others else None
    return Printed(text, value / scale, unit / scale, in_percent, one_in, sense, high)


def _number(text: str, count: bool) -> tuple[Fraction, Fraction] | None:
    """A number and one in its last digit, 0 for a ratio; None where the text is no number."""
    if ratio := _RATIO.fullmatch(text):
        return (Fraction(int(ratio[1]), int(ratio[2])), Fraction(0)) if int(ratio[2]) else None
    if not count and text.count(",") == 1 and "." not in text:
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
    """A value times a scale as a decimal, rounded; grouped by commas where it has no places."""
    if isinstance(value, Root):
        square = value.square * scale**2 * 100**places * 4
        value = Fraction((isqrt(square.numerator // square.denominator) + 1) // 2, scale * 10**places)
    return decimal_text(value * scale, places) if places else grouped(round(value * scale))


def decimal_of(exact: Exact, digits: int = 15) -> str:
    """An exact value as decimal text: whole if it is, else at least so many significant digits, rounded.

    >>> decimal_of(Fraction(1, 7)), decimal_of(Fraction(-12)), decimal_of(Root(Fraction(2)))
    ('0.142857142857143', '-12', '1.41421356237310')
    """
    if isinstance(exact, Root):
        return root_text(exact.square, digits)
    if exact.denominator == 1:
        return str(exact)
    return root_text(exact**2, digits, -1 if exact < 0 else 1)
