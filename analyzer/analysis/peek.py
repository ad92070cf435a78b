"""What it is worth to know one of the next six cards off the shoe before betting.

The known card leaves the shoe and lies at its place, whether the coup comes to use it or not. Knows no names
of files or library entries.
"""

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from analyzer.analysis.odds import LeftOut, answerable, keys_of, left_out, odds, split
from analyzer.analysis.valuation import Valuation
from analyzer.bets.bet import Bet
from analyzer.census.census import needs
from analyzer.census.example import CARD
from analyzer.census.kinds import Kinds
from analyzer.errors import AnalyzerError, ShoeError
from analyzer.exact import quoted
from analyzer.game.dealt import Dealt
from analyzer.game.rules import Rules
from analyzer.game.shoe import Fineness, Shoe
from analyzer.shown import Shown

MAIN = ("player", "banker")
"""The ids of the bets whose better one the published figures are about."""


@dataclass(frozen=True, slots=True)
class Known:
    """A card known: the name of its kind, how many the shoe holds, and what each bet is then worth."""

    kind: str
    cards: int
    valuations: tuple[Valuation, ...]

    @property
    def best(self) -> Valuation:
        """The first of the bets worth most."""
        return max(self.valuations, key=lambda valuation: valuation.ev)


@dataclass(frozen=True, slots=True)
class Place:
    """One place off the shoe, 1 for the next card, and every kind of card that can lie there."""

    number: int
    known: tuple[Known, ...]

    def always(self, ids: Collection[str] | None = None) -> Fraction | None:
        """Mean EV of always betting the best of some bets, by id, or of all; None where one is not there."""
        return self._mean_best(ids, lambda best: best)

    def choosing(self, ids: Collection[str] | None = None) -> Fraction | None:
        """Mean EV a coup of doing so only where it favours the bettor, and staying out elsewhere."""
        return self._mean_best(ids, lambda best: max(best, Fraction(0)))

    def _mean_best(
        self, ids: Collection[str] | None, gain: Callable[[Fraction], Fraction]
    ) -> Fraction | None:
        """The mean, over the cards that can lie here, of what someone makes of the best EV."""
        total, cards = Fraction(0), 0
        for known in self.known:
            if ids is not None and not {value.bet.id for value in known.valuations} >= set(ids):
                return None
            evs = [value.ev for value in known.valuations if ids is None or value.bet.id in ids]
            total += known.cards * gain(max(evs))
            cards += known.cards
        return total / cards


@dataclass(frozen=True, slots=True)
class Peek(Shown):
    """Bets valued for each card that can lie at each of the next places off a shoe.

    `kinds` are the cards told apart as finely as any of the bets needs; `omitted` are bets that the shoe is
    too coarse to answer.
    """

    rules: Rules
    shoe: Shoe
    bets: tuple[Bet, ...]
    places: tuple[Place, ...]
    omitted: tuple[tuple[Bet, Fineness], ...] = ()
    elsewhere: LeftOut = ()

    @property
    def left_out(self) -> LeftOut:
        """Every bet left out, with why."""
        return left_out(self.shoe, self.omitted, self.elsewhere)

    @property
    def keys(self) -> list[str]:
        """A key of its own for each bet."""
        return keys_of(self.bets)

    def named(self, language: str) -> "Peek":
        """The same with rules and bets called by their names in a language, where they have one there."""
        places = tuple(
            replace(place, known=tuple(replace(one, valuations=_named(one, language)) for one in place.known))
            for place in self.places
        )
        return replace(
            self,
            rules=self.rules.named(language),
            bets=tuple(bet.named(language) for bet in self.bets),
            places=places,
            omitted=tuple((bet.named(language), need) for bet, need in self.omitted),
            elsewhere=tuple((bet.named(language), why) for bet, why in self.elsewhere),
        )


def _named(known: Known, language: str) -> tuple[Valuation, ...]:
    return tuple(value.named(language) for value in known.valuations)


def peek(
    rules: Rules,
    bets: Sequence[Bet],
    shoe: Shoe,
    *,
    places: Sequence[int] | None = None,
    demanded: frozenset[str] = frozenset(),
) -> Peek:
    """What each bet is worth when one card is known: each kind of card at each place off the shoe.

    Args:
        rules: how the coup is dealt.
        bets: what to value, in order, one or more.
        shoe: the cards not yet seen, the known one still among them.
        places: which places off the shoe, 1 for the next card; all that a coup can take where None.
        demanded: references of bets that must be answered; others are left out where the shoe is too coarse.

    Raises:
        ShoeError: too few cards, or a demanded bet needs the cards told apart more finely.
        ConditionError: a condition needs too many patterns.
        AnalyzerError: a place is none that a coup takes, or no bet can be answered.
    """
    most = rules.cards_from_shoe
    wanted = range(1, most + 1) if places is None else places
    for place in wanted:
        if type(place) is not int or not 1 <= place <= most:
            raise AnalyzerError(
                f"expected the place of a card from 1 to {most} under rules {rules.id!r}, got {quoted(place)}"
            )
    if shoe.size < most:
        raise ShoeError(f"expected at least {most} cards for a coup, got a shoe of {shoe.size}")
    judged = list(answerable(rules, bets, shoe.fineness, demanded))
    valued = tuple(bet for bet, need in judged if need is None)
    omitted = tuple((bet, need) for bet, need in judged if need is not None)
    if not valued:
        raise AnalyzerError(f"expected a bet that a shoe known by {shoe.fineness} can answer, got none")
    kinds = Kinds.telling(*(needs(rules, split(bet)).labels for bet in valued))
    left = shoe.coarsen(kinds.fineness)
    return Peek(
        rules,
        shoe,
        valued,
        tuple(Place(place, tuple(_known(rules, valued, left, kinds, place))) for place in wanted),
        omitted,
    )


def _known(rules: Rules, bets: Sequence[Bet], shoe: Shoe, kinds: Kinds, place: int) -> Iterator[Known]:
    for name, cells in zip(kinds.names, kinds.members(shoe.fineness), strict=True):
        held = [cell for cell in cells if shoe.counts[cell]]
        if held:
            card = CARD[shoe.fineness](held[0])
            report = odds(rules, bets, shoe, dealt=Dealt(ahead=((place, card),)))
            yield Known(name, sum(shoe.counts[cell] for cell in held), report.valuations)
