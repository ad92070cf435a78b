"""Recorded shoes: what was written down about the coups, exactly as written, and their outcomes."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import takewhile
from operator import attrgetter
from typing import Literal, NamedTuple

from analyzer.displayable import Answer, Displayable
from analyzer.errors import CardError
from analyzer.exact import quoted
from analyzer.game.cards import Card
from analyzer.game.coup import Coup, Winner, is_pair
from analyzer.text import Text, message

LETTERS: dict[Winner, str] = {"banker": "B", "player": "P", "tie": "T"}
"""The letter of each winner."""

_WINNERS = {letter: winner for winner, letter in LETTERS.items()}
_FORM = re.compile(r"([BPT])(p?)(b?)(n?)")
_RUN_TOGETHER = re.compile(rf"(?:{_FORM.pattern}){{2,}}")


@dataclass(frozen=True, slots=True)
class Outcome:
    """Who won a coup, which hands had a pair as their first two cards, and whether either had a natural."""

    winner: Winner
    player_pair: bool = False
    banker_pair: bool = False
    natural: bool = False

    def __post_init__(self) -> None:
        """Check the winner and the marks."""
        if not isinstance(self.winner, str) or self.winner not in LETTERS:
            raise CardError(
                "expected the winner 'banker', 'player' or 'tie', got {given}", given=quoted(self.winner)
            )
        for mark in (self.player_pair, self.banker_pair, self.natural):
            if not isinstance(mark, bool):
                raise CardError(
                    "expected True or False for a pair or a natural, got {given}", given=quoted(mark)
                )

    @classmethod
    def parse(cls, text: str) -> "Outcome":
        """The outcome written as `B`, `P` or `T`, then `p`, `b`, `n` in this order where they apply.

        Raises:
            CardError: the text is not an outcome.

        >>> Outcome.parse("Tbn")
        Outcome(winner='tie', player_pair=False, banker_pair=True, natural=True)
        """
        match = _FORM.fullmatch(text) if isinstance(text, str) else None
        if match is None:
            raise CardError(
                "expected a coup as B, P or T, then p, b and n for the pairs and a natural, such as Bpn, "
                "got {given}{hint}",
                given=quoted(text),
                hint=_hint(text) if isinstance(text, str) else "",
            )
        letter, *marks = match.groups()
        return cls(_WINNERS[letter], *map(bool, marks))

    @classmethod
    def of(cls, coup: Coup) -> "Outcome":
        """The outcome of a finished coup."""
        pairs = is_pair(coup.player), is_pair(coup.banker)
        return cls(coup.winner, *pairs, coup.player_natural or coup.banker_natural)

    def __str__(self) -> str:
        """The text form; it parses back to an equal value."""
        marks = (("p", self.player_pair), ("b", self.banker_pair), ("n", self.natural))
        return LETTERS[self.winner] + "".join(mark for mark, holds in marks if holds)

    @property
    def pairs(self) -> str:
        """The pairs by letter: `p`, `b`, `pb`, or empty."""
        return "p" * self.player_pair + "b" * self.banker_pair


def _hint(text: str) -> Text:
    """The end of the error for text that is not an outcome: what was meant, or nothing if that is unclear."""
    if _RUN_TOGETHER.fullmatch(text):
        meant = " ".join(match.group() for match in _FORM.finditer(text))
    else:
        meant = "".join(sorted(text, key="BPTpbn".find))
        if meant == text or not _FORM.fullmatch(meant):
            return ""
    return message("; did you mean {near}?", near=quoted(meant))


Read = Card | None
"""A card as it was read; None for a card that could not be read (`?`)."""

Status = Literal["played", "cancelled", "interrupted"]
"""Whether a coup was played, cancelled before its first card, or interrupted to be completed later."""


@dataclass(frozen=True, slots=True)
class Stake:
    """A stake on a bet, given by the bet's reference, and what the record says the stake gained.

    `net` is the gain without the stake, negative for a loss, None if it is not recorded. `said` has what else
    the record says about the result, by attribute of `SettledStake`, such as its `balance`.
    """

    bet: str
    amount: Fraction
    bettor: str = ""
    net: Fraction | None = None
    where: str = ""
    said: tuple[tuple[str, Fraction | str], ...] = ()


@dataclass(frozen=True, repr=False, slots=True)
class RecordedCoup(Displayable):
    """What a record says about one coup; None for anything it does not say.

    Cards are recorded by hand, in dealing order (`player`, `banker`), or all in the order drawn from the shoe
    (`drawn`). `number` counts the coups of a shoe from 1. `where` is the place in the file, such as `line 12`
    or `coups[3]`. `cut` is whether the cut card showed in this coup. `time` is when it was dealt, as written.
    """

    number: int
    where: str = ""
    player: tuple[Read, ...] | None = None
    banker: tuple[Read, ...] | None = None
    drawn: tuple[Read, ...] | None = None
    player_total: int | None = None
    banker_total: int | None = None
    winner: Winner | None = None
    player_pair: bool | None = None
    banker_pair: bool | None = None
    natural: bool | None = None
    cut: bool = False
    status: Status = "played"
    stakes: tuple[Stake, ...] = ()
    time: str | None = None


class CoupResult(NamedTuple):
    """Totals, winner and flags of a coup, as dealt or as recorded; None if unknown or not recorded."""

    player_total: int | None = None
    banker_total: int | None = None
    winner: Winner | None = None
    player_pair: bool | None = None
    banker_pair: bool | None = None
    natural: bool | None = None

    @classmethod
    def recorded(cls, coup: RecordedCoup) -> "CoupResult":
        """The result that a record states."""
        return cls._make(_RESULT(coup))

    @classmethod
    def of(cls, coup: Coup) -> "CoupResult":
        """The result of a finished coup."""
        pairs = is_pair(coup.player), is_pair(coup.banker)
        natural = coup.player_natural or coup.banker_natural
        return cls(coup.player_total, coup.banker_total, coup.winner, *pairs, natural)

    def __bool__(self) -> bool:
        """Whether any part is known or recorded."""
        return any(part is not None for part in self)


_RESULT = attrgetter(*CoupResult._fields)


def before_unread(cards: Iterable[Read]) -> tuple[Card, ...]:
    """The cards before the first card that could not be read."""
    return tuple(card for card in takewhile(lambda card: card is not None, cards) if card)


@dataclass(frozen=True, slots=True)
class Unread:
    """A place in a file that could not be read, and why: what was expected there and what was found.

    `coup` is the index, from 0, of the coup that the place belongs to, if any; that coup's other parts were
    read. `stake` is whether the place is a stake on that coup, which says nothing about the coup itself.
    """

    where: str
    why: Text
    coup: int | None = None
    stake: bool = False


@dataclass(frozen=True, repr=False, slots=True)
class RecordedShoe(Answer):
    """What a record says about one shoe, from the burn to the last coup.

    If a record does not separate coups, `stream` has all cards in the order drawn, and `coups` is empty.
    `burned` is None if the burn is not recorded. `settings` has what the record says about the game, by key:
    `variant`, `decks`, `remaining`, `rules`, `procedure`, `cut_card`, `seed`. `unread` has the places that
    could not be read; everything else was read. `unknown_names` has the unknown columns and keys, each once;
    `columns` has all columns of a table, or all keys of the objects of coups. `named` is whether the record
    names the shoe; otherwise its id is its number.
    """

    id: str
    coups: tuple[RecordedCoup, ...] = ()
    stream: tuple[Read, ...] = ()
    burned: tuple[Read, ...] | None = None
    settings: Mapping[str, str] = field(default_factory=dict)
    unread: tuple[Unread, ...] = ()
    unknown_names: tuple[str, ...] = ()
    columns: tuple[str, ...] = field(default=(), compare=False)
    named: bool = field(default=True, compare=False)


_CARDS = re.compile(r"cards ([0-9]+)-([0-9]+)")
_OF_STAKES = " of the stakes"  # after a place in a file of stakes
_LINE = re.compile(r"line ([0-9]{1,12})(?:, (column |word |)(.+))?")
_ENTRY = re.compile(r"entry ([0-9]+)")


def place_text(where: str) -> Text:
    """A place in a file, as named in sentences; a path inside a document is the same in every language."""
    if (of_stream := _CARDS.fullmatch(where)) is not None:
        return message("cards {first} to {last}", first=int(of_stream[1]), last=int(of_stream[2]))
    if where.endswith(_OF_STAKES):
        return message("{place} of the stakes", place=place_text(where.removesuffix(_OF_STAKES)))
    if (of_entry := _ENTRY.fullmatch(where)) is not None:
        return message("entry {n}", n=int(of_entry[1]))
    match = _LINE.fullmatch(where)
    if match is None:
        return where
    number, unit, part = match.groups()
    if part is None:
        return message("line {n}", n=int(number))
    if unit == "column ":
        return message("line {n}, column {column}", n=int(number), column=part)
    if unit == "word ":
        return message("line {n}, word {word}", n=int(number), word=part)
    return message("line {n}, {path}", n=int(number), path=part)
