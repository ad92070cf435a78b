"""The first screen of a long page: its first tables, as far as they fit, and how to see the rest.

Knows no command, and nothing of what the tables are about.
"""

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

from analyzer.render.formats.text import render_text
from analyzer.render.page import Page
from analyzer.render.table import Cell, Column, Table
from analyzer.render.words import Words
from analyzer.text import Message, joined, message, plural

LINES = 48
"""The lines of a first screen."""

_FEWEST_ROWS = 3
"""The fewest rows shown of the first table, even if its notes fill the screen."""

_MOST_TITLES = 4
"""The most tables left out that are named by their titles."""

_GREEN, _RED = "32", "31"
_COLORS = {"agrees": _GREEN, "wrong": _RED, "unreadable": _RED}
"""The colours of the verdicts on claims."""


def tint(column: Column, cell: Cell) -> str:
    """The colour of a cell: green for a house edge that favours the bettor or a claim that agrees, red for a
    claim that is wrong or unreadable.
    """
    if column.key.startswith("house_edge") and not column.key.endswith("difference"):
        return _GREEN if isinstance(cell, Fraction) and cell < 0 else ""
    return _COLORS.get(cell.text, "") if column.key == "verdict" and isinstance(cell, Message) else ""


def first_screen(page: Page, words: Words, width: int) -> Page:
    """The page, shortened to LINES lines of text: tables in order while they fit, and what is left out.

    The first table is always shown. The table that does not fit is cut after the rows that do if it is the
    first, or if it would not fit on a screen of its own.
    """

    def fits(*tables: Table) -> bool:
        if any(len(table.rows) > LINES for table in tables):
            return False
        return render_text(_shortened(page, tables), words, width).count("\n") <= LINES

    shown: tuple[Table, ...] = ()
    for table in page.tables:
        if not fits(*shown, table):
            most = min(len(table.rows), LINES)
            rows = bisect_left(range(most), True, key=lambda n: not fits(*shown, _cut(table, n + 1)))
            if not shown or (rows and not fits(table)):
                shown = (*shown, _cut(table, rows if shown else max(rows, _FEWEST_ROWS)))
            break
        shown = (*shown, table)
    return _shortened(page, shown)


def _cut(table: Table, rows: int) -> Table:
    """The first rows of a table, with a note on how many more there are."""
    left = len(table.rows) - rows
    if left <= 0:
        return table
    more = plural("and {n} more row", "and {n} more rows", left)
    return replace(table, rows=table.rows[:rows], notes=(more, *table.notes))


def _shortened(page: Page, shown: Sequence[Table]) -> Page:
    """The page with these tables, its first ones, of which the last may be cut; it says what is left out."""
    hidden = page.tables[len(shown) :]
    rows = sum(len(whole.rows) - len(cut.rows) for whole, cut in zip(page.tables, shown, strict=False))
    left_out: list[Message] = [plural("{n} row", "{n} rows", rows)] if rows else []
    if 0 < (n := len(hidden)) <= _MOST_TITLES:
        titles = tuple(joined("", ['"', table.title, '"']) for table in hidden)
        left_out.append(plural("{n} table ({titles})", "{n} tables ({titles})", n, titles=titles))
    elif hidden:
        left_out.append(plural("{n} table", "{n} tables", n))
    if not left_out:
        return page
    rest = message("Not shown: {parts}. Add `--all` to see everything.", parts=tuple(left_out))
    return replace(page, tables=tuple(shown), rest=rest)
