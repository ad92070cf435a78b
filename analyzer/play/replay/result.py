"""What a record says of a coup's hands and result, checked against the coup, or against every possible coup.

Knows nothing of which cards should have been drawn, of shoes or of money.
"""

from collections.abc import Callable, Iterator
from functools import cache
from itertools import product

from analyzer.game.cards import Card
from analyzer.game.coup import Coup, Winner
from analyzer.game.rules import Rules
from analyzer.play.record import Read, RecordedCoup, Result
from analyzer.play.replay.drawing import banker_rule, player_rule
from analyzer.play.replay.fault import Finding, cards_text
from analyzer.text import Message, message

NAMES: dict[Winner, Message] = {
    "player": message("Player"),
    "banker": message("Banker"),
    "tie": message("Tie"),
}

_RECORDED: dict[str, Callable[..., Message]] = {
    "player_total": lambda **values: message("Player's total is recorded as {said} and is {found}", **values),
    "banker_total": lambda **values: message("Banker's total is recorded as {said} and is {found}", **values),
    "winner": lambda **values: message("the result is recorded as {said} and is {found}", **values),
    "player": lambda **values: message(
        "Player's hand is recorded as {came}, and by the cards drawn it is {found}", **values
    ),
    "banker": lambda **values: message(
        "Banker's hand is recorded as {came}, and by the cards drawn it is {found}", **values
    ),
}
"""What is wrong with a number, a result or a hand."""

_FLAGS = {
    "player_pair": (
        message("Player's first two cards are a pair and not recorded as one"),
        message("Player's first two cards are recorded as a pair and are none"),
    ),
    "banker_pair": (
        message("Banker's first two cards are a pair and not recorded as one"),
        message("Banker's first two cards are recorded as a pair and are none"),
    ),
    "natural": (
        message("a hand has a natural and none is recorded"),
        message("a natural is recorded and no hand has one"),
    ),
}
"""What is wrong with a flag that is recorded as false, and as true."""


def contradictions(recorded: Result, found: Result) -> Iterator[Finding]:
    """Each part of a result that is recorded otherwise than it was found; unknown parts are passed over."""
    for part in Result._fields:
        one, other = getattr(recorded, part), getattr(found, part)
        if one is None or other is None or one == other:
            continue
        if part in _FLAGS:
            what = _FLAGS[part][one]
        else:
            what = _RECORDED[part](said=NAMES.get(one, one), found=NAMES.get(other, other))
        yield part.replace("_", "-"), what


def other_hands(recorded: RecordedCoup, found: Coup) -> Iterator[Finding]:
    """Each hand that is recorded otherwise than the cards drawn make it; unrecorded hands are passed over."""
    for side in ("player", "banker"):
        hand, dealt = getattr(recorded, side), getattr(found, side)
        if hand is not None and not (len(hand) == len(dealt) and all(map(_may_be, hand, dealt))):
            yield "hands", _RECORDED[side](came=cards_text(hand), found=cards_text(dealt))


def _may_be(recorded: Read, dealt: Card) -> bool:
    """Whether a card is the recorded one, as far as that could be read and the suits are known."""
    if recorded is None:
        return True
    suits = recorded.suit, dealt.suit
    return recorded.rank == dealt.rank and (suits[0] == suits[1] or None in suits)


def impossible(rules: Rules, recorded: Result) -> Finding | None:
    """That no coup at all has the recorded result, where none does; for a record that has no cards."""
    stated = [(place, part) for place, part in enumerate(recorded) if part is not None]
    if not stated or any(all(found[place] == part for place, part in stated) for found in possible(rules)):
        return None
    return "no-such-result", message(
        "no coup dealt by these rules has totals, a result and flags like those recorded"
    )


@cache
def possible(rules: Rules) -> frozenset[Result]:
    """Every result that a coup dealt by these rules can have, from a shoe with enough of every card."""
    found = set()
    for (two, pair), (other, other_pair) in product(_first_two(rules.player_first), _first_two(None)):
        natural = two >= 8 or other >= 8
        draws, _ = player_rule(rules, two, other)
        for third in range(10) if draws else (None,):
            final = (two + (third or 0)) % 10
            draws_too, _ = banker_rule(rules, two, other, third)
            for last in range(10) if draws_too else (0,):
                total = (other + last) % 10
                winner: Winner = "tie" if final == total else "player" if final > total else "banker"
                found.add(Result(final, total, winner, pair, other_pair, natural))
    return frozenset(found)


def _first_two(first: int | None) -> set[tuple[int, bool]]:
    """The two-card totals that a hand can have, each with and without a pair where that can be."""
    ranks = range(1, 14)
    firsts = ranks if first is None else (first,)
    return {((Card(one).points + Card(two).points) % 10, one == two) for one, two in product(firsts, ranks)}
