"""Tables of coups that blanks or bars align: those of pages that commands print, such as `baccarat deal`."""

import re
from collections.abc import Iterable, Iterator
from itertools import chain, pairwise

from analyzer.errors import AnalyzerError
from analyzer.pit.records import csv_, header
from analyzer.pit.records.words import WORDS
from analyzer.play.record import RecordedShoe

_RULE = re.compile(r" *-{2,}(?: {2,}-{2,})+\s*")
_MARKDOWN_RULE = re.compile(r"\|(?: *:?-+:? *\|)+\s*")
_UNDERLINE = re.compile(r"-+")
_WIDE = re.compile(r"\s*\t\s*|\s{2,}")


def is_page(head: Iterable[str]) -> bool:
    """Whether among the first lines there is one that rules off the names of a table's columns."""
    return any(_RULE.fullmatch(line) or _MARKDOWN_RULE.fullmatch(line) for line in head)


def read_lines(lines: Iterable[str]) -> Iterator[RecordedShoe]:
    """The shoes of a page's table of coups.

    Raises:
        AnalyzerError: the page has no such table, or nothing in it can be read.
    """
    rows = list(_rows(lines))
    if not any(row.strip() for row in rows):
        raise AnalyzerError(
            "expected a record, got a page without a table of coups; write a record with baccarat deal "
            "--record FILE, or with --format json"
        )
    yield from csv_.read_lines(rows)


def is_aligned(head: Iterable[str]) -> bool:
    """Whether the first line names columns with nothing but blanks between them."""
    told = [line for line in head if line.strip() and not line.lstrip().startswith("#")]
    first, following = [*told, "", ""][:2]
    names = _parted(first)
    if len(names) < 2 or ":" in first or "=" in first:
        return False
    if header.is_header("\t".join(names)):
        # What is not understood of a header may be a sentence, and what is understood a coup.
        return 2 * sum(map(header.is_column, names)) > len(names) and not set(names) <= WORDS.keys()
    return header.is_header("\t".join(names), "\t".join(_parted(following)))


def read_aligned(lines: Iterable[str]) -> Iterator[RecordedShoe]:
    """The shoes of a table with nothing but blanks between its columns; `#` begins a remark.

    Raises:
        AnalyzerError: nothing in it can be read.
    """
    rows = ("" if line.lstrip().startswith("#") else "\t".join(_parted(line)) for line in lines)
    yield from csv_.read_lines(row + "\n" for row in rows)


def _parted(line: str) -> list[str]:
    """The cells of a line: between two blanks or more where there are such, else between any."""
    cells = _WIDE.split(line.strip())
    return cells if len(cells) > 1 else line.split()


def _rows(lines: Iterable[str]) -> Iterator[str]:
    """A line for each of the page: of tables of coups cells parted by tabs, of all else nothing.

    The names of the columns stand in the place of the rule below them.
    """
    spans: list[slice] = []
    telling = False
    for before, line in pairwise(chain(("",), lines)):
        cells: list[str] = []
        if _RULE.fullmatch(line) or _MARKDOWN_RULE.fullmatch(line):
            begins = [match.start() for match in _UNDERLINE.finditer(line)]
            # A cell may be wider than what underlines it, and ends where the next one begins.
            spans = [slice(begin, end) for begin, end in pairwise([*begins, None])]
            cells = _names(_cells(before, spans))
            telling = header.is_header("\t".join(cells))
        elif not line.strip():
            telling = False
        elif telling:
            cells = _cells(line, spans)
        yield "\t".join(cells if telling else ()) + "\n"


def _cells(line: str, spans: list[slice]) -> list[str]:
    """The cells of a row: between the bars, or where the columns are."""
    cells = line.strip().strip("|").split("|") if line.startswith("|") else [line[span] for span in spans]
    return [cell.strip() for cell in cells]


def _names(cells: list[str]) -> list[str]:
    """The names of columns; `Total` is that of the hand before it."""
    return [f"{before} total" if name == "Total" else name for before, name in pairwise(chain(("",), cells))]
