"""Where everything of a chart stands on its page.

Must not know files or fonts: widths are estimated from terminal columns and text stands on its baseline, so
that an SVG is the same on every machine. Floats are places in points; every digit shown is text made of an
exact number.
"""

from fractions import Fraction
from typing import TYPE_CHECKING

from wcwidth import wcwidth

from analyzer.publish.chart import (
    Band,
    Chart,
    Grid,
    Panel,
    Row,
    Scatter,
    Square,
    figures_text,
    label_text,
    notes_of,
    square_text,
)
from analyzer.publish.cloud import Cloud
from analyzer.publish.formats.cells import one_line
from analyzer.publish.formats.wrap import pieces
from analyzer.publish.words import Words

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

_INK, _PALE, _RULE, _PAPER = "#1a1a1a", "#595959", "#c8c8c8", "#ffffff"
_COLORS = {"gain": "#0072b2", "loss": "#d55e00", "even": "#6e6e6e"}
"""Told apart by colour-blind eyes; blue and vermillion.

Source: M. Okabe and K. Ito, Color Universal Design (2008).
"""

_WIDTHS = {1: 640.0, 2: 840.0, 3: 1080.0}
"""The width of a page by the number of panels abreast."""

_MARGIN, _GAP = 28.0, 30.0
_TITLE, _HEAD, _SIZE, _SMALL = 14.0, 11.5, 9.0, 8.0
_PITCH = 1.45
"""From one line's baseline to the next, in sizes of the font; Thai marks stand high."""

_LABELS = 0.45
"""The most of a panel's width that its labels take."""


def drawn(chart: Chart, words: Words, fonts: list[str]) -> "Figure":
    """The chart as a matplotlib figure that wants these fonts."""
    from matplotlib.figure import Figure  # noqa: PLC0415

    abreast = max(len(band.panels) for band in chart.bands)
    roomy = any(isinstance(panel, Grid) for band in chart.bands for panel in band.panels)
    width = _WIDTHS[max(abreast, 2) if roomy else abreast]
    inner = width - 2 * _MARGIN
    column = (inner - (abreast - 1) * _GAP) / abreast
    title = _broken(words.of(chart.title), inner, _TITLE)
    bands = [_Band(band, column, inner, words) for band in chart.bands]
    notes = [line for note in notes_of(chart, words) for line in _broken(note, inner, _SMALL)]
    top = _MARGIN + _tall(title, _TITLE) + 4
    height = top + sum(band.height for band in bands) + _tall(notes, _SMALL) + _MARGIN
    # At 72 dots an inch, a point is one unit of the SVG and of the axes.
    figure = Figure(figsize=(width / 72, height / 72), dpi=72, facecolor=_PAPER)
    sheet = Sheet(figure.add_axes((0, 0, 1, 1), xlim=(0, width), ylim=(height, 0)), fonts)
    sheet.lines(_MARGIN, _MARGIN, title, _TITLE, bold=True)
    for band in bands:
        band.draw(sheet, top)
        top += band.height
    sheet.lines(_MARGIN, top, notes, _SMALL, color=_PALE)
    return figure


def _points(text: str, size: float) -> float:
    """How wide a text is, rather too wide: by the letters of DejaVu Sans Bold, the widest of the fonts."""
    return size * sum(map(_ems, text))


def _ems(character: str) -> float:
    if character in "MW@%mw":
        return 1.1
    return (0.0, 0.82 if character.isupper() else 0.67, 1.05)[max(0, wcwidth(character))]


def _tall(lines: list[str], size: float) -> float:
    return len(lines) * _PITCH * size


def _broken(text: str, width: float, size: float) -> list[str]:
    """Lines of a text that are no wider than `width` points; cut inside a word only where it is wider."""
    lines, used = [""], 0.0
    for piece in pieces(one_line(text)):
        if used and used + _points(piece.rstrip(" "), size) > width:
            lines, used = [*lines, ""], 0.0
        for character in piece:
            step = _points(character, size)
            if used and step and used + step > width and character != " ":
                lines, used = [*lines, ""], 0.0
            lines[-1] += character
            used += step
    return [line.rstrip(" ") for line in lines]


class Sheet:
    """Axes that fill the page, in points from its upper left corner."""

    def __init__(self, axes: "Axes", fonts: list[str]) -> None:
        """Draw nothing yet."""
        axes.set_axis_off()
        self._axes, self._fonts = axes, fonts

    def lines(
        self,
        x: float,
        top: float,
        lines: list[str],
        size: float = _SIZE,
        *,
        right: bool = False,
        bold: bool = False,
        color: str = _INK,
    ) -> None:
        """Lines of text from `top` down, beginning or, if `right`, ending at x."""
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
                parse_math=False,  # a name such as $\frac$ is no formula
            )

    def rule(
        self, start: tuple[float, float], end: tuple[float, float], color: str, weight: float = 0.6
    ) -> None:
        """A straight line."""
        (x, y), (to_x, to_y) = start, end
        self._axes.plot((x, to_x), (y, to_y), color=color, lw=weight, solid_capstyle="butt", clip_on=False)

    def bar(self, start: float, end: float, middle: float, color: str) -> None:
        """A bar from `start` to `end` around a middle line."""
        self._axes.barh(middle, end - start, left=start, height=8, color=color, linewidth=0, clip_on=False)

    def box(
        self, left: float, top: float, width: float, height: float, fill: str, edge: str, weight: float
    ) -> None:
        """A filled rectangle with an edge."""
        right, bottom = left + width, top + height
        self._axes.fill((left, right, right, left), (top, top, bottom, bottom), fc=fill, ec=edge, lw=weight)

    def cloud(self, places: list[tuple[float, float]], color: str, size: float = 3) -> None:
        """Many dots, in one piece."""
        x, y = [x for x, _ in places], [y for _, y in places]
        self._axes.plot(x, y, ls="none", marker="o", ms=size, color=color, mew=0, clip_on=False)

    def dot(self, x: float, y: float, color: str, fill: str, *, diamond: bool = False) -> None:
        """A dot, or a somewhat larger diamond."""
        shape, size = ("D", 6.5) if diamond else ("o", 6)
        self._axes.plot(x, y, ls="none", marker=shape, ms=size, mfc=fill, mec=color, clip_on=False)


class _Band:
    """A band of the page: its title, and its panels in columns whose rows begin at one height."""

    def __init__(self, band: Band, column: float, inner: float, words: Words) -> None:
        self._title = _broken(words.of(band.title), inner, _HEAD) if band.title else []
        self._panels = [_placed(panel, column, words) for panel in band.panels]
        self._step = column + _GAP
        self._head = _tall(self._title, _HEAD) + (4 if self._title else 0)
        self._rows = self._head + max(_tall(panel.title, _SIZE) for panel in self._panels) + 4
        self.height = self._rows + max(panel.height for panel in self._panels) + 20

    def draw(self, sheet: Sheet, top: float) -> None:
        sheet.lines(_MARGIN, top, self._title, _HEAD, bold=True)
        for number, panel in enumerate(self._panels):
            left = _MARGIN + number * self._step
            sheet.lines(left, top + self._head, panel.title, bold=True)
            panel.draw(sheet, left, top + self._rows)


def _placed(panel: Panel | Grid | Scatter, width: float, words: Words) -> "_Panel | _Grid | Cloud":
    """A panel as it is drawn in its column."""
    if isinstance(panel, Grid):
        return _Grid(panel, width, words)
    if isinstance(panel, Scatter):
        return Cloud(panel, _broken(words.of(panel.title), width, _SIZE), width, words)
    return _Panel(panel, width, words)


class _Panel:
    """A panel in its column: labels at the left, marks on one scale, figures at the right."""

    def __init__(self, panel: Panel, width: float, words: Words) -> None:
        labels = [one_line(label_text(row, words)) for row in panel.rows]
        widest = min(_LABELS * width, max(_points(label, _SIZE) for label in labels))
        figures = [figures_text(row, words, panel.marks) for row in panel.rows]
        # A label as wide as its column must not be broken for the last bit of a float.
        lines = [_broken(label, widest + 1, _SIZE) for label in labels]
        self._rows = list(zip(panel.rows, lines, figures, strict=True))
        self._bars, self._width = panel.marks == "bars", width
        self._start, self._end = widest + 12, width - max(_points(figure, _SIZE) for figure in figures) - 16
        values = [value for row in panel.rows for value in row.values if value is not None]
        values += [Fraction(0)] if panel.from_zero else []
        values += [] if panel.line is None else [panel.line]
        self._low, self._high, self._line = min(values), max(values), panel.line
        self.title = _broken(words.of(panel.title), width, _SIZE)
        self.height = sum(_tall(label, _SIZE) for label in lines)

    def draw(self, sheet: Sheet, left: float, top: float) -> None:
        bottom = top + self.height
        if self._low <= 0 <= self._high:
            zero = left + self._at(Fraction(0))
            sheet.rule((zero, top), (zero, bottom), _PALE)
        if self._line is not None:
            across = left + self._at(self._line)
            sheet.rule((across, top), (across, bottom), _INK)
        for row, label, figure in self._rows:
            height = _tall(label, _SIZE)
            middle = top + height / 2
            if self._bars and row.strong:
                sheet.rule((left, top), (left + self._width, top), _RULE)
            sheet.lines(left, top, label, bold=row.strong)
            beside = middle - _tall([figure], _SIZE) / 2
            sheet.lines(left + self._width, beside, [figure], right=True, bold=row.strong)
            self._mark(sheet, row, left, middle)
            top += height

    def _at(self, value: Fraction) -> float:
        """The place of a value from the panel's left; in the middle where all are the same."""
        span = self._high - self._low
        part = float((value - self._low) / span) if span else 0.5
        return self._start + (self._end - self._start) * part

    def _mark(self, sheet: Sheet, row: Row, left: float, middle: float) -> None:
        color = _COLORS[row.tone]
        places = [None if value is None else left + self._at(value) for value in row.values]
        there = [place for place in places if place is not None]
        if self._bars:
            for place in there[:1]:
                sheet.bar(left + self._at(Fraction(0)), place, middle, color)
            for place in there[1:]:
                sheet.dot(place, middle, _INK, _PAPER)
            return
        sheet.rule((left + self._start, middle), (left + self._end, middle), _RULE)
        if len(there) > 1:
            sheet.rule((min(there), middle), (max(there), middle), color, 2.0)
        # Of two, the first is hollow: A, beside the full dot of B.
        fills = (color,) if len(places) == 1 else (_PAPER, color)
        for at, fill in zip(places, fills, strict=True):
            if at is not None:
                sheet.dot(at, middle, color, fill, diamond=row.strong)


class _Grid:
    """A grid in its column: squares as wide as there is room for, a letter above a number in each."""

    def __init__(self, grid: Grid, width: float, words: Words) -> None:
        self._grid, self._words = grid, words
        self._labels = 12 + max(_points(name, _SIZE) for name, _ in grid.rows)
        self._wide = (width - self._labels) / len(grid.heads)
        self._high = 2 * _PITCH * _SIZE + 6
        values = [square.value or Fraction(0) for _, squares in grid.rows for square in squares]
        self._deepest = max(map(abs, values)) or Fraction(1)
        self.title = _broken(words.of(grid.title), width, _SIZE)
        self.height = _tall([""], _SIZE) + 4 + len(grid.rows) * self._high

    def draw(self, sheet: Sheet, left: float, top: float) -> None:
        across = [left + self._labels + place * self._wide for place in range(len(self._grid.heads))]
        for x, head in zip(across, self._grid.heads, strict=True):
            sheet.lines(x + 5, top, [head], bold=True)
        top += _tall([""], _SIZE) + 4
        framed = []
        for name, squares in self._grid.rows:
            sheet.lines(left, top + (self._high - _tall([name], _SIZE)) / 2, [name], bold=True)
            for x, square in zip(across, squares, strict=True):
                sheet.box(x, top, self._wide, self._high, self._fill(square), _PAPER, 1.2)
                sheet.lines(x + 5, top + 3, [self._words.of(square.letter)], bold=True)
                beside = top + 3 + _PITCH * _SIZE
                sheet.lines(
                    x + self._wide - 5, beside, [square_text(square, self._words)], _SMALL, right=True
                )
                framed += [(x, top)] if square.framed else []
            top += self._high
        # Last, so that no neighbour lies over a frame.
        for x, y in framed:
            sheet.box(x + 1, y + 1, self._wide - 2, self._high - 2, "none", _INK, 2.2)

    def _fill(self, square: Square) -> str:
        """The colour of a tone, paler the smaller the number is; ink stays readable on the deepest."""
        share = 0.1 + 0.55 * float(abs(square.value or Fraction(0)) / self._deepest)
        base, paper = (bytes.fromhex(color[1:]) for color in (_COLORS[square.tone], _PAPER))
        mixed = (round(one * share + other * (1 - share)) for one, other in zip(base, paper, strict=True))
        return "#" + bytes(mixed).hex()
