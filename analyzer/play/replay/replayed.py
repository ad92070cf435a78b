"""What a record should say, next to what it says, coup by coup and shoe by shoe."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import chain

from analyzer.analysis.question import Question
from analyzer.analysis.valuation import Valuation
from analyzer.displayable import Answer
from analyzer.errors import ShoeError
from analyzer.game.cards import Card
from analyzer.game.coup import Coup
from analyzer.game.procedure import Procedure
from analyzer.game.rules import Rules
from analyzer.game.shoe import Shoe
from analyzer.play.record import RecordedCoup, RecordedShoe
from analyzer.play.replay.fault import Fault

NO_SUCH_CARD = "no-such-card"
"""The kind of fault for a card of which the shoe has none left."""


@dataclass(frozen=True, slots=True)
class ReplayedCoup:
    """A recorded coup, what it should have been, and its faults.

    `coup` is None if it is unknown: it was called off, or has too few cards, or some that could not be read.
    `seen` are its cards from the shoe that could be read.
    """

    recorded: RecordedCoup
    coup: Coup | None
    seen: tuple[Card, ...]
    faults: tuple[Fault, ...]


@dataclass(frozen=True, slots=True)
class ReplayedShoe:
    """A recorded shoe dealt again by some rules, out of the full shoe.

    `faults` are those in no coup: in the burn, where coups cannot be told apart, and at unreadable places.
    """

    recorded: RecordedShoe
    rules: Rules
    full: Shoe
    coups: tuple[ReplayedCoup, ...]
    faults: tuple[Fault, ...] = ()

    @property
    def all_faults(self) -> Iterator[Fault]:
        """Every fault, those of no coup first, then coup by coup."""
        return chain(self.faults, *(coup.faults for coup in self.coups))

    def unseen(self) -> Iterator[Shoe | None]:
        """The cards unseen before each coup; None after a card came of which none was left.

        Cards burned face down and cards that could not be read count as unseen; every card read is gone.
        """
        left = _without(self.full, filter(None, self.recorded.burned or ()))
        for coup in self.coups:
            yield left
            fine = all(fault.kind != NO_SUCH_CARD for fault in coup.faults)
            left = _without(left, coup.seen) if left is not None and fine else None


def _without(shoe: Shoe, cards: Iterable[Card]) -> Shoe | None:
    try:
        return shoe.without(cards)
    except ShoeError:
        return None


@dataclass(frozen=True, slots=True)
class Replayed:
    """A recorded shoe dealt again by a question's rules, and by a procedure if one is known.

    `odds` has the valuations of some bets before each coup, from the unseen cards: None for a coup before
    which these are unknown or too few. It is None as a whole if no odds are requested.
    """

    question: Question
    procedure: Procedure | None
    shoe: ReplayedShoe
    odds: tuple[tuple[Valuation, ...] | None, ...] | None = None


@dataclass(frozen=True, repr=False, slots=True)
class Replay(Answer):
    """All shoes of a record, dealt again in its order."""

    shoes: tuple[Replayed, ...]

    @property
    def coups(self) -> int:
        """The number of coups recorded."""
        return sum(len(replayed.shoe.coups) for replayed in self.shoes)

    @property
    def dealt(self) -> int:
        """The number of coups for which it is known what they should have been."""
        return sum(coup.coup is not None for replayed in self.shoes for coup in replayed.shoe.coups)

    @property
    def faults(self) -> int:
        """The number of faults, including those that belong to no coup."""
        return sum(1 for replayed in self.shoes for _ in replayed.shoe.all_faults)

    @property
    def unknown_names(self) -> tuple[str, ...]:
        """The names of unknown columns and keys in the record, once each."""
        names = (name for replayed in self.shoes for name in replayed.shoe.recorded.unknown_names)
        return tuple(dict.fromkeys(names))
