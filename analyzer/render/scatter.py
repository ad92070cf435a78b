"""Where the points of a scatter stand: two axes with round numbers, and a line through the strong points.

Must not know files or fonts. Floats are places in points; every digit shown is text made of an exact number.
"""

from fractions import Fraction
from itertools import pairwise
from math import sqrt

from analyzer.render.chart import Scatter
from analyzer.render.sheet import PALE, SIZE, SMALL, Sheet, break_lines
from analyzer.render.words import Words

_TALL, _LEFT, _TOP, _LINE = 320.0, 60.0, 20.0, 14.0
_RULE, _POINT, _FRONT = "#e2e2e2", "#8a8a8a", "#d55e00"
_TICKS = 5
_ROOM = Fraction(1, 20)
"""The part of a scale that stays free at either end."""


def round_numbers(low: Fraction, high: Fraction) -> list[Fraction]:
    """Round numbers between two that differ, 1, 2 or 5 tenths of something apart, as many as have room.

    >>> [str(number) for number in round_numbers(Fraction(11, 100), Fraction(32, 100))]
    ['3/20', '1/5', '1/4', '3/10']
    """
    step = Fraction(1)
    while (high - low) / step > _TICKS:
        step *= 10
    while (high - low) / step <= _TICKS:
        step /= 10
    step = next(step * times for times in (1, 2, 5, 10) if (high - low) / (step * times) <= _TICKS)
    first = -(-low // step)
    return [step * place for place in range(first, int(high // step) + 1)]


class PlacedScatter:
    """A scatter in its column."""

    def __init__(self, scatter: Scatter, width: float, words: Words) -> None:
        """Find what the scales must hold."""
        self._scatter, self._words, self._width = scatter, words, width
        self.title, self.height = break_lines(words.translate(scatter.title), width, SIZE), _TALL + 3 * _LINE
        self._across = _scale([point.across for point in scatter.points])
        self._up = _scale([Fraction(sqrt(point.squared)) for point in scatter.points])

    def draw(self, sheet: Sheet, left: float, top: float) -> None:
        """Draw axes, then points, then the strong ones on their line."""
        words, bottom = self._words, top + _TOP + _TALL
        sheet.lines(left, top, [words.translate(self._scatter.up)], SMALL)
        sheet.rule((left + _LEFT, bottom), (left + self._width, bottom), PALE)
        sheet.rule((left + _LEFT, top + _TOP), (left + _LEFT, bottom), PALE)
        for number in round_numbers(*self._across):
            x = left + self._x(float(number))
            sheet.rule((x, top + _TOP), (x, bottom), _RULE)
            sheet.lines(
                x + 12, bottom, [words.number(number, "percent", _places(100 * number))], SMALL, right=True
            )
        for number in round_numbers(*self._up):
            y = top + self._y(float(number))
            sheet.rule((left + _LEFT, y), (left + self._width, y), _RULE)
            beside = [words.number(number, "decimal", _places(number))]
            sheet.lines(left + _LEFT - 4, y - 6, beside, SMALL, right=True)
        sheet.lines(
            left + self._width, bottom + _LINE, [words.translate(self._scatter.across)], SMALL, right=True
        )
        places = [
            (left + self._x(float(point.across)), top + self._y(sqrt(point.squared)), point.strong)
            for point in sorted(self._scatter.points, key=lambda point: point.across)
        ]
        sheet.dots([(x, y) for x, y, strong in places if not strong], _POINT)
        strong = [(x, y) for x, y, strong in places if strong]
        for start, end in pairwise(strong):
            sheet.rule(start, end, _FRONT, 1.0)
        sheet.dots(strong, _FRONT, 6)

    def _x(self, value: float) -> float:
        low, high = map(float, self._across)
        return _LEFT + (self._width - _LEFT) * (value - low) / (high - low)

    def _y(self, value: float) -> float:
        low, high = map(float, self._up)
        return _TOP + _TALL * (high - value) / (high - low)


def _scale(values: list[Fraction]) -> tuple[Fraction, Fraction]:
    """The ends of a scale that holds all values with some room; of one alone, it stands in the middle."""
    low, high = min(values), max(values)
    room = (high - low) * _ROOM or max(abs(low) * _ROOM, Fraction(1, 1000))
    return low - room, high + room


def _places(number: Fraction) -> int:
    """The decimals that say a round number exactly, 12 at most."""
    return next((places for places in range(12) if (number * 10**places).denominator == 1), 12)
