"""One cell as people read it, and text made safe to show, whatever the format."""

import re
from fractions import Fraction
from itertools import groupby

from analyzer.render.table import Cell, Column, Link, Table
from analyzer.render.words import Words

_SPACE = re.compile("[ \t\n\r\v\f\x85\u2028\u2029]+")
# Controls, directional overrides, lone surrogates and what no XML may hold can rewrite or break a page.
_HOSTILE = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff\ufffe\uffff]"
)


def harmless(text: str) -> str:
    """`text` with every control character but tab and line ends replaced by U+FFFD."""
    return _HOSTILE.sub("\ufffd", text)


def one_line(text: str) -> str:
    r"""`text` on one line: runs of white space become one space, controls become U+FFFD.

    >>> one_line(" Lucky\n 6 ")
    'Lucky 6'
    """
    if text.isprintable() and "  " not in text:  # as nearly every text is
        return text.strip(" ")
    return harmless(_SPACE.sub(" ", text).strip(" "))


def groups(table: Table) -> list[list[tuple[Cell, ...]]]:
    """The rows, those of one name that follow each other together; all in one where no name comes again."""
    parts = [list(rows) for _, rows in groupby(table.rows, key=lambda row: row[0])]
    return parts if len(parts) < len(table.rows) else [list(table.rows)]


def cell_text(cell: Cell, column: Column, words: Words) -> str:
    """A cell as shown to people, on one line; an en dash where there is nothing to show."""
    if cell is None:
        return "–"
    if isinstance(cell, int | Fraction):
        return words.number(cell, column.kind, column.places(words.digits))
    return one_line(words.translate(cell.text if isinstance(cell, Link) else cell))
