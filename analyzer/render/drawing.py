"""Where everything of a chart stands on its page.

Must not know files or fonts. Floats are places in points; every digit shown is text made of an exact number.
"""

from fractions import Fraction
from typing import TYPE_CHECKING

from analyzer.render.chart import (
    Band,
    Chart,
    Heatmap,
    Panel,
    Row,
    Scatter,
    Square,
    figures_text,
    label_text,
    notes_of,
    square_text,
)
from analyzer.render.formats.cells import one_line
from analyzer.render.scatter import PlacedScatter
from analyzer.render.sheet import (
    INK,
    PALE,
    PAPER,
    PITCH,
    RULE,
    SIZE,
    SMALL,
    Sheet,
    break_lines,
    text_height,
    text_width,
)
from analyzer.render.words import Words

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_COLORS = {"gain": "#0072b2", "loss": "#d55e00", "even": "#6e6e6e"}
"""Told apart by colour-blind eyes; blue and vermillion.

Source: M. Okabe and K. Ito, Color Universal Design (2008).
"""

_WIDTHS = {1: 640.0, 2: 840.0, 3: 1080.0}
"""The width of a page by the number of panels side by side."""

_MARGIN, _GAP = 28.0, 30.0
_TITLE, _HEAD = 14.0, 11.5

_LABELS = 0.45
"""The most of a panel's width that its labels take."""


def drawn(chart: Chart, words: Words, fonts: list[str]) -> "Figure":
    """The chart as a matplotlib figure that wants these fonts."""
    from matplotlib.figure import Figure  # noqa: PLC0415

    columns = max(len(band.panels) for band in chart.bands)
    heatmaps = any(isinstance(panel, Heatmap) for band in chart.bands for panel in band.panels)
    width = _WIDTHS[max(columns, 2) if heatmaps else columns]
    inner = width - 2 * _MARGIN
    column = (inner - (columns - 1) * _GAP) / columns
    title = break_lines(words.translate(chart.title), inner, _TITLE)
    bands = [_PlacedBand(band, column, inner, words) for band in chart.bands]
    notes = [line for note in notes_of(chart, words) for line in break_lines(note, inner, SMALL)]
    top = _MARGIN + text_height(title, _TITLE) + 4
    height = top + sum(band.height for band in bands) + text_height(notes, SMALL) + _MARGIN
    # At 72 dots an inch, a point is one unit of the SVG and of the axes.
    figure = Figure(figsize=(width / 72, height / 72), dpi=72, facecolor=PAPER)
    sheet = Sheet(figure.add_axes((0, 0, 1, 1), xlim=(0, width), ylim=(height, 0)), fonts)
    sheet.lines(_MARGIN, _MARGIN, title, _TITLE, bold=True)
    for band in bands:
        band.draw(sheet, top)
        top += band.height
    sheet.lines(_MARGIN, top, notes, SMALL, color=PALE)
    return figure


class _PlacedBand:
    """A band of the page: its title, and its panels in columns whose rows begin at one height."""

    def __init__(self, band: Band, column: float, inner: float, words: Words) -> None:
        self._title = break_lines(words.translate(band.title), inner, _HEAD) if band.title else []
        self._panels = [_placed(panel, column, words) for panel in band.panels]
        self._step = column + _GAP
        self._head = text_height(self._title, _HEAD) + (4 if self._title else 0)
        self._rows = self._head + max(text_height(panel.title, SIZE) for panel in self._panels) + 4
        self.height = self._rows + max(panel.height for panel in self._panels) + 20

    def draw(self, sheet: Sheet, top: float) -> None:
        sheet.lines(_MARGIN, top, self._title, _HEAD, bold=True)
        for number, panel in enumerate(self._panels):
            left = _MARGIN + number * self._step
            sheet.lines(left, top + self._head, panel.title, bold=True)
            panel.draw(sheet, left, top + self._rows)


def _placed(
    panel: Panel | Heatmap | Scatter, width: float, words: Words
) -> "_PlacedPanel | _PlacedHeatmap | PlacedScatter":
    """A panel as it is drawn in its column."""
    if isinstance(panel, Heatmap):
        return _PlacedHeatmap(panel, width, words)
    if isinstance(panel, Scatter):
        return PlacedScatter(panel, width, words)
    return _PlacedPanel(panel, width, words)


class _PlacedPanel:
    """A panel in its column: labels at the left, marks on one scale, figures at the right."""

    def __init__(self, panel: Panel, width: float, words: Words) -> None:
        labels = [one_line(label_text(row, words)) for row in panel.rows]
        widest = min(_LABELS * width, max(text_width(label, SIZE) for label in labels))
        figures = [figures_text(row, words, panel.marks) for row in panel.rows]
        # A label as wide as its column must not be broken for the last bit of a float.
        lines = [break_lines(label, widest + 1, SIZE) for label in labels]
        self._rows = list(zip(panel.rows, lines, figures, strict=True))
        self._bars, self._width = panel.marks == "bars", width
        self._start, self._end = widest + 12, width - max(text_width(figure, SIZE) for figure in figures) - 16
        values = [value for row in panel.rows for value in row.values if value is not None]
        values += [Fraction(0)] if panel.from_zero else []
        values += [] if panel.line is None else [panel.line]
        self._low, self._high, self._line = min(values), max(values), panel.line
        self.title = break_lines(words.translate(panel.title), width, SIZE)
        self.height = sum(text_height(label, SIZE) for label in lines)

    def draw(self, sheet: Sheet, left: float, top: float) -> None:
        bottom = top + self.height
        if self._low <= 0 <= self._high:
            zero = left + self._at(Fraction(0))
            sheet.rule((zero, top), (zero, bottom), PALE)
        if self._line is not None:
            across = left + self._at(self._line)
            sheet.rule((across, top), (across, bottom), INK)
        for row, label, figure in self._rows:
            height = text_height(label, SIZE)
            middle = top + height / 2
            if self._bars and row.strong:
                sheet.rule((left, top), (left + self._width, top), RULE)
            sheet.lines(left, top, label, bold=row.strong)
            beside = middle - text_height([figure], SIZE) / 2
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
                sheet.dot(place, middle, INK, PAPER)
            return
        sheet.rule((left + self._start, middle), (left + self._end, middle), RULE)
        if len(there) > 1:
            sheet.rule((min(there), middle), (max(there), middle), color, 2.0)
        # Of two, the first is hollow: A, beside the full dot of B.
        fills = (color,) if len(places) == 1 else (PAPER, color)
        for at, fill in zip(places, fills, strict=True):
            if at is not None:
                sheet.dot(at, middle, color, fill, diamond=row.strong)


class _PlacedHeatmap:
    """A heat map in its column: squares as wide as there is room for, a letter above a number in each."""

    def __init__(self, heatmap: Heatmap, width: float, words: Words) -> None:
        self._heatmap, self._words = heatmap, words
        self._labels = 12 + max(text_width(name, SIZE) for name, _ in heatmap.rows)
        self._wide = (width - self._labels) / len(heatmap.heads)
        self._high = 2 * PITCH * SIZE + 6
        values = [square.value or Fraction(0) for _, squares in heatmap.rows for square in squares]
        self._deepest = max(map(abs, values)) or Fraction(1)
        self.title = break_lines(words.translate(heatmap.title), width, SIZE)
        self.height = text_height([""], SIZE) + 4 + len(heatmap.rows) * self._high

    def draw(self, sheet: Sheet, left: float, top: float) -> None:
        across = [left + self._labels + place * self._wide for place in range(len(self._heatmap.heads))]
        for x, head in zip(across, self._heatmap.heads, strict=True):
            sheet.lines(x + 5, top, [head], bold=True)
        top += text_height([""], SIZE) + 4
        framed = []
        for name, squares in self._heatmap.rows:
            sheet.lines(left, top + (self._high - text_height([name], SIZE)) / 2, [name], bold=True)
            for x, square in zip(across, squares, strict=True):
                sheet.box(x, top, self._wide, self._high, self._fill(square), PAPER, 1.2)
                sheet.lines(x + 5, top + 3, [self._words.translate(square.letter)], bold=True)
                beside = top + 3 + PITCH * SIZE
                sheet.lines(x + self._wide - 5, beside, [square_text(square, self._words)], SMALL, right=True)
                framed += [(x, top)] if square.framed else []
            top += self._high
        # Last, so that no neighbour lies over a frame.
        for x, y in framed:
            sheet.box(x + 1, y + 1, self._wide - 2, self._high - 2, "none", INK, 2.2)

    def _fill(self, square: Square) -> str:
        """The colour of a tone, paler the smaller the number is; ink stays readable on the deepest."""
        share = 0.1 + 0.55 * float(abs(square.value or Fraction(0)) / self._deepest)
        base, paper = (bytes.fromhex(color[1:]) for color in (_COLORS[square.tone], PAPER))
        mixed = (round(one * share + other * (1 - share)) for one, other in zip(base, paper, strict=True))
        return "#" + bytes(mixed).hex()
