"""Where the points of a scatter stand: two axes with round numbers, and a line through the strong points.

Must not know files or fonts. Floats are places in points; every digit shown is text made of an exact number.
"""

from fractions import Fraction
from itertools import pairwise
from math import sqrt
from typing import Protocol

from analyzer.publish.chart import Scatter
from analyzer.publish.words import Words

_TALL, _LEFT, _TOP, _LINE = 320.0, 60.0, 20.0, 14.0
_TICKS = 5
_ROOM = Fraction(1, 20)
"""The part of a scale that stays free at either end."""


class Sheet(Protocol):
    """What a page can have drawn on it, in points from its upper left corner."""

    def lines(self, x: float, top: float, lines: list[str], size: float, *, right: bool = False) -> None:
        """Lines of text from `top` down, beginning or, if `right`, ending at x."""

    def rule(
        self, start: tuple[float, float], end: tuple[float, float], color: str, weight: float = 0.6
    ) -> None:
        """A straight line."""

    def cloud(self, places: list[tuple[float, float]], color: str, size: float = 3) -> None:
        """Many dots."""


def round_numbers(low: Fraction, high: Fraction) -> list[Fraction]:
    """Round numbers between two, 1, 2 or 5 tenths of something apart: as many as there is room for.

    >>> [str(number) for number in round_numbers(Fraction(11, 100), Fraction(32, 100))]
    ['3/20', '1/5', '1/4', '3/10']
    """
    if low == high:
        return [low]
    step = Fraction(1)
    while (high - low) / step > _TICKS:
        step *= 10
    while (high - low) / step <= _TICKS:
        step /= 10
    step = next(step * times for times in (1, 2, 5, 10) if (high - low) / (step * times) <= _TICKS)
    first = -(-low // step)
    return [step * place for place in range(first, int(high // step) + 1)]


class Cloud:
    """A scatter in its column."""

    def __init__(self, scatter: Scatter, lines: list[str], width: float, words: Words) -> None:
        """Find what the scales must hold."""
        self._scatter, self._words, self._width = scatter, words, width
        self.title, self.height = lines, _TALL + 3 * _LINE
        across = [point.across for point in scatter.points]
        up = [Fraction(root(point.squared)) for point in scatter.points]
        self._across, self._up = _scale(across), _scale(up)

    def draw(self, sheet: Sheet, left: float, top: float) -> None:
        """Draw axes, then points, then the strong ones on their line."""
        words, bottom = self._words, top + _TOP + _TALL
        sheet.lines(left, top, [words.of(self._scatter.up)], 8)
        sheet.rule((left + _LEFT, bottom), (left + self._width, bottom), _PALE)
        sheet.rule((left + _LEFT, top + _TOP), (left + _LEFT, bottom), _PALE)
        for number in round_numbers(*self._across):
            x = left + self._x(float(number))
            sheet.rule((x, top + _TOP), (x, bottom), _RULE)
            sheet.lines(
                x + 12, bottom, [words.number(number, "percent", _places(100 * number))], 8, right=True
            )
        for number in round_numbers(*self._up):
            y = top + self._y(float(number))
            sheet.rule((left + _LEFT, y), (left + self._width, y), _RULE)
            beside = [words.number(number, "decimal", _places(number))]
            sheet.lines(left + _LEFT - 4, y - 6, beside, 8, right=True)
        sheet.lines(left + self._width, bottom + _LINE, [words.of(self._scatter.across)], 8, right=True)
        places = [
            (left + self._x(float(point.across)), top + self._y(root(point.squared)), point.strong)
            for point in sorted(self._scatter.points, key=lambda point: point.across)
        ]
        sheet.cloud([(x, y) for x, y, strong in places if not strong], _POINT)
        strong = [(x, y) for x, y, strong in places if strong]
        for start, end in pairwise(strong):
            sheet.rule(start, end, _FRONT, 1.0)
        sheet.cloud(strong, _FRONT, 6)

    def _x(self, value: float) -> float:
        low, high = map(float, self._across)
        return _LEFT + (self._width - _LEFT) * (value - low) / (high - low)

    def _y(self, value: float) -> float:
        low, high = map(float, self._up)
        return _TOP + _TALL * (high - value) / (high - low)


_PALE, _RULE, _POINT, _FRONT = "#595959", "#e2e2e2", "#8a8a8a", "#d55e00"


def root(squared: Fraction) -> float:
    """Where a root stands."""
    return sqrt(squared)


def _scale(values: list[Fraction]) -> tuple[Fraction, Fraction]:
    """The ends of a scale that holds all values with some room; of one alone, it stands in the middle."""
    low, high = min(values), max(values)
    room = (high - low) * _ROOM or max(abs(low) * _ROOM, Fraction(1, 1000))
    return low - room, high + room


def _places(number: Fraction) -> int:
    """The decimals that say a round number exactly, 12 at most."""
    return next((places for places in range(12) if (number * 10**places).denominator == 1), 12)
