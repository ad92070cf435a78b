"""A scoreboard as an SVG drawing, as casinos show it; the same bytes for the same coups.

Knows no files. Lengths are in the drawing's own units; text takes the reader's fonts.
"""

from collections.abc import Iterator
from typing import NamedTuple

from analyzer.play.roads.big_road import Mark, Ring
from analyzer.play.roads.roads import Bead, Roads, dropped, last_column
from analyzer.render.boards import marks, phrases
from analyzer.render.formats.html import escaped
from analyzer.render.provenance import Provenance
from analyzer.render.words import Words
from analyzer.text import Text

BEAD, CELL, HALF = 48, 20, 10
"""The side of a cell: of the bead plate, of the big road, and of a derived road, which is half of that."""

_LEAST_BEADS, _LEAST_COLUMNS = 6, 24
"""Columns of blank paper: of the bead plate, and of each other road."""

_MARGIN, _GAP, _HEAD, _BETWEEN = 16, 16, 18, 6
"""Around everything, right of the bead plate, over a road for its name, and between roads."""

_TITLE, _COUNTS, _LINE, _LOWEST = 30, 44, 12, 48
"""Heights: of the title, the counts, a line of small print, and the ask road."""

_BALL = 24

_EDGE, _GRID = "#6b6b6b", "#dedede"


def board_svg(
    roads: Roads,
    words: Words,
    *,
    columns: int | None = None,
    shoe: str | None = None,
    provenance: Provenance | None = None,
) -> str:
    """The whole scoreboard as one SVG element.

    Each road has paper of `columns` columns, None for as many as it needs. With a `provenance` the drawing
    has a title, which names the shoe by its id, and ends with the provenance; a page around it has its own.
    """
    return "\n".join(_Board(roads, words, columns).lines(shoe, provenance)) + "\n"


class _Paper(NamedTuple):
    """Blank paper for a road: its upper left corner, the side of a cell, and its number of columns."""

    x: int
    y: int
    cell: int
    columns: int


class _Board:
    def __init__(self, roads: Roads, words: Words, columns: int | None) -> None:
        self._roads, self._words = roads, words
        self._pictures = phrases.pictures(roads)
        bead_plate, *others = (last_column(picture.marks) for picture in self._pictures)
        beads = max(_LEAST_BEADS, bead_plate)
        self._columns = max(_LEAST_COLUMNS, *others) if columns is None else columns
        self._beads = beads if columns is None else min(beads, columns)
        self._right = _MARGIN + max(self._beads, _LEAST_BEADS) * BEAD + _GAP
        self._half = max(self._columns, _LEAST_COLUMNS) * HALF

    def lines(self, shoe: str | None, provenance: Provenance | None) -> Iterator[str]:
        rows, half, right = self._roads.rows, self._half, self._right
        width = right + 2 * half + _MARGIN
        top = _MARGIN + _HEAD + (_TITLE if provenance else 0)
        middle = top + rows * CELL + _BETWEEN + _HEAD
        low = middle + rows * HALF + _BETWEEN + _HEAD
        bottom = max(top + rows * BEAD, low + max(rows * HALF, _LOWEST)) + _GAP
        foot = provenance.lines() if provenance else ()
        height = bottom + _COUNTS + len(foot) * _LINE + _MARGIN
        yield from self._ground(width, height, shoe, titled=provenance is not None)
        papers = (
            _Paper(_MARGIN, top, BEAD, self._beads),
            _Paper(right, top, CELL, self._columns),
            _Paper(right, middle, HALF, self._columns),
            _Paper(right + half, middle, HALF, self._columns),
            _Paper(right, low, HALF, self._columns),
        )
        for picture, paper in zip(self._pictures, papers, strict=True):
            yield from self._road(picture, paper)
        yield from self._ask_road(right + half, low)
        yield from self._counts(bottom, width - 2 * _MARGIN)
        for number, line in enumerate(foot, 1):
            baseline = bottom + _COUNTS + number * _LINE
            yield marks.text(_MARGIN, baseline, self._translate(line), size=8, color=marks.PALE)
        yield "</svg>"

    def _ground(self, width: int, height: int, shoe: str | None, *, titled: bool) -> Iterator[str]:
        """The beginning of the element, the paper, and the title if there is one."""
        language = self._words.language
        title = self._translate(phrases.heading(len(self._roads.outcomes), shoe))
        yield (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
            f'width="{width}" height="{height}" style="max-width: 100%; height: auto" role="group" '
            f'aria-label="{title}" xml:lang="{language}" lang="{language}" font-family="sans-serif">'
        )
        if titled:
            yield f"<title>{title}</title>"
        yield f'<rect width="{width}" height="{height}" fill="{marks.PAPER}"/>'
        if titled:
            yield marks.text(_MARGIN, _MARGIN + 14, title, size=16, bold=True)

    def _road(self, picture: phrases.Picture, paper: _Paper) -> Iterator[str]:
        """A road under its name: blank paper, and the marks of the last columns as far as it has room."""
        gone, cell = dropped(picture.marks, paper.columns), paper.cell
        label = self._translate(phrases.cut(picture.name, gone))
        yield self._group(picture.key.replace("_", "-"), label, paper.x, paper.y)
        width, height = paper.columns * cell, self._roads.rows * cell
        down = "".join(f"M{x} 0V{height}" for x in range(cell, width, cell))
        across = "".join(f"M0 {y}H{width}" for y in range(cell, height, cell))
        edge = f'<rect width="{width}" height="{height}" fill="none" stroke="{_EDGE}"/>'
        yield f'<path d="{down}{across}" fill="none" stroke="{_GRID}"/>{edge}'
        for mark, meaning in zip(picture.marks, picture.meanings, strict=True):
            if mark.x > gone:
                x, y = (mark.x - gone) * cell - cell // 2, mark.y * cell - cell // 2
                yield self._mark(picture.key, mark, x, y, self._translate(meaning))
        yield "</g>"

    def _mark(self, road: str, mark: Bead | Ring | Mark, x: int, y: int, title: str) -> str:
        if isinstance(mark, Mark):
            return marks.DERIVED[road](x, y, HALF, mark.color, title)
        if isinstance(mark, Ring):
            return marks.ring(x, y, mark.winner, mark.ties, mark.pairs, title)
        return marks.bead(x, y, mark.winner, mark.pairs, self._translate(phrases.DISCS[mark.winner]), title)

    def _ask_road(self, x: int, y: int) -> Iterator[str]:
        """What each side's win would add to the derived roads, their marks nearly as large as rings."""
        yield self._group("ask-road", self._translate(phrases.ASK_ROAD), x, y)
        height = max(self._roads.rows * HALF, _LOWEST)
        yield f'<rect width="{self._half}" height="{height}" fill="none" stroke="{_EDGE}"/>'
        for row, (side, next_marks) in enumerate(self._roads.ask.items()):
            middle = (2 * row + 1) * height // 4
            label = self._translate(phrases.IF_WINS[side])
            yield marks.text(8, middle + 4, label, size=11, color=marks.SIDES[side], bold=True)
            for place, (name, ball) in enumerate(phrases.balls(next_marks).items()):
                if ball is not None:
                    title = self._translate(phrases.ball_meaning(side, phrases.DERIVED[name], ball.color))
                    across = self._half - (len(phrases.DERIVED) - place) * _BALL
                    yield marks.DERIVED[name](across, middle, CELL, ball.color, title)
        yield "</g>"

    def _counts(self, y: int, width: int) -> Iterator[str]:
        """How many coups there were of each sort, with the sign of the sort where it has one."""
        yield self._group("counts", self._translate(phrases.COUNTS), _MARGIN, y, heading=False)
        slot, counts = width // len(phrases.COUNTED), self._roads.counts
        for place, (key, name) in enumerate(phrases.COUNTED.items()):
            x = place * slot
            sign = self._sign(key, x + 8)
            yield marks.text(x, 12, self._translate(name), size=11, color=marks.PALE)
            count = self._words.number(counts[key], "count")
            yield sign + marks.text(x + (22 if sign else 0), 34, count, size=18, bold=True)
        yield "</g>"

    def _sign(self, key: str, x: int) -> str:
        """The bead plate's mark for a sort of coup, if any: a small disc with its letter, or a dot."""
        if key in phrases.DISCS:
            disc = self._translate(phrases.DISCS[key])
            letter = marks.text(x, 32, disc, size=10, color=marks.PAPER, bold=True, anchor="middle")
            return f'<circle cx="{x}" cy="28" r="8" fill="{marks.SIDES[key]}"/>{letter}'
        color = {"banker_pair": marks.RED, "player_pair": marks.BLUE}.get(key)
        return f'<circle cx="{x}" cy="28" r="5" fill="{color}"/>' if color else ""

    def _group(self, kind: str, label: str, x: int, y: int, *, heading: bool = True) -> str:
        """The start tag of a part of the board, with its name above it if it has a heading."""
        start = f'<g class="{kind}" role="group" aria-label="{label}" transform="translate({x} {y})">'
        return f"{start}\n{marks.text(0, -5, label, size=11, bold=True)}" if heading else start

    def _translate(self, text: Text) -> str:
        return escaped(self._words.translate(text))
