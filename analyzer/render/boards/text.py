"""A scoreboard for a terminal: in letters, or in colour with the signs that casinos use."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, zip_longest

from analyzer.play.roads.big_road import Mark, Ring
from analyzer.play.roads.roads import Bead, Roads, last_column
from analyzer.render.boards import phrases
from analyzer.render.formats.wrap import width_of, wrap
from analyzer.render.page import Provenance, one_line
from analyzer.render.words import Words
from analyzer.text import Text, message

EMPTY, NO_BALL = ".", "-"
"""An empty cell, and a ball of the ask road that is not shown yet."""

LEAST_COLUMNS, _BETWEEN = 6, 3

_LETTERS = message("B Banker, P Player, T Tie; p Player pair, b Banker pair; / a Tie after it, /2 two Ties.")
_LEADING_TIES = message("Ties before the first win are marked on that win.")
_DERIVED_LETTERS = message(
    "Below the big road: r red, b blue. Ask road: the next marks of big eye boy, small road and cockroach "
    "road, - where there is none yet."
)

_SIGNS = {"big_eye": "○", "small": "●", "cockroach": "╱"}
_FILLED = {"B": "1;37;41", "P": "1;37;44", "T": "1;37;42"}
_INKS = {"B": "1;31", "P": "1;34", "T": "1;32", "r": "1;31", "b": "1;34"}
_PAIRS = {"p": _INKS["P"], "b": _INKS["B"]}
"""Colour codes: of a disc, of a hollow sign, and of a pair by the side that has it.

Source: ECMA-48, select graphic rendition.
"""

Parts = tuple[tuple[str, str], ...]
"""The content of a cell: pieces of text, each with its colour code, which may be empty."""

_BLANK: Parts = ((EMPTY, "2"),)

Block = list[tuple[str, int]]
"""Lines, each with its width in terminal columns."""


def board_text(
    roads: Roads,
    words: Words,
    *,
    width: int,
    columns: int | None = None,
    color: bool = False,
    shoe: str | None = None,
    provenance: Provenance | None = None,
) -> str:
    """The scoreboard as lines of at most `width` terminal columns where possible.

    A road shows its last columns, at most `columns`, or as many as fit. If `color`, the text has colour
    codes, and signs instead of the letters for colours.
    """
    page = _Page(roads, words, max(1, width), columns, color)
    leading = (_LEADING_TIES,) if roads.big_road.leading_ties and roads.big_road.display else ()
    letters = () if color else (_DERIVED_LETTERS,)
    parts = [
        page.wrapped((phrases.heading(roads, shoe),)),
        *page.bands(),
        page.wrapped((_LETTERS, *leading, *letters, phrases.REPETITION)),
        *([page.wrapped(provenance.lines())] if provenance else ()),
    ]
    return "\n\n".join(parts) + "\n"


class _Page:
    """The blocks of a scoreboard, laid out for a page width."""

    def __init__(self, roads: Roads, words: Words, width: int, columns: int | None, color: bool) -> None:
        self._roads, self._words, self._width = roads, words, width
        self._most, self._color = columns, color

    def bands(self) -> list[str]:
        """The blocks side by side as far as they fit, in bands one below the other."""
        bead_plate, *others = map(self._road, phrases.pictures(self._roads))
        bands: list[list[Block]] = []
        used = self._width
        for block in (bead_plate, self._counts(), self._ask_road(), *others):
            needed = _width(block) + _BETWEEN
            if used + needed - _BETWEEN > self._width:
                bands.append([])
                used = 0
            bands[-1].append(block)
            used += needed
        return ["\n".join(_hstack(band)) for band in bands]

    def wrapped(self, texts: Iterable[Text]) -> str:
        return "\n".join(line for text in texts for line in wrap(self._translate(text), self._width))

    def _road(self, picture: phrases.Picture) -> Block:
        """A road under its name: the last columns of its picture, as many as fit."""
        # Derived roads are half as wide as the big road, as on a casino's board.
        gap = 0 if picture.key in phrases.DERIVED else 1
        cells = {(mark.x, mark.y): self._parts(picture.key, mark) for mark in picture.marks}
        sizes = dict.fromkeys(range(1, last_column(picture.marks) + 1), 1)
        for (x, _), cell in cells.items():
            sizes[x] = max(sizes[x], _size(cell))
        shown = self._last_columns(sizes, gap)
        rows = range(1, self._roads.rows + 1)
        lines = ([self._cell(cells.get((x, y), _BLANK), size) for x, size in shown.items()] for y in rows)
        width = sum(shown.values()) + gap * (len(shown) - 1)
        name = self._name(phrases.cut(picture.name, min(shown) - 1))
        return [*name, *(((" " * gap).join(line), width) for line in lines)]

    def _parts(self, road: str, mark: Bead | Ring | Mark) -> Parts:
        """How a mark is written: a letter or a sign, the pairs of its coup, and the ties after it."""
        if isinstance(mark, Mark):
            return ((_SIGNS[road] if self._color else mark.color, _INKS[mark.color]),)
        pairs = ((pair, _PAIRS[pair]) for pair in mark.pairs)
        if isinstance(mark, Bead):
            return ((mark.winner, _FILLED[mark.winner]), *pairs)
        ties = "/" * (mark.ties > 0) + str(mark.ties) * (mark.ties > 1)
        return ((mark.winner, _INKS[mark.winner]), *pairs, (ties, _INKS["T"] if ties else ""))

    def _last_columns(self, sizes: dict[int, int], gap: int) -> dict[int, int]:
        """The sizes, by place, of the last columns that fit, at least one, and of blank columns."""
        most = max(len(sizes), LEAST_COLUMNS) if self._most is None else self._most
        shown: dict[int, int] = {}
        used = -gap
        blank = range(len(sizes) + 1, LEAST_COLUMNS + 1)
        for x, size in chain(reversed(sizes.items()), ((x, 1) for x in blank)):
            used += gap + size
            if shown and (len(shown) == most or used > self._width):
                break
            shown[x] = size
        return dict(sorted(shown.items()))

    def _cell(self, parts: Parts, size: int) -> str:
        return "".join(self._colored(text, code) for text, code in parts) + " " * (size - _size(parts))

    def _colored(self, text: str, code: str) -> str:
        return f"\x1b[{code}m{text}\x1b[0m" if self._color and code else text

    def _name(self, name: Text) -> Block:
        lines = wrap(self._translate(name), self._width)
        return [(self._colored(line, "1"), width_of(line)) for line in lines]

    def _counts(self) -> Block:
        counts, rows = self._roads.counts, []
        for key, name in phrases.COUNTED.items():
            number = self._words.number(counts[key], "count")
            rows.append((self._translate(name), number, len(number)))
        return [*self._name(phrases.COUNTS), *_aligned(rows)]

    def _ask_road(self) -> Block:
        rows = []
        for side, next_marks in self._roads.ask.items():
            balls = phrases.balls(next_marks).items()
            shown = [((NO_BALL, ""),) if ball is None else self._parts(name, ball) for name, ball in balls]
            cells = " ".join(self._cell(ball, 1) for ball in shown)
            rows.append((self._translate(phrases.IF_WINS[side]), cells, 2 * len(shown) - 1))
        return [*self._name(phrases.ASK_ROAD), *_aligned(rows)]

    def _translate(self, text: Text) -> str:
        return one_line(self._words.translate(text))


def _size(parts: Parts) -> int:
    return sum(len(text) for text, _ in parts)


def _aligned(rows: Sequence[tuple[str, str, int]]) -> Block:
    """Rows of a name and a text with its width; names are left-aligned, texts right-aligned."""
    width = max(width_of(name) for name, _, _ in rows) + 2 + max(size for _, _, size in rows)
    return [(name + " " * (width - width_of(name) - size) + text, width) for name, text, size in rows]


def _width(block: Block) -> int:
    return max(size for _, size in block)


def _hstack(blocks: Sequence[Block]) -> Iterator[str]:
    widths = list(map(_width, blocks))
    for row in zip_longest(*blocks, fillvalue=("", 0)):
        cells = zip(row, widths, strict=True)
        yield "".join(text + " " * (width - size + _BETWEEN) for (text, size), width in cells).rstrip(" ")
