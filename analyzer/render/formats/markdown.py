"""A page as GitHub-flavoured Markdown."""

import re
from collections.abc import Iterable

from analyzer.render.page import Page, cell_text, notes_of, one_line
from analyzer.render.table import Cell, Column, Link, Table
from analyzer.render.words import Words

_SPECIAL = re.compile(r"[\\`*_{}\[\]<>&#|~$]")
# These begin a list, a heading underline or a numbered list, but only at the start of a line.
_START = re.compile(r"^(\d+(?=[.)](?: |$))|(?=[-+=]))")


def escaped(text: str) -> str:
    r"""Text that Markdown shows literally, on one line.

    >>> print(escaped("a|b *c*"))
    a\|b \*c\*
    """
    return _START.sub(r"\1\\", _SPECIAL.sub(r"\\\g<0>", one_line(text)))


def render_markdown(page: Page, words: Words) -> str:
    """The page's title and verdict, if any; each table under a heading, with its notes; the provenance."""
    parts = [] if page.title is None else [f"# {escaped(words.translate(page.title))}"]
    parts.append(" · ".join(_link(link, words) for link in page.nav))
    if page.verdict is not None:
        parts.append(f"**{escaped(words.translate(page.verdict.sentence))}**")
        parts.append(_list(map(words.translate, page.verdict.details)))
    for table in page.tables:
        title = escaped(words.translate(table.title))
        parts += [f"## {title}" if title else "", _grid(table, words), _list(notes_of(table, words))]
    parts.append(_list(map(words.translate, page.provenance.lines())))
    return "\n\n".join(part for part in parts if part) + "\n"


def _grid(table: Table, words: Words) -> str:
    rows = [
        [escaped(words.translate(column.head)) for column in table.columns],
        ["---:" if column.numeric else ":---" for column in table.columns],
        *([_text(*pair, words) for pair in zip(row, table.columns, strict=True)] for row in table.rows),
    ]
    return "\n".join(f"| {' | '.join(row)} |" for row in rows)


def _text(cell: Cell, column: Column, words: Words) -> str:
    if isinstance(cell, Link):
        return _link(cell, words)
    text = cell_text(cell, column, words)
    return text if column.numeric else escaped(text)


def _link(first: Link, words: Words) -> str:
    links = (first, *first.beside)
    return " ".join(f"[{escaped(words.translate(link.text))}]({link.target})" for link in links)


def _list(texts: Iterable[str]) -> str:
    return "\n".join(f"- {escaped(text)}" for text in texts)
