"""A page as a piece of HTML that changes nothing of the document around it.

Must not know what the numbers mean.
"""

from collections.abc import Iterator
from dataclasses import replace
from importlib.resources import files

from analyzer.message import Text, say_many
from analyzer.publish.formats.html import Marks, escaped, section
from analyzer.publish.page import Page
from analyzer.publish.table import Table
from analyzer.publish.words import Words

MOST_ROWS = 100
"""Rows of all tables of a value that a notebook shows; what is left out is told."""

_LONGEST = 400
"""Characters of a sentence about what cannot be shown."""

_STYLE = files("analyzer.views").joinpath("shown.css")
"""How a piece looks: in the notebook's own ink, so that it is right on light and on dark paper."""


def fragment(page: Page, words: Words, marks: Marks) -> str:
    """The tables of a page, as many rows as a notebook takes, and in small where they come from."""
    lines = [
        f'<div class="baccarat-shown" lang="{words.language}">',
        f"<style>{_STYLE.read_text(encoding='utf-8')}</style>",
    ]
    if page.title is not None:
        lines.append(f"<h4>{escaped(words.of(page.title))}</h4>")
    left, shown = MOST_ROWS, 0
    for table in page.tables:
        if left <= 0:
            break
        lines += section(shortened(table, left), None, words, marks)
        left -= len(table.rows)
        shown += 1
    if beyond := len(page.tables) - shown:
        lines.append(f"<p>{escaped(words.of(_more_tables(beyond)))}</p>")
    lines += _foot(page, words)
    return "\n".join([*lines, "</div>"]) + "\n"


def unshown(value: object, error: Exception) -> str:
    """What stands in the place of a value that cannot be laid out: what it is, and why."""
    text = escaped(f"{type(value).__name__}: cannot be shown: {error}"[:_LONGEST])
    return f'<div class="baccarat-shown"><p>{text}</p></div>\n'


def shortened(table: Table, most: int) -> Table:
    """A table with no more rows than that, which says how many there are."""
    if (beyond := len(table.rows) - most) <= 0:
        return table
    return replace(table, rows=table.rows[:most], notes=(_more_rows(beyond), *table.notes))


def _more_rows(n: int) -> Text:
    return say_many("{n} more row is not shown.", "{n} more rows are not shown.", n)


def _more_tables(n: int) -> Text:
    return say_many("{n} more table is not shown.", "{n} more tables are not shown.", n)


def _foot(page: Page, words: Words) -> Iterator[str]:
    origin = page.provenance.lines()
    if origin:
        yield "<footer>"
        yield from (f"<p>{escaped(words.of(line))}</p>" for line in origin)
        yield "</footer>"
