"""Lines that name columns: which they are, and what a file without one is.

Takes no row.
"""

import re

from analyzer.errors import AnalyzerError
from analyzer.pit.records import plainly, values
from analyzer.pit.records.fields import COUP, PLACES, SHOE, plain

_ALONE = {"card", "cards", "drawn", "winner", "result", "outcome"}
"""The names that one column may have which is all that there is."""

_GAP = re.compile(r",\s*,")
_HAND = re.compile(r"(?<!\w)(?:[PBD闲閒庄莊]|player|banker|drawn|cards|burn(?:ed)?)[:：]", re.IGNORECASE)
_SUITED = re.compile(r"(?:10|[2-9AJQKT])[shdc♠♥♦♣]", re.IGNORECASE)

KNOWN = COUP.keys() | SHOE.keys() | PLACES.keys() | {"shoe", "card", "stakes"}
"""The columns that say something."""

_TELLING = {key for key, (field, _) in COUP.items() if field in ("player", "banker", "drawn", "winner")}
_TELLING |= PLACES.keys() | {"card"}


def is_header(line: str, following: str = "") -> bool:
    """Whether a line names columns that tell of coups.

    Names that are outcomes too, `player,banker`, name columns if the line that follows has cards under them.

    >>> is_header("Shoe;Coup;Player;Banker"), is_header("B, P, T"), is_header("player,banker,tie")
    (True, False, False)
    >>> is_header("player,banker"), is_header("player,banker", "9c 5d,Kh 2c")
    (False, True)
    """
    names = names_in(line)
    known = names & KNOWN
    if "coups" in names:  # how many there were of each
        return False
    if known & _TELLING and known - values.OUTCOMES.keys():
        return "tie" not in names and (len(names) > 1 or names <= _ALONE)
    if not (known & _TELLING and names <= values.OUTCOMES.keys()):
        return False
    cells = cells_of(following, separator_of(line))
    return len(cells) == len(cells_of(line, separator_of(line))) > 1 and any(map(_has_cards, cells))


def is_column(name: str) -> bool:
    """Whether a column of that name says something."""
    return plain(name) in KNOWN


def _has_cards(cell: str) -> bool:
    """Whether a cell is of several cards."""
    try:
        return len(values.cards(cell)) > 1
    except AnalyzerError:
        return False


def is_bare(head: list[str]) -> bool:
    """Whether a file begins with outcomes, cards or a plain coup, and has no line of column names."""
    first, *others = [line for line in head if line.strip()] or [""]
    if any(map(is_header, head)):
        return False
    words = first.replace(",", " ").split()
    if all(word in values.CARDS for word in words) or plainly.coup(first) is not None:
        return not any(map(_GAP.search, (first, *others)))
    return all(word in values.OUTCOMES for word in words) and not names_in(first) <= KNOWN


def has_gaps(head: list[str]) -> bool:
    """Whether cards stand in cells some of which are empty, so that their place says what they are.

    Where a hand says whose it is, commas are between its cards, and one too many is no cell.
    """
    return any(_GAP.search(line) and _SUITED.search(line) and not _HAND.search(line) for line in head)


def names_in(line: str) -> set[str]:
    """The names that would stand in a line of column names."""
    return {plain(name) for name in cells_of(line.replace('"', ""), separator_of(line))}


def cells_of(line: str, separator: str) -> list[str]:
    """The cells of a line without quotes; between bars there may be bars at its ends too."""
    return (line.strip().strip("|") if separator == "|" else line).split(separator)


def separator_of(line: str) -> str:
    """What stands between the columns: a comma, a semicolon, a tab or a bar, whichever comes most."""
    return max(",;\t|", key=line.count)
