"""Roads, from the text form of a shoe's coups or from a recorded shoe."""

import re
from collections.abc import Iterable, Iterator, Mapping, Set
from typing import TYPE_CHECKING

from analyzer.errors import CardError, RenderError
from analyzer.exact import grouped, quoted
from analyzer.play.outcome import Outcome
from analyzer.play.roads.roads import ROWS, Roads, outcome_of
from analyzer.render.boards.svg import board_svg
from analyzer.render.boards.text import board_text
from analyzer.render.words import wording

if TYPE_CHECKING:
    pass

MOST_COLUMNS = 1000
"""More columns than any shoe fills."""


_LINE_END = re.compile(r"\r\n?|\n")
_BETWEEN = re.compile(r"[\s,]+")


class Scoreboard(Roads):
    """The roads of a shoe, which show themselves."""

    def __init__(self, coups: Iterable[Outcome | str] | str = (), rows: int = ROWS) -> None:
        """The roads of these coups; takes and raises what `roads` does."""
        super().__init__(outcomes_of(coups) if isinstance(coups, str) else _in_order(coups), rows)

    def svg(self, columns: int | None = None, lang: str = "en") -> str:
        """The scoreboard drawn, as one SVG element without a title.

        Args:
            columns: how many columns the paper of each road has; None is as many as it takes.
            lang: the language of names and of the letters on discs.

        Raises:
            AnalyzerError: there can be no such paper, or there is no such language.
        """
        _check_columns(columns)
        return board_svg(self, wording(lang), columns=columns)

    def text(
        self, width: int = 80, columns: int | None = None, lang: str = "en", *, color: bool = False
    ) -> str:
        """The scoreboard in letters, or in a terminal's colours.

        Args:
            width: terminal columns to fit into; what is too wide loses columns on the left.
            columns: the most columns of a road.
            lang: the language of names.
            color: whether to write the codes of colours.

        Raises:
            AnalyzerError: there can be no such paper, or there is no such language.
        """
        _check_columns(columns)
        if type(width) is not int or width < 1:
            raise RenderError(f"expected a width of 1 terminal column or more, got {quoted(width)}")
        return board_text(self, wording(lang), width=width, columns=columns, color=color)

    def _repr_html_(self) -> str:
        """The scoreboard as a notebook shows it."""
        return self.svg()


def roads(coups: Iterable[Outcome | str] | str, rows: int = ROWS) -> Scoreboard:
    """The roads of a shoe.

    Args:
        coups: in order, one by one, or all in one text as `outcomes_of` reads it.
        rows: of the paper, from 1 to 100.

    Raises:
        CardError: a coup cannot be read.
        RenderError: rows are not a whole number from 1 to 100.

    >>> board = roads("B Pp T")
    >>> board.ask_history[-1]
    'r--|b--'
    >>> board == roads(["B", "Pp", "T"])
    True
    """
    return Scoreboard(coups, rows)


def outcomes_of(text: str) -> tuple[Outcome, ...]:
    """The coups of a text: `B`, `P` or `T`, each with `p`, `b`, `n` where they hold.

    They stand apart by white space or commas; `#` begins a comment that ends with its line. A text of no
    coups is a shoe of none.

    Raises:
        CardError: a coup cannot be read; the message says which, and on which line it stands.

    >>> [str(outcome) for outcome in outcomes_of("B, Pp  # a pair\\nT Bbn")]
    ['B', 'Pp', 'T', 'Bbn']
    """
    found: list[Outcome] = []
    for number, line in enumerate(_LINE_END.split(text), 1):
        for word in filter(None, _BETWEEN.split(line.partition("#")[0])):
            found.append(_outcome(word, f"line {number}, coup {len(found) + 1}"))
    return tuple(found)


def _in_order(coups: Iterable[Outcome | str]) -> Iterator[Outcome]:
    """Coups that come one by one; what has no order is refused."""
    if isinstance(coups, bytes | bytearray | Mapping | Set) or not isinstance(coups, Iterable):
        example = 'a text such as "B Pp T" or a list such as ["B", "Pp", "T"]'
        raise CardError(f"expected coups in order, {example}, got {quoted(coups)}")
    for number, coup in enumerate(coups, 1):
        yield _outcome(coup, f"coup {number}")


def _check_columns(columns: int | None) -> None:
    if columns is not None and (type(columns) is not int or not 1 <= columns <= MOST_COLUMNS):
        most = grouped(MOST_COLUMNS)
        raise RenderError(f"expected 1 to {most} columns of a road's paper, got {quoted(columns)}")


def _outcome(coup: Outcome | str, where: str) -> Outcome:
    try:
        return outcome_of(coup)
    except CardError as error:
        raise CardError(f"{where}: {error}") from None
