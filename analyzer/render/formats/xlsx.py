"""A page as a workbook: one sheet per table; numbers as numbers, each followed by its exact text."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from analyzer.render.formats.book import ANSWERS, PALE, Book, Full, safe
from analyzer.render.formats.wrap import widest, wrap
from analyzer.render.page import Page, Verdict, cell_text, exact_cell, notes_of
from analyzer.render.table import PERCENTS, ROOTS, Cell, Column, Table
from analyzer.render.words import Words, plain_decimal
from analyzer.text import Text, message

if TYPE_CHECKING:
    from xlsxwriter.worksheet import Worksheet

_HEAD = 2
"""The row of the heads if there is no verdict above them; rows and columns are counted from 0."""

_NARROWEST, _WIDEST, _DEFAULT, _NOTES, _PAPER = 7, 60, 8, 80, 240
"""Widths in characters: least, most and default of a column, least of notes, most of a paper page."""

_SHOWN_DIGITS = 15
"""The digits that spreadsheets show; they store integers up to 2**53 exactly."""


class _Field(NamedTuple):
    """One column of a sheet: a column of the table as numbers or texts, or its exact text."""

    column: Column
    head: Text
    cells: Sequence[Cell]
    exact: bool = False


def render_xlsx(page: Page, words: Words) -> bytes:
    """A workbook with one sheet per table and one about all of them; the same bytes every time.

    Raises:
        RenderError: XlsxWriter is not installed.
    """
    book = Book(words.translate(page.heading), words)
    for place, table in enumerate(page.tables):
        _write(book, table, None if place else page.verdict)
    book.about(page.provenance, *([] if page.title is None else [page.title]))
    return book.bytes()


def _write(book: Book, table: Table, verdict: Verdict | None) -> None:
    """Write a sheet: the title, the verdict (on the first sheet), the rows under their heads, the notes."""
    words = book.words
    said = () if verdict is None else (verdict.sentence, *verdict.details)
    top = max(_HEAD, 1 + len(said) + bool(said))
    sheet = book.sheet(words.translate(table.title))
    book.title(sheet, table.title)
    fields = list(_fields(table))
    last, bottom = len(fields) - 1, top + len(table.rows)
    total, lines = 0, [1] * (1 + len(table.rows))
    for place, field in enumerate(fields):
        book.head(sheet, top, place, field.head, align="right" if field.column.numeric else "left")
        total += (width := _width(field, words))
        sheet.set_column(place, place, width)
        _fill(book, sheet, place, field, top)
        cells = (field.head, *field.cells)
        lines = [max(most, _lines(book, cell, width - 3)) for most, cell in zip(lines, cells, strict=True)]
    # LibreOffice does not enlarge rows for texts that are broken into lines.
    for row, number in enumerate(lines, start=top):
        if row == top or number > 1:
            sheet.set_row(row, book.height(number))
    if total > _PAPER:
        sheet.fit_to_pages(-(-total // _PAPER), 0)
        sheet.repeat_columns(0)
    sheet.freeze_panes(top + 1, 0)
    sheet.repeat_rows(top)
    sheet.autofilter(top, 0, bottom, last)
    # Notes under a narrow table extend across further columns of default width.
    more = max(0, _NOTES - total) // _DEFAULT
    for row, note in enumerate(notes_of(table, words), start=bottom + 2):
        book.paragraph(sheet, row, last + more, total + more * _DEFAULT, note)
    for row, text in enumerate(said, start=1):
        look = {**ANSWERS[verdict.word if verdict else "open"], "bold": row == 1}
        book.paragraph(sheet, row, last + more, total + more * _DEFAULT, text, look=look)


def _lines(book: Book, cell: Cell, width: int) -> int:
    """The number of lines of a cell in a column of `width` characters; 1 for a number."""
    number = cell is None or isinstance(cell, int | Fraction)
    return 1 if number else len(wrap(safe(exact_cell(cell, book.words) or ""), width))


def _fields(table: Table) -> Iterator[_Field]:
    """The columns of a sheet; numbers that a spreadsheet cannot store exactly are followed by exact text."""
    for place, column in enumerate(table.columns):
        cells = [row[place] for row in table.rows]
        yield _Field(column, column.head, cells)
        if column.kind == "signed_root":
            head = message("{column} times its absolute value (exact)", column=column.head)
        elif column.kind in ROOTS:
            head = message("{column} squared (exact)", column=column.head)
        elif column.numeric and (column.kind != "count" or any(map(_is_long, cells))):
            head = message("{column} (exact)", column=column.head)
        else:
            continue
        yield _Field(column, head, cells, exact=True)


def _is_long(cell: Cell) -> bool:
    return isinstance(cell, int) and abs(cell) >= 10**_SHOWN_DIGITS


def _fill(book: Book, sheet: "Worksheet", place: int, field: _Field, top: int) -> None:
    """Write the cells of a column below its head in row `top`."""
    column, words = field.column, book.words
    if field.exact:
        style = book.style(align="right", font_color=PALE)
    elif column.numeric:
        style = book.number(num_format=_number_format(column, words))
    else:
        style = book.style(text_wrap=True)
    for row, cell in enumerate(field.cells, start=top + 1):
        exact = exact_cell(cell, words)
        if isinstance(cell, int | Fraction) and not field.exact:
            number = cell
            if column.kind in ROOTS:  # to more digits than a double has
                number = Fraction(plain_decimal(Fraction(cell), "root", 40))
            sheet.write_number(row, place, Full(number), style)
        elif exact is not None:
            sheet.write_string(row, place, exact if field.exact else safe(exact), style)


def _number_format(column: Column, words: Words) -> str:
    """The number format of a column; the spreadsheet's language determines the separators."""
    if column.kind == "count":
        return "#,##0"
    if column.kind == "ratio":
        return "General"
    places = min(_SHOWN_DIGITS, column.places(words.digits))
    decimals = "0." + "0" * places if places else "0"
    return decimals + ("%" if column.kind in PERCENTS else "")


def _width(field: _Field, words: Words) -> int:
    """The width in characters that a column needs for its head on two lines and for its cells."""
    if field.exact:
        shown = [exact_cell(cell, words) or "" for cell in field.cells]
    else:
        shown = [safe(cell_text(cell, field.column, words)) for cell in field.cells]
    head = safe(words.translate(field.head))
    need = max(widest(shown), -(-widest([head]) // 2) + 2, widest(head.split()))
    # Leave room for the filter button beside the head and for wide digits.
    return min(_WIDEST, max(_NARROWEST, need)) + 3
