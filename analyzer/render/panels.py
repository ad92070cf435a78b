"""The panels of a chart, placed in columns of a page, in points: bars, dots, heat maps and scatters.

Text widths are estimated without fonts, so they are the same on every machine.
"""

from fractions import Fraction
from itertools import pairwise
from math import sqrt
from typing import TYPE_CHECKING

from wcwidth import wcwidth

from analyzer.render.chart import ChartRow, Heatmap, Panel, Scatter, Square
from analyzer.render.formats.wrap import pieces
from analyzer.render.page import one_line
from analyzer.render.words import Words

if TYPE_CHECKING:
    from matplotlib.axes import Axes

INK, PALE, RULE, PAPER = "#1a1a1a", "#595959", "#c8c8c8", "#ffffff"

SIZE, SMALL = 9.0, 8.0
"""Font sizes: of nearly all text, and of small print."""

_PITCH = 1.45
"""The distance between baselines, in font sizes; Thai marks are high."""

_COLORS = {"gain": "#0072b2", "loss": "#d55e00", "even": "#6e6e6e"}
"""Blue, vermillion and grey, which colour-blind readers can distinguish.

Source: M. Okabe and K. Ito, Color Universal Design (2008).
"""

_SCATTER_HEIGHT, _SCATTER_LEFT, _SCATTER_TOP, _SCATTER_LINE = 320.0, 60.0, 20.0, 14.0
_TICK, _POINT, _FRONT = "#e2e2e2", "#8a8a8a", "#d55e00"
_MOST_TICKS = 5
_SPARE = Fraction(1, 20)
"""The share of a scatter's scale that is left free at either end."""


def text_width(text: str, size: float = SIZE) -> float:
    """The width of a text, estimated on the wide side: as in DejaVu Sans Bold, the widest font used."""

    def ems(character: str) -> float:
        if character in "MW@%mw":
            return 1.1
        return (0.0, 0.82 if character.isupper() else 0.67, 1.05)[max(0, wcwidth(character))]

    return size * sum(map(ems, text))


def text_height(lines: list[str], size: float = SIZE) -> float:
    """The total height of these lines."""
    return len(lines) * _PITCH * size


def break_lines(text: str, width: float, size: float = SIZE) -> list[str]:
    """A text broken into lines of at most `width` points; a word is cut only if it is wider."""
    lines, used = [""], 0.0
    for piece in pieces(one_line(text)):
        if used and used + text_width(piece.rstrip(" "), size) > width:
            lines, used = [*lines, ""], 0.0
        for character in piece:
            step = text_width(character, size)
            if used and step and used + step > width and character != " ":
                lines, used = [*lines, ""], 0.0
            lines[-1] += character
            used += step
    return [line.rstrip(" ") for line in lines]


class Sheet:
    """Axes that fill the page; coordinates are in points from its upper left corner."""

    def __init__(self, axes: "Axes", fonts: list[str]) -> None:
        """An empty sheet."""
        axes.set_axis_off()
        self._axes, self._fonts = axes, fonts

    def lines(
        self,
        x: float,
        top: float,
        lines: list[str],
        size: float = SIZE,
        *,
        right: bool = False,
        bold: bool = False,
        color: str = INK,
    ) -> None:
        """Draw lines of text from `top` down that begin at x or, if `right`, end at x."""
        for number, line in enumerate(lines):
            self._axes.text(
                x,
                top + (number + 0.75) * _PITCH * size,
                line,
                size=size,
                ha="right" if right else "left",
                va="baseline",
                color=color,
                family=self._fonts,
                weight="bold" if bold else "normal",
                parse_math=False,  # a name such as $\frac$ is not a formula
            )

    def rule(
        self, start: tuple[float, float], end: tuple[float, float], color: str, weight: float = 0.6
    ) -> None:
        """Draw a straight line."""
        (x, y), (to_x, to_y) = start, end
        self._axes.plot((x, to_x), (y, to_y), color=color, lw=weight, solid_capstyle="butt", clip_on=False)

    def bar(self, start: float, end: float, middle: float, color: str) -> None:
        """Draw a bar from `start` to `end` around a middle line."""
        self._axes.barh(middle, end - start, left=start, height=8, color=color, linewidth=0, clip_on=False)

    def box(
        self, left: float, top: float, width: float, height: float, fill: str, edge: str, weight: float
    ) -> None:
        """Draw a filled rectangle with an edge."""
        right, bottom = left + width, top + height
        self._axes.fill((left, right, right, left), (top, top, bottom, bottom), fc=fill, ec=edge, lw=weight)

    def dots(self, places: list[tuple[float, float]], color: str, size: float = 3) -> None:
        """Draw dots without an edge, as a single plot element."""
        x, y = [x for x, _ in places], [y for _, y in places]
        self._axes.plot(x, y, ls="none", marker="o", ms=size, color=color, mew=0, clip_on=False)

    def dot(self, x: float, y: float, color: str, fill: str, *, diamond: bool = False) -> None:
        """Draw a dot, or a slightly larger diamond."""
        shape, size = ("D", 6.5) if diamond else ("o", 6)
        self._axes.plot(x, y, ls="none", marker=shape, ms=size, mfc=fill, mec=color, clip_on=False)


class PlacedPanel:
    """A panel in its column: labels on the left, marks on one scale, figures on the right."""

    def __init__(self, panel: Panel, width: float, words: Words) -> None:
        """Compute the scale and the heights of the rows."""
        labels = [one_line(row.label_text(words)) for row in panel.rows]
        widest = min(0.45 * width, max(text_width(label) for label in labels))
        figures = [row.figures_text(words, panel.marks) for row in panel.rows]
        # One more point, so that float rounding does not break a label exactly as wide as its column.
        lines = [break_lines(label, widest + 1) for label in labels]
        self._rows = list(zip(panel.rows, lines, figures, strict=True))
        self._bars, self._width = panel.marks == "bars", width
        self._start, self._end = widest + 12, width - max(text_width(figure) for figure in figures) - 16
        values = [value for row in panel.rows for value in row.values if value is not None]
        values += [Fraction(0)] if panel.from_zero else []
        values += [] if panel.line is None else [panel.line]
        self._low, self._high, self._line = min(values), max(values), panel.line
        self.title = break_lines(words.translate(panel.title), width)
        self.height = sum(text_height(label) for label in lines)

    def draw(self, sheet: Sheet, left: float, top: float) -> None:
        """Draw the lines across all rows, then row by row."""
        bottom = top + self.height
        zero = Fraction(0) if self._low <= 0 <= self._high else None
        for line, color in ((zero, PALE), (self._line, INK)):
            if line is not None:
                x = left + self._at(line)
                sheet.rule((x, top), (x, bottom), color)
        for row, label, figure in self._rows:
            height = text_height(label)
            middle = top + height / 2
            if self._bars and row.strong:
                sheet.rule((left, top), (left + self._width, top), RULE)
            sheet.lines(left, top, label, bold=row.strong)
            figure_top = middle - text_height([figure]) / 2
            sheet.lines(left + self._width, figure_top, [figure], right=True, bold=row.strong)
            self._mark(sheet, row, left, middle)
            top += height

    def _at(self, value: Fraction) -> float:
        """The distance of a value from the panel's left edge; the middle if all values are the same."""
        span = self._high - self._low
        part = float((value - self._low) / span) if span else 0.5
        return self._start + (self._end - self._start) * part

    def _mark(self, sheet: Sheet, row: ChartRow, left: float, middle: float) -> None:
        color = _COLORS[row.tone]
        places = [None if value is None else left + self._at(value) for value in row.values]
        present = [place for place in places if place is not None]
        if self._bars:
            for place in present[:1]:
                sheet.bar(left + self._at(Fraction(0)), place, middle, color)
            for place in present[1:]:
                sheet.dot(place, middle, INK, PAPER)
            return
        sheet.rule((left + self._start, middle), (left + self._end, middle), RULE)
        if len(present) > 1:
            sheet.rule((min(present), middle), (max(present), middle), color, 2.0)
        # Of two dots, the dot of A is hollow and the dot of B is filled.
        fills = (color,) if len(places) == 1 else (PAPER, color)
        for at, fill in zip(places, fills, strict=True):
            if at is not None:
                sheet.dot(at, middle, color, fill, diamond=row.strong)


class PlacedHeatmap:
    """A heat map in its column: squares as wide as possible, each with a letter above a number."""

    def __init__(self, heatmap: Heatmap, width: float, words: Words) -> None:
        """Compute the size of a square and find the largest number."""
        self._heatmap, self._words = heatmap, words
        self._labels = 12 + max(text_width(name) for name, _ in heatmap.rows)
        self._square_width = (width - self._labels) / len(heatmap.heads)
        self._square_height = text_height(["", ""]) + 6
        values = [square.value or Fraction(0) for _, squares in heatmap.rows for square in squares]
        self._largest = max(map(abs, values)) or Fraction(1)
        self.title = break_lines(words.translate(heatmap.title), width)
        self.height = text_height([""]) + 4 + len(heatmap.rows) * self._square_height

    def draw(self, sheet: Sheet, left: float, top: float) -> None:
        """Draw the heads, the squares, and the frames last, so that no neighbour covers one."""
        width, height = self._square_width, self._square_height
        across = [left + self._labels + place * width for place in range(len(self._heatmap.heads))]
        for x, head in zip(across, self._heatmap.heads, strict=True):
            sheet.lines(x + 5, top, [head], bold=True)
        top += text_height([""]) + 4
        framed = []
        for name, squares in self._heatmap.rows:
            sheet.lines(left, top + (height - text_height([name])) / 2, [name], bold=True)
            for x, square in zip(across, squares, strict=True):
                sheet.box(x, top, width, height, self._fill(square), PAPER, 1.2)
                sheet.lines(x + 5, top + 3, [self._words.translate(square.letter)], bold=True)
                number, below = square.number_text(self._words), top + 3 + text_height([""])
                sheet.lines(x + width - 5, below, [number], SMALL, right=True)
                framed += [(x, top)] if square.framed else []
            top += height
        for x, y in framed:
            sheet.box(x + 1, y + 1, width - 2, height - 2, "none", INK, 2.2)

    def _fill(self, square: Square) -> str:
        """The colour of a tone, paler for smaller numbers; text stays readable on the deepest colour."""
        share = 0.1 + 0.55 * float(abs(square.value or Fraction(0)) / self._largest)
        base, paper = (bytes.fromhex(color[1:]) for color in (_COLORS[square.tone], PAPER))
        mixed = (round(a * share + b * (1 - share)) for a, b in zip(base, paper, strict=True))
        return "#" + bytes(mixed).hex()


class PlacedScatter:
    """A scatter in its column: two axes with round numbers, and a line through the strong points."""

    def __init__(self, scatter: Scatter, width: float, words: Words) -> None:
        """Compute both scales."""
        self._scatter, self._words, self._width = scatter, words, width
        self.title = break_lines(words.translate(scatter.title), width)
        self.height = _SCATTER_HEIGHT + 3 * _SCATTER_LINE
        self._across = _scale([point.across for point in scatter.points])
        self._up = _scale([Fraction(sqrt(point.squared)) for point in scatter.points])

    def draw(self, sheet: Sheet, left: float, top: float) -> None:
        """Draw the axes, then the points, then the strong points with their line."""
        words, start, end = self._words, left + _SCATTER_LEFT, left + self._width
        head, bottom = top + _SCATTER_TOP, top + _SCATTER_TOP + _SCATTER_HEIGHT

        def at(across: float, up: float) -> tuple[float, float]:
            (low, high), (least, most) = (map(float, scale) for scale in (self._across, self._up))
            x = left + (_SCATTER_LEFT + (self._width - _SCATTER_LEFT) * (across - low) / (high - low))
            return x, top + (_SCATTER_TOP + _SCATTER_HEIGHT * (most - up) / (most - least))

        sheet.lines(left, top, [words.translate(self._scatter.up)], SMALL)
        sheet.rule((start, bottom), (end, bottom), PALE)
        sheet.rule((start, head), (start, bottom), PALE)
        for number in _round_numbers(*self._across):
            x, _ = at(float(number), 0)
            sheet.rule((x, head), (x, bottom), _TICK)
            tick = words.number(number, "percent", _places(100 * number))
            sheet.lines(x + 12, bottom, [tick], SMALL, right=True)
        for number in _round_numbers(*self._up):
            _, y = at(0, float(number))
            sheet.rule((start, y), (end, y), _TICK)
            tick = words.number(number, "decimal", _places(number))
            sheet.lines(start - 4, y - 6, [tick], SMALL, right=True)
        sheet.lines(end, bottom + _SCATTER_LINE, [words.translate(self._scatter.across)], SMALL, right=True)
        points = sorted(self._scatter.points, key=lambda point: point.across)
        weak, strong = (
            [at(float(point.across), sqrt(point.squared)) for point in points if point.strong == is_strong]
            for is_strong in (False, True)
        )
        sheet.dots(weak, _POINT)
        for before, after in pairwise(strong):
            sheet.rule(before, after, _FRONT, 1.0)
        sheet.dots(strong, _FRONT, 6)


def _scale(values: list[Fraction]) -> tuple[Fraction, Fraction]:
    """The ends of a scale that covers all values with some room; a single value is in the middle."""
    low, high = min(values), max(values)
    room = (high - low) * _SPARE or max(abs(low) * _SPARE, Fraction(1, 1000))
    return low - room, high + room


def _round_numbers(low: Fraction, high: Fraction) -> list[Fraction]:
    """At most five round numbers from low to high: multiples of 1, 2 or 5 times a power of ten.

    >>> [str(number) for number in _round_numbers(Fraction(11, 100), Fraction(32, 100))]
    ['3/20', '1/5', '1/4', '3/10']
    """
    step = Fraction(1)
    while (high - low) / step > _MOST_TICKS:
        step *= 10
    while (high - low) / step <= _MOST_TICKS:
        step /= 10
    step = next(step * times for times in (1, 2, 5, 10) if (high - low) / (step * times) <= _MOST_TICKS)
    return [step * place for place in range(-(-low // step), int(high // step) + 1)]


def _places(number: Fraction) -> int:
    """The number of decimals that write a round number exactly, at most 12."""
    return next((places for places in range(12) if (number * 10**places).denominator == 1), 12)
