"""A page for a terminal or a plain text file, aligned for every script and never cut.

Must not know what the numbers mean.
"""

from collections.abc import Sequence

from analyzer.publish.formats.cells import cell_text, one_line
from analyzer.publish.formats.grid import Strip, grid
from analyzer.publish.formats.wrap import wrap
from analyzer.publish.page import Page, notes_of
from analyzer.publish.table import Table
from analyzer.publish.words import Words


def render_text(page: Page, words: Words, width: int | None = None) -> str:
    """Each table's title, rows under a ruled header and notes, then the provenance.

    No line is wider than `width` terminal columns, unless one word or number is; None is any width.
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
    columns = [
        Strip(
            one_line(words.of(column.head)),
            [cell_text(row[place], column, words) for row in table.rows],
            column.numeric,
        )
        for place, column in enumerate(table.columns)
    ]
    return grid(columns, width)
