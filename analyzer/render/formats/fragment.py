"""A piece of HTML for a notebook: a page, a large one in part, which it says."""

from dataclasses import replace
from importlib.resources import files

from analyzer.render.formats.html import Marks, escaped, footer, section
from analyzer.render.page import Page
from analyzer.render.table import Table
from analyzer.render.words import Words
from analyzer.text import Text, plural

MOST_ROWS = 100
"""Rows of all tables of a value that a notebook shows; it says how many are left out."""


def fragment(page: Page, words: Words, marks: Marks) -> str:
    """The tables of a page, as many rows as a notebook takes, and the provenance in small print."""
    # In the notebook's own ink, so that it is right on light and on dark paper.
    style = files("analyzer.render").joinpath("fragment.css").read_text(encoding="utf-8")
    lines = [f'<div class="baccarat-shown" lang="{words.language}">', f"<style>{style}</style>"]
    if page.title is not None:
        lines.append(f"<h4>{escaped(words.translate(page.title))}</h4>")
    part, beyond = shown_part(page)
    for table in part.tables:
        lines += section(table, None, words, marks)
    if beyond:
        lines.append(f"<p>{escaped(words.translate(more_tables(beyond)))}</p>")
    return "\n".join([*lines, *footer(page.provenance, words), "</div>"]) + "\n"


def shown_part(page: Page) -> tuple[Page, int]:
    """A page with the first tables, of `MOST_ROWS` rows in all, and how many tables are left out."""
    left, tables = MOST_ROWS, []
    for table in page.tables:
        if left <= 0:
            break
        tables.append(_shortened(table, left))
        left -= len(table.rows)
    return replace(page, tables=tuple(tables)), len(page.tables) - len(tables)


def unshown(value: object, error: Exception) -> str:
    """A replacement for a value that cannot be laid out: its type, and why."""
    text = escaped(f"{type(value).__name__}: cannot be shown: {error}"[:400])
    return f'<div class="baccarat-shown"><p>{text}</p></div>\n'


def _shortened(table: Table, most: int) -> Table:
    """A table with at most that many rows, and a note on how many are missing."""
    if (beyond := len(table.rows) - most) <= 0:
        return table
    more = plural("{n} more row is not shown.", "{n} more rows are not shown.", beyond)
    return replace(table, rows=table.rows[:most], notes=(more, *table.notes))


def more_tables(n: int) -> Text:
    """A note that `n` tables are left out."""
    return plural("{n} more table is not shown.", "{n} more tables are not shown.", n)
