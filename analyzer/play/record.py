"""Recorded shoes: what was written down of coups that were dealt, exactly as it was written."""

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
"""Whether a coup was played, called off before its first card, or broken off and completed afterwards."""


@dataclass(frozen=True, slots=True)
class Stake:
    """What a bettor staked on a bet of a coup, by the bet's reference, and what the record says it gained.

    `net` is the gain without the stake, negative for a loss, None where it is not recorded.
    """

    bet: str
    amount: Fraction
    bettor: str = ""
    net: Fraction | None = None
    where: str = ""


@dataclass(frozen=True, slots=True)
class RecordedCoup(Displayable):
    """What a record says of one coup; None wherever it says nothing.

    Cards stand either by hand, in the order dealt to it (`player` and `banker`), or all in the order they
    came off the shoe (`drawn`). `number` counts the coups of a shoe from 1. `where` is the place in the file:
    `line 12`, or `coups[3]`. `cut` is whether the cut card showed in this coup.
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
    """Totals, winner and flags of a coup, dealt or as a record has them; None is unknown, or not recorded."""

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
        return cls(
            coup.player_total,
            coup.banker_total,
            coup.winner,
            is_pair(coup.player),
            is_pair(coup.banker),
            coup.player_natural or coup.banker_natural,
        )

    def __bool__(self) -> bool:
        """Whether anything is known or recorded."""
        return any(part is not None for part in self)


_RESULT = attrgetter(*CoupResult._fields)


def before_unread(cards: Iterable[Read]) -> tuple[Card, ...]:
    """The cards before the first that could not be read."""
    return tuple(card for card in takewhile(lambda card: card is not None, cards) if card)


@dataclass(frozen=True, slots=True)
class Unread:
    """A place of a file that could not be read, and why: what was expected there and what was found.

    `coup` is the place, from 0, of the coup that it belongs to, if any, whose other parts are there.
    """

    where: str
    why: str
    coup: int | None = None


@dataclass(frozen=True, repr=False, slots=True)
class RecordedShoe(Answer):
    """What a record says of one shoe, from the burn to the last coup.

    A record that does not separate coups has all their cards in the order drawn in `stream`, and no `coups`.
    `burned` is None where it is not recorded. `settings` holds what the record says of the game, by key:
    `variant`, `decks`, `remaining`, `rules`, `procedure`, `cut_card`, `seed`. `unread` are the places that
    could not be read; everything else of the shoe is there. `unknown_names` are unknown columns and keys,
    once each, in the first shoe that has them.
    """

    id: str
    coups: tuple[RecordedCoup, ...] = ()
    stream: tuple[Read, ...] = ()
    burned: tuple[Read, ...] | None = None
    settings: Mapping[str, str] = field(default_factory=dict)
    unread: tuple[Unread, ...] = ()
    unknown_names: tuple[str, ...] = ()
