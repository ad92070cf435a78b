"""A chart of exact numbers, independent of any drawing program."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from analyzer.render.page import Provenance, rounding
from analyzer.render.words import Words
from analyzer.text import Text

Tone = Literal["gain", "loss", "even"]
"""What a mark means to the bettor; shown by colour, but never by colour alone."""

Marks = Literal["bars", "dots"]


@dataclass(frozen=True, slots=True)
class ChartRow:
    """A label with its number as a share of 1, or with two numbers, such as those of A and B.

    A missing number is None. The second number of a bar is for comparison and is drawn as a dot. A label that
    is a number is a net gain. `strong` makes the row stand out: a sum, or the given shoe.
    """

    label: Text | Fraction
    values: tuple[Fraction | None, ...]
    tone: Tone = "even"
    strong: bool = False

    def label_text(self, words: Words) -> str:
        """The label as people read it."""
        if isinstance(self.label, Fraction):
            return words.number(self.label, "ratio")
        return words.translate(self.label)

    def figures_text(self, words: Words, marks: Marks) -> str:
        """The numbers as people read them."""
        sign = " → " if marks == "dots" else " ○ "
        return sign.join("–" if value is None else _percent(value, words) for value in self.values)


@dataclass(frozen=True, slots=True)
class Panel:
    """Rows on one linear scale, with zero if `from_zero`, as bars require; `line` crosses all rows."""

    title: Text
    rows: tuple[ChartRow, ...]
    marks: Marks = "bars"
    from_zero: bool = True
    line: Fraction | None = None


@dataclass(frozen=True, slots=True)
class Square:
    """A cell of a heat map: a letter and perhaps a number, whose size and tone determine the colour."""

    letter: Text
    value: Fraction | None
    tone: Tone
    framed: bool = False

    def number_text(self, words: Words) -> str:
        """The number as people read it; empty for none."""
        return "" if self.value is None else _percent(self.value, words)


@dataclass(frozen=True, slots=True)
class Heatmap:
    """Squares in rows under column heads; the largest number has the deepest colour."""

    title: Text
    heads: tuple[str, ...]
    rows: tuple[tuple[str, tuple[Square, ...]], ...]


@dataclass(frozen=True, slots=True)
class Point:
    """A point: a share of 1 across, and the square root of `squared` up; a strong point stands out."""

    across: Fraction
    squared: Fraction
    strong: bool = False


@dataclass(frozen=True, slots=True)
class Scatter:
    """Points on two named linear scales; a line joins the strong points in the order of `across`."""

    title: Text
    across: Text
    up: Text
    points: tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class Band:
    """Panels side by side, or one heat map or scatter, with a common title if they share one."""

    panels: tuple[Panel | Heatmap | Scatter, ...]
    title: Text = ""


@dataclass(frozen=True, slots=True)
class Chart:
    """Bands one below the other, with notes; if `estimates`, the numbers are not called exact."""

    title: Text
    bands: tuple[Band, ...]
    notes: tuple[Text, ...]
    provenance: Provenance
    estimates: bool = False


def tone(gain: Fraction) -> Tone:
    """What a gain, in units staked, means to the bettor."""
    return "gain" if gain > 0 else "loss" if gain < 0 else "even"


def _percent(value: Fraction, words: Words) -> str:
    return words.number(value, "percent", _digits(words))


def _digits(words: Words) -> int:
    return min(words.digits, 6)  # the most that fit


def notes_of(chart: Chart, words: Words) -> Iterator[str]:
    """The notes under a chart, then how numbers are rounded, then the provenance."""
    rounded = rounding(_digits(words), estimates=chart.estimates)
    yield from map(words.translate, (*chart.notes, rounded, *chart.provenance.lines()))


def description(chart: Chart, words: Words) -> str:
    """The whole chart in words, line by line, for readers who cannot see it."""
    lines: list[str] = []
    for band in chart.bands:
        lines += [words.translate(band.title)] if band.title else []
        for panel in band.panels:
            lines += [words.translate(panel.title), *_described(panel, words)]
    return "\n".join((*lines, *notes_of(chart, words)))


def _described(panel: Panel | Heatmap | Scatter, words: Words) -> Iterator[str]:
    """Every row, every square of a heat map (framed squares in brackets), or every strong point."""
    if isinstance(panel, Panel):
        for row in panel.rows:
            yield f"{row.label_text(words)}: {row.figures_text(words, panel.marks)}"
    elif isinstance(panel, Heatmap):
        for name, squares in panel.rows:
            for head, square in zip(panel.heads, squares, strict=True):
                text = f"{words.translate(square.letter)} {square.number_text(words)}".rstrip()
                yield f"{name}, {head}: {f'[{text}]' if square.framed else text}"
    else:
        for point in panel.points:
            if point.strong:
                up = words.number(point.squared, "root", _digits(words))
                across = f"{words.translate(panel.across)} {_percent(point.across, words)}"
                yield f"{across}, {words.translate(panel.up)} {up}"
