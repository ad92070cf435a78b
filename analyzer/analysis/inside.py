"""What bets are worth when one or both hands' totals are open, or one of the next six cards is known."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from itertools import product

from analyzer.analysis.odds import LeavesOut, odds
from analyzer.analysis.question import (
    FINENESS_WORDS,
    Question,
    TooCoarse,
    answerable,
    check_cards,
    keys_of,
    split,
)
from analyzer.analysis.valuation import Valuation
from analyzer.bets.bet import Bet
from analyzer.bets.condition import Condition
from analyzer.bets.tree import All
from analyzer.census.census import census, needs
from analyzer.census.collect import Split
from analyzer.census.kinds import Kinds, card_in_cell
from analyzer.census.known_card import CardWays, ways_by_card
from analyzer.displayable import Answer
from analyzer.errors import AnalyzerError
from analyzer.exact import falling, quoted
from analyzer.game.cards import Card
from analyzer.game.dealt import Dealt
from analyzer.game.shoe import Shoe
from analyzer.text import Text, message

TOTALS = range(10)
Totals = tuple[int | None, int | None]  # Player's total and Banker's, 0–9; None if that hand is not open.
_PAIRS = tuple(product(TOTALS, TOTALS))
_KNOWN = {
    4: "player_two == {player} and banker_two == {banker}",
    5: "player_cards == 3 and banker_cards == 3 and player_total == {player} and banker_two == {banker}",
}
"""The condition known to hold, by the number of cards dealt: 4, or 5 if Banker is about to draw."""

MAIN = ("player", "banker")  # Published figures take the better of the bets with these ids.


@dataclass(frozen=True, repr=False, slots=True)
class Situation(Answer):
    """Open totals, the number of ordered deals that lead to them, and what bets are then worth, if any do."""

    totals: Totals
    ways: int
    valuations: tuple[Valuation, ...]


@dataclass(frozen=True, repr=False)
class Inside(LeavesOut, Mapping[Totals, Situation]):
    """Bets valued on one shoe for all totals that can be open: a mapping from totals to Situation.

    Totals of both hands come first, then those of one hand, and last neither. `after` is how many cards make
    up both totals: 4, or 5 if Player has drawn and Banker is about to. `total_ways` counts all ordered deals.
    """

    question: Question
    after: int
    bets: tuple[Bet, ...]
    total_ways: int
    situations: tuple[Situation, ...]
    too_coarse: TooCoarse = ()

    def __getitem__(self, totals: Totals) -> Situation:
        """The situation of Player's total and Banker's, None if a hand is not open."""
        return self._by_totals[totals]

    @cached_property
    def _by_totals(self) -> dict[Totals, Situation]:
        return {situation.totals: situation for situation in self.situations}

    def __iter__(self) -> Iterator[Totals]:
        """The totals of every situation."""
        return (situation.totals for situation in self.situations)

    def __len__(self) -> int:
        """The number of situations."""
        return len(self.situations)

    def probability(self, totals: Totals) -> Fraction:
        """The probability of these totals, 0 to 1."""
        return Fraction(self[totals].ways, self.total_ways)

    def only(self, player: int | None, banker: int | None) -> Situation:
        """The situation of these totals.

        Raises AnalyzerError if one is not a whole number from 0 to 9, or this shoe cannot deal the totals.
        """
        for total in (player, banker):
            if total is not None and (type(total) is not int or total not in TOTALS):
                raise AnalyzerError("expected a total from 0 to 9, got {total}", total=quoted(total))
        if self[player, banker].ways == 0:
            raise AnalyzerError(
                "no deal of the {n} cards left gives {totals} after {after} cards under rules {rules}",
                n=self.question.shoe.size,
                totals=_stated(player, banker),
                after=self.after,
                rules=repr(self.question.rules.id),
            )
        return self[player, banker]


def _stated(player: int | None, banker: int | None) -> Text:
    """Open totals, for an error sentence."""
    if player is not None and banker is not None:
        return message("Player {player} and Banker {banker}", player=player, banker=banker)
    if player is not None:
        return message("Player {total}", total=player)
    return message("open totals") if banker is None else message("Banker {total}", total=banker)


@dataclass(frozen=True, slots=True)
class InsideOffer:
    """Bets offered at some totals; `(None,)` stands for a hand that is not open then."""

    bets: tuple[Bet, ...]
    after: int
    player: tuple[int | None, ...]
    banker: tuple[int | None, ...]


@dataclass(frozen=True, slots=True)
class OfferedBet:
    """One bet at totals at which it is offered; `value` is None if the shoe cannot deal these totals."""

    bet: Bet
    after: int
    totals: Totals
    probability: Fraction
    value: Valuation | None


def decided(valuation: Valuation) -> bool:
    """Whether one line is certain to settle the bet, so that it can no longer be offered."""
    return max(valuation.ways.values()) == valuation.total


def inside(question: Question, after: int = 4) -> Inside:
    """What each bet is worth for every pair of open totals, and where only one hand is open.

    `after` is 4 for the totals of two cards each; 5 for Player's total of three cards and Banker's of two,
    when Banker is about to draw. The shoe of the question is the one before the whole coup.

    Raises:
        ShoeError: too few cards, or a demanded bet needs a finer shoe.
        ConditionError: a condition needs too many patterns.
        AnalyzerError: `after` is neither 4 nor 5.
    """
    if type(after) is not int or after not in _KNOWN:
        raise AnalyzerError("expected 4 or 5 open cards, got {after}", after=quoted(after))
    rules, shoe = question.rules, question.shoe
    check_cards(rules, shoe)
    valued, coarse = answerable(question)
    pairs = [Condition.parse(_KNOWN[after].format(player=player, banker=banker)) for player, banker in _PAIRS]
    # The last split has no lines: it counts the deals of each pair, even if there are no bets.
    splits = [*(_by_pair(pairs, split(bet)) for bet in valued), tuple(pairs)]
    counted = census(rules, splits, cards=question.cards).ways(shoe)
    *tallies, ways_of = map(_tallied, counted, [*(len(bet.nets) for bet in valued), 1])
    situations = []
    for totals, (ways,) in ways_of.items():
        valuations = tuple(
            Valuation(bet, ways, dict(zip(bet.nets, tally[totals], strict=True)))
            for bet, tally in zip(valued, tallies, strict=True)
            if ways
        )
        situations.append(Situation(totals, ways, valuations))
    total = falling(shoe.size, rules.cards_from_shoe)
    return Inside(question, after, valued, total, tuple(situations), coarse)


def offered(valued: Inside, offers: Sequence[InsideOffer]) -> tuple[OfferedBet, ...]:
    """What the bets of `valued` are worth at all totals at which they are offered at the same price."""
    places = {(bet.reference, bet.lines): place for place, bet in enumerate(valued.bets)}
    answers = {valued.after: valued}
    rows = []
    pairs = [(offer, places.get((bet.reference, bet.lines))) for offer in offers for bet in offer.bets]
    for offer, place in pairs:
        if place is None:
            continue
        if offer.after not in answers:
            answers[offer.after] = inside(valued.question.about(valued.bets), offer.after)
        answer = answers[offer.after]
        for totals in product(offer.player, offer.banker):
            values = answer[totals].valuations
            value = values[place] if values else None
            rows.append(
                OfferedBet(answer.bets[place], offer.after, totals, answer.probability(totals), value)
            )
    return tuple(rows)


def _by_pair(pairs: Sequence[Condition], lines: Split) -> Split:
    """A split of the deals by pair of totals, and within each pair by line, with the rest last."""
    return tuple(
        Condition(f"{pair} and ({line})", All((pair.tree, line.tree))) if line else pair
        for pair in pairs
        for line in (*lines, None)
    )


def _tallied(ways: Sequence[int], lines: int) -> dict[Totals, list[int]]:
    """The ways by totals and line: where a hand is not open, the sum over its totals."""
    tally: dict[Totals, list[int]] = {}
    for place, pair in enumerate(_PAIRS):
        tally[pair] = list(ways[place * lines : (place + 1) * lines])
    for player, banker in (*((n, None) for n in TOTALS), *((None, n) for n in TOTALS), (None, None)):
        matching = [tally[a, b] for a, b in _PAIRS if player in (a, None) and banker in (b, None)]
        tally[player, banker] = [sum(column) for column in zip(*matching, strict=True)]
    return tally


@dataclass(frozen=True)
class Known:
    """A known card: the name of its kind, how many the shoe contains, and what each bet is then worth."""

    kind: str
    cards: int
    valuations: tuple[Valuation, ...]

    @cached_property
    def best(self) -> Valuation:
        """The bet with the highest EV, the first of equal ones."""
        return max(self.valuations, key=lambda valuation: valuation.ev)


@dataclass(frozen=True, slots=True)
class Place:
    """One place in the shoe, 1 for the next card, and every kind of card that can be there."""

    number: int
    known: tuple[Known, ...]

    def always(self, ids: Collection[str] | None = None) -> Fraction | None:
        """Mean EV of always betting the best bet (of `ids`, if given); None if one of the ids is absent."""
        return self._mean_best(ids)

    def choosing(self, ids: Collection[str] | None = None) -> Fraction | None:
        """Mean EV of betting the best bet, as for `always`, but only where its EV is above 0."""
        return self._mean_best(ids, Fraction(0))

    def _mean_best(self, ids: Collection[str] | None, *others: Fraction) -> Fraction | None:
        """The mean, over the cards that can be here, of the best of the EVs and `others`."""
        total = Fraction(0)
        for known in self.known:
            if ids is not None and not {value.bet.id for value in known.valuations} >= set(ids):
                return None
            evs = [value.ev for value in known.valuations if ids is None or value.bet.id in ids]
            total += known.cards * max([*evs, *others])
        return total / sum(known.cards for known in self.known)


@dataclass(frozen=True, repr=False, slots=True)
class Peek(LeavesOut):
    """Bets valued for each kind of card that can be at each of the next places in a shoe."""

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
        raise AnalyzerError("expected a list of places of cards, got {places}", places=quoted(places))
    for place in wanted:
        if type(place) is not int or not 1 <= place <= most:
            raise AnalyzerError(
                "expected the place of a card from 1 to {most} under rules {rules}, got {place}",
                most=most,
                rules=repr(rules.id),
                place=quoted(place),
            )
    check_cards(rules, shoe)
    valued, coarse = answerable(question)
    if not valued:
        raise AnalyzerError(
            "no bet can be answered with a shoe known by {known}", known=FINENESS_WORDS[shoe.fineness]
        )
    needed = (needs(rules, split(bet), cards=question.cards) for bet in valued)
    kinds = Kinds.distinguishing(*(need.labels for need in needed))
    asked = question.about(valued, shoe.coarsen(kinds.fineness))
    worth = [
        _ByCard(asked, bet, ways)
        for bet, ways in zip(
            valued, ways_by_card(rules, [split(bet) for bet in valued], asked.shoe), strict=True
        )
    ]
    return Peek(
        question, valued, tuple(Place(n, tuple(_known(asked.shoe, kinds, n, worth))) for n in wanted), coarse
    )


def _known(shoe: Shoe, kinds: Kinds, place: int, worth: Sequence["_ByCard"]) -> Iterator[Known]:
    for name, cells in zip(kinds.names, kinds.members(shoe.fineness), strict=True):
        present = [cell for cell in cells if shoe.counts[cell]]
        if present:
            card = card_in_cell(present[0], shoe.fineness)
            valuations = tuple(one.valuation(place, card) for one in worth)
            yield Known(name, sum(shoe.counts[cell] for cell in present), valuations)


class _ByCard:
    """What a bet is worth when one card is known; equal answers are calculated once and share one object."""

    def __init__(self, question: Question, bet: Bet, counted: CardWays | None) -> None:
        self.question = question.about([bet])
        self.counted = counted
        self.known: dict[tuple[int, ...], Valuation] = {}

    def valuation(self, place: int, card: Card) -> Valuation:
        """What the bet is worth when this card is at a place in the shoe."""
        if self.counted is None:
            return odds(replace(self.question, dealt=Dealt(ahead=((place, card),)))).valuations[0]
        ways = self.counted.given(place, card)
        if ways not in self.known:
            [bet] = self.question.bets
            self.known[ways] = Valuation(bet, sum(ways), dict(zip(bet.nets, ways, strict=True)))
        return self.known[ways]
