"""Effects of removal: what a bet gains or loses when one card, or two, leave the shoe.

Knows no names of files or library entries: bets, rules and shoes come in as values.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations_with_replacement

import numpy as np

from analyzer.analysis.batch import Batch
from analyzer.analysis.odds import Report
from analyzer.analysis.question import Question, answerable, check_by, keys_of, split
from analyzer.analysis.valuation import Valuation
from analyzer.bets.bet import Bet
from analyzer.census.census import needs
from analyzer.census.kinds import Kinds
from analyzer.displayable import Answer
from analyzer.errors import AnalyzerError, ShoeError
from analyzer.exact import falling, quoted
from analyzer.game.rules import Rules
from analyzer.game.shoe import FINENESSES, KEYS, Fineness, Shoe, coarser


@dataclass(frozen=True, slots=True)
class Removed:
    """A card of a kind gone: how many the shoe held, and EV after minus EV before, per unit staked."""

    kind: str
    cards: int
    effect: Fraction


@dataclass(frozen=True, slots=True)
class RemovedPair:
    """Two cards gone, of two kinds or of one.

    `ways` are the ordered pairs of cards of the shoe that are such a pair, in both orders; `effect` is EV
    after both minus EV before; `second_order` is what of it is not the effect of the one and that of the
    other.
    """

    kinds: tuple[str, str]
    ways: int
    effect: Fraction
    second_order: Fraction


@dataclass(frozen=True, repr=False, slots=True)
class Removal(Answer):
    """The effects of removal on one bet, for each kind of which the shoe holds a card.

    `ev` is the EV before; kinds are told apart `by` points, ranks or cards. Where the bet `needs` more, an
    effect is the mean over the cards of the kind. `pairs` are those that the shoe holds, each once.
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
        """Whether effects are means, over cards that the bet tells apart."""
        return FINENESSES.index(self.needs) > FINENESSES.index(self.by)

    @property
    def cards(self) -> int:
        """How many cards the shoe holds."""
        return sum(removed.cards for removed in self.kinds)

    @property
    def weighted_sum(self) -> Fraction:
        """Cards times effect over all kinds: 0, because a card gone that nobody has seen changes nothing."""
        return sum((removed.cards * removed.effect for removed in self.kinds), Fraction(0))

    @property
    def pair_sum(self) -> Fraction:
        """Ways times effect over all pairs: 0, as for single cards."""
        return sum((pair.ways * pair.effect for pair in self.pairs), Fraction(0))

    @property
    def row_remainders(self) -> dict[str, Fraction]:
        """By kind: the sum of its effects with a second card, less what that must be; 0 for each.

        Over the cards left behind one of the kind, the effects of the two add up to that of the one as often
        as there are cards left: the second, unseen, changes nothing.
        """
        number = {removed.kind: removed.cards for removed in self.kinds}
        sums = dict.fromkeys(number, Fraction(0))
        for pair in self.pairs:
            one, other = pair.kinds
            sums[one] += (number[other] - (one == other)) * pair.effect
            if one != other:
                sums[other] += number[one] * pair.effect
        return {kind: sums[kind] - (self.cards - 1) * effect for kind, effect in self.effects.items()}


@dataclass(frozen=True, repr=False)
class Removals(Answer, Mapping[str, Removal]):
    """Effects of removal on several bets: a mapping from the keys of `report`, which is the odds before."""

    report: Report
    removals: tuple[Removal, ...]
    order: int

    @property
    def question(self) -> Question:
        """What was asked."""
        return self.report.question

    def __getitem__(self, key: str) -> Removal:
        """The effects on a bet, by key or by `id/paytable`; an id alone is the first of that id."""
        wanted = self.report[key]
        places = (place for place, value in enumerate(self.report.valuations) if value is wanted)
        return self.removals[next(places)]

    def __iter__(self) -> Iterator[str]:
        """The bets' keys; see `keys_of`."""
        return iter(self.report)

    def __len__(self) -> int:
        """The number of bets."""
        return len(self.removals)


def removal(question: Question, by: Fineness | None = None, order: int = 1) -> Removals:
    """What each bet gains or loses by the removal of a card of each kind, exactly.

    Args:
        question: the bets, and the shoe before any card is removed.
        by: how kinds are told apart; where None, as coarsely as answers each bet.
        order: 1 for single cards; 2 for pairs of cards, too.

    Raises:
        ShoeError: the shoe is too small, or known too coarsely for `by` or a demanded bet.
        ConditionError: a condition needs too many patterns.
        AnalyzerError: `by` or `order` is none of the above.
    """
    rules, shoe = question.rules, question.shoe
    _check(rules, shoe, by, order)
    answered, coarse = answerable(question)
    together: dict[Kinds, list[int]] = {}
    for place, bet in enumerate(answered):
        together.setdefault(needs(rules, split(bet)), []).append(place)
    valued: dict[int, tuple[Valuation, Removal]] = {}
    for told, places in together.items():
        some = _removals(rules, [answered[place] for place in places], shoe, by, order, told)
        valued |= zip(places, some, strict=True)
    ordered = [valued[place] for place in range(len(answered))]
    total = falling(shoe.size, rules.cards_from_shoe)
    report = Report(question, shoe, total, tuple(valuation for valuation, _ in ordered), coarse)
    return Removals(report, tuple(effects for _, effects in ordered), order)


def _removals(
    rules: Rules, bets: Sequence[Bet], shoe: Shoe, by: Fineness | None, order: int, told: Kinds
) -> Iterator[tuple[Valuation, Removal]]:
    """What bets that need the same kinds told apart are worth on the shoe, and the effects on them."""
    by = by or told.fineness
    shoes = _Shoes(shoe.coarsen(max(by, told.fineness, key=FINENESSES.index)), order)
    # Shoes that hold as many of each kind are worth the same to these bets, whichever cards those are.
    by_kind = told.counts(shoes.counts, shoes.shoe.fineness)
    _, first, same = np.unique(by_kind, axis=0, return_index=True, return_inverse=True)
    batch = Batch(rules, bets)
    ways = batch.ways(shoes.counts[:1])[0]
    gains = batch.gains(shoes.counts[first])
    for bet, key, unit, gained in zip(bets, keys_of(bets), batch.units, gains, strict=True):
        valuation = Valuation(bet, falling(shoe.size, rules.cards_from_shoe), ways[key])
        deals = [unit * falling(shoe.size - gone, rules.cards_from_shoe) for gone in range(order + 1)]
        yield valuation, shoes.removal(bet, by, told.fineness, gained[same].tolist(), deals)


def _check(rules: Rules, shoe: Shoe, by: Fineness | None, order: int) -> None:
    if type(order) is not int or order not in (1, 2):
        raise AnalyzerError(f"expected order 1 (single cards) or 2 (pairs of cards), got {quoted(order)}")
    check_by("effects of removal", shoe, by)
    if shoe.size < rules.cards_from_shoe + order:
        gone = "a card is" if order == 1 else "two cards are"
        raise ShoeError(
            f"expected at least {rules.cards_from_shoe} cards for a coup when {gone} removed, "
            f"got a shoe of {shoe.size}"
        )


class _Shoes:
    """A shoe and all that is left of it without a card, or two: what is weighed, a row a shoe.

    Cells are those of the shoe that hold a card, in order; kinds may be several cells together.
    """

    def __init__(self, shoe: Shoe, order: int) -> None:
        self.shoe = shoe
        self.cells = [cell for cell, n in enumerate(shoe.counts) if n]
        several = combinations_with_replacement(self.cells, 2) if order == 2 else ()
        self.pairs = [(a, b) for a, b in several if a != b or shoe.counts[a] > 1]
        before = np.array(shoe.counts, dtype=np.int64)
        gone = np.eye(len(before), dtype=np.int64)
        one = before - gone[self.cells]
        two = [before - gone[a] - gone[b] for a, b in self.pairs]
        self.counts = np.vstack([before, one, *two])

    def removal(
        self, bet: Bet, by: Fineness, needs: Fineness, gains: Sequence[int], deals: Sequence[int]
    ) -> Removal:
        """The effects on a bet from its gains on these shoes.

        A gain over `deals`, by the number of cards gone, is the EV. All shoes of one size have as many deals,
        so gains are added up before they are divided.
        """
        counts = self.shoe.counts
        kind_of = coarser(self.shoe.fineness, by)
        ev = Fraction(gains[0], deals[0])
        single = gains[1 : 1 + len(self.cells)]
        gained = dict.fromkeys((kind_of[cell] for cell in self.cells), 0)
        number = dict.fromkeys(gained, 0)
        for cell, gain in zip(self.cells, single, strict=True):
            number[kind_of[cell]] += counts[cell]
            gained[kind_of[cell]] += counts[cell] * gain
        after = {kind: Fraction(gained[kind], number[kind] * deals[1]) - ev for kind in number}
        both = dict.fromkeys(combinations_with_replacement(sorted(number), 2), 0)
        ways = dict.fromkeys(both, 0)
        for (a, b), gain in zip(self.pairs, gains[1 + len(self.cells) :], strict=True):
            one, other = sorted((kind_of[a], kind_of[b]))
            ordered = counts[a] * (counts[a] - 1) if a == b else 2 * counts[a] * counts[b]
            ways[one, other] += ordered
            both[one, other] += ordered * gain
        names = KEYS[by]
        pairs = []
        for (one, other), ordered in ways.items():
            if ordered:
                effect = Fraction(both[one, other], ordered * deals[2]) - ev
                second = effect - after[one] - after[other]
                pairs.append(RemovedPair((names[one], names[other]), ordered, effect, second))
        kinds = tuple(Removed(names[kind], number[kind], after[kind]) for kind in sorted(number))
        return Removal(bet, ev, by, needs, kinds, tuple(pairs))
