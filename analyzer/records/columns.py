"""Recognizes lines of column names, and converts printed tables of coups to cells separated by tabs.

Printed tables are pages such as those of `baccarat deal`, and columns aligned with blanks.
"""

import re
from collections.abc import Iterable, Iterator
from itertools import chain, pairwise

from analyzer.errors import AnalyzerError
from analyzer.play.outcomes import OUTCOMES
from analyzer.records import values
from analyzer.records.fields import CARD_PLACES, COUP, SHOE, normalized
from analyzer.records.text import coup_in_one_line, coups_in, numbered_outcomes
from analyzer.records.tokens import WORDS

_ONLY_NAMES = {"card", "cards", "drawn", "winner", "result", "outcome"}
"""The names that a table's only column may have."""

_EMPTY_CELL = re.compile(r",\s*,")
_HAND = re.compile(r"(?<!\w)(?:[PBD闲閒庄莊]|player|banker|drawn|cards|burn(?:ed)?)[:：]", re.IGNORECASE)
_SUITED = re.compile(r"(?:10|[2-9AJQKT])[shdc♠♥♦♣]", re.IGNORECASE)
_DASHES = re.compile(r" *-{2,}(?: {2,}-{2,})+\s*|\|(?: *:?-+:? *\|)+\s*")
_UNDERLINE = re.compile(r"-+")
_WIDE_BLANK = re.compile(r"\s*\t\s*|\s{2,}")

KNOWN_COLUMNS = COUP.keys() | SHOE.keys() | CARD_PLACES.keys() | {"shoe", "card", "stakes"}
"""The columns that have a meaning."""

_RESULT_KEYS = {key for key, field in COUP.items() if field.name in ("player", "banker", "drawn", "winner")}
_RESULT_KEYS |= CARD_PLACES.keys() | {"card"}
"""The columns of cards and winners; a table of coups has at least one of them."""


def is_header(line: str, following: str = "") -> bool:
    """Whether a line names the columns of a table of coups.

    If all its names are also outcomes, as in `player,banker`, the following line must have cards under them.

    >>> is_header("Shoe;Coup;Player;Banker"), is_header("B, P, T"), is_header("player,banker,tie")
    (True, False, False)
    >>> is_header("player,banker"), is_header("player,banker", "9c 5d,Kh 2c")
    (False, True)
    """
    names = names_in(line)
    known = names & KNOWN_COLUMNS
    if "coups" in names or not known & _RESULT_KEYS:  # `coups` heads a table of frequencies
        return False
    if known - OUTCOMES.keys():
        return "tie" not in names and (len(names) > 1 or names <= _ONLY_NAMES)
    separator = separator_of(line)
    cells = cells_of(following, separator)
    same_width = len(cells) == len(cells_of(line, separator)) > 1
    return same_width and names <= OUTCOMES.keys() and any(map(_has_cards, cells))


def _has_cards(cell: str) -> bool:
    try:
        return len(values.cards(cell)) > 1
    except AnalyzerError:
        return False


def lacks_header(head: list[str]) -> bool:
    """Whether a file begins with outcomes, cards or a coup in one line, and has no line of column names."""
    first, *others = [line for line in head if line.strip()] or [""]
    if any(map(is_header, head)):
        return False
    words = first.replace(",", " ").split()
    if all(word in values.CARDS for word in words) or coup_in_one_line(first) is not None:
        return not any(map(_EMPTY_CELL.search, (first, *others)))
    if numbered_outcomes(words) is not None:
        return True
    return all(map(coups_in, words)) and not names_in(first) <= KNOWN_COLUMNS


def has_empty_cells(head: list[str]) -> bool:
    """Whether a line has cards in cells and some cells are empty, so that only their position gives them a
    meaning.

    If a label names the hand, commas separate its cards, and two commas in a row are not an empty cell.
    """
    return any(_EMPTY_CELL.search(line) and _SUITED.search(line) and not _HAND.search(line) for line in head)


def names_in(line: str) -> set[str]:
    """The normalized names in a line of column names."""
    return {normalized(name) for name in cells_of(line.replace('"', ""), separator_of(line))}


def cells_of(line: str, separator: str) -> list[str]:
    """The cells of a line without quotes; a table drawn with bars may also have bars at both ends."""
    return (line.strip().strip("|") if separator == "|" else line).split(separator)


def separator_of(line: str) -> str:
    """The separator of the columns: comma, semicolon, tab or bar, whichever is most frequent."""
    return max(",;\t|", key=line.count)


def is_page(head: Iterable[str]) -> bool:
    """Whether one of the first lines is the row of dashes below the column names of a printed table."""
    return any(map(_DASHES.fullmatch, head))


def page_rows(lines: Iterable[str]) -> Iterator[str]:
    """The lines of a page, cells separated by tabs; lines outside tables of coups become empty.

    The column names replace the dashes below them. Raises AnalyzerError if the page has none.
    """
    spans: list[slice] = []
    in_table = has_table = False
    for before, line in pairwise(chain(("",), lines)):
        cells = _printed_cells(line, spans)
        if _DASHES.fullmatch(line):
            # A cell may be wider than the dashes under its name: it ends where the next one begins.
            begins = [match.start() for match in _UNDERLINE.finditer(line)]
            spans = [slice(begin, end) for begin, end in pairwise([*begins, None])]
            cells = _printed_cells(before, spans)
            # A column `Total` belongs to the hand before it.
            cells = [f"{left} total" if name == "Total" else name for left, name in pairwise(["", *cells])]
            in_table = is_header("\t".join(cells))
            has_table |= in_table
        in_table = in_table and bool(line.strip())
        yield "\t".join(cells if in_table else ()) + "\n"
    if not has_table:
        raise AnalyzerError(
            "expected a record, got a page without a table of coups; to write a record, use baccarat deal "
            "--record FILE or --format json"
        )


def _printed_cells(line: str, spans: list[slice]) -> list[str]:
    """The cells of a row: between bars or, if there are no bars, at the positions of the columns."""
    cells = line.strip().strip("|").split("|") if line.startswith("|") else [line[span] for span in spans]
    return [cell.strip() for cell in cells]


def is_aligned(head: Iterable[str]) -> bool:
    """Whether the first line names columns that are separated only by blanks."""
    first, following, *_ = *(line for line in head if line.strip() and line.lstrip()[0] != "#"), "", ""
    names = _blank_separated(first)
    if len(names) < 2 or ":" in first or "=" in first:
        return False
    if is_header("\t".join(names)):
        # If most names are unknown, the line may be a sentence; if all are words of a coup, it is a coup.
        return (
            2 * sum(normalized(name) in KNOWN_COLUMNS for name in names) > len(names)
            and not set(names) <= WORDS.keys()
        )
    return is_header("\t".join(names), "\t".join(_blank_separated(following)))


def aligned_rows(lines: Iterable[str]) -> Iterator[str]:
    """The lines of a table aligned with blanks, cells separated by tabs; comments become empty lines."""
    for line in lines:
        yield "\t".join(() if line.lstrip().startswith("#") else _blank_separated(line)) + "\n"


def _blank_separated(line: str) -> list[str]:
    """The cells of a line, separated by tabs or by two or more blanks; if it has neither, its words."""
    cells = _WIDE_BLANK.split(line.strip())
    return cells if len(cells) > 1 else line.split()
