"""Recorded shoes: what somebody wrote down of coups that were dealt, as it stands there.

Knows nothing of files, and judges nothing: `replay` says what a record should have said.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Literal

from analyzer.game.cards import Card
from analyzer.game.coup import Winner
from analyzer.shown import Shown

Read = Card | None
"""A card as it was read; None for one that could not be (`?`)."""

Status = Literal["played", "cancelled", "interrupted"]
"""Whether a coup was played, called off before its first card, or broken off and completed afterwards."""


@dataclass(frozen=True, slots=True)
class Stake:
    """What a bettor staked on a bet of a coup, by the bet's reference, and what the record says it gained.

    `net` is the gain besides the stake, negative where units were lost, None where the record is silent.
    """

    bet: str
    amount: Fraction
    bettor: str = ""
    net: Fraction | None = None
    where: str = ""


@dataclass(frozen=True, slots=True)
class RecordedCoup(Shown):
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


@dataclass(frozen=True, slots=True)
class Unread:
    """A place of a file that could not be read, and why: what was expected there and what came.

    `coup` is the place among the coups of the shoe, from 0, of the one that it belongs to, of which all else
    that could be read stands there; None where it belongs to none.
    """

    where: str
    why: str
    coup: int | None = None


@dataclass(frozen=True, slots=True)
class RecordedShoe(Shown):
    """What a record says of one shoe, from the burn to the last coup.

    A record that tells no coups apart has all cards of the coups in the order drawn in `stream`, and no
    `coups`. `burned` is None where the record is silent. `said` holds what the record says of the game as
    text, by key: `variant`, `decks`, `remaining`, `rules`, `procedure`, `cut_card`, `seed`. `unread` are the
    places that could not be read; all else of the shoe is there. `passed_over` are the names of columns and
    keys that nothing here knows, once each, in the first shoe that has them.
    """

    id: str
    coups: tuple[RecordedCoup, ...] = ()
    stream: tuple[Read, ...] = ()
    burned: tuple[Read, ...] | None = None
    said: Mapping[str, str] = field(default_factory=dict)
    unread: tuple[Unread, ...] = ()
    passed_over: tuple[str, ...] = ()
