"""Shoes dealt card by card, from the burn to the last coup, in a given order or one drawn from a seed.

A seed gives the same shoes here as in a sweep.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from analyzer.analysis.question import Question
from analyzer.analysis.sweep.work import check_seed, cut_cards, shuffled
from analyzer.displayable import Answer, Displayable
from analyzer.errors import AnalyzerError, ShoeError
from analyzer.exact import grouped, quoted
from analyzer.game.cards import Card, card_at
from analyzer.game.coup import Coup, deal
from analyzer.game.procedure import Procedure, Turning
from analyzer.play.record import CoupResult, Outcome, Read, RecordedCoup, RecordedShoe

MOST_NUMBER = 10**12
"""The highest number that a shoe of a seed can have."""

_AT_ONCE = 50_000  # About how many cards are shuffled at once: enough for numpy, in bounded memory.

Position = Literal["p1", "b1", "p2", "b2", "p3", "b3"]

_TURNED: dict[Turning, tuple[Position, ...]] = {
    "as-dealt": ("p1", "b1", "p2", "b2", "p3", "b3"),
    "hands": ("p1", "p2", "b1", "b2", "p3", "b3"),
}
"""The order in which the cards of a coup are turned; a third card is skipped if it is not drawn."""


@dataclass(frozen=True, repr=False, slots=True)
class DealtCoup(Displayable):
    """A coup as it was dealt from a shoe.

    `places` has, by position in the order dealt, each card's place in the shoe, counted from 0; a first card
    given by the rules has none. `turned` are the positions in the order turned. `unused` are the reserve
    cards that neither hand drew; they open the next coup. `cut` is whether the cut card showed.
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
        hands = {"p": self.coup.player, "b": self.coup.banker}
        return tuple(hands[position[0]][int(position[1]) - 1] for position in self.places)


@dataclass(frozen=True, repr=False, slots=True)
class DealtShoe(Answer):
    """A shoe as it was dealt: the burned cards, of which the first `seen` were shown, and the coups.

    `question` has its variant, rules and cards before the burn. `cut_card` is the number of cards behind the
    cut card, `left` of those neither burned nor in a coup.
    """

    question: Question
    burned: tuple[Card, ...]
    seen: int
    coups: tuple[DealtCoup, ...]
    cut_card: int
    left: int

    @property
    def burned_as_seen(self) -> tuple[Read, ...]:
        """The burned cards as the bettors saw them: None for each one that stayed face down."""
        return tuple(card if place < self.seen else None for place, card in enumerate(self.burned))

    @property
    def cut_coup(self) -> int:
        """The number of the coup in which the cut card showed."""
        return next(coup.number for coup in self.coups if coup.cut)

    @property
    def outcomes(self) -> tuple[Outcome, ...]:
        """The outcome of each coup as a scoreboard shows it, in order."""
        return tuple(Outcome.of(dealt.coup) for dealt in self.coups)

    def recorded(self, id: str, settings: Mapping[str, str]) -> RecordedShoe:
        """The shoe as a record of this id; `settings` is what the record says of the game."""
        coups = []
        for dealt in self.coups:
            player, banker, result = dealt.coup.player, dealt.coup.banker, CoupResult.of(dealt.coup)._asdict()
            coups.append(RecordedCoup(dealt.number, player=player, banker=banker, cut=dealt.cut, **result))
        return RecordedShoe(id, tuple(coups), (), self.burned_as_seen, settings)


@dataclass(frozen=True, slots=True)
class Dealing:
    """What determines the shoes to be dealt: the rules and cards of a question, the procedure and the seed.

    Raises:
        AnalyzerError: the seed is out of range.
        ShoeError: the shoe is known only by points, or the burn or the cut card does not fit it.
    """

    question: Question
    procedure: Procedure
    seed: int

    def __post_init__(self) -> None:
        """Refuse what cannot be dealt."""
        check_seed(self.seed)
        shoe = self.question.shoe
        if shoe.fineness == "points":
            raise ShoeError(
                "expected a shoe by cards or by ranks to be dealt, got one by points; give it by ranks"
            )
        self.procedure.check(shoe, self.question.rules.cards_from_shoe)

    def dealt(self, first: int, shoes: int = 1) -> Iterator[tuple[int, DealtShoe]]:
        """Consecutive shoes of the seed, each with its number, from number `first` on; numbers begin at 1.

        Raises:
            AnalyzerError: fewer than one shoe is requested, or a number is out of range.
        """
        if type(shoes) is not int or not 1 <= shoes <= MOST_NUMBER:
            raise AnalyzerError(f"expected one shoe or more to deal, got {quoted(shoes)}")
        last = MOST_NUMBER - shoes + 1
        if type(first) is not int or not 1 <= first <= last:
            raise AnalyzerError(
                f"expected the number of a shoe from 1 to {grouped(last)}, got {quoted(first)}"
            )
        shoe = self.question.shoe
        by_card = shoe.fineness == "cards"
        cards = list(map(card_at, range(52))) if by_card else list(map(Card, range(1, 14)))
        step = max(1, _AT_ONCE // max(1, shoe.size))
        for begin in range(first - 1, first - 1 + shoes, step):
            end = min(begin + step, first - 1 + shoes)
            orders = shuffled(shoe, self.seed, begin, end).tolist()
            cuts = cut_cards(self.procedure.depths, self.seed, begin, end).tolist()
            for number, (order, cut) in enumerate(zip(orders, cuts, strict=True), begin + 1):
                yield number, deal_shoe(self.question, self.procedure, [cards[cell] for cell in order], cut)


def deal_shoe(question: Question, procedure: Procedure, cards: Sequence[Card], cut_card: int) -> DealtShoe:
    """The shoe dealt from its cards in order, burn first, with `cut_card` cards behind the cut card.

    With a reserve, all the cards that a coup may take are pulled first. They go to Player, Banker, Player,
    Banker; each hand that draws takes the next one, and cards left over open the next coup.

    Source: the handbook that docs/seeds.md calls the second seed, steps 1 to 7.

    Raises:
        ShoeError: the cards run out before the shoe ends.
    """
    burn = procedure.burn if isinstance(procedure.burn, int) else 1
    if procedure.burn == "first-card" and cards:
        burn += cards[0].points or 10  # as many more as it has points, ten for a ten or a face
    if burn > len(cards):
        raise ShoeError(f"expected enough cards to burn {burn}, got only {len(cards)}")
    rules, turning = question.rules, _TURNED[procedure.turning]
    first_four = _TURNED["as-dealt"][rules.player_first is not None : 4]
    coups: list[DealtCoup] = []
    pulled: list[int] = []
    at = burn
    last: int | None = None
    while len(coups) != last:
        missing = rules.cards_from_shoe - len(pulled)
        if procedure.reserve and at + missing > len(cards):
            raise ShoeError(f"expected enough cards to pull {missing} for a coup, got only {len(cards) - at}")
        pulled += range(at, min(at + missing, len(cards)))
        coup = deal(rules, [cards[place] for place in pulled])
        drawn: dict[Position, tuple[Card, ...]] = {"p3": coup.player[2:], "b3": coup.banker[2:]}
        places = dict(zip((*first_four, *filter(drawn.get, drawn)), pulled, strict=False))
        pulled = pulled[len(places) :] if procedure.reserve else []
        at += missing if procedure.reserve else len(places)
        shows = last is None and len(cards) - at < cut_card
        number, turned = len(coups) + 1, tuple(filter(places.__contains__, turning))
        unused = tuple(cards[place] for place in pulled)
        coups.append(DealtCoup(number, coup, places, turned, unused, shows))
        if shows:
            last = number + procedure.extra_coups
    seen = {"none": 0, "first-card": min(1, burn), "all": burn}[procedure.seen]
    left = len(cards) - at + len(pulled)
    return DealtShoe(question, tuple(cards[:burn]), seen, tuple(coups), cut_card, left)
