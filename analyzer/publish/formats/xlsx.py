"""A page as a workbook: a sheet a table, numbers as numbers, and beside each its exact text.

Must not know what the numbers mean.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from analyzer.message import Message, Text, say
from analyzer.publish.formats.book import PALE, Book, Full, safe
from analyzer.publish.formats.cells import cell_text
from analyzer.publish.formats.wrap import widest, wrap
from analyzer.publish.page import Page, notes_of
from analyzer.publish.table import PERCENTS, ROOTS, Cell, Column, Link, Table, exact_text
from analyzer.publish.words import Words, square_root

if TYPE_CHECKING:
    from xlsxwriter.worksheet import Worksheet

_HEAD = 2
"""The row of the heads; rows and columns are counted from 0."""

_WIDEST = 60
_NARROWEST = 7
_DEFAULT = 8
_PROSE = 80
_PAPER = 240
"""Widths of columns, the least of notes and the most that paper shows, in characters."""

_SHOWN_DIGITS = 15
"""How many digits spreadsheets show; they hold integers up to 2**53."""


@dataclass(frozen=True, slots=True)
class _Field:
    """One column of a sheet: a column of the table, as numbers or texts, or what is exact in it."""

    place: int
    column: Column
    head: Text
    exact: bool

    @property
    def text(self) -> bool:
        return self.exact or not self.column.numeric


def render_xlsx(page: Page, words: Words) -> bytes:
    """A sheet for each table and one about them all; the same bytes each time.

    Raises:
        RenderError: XlsxWriter is not installed.
    """
    book = Book(words.of(page.heading), words)
    for table in page.tables:
        _write(book, table)
    book.about(page.provenance, *([] if page.title is None else [page.title]))
    return book.bytes()


def _write(book: Book, table: Table) -> None:
    words = book.words
    sheet = book.sheet(words.of(table.title))
    book.title(sheet, table.title)
    fields = list(_fields(table))
    last = len(fields) - 1
    total = 0
    lines = [1] * (1 + len(table.rows))
    for place, field in enumerate(fields):
        align = "left" if field.text and not field.exact else "right"
        book.head(sheet, _HEAD, place, field.head, align=align)
        total += (width := _width(field, table, words))
        sheet.set_column(place, place, width)
        cells = [row[field.place] for row in table.rows]
        _fill(book, sheet, place, field, cells)
        texts = [field.head, *(cells if not field.exact else [None] * len(cells))]
        lines = [
            max(so_far, _lines(book, cell, width - 3)) for so_far, cell in zip(lines, texts, strict=True)
        ]
    # LibreOffice does not make rows higher for texts that are broken into lines.
    for row, number in enumerate(lines, start=_HEAD):
        if row == _HEAD or number > 1:
            sheet.set_row(row, book.height(number))
    if total > _PAPER:
        sheet.fit_to_pages(-(-total // _PAPER), 0)
        sheet.repeat_columns(0)
    sheet.freeze_panes(_HEAD + 1, 0)
    sheet.repeat_rows(_HEAD)
    sheet.autofilter(_HEAD, 0, _HEAD + len(table.rows), last)
    # Beyond a narrow table, notes go on over columns of the width that sheets have by default.
    more = max(0, _PROSE - total) // _DEFAULT
    for row, note in enumerate(notes_of(table, words), start=_HEAD + len(table.rows) + 2):
        book.paragraph(sheet, row, last + more, total + more * _DEFAULT, note)


def _lines(book: Book, cell: Cell, width: int) -> int:
    """Lines that a cell takes in a column of so many characters; a number takes one."""
    text = cell.text if isinstance(cell, Link) else cell
    return len(wrap(book.said(text), width)) if isinstance(text, str | Message) else 1


def _fields(table: Table) -> Iterator[_Field]:
    """The columns of a sheet: numbers are followed by exact text where they cannot be exact themselves."""
    for place, column in enumerate(table.columns):
        yield _Field(place, column, column.head, exact=False)
        cells = [row[place] for row in table.rows]
        if column.kind == "signed_root":
            head = say("{column} times its size (exact)", column=column.head)
            yield _Field(place, column, head, exact=True)
        elif column.kind in ROOTS:
            yield _Field(place, column, say("{column} squared (exact)", column=column.head), exact=True)
        elif column.numeric and (column.kind != "count" or any(_long(cell) for cell in cells)):
            yield _Field(place, column, say("{column} (exact)", column=column.head), exact=True)


def _long(cell: Cell) -> bool:
    return isinstance(cell, int) and len(str(abs(cell))) > _SHOWN_DIGITS


def _fill(book: Book, sheet: "Worksheet", place: int, field: _Field, cells: Sequence[Cell]) -> None:
    column, words = field.column, book.words
    if field.exact:
        style = book.style(align="right", font_color=PALE)
    elif column.numeric:
        style = book.number(num_format=_number_format(column, words))
    else:
        style = book.style(text_wrap=True)
    for row, cell in enumerate(cells, start=_HEAD + 1):
        if isinstance(cell, Link):
            sheet.write_string(row, place, book.said(cell.text), style)
        elif isinstance(cell, str | Message):
            sheet.write_string(row, place, book.said(cell), style)
        elif cell is not None and field.exact:
            sheet.write_string(row, place, exact_text(cell) or "", style)
        elif cell is not None:
            sheet.write_number(row, place, Full(_number(cell, column)), style)


def _number(cell: int | Fraction, column: Column) -> int | Fraction:
    """The number a cell shows; a root is right to more digits than a double holds."""
    if column.kind not in ROOTS:
        return cell
    return square_root(abs(Fraction(cell)), 40) * (-1 if cell < 0 else 1)


def _number_format(column: Column, words: Words) -> str:
    """How a spreadsheet is to show a column's numbers, with the signs of its own language."""
    if column.kind == "count":
        return "#,##0"
    if column.kind == "ratio":
        return "General"
    places = min(_SHOWN_DIGITS, column.places(words.digits))
    decimals = "0." + "0" * places if places else "0"
    return decimals + ("%" if column.kind in PERCENTS else "")


def _width(field: _Field, table: Table, words: Words) -> int:
    """Characters that a column needs for its head on two lines and for its cells."""
    cells = [row[field.place] for row in table.rows]
    if field.exact:
        shown = [exact_text(cell) or "" for cell in cells if isinstance(cell, int | Fraction)]
    else:
        shown = [safe(cell_text(cell, field.column, words)) for cell in cells]
    head = safe(words.of(field.head))
    need = max(widest(shown), -(-widest([head]) // 2) + 2, widest(head.split()))
    # Room for the filter's button beside the head, and for wide digits.
    return min(_WIDEST, max(_NARROWEST, need)) + 3
