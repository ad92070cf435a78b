"""Cards in words: the positions of a coup, groups of its cards, and kinds of cards."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import compress

from analyzer.bets.facts import DECK
from analyzer.game.cards import Card
from analyzer.text import Message, Value, message

PLAYER, BANKER = message("Player"), message("Banker")
HANDS = {"player": PLAYER, "banker": BANKER, "p": PLAYER, "b": BANKER}
"""The two hands, by the word or letter that conditions use for them."""

PLACES = {
    **{f"{letter}1": message("{hand}'s first card", hand=HANDS[letter]) for letter in "pb"},
    **{f"{letter}2": message("{hand}'s second card", hand=HANDS[letter]) for letter in "pb"},
    **{f"{letter}3": message("{hand}'s third card", hand=HANDS[letter]) for letter in "pb"},
}
"""The card at each position p1 … b3, as the subject of a sentence."""

FIRST_TWO = {letter: message("{hand}'s first two cards", hand=HANDS[letter]) for letter in "pb"}
"""The first two cards of the hand `p` or `b`, as a plural subject of a sentence."""

GROUPS = {
    "coup": message("the coup's cards"),
    "first_four": message("the first four cards"),
    **{hand: message("{hand}'s cards", hand=HANDS[hand]) for hand in ("player", "banker")},
}
"""The cards that `count` and `distinct` examine in each scope, as a plural subject of a sentence."""

RANK_SIGNS = ("A", *map(str, range(2, 11)), "J", "Q", "K")  # Rank r, 1–13, has the sign `RANK_SIGNS[r - 1]`.

SUIT_SIGNS = "♠♥♦♣"

_COLOURS = {frozenset({1, 2}): message("red"), frozenset({0, 3}): message("black")}


def card_text(card: Card) -> str:
    """A card as it is printed: `10♦`, or `10` where its suit is unknown."""
    return RANK_SIGNS[card.rank - 1] + ("" if card.suit is None else SUIT_SIGNS[card.suit])


def cards_text(cards: Iterable[Card]) -> str:
    """Cards as printed, separated by spaces: `9♦ 4♥ K♠`."""
    return " ".join(map(card_text, cards))


@dataclass(frozen=True, slots=True)
class Kind:
    """An attribute that some of the 52 cards have in common or, if `denied`, that they lack."""

    words: Message
    denied: bool = False

    @property
    def attribute(self) -> Message:
        """The attribute, preceded by "not" if denied; for sentences without another "not"."""
        return message("not {kind}", kind=self.words) if self.denied else self.words


def kind(holds: Sequence[int]) -> Kind:
    """The kind, in the fewest words, of exactly the cards that are true in `holds`, which has 52 values."""
    cards = frozenset(compress(range(len(DECK)), holds))
    others = frozenset(range(len(DECK))) - cards
    described = [(found, group is others) for group in (cards, others) if (found := _attribute(group))]
    if described:
        (words, _), denied = min(described, key=lambda each: each[0][1])
        return Kind(words, denied)
    denied = len(others) < len(cards)
    listed = tuple(card_text(DECK[index]) for index in sorted(others if denied else cards))
    return Kind(message("among {cards}", cards=listed), denied)


def rank_signs(ranks: Iterable[int]) -> tuple[str, ...]:
    """The signs of ranks 1–13, in rising order."""
    return tuple(RANK_SIGNS[rank - 1] for rank in sorted(ranks))


def alternatives(values: Sequence[Value]) -> Value:
    """Values with "or" before the last: 3; 8 or 9; J, Q or K."""
    if len(values) < 2:
        return values[0] if values else ()
    if len(values) == 2:
        return message("{low} or {high}", low=values[0], high=values[1])
    return message("{list} or {last}", list=tuple(values[:-1]), last=values[-1])


def is_run(numbers: Sequence[int], least: int = 4) -> bool:
    """Whether numbers, given in rising order, are consecutive and at least `least` in number."""
    return len(numbers) >= least and numbers[-1] - numbers[0] == len(numbers) - 1


def _attribute(cards: frozenset[int]) -> tuple[Message, int] | None:
    """Words for a set of every card of some ranks in some suits, and how many signs they list; else None.

    A range or a colour counts as 3 signs.
    """
    ranks = sorted({DECK[index].rank for index in cards})
    suits = frozenset(index % 4 for index in cards)
    if not cards or len(cards) != len(ranks) * len(suits):
        return None
    signs, suit_signs = rank_signs(ranks), tuple(SUIT_SIGNS[suit] for suit in sorted(suits))
    if len(suits) == 4 and is_run(ranks):
        return message("of rank {low} to {high}", low=signs[0], high=signs[-1]), 3
    if len(suits) == 4:
        return message("of rank {ranks}", ranks=alternatives(signs)), len(signs)
    if len(signs) == len(RANK_SIGNS) and (colour := _COLOURS.get(suits)):
        return colour, 3
    if len(signs) == len(RANK_SIGNS):
        return message("of suit {suits}", suits=alternatives(suit_signs)), len(suit_signs)
    words = message("of rank {ranks} and suit {suits}", ranks=signs, suits=suit_signs)
    return words, len(signs) + len(suit_signs)
