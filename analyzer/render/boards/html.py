"""A scoreboard as one web page: the drawing, a legend of its signs, and the roads as tables."""

from collections.abc import Iterator

from analyzer.play.roads.roads import Roads
from analyzer.render.boards import phrases, svg
from analyzer.render.boards.svg import BEAD, CELL, board_svg
from analyzer.render.boards.tables import roads_page
from analyzer.render.formats.html import document, escaped, section
from analyzer.render.words import Words
from analyzer.text import Message, message

_STYLE = """.board svg { display: block; min-width: 36rem; }
.board svg { box-sizing: border-box; border: 1px solid var(--line); }
.legend { list-style: none; padding: 0; columns: 4 16rem; font-size: .85rem; }
.legend li { display: flex; align-items: center; gap: .6rem; break-inside: avoid; margin-bottom: .2rem; }
.legend svg { flex: none; background: #fff; border: 1px solid var(--line); }
.board, .legend { break-inside: avoid; print-color-adjust: exact; -webkit-print-color-adjust: exact; }"""


def board_html(roads: Roads, words: Words, *, columns: int | None = None, shoe: str | None = None) -> str:
    """A whole document that needs no other file; parameters as for `board_svg`."""
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
        return svg.bead(BEAD // 2, BEAD // 2, winner, pairs, letter, "")

    def ring(winner: str, ties: int) -> str:
        return svg.ring(CELL // 2, CELL // 2, winner, ties, "", "")

    for winner, name in phrases.WINNERS.items():
        yield BEAD, disc(winner), message("Bead plate: {winner}", winner=name)
    yield BEAD, disc("B", "b"), message("A red dot at the upper left: Banker pair")
    yield BEAD, disc("P", "p"), message("A blue dot at the lower right: Player pair")
    yield CELL, ring("B", 0), message("Big road: Banker; each run of wins has a column")
    yield CELL, ring("P", 1), message("Big road: Player, and a tie after it")
    yield CELL, ring("P", 2), message("Big road: Player, and two ties after it")
    for key, road in phrases.DERIVED.items():
        for letter, color in phrases.COLORS.items():
            sign = svg.derived_mark(key, CELL // 2, CELL // 2, CELL, letter, "")
            yield CELL, sign, message("{road}: {color}", road=road, color=color)
