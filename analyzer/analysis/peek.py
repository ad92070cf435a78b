"""What it is worth to know one of the next six cards of the shoe before betting, used or not."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from analyzer.analysis.odds import LeavesOut, odds
from analyzer.analysis.question import Question, TooCoarse, answerable, check_cards, keys_of, split
from analyzer.analysis.valuation import Valuation
from analyzer.bets.bet import Bet
from analyzer.census.census import needs
from analyzer.census.kinds import Kinds, card_in_cell
from analyzer.errors import AnalyzerError
from analyzer.exact import quoted
from analyzer.game.dealt import Dealt

MAIN = ("player", "banker")
"""The ids of the two bets of which the published figures take the better one."""


@dataclass(frozen=True, slots=True)
class Known:
    """A known card: the name of its kind, how many the shoe holds, and what each bet is then worth."""

    kind: str
    cards: int
    valuations: tuple[Valuation, ...]

    @property
    def best(self) -> Valuation:
        """The bet with the highest EV, the first of equal ones."""
        return max(self.valuations, key=lambda valuation: valuation.ev)


@dataclass(frozen=True, slots=True)
class Place:
    """One place in the shoe, 1 for the next card, and every kind of card that can lie there."""

    number: int
    known: tuple[Known, ...]

    def always(self, ids: Collection[str] | None = None) -> Fraction | None:
        """Mean EV of always betting the best bet (of `ids`, if given); None if one of the ids is absent."""
        return self._mean_best(ids)

    def choosing(self, ids: Collection[str] | None = None) -> Fraction | None:
        """Mean EV of betting the best bet, as for `always`, but only where its EV is above 0."""
        return self._mean_best(ids, Fraction(0))

    def _mean_best(self, ids: Collection[str] | None, *others: Fraction) -> Fraction | None:
        """The mean, over the cards that can lie here, of the best of the EVs and `others`."""
        total = Fraction(0)
        for known in self.known:
            if ids is not None and not {value.bet.id for value in known.valuations} >= set(ids):
                return None
            evs = [value.ev for value in known.valuations if ids is None or value.bet.id in ids]
            total += known.cards * max([*evs, *others])
        return total / sum(known.cards for known in self.known)


@dataclass(frozen=True, repr=False, slots=True)
class Peek(LeavesOut):
    """Bets valued for each kind of card that can lie at each of the next places in a shoe."""

    question: Question
    bets: tuple[Bet, ...]
    places: tuple[Place, ...]
    too_coarse: TooCoarse = ()

    @property
    def keys(self) -> list[str]:
        """A unique key for each bet."""
        return keys_of(self.bets)


def peek(question: Question, places: Sequence[int] | None = None) -> Peek:
    """What each bet is worth when one card is known: each kind of card at each place in the shoe.

    The known card is among the cards not yet seen. `places` are counted from the next card, which is 1; None
    means all that a coup can take.

    Raises:
        ShoeError: too few cards, or a demanded bet needs a finer shoe.
        ConditionError: a condition needs too many patterns.
        AnalyzerError: a coup cannot take a card from one of the places, or no bet can be answered.
    """
    rules, shoe = question.rules, question.shoe
    most = rules.cards_from_shoe
    wanted = range(1, most + 1) if places is None else places
    if not isinstance(wanted, Sequence):
        raise AnalyzerError(f"expected a list of places of cards, got {quoted(places)}")
    for place in wanted:
        if type(place) is not int or not 1 <= place <= most:
            raise AnalyzerError(
                f"expected the place of a card from 1 to {most} under rules {rules.id!r}, got {quoted(place)}"
            )
    check_cards(rules, shoe)
    valued, coarse = answerable(question)
    if not valued:
        raise AnalyzerError(f"expected a bet that a shoe known by {shoe.fineness} can answer, got none")
    kinds = Kinds.distinguishing(*(needs(rules, split(bet)).labels for bet in valued))
    asked = question.about(valued, shoe.coarsen(kinds.fineness))
    return Peek(question, valued, tuple(Place(n, tuple(_known(asked, kinds, n))) for n in wanted), coarse)


def _known(question: Question, kinds: Kinds, place: int) -> Iterator[Known]:
    shoe = question.shoe
    for name, cells in zip(kinds.names, kinds.members(shoe.fineness), strict=True):
        present = [cell for cell in cells if shoe.counts[cell]]
        if present:
            card = card_in_cell(present[0], shoe.fineness)
            report = odds(replace(question, dealt=Dealt(ahead=((place, card),))))
            yield Known(name, sum(shoe.counts[cell] for cell in present), report.valuations)
