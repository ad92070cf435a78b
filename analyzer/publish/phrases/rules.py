"""The rules of drawing in words, generated from the rules alone, grouped as rule sheets group them.

Knows nothing of bets.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from analyzer.game.rules import Rules
from analyzer.message import Message, Value, say
from analyzer.publish.phrases.cards import RANK_SIGNS
from analyzer.publish.phrases.numbers import numbers

_NATURALS = {8, 9}
_FEW = 2
"""Columns on which Banker stands that are told as exceptions."""


@dataclass(frozen=True, slots=True)
class Drawing:
    """On these two-card totals Banker, Player having drawn, draws in these columns of the tableau, 0–9."""

    totals: tuple[int, ...]
    columns: frozenset[int]


def drawings(rules: Rules) -> tuple[Drawing, ...]:
    """What Banker does once Player drew: totals that are treated alike together, by their lowest."""
    by_columns: dict[frozenset[int], list[int]] = {}
    for total, row in rules.tableau.banker:
        columns = frozenset(column for column in range(10) if row[1 + column])
        by_columns.setdefault(columns, []).append(total)
    return tuple(Drawing(tuple(totals), columns) for columns, totals in by_columns.items())


def rules_in_words(rules: Rules) -> tuple[Message, ...]:
    """The rules of a coup as sentences, to be numbered: what cards count, dealing, drawing, who wins."""
    tableau = rules.tableau
    totals = [total for total in range(10) if total not in tableau.naturals]
    stood = {total for total, row in tableau.banker if row[0]}
    return (
        say("An ace counts 1 point, the cards 2 to 9 count their number, and 10, J, Q and K count 0."),
        say("The total of a hand is the last digit of the sum of its cards' points."),
        *_dealing(rules.player_first),
        *_naturals(tableau.naturals),
        _player(*_parted(totals, tableau.player_draws)),
        _banker_after_stand(*_parted(totals, stood)),
        *(_banker_after_draw(drawing, rules.banker_by == "player-total") for drawing in drawings(rules)),
        say("The hand with the higher total wins; equal totals are a Tie."),
    )


def _parted(totals: Iterable[int], draws: Iterable[int]) -> tuple[list[int], list[int]]:
    """The totals on which a hand draws, and those on which it stands."""
    drawn = set(draws)
    return [total for total in totals if total in drawn], [total for total in totals if total not in drawn]


def _dealing(first: int | None) -> tuple[Message, ...]:
    if first is None:
        return (say("Four cards are dealt in the order Player, Banker, Player, Banker."),)
    return given_card(first), say("Three cards are dealt in the order Banker, Player, Banker.")


def given_card(rank: int) -> Message:
    """What is always Player's first card, where the rules give it: a card of a rank 1–13."""
    return say(
        "Player's first card is always a card of rank {rank} that does not come from the shoe.",
        rank=RANK_SIGNS[rank - 1],
    )


def _naturals(naturals: frozenset[int]) -> tuple[Message, ...]:
    if not naturals:
        return (say("No total of the first two cards ends the coup."),)
    if naturals == _NATURALS:
        return (
            say(
                "Two cards with a total of {totals} are a natural: if either hand has one, no hand draws.",
                totals=numbers(naturals),
            ),
        )
    return (
        say(
            "If the total of the first two cards of either hand is {totals}, no hand draws.",
            totals=numbers(naturals),
        ),
    )


def _player(draws: list[int], stands: list[int]) -> Message:
    if not draws:
        return say("Player stands on every total.")
    if not stands:
        return say("Player draws a third card on every total.")
    return say(
        "Player draws a third card on {draws} and stands on {stands}.",
        draws=numbers(draws),
        stands=numbers(stands),
    )


def _banker_after_stand(draws: list[int], stands: list[int]) -> Message:
    if not draws:
        return say("If Player stood, Banker stands on every total.")
    if not stands:
        return say("If Player stood, Banker draws a third card on every total.")
    return say(
        "If Player stood, Banker draws a third card on {draws} and stands on {stands}.",
        draws=numbers(draws),
        stands=numbers(stands),
    )


def _banker_after_draw(drawing: Drawing, by_total: bool) -> Message:
    """What Banker does on some totals, looking at Player's third card, or at Player's final total."""
    totals = numbers(drawing.totals)
    stands = frozenset(range(10)) - drawing.columns
    if not stands:
        return say("If Player drew, Banker on {totals} draws a third card in every case.", totals=totals)
    if not drawing.columns:
        return say("If Player drew, Banker on {totals} stands in every case.", totals=totals)
    if len(stands) <= _FEW:
        return _unless(totals, numbers(stands), by_total)
    return _only_if(totals, numbers(drawing.columns), by_total)


def _unless(totals: Value, columns: Value, by_total: bool) -> Message:
    if by_total:
        return say(
            "If Player drew, Banker on {totals} draws a third card unless Player's total is {columns}.",
            totals=totals,
            columns=columns,
        )
    return say(
        "If Player drew, Banker on {totals} draws a third card unless Player's third card counts {columns}.",
        totals=totals,
        columns=columns,
    )


def _only_if(totals: Value, columns: Value, by_total: bool) -> Message:
    if by_total:
        return say(
            "If Player drew, Banker on {totals} draws a third card only if Player's total is {columns}.",
            totals=totals,
            columns=columns,
        )
    return say(
        "If Player drew, Banker on {totals} draws a third card only if Player's third card counts {columns}.",
        totals=totals,
        columns=columns,
    )
