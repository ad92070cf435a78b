"""Cards in words: the places of a coup, groups of its cards, and what kind of card is meant.

A kind is told by what it holds of the 52 cards, so that every way to write it reads the same. Knows nothing
of conditions.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from analyzer.bets.facts import DECK
from analyzer.game.cards import Card
from analyzer.message import Message, say

PLAYER, BANKER = say("Player"), say("Banker")
HANDS = {"player": PLAYER, "banker": BANKER, "p": PLAYER, "b": BANKER}
"""Both hands, by the word and by the letter that a condition uses."""

RANK_SIGNS = ("A", *map(str, range(2, 11)), "J", "Q", "K")
"""What is printed on a card of each rank; rank r (1–13) is `RANK_SIGNS[r - 1]`."""

SUIT_SIGNS = "♠♥♦♣"
"""The sign of each suit 0–3."""

_RED, _BLACK = frozenset({1, 2}), frozenset({0, 3})
_RUN = 4
"""Ranks in a row that are told by the first and the last instead of one by one."""


def card_text(card: Card) -> str:
    """A card as it is printed: `10♦`, or `10` where its suit is unknown."""
    return RANK_SIGNS[card.rank - 1] + ("" if card.suit is None else SUIT_SIGNS[card.suit])


def cards_text(cards: Iterable[Card]) -> str:
    """Cards as they lie, side by side: `9♦ 4♥ K♠`."""
    return " ".join(map(card_text, cards))


def place(position: str) -> Message:
    """The card at a position p1 … b3, as a subject."""
    hand = HANDS[position[0]]
    match position[1]:
        case "1":
            return say("{hand}'s first card", hand=hand)
        case "2":
            return say("{hand}'s second card", hand=hand)
    return say("{hand}'s third card", hand=hand)


def group(scope: str) -> Message:
    """The cards in which `count` and `distinct` look, as a subject in the plural."""
    match scope:
        case "coup":
            return say("the coup's cards")
        case "first_four":
            return say("the first four cards")
    return say("{hand}'s cards", hand=HANDS[scope])


def first_two(letter: str) -> Message:
    """The first two cards of the hand `p` or `b`, as a subject in the plural."""
    return say("{hand}'s first two cards", hand=HANDS[letter])


@dataclass(frozen=True, slots=True)
class Kind:
    """What some of the 52 cards have in common, as an attribute: cards are, or with `denied` are not, so."""

    words: Message
    denied: bool = False

    @property
    def attribute(self) -> Message:
        """The kind where a sentence has no other place for its denial."""
        return say("not {kind}", kind=self.words) if self.denied else self.words


def kind(holds: Sequence[int]) -> Kind:
    """The kind of the cards for which `holds`, one truth for each of the 52 cards, is true."""
    cards = frozenset(index for index in range(len(DECK)) if holds[index])
    others = frozenset(range(len(DECK))) - cards
    own, other = _attribute(cards), _attribute(others)
    if own is not None and other is not None:
        return Kind(other, True) if _length(other) < _length(own) else Kind(own)
    if own is not None:
        return Kind(own)
    if other is not None:
        return Kind(other, True)
    denied = len(others) < len(cards)
    listed = tuple(card_text(DECK[index]) for index in sorted(others if denied else cards))
    return Kind(say("among {cards}", cards=listed), denied)


def rank_signs(ranks: Iterable[int]) -> tuple[str, ...]:
    """The signs of ranks 1–13, in rising order."""
    return tuple(RANK_SIGNS[rank - 1] for rank in sorted(ranks))


def is_run(numbers: Sequence[int], least: int = _RUN) -> bool:
    """Whether numbers in rising order follow each other without a gap, `least` or more of them."""
    return len(numbers) >= least and numbers[-1] - numbers[0] == len(numbers) - 1


def _attribute(cards: frozenset[int]) -> Message | None:
    """Words for all cards that have one of some ranks and one of some suits; None where that says no more."""
    ranks = sorted({DECK[index].rank for index in cards})
    suits = frozenset(index % 4 for index in cards)
    if not cards or len(cards) != len(ranks) * len(suits):
        return None
    signs = tuple(SUIT_SIGNS[suit] for suit in sorted(suits))
    if len(suits) == 4:
        if is_run(ranks):
            low, high = RANK_SIGNS[ranks[0] - 1], RANK_SIGNS[ranks[-1] - 1]
            return say("of rank {low} to {high}", low=low, high=high)
        return say("of rank {ranks}", ranks=rank_signs(ranks))
    if len(ranks) == len(RANK_SIGNS):
        if suits == _RED:
            return say("red")
        return say("black") if suits == _BLACK else say("of suit {suits}", suits=signs)
    return say("of rank {ranks} and suit {suits}", ranks=rank_signs(ranks), suits=signs)


def _length(words: Message) -> int:
    """How much there is to read: the signs that are listed; a row from first to last reads like three."""
    listed = [len(value) for _, value in words.values if isinstance(value, tuple)]
    return sum(listed) if listed else 3
