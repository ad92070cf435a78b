"""What a record should have said, next to what it says: coup by coup, shoe by shoe."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import chain

from analyzer.analysis.valuation import Valuation
from analyzer.bets.bet import Variant
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
"""The kind of the fault that a card cannot be there any more."""


@dataclass(frozen=True, slots=True)
class ReplayedCoup:
    """A recorded coup, what it should have been, and its faults.

    `coup` is None where it is unknown: it was called off, has no cards or too few, or some that could not be
    read. `seen` are its cards off the shoe that could be read.
    """

    recorded: RecordedCoup
    coup: Coup | None
    seen: tuple[Card, ...]
    faults: tuple[Fault, ...]


@dataclass(frozen=True, slots=True)
class ReplayedShoe:
    """A recorded shoe dealt again by some rules, out of the full shoe.

    `faults` are those that belong to no coup: of the burn, and places of the file that could not be read.
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
        """The cards unseen before each coup; None once a card came that could not be there any more.

        Burned cards that lie face down and cards that could not be read are unseen; every card read is gone.
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
    """A recorded shoe dealt again as a variant has it, by a procedure where one is known.

    `odds` has the valuations of some bets before each coup, from the cards unseen; None in the place of a
    coup before which these are unknown or too few; and None where no odds are required.
    """

    game: Variant
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
        """The number of coups of which it is known what they should have been."""
        return sum(coup.coup is not None for replayed in self.shoes for coup in replayed.shoe.coups)

    @property
    def faults(self) -> int:
        """The number of faults, those that belong to no coup included."""
        return sum(1 for replayed in self.shoes for _ in replayed.shoe.all_faults)

    @property
    def unknown_names(self) -> tuple[str, ...]:
        """The names of columns or keys of the record that nothing here knows, once each."""
        names = (name for replayed in self.shoes for name in replayed.shoe.recorded.unknown_names)
        return tuple(dict.fromkeys(names))
