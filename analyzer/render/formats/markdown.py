"""A page as GitHub-flavoured Markdown."""

import re
from collections.abc import Iterable

from analyzer.render.page import Page, cell_text, notes_of, one_line
from analyzer.render.table import Link, Table
from analyzer.render.words import Words

_SPECIAL = re.compile(r"[\\`*_{}\[\]<>&#|~$]")
# These begin a list, a heading underline or a numbered list, but only at the start of a line.
_START = re.compile(r"^(\d+(?=[.)](?: |$))|(?=[-+=]))")


def escaped(text: str) -> str:
    r"""Text that Markdown shows as it is written, on one line.

    >>> print(escaped("a|b *c*"))
    a\|b \*c\*
    """
    return _START.sub(r"\1\\", _SPECIAL.sub(r"\\\g<0>", one_line(text)))


def render_markdown(page: Page, words: Words) -> str:
    """The page's title if it has one, each table under a lesser heading with its notes, the provenance."""
    parts = [] if page.title is None else [f"# {escaped(words.translate(page.title))}"]
    parts.append(" · ".join(_link(link, words) for link in page.nav))
    for table in page.tables:
        title = escaped(words.translate(table.title))
        parts += [f"## {title}" if title else "", _grid(table, words), _list(notes_of(table, words))]
    parts.append(_list(map(words.translate, page.provenance.lines())))
    return "\n\n".join(part for part in parts if part) + "\n"


def _grid(table: Table, words: Words) -> str:
    lines = [
        _row([escaped(words.translate(column.head)) for column in table.columns]),
        _row(["---:" if column.numeric else ":---" for column in table.columns]),
    ]
    for row in table.rows:
        shown = []
        for cell, column in zip(row, table.columns, strict=True):
            if isinstance(cell, Link):
                shown.append(_link(cell, words))
            else:
                text = cell_text(cell, column, words)
                shown.append(text if column.numeric else escaped(text))
        lines.append(_row(shown))
    return "\n".join(lines)


def _link(first: Link, words: Words) -> str:
    links = (first, *first.beside)
    return " ".join(f"[{escaped(words.translate(link.text))}]({link.target})" for link in links)


def _list(texts: Iterable[str]) -> str:
    return "\n".join(f"- {escaped(text)}" for text in texts)


def _row(cells: list[str]) -> str:
    return f"| {' | '.join(cells)} |"
