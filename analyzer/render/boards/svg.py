"""A scoreboard as an SVG drawing, as casinos show it, and as a web page: drawing, legend, roads as tables.

Lengths are in the units of the drawing; text is set in the reader's fonts. A mark is drawn around its centre,
which has whole coordinates, and its title is its tooltip.
"""

from collections.abc import Iterator
from typing import NamedTuple

from analyzer.play.roads.big_road import Mark, Ring
from analyzer.play.roads.roads import Bead, Roads, dropped, last_column
from analyzer.render.boards import phrases
from analyzer.render.boards.tables import roads_page
from analyzer.render.formats.html import document, escaped, section
from analyzer.render.page import Provenance
from analyzer.render.words import Words
from analyzer.text import Message, Text, message

RED, BLUE, GREEN, INK, PALE = "#dc2b36", "#163fa8", "#14762f", "#1b1b1b", "#595959"
"""Dark enough for a white letter, and distinct in greyscale: red is the lightest, blue by far the darkest.

Source: WCAG 2.1, relative luminance, and a contrast of 4.5 to 1 between a letter and its background.
"""

SIDES = {"B": RED, "P": BLUE, "T": GREEN}
COLORS = {"r": RED, "b": BLUE}
PAPER = "#ffffff"

BEAD, CELL, HALF = 48, 20, 10
"""The side of a cell of the bead plate, of the big road, and of a derived road, which is half as large."""

_LEAST_BEADS, _LEAST_COLUMNS = 6, 24
"""The fewest columns of paper for the bead plate and for each other road."""

_MARGIN, _GAP, _HEAD, _BETWEEN = 16, 16, 18, 6
"""Space around everything, right of the bead plate, above a road for its name, and between roads."""

_TITLE, _COUNTS, _LINE, _LOWEST = 30, 44, 12, 48
"""Heights: of the title, the counts, a line of small print, and at least the ask road."""

_STYLE = """.board svg { display: block; min-width: 36rem; }
.board svg { box-sizing: border-box; border: 1px solid var(--line); }
.legend { list-style: none; padding: 0; columns: 4 16rem; font-size: .85rem; }
.legend li { display: flex; align-items: center; gap: .6rem; break-inside: avoid; margin-bottom: .2rem; }
.legend svg { flex: none; background: #fff; border: 1px solid var(--line); }
.board, .legend { break-inside: avoid; print-color-adjust: exact; -webkit-print-color-adjust: exact; }"""

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

    Each road has paper with `columns` columns, or as many as it needs if None. With a `provenance`, the
    drawing begins with a title, including the id of the `shoe`, and ends with the provenance; without it, the
    page around the drawing has both.
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
            yield _text_line(_MARGIN, baseline, self._translate(line), size=8, color=PALE)
        yield "</svg>"

    def _ground(self, width: int, height: int, shoe: str | None, *, titled: bool) -> Iterator[str]:
        """The start tag, the paper, and, if `titled`, the title."""
        language = self._words.language
        title = self._translate(phrases.heading(self._roads, shoe))
        yield (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
            f'width="{width}" height="{height}" style="max-width: 100%; height: auto" role="group" '
            f'aria-label="{title}" xml:lang="{language}" lang="{language}" font-family="sans-serif">'
        )
        if titled:
            yield f"<title>{title}</title>"
        yield f'<rect width="{width}" height="{height}" fill="{PAPER}"/>'
        if titled:
            yield _text_line(_MARGIN, _MARGIN + 14, title, size=16, bold=True)

    def _road(self, picture: phrases.Picture, paper: _Paper) -> Iterator[str]:
        """A road under its name: the paper, and the marks of the last columns that fit on it."""
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
            return derived_mark(road, x, y, HALF, mark.color, title)
        if isinstance(mark, Ring):
            return ring(x, y, mark.winner, mark.ties, mark.pairs, title)
        return bead(x, y, mark.winner, mark.pairs, self._translate(phrases.DISCS[mark.winner]), title)

    def _ask_road(self, x: int, y: int) -> Iterator[str]:
        """The marks that each side's win would add to the derived roads, nearly as large as rings."""
        yield self._group("ask-road", self._translate(phrases.ASK_ROAD), x, y)
        height = max(self._roads.rows * HALF, _LOWEST)
        yield f'<rect width="{self._half}" height="{height}" fill="none" stroke="{_EDGE}"/>'
        for row, (side, next_marks) in enumerate(self._roads.ask.items()):
            middle = (2 * row + 1) * height // 4
            label = self._translate(phrases.IF_WINS[side])
            yield _text_line(8, middle + 4, label, size=11, color=SIDES[side], bold=True)
            for place, (name, ball) in enumerate(phrases.balls(next_marks).items()):
                if ball is not None:
                    title = self._translate(phrases.ball_meaning(side, phrases.DERIVED[name], ball.color))
                    across = self._half - (len(phrases.DERIVED) - place) * 24
                    yield derived_mark(name, across, middle, CELL, ball.color, title)
        yield "</g>"

    def _counts(self, y: int, width: int) -> Iterator[str]:
        """The number of coups of each sort, with the sort's sign, if any."""
        yield self._group("counts", self._translate(phrases.COUNTS), _MARGIN, y, heading=False)
        slot, counts = width // len(phrases.COUNTED), self._roads.counts
        for place, (key, name) in enumerate(phrases.COUNTED.items()):
            x = place * slot
            sign = self._sign(key, x + 8)
            yield _text_line(x, 12, self._translate(name), size=11, color=PALE)
            count = self._words.number(counts[key], "count")
            yield sign + _text_line(x + (22 if sign else 0), 34, count, size=18, bold=True)
        yield "</g>"

    def _sign(self, key: str, x: int) -> str:
        """The sign of a sort of coup as on the bead plate: a small disc with its letter, a dot, or none."""
        if key in phrases.DISCS:
            disc = self._translate(phrases.DISCS[key])
            letter = _text_line(x, 32, disc, size=10, color=PAPER, bold=True, anchor="middle")
            return f'<circle cx="{x}" cy="28" r="8" fill="{SIDES[key]}"/>{letter}'
        color = {"banker_pair": RED, "player_pair": BLUE}.get(key)
        return f'<circle cx="{x}" cy="28" r="5" fill="{color}"/>' if color else ""

    def _group(self, kind: str, label: str, x: int, y: int, *, heading: bool = True) -> str:
        """The start tag of a part of the board, with its name above it if `heading`."""
        start = f'<g class="{kind}" role="group" aria-label="{label}" transform="translate({x} {y})">'
        return f"{start}\n{_text_line(0, -5, label, size=11, bold=True)}" if heading else start

    def _translate(self, text: Text) -> str:
        return escaped(self._words.translate(text))


def _text_line(
    x: int, y: int, content: str, *, size: float, color: str = INK, bold: bool = False, anchor: str = ""
) -> str:
    """A line of text on the baseline y; it begins at x, or has its middle or end at x, as set by `anchor`."""
    weight = ' font-weight="bold"' if bold else ""
    anchored = f' text-anchor="{anchor}"' if anchor else ""
    return f'<text x="{x}" y="{y}" font-size="{size:g}" fill="{color}"{weight}{anchored}>{content}</text>'


def bead(x: int, y: int, winner: str, pairs: str, letter: str, title: str) -> str:
    """A filled disc with its letter and the dots of its pairs."""
    disc = f'<circle cx="{x}" cy="{y}" r="20" fill="{SIDES[winner]}"/>'
    label = _text_line(x, y + 8, letter, size=22, color=PAPER, bold=True, anchor="middle")
    return f"<g>{_tooltip(title)}{disc}{label}{_pair_dots(x, y, 15, 6, pairs)}</g>"


def ring(x: int, y: int, winner: str, ties: int, pairs: str, title: str) -> str:
    """A hollow ring with a green slash for ties, their count from two on, and the dots of its pairs."""
    circle = f'<circle cx="{x}" cy="{y}" r="7.5" fill="none" stroke="{SIDES[winner]}" stroke-width="2.5"/>'
    tied = _line(x, y, 8, GREEN, 2) if ties else ""
    if ties > 1:
        size, below = (11, 4) if ties < 10 else (8, 3)
        count = _text_line(x, y + below, str(ties), size=size, color=GREEN, bold=True, anchor="middle")
        tied += f'<circle cx="{x}" cy="{y}" r="6" fill="{PAPER}"/>{count}'
    return f"<g>{_tooltip(title)}{circle}{tied}{_pair_dots(x, y, 6, 3, pairs)}</g>"


def derived_mark(road: str, x: int, y: int, size: int, letter: str, title: str) -> str:
    """A mark of a derived road in a cell of this size: a ring, a disc or, on the cockroach road, a slash."""
    color, tooltip = COLORS[letter], _tooltip(title)
    if road == "cockroach":
        return _line(x, y, size * 0.36, color, size * 0.18, tooltip)
    look = f'r="{size * 0.4:g}" fill="{color}"'
    if road == "big_eye":
        look = f'r="{size * 0.34:g}" fill="none" stroke="{color}" stroke-width="{size * 0.16:g}"'
    return f'<circle cx="{x}" cy="{y}" {look}>{tooltip}</circle>'


def _line(x: int, y: int, reach: float, color: str, width: float, content: str = "") -> str:
    return (
        f'<line x1="{x - reach:g}" y1="{y + reach:g}" x2="{x + reach:g}" y2="{y - reach:g}" '
        f'stroke="{color}" stroke-width="{width:g}" stroke-linecap="round">{content}</line>'
    )


def _pair_dots(x: int, y: int, offset: int, radius: int, pairs: str) -> str:
    """A red dot at the upper left for a Banker pair, a blue one at the lower right for a Player pair."""
    dots = {"b": (-offset, RED), "p": (offset, BLUE)}
    return "".join(
        f'<circle cx="{x + shift}" cy="{y + shift}" r="{radius}" fill="{color}" stroke="{PAPER}"/>'
        for pair, (shift, color) in dots.items()
        if pair in pairs
    )


def _tooltip(title: str) -> str:
    return f"<title>{title}</title>" if title else ""


def board_html(roads: Roads, words: Words, *, columns: int | None = None, shoe: str | None = None) -> str:
    """A whole document that needs no other file; the parameters are those of `board_svg`."""
    page = roads_page(roads, shoe)
    board = board_svg(roads, words, columns=columns)
    body = [
        f"<h1>{escaped(words.translate(page.heading))}</h1>",
        f'<div class="board wide" tabindex="0">\n{board}</div>',
        '<ul class="legend">',
    ]
    for cell, sign, meaning in _signs(words):
        size = f'width="28" height="28" viewBox="0 0 {cell} {cell}"'
        drawing = f'<svg {size} aria-hidden="true">{sign}</svg>'
        body.append(f"<li>{drawing}<span>{escaped(words.translate(meaning))}</span></li>")
    body.append("</ul>")
    for number, table in enumerate(page.tables, 1):
        body += section(table, f"table-{number}", words)
    return document(page, body, words, style=_STYLE)


def _signs(words: Words) -> Iterator[tuple[int, str, Message]]:
    """The entries of the legend: the side of a cell, a mark in its middle, and what the mark means."""

    def disc(winner: str, pairs: str = "") -> str:
        letter = escaped(words.translate(phrases.DISCS[winner]))
        return bead(BEAD // 2, BEAD // 2, winner, pairs, letter, "")

    def tied_ring(winner: str, ties: int) -> str:
        return ring(CELL // 2, CELL // 2, winner, ties, "", "")

    for winner, name in phrases.WINNERS.items():
        yield BEAD, disc(winner), message("Bead plate: {winner}", winner=name)
    yield BEAD, disc("B", "b"), message("A red dot at the upper left: Banker pair")
    yield BEAD, disc("P", "p"), message("A blue dot at the lower right: Player pair")
    yield CELL, tied_ring("B", 0), message("Big road: Banker; each run of wins has a column")
    yield CELL, tied_ring("P", 1), message("Big road: Player, and a Tie after it")
    yield CELL, tied_ring("P", 2), message("Big road: Player, and two ties after it")
    for key, road in phrases.DERIVED.items():
        for letter, color in phrases.COLORS.items():
            sign = derived_mark(key, CELL // 2, CELL // 2, CELL, letter, "")
            yield CELL, sign, message("{road}: {color}", road=road, color=color)
