"""A page for a terminal or a plain text file, aligned for every script and never cut.

Must not know what the numbers mean.
"""

from collections.abc import Sequence

from analyzer.render.formats.cells import one_line, text_columns
from analyzer.render.formats.grid import grid
from analyzer.render.formats.wrap import wrap
from analyzer.render.page import Page, notes_of
from analyzer.render.words import Words


def render_text(page: Page, words: Words, width: int | None = None) -> str:
    """Each table's title, rows under a ruled header and notes, then the provenance.

    No line is wider than `width` terminal columns, unless one word or number is; None is any width.
    """
    parts = [] if page.title is None else [_paragraph([words.translate(page.title)], width)]
    for table in page.tables:
        parts += [
            _paragraph([words.translate(table.title)], width),
            grid(text_columns(table, words), width),
            _paragraph([*notes_of(table, words)], width),
        ]
    parts.append(_paragraph([words.translate(line) for line in page.provenance.lines()], width))
    return "\n\n".join(part for part in parts if part).rstrip("\n") + "\n"


def _paragraph(texts: Sequence[str], width: int | None) -> str:
    lines = (one_line(text) for text in texts)
    if width is None:
        return "\n".join(lines)
    return "\n".join(part for line in lines for part in wrap(line, width))
