"""What a record says of a coup's hands and result, held against the coup, or against all coups that can be.

Knows nothing of which cards should have been drawn, of shoes or of money.
"""

from collections.abc import Iterator
from functools import cache
from itertools import product
from typing import NamedTuple

from analyzer.game.cards import Card
from analyzer.game.coup import Coup, Winner, is_pair
from analyzer.game.rules import Rules
from analyzer.message import Message, say
from analyzer.play.record import Read, RecordedCoup
from analyzer.play.replay.fault import Wrong, cards_of
from analyzer.play.replay.rule import banker_rule, player_rule

NAMES: dict[Winner, Message] = {"player": say("Player"), "banker": say("Banker"), "tie": say("Tie")}


class Result(NamedTuple):
    """Totals, winner and flags, of a coup or as a record has them; None is not known, or not said."""

    player_total: int | None = None
    banker_total: int | None = None
    winner: Winner | None = None
    player_pair: bool | None = None
    banker_pair: bool | None = None
    natural: bool | None = None

    @classmethod
    def said(cls, coup: RecordedCoup) -> "Result":
        """What a record says."""
        return cls(
            coup.player_total,
            coup.banker_total,
            coup.winner,
            coup.player_pair,
            coup.banker_pair,
            coup.natural,
        )

    @classmethod
    def of(cls, coup: Coup) -> "Result":
        """What a coup came to."""
        return cls(
            coup.player_total,
            coup.banker_total,
            coup.winner,
            is_pair(coup.player),
            is_pair(coup.banker),
            coup.player_natural or coup.banker_natural,
        )

    def __bool__(self) -> bool:
        """Whether anything is known or said."""
        return any(part is not None for part in self)


def contradictions(said: Result, found: Result) -> Iterator[Wrong]:
    """Each part of a result that is said otherwise than it was found; what was not found is passed over."""
    if _differ(said.player_total, found.player_total):
        what = say("Player's total is recorded as {said} and is {found}", **_totals(said[0], found[0]))
        yield "player-total", what
    if _differ(said.banker_total, found.banker_total):
        what = say("Banker's total is recorded as {said} and is {found}", **_totals(said[1], found[1]))
        yield "banker-total", what
    if said.winner is not None and found.winner is not None and said.winner != found.winner:
        told, won = NAMES[said.winner], NAMES[found.winner]
        yield "winner", say("the result is recorded as {said} and is {found}", said=told, found=won)
    if _differ(said.player_pair, found.player_pair):
        yield (
            "player-pair",
            say("Player's first two cards are recorded as a pair and are none")
            if said.player_pair
            else say("Player's first two cards are a pair and not recorded as one"),
        )
    if _differ(said.banker_pair, found.banker_pair):
        yield (
            "banker-pair",
            say("Banker's first two cards are recorded as a pair and are none")
            if said.banker_pair
            else say("Banker's first two cards are a pair and not recorded as one"),
        )
    if _differ(said.natural, found.natural):
        yield (
            "natural",
            say("a natural is recorded and no hand has one")
            if said.natural
            else say("a hand has a natural and none is recorded"),
        )


def _differ(said: int | None, found: int | None) -> bool:
    return said is not None and found is not None and said != found


def _totals(said: int | None, found: int | None) -> dict[str, int]:
    return {"said": said or 0, "found": found or 0}


def other_hands(recorded: RecordedCoup, found: Coup) -> Iterator[Wrong]:
    """Each hand that is told otherwise than the cards drawn make it; what is not told is passed over."""
    if recorded.player is not None and not _may_be(recorded.player, found.player):
        what = say(
            "Player's hand is recorded as {came}, and by the cards drawn it is {found}",
            came=cards_of(recorded.player),
            found=cards_of(found.player),
        )
        yield "hands", what
    if recorded.banker is not None and not _may_be(recorded.banker, found.banker):
        what = say(
            "Banker's hand is recorded as {came}, and by the cards drawn it is {found}",
            came=cards_of(recorded.banker),
            found=cards_of(found.banker),
        )
        yield "hands", what


def _may_be(told: tuple[Read, ...], hand: tuple[Read, ...]) -> bool:
    """Whether a hand is the one told, as far as its cards could be read and their suits are known."""
    return len(told) == len(hand) and all(map(_may_be_the_same, told, hand))


def _may_be_the_same(one: Read, other: Read) -> bool:
    if one is None or other is None:
        return True
    return one.rank == other.rank and (one.suit == other.suit or None in (one.suit, other.suit))


def impossible(rules: Rules, said: Result) -> Wrong | None:
    """That no coup at all comes to what is said, where none does; for a record that has no cards."""
    told = [(place, part) for place, part in enumerate(said) if part is not None]
    if not told or any(all(found[place] == part for place, part in told) for found in possible(rules)):
        return None
    return "no-such-result", say(
        "no coup dealt by these rules has totals, a result and flags like those recorded"
    )


@cache
def possible(rules: Rules) -> frozenset[Result]:
    """Every result that a coup dealt by these rules can have, out of a shoe with enough of every card."""
    found = set()
    own = _first_two(rules.player_first)
    for (two, pair), (other, theirs) in product(own, _first_two(None)):
        natural = two >= 8 or other >= 8
        draws, _ = player_rule(rules, two, other)
        for third in range(10) if draws else (None,):
            final = (two + (third or 0)) % 10
            draws_too, _ = banker_rule(rules, two, other, third)
            for last in range(10) if draws_too else (0,):
                total = (other + last) % 10
                won: Winner = "tie" if final == total else "player" if final > total else "banker"
                found.add(Result(final, total, won, pair, theirs, natural))
    return frozenset(found)


def _first_two(first: int | None) -> set[tuple[int, bool]]:
    """The two-card totals that a hand can have, each with and without a pair where that can be."""
    ranks = range(1, 14)
    firsts = ranks if first is None else (first,)
    return {((Card(one).points + Card(two).points) % 10, one == two) for one, two in product(firsts, ranks)}
