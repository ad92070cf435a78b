"""A shoe dealt at a table, from the burn to the last coup: plain and slow, card by card.

Knows a procedure and the rules; nothing of bets, of chance, or of where the order of the cards comes from.
"""

from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from analyzer.errors import ShoeError
from analyzer.game.cards import Card
from analyzer.game.coup import Coup, deal, total
from analyzer.game.procedure import Procedure, Turning
from analyzer.game.rules import Rules
from analyzer.play.outcome import Outcome
from analyzer.play.record import Read, RecordedCoup, RecordedShoe
from analyzer.shown import Shown

Position = Literal["p1", "b1", "p2", "b2", "p3", "b3"]

TURNED: dict[Turning, tuple[Position, ...]] = {
    "as-dealt": ("p1", "b1", "p2", "b2", "p3", "b3"),
    "hands": ("p1", "p2", "b1", "b2", "p3", "b3"),
}
"""The order in which cards are turned, third cards where they are drawn."""


@dataclass(frozen=True, slots=True)
class DealtCoup(Shown):
    """A coup as it was dealt from a shoe.

    `places` says from which place of the shoe, counted from 0, the card at each position came, in the order
    dealt; a given first card came from none. `turned` are the positions in the order in which they were
    turned, `unused` the reserve cards that no hand drew, which open the next coup. `cut` is whether the cut
    card showed.
    """

    number: int
    coup: Coup
    places: Mapping[Position, int]
    turned: tuple[Position, ...]
    unused: tuple[Card, ...] = ()
    cut: bool = False

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards that came off the shoe for the two hands, in the order dealt."""
        return tuple(card_at(self.coup, position) for position in self.places)


@dataclass(frozen=True, slots=True)
class DealtShoe(Shown):
    """A shoe as it was dealt: the cards burned, of which the first `seen` were turned, and the coups.

    `cut_card` is how many cards were behind the cut card, `left` how many were in no coup at the end.
    """

    burned: tuple[Card, ...]
    seen: int
    coups: tuple[DealtCoup, ...]
    cut_card: int
    left: int

    @property
    def burned_as_seen(self) -> tuple[Read, ...]:
        """The cards burned as the bettors saw them, None for one that stayed face down."""
        return tuple(card if place < self.seen else None for place, card in enumerate(self.burned))

    @property
    def cut_coup(self) -> int:
        """The number of the coup in which the cut card showed."""
        return next(coup.number for coup in self.coups if coup.cut)

    @property
    def outcomes(self) -> tuple[Outcome, ...]:
        """What a scoreboard keeps of the coups, in order."""
        return tuple(Outcome.of(found.coup) for found in self.coups)

    def recorded(self, id: str, said: Mapping[str, str]) -> RecordedShoe:
        """The shoe as a record says it, with what that says of the game."""
        return RecordedShoe(id, tuple(map(_recorded, self.coups)), (), self.burned_as_seen, said)


def card_at(coup: Coup, position: Position) -> Card:
    """The card at a position of a coup that has one there."""
    hand = coup.player if position[0] == "p" else coup.banker
    return hand[int(position[1]) - 1]


def deal_shoe(cards: Sequence[Card], rules: Rules, procedure: Procedure, cut_card: int) -> DealtShoe:
    """The shoe dealt from its cards in order.

    Args:
        cards: all cards of the shoe as they come off it, the burn included.
        rules: how a coup is dealt.
        procedure: the burn, coups after the cut card, reserve cards and turning; where its cut card stands
            does not matter.
        cut_card: how many cards are behind the cut card of this shoe.

    Raises:
        ShoeError: the cards run out.
    """
    burned = _burned(cards, procedure)
    coups: list[DealtCoup] = []
    shown_in: int | None = None
    dealing = _pulled_ahead if procedure.reserve else _pulled_as_dealt
    for coup, places, unused, gone in dealing(cards, len(burned), rules):
        number = len(coups) + 1
        shows = shown_in is None and len(cards) - gone < cut_card
        shown_in = number if shows else shown_in
        turned = tuple(position for position in TURNED[procedure.turning] if position in places)
        coups.append(DealtCoup(number, coup, places, turned, unused, shows))
        if shown_in is not None and number == shown_in + procedure.extra_coups:
            break
    seen = {"none": 0, "first-card": min(1, len(burned)), "all": len(burned)}[procedure.seen]
    left = len(cards) - len(burned) - sum(len(coup.places) for coup in coups)
    return DealtShoe(burned, seen, tuple(coups), cut_card, left)


def _burned(cards: Sequence[Card], procedure: Procedure) -> tuple[Card, ...]:
    """The cards burned: a number, or the first and as many more as it has points, ten for a ten or a face."""
    many = procedure.burn if isinstance(procedure.burn, int) else 1
    if procedure.burn == "first-card" and cards:
        many += cards[0].points or 10
    if many > len(cards):
        raise ShoeError(f"expected enough cards to burn {many}, got only {len(cards)}")
    return tuple(cards[:many])


_Dealt = tuple[Coup, dict[Position, int], tuple[Card, ...], int]
"""A coup, the places its cards came from, the reserves it left, and how many cards have left the shoe."""


def _pulled_as_dealt(cards: Sequence[Card], at: int, rules: Rules) -> Iterator[_Dealt]:
    """Coups without end, of which every card is pulled when it is dealt, from a place on."""
    while True:
        coup = deal(rules, cards[at : at + rules.cards_from_shoe])
        positions = TURNED["as-dealt"][rules.player_first is not None : 4]
        if len(coup.player) == 3:
            positions = (*positions, "p3")
        if len(coup.banker) == 3:
            positions = (*positions, "b3")
        places = dict(zip(positions, range(at, len(cards)), strict=False))
        at += len(places)
        yield coup, places, (), at


def _pulled_ahead(cards: Sequence[Card], at: int, rules: Rules) -> Iterator[_Dealt]:
    """Coups without end, for which all that they may take is pulled first, from a place on.

    The first of the cards on the table go to Player, Banker, Player, Banker; the two behind them are the
    reserves. A hand that draws has the first of these that is left. What is left opens the next coup.

    Source: the second seed, its steps 1 to 7.
    """
    table: deque[int] = deque()
    while True:
        missing = rules.cards_from_shoe - len(table)
        if at + missing > len(cards):
            raise ShoeError(f"expected enough cards to pull {missing} for a coup, got only {len(cards) - at}")
        table.extend(range(at, at + missing))
        at += missing
        places: dict[Position, int] = {
            position: table.popleft() for position in TURNED["as-dealt"][rules.player_first is not None : 4]
        }
        given = () if rules.player_first is None else (Card(rules.player_first),)
        player = [*given, *(cards[place] for position, place in places.items() if position[0] == "p")]
        banker = [cards[places["b1"]], cards[places["b2"]]]
        two, banker_two, third = total(player), total(banker), None
        if not {two, banker_two} & rules.tableau.naturals:
            if rules.tableau.player_draws_on(two):
                places["p3"] = table.popleft()
                player.append(cards[places["p3"]])
                third = player[2].points
            if rules.banker_draws_on(banker_two, third, total(player)):
                places["b3"] = table.popleft()
                banker.append(cards[places["b3"]])
        yield Coup(tuple(player), tuple(banker)), places, tuple(cards[place] for place in table), at


def _recorded(dealt: DealtCoup) -> RecordedCoup:
    coup, outcome = dealt.coup, Outcome.of(dealt.coup)
    return RecordedCoup(
        dealt.number,
        player=coup.player,
        banker=coup.banker,
        player_total=coup.player_total,
        banker_total=coup.banker_total,
        winner=outcome.winner,
        player_pair=outcome.player_pair,
        banker_pair=outcome.banker_pair,
        natural=outcome.natural,
        cut=dealt.cut,
    )
