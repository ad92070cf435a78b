"""Printed numbers: what a page states, to the digit, and how an exact value compares with it.

A printed number is a whole number of units of its last digit. Only integers are compared, so no tolerance is
ever chosen. Knows nothing of baccarat.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from math import isqrt
from typing import Literal

from analyzer.exact import decimal_text, grouped, root_text
from analyzer.text import Message, Numeral, message

SPREADSHEET_DIGITS = 15  # Significant digits that a spreadsheet keeps of an integer.


@dataclass(frozen=True, slots=True)
class SquareRoot:
    """The square root of a number of at least 0: a standard deviation, kept exact."""

    square: Fraction

    def __str__(self) -> str:
        """Such as `sqrt(2)`."""
        return f"sqrt({self.square})"


Exact = Fraction | SquareRoot  # A value with nothing rounded.

Form = Literal["number", "one in", "odds", "odds for", "price", "price for"]
"""How it is printed: as the number itself; a chance as "1 in 10.5" or as odds, "9.51 to 1" or "10.51 for 1";
a price as "8 to 1" or "9 for 1"."""


def _to_one(pays: Numeral) -> Message:
    return message("{pays} to 1", pays=pays)


def _for_one(pays: Numeral) -> Message:
    return message("{pays} for 1", pays=pays)


_TURNED: dict[Form, tuple[Callable[[Numeral], Message], Callable[[Fraction], Fraction]]] = {
    "number": (lambda number: Message("{number}", (("number", number),)), lambda x: x),
    "one in": (lambda number: message("1 in {number}", number=number), lambda x: 1 / x),
    "odds": (_to_one, lambda x: 1 / x - 1),
    "odds for": (_for_one, lambda x: 1 / x),
    "price": (_to_one, lambda x: x),
    "price for": (_for_one, lambda x: x + 1),
}
"""By form, how a page shows the number, and how it is computed from the exact value."""
_COMMA = re.compile(r"(?<![\d.,])[1-9]\d{0,2},\d{3}(?![\d,]|\.\d)")
_SIGNS = {1: "", 100: "%", 1000: "‰"}


@dataclass(frozen=True, slots=True)
class Printed:
    """A number as a page prints it. `value` is the number itself (5% is 1/20, "1 in 44" is 44); `unit`, one
    unit of its last printed digit, 0 for a ratio printed in full and for a price; `scale`, 100 if in percent
    and 1000 if per mille; `sense`, whether the page gives only a bound; `high`, the upper end of a printed
    range.
    """

    text: str
    value: Fraction
    unit: Fraction
    scale: Literal[1, 100, 1000] = 1
    form: Form = "number"
    sense: Literal["is", "below", "above"] = "is"
    high: Fraction | None = None

    @property
    def places(self) -> int:
        """Decimals printed, as the page shows them (of a percentage, those of the percentage)."""
        unit = self.unit * self.scale
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
            return self.turned(exact) == self.value
        return self.units in self.nearest(exact)

    def truncates(self, exact: Exact) -> bool:
        """Whether the printed number is the exact value with its further digits cut off."""
        if self._loose:
            return False
        sign, halves, _ = self._halves(exact)
        return self.units == sign * (halves // 2)

    def rounded_up(self, exact: Exact) -> bool:
        """Whether the exact value has further digits, and the printed number is rounded away from zero."""
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
        """The place, from 1, of the first significant digit that differs from the exact value rounded to the
        printed digits. None if no digit differs, or if digits cannot be compared: because their number or the
        sign differs, or because there is no single decimal number.
        """
        if self._loose:
            return None
        right, shown = str(self.nearest(exact)[0]), str(self.units)
        if len(right) != len(shown) or right.startswith("-") != shown.startswith("-"):
            return None
        pairs = zip(right.lstrip("-"), shown.lstrip("-"), strict=True)
        return next((i for i, (a, b) in enumerate(pairs, 1) if a != b), None)

    def nearest(self, exact: Exact) -> tuple[int, int]:
        """The exact value rounded to units of the last digit: half away from zero, and half to even."""
        sign, halves, whole = self._halves(exact)
        up = (halves + 1) // 2
        return sign * up, sign * (up - (whole and halves % 4 == 1))

    def like(self, exact: Exact) -> Message:
        """An exact value as this page would print it, with two more digits unless both are whole numbers."""
        value = self.turned(exact)
        if value is None:
            return message("never")
        if self.unit == 0 and isinstance(value, Fraction):
            return self.shown(str(value) if "/" in self.text else _plain(value))
        whole = self.unit >= 1 and isinstance(value, Fraction) and value.denominator == 1
        places = 0 if whole else self.places + 2
        return self.shown(_decimal(value, self.scale, places) + self.sign)

    @property
    def bounds(self) -> bool:
        """Whether the page gives only bounds of the figure."""
        return self.sense != "is" or self.high is not None

    @property
    def comma(self) -> Literal["decimal", "thousands"] | None:
        """How an ambiguous comma is read, as in "1,058%"; None if there is none."""
        if _COMMA.search(self.text.rpartition("=")[2]) is None:
            return None
        return "thousands" if abs(self.value) * self.scale >= 1000 else "decimal"

    @property
    def _loose(self) -> bool:
        """Whether the page gives no single decimal number."""
        return self.unit == 0 or self.bounds

    @property
    def sign(self) -> str:
        """The sign of a percentage or of a number per mille, else nothing."""
        return _SIGNS[self.scale]

    def shown(self, number: str) -> Message:
        """A number in the form of the page, such as "1 in 44"."""
        return _TURNED[self.form][0](Numeral(number))

    def turned(self, exact: Exact) -> Exact | None:
        """The exact value in the form of the page, such as inverted for "1 in x"; None if a chance is 0."""
        if isinstance(exact, SquareRoot):
            return exact
        try:
            return _TURNED[self.form][1](exact)
        except ZeroDivisionError:
            return None

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
            # Squaring keeps the order of numbers of at least 0.
            value, low, high = value.square, low * low, None if high is None else high * high
        if high is not None:
            return low <= value <= high
        return value <= low if self.sense == "below" else value >= low


def _plain(value: Fraction) -> str:
    """A ratio as a decimal if it has at most four places, else with four places and three dots."""
    rounded = decimal_text(value, 4).rstrip("0").removesuffix(".")
    return rounded if Fraction(rounded) == value else decimal_text(value, 4) + "…"


def _decimal(value: Exact, scale: int, places: int) -> str:
    """A value times a scale, rounded to this many places; a whole number has commas between thousands."""
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
