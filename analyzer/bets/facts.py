"""The words of conditions: the type and range of each, the cards that it depends on, and how finely."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from operator import eq, gt, lt

from analyzer.game.cards import Card, card_at
from analyzer.game.coup import Coup, is_pair, total
from analyzer.text import message


class Type(Enum):
    """The type of a phrase's value; the value of each member is its name in an error."""

    TRUTH = message("a truth value")
    NUMBER = message("a number")
    SUIT = message("a suit")
    COLOR = message("a colour")


Labels = tuple[int, ...]
"""A label for each of the 52 cards, rank-major. Cards with the same label need not be distinguished."""

DECK = tuple(card_at(index) for index in range(52))
POINTS: Labels = tuple(card.points for card in DECK)
RANKS: Labels = tuple(card.rank for card in DECK)
SUITS: Labels = tuple(index % 4 for index in range(52))
COLORS: Labels = tuple(int(card.color == "red") for card in DECK)
CARDS: Labels = tuple(range(52))

ATTRIBUTES: dict[str, tuple[Type, Labels]] = {
    "points": (Type.NUMBER, POINTS),
    "rank": (Type.NUMBER, RANKS),
    "suit": (Type.SUIT, SUITS),
    "color": (Type.COLOR, COLORS),
}
"""The attributes of a card: the type of each, and its value for each of the 52 cards."""

CONSTANTS: dict[str, tuple[Type, int]] = {
    "ace": (Type.NUMBER, 1),
    "jack": (Type.NUMBER, 11),
    "queen": (Type.NUMBER, 12),
    "king": (Type.NUMBER, 13),
    "spades": (Type.SUIT, 0),
    "hearts": (Type.SUIT, 1),
    "diamonds": (Type.SUIT, 2),
    "clubs": (Type.SUIT, 3),
    "black": (Type.COLOR, 0),
    "red": (Type.COLOR, 1),
}

POSITIONS = ("p1", "p2", "p3", "b1", "b2", "b3")
"""The places that a card can be dealt to, by hand; the third is empty if the hand stands."""

PLAYER_PAIR = frozenset({"p1", "p2"})
BANKER_PAIR = frozenset({"b1", "b2"})
FIRST_FOUR = PLAYER_PAIR | BANKER_PAIR
WHOLE = frozenset(POSITIONS)
SCOPES: dict[str, frozenset[str]] = {
    "coup": WHOLE,
    "player": PLAYER_PAIR | {"p3"},
    "banker": BANKER_PAIR | {"b3"},
    "first_four": FIRST_FOUR,
}
"""The positions that `count` and `distinct` look at, by the name of the scope; `coup` is the default."""


@dataclass(frozen=True, slots=True)
class Fact:
    """A word about a finished coup.

    `meaning` says what the number is, or when the truth value is true. `low` and `high` bound its value (0
    and 1 for a truth value). It depends on the cards at `where`, distinguished only by `labels`, and never on
    the order of a hand's first two cards. A fact that depends on the tableau depends on the whole coup.
    """

    meaning: str
    type: Type
    low: int
    high: int
    where: frozenset[str]
    labels: Labels
    plain: Callable[[Coup], int]


def _of_each_hand(
    word: str,
    meaning: str,
    low: int,
    high: int,
    places: tuple[frozenset[str], frozenset[str]],
    plain: Callable[[tuple[Card, ...]], int],
    labels: Labels = POINTS,
) -> dict[str, Fact]:
    """A fact about Player's hand and the same about Banker's, by name: truth values if `high` is 1."""
    kind, (player, banker) = Type.TRUTH if high == 1 else Type.NUMBER, places
    of_player = Fact(meaning.format("Player"), kind, low, high, player, labels, lambda c: plain(c.player))
    of_banker = Fact(meaning.format("Banker"), kind, low, high, banker, labels, lambda c: plain(c.banker))
    return {f"player_{word}": of_player, f"banker_{word}": of_banker}


def _of_totals(meaning: str, high: int, plain: Callable[[int, int], int]) -> Fact:
    """A fact about both totals: a truth value if `high` is 1."""
    kind = Type.TRUTH if high == 1 else Type.NUMBER
    return Fact(meaning, kind, 0, high, WHOLE, POINTS, lambda c: plain(c.player_total, c.banker_total))


_BOTH, _PAIRS = (WHOLE, WHOLE), (PLAYER_PAIR, BANKER_PAIR)

FACTS: dict[str, Fact] = {
    "player_wins": _of_totals("Player's total is higher than Banker's", 1, gt),
    "banker_wins": _of_totals("Banker's total is higher than Player's", 1, lt),
    "tie": _of_totals("both totals are equal", 1, eq),
    **_of_each_hand("draws", "{} has a third card", 0, 1, _BOTH, lambda hand: len(hand) == 3),
    **_of_each_hand(
        "natural",
        "{}'s first two cards total 8 or 9, whichever hand wins",
        0,
        1,
        _PAIRS,
        lambda hand: total(hand[:2]) >= 8,
    ),
    **_of_each_hand("pair", "{}'s first two cards have the same rank", 0, 1, _PAIRS, is_pair, RANKS),
    **_of_each_hand(
        "suited_pair",
        "{}'s first two cards have the same rank and suit",
        0,
        1,
        _PAIRS,
        lambda hand: is_pair(hand) and hand[0].index == hand[1].index,
        CARDS,
    ),
    **_of_each_hand("total", "{}'s final total", 0, 9, _BOTH, total),
    **_of_each_hand("two", "the total of {}'s first two cards", 0, 9, _PAIRS, lambda h: total(h[:2])),
    **_of_each_hand("cards", "how many cards {} has", 2, 3, _BOTH, len),
    "cards": Fact("how many cards the coup has", Type.NUMBER, 4, 6, WHOLE, POINTS, lambda c: c.cards),
    "margin": _of_totals("the winner's total minus the loser's, 0 on a tie", 9, lambda a, b: abs(a - b)),
}
