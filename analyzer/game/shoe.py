"""The shoe: how many of each card remain, and its text form. Knows nothing of hands or order."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from operator import index
from typing import Literal

from analyzer.displayable import Displayable, one_line
from analyzer.errors import ShoeError
from analyzer.exact import quoted
from analyzer.game.cards import RANK_OF, RANKS, SUIT_OF, SUITS, Card, parse_cards
from analyzer.given import is_one_of, plain
from analyzer.text import Message, Text, joined, message, plural

Fineness = Literal["cards", "ranks", "points"]  # How finely a shoe distinguishes its cards.
CARDS_IN_DECK = 52
MAX_CARDS = 100_000  # The most cards in a shoe.
MAX_DECKS = MAX_CARDS // CARDS_IN_DECK  # The most full decks in a shoe.

KEYS: dict[Fineness, tuple[str, ...]] = {
    "cards": tuple(rank + suit for rank in RANKS for suit in SUITS),
    "ranks": tuple(RANKS),
    "points": tuple("0123456789"),
}
"""The name of each cell, in the order of the counts: `As Ah Ad Ac 2s …`, `A 2 … K`, `0 1 … 9`."""

FINENESSES: tuple[Fineness, ...] = ("points", "ranks", "cards")  # The finenesses, coarsest first.
_PAIR = re.compile(r"([^\s,=]*)=([^\s,=]*)")
_DECKS = re.compile(r"([0-9]+)(?:\s*decks?)?", re.IGNORECASE)
_FORMS = message('"8 decks", "A=30 2=31 … K=32", "0=125 1=31 … 9=32" or "As=8 Ah=7 … Kc=8"')
_LONGEST_SHOWN = 80  # The `repr` contains the text of a shoe if that has at most this many characters.


@dataclass(frozen=True, repr=False, slots=True)
class Shoe(Displayable):
    """The undealt cards, as counts: 52 of cards (rank-major, suits s, h, d, c), 13 of ranks, 10 of points.

    Raises:
        ShoeError: a count is not an integer ≥ 0, the number of counts is not 52, 13 or 10, or there are more
            than 100,000 cards.

    >>> shoe = Shoe.decks(8).without("9c 9d")
    >>> shoe.size, shoe.points
    (414, (128, 32, 32, 32, 32, 32, 32, 32, 32, 30))
    """

    counts: tuple[int, ...]
    fineness: Fineness

    def __post_init__(self) -> None:
        """Reject invalid counts."""
        if not is_one_of(self.fineness, KEYS):
            raise _unknown_fineness(self.fineness)
        keys = KEYS[self.fineness]
        if not isinstance(self.counts, Sequence):
            raise ShoeError("expected counts in order, got {counts}", counts=quoted(self.counts))
        if len(self.counts) != len(keys):
            raise ShoeError(
                "expected {wanted} counts for a shoe known by {fineness}, got {n}",
                wanted=len(keys),
                fineness=_NAMES[self.fineness],
                n=len(self.counts),
            )
        if set(map(type, self.counts)) != {int} or min(self.counts) < 0:
            named = zip(keys, self.counts, strict=True)
            raise _not_a_count(*next(each for each in named if not _is_count(each[1])))
        if (size := sum(self.counts)) > MAX_CARDS:
            if size >= 10**12:
                raise ShoeError("expected a shoe of at most {most} cards, got far more", most=MAX_CARDS)
            raise ShoeError("expected a shoe of at most {most} cards, got {n}", most=MAX_CARDS, n=size)
        object.__setattr__(self, "counts", tuple(self.counts))

    @classmethod
    def decks(cls, n: int) -> "Shoe":
        """The shoe of n full decks of 52 cards, 1 ≤ n ≤ 1923.

        Raises ShoeError if n is not an integer or is out of range.
        """
        if type(n := plain(n)) is not int or not 1 <= n <= MAX_DECKS:
            raise _not_decks(n)
        return cls((n,) * 52, "cards")

    @classmethod
    def of(cls, counts: Sequence[int]) -> "Shoe":
        """The shoe of 52, 13 or 10 counts; their number decides the fineness.

        Raises ShoeError if there is another number of counts, or one is not an integer ≥ 0.

        >>> Shoe.of([128, 32, 32, 32, 32, 32, 32, 32, 32, 32]).fineness
        'points'
        """
        whole: list[int] = []
        if not isinstance(plain(counts), Iterable):
            raise ShoeError("expected counts of cards, ranks or points, got {counts}", counts=quoted(counts))
        for place, n in enumerate(counts):
            try:
                whole.append(index(n) if not isinstance(n, bool) else -1)
            except TypeError:
                whole.append(-1)
            if whole[-1] < 0:
                raise _not_a_count(message("count {place}", place=place + 1), n)
        for fineness, keys in KEYS.items():
            if len(keys) == len(whole):
                return cls(tuple(whole), fineness)
        raise ShoeError(
            plural(
                "expected 52 counts of cards, 13 of ranks or 10 of points, got {n} count",
                "expected 52 counts of cards, 13 of ranks or 10 of points, got {n} counts",
                len(whole),
            )
        )

    @classmethod
    def parse(cls, text: str) -> "Shoe":
        """The shoe written as `8`, `8 decks`, or as counts `A=30 2=31 …`; counts not given are 0.

        Counts are by rank, by points (if a key is `0` or `1`) or by card (`As=8`), never mixed; keys 2–9
        alone are ranks; `10` is read as `T`. Spaces or commas separate them. Raises ShoeError if the text
        is malformed, mixes finenesses, names a cell twice, or has more than 100,000 cards.

        >>> Shoe.parse("2=3 10=1").counts
        (0, 3, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0)
        """
        if not isinstance(text, str):
            raise _not_a_shoe(text)
        text = text.strip()
        if decks := _DECKS.fullmatch(text):
            n = _whole(decks[1])
            if n is None or not 1 <= n <= MAX_DECKS:
                raise _not_decks(decks[1])
            return cls.decks(n)
        pairs: list[tuple[str, object]] = []
        for word in re.split(r"[\s,]+", "=".join(map(str.strip, text.split("=")))):
            if not word:
                continue
            pair = _PAIR.fullmatch(word)
            if pair is None:
                raise _not_a_shoe(word)
            n = _whole(pair[2])
            pairs.append((pair[1], pair[2] if n is None else n))
        return cls._of_pairs(pairs)

    @classmethod
    def from_mapping(cls, mapping: Mapping[str, object]) -> "Shoe":
        """The shoe of counts by name, as in a JSON object; the names are those that `parse` reads.

        Raises ShoeError as for `parse`, and for a count that is not a whole number.

        >>> Shoe.from_mapping({"0": 125, "9": 32}).fineness
        'points'
        """
        if not isinstance(mapping, Mapping):
            raise ShoeError('expected counts by name such as {"A": 30}, got {counts}', counts=quoted(mapping))
        return cls._of_pairs([(key, plain(n)) for key, n in mapping.items()])

    @classmethod
    def _of_pairs(cls, pairs: Sequence[tuple[object, object]]) -> "Shoe":
        if not pairs:
            raise ShoeError("expected a shoe such as {forms}, got no cards", forms=_FORMS)
        first: dict[Fineness, str] = {}
        named: dict[str, int] = {}
        digits: str | None = None
        for raw, n in pairs:
            key, fineness = _key(raw)
            if key in named:
                raise ShoeError("expected each kind of card once, got {key} again", key=quoted(raw))
            if fineness is None:
                digits = digits or key
            else:
                first.setdefault(fineness, str(raw))
            if digits is not None and "cards" in first:
                raise _clash(digits, first["cards"])
            if len(first) > 1:
                raise _clash(*first.values())
            if type(n) is not int or n < 0:
                raise _not_a_count(key, n)
            named[key] = n
        known: Fineness = next(iter(first)) if first else "ranks"
        return cls(tuple(named.get(key, 0) for key in KEYS[known]), known)

    def __repr__(self) -> str:
        """One line: the shoe as text, or if that is long, its number of cards and the counts by rank."""
        text = str(self)
        if len(text) <= _LONGEST_SHOWN:
            return one_line(self, [text])
        by_rank = [str(self.coarsen("ranks"))] if self.fineness == "cards" else []
        return one_line(self, [f"{self.size:,} cards", *by_rank])

    def __str__(self) -> str:
        """The shoe as `parse` reads it: `8 decks` for full decks, else every cell with its count."""
        if decks := self.full_decks:
            return "1 deck" if decks == 1 else f"{decks} decks"
        return " ".join(f"{key}={n}" for key, n in zip(KEYS[self.fineness], self.counts, strict=True))

    @property
    def full_decks(self) -> int:
        """The number of decks if the shoe is full decks known by cards; else 0."""
        return self.counts[0] if self.fineness == "cards" and len(set(self.counts)) == 1 else 0

    @property
    def fewest_decks(self) -> int:
        """The fewest full decks that contain all cards of the shoe, whatever its fineness."""
        deck = Shoe.decks(1).coarsen(self.fineness).counts
        return max(-(-n // whole) for n, whole in zip(self.counts, deck, strict=True))

    @property
    def size(self) -> int:
        """The total number of cards, 0–100,000."""
        return sum(self.counts)

    @property
    def points(self) -> tuple[int, ...]:
        """The number of cards worth 0, 1, …, 9 points."""
        return self.coarsen("points").counts

    def coarsen(self, fineness: Fineness) -> "Shoe":
        """The same cards at a coarser fineness: from cards to ranks to points, never back.

        Raises ShoeError if the shoe is already coarser than that.

        >>> Shoe.decks(1).coarsen("points").counts
        (16, 4, 4, 4, 4, 4, 4, 4, 4, 4)
        """
        if not is_one_of(fineness, KEYS):
            raise _unknown_fineness(fineness)
        if fineness == self.fineness:
            return self
        if fineness == "ranks" and self.fineness == "cards":
            return Shoe(tuple(sum(self.counts[i : i + 4]) for i in range(0, 52, 4)), "ranks")
        if fineness == "points" and self.fineness != "points":
            ranks = self.coarsen("ranks").counts
            return Shoe((sum(ranks[9:]), *ranks[:9]), "points")
        raise ShoeError(
            "expected a shoe known by {wanted}, got one known only by {known}",
            wanted=_NAMES[fineness],
            known=_NAMES[self.fineness],
        )

    def without(self, cards: str | Iterable[str | Card]) -> "Shoe":
        """The shoe without some cards, given as cards, as a text such as `9c 9d Th`, or as several texts.

        A card whose suit is unknown coarsens a shoe known by cards to ranks; a card known more finely than
        the shoe is coarsened to the shoe. Raises CardError if the argument is neither cards nor a text of
        cards, and ShoeError if the shoe lacks some of them; the message names all that are missing.

        >>> str(Shoe.parse("A=1 K=2").without("Kc").coarsen("points"))
        '0=1 1=1 2=0 3=0 4=0 5=0 6=0 7=0 8=0 9=0'
        """
        leaving = parse_cards(cards)
        if not leaving:
            return self
        if self.fineness != "cards":
            return self._less(leaving)
        # Suited cards are removed first, so that a second 9c from one deck is still rejected.
        less = self._less([card for card in leaving if card.suit is not None])
        unsuited = [card for card in leaving if card.suit is None]
        return less.coarsen("ranks")._less(unsuited) if unsuited else less

    def _less(self, cards: Sequence[Card]) -> "Shoe":
        """The shoe without these cards, each of which is known at least as finely as the shoe."""
        if self.fineness == "cards":
            removed = Counter(card.index for card in cards)
        else:
            removed = Counter(card.rank - 1 if self.fineness == "ranks" else card.points for card in cards)
        faults = [
            _too_many(KEYS[self.fineness][cell], self.fineness, n, self.counts[cell])
            for cell, n in sorted(removed.items())
            if n > self.counts[cell]
        ]
        if faults:
            raise ShoeError(
                "expected to remove only cards that the shoe has, got {faults}", faults=joined("; ", faults)
            )
        return Shoe(tuple(n - removed[cell] for cell, n in enumerate(self.counts)), self.fineness)


@cache
def coarser(fine: Fineness, coarse: Fineness) -> tuple[int, ...]:
    """For each cell of a fine shoe, the cell of its cards in a coarser shoe.

    >>> coarser("ranks", "points")
    (1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 0, 0, 0)
    """
    cells = range(len(KEYS[fine]))
    alone = (Shoe(tuple(int(other == cell) for other in cells), fine) for cell in cells)
    return tuple(shoe.coarsen(coarse).counts.index(1) for shoe in alone)


def _key(raw: object) -> tuple[str, Fineness | None]:
    """The cell that a name stands for, and its fineness; None for 2–9, which are ranks or points."""
    if isinstance(raw, str):
        if raw in ("0", "1"):
            return raw, "points"
        if raw in RANK_OF:
            key = RANKS[RANK_OF[raw] - 1]
            return key, None if key in "23456789" else "ranks"
        rank, suit = RANK_OF.get(raw[:-1]), SUIT_OF.get(raw[-1:])
        if rank is not None and suit is not None:
            return RANKS[rank - 1] + SUITS[suit], "cards"
    raise ShoeError(
        "expected counts of ranks such as A or T, of points 0 to 9, or of cards such as 9c, got {key}",
        key=quoted(raw),
    )


def _is_count(n: object) -> bool:
    return type(n) is int and n >= 0


def _whole(text: str) -> int | None:
    return int(text) if re.fullmatch(r"[0-9]{1,12}", text) else None


_NAMES: dict[Fineness, Message] = {
    "cards": message("cards"),
    "ranks": message("ranks"),
    "points": message("points"),
}


def _unknown_fineness(fineness: object) -> ShoeError:
    return ShoeError("expected fineness cards, ranks or points, got {fineness}", fineness=quoted(fineness))


def _not_a_shoe(text: object) -> ShoeError:
    return ShoeError("expected a shoe such as {forms}, got {text}", forms=_FORMS, text=quoted(text))


def _not_decks(n: object) -> ShoeError:
    return ShoeError("expected a number of decks from 1 to {most}, got {n}", most=str(MAX_DECKS), n=quoted(n))


def _not_a_count(key: Text, n: object) -> ShoeError:
    return ShoeError(
        "expected a whole number of cards from 0 to {most} for {key}, got {n}",
        most=MAX_CARDS,
        key=key,
        n=quoted(n),
    )


def _too_many(key: str, fineness: Fineness, n: int, held: int) -> Message:
    if fineness == "points":
        return message("{n} worth {points} points although it has {held}", n=n, points=key, held=held)
    return message("{n} of {card} although it has {held}", n=n, card=key, held=held)


def _clash(one: str, other: str) -> ShoeError:
    return ShoeError(
        "expected one fineness (ranks, points or cards), got both {one} and {other}",
        one=repr(one),
        other=repr(other),
    )
