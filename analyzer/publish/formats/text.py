"""A page for a terminal or a plain text file, aligned for every script and never cut.

Must not know what the numbers mean.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import zip_longest

from analyzer.publish.formats.cells import cell_text, one_line
from analyzer.publish.formats.wrap import finer, pieces, widest, width_of, wrap
from analyzer.publish.page import Page, notes_of
from analyzer.publish.table import Table
from analyzer.publish.words import Words

_GAP = 2
_NARROWEST = 8


def render_text(page: Page, words: Words, width: int | None = None) -> str:
    """Each table's title, rows under a ruled header and notes, then the provenance.

    Fits into `width` terminal columns if that can be done without cutting; None is any width.
    """
    parts = [] if page.title is None else [_paragraph([words.of(page.title)], width)]
    for table in page.tables:
        parts += [
            _paragraph([words.of(table.title)], width),
            _grid(table, words, width),
            _paragraph([*notes_of(table, words)], width),
        ]
    parts.append(_paragraph([words.of(line) for line in page.provenance.lines()], width))
    return "\n\n".join(part for part in parts if part).rstrip("\n") + "\n"


def _paragraph(texts: Sequence[str], width: int | None) -> str:
    lines = (one_line(text) for text in texts)
    if width is None:
        return "\n".join(lines)
    return "\n".join(part for line in lines for part in wrap(line, width))


def _grid(table: Table, words: Words, width: int | None) -> str:
    heads = [one_line(words.of(column.head)) for column in table.columns]
    shown = [
        [cell_text(cell, column, words) for cell, column in zip(row, table.columns, strict=True)]
        for row in table.rows
    ]
    natural = [widest(cells) for cells in zip(heads, *shown, strict=True)]
    wide = natural if width is None else _fit(table, heads, shown, natural, width)
    rows = [[wrap(head, size) for head, size in zip(heads, wide, strict=True)]]
    for row in shown:
        cells = zip(row, table.columns, wide, strict=True)
        rows.append([[text] if column.numeric else wrap(text, size) for text, column, size in cells])
    sizes = [max(map(widest, cells)) for cells in zip(*rows, strict=True)]
    rows.insert(1, [["-" * size] for size in sizes])
    right = [column.numeric for column in table.columns]
    return "\n".join(line for row in rows for line in _lines(row, sizes, right))


def _lines(row: list[list[str]], sizes: list[int], right: list[bool]) -> Iterator[str]:
    """The lines of a row whose cells are lines, each cell as wide as its column."""
    for parts in zip_longest(*row, fillvalue=""):
        cells = []
        for text, size, to_right in zip(parts, sizes, right, strict=True):
            blank = " " * (size - width_of(text))
            cells.append(blank + text if to_right else text + blank)
        yield (" " * _GAP).join(cells).rstrip(" ")


def _fit(table: Table, heads: list[str], shown: list[list[str]], natural: list[int], width: int) -> list[int]:
    """Column widths that fit into `width`, or else into a multiple of it, narrowing the widest first.

    Ids are broken only where nothing else makes the table fit.
    """
    gaps, width = _GAP * (len(natural) - 1), max(1, width)
    least = _least(table, heads, shown, natural, _pieces)
    if sum(least) + gaps > width:
        broken = _least(table, heads, shown, natural, _finest)
        least = broken if sum(broken) + gaps <= width else least
    room = -(-(sum(least) + gaps) // width) * width - gaps
    caps = range(max(natural), 0, -1)
    fitting = ([max(low, min(size, cap)) for low, size in zip(least, natural, strict=True)] for cap in caps)
    return next((sizes for sizes in fitting if sum(sizes) <= room), natural)


def _least(
    table: Table,
    heads: list[str],
    shown: list[list[str]],
    natural: list[int],
    parts: Callable[[str], list[str]],
) -> list[int]:
    """The narrowest that each column can be where texts are broken into such parts, and numbers never."""
    least = []
    for place, column in enumerate(table.columns):
        cells = [row[place] for row in shown]
        whole = widest(parts(heads[place]))
        if column.numeric:
            least.append(max(whole, widest(cells)))
        else:
            whole = max(whole, *(widest(parts(text)) for text in set(cells)), 0)
            least.append(max(whole, min(widest(cells), _NARROWEST)))
    return least


def _pieces(text: str) -> list[str]:
    """Parts of a text that no line break can divide, without the spaces after them."""
    return [piece.rstrip(" ") for piece in pieces(text)]


def _finest(text: str) -> list[str]:
    """Parts of a text that nothing can divide, ids broken behind their hyphens."""
    return [part.rstrip(" ") for piece in pieces(text) for part in finer(piece)]
