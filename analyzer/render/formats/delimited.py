"""A page as comma-separated values, every number exact. Source: RFC 4180, with line feeds as line ends."""

import csv
import io
import re
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction

from analyzer.render.page import Page, exact_cell, harmless
from analyzer.render.table import Cell, Column
from analyzer.render.words import Words, plain_decimal

_FORMULA = (*"=+-@\t\r\n", *"＝＋－＠")  # also the full-width signs of Japanese and Chinese
_NUMERAL = re.compile(r"[+-]?[0-9][0-9.,]*(?:/[0-9]+)?\s?[%‰]?")


def render_delimited(page: Page, words: Words) -> str:
    """A line of field names and a line per row, no notes; several tables get titles and blank lines."""
    tables = []
    for table in page.tables:
        title = [_line([escape_formula(words.translate(table.title))])] if len(page.tables) > 1 else []
        tables.append("".join((*title, *csv_lines(table.columns, table.rows, words))))
    return "\n".join(tables)


def csv_lines(columns: Sequence[Column], rows: Iterable[tuple[Cell, ...]], words: Words) -> Iterator[str]:
    """The line of field names, then a line for each row as it arrives, each with its line end."""
    yield _line(escape_formula(name) for column in columns for name in column.fields)
    for row in rows:
        pairs = zip(row, columns, strict=True)
        yield _line(field for cell, column in pairs for field in _fields(cell, column, words))


def _line(fields: Iterable[str]) -> str:
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerow(fields)
    return out.getvalue()


def _fields(cell: Cell, column: Column, words: Words) -> list[str]:
    if cell is None:
        return [""] * len(column.fields)
    exact = exact_cell(cell, words) or ""
    if isinstance(cell, Fraction):
        return [exact, plain_decimal(cell, column.kind, column.places(words.digits))]
    return [exact if isinstance(cell, int) else escape_formula(exact)]


def escape_formula(text: str) -> str:
    """Text that a spreadsheet does not read as a formula; numbers and ratios stay unchanged.

    >>> escape_formula("-1/20"), escape_formula("-1.24 %"), escape_formula("-1+A1"), escape_formula("-1/A1")
    ('-1/20', '-1.24 %', "'-1+A1", "'-1/A1")
    """
    formula = text.startswith(_FORMULA) and not _NUMERAL.fullmatch(text)
    # The csv module leaves a lone carriage return unquoted.
    return ("'" if formula else "") + harmless(text.replace("\r\n", "\n").replace("\r", "\n"))


def unescape_formula(text: str) -> str:
    """A text as it was before `escape_formula` marked it.

    >>> unescape_formula(escape_formula("=anna")), unescape_formula("'t Hoen")
    ('=anna', "'t Hoen")
    """
    return text[1:] if text.startswith("'") and escape_formula(text[1:]) == text else text
