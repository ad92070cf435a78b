"""Shoes dealt card by card, from the burn to the last coup, in a given order or an order drawn from a seed.

A seed gives the same shoes here as in a sweep.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from analyzer.analysis.question import Question
from analyzer.analysis.sweep.work import check_seed, cut_cards, shuffled
from analyzer.displayable import Answer, Displayable
from analyzer.errors import AnalyzerError, ShoeError
from analyzer.exact import quoted
from analyzer.game.cards import Card, card_at
from analyzer.game.coup import Coup, deal
from analyzer.game.procedure import Procedure, Turning
from analyzer.play.record import CoupResult, Outcome, Read, RecordedCoup, RecordedShoe

MOST_NUMBER = 10**12
"""The highest number of a shoe of a seed."""

_AT_ONCE = 50_000  # Cards shuffled at once, about: enough for NumPy to be fast, and memory stays bounded.

Position = Literal["p1", "b1", "p2", "b2", "p3", "b3"]

_TURNED: dict[Turning, tuple[Position, ...]] = {
    "as-dealt": ("p1", "b1", "p2", "b2", "p3", "b3"),
    "hands": ("p1", "p2", "b1", "b2", "p3", "b3"),
}
"""The order in which the cards of a coup are turned; a third card is skipped if it is not drawn."""


@dataclass(frozen=True, repr=False, slots=True)
class DealtCoup(Displayable):
    """A coup as it was dealt from a shoe.

    `places` maps each position, in the order dealt, to the card's place in the shoe, counted from 0; a first
    card given by the rules is not in it. `turned` has the positions in the order turned. `unused` has the
    reserve cards that neither hand drew; they open the next coup. `cut` is whether the cut card showed.
    """

    number: int
    coup: Coup
    places: Mapping[Position, int]
    turned: tuple[Position, ...]
    unused: tuple[Card, ...] = ()
    cut: bool = False

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards of both hands that came from the shoe, in the order dealt."""
        hands = {"p": self.coup.player, "b": self.coup.banker}
        return tuple(hands[position[0]][int(position[1]) - 1] for position in self.places)


@dataclass(frozen=True, repr=False, slots=True)
class DealtShoe(Answer):
    """A shoe as it was dealt: the burned cards, the first `seen` of which were shown, and the coups.

    `question` has its variant, rules and cards before the burn. `cut_card` is the number of cards behind the
    cut card; `left` is the number of cards that were neither burned nor dealt in a coup.
    """

    question: Question
    burned: tuple[Card, ...]
    seen: int
    coups: tuple[DealtCoup, ...]
    cut_card: int
    left: int

    @property
    def burned_as_seen(self) -> tuple[Read, ...]:
        """The burned cards as the bettors saw them: None for a card that stayed face down."""
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
        """The shoe as a record with this id; `settings` is what the record says about the game."""
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
        """Check that the shoe can be dealt."""
        check_seed(self.seed)
        shoe = self.question.shoe
        if shoe.fineness == "points":
            raise ShoeError("a shoe given by points cannot be dealt; give it by ranks or by cards")
        self.procedure.check(shoe, self.question.rules.cards_from_shoe)

    def dealt(self, first: int, shoes: int = 1) -> Iterator[tuple[int, DealtShoe]]:
        """Consecutive shoes of the seed with their numbers, beginning with number `first`, at least 1.

        Raises:
            AnalyzerError: fewer than one shoe is requested, or a number is out of range.
        """
        if type(shoes) is not int or not 1 <= shoes <= MOST_NUMBER:
            raise AnalyzerError("expected at least one shoe to deal, got {given}", given=quoted(shoes))
        last = MOST_NUMBER - shoes + 1
        if type(first) is not int or not 1 <= first <= last:
            raise AnalyzerError(
                "expected the number of a shoe from 1 to {last}, got {given}", last=last, given=quoted(first)
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

    With a reserve, all cards that the coup may need are pulled first. They go to Player, Banker, Player,
    Banker; each hand that draws takes the next card, and unused cards open the next coup.

    Source: the handbook that docs/seeds.md calls the second seed, steps 1 to 7.

    Raises:
        ShoeError: the cards run out before the shoe ends.
    """
    burn = procedure.burn if isinstance(procedure.burn, int) else 1
    if procedure.burn == "first-card" and cards:
        burn += cards[0].points or 10  # one more card per point of the first, ten for a ten or a face card
    if burn > len(cards):
        raise ShoeError("expected enough cards to burn {n}, got only {left}", n=burn, left=len(cards))
    rules, turning = question.rules, _TURNED[procedure.turning]
    first_four = _TURNED["as-dealt"][rules.player_first is not None : 4]
    coups: list[DealtCoup] = []
    pulled: list[int] = []
    at = burn
    last: int | None = None
    while len(coups) != last:
        missing = rules.cards_from_shoe - len(pulled)
        if procedure.reserve and at + missing > len(cards):
            raise ShoeError(
                "expected enough cards to pull {n} for a coup, got only {left}",
                n=missing,
                left=len(cards) - at,
            )
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
