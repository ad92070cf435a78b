"""A page as one HTML document that needs no other file, or as parts for another document or a notebook."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from fractions import Fraction
from html import escape
from pathlib import Path

from analyzer.render.formats.wrap import width_of
from analyzer.render.page import Page, Provenance, Verdict, cell_text, groups, notes_of, one_line, unbroken
from analyzer.render.table import ROOTS, Cell, Column, Link, Table
from analyzer.render.words import Words
from analyzer.text import Text, plural

Marks = Callable[[Cell, Column], str]
"""The CSS class that marks a cell; empty for most cells."""

MOST_ROWS = 100
"""The most rows that a notebook shows of a value's tables together; a note gives the number of the rest."""


def unmarked(cell: Cell, column: Column) -> str:
    """No class, as in nearly every table."""
    return ""


def escaped(text: str) -> str:
    """Text that HTML shows as it is written, in an element or a quoted attribute, on one line."""
    return escape(unbroken(one_line(text)), quote=True)


def render_html(page: Page, words: Words) -> str:
    """A whole document; each number's tooltip is its exact ratio."""
    lines = [] if page.title is None else [f"<h1>{escaped(words.translate(page.title))}</h1>"]
    lines += verdict_box(page.verdict, words)
    for number, table in enumerate(page.tables, 1):
        lines += section(table, f"table-{number}", words)
    return document(page, lines, words)


def document(page: Page, lines: Iterable[str], words: Words, *, style: str = "") -> str:
    """A whole document for a page with these lines as its body; `style` is added to the common styles."""
    common = Path(__file__).with_name("page.css").read_text(encoding="utf-8")
    links = [f"<nav>{' '.join(_link(link, words) for link in page.nav)}</nav>"] if page.nav else []
    whole = [
        "<!doctype html>",
        f'<html lang="{words.language}">',
        "<head>",
        '<meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>{escaped(words.translate(page.heading))}</title>",
        "<style>",
        f"{common}{style}".rstrip("\n"),
        "</style>",
        "</head>",
        *("<body>", *links, "<main>", *lines, "</main>", *footer(page.provenance, words), "</body>"),
        "</html>",
    ]
    return "\n".join(whole) + "\n"


def footer(provenance: Provenance, words: Words) -> list[str]:
    """The provenance in small print below a page."""
    lines = (f"<p>{escaped(words.translate(line))}</p>" for line in provenance.lines())
    return ["<footer>", *lines, "</footer>"]


def verdict_box(verdict: Verdict | None, words: Words) -> list[str]:
    """The verdict, if any, in the size of a heading, and its details, in a box coloured by the answer."""
    if verdict is None:
        return []
    sentence, *details = (escaped(words.translate(text)) for text in (verdict.sentence, *verdict.details))
    lines = [f"<p><strong>{sentence}</strong></p>", *(f"<p>{detail}</p>" for detail in details)]
    return [f'<div class="verdict {verdict.word}" role="note">', *lines, "</div>"]


def section(table: Table, id: str | None, words: Words, marks: Marks = unmarked) -> Iterator[str]:
    """A table that can be scrolled by keyboard, and its notes; `id`, if any, is the id of its caption."""
    title = escaped(words.translate(table.title))
    label = f'aria-label="{title}"' if id is None else f'aria-labelledby="{id}"'
    region = f' role="region" {label}' if title else ""
    yield from ("<section>", f'<div class="wide" tabindex="0"{region}>', "<table>")
    if title:
        yield f"<caption>{title}</caption>" if id is None else f'<caption id="{id}">{title}</caption>'
    classes = [_class(table, place, words) for place in range(len(table.columns))]
    heads = (
        f'<th scope="col"{_classed(name)}>{escaped(words.translate(column.head))}</th>'
        for column, name in zip(table.columns, classes, strict=True)
    )
    yield from ("<thead>", f"<tr>{''.join(heads)}</tr>", "</thead>")
    names_row = next((column for column in table.columns if not column.numeric), None)
    for group in groups(table):
        yield "<tbody>"
        for row in group:
            cells = (
                _cell(cell, column, marks(cell, column) or name, words, column is names_row)
                for cell, column, name in zip(row, table.columns, classes, strict=True)
            )
            yield f"<tr>{''.join(cells)}</tr>"
        yield "</tbody>"
    yield from ("</table>", "</div>")
    if notes := [f"<li>{escaped(note)}</li>" for note in notes_of(table, words)]:
        yield from ('<ul class="notes">', *notes, "</ul>")
    yield "</section>"


def _cell(cell: Cell, column: Column, css_class: str, words: Words, names_row: bool) -> str:
    text = _link(cell, words) if isinstance(cell, Link) else escaped(cell_text(cell, column, words))
    if names_row:
        return f'<th scope="row"{_classed(css_class)}>{text}</th>'
    tooltip = ""
    if isinstance(cell, Fraction):
        exact = f"{'−' if cell < 0 else ''}√({abs(cell)})" if column.kind in ROOTS else cell
        tooltip = f' title="{exact}"'
    return f"<td{_classed(css_class)}{tooltip}>{text}</td>"


def _link(first: Link, words: Words) -> str:
    links = ((escaped(link.target), escaped(words.translate(link.text))) for link in (first, *first.beside))
    return " ".join(f'<a href="{target}">{text}</a>' for target, text in links)


def _classed(name: str) -> str:
    return f' class="{name}"' if name else ""


def _class(table: Table, place: int, words: Words) -> str:
    """The CSS class of a column: `n` for numbers, `long` for long texts, and otherwise empty."""
    column = table.columns[place]
    if column.numeric:
        return "n"
    texts = (cell_text(row[place], column, words) for row in table.rows)
    return "long" if any(len(text) > 16 and width_of(text) > 32 for text in texts) else ""


def fragment(page: Page, words: Words, marks: Marks) -> str:
    """The tables of a page, up to MOST_ROWS rows, and the provenance in small print."""
    # Text keeps the notebook's colour, so it is readable in light and dark themes.
    style = Path(__file__).parents[1].joinpath("fragment.css").read_text(encoding="utf-8")
    lines = [f'<div class="baccarat-shown" lang="{words.language}">', f"<style>{style}</style>"]
    if page.title is not None:
        lines.append(f"<h4>{escaped(words.translate(page.title))}</h4>")
    lines += verdict_box(page.verdict, words)
    part, omitted = cut_short(page)
    for table in part.tables:
        lines += section(table, None, words, marks)
    if omitted:
        lines.append(f"<p>{escaped(words.translate(more_tables(omitted)))}</p>")
    return "\n".join([*lines, *footer(page.provenance, words), "</div>"]) + "\n"


def cut_short(page: Page) -> tuple[Page, int]:
    """The page cut to its first tables, `MOST_ROWS` rows in total, and the number of tables left out."""
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
