"""Cards in the order drawn, cut into coups by the rules.

Cuts for as long as it is certain where a coup ends, and guesses no card.
"""

from collections.abc import Iterator, Sequence
from itertools import product

from analyzer.game.rules import Rules
from analyzer.message import Message, say
from analyzer.play.record import Read, RecordedCoup
from analyzer.play.replay.fault import Wrong
from analyzer.play.replay.rule import banker_rule, player_rule

_ANY = range(10)


def coups_of(rules: Rules, stream: Sequence[Read], faults: list[Wrong]) -> Iterator[RecordedCoup]:
    """The coups of a stream, numbered from 1; `where` says which of its cards each has.

    The last one has fewer cards than it needs where the stream ends inside it.

    Args:
        rules: how coups are dealt.
        stream: the cards of all coups, without the burn.
        faults: takes why the cutting had to stop, where nobody can say how many cards a coup has.
    """
    at, number = 0, 0
    while at < len(stream):
        number += 1
        cards = tuple(stream[at : at + rules.cards_from_shoe])
        least, most = taken(rules, cards)
        if least < most and least <= len(cards):
            faults.append(("unreadable", _uncertain(number, least, most, len(stream) - at)))
            return
        whole = cards[:least]
        yield RecordedCoup(number, f"cards {at + 1}-{at + len(whole)}", drawn=whole)
        at += len(whole)


def taken(rules: Rules, cards: Sequence[Read]) -> tuple[int, int]:
    """The fewest and the most cards that a coup takes from the shoe if it begins with some cards.

    Both are the same unless a card that could not be read, or is not there, decides it.
    """
    points = [None if card is None else card.points for card in cards]
    if rules.player_first is not None:
        points.insert(0, rules.player_first if rules.player_first < 10 else 0)
    points += [None] * (5 - len(points))
    own, theirs = _totals(points[0], points[2]), _totals(points[1], points[3])
    thirds = _ANY if points[4] is None else (points[4],)
    found = set()
    for two, other in product(own, theirs):
        draws, _ = player_rule(rules, two, other)
        for third in thirds if draws else (None,):
            draws_too, _ = banker_rule(rules, two, other, third)
            found.add(rules.cards_from_shoe - 2 + draws + draws_too)
    return min(found), max(found)


def _totals(one: int | None, two: int | None) -> Sequence[int]:
    """What two cards can come to."""
    return _ANY if one is None or two is None else ((one + two) % 10,)


def _uncertain(number: int, least: int, most: int, left: int) -> Message:
    return say(
        "coup {number} has {least} to {most} cards, depending on one that could not be read; from its first "
        "card on {left} cards are not dealt again",
        number=number,
        least=least,
        most=most,
        left=left,
    )
