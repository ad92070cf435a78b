"""Recorded shoes: what was written down of the coups dealt, exactly as it was written."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import takewhile
from operator import attrgetter
from typing import Literal, NamedTuple

from analyzer.displayable import Answer, Displayable
from analyzer.game.cards import Card
from analyzer.game.coup import Coup, Winner, is_pair

Read = Card | None
"""A card as it was read; None for a card that could not be read (`?`)."""

Status = Literal["played", "cancelled", "interrupted"]
"""Whether a coup was played, called off before its first card, or broken off to be completed later."""


@dataclass(frozen=True, slots=True)
class Stake:
    """A stake on a bet, given by its reference, and what the record says the stake gained.

    `net` is the gain without the stake, negative for a loss, None if it is not recorded.
    """

    bet: str
    amount: Fraction
    bettor: str = ""
    net: Fraction | None = None
    where: str = ""


@dataclass(frozen=True, repr=False, slots=True)
class RecordedCoup(Displayable):
    """What a record says of one coup; None for whatever it does not say.

    Cards are recorded by hand, in dealing order (`player`, `banker`), or all as they came off the shoe
    (`drawn`). `number` counts the coups of a shoe from 1. `where` is the place in the file, such as `line 12`
    or `coups[3]`. `cut` is whether the cut card showed in this coup.
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


class CoupResult(NamedTuple):
    """Totals, winner and flags of a coup, as dealt or as recorded; None for what is unknown or unrecorded."""

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
    """The cards before the first that could not be read."""
    return tuple(card for card in takewhile(lambda card: card is not None, cards) if card)


@dataclass(frozen=True, slots=True)
class Unread:
    """A place in a file that could not be read, and why: what was expected there and what was found.

    `coup` is the index, from 0, of the coup that it belongs to, if any; that coup's other parts were read.
    """

    where: str
    why: str
    coup: int | None = None


@dataclass(frozen=True, repr=False, slots=True)
class RecordedShoe(Answer):
    """What a record says of one shoe, from the burn to the last coup.

    If a record does not separate coups, `stream` has all cards in the order drawn, and `coups` is empty.
    `burned` is None if the burn is not recorded. `settings` has what the record says of the game, by key:
    `variant`, `decks`, `remaining`, `rules`, `procedure`, `cut_card`, `seed`. `unread` are the places that
    could not be read; all else was. `unknown_names` are unknown columns and keys, each only once.
    """

    id: str
    coups: tuple[RecordedCoup, ...] = ()
    stream: tuple[Read, ...] = ()
    burned: tuple[Read, ...] | None = None
    settings: Mapping[str, str] = field(default_factory=dict)
    unread: tuple[Unread, ...] = ()
    unknown_names: tuple[str, ...] = ()
