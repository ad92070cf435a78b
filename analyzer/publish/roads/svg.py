"""A scoreboard as an SVG drawing, as casinos show it; the same bytes for the same coups.

Knows no files. Lengths are in the drawing's own units; text takes the reader's fonts.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from analyzer.message import Message, Text
from analyzer.play.roads.big_road import Ring
from analyzer.play.roads.derived import Mark
from analyzer.play.roads.page import Placed, dropped, last_column
from analyzer.play.roads.roads import Bead, Roads
from analyzer.publish.formats.html import escaped
from analyzer.publish.provenance import Provenance
from analyzer.publish.roads import marks, phrases
from analyzer.publish.words import Words

BEAD, CELL, HALF = 48, 20, 10
"""The side of a cell: of the bead plate, of the big road, and of a derived road, which is half of that."""

LEAST_BEADS, LEAST_COLUMNS = 6, 24
"""Columns of blank paper: of the bead plate, and of each other road."""

_MARGIN, _GAP, _HEAD, _BETWEEN = 16, 16, 18, 6
"""Around all, beside the bead plate, over a road for its name, and between roads below each other."""

_TITLE, _COUNTS, _LINE, _LOWEST = 30, 44, 12, 48
"""Heights: of the title, the counts, a line of small print, and the ask road."""

_BALL = 24
"""From one ball of the ask road to the next."""

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

    Args:
        roads: of the shoe so far.
        words: the language of names and of the letters on discs.
        columns: how many columns the paper of each road has; None is as many as it takes.
        shoe: the shoe's id, where it has one.
        provenance: what is said at the foot; None in a page that has a title and a foot of its own.
    """
    return "\n".join(_Board(roads, words, columns).lines(shoe, provenance)) + "\n"


class _Paper(NamedTuple):
    """Blank paper for a road: where its upper left corner is, the side of a cell, and its columns."""

    x: int
    y: int
    cell: int
    columns: int


class _Board:
    """Where everything of a scoreboard stands."""

    def __init__(self, roads: Roads, words: Words, columns: int | None) -> None:
        self._roads, self._words = roads, words
        self._derived = phrases.derived(roads)
        pictures: list[Sequence[Ring | Mark]] = [roads.big_road.display]
        pictures += (road.display for road in self._derived.values())
        beads = max(LEAST_BEADS, last_column(roads.bead_plate))
        needed = max(LEAST_COLUMNS, *map(last_column, pictures))
        self._columns = needed if columns is None else columns
        self._beads = beads if columns is None else min(beads, columns)
        self._right = _MARGIN + max(self._beads, LEAST_BEADS) * BEAD + _GAP
        self._half = max(self._columns, LEAST_COLUMNS) * HALF

    def lines(self, shoe: str | None, provenance: Provenance | None) -> Iterator[str]:
        """The element, line by line."""
        rows, half, right = self._roads.rows, self._half, self._right
        width = right + 2 * half + _MARGIN
        top = _MARGIN + _HEAD + (_TITLE if provenance else 0)
        middle = top + rows * CELL + _BETWEEN + _HEAD
        low = middle + rows * HALF + _BETWEEN + _HEAD
        bottom = max(top + rows * BEAD, low + max(rows * HALF, _LOWEST)) + _GAP
        foot = provenance.lines() if provenance else ()
        height = bottom + _COUNTS + len(foot) * _LINE + _MARGIN
        yield from self._ground(width, height, shoe, titled=provenance is not None)
        yield from self._bead_plate(_Paper(_MARGIN, top, BEAD, self._beads))
        yield from self._big_road(_Paper(right, top, CELL, self._columns))
        places = ((right, middle), (right + half, middle), (right, low))
        for name, (x, y) in zip(self._derived, places, strict=True):
            yield from self._derived_road(name, _Paper(x, y, HALF, self._columns))
        yield from self._ask_road(right + half, low)
        yield from self._counts(bottom, width - 2 * _MARGIN)
        for number, line in enumerate(foot, 1):
            baseline = bottom + _COUNTS + number * _LINE
            yield marks.text(_MARGIN, baseline, self._said(line), size=8, color=marks.PALE)
        yield "</svg>"

    def _ground(self, width: int, height: int, shoe: str | None, *, titled: bool) -> Iterator[str]:
        """The beginning of the element, and the paper on which all stands, under a title or without one."""
        language = self._words.language
        title = self._said(phrases.heading(len(self._roads.outcomes), shoe))
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

    def _bead_plate(self, paper: _Paper) -> Iterator[str]:
        letters = {winner: self._said(letter) for winner, letter in phrases.DISCS.items()}

        def draw(bead: Bead, x: int, y: int, told: str) -> str:
            return marks.bead(x, y, bead.winner, bead.pairs, letters[bead.winner], told)

        beads = self._roads.bead_plate
        told = (phrases.bead_told(coup, bead) for coup, bead in enumerate(beads))
        return self._road("bead-plate", phrases.BEAD_PLATE, paper, beads, told, draw)

    def _big_road(self, paper: _Paper) -> Iterator[str]:
        def draw(ring: Ring, x: int, y: int, told: str) -> str:
            return marks.ring(x, y, ring.winner, ring.ties, ring.pairs, told)

        rings = self._roads.big_road.display
        told = map(phrases.ring_told, rings)
        return self._road("big-road", phrases.BIG_ROAD, paper, rings, told, draw)

    def _derived_road(self, name: str, paper: _Paper) -> Iterator[str]:
        def draw(mark: Mark, x: int, y: int, told: str) -> str:
            return marks.DERIVED[name](x, y, HALF, mark.color, told)

        road = self._derived[name]
        told = phrases.marks_told(road, self._roads)
        return self._road(_class(name), phrases.DERIVED[name], paper, road.display, told, draw)

    def _road(
        self,
        kind: str,
        name: Message,
        paper: _Paper,
        display: Sequence[Placed],
        told: Iterable[Message],
        draw: Callable[[Placed, int, int, str], str],
    ) -> Iterator[str]:
        """A road under its name: blank paper, and the marks of the last columns as far as it has room."""
        gone = dropped(display, paper.columns)
        label = self._said(phrases.cut(name, gone))
        yield self._group(kind, label, paper.x, paper.y)
        yield _blank(paper, self._roads.rows)
        for placed, tells in zip(display, told, strict=True):
            if placed.x > gone:
                x = (placed.x - gone) * paper.cell - paper.cell // 2
                y = placed.y * paper.cell - paper.cell // 2
                yield draw(placed, x, y, self._said(tells))
        yield "</g>"

    def _ask_road(self, x: int, y: int) -> Iterator[str]:
        """What each side's win would add to the derived roads, their marks nearly as large as rings."""
        yield self._group("ask-road", self._said(phrases.ASK_ROAD), x, y)
        height = max(self._roads.rows * HALF, _LOWEST)
        yield f'<rect width="{self._half}" height="{height}" fill="none" stroke="{_EDGE}"/>'
        for row, (side, asked) in enumerate(self._roads.ask.items()):
            middle = (2 * row + 1) * height // 4
            label = self._said(phrases.IF_WINS[side])
            yield marks.text(8, middle + 4, label, size=11, color=marks.SIDES[side], bold=True)
            for place, (name, ball) in enumerate(phrases.balls(asked).items()):
                if ball is not None:
                    told = self._said(phrases.ball_told(side, phrases.DERIVED[name], ball.color))
                    across = self._half - (len(self._derived) - place) * _BALL
                    yield marks.DERIVED[name](across, middle, CELL, ball.color, told)
        yield "</g>"

    def _counts(self, y: int, width: int) -> Iterator[str]:
        """How many coups there were of each sort, with the sign of the sort where it has one."""
        yield self._group("counts", self._said(phrases.COUNTS), _MARGIN, y, named=False)
        slot = width // len(phrases.COUNTED)
        counts = self._roads.counts
        for place, (key, name) in enumerate(phrases.COUNTED.items()):
            x = place * slot
            sign = self._sign(key, x + 8)
            yield marks.text(x, 12, self._said(name), size=11, color=marks.PALE)
            yield sign + marks.text(
                x + (22 if sign else 0), 34, self._words.number(counts[key], "count"), size=18, bold=True
            )
        yield "</g>"

    def _sign(self, key: str, x: int) -> str:
        """What stands for a sort of coup on the bead plate: a small disc with its letter, or a dot."""
        if key in phrases.DISCS:
            said = self._said(phrases.DISCS[key])
            letter = marks.text(x, 32, said, size=10, color=marks.PAPER, bold=True, anchor="middle")
            return f'<circle cx="{x}" cy="28" r="8" fill="{marks.SIDES[key]}"/>{letter}'
        color = {"banker_pair": marks.RED, "player_pair": marks.BLUE}.get(key)
        return f'<circle cx="{x}" cy="28" r="5" fill="{color}"/>' if color else ""

    def _group(self, kind: str, label: str, x: int, y: int, *, named: bool = True) -> str:
        """The beginning of a part of the board, with its name above it."""
        head = f'<g class="{kind}" role="group" aria-label="{label}" transform="translate({x} {y})">'
        return f"{head}\n{marks.text(0, -5, label, size=11, bold=True)}" if named else head

    def _said(self, text: Text) -> str:
        return escaped(self._words.of(text))


def _blank(paper: _Paper, rows: int) -> str:
    """Paper with its lines."""
    cell, width, height = paper.cell, paper.columns * paper.cell, rows * paper.cell
    down = "".join(f"M{x} 0V{height}" for x in range(cell, width, cell))
    across = "".join(f"M0 {y}H{width}" for y in range(cell, height, cell))
    edge = f'<rect width="{width}" height="{height}" fill="none" stroke="{_EDGE}"/>'
    return f'<path d="{down}{across}" fill="none" stroke="{_GRID}"/>{edge}'


def _class(name: str) -> str:
    return name.replace("_", "-")
