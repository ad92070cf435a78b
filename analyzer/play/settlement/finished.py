"""The finished coup that the rules make of what a record says of its cards, or why they make none.

Judges no record: where cards were dealt against the rules, the rules deal them again, in the order they came
off the shoe, and what became of the stakes follows from that.
"""

from collections.abc import Iterator
from itertools import islice, takewhile

from analyzer.errors import ShoeError
from analyzer.game.coup import Coup, deal
from analyzer.game.rules import Rules
from analyzer.message import Message, say
from analyzer.play.record import Read, RecordedCoup

UNFINISHED = say("its cards do not finish it")
"""Why stakes on a coup stay open that was broken off, or whose record lacks a card."""


def finished(rules: Rules, coup: RecordedCoup) -> Coup | Message | None:
    """The coup that the rules deal from a recorded coup's cards; where they deal none, a clause on why.

    None where the record has no cards of it.

    A card that could not be read and that the rules ask for leaves the coup open until it is read again.
    """
    cards = _off_the_shoe(rules, coup)
    if not cards:
        return None
    known = tuple(takewhile(lambda card: card is not None, cards))
    try:
        return deal(rules, (card for card in known if card is not None))
    except ShoeError:
        if len(known) < len(cards):
            return say("a card that decides it was not read")
        return UNFINISHED


def _off_the_shoe(rules: Rules, coup: RecordedCoup) -> tuple[Read, ...]:
    """The cards of a coup in the order they came off the shoe, as far as that can be told."""
    if coup.drawn is not None:
        return coup.drawn
    # A given first card is Player's, and never came off the shoe.
    given = 0 if rules.player_first is None else 1
    player, banker = coup.player or (), coup.banker or ()
    return tuple(islice(_in_turns(player, banker), given, None))


def _in_turns(player: tuple[Read, ...], banker: tuple[Read, ...]) -> Iterator[Read]:
    """Two hands card by card, Player first, up to the first of the four that is missing."""
    for place in range(2):
        for hand in (player, banker):
            if len(hand) <= place:
                return
            yield hand[place]
    yield from player[2:]
    yield from banker[2:]
