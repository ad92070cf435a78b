"""Effects of removal: what a bet gains or loses when one card, or two, leave the shoe."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations_with_replacement

import numpy as np

from analyzer.analysis.batch import Batch
from analyzer.analysis.odds import ByBet, OnReport, Report
from analyzer.analysis.question import Question, answerable, check_by, keys_of, split
from analyzer.analysis.valuation import Valuation
from analyzer.bets.bet import Bet
from analyzer.census.census import needs
from analyzer.census.kinds import Kinds, held
from analyzer.displayable import Answer
from analyzer.errors import AnalyzerError, ShoeError
from analyzer.exact import falling, quoted
from analyzer.game.rules import Rules
from analyzer.game.shoe import FINENESSES, KEYS, Fineness, Shoe, coarser
from analyzer.heavy import announce
from analyzer.text import message, plural


@dataclass(frozen=True, slots=True)
class Removed:
    """The removal of a card: cards of its kind in the shoe, and EV after minus EV before, per unit staked."""

    kind: str
    cards: int
    effect: Fraction


@dataclass(frozen=True, slots=True)
class RemovedPair:
    """The removal of two cards, of two kinds or of one; `ways` is the number of such ordered pairs.

    `effect` is EV after both minus EV before, and `second_order` is `effect` minus the effects of each alone.
    """

    kinds: tuple[str, str]
    ways: int
    effect: Fraction
    second_order: Fraction


@dataclass(frozen=True, repr=False, slots=True)
class Removal(Answer):
    """The effects of removal on one bet, for each kind with a card in the shoe.

    `ev` is the EV before. Where the bet `needs` finer kinds, an effect is the mean over the cards of a kind.
    `pairs` are the pairs that the shoe contains, each once.
    """

    bet: Bet
    ev: Fraction
    by: Fineness
    needs: Fineness
    kinds: tuple[Removed, ...]
    pairs: tuple[RemovedPair, ...] = ()

    @property
    def effects(self) -> dict[str, Fraction]:
        """The effect by kind."""
        return {removed.kind: removed.effect for removed in self.kinds}

    @property
    def averaged(self) -> bool:
        """Whether effects are means over cards that the bet distinguishes."""
        return FINENESSES.index(self.needs) > FINENESSES.index(self.by)

    @property
    def cards(self) -> int:
        """How many cards the shoe contains."""
        return sum(removed.cards for removed in self.kinds)

    @property
    def weighted_sum(self) -> Fraction:
        """Cards times effect over all kinds: 0, because removing an unseen card changes nothing."""
        return sum((removed.cards * removed.effect for removed in self.kinds), Fraction(0))

    @property
    def pair_sum(self) -> Fraction:
        """Ways times effect over all pairs: 0, as for single cards."""
        return sum((pair.ways * pair.effect for pair in self.pairs), Fraction(0))

    @property
    def row_remainders(self) -> dict[str, Fraction]:
        """By kind: the sum over every other card of the pair's effect less the kind's own; always 0."""
        number = {removed.kind: removed.cards for removed in self.kinds}
        sums = dict.fromkeys(number, Fraction(0))
        for pair in self.pairs:
            one, other = pair.kinds
            sums[one] += (number[other] - (one == other)) * pair.effect
            if one != other:
                sums[other] += number[one] * pair.effect
        return {kind: sums[kind] - (self.cards - 1) * effect for kind, effect in self.effects.items()}


@dataclass(frozen=True, repr=False)
class Removals(ByBet[Removal], OnReport):
    """Effects of removal on several bets, by the keys of `report`, which has the odds before removal."""

    per_bet = "removals"

    report: Report
    removals: tuple[Removal, ...]
    order: int


def removal(question: Question, by: Fineness | None = None, order: int = 1) -> Removals:
    """What each bet gains or loses when a card of each kind is removed, exactly.

    `by` is the fineness of the kinds, None the coarsest that answers each bet; `order` is 1 for single cards,
    2 for pairs of cards too.

    Raises:
        ShoeError: the shoe is too small, or known too coarsely for `by` or a demanded bet.
        ConditionError: a condition needs too many patterns.
        AnalyzerError: `by` is not a fineness, or `order` is neither 1 nor 2.
    """
    rules, shoe = question.rules, question.shoe
    if type(order) is not int or order not in (1, 2):
        raise AnalyzerError(
            "expected order 1 (single cards) or 2 (pairs of cards), got {order}", order=quoted(order)
        )
    check_by(message("effects of removal"), shoe, by)
    if shoe.size < rules.cards_from_shoe + order:
        raise ShoeError(
            "expected at least {most} cards for a coup and {removed} more to remove, got a shoe of {size}",
            most=rules.cards_from_shoe,
            removed=order,
            size=shoe.size,
        )
    answered, coarse = answerable(question)
    groups: dict[Kinds, list[int]] = {}
    for place, bet in enumerate(answered):
        groups.setdefault(needs(rules, split(bet), cards=question.cards), []).append(place)
    works = [
        _Work(rules, [answered[place] for place in places], shoe, by, order, kinds)
        for kinds, places in groups.items()
    ]
    shoes = sum(len(work.first) for work in works)
    announce(plural("{n} shoe to value", "{n} shoes to value", shoes), sum(work.steps for work in works))
    valued: dict[int, tuple[Valuation, Removal]] = {}
    for places, work in zip(groups.values(), works, strict=True):
        valued |= zip(places, work.removals(), strict=True)
    ordered = [valued[place] for place in range(len(answered))]
    total = falling(shoe.size, rules.cards_from_shoe)
    report = Report(question, shoe, total, tuple(valuation for valuation, _ in ordered), coarse)
    return Removals(report, tuple(effects for _, effects in ordered), order)


class _Work:
    """Bets that need the same kinds, and the shoes on which they are to be valued."""

    def __init__(
        self, rules: Rules, bets: Sequence[Bet], shoe: Shoe, by: Fineness | None, order: int, kinds: Kinds
    ) -> None:
        """Make the shoes; of those with the same number of cards of every kind, only one is valued."""
        self.by, self.needs = by or kinds.fineness, kinds.fineness
        self.shoes = _Shoes(shoe.coarsen(max(self.by, self.needs, key=FINENESSES.index)), order)
        by_kind = kinds.counts(self.shoes.counts, self.shoes.shoe.fineness)
        _, self.first, self.same = np.unique(by_kind, axis=0, return_index=True, return_inverse=True)
        self.batch = Batch(rules, bets, held(self.shoes.shoe.counts, self.shoes.shoe.fineness))
        self.deals = [falling(shoe.size - gone, rules.cards_from_shoe) for gone in range(order + 1)]

    @property
    def steps(self) -> int:
        """How many steps it takes to value the shoes."""
        return len(self.first) * self.batch.steps(self.shoes.shoe.fineness)

    def removals(self) -> Iterator[tuple[Valuation, Removal]]:
        """What the bets are worth on the shoe, and the effects on them."""
        batch, counts = self.batch, self.shoes.counts
        ways = batch.ways(counts[:1])[0]
        gains = batch.gains(counts[self.first])
        for bet, key, unit, gained in zip(batch.bets, keys_of(batch.bets), batch.units, gains, strict=True):
            deals = [unit * n for n in self.deals]
            effects = self.shoes.removal(bet, self.by, self.needs, gained[self.same].tolist(), deals)
            yield Valuation(bet, self.deals[0], ways[key]), effects


class _Shoes:
    """A shoe, and the same shoe without each card, or two of them: one row of counts per shoe.

    `cells` are the cells of the shoe that contain a card, in order; a kind may consist of several cells.
    """

    def __init__(self, shoe: Shoe, order: int) -> None:
        self.shoe = shoe
        self.cells = [cell for cell, n in enumerate(shoe.counts) if n]
        pairs = combinations_with_replacement(self.cells, 2) if order == 2 else ()
        self.pairs = [(a, b) for a, b in pairs if a != b or shoe.counts[a] > 1]
        before = np.array(shoe.counts, dtype=np.int64)
        gone = np.eye(len(before), dtype=np.int64)
        without_two = [before - gone[a] - gone[b] for a, b in self.pairs]
        self.counts = np.vstack([before, before - gone[self.cells], *without_two])

    def removal(
        self, bet: Bet, by: Fineness, needs: Fineness, gains: Sequence[int], deals: Sequence[int]
    ) -> Removal:
        """The effects on a bet. Its EV on a shoe is its gain divided by `deals[cards gone]`."""
        counts, kind_of, names = self.shoe.counts, coarser(self.shoe.fineness, by), KEYS[by]
        ev = Fraction(gains[0], deals[0])
        # All shoes of one size have the same number of deals, so gains are added up before they are divided.
        cards, gained = Counter[int](), Counter[int]()
        for cell, gain in zip(self.cells, gains[1:], strict=False):
            cards[kind_of[cell]] += counts[cell]
            gained[kind_of[cell]] += counts[cell] * gain
        effects = {kind: Fraction(gained[kind], n * deals[1]) - ev for kind, n in sorted(cards.items())}
        ways, gained_by_two = Counter[tuple[int, int]](), Counter[tuple[int, int]]()
        for (a, b), gain in zip(self.pairs, gains[1 + len(self.cells) :], strict=True):
            pair = min(kind_of[a], kind_of[b]), max(kind_of[a], kind_of[b])
            ordered = counts[a] * (counts[a] - 1) if a == b else 2 * counts[a] * counts[b]
            ways[pair] += ordered
            gained_by_two[pair] += ordered * gain
        pairs = []
        for (one, other), ordered in sorted(ways.items()):
            effect = Fraction(gained_by_two[one, other], ordered * deals[2]) - ev
            second_order = effect - effects[one] - effects[other]
            pairs.append(RemovedPair((names[one], names[other]), ordered, effect, second_order))
        kinds = tuple(Removed(names[kind], cards[kind], effect) for kind, effect in effects.items())
        return Removal(bet, ev, by, needs, kinds, tuple(pairs))
