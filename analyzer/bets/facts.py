"""The words of conditions: the type and range of each, the cards it depends on, and how finely."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum

from analyzer.game.cards import Card, card_at
from analyzer.game.coup import Coup, is_pair


class Type(Enum):
    """What a phrase of the language denotes."""

    TRUTH = "a truth value"
    NUMBER = "a number"
    SUIT = "a suit"
    COLOR = "a colour"


Labels = tuple[int, ...]
"""A label for each of the 52 cards, in rank-major order. Cards of equal label need not be distinguished."""

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
"""The attributes of a card: for each its type, and its value for each of the 52 cards."""

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
"""The places a card can be dealt to, by hand; the third is empty when the hand stands."""

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

    `meaning` says what the number is, or when the truth holds. `low` and `high` bound its value (0 and 1 for
    a truth). It depends on the cards at `where`, distinguished only by `labels`, and never on the order of a
    hand's first two cards. A fact that depends on the tableau depends on the whole coup.
    """

    meaning: str
    type: Type
    low: int
    high: int
    where: frozenset[str]
    labels: Labels
    plain: Callable[[Coup], int]


def _truth(meaning: str, where: frozenset[str], labels: Labels, plain: Callable[[Coup], bool]) -> Fact:
    return Fact(meaning, Type.TRUTH, 0, 1, where, labels, plain)


def _number(meaning: str, low: int, high: int, where: frozenset[str], plain: Callable[[Coup], int]) -> Fact:
    return Fact(meaning, Type.NUMBER, low, high, where, POINTS, plain)


def _suited_pair(hand: tuple[Card, ...]) -> bool:
    return is_pair(hand) and hand[0].index == hand[1].index


FACTS: dict[str, Fact] = {
    "player_wins": _truth(
        "Player's total is higher than Banker's", WHOLE, POINTS, lambda c: c.player_total > c.banker_total
    ),
    "banker_wins": _truth(
        "Banker's total is higher than Player's", WHOLE, POINTS, lambda c: c.banker_total > c.player_total
    ),
    "tie": _truth("both totals are equal", WHOLE, POINTS, lambda c: c.player_total == c.banker_total),
    "player_draws": _truth("Player has a third card", WHOLE, POINTS, lambda c: len(c.player) == 3),
    "banker_draws": _truth("Banker has a third card", WHOLE, POINTS, lambda c: len(c.banker) == 3),
    "player_natural": _truth(
        "Player's first two cards make 8 or 9, whoever wins", PLAYER_PAIR, POINTS, lambda c: c.player_natural
    ),
    "banker_natural": _truth(
        "Banker's first two cards make 8 or 9, whoever wins", BANKER_PAIR, POINTS, lambda c: c.banker_natural
    ),
    "player_pair": _truth(
        "Player's first two cards have one rank", PLAYER_PAIR, RANKS, lambda c: is_pair(c.player)
    ),
    "banker_pair": _truth(
        "Banker's first two cards have one rank", BANKER_PAIR, RANKS, lambda c: is_pair(c.banker)
    ),
    "player_suited_pair": _truth(
        "Player's first two cards have one rank and one suit",
        PLAYER_PAIR,
        CARDS,
        lambda c: _suited_pair(c.player),
    ),
    "banker_suited_pair": _truth(
        "Banker's first two cards have one rank and one suit",
        BANKER_PAIR,
        CARDS,
        lambda c: _suited_pair(c.banker),
    ),
    "player_total": _number("Player's final total", 0, 9, WHOLE, lambda c: c.player_total),
    "banker_total": _number("Banker's final total", 0, 9, WHOLE, lambda c: c.banker_total),
    "player_two": _number("the total of Player's first two cards", 0, 9, PLAYER_PAIR, lambda c: c.player_two),
    "banker_two": _number("the total of Banker's first two cards", 0, 9, BANKER_PAIR, lambda c: c.banker_two),
    "player_cards": _number("how many cards Player has", 2, 3, WHOLE, lambda c: len(c.player)),
    "banker_cards": _number("how many cards Banker has", 2, 3, WHOLE, lambda c: len(c.banker)),
    "cards": _number("how many cards both hands have", 4, 6, WHOLE, lambda c: len(c.player) + len(c.banker)),
    "margin": _number(
        "the winner's total less the loser's, 0 on a tie",
        0,
        9,
        WHOLE,
        lambda c: abs(c.player_total - c.banker_total),
    ),
}
