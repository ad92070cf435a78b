"""Roads, from the text form of a shoe's coups or from a recorded shoe."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import replace
from os import PathLike
from typing import TYPE_CHECKING

from analyzer.errors import CardError, RenderError, ShoeError
from analyzer.exact import quoted
from analyzer.given import plain
from analyzer.play.outcomes import outcomes_in
from analyzer.play.record import Outcome, RecordedCoup, RecordedShoe, place_text
from analyzer.play.roads.roads import ROWS, Roads, outcome_of
from analyzer.render.boards.svg import board_svg
from analyzer.render.boards.text import board_text
from analyzer.render.words import wording
from analyzer.text import Text, joined, message

if TYPE_CHECKING:
    from analyzer.bets.bet import Variant

MOST_COLUMNS = 1000
"""The most columns of a road's paper: more than any shoe fills."""

_MOST_NAMED = 10
"""The most shoes that an error names."""

_LINE_END = re.compile(r"\r\n?|\n")
_BETWEEN = re.compile(r"[\s,]+")
_NUMBER = re.compile(r"([0-9]{1,9})[.:)]?")


class Scoreboard(Roads):
    """The roads of a shoe, which draw themselves as SVG, as text and in notebooks."""

    def __init__(self, coups: Iterable[Outcome | str] | str = (), rows: int = ROWS) -> None:
        """The roads of these coups; parameters and errors are those of `roads`."""
        super().__init__(outcomes_of(coups) if isinstance(coups, str) else _in_order(coups), rows)

    def svg(self, columns: int | None = None, lang: str = "en") -> str:
        """The scoreboard as one SVG element without a title.

        Args:
            columns: how many columns the paper of each road has; as many as needed if None.
            lang: the language of names and of the letters on discs.

        Raises:
            AnalyzerError: `columns` is out of range, or the language is unknown.
        """
        _check_columns(columns)
        return board_svg(self, wording(lang), columns=columns)

    def text(
        self, width: int = 80, columns: int | None = None, lang: str = "en", *, color: bool = False
    ) -> str:
        """The scoreboard in letters, or in the colours of a terminal.

        Args:
            width: terminal columns to fit into; a road that is too wide loses its first columns.
            columns: the most columns of a road.
            lang: the language of names.
            color: whether to write colour codes.

        Raises:
            AnalyzerError: `columns` or `width` is out of range, or the language is unknown.
        """
        _check_columns(columns)
        if type(width) is not int or width < 1:
            raise RenderError(
                "expected a width of 1 terminal column or more, got {width}", width=quoted(width)
            )
        return board_text(self, wording(lang), width=width, columns=columns, color=color)

    def _repr_html_(self) -> str:
        """The scoreboard as a notebook shows it."""
        return self.svg()


def roads(coups: Iterable[Outcome | str] | str, rows: int = ROWS) -> Scoreboard:
    """The roads of a shoe.

    Args:
        coups: in order, one by one, or all in one text that `outcomes_of` can read.
        rows: how many rows the paper has, from 1 to 100.

    Raises:
        CardError: a coup cannot be read.
        RenderError: `rows` is not a whole number from 1 to 100.

    >>> board = roads("B Pp T")
    >>> board.ask_history[-1]
    'r--|b--'
    >>> board == roads(["B", "Pp", "T"])
    True
    """
    return Scoreboard(plain(coups), plain(rows))


def outcomes_of(text: str) -> tuple[Outcome, ...]:
    """The coups in a text: `B`, `P` or `T`, each with `p`, `b` and `n` for Player pair, Banker pair, natural.

    White space or commas separate coups, which may also be run together (`BBpT`, `bbppb`) or have their
    numbers before them (`1 B`); `#` begins a comment that ends with its line. There may be no coups.
    Raises CardError if a coup cannot be read; the message says which, and on which line it is.

    >>> [str(outcome) for outcome in outcomes_of("B, Pp  # a pair\\nT BbnP")]
    ['B', 'Pp', 'T', 'Bbn', 'P']
    """
    found: list[Outcome] = []
    for number, line in enumerate(_LINE_END.split(text), 1):
        numbered = False
        for word in filter(None, _BETWEEN.split(line.partition("#")[0])):
            where = message("line {line}, coup {coup}", line=str(number), coup=str(len(found) + 1))
            count = None if numbered else _NUMBER.fullmatch(word)
            if count is None:
                found += _outcomes(word, where)
            elif int(count[1]) != len(found) + 1:
                raise CardError(
                    "{place}: expected its number, {number}, got {word}",
                    place=where,
                    number=str(len(found) + 1),
                    word=quoted(word),
                )
            numbered = count is not None
        if numbered:
            raise CardError(
                "line {line}: expected an outcome after the number of coup {coup}",
                line=str(number),
                coup=str(len(found) + 1),
            )
    return tuple(found)


def _in_order(coups: Iterable[Outcome | str]) -> Iterator[Outcome]:
    """Coups given one by one. Raises CardError for a collection without order."""
    if isinstance(coups, bytes | bytearray | Mapping | Set) or not isinstance(coups, Iterable):
        raise CardError(
            'expected coups in order, a text such as "B Pp T" or a list such as ["B", "Pp", "T"], got '
            "{value}",
            value=quoted(coups),
        )
    for number, coup in enumerate(coups, 1):
        yield _outcome(coup, message("coup {coup}", coup=str(number)))


def _check_columns(columns: int | None) -> None:
    if columns is not None and (type(columns) is not int or not 1 <= columns <= MOST_COLUMNS):
        raise RenderError(
            "expected 1 to {most} columns of a road's paper, got {columns}",
            most=MOST_COLUMNS,
            columns=quoted(columns),
        )


def _outcome(coup: Outcome | str, where: Text) -> Outcome:
    try:
        return outcome_of(coup)
    except CardError as error:
        raise CardError(joined(": ", [where, error.message])) from None


def _outcomes(word: str, where: Text) -> list[Outcome]:
    try:
        outcomes = [
            Outcome(winner, *(mark in marks for mark in "pbn")) for winner, marks in outcomes_in(word)
        ]
    except CardError as error:
        raise CardError(joined(": ", [where, error.message])) from None
    return outcomes or [_outcome(word, where)]


def chosen(shoes: Sequence[RecordedShoe], id: str | None = None) -> RecordedShoe:
    """The shoe with this id, or the only shoe if None. Raises ShoeError for none, or more than one."""
    found = shoes if id is None else [shoe for shoe in shoes if shoe.id == id]
    if len(found) == 1:
        return found[0]
    ids = [quoted(shoe.id) for shoe in shoes]
    listed = (*ids[:_MOST_NAMED], *(["…"] if len(ids) > _MOST_NAMED else []))
    if id is None:
        raise ShoeError(
            "expected one shoe to draw, got {n}: {shoes}; choose one with --shoe", n=len(ids), shoes=listed
        )
    if found:
        raise ShoeError("expected one shoe {shoe}, got {n} of that name", shoe=quoted(id), n=len(found))
    raise ShoeError("expected one shoe {shoe}, got only {shoes}", shoe=quoted(id), shoes=listed)


def recorded_roads(
    shoe: RecordedShoe, variant: "str | PathLike[str] | Variant | None" = None, rows: int = ROWS
) -> Scoreboard:
    """The roads of a recorded shoe, without its cancelled coups.

    What is recorded takes precedence, and coups in which `replay` finds faults are `faulty`. The rest follows
    from the cards by the rules of `variant`, else of the record's variant, else of the standard one. Pairs
    and naturals that neither shows are left out. Raises ShoeError if a place cannot be read or a coup has
    neither a result nor cards that decide it, since every road would be wrong from there on; AnalyzerError if
    the record's variant or rules are unknown.
    """
    for place in shoe.unread:
        if not place.stake:
            raise _undrawable(place.where, place.why)
    played = [coup for coup in _dealt(shoe, variant) if coup[0].status != "cancelled"]
    board = Scoreboard([_recorded_outcome(recorded, of_cards) for recorded, of_cards, _ in played], rows)
    board.faulty = tuple(recorded.number for recorded, _, faulty in played if faulty)
    return board


def _dealt(
    shoe: RecordedShoe, variant: "str | PathLike[str] | Variant | None"
) -> Iterator[tuple[RecordedCoup, Outcome | None, bool]]:
    """Each coup, the result of its cards (None if they do not decide it), and whether it has faults."""
    if not shoe.stream and all(coup.player is coup.banker is coup.drawn is None for coup in shoe.coups):
        yield from ((coup, None, False) for coup in shoe.coups)
        return
    # Replaying imports the census, which a record without cards does not need.
    from analyzer.ask.replay import replay  # noqa: PLC0415

    [again] = replay(shoe, variant=variant).shoes
    for fault in again.shoe.faults:
        if fault.kind == "unreadable":
            raise _undrawable(fault.where, fault.what)
    for coup in again.shoe.coups:
        faulty = any(fault.kind != "payment" for fault in coup.faults)
        yield coup.recorded, None if coup.coup is None else Outcome.of(coup.coup), faulty


def _recorded_outcome(recorded: RecordedCoup, found: Outcome | None) -> Outcome:
    """The result of a coup: the one recorded, else the one `found` from the cards."""
    if recorded.winner is not None:
        found = Outcome(recorded.winner) if found is None else replace(found, winner=recorded.winner)
    if found is None:
        number = str(recorded.number)
        what = message("coup {coup} has neither a result nor cards that decide one", coup=number)
        raise _undrawable(recorded.where, what)
    flags = ("player_pair", "banker_pair", "natural")
    marked = {flag: getattr(recorded, flag) for flag in flags if getattr(recorded, flag) is not None}
    return replace(found, **marked)


def _undrawable(where: str, what: Text) -> ShoeError:
    fault = joined(": ", [place_text(where), what]) if where else what
    return ShoeError("{fault}; no road can be drawn after it", fault=fault)
