"""Cards: rank, suit, colour and points, and their text form. Knows nothing of shoes, hands or drawing."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import chain
from typing import Literal

from analyzer.displayable import Displayable
from analyzer.errors import CardError
from analyzer.exact import quoted
from analyzer.given import plain
from analyzer.text import Text, message

RANKS = "A23456789TJQK"  # The letter of each rank; rank r (1–13) is `RANKS[r - 1]`.
SUITS = "shdc"  # The letter of each suit: spades, hearts, diamonds, clubs; suit s (0–3) is `SUITS[s]`.
Color = Literal["red", "black"]

# Listed one by one: case conversion would accept letters such as the long s and the Kelvin sign.
RANK_OF: dict[str, int] = {
    letter: rank for letters in (RANKS, RANKS.lower()) for rank, letter in enumerate(letters, 1)
} | {"10": 10}
"""The rank that each accepted text means: `A`, `a`, `T`, `10`."""

SUIT_OF: dict[str, int] = {
    letter: suit for letters in (SUITS, SUITS.upper(), "♠♥♦♣") for suit, letter in enumerate(letters)
}
"""The suit that each accepted text means: `s`, `S`, `♠`."""


@dataclass(frozen=True, slots=True)
class Card(Displayable):
    """A card: its rank 1–13 (ace to king), and its suit 0–3 (s, h, d, c), None if it is unknown.

    Raises:
        CardError: rank or suit is out of range.
    """

    rank: int
    suit: int | None = None

    def __post_init__(self) -> None:
        """Reject a rank or suit out of range."""
        if plain(self.rank) not in range(1, 14):
            raise CardError("expected a rank from 1 to 13, got {rank}", rank=quoted(self.rank))
        if self.suit is not None and plain(self.suit) not in range(4):
            raise CardError("expected a suit from 0 to 3 or None, got {suit}", suit=quoted(self.suit))

    @classmethod
    def parse(cls, text: str) -> "Card":
        """The card written as `9c`, `Th`, `10♥`, or `K` if the suit is unknown.

        Raises CardError if the text is not a card.

        >>> str(Card.parse("10♥"))
        'Th'
        """
        if not isinstance(text, str):
            raise CardError("expected a card such as 9c, Th or K, got {card}", card=quoted(text))
        return _read(text)

    def __str__(self) -> str:
        """The card as `parse` reads it: `9c`, `Th`, or `K` if the suit is unknown."""
        letter = RANKS[self.rank - 1]
        return letter if self.suit is None else letter + SUITS[self.suit]

    @property
    def points(self) -> int:
        """What the card adds to a total, 0–9: tens and court cards count 0."""
        return self.rank if self.rank < 10 else 0

    @property
    def color(self) -> Color | None:
        """Red (h, d) or black (s, c); None if the suit is unknown."""
        if self.suit is None:
            return None
        return "red" if self.suit in (1, 2) else "black"

    @property
    def index(self) -> int:
        """The place of the card among the 52, 0–51: rank-major, suits in the order s, h, d, c.

        Raises CardError if the suit is unknown.
        """
        if self.suit is None:
            raise CardError(
                "expected a card with its suit, such as {example}, got {card}",
                example=f"{self}s",
                card=repr(str(self)),
            )
        return (self.rank - 1) * 4 + self.suit


def card_at(index: int) -> Card:
    """The card at a place 0–51 of the rank-major order s, h, d, c. Raises CardError for any other place.

    >>> [str(card_at(i)) for i in (0, 3, 4, 51)]
    ['As', 'Ac', '2s', 'Kc']
    """
    if index not in range(52):
        raise CardError("expected a card's place from 0 to 51, got {place}", place=quoted(index))
    return Card(index // 4 + 1, index % 4)


def parse_cards(given: "str | Iterable[str | Card]") -> tuple[Card, ...]:
    """The cards written in a text, separated by spaces or commas, or in a list of texts and cards; an empty
    text has none. Raises CardError if a word is not a card; the message says which one.

    >>> " ".join(map(str, parse_cards("9c, 9♦ 10h k")))
    '9c 9d Th K'
    >>> parse_cards(["9c", "9d"]) == parse_cards("9c 9d")
    True
    """
    text = plain(given)
    if isinstance(text, Iterable) and not isinstance(text, str | bytes | Mapping):
        parts = tuple(text)
        if all(isinstance(part, str | Card) for part in parts):
            several = ((part,) if isinstance(part, Card) else parse_cards(part) for part in parts)
            return tuple(chain.from_iterable(several))
    if not isinstance(text, str):
        raise CardError(
            'expected cards such as "9c 9d Th", or a list of cards, got {given}', given=quoted(given)
        )
    words = [word for word in re.split(r"[\s,]+", text) if word]
    return tuple(_read(word, place, len(words)) for place, word in enumerate(words, 1))


def _read(word: str, place: int = 1, words: int = 1) -> Card:
    if word in RANK_OF:
        return Card(RANK_OF[word])
    rank, suit = RANK_OF.get(word[:-1]), SUIT_OF.get(word[-1:])
    if rank is None or suit is None:
        where: Text = message(" (card {place} of {n})", place=place, n=words) if words > 1 else ""
        raise CardError(
            "expected a card such as 9c, Th or K, got {card}{where}", card=quoted(word), where=where
        )
    return Card(rank, suit)
