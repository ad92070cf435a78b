"""A page as a piece of HTML for a notebook; a large page is cut short, with a note on the rest."""

from dataclasses import replace
from importlib.resources import files

from analyzer.render.formats.html import Marks, escaped, footer, section
from analyzer.render.page import Page
from analyzer.render.words import Words
from analyzer.text import Text, plural

MOST_ROWS = 100
"""The most rows of a value, in all its tables, that a notebook shows; a note counts the rest."""


def fragment(page: Page, words: Words, marks: Marks) -> str:
    """The tables of a page, as many rows as a notebook takes, and the provenance in small print."""
    # Text keeps the notebook's own colour, so that it can be read in light and dark themes.
    style = files("analyzer.render").joinpath("fragment.css").read_text(encoding="utf-8")
    lines = [f'<div class="baccarat-shown" lang="{words.language}">', f"<style>{style}</style>"]
    if page.title is not None:
        lines.append(f"<h4>{escaped(words.translate(page.title))}</h4>")
    part, omitted = cut_short(page)
    for table in part.tables:
        lines += section(table, None, words, marks)
    if omitted:
        lines.append(f"<p>{escaped(words.translate(more_tables(omitted)))}</p>")
    return "\n".join([*lines, *footer(page.provenance, words), "</div>"]) + "\n"


def cut_short(page: Page) -> tuple[Page, int]:
    """The page cut to its first tables, `MOST_ROWS` rows in all, and the number of tables left out."""
    left, tables = MOST_ROWS, []
    for table in page.tables:
        if left <= 0:
            break
        rows, notes = table.rows[:left], table.notes
        if (omitted := len(table.rows) - left) > 0:
            more = plural("{n} more row is not shown.", "{n} more rows are not shown.", omitted)
            notes = (more, *notes)
        tables.append(replace(table, rows=rows, notes=notes))
        left -= len(table.rows)
    return replace(page, tables=tuple(tables)), len(page.tables) - len(tables)


def error_fragment(value: object, error: Exception) -> str:
    """A replacement for a value that cannot be laid out: its type, and why."""
    text = escaped(f"{type(value).__name__}: cannot be shown: {error}"[:400])
    return f'<div class="baccarat-shown"><p>{text}</p></div>\n'


def more_tables(n: int) -> Text:
    """A note that `n` tables are left out."""
    return plural("{n} more table is not shown.", "{n} more tables are not shown.", n)
