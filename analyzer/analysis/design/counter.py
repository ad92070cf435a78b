"""What a perfect counter gains with each paytable of a space, staking one unit if the EV is above zero."""

from collections.abc import Sequence
from fractions import Fraction
from functools import cached_property
from math import comb
from operator import mul
from typing import NamedTuple

import numpy as np

from analyzer.analysis.design.ranks import Key
from analyzer.analysis.design.space import Space
from analyzer.analysis.design.spans import Search, Spans
from analyzer.analysis.unseen import Unseen, by_kinds, check_unseen, limbs
from analyzer.census.compositions import EquivalentKinds
from analyzer.census.program import Ints, Numbers
from analyzer.errors import AnalyzerError
from analyzer.exact import falling
from analyzer.game.rules import Rules
from analyzer.game.shoe import Shoe
from analyzer.heavy import announce

MOST_SHOES = 1_000_000  # The most compositions kept in memory.
MOST_WORK = 2 * 10**9  # The most pairs of a paytable and a composition for one answer: about half a minute.
_BLOCK = 2**20  # The most such pairs valued at once.


class Valued(NamedTuple):
    """A draft on compositions, one per row: `fixed` is the total gain of its deals if all names pay zero, in
    units of 1/`Space.unit`; `deals`, how many of them pay each name; `draws`, the number of such card sets.
    """

    fixed: Numbers
    deals: Numbers
    draws: Numbers


class Gains:
    """The gains of a space's paytables on every composition of `unseen` cards of a shoe.

    The draft is valued on the compositions when the first paytable is valued. A total over all sets of cards,
    divided by `worth`, is a gain per coup. `work` counts the valuations done so far.
    """

    def __init__(self, space: Space, rules: Rules, shoe: Shoe, unseen: int) -> None:
        """Find the compositions.

        Raises ShoeError if the shoe has fewer cards than `unseen`, or a coup takes more than `unseen`;
        AnalyzerError if there are more than 1,000,000 compositions.
        """
        self.space, self.unseen, self.work = space, unseen, 0
        check_unseen(rules, shoe, unseen)
        nothing = dict.fromkeys(space.names, Fraction(0))
        bets = [space.draft.priced(nothing)]
        bets += [space.draft.priced(nothing | {name: Fraction(1)}) for name in space.names]
        compositions, *others = by_kinds(rules, bets, shoe, unseen)
        if others:  # the bets differ in which kinds are equivalent, so no kinds are merged
            counts = enumerate(compositions.kinds.of(shoe))
            singles = tuple(EquivalentKinds((kind,), n) for kind, n in counts)
            compositions = Unseen(rules, tuple(bets), compositions.kinds, singles, unseen)
        if compositions.listed > MOST_SHOES:
            raise AnalyzerError(
                "bet {bet} with {unseen} unseen cards: expected at most {most} compositions on which to "
                "value each paytable, got {n}; ask about fewer unseen cards",
                bet=repr(space.draft.bet.reference),
                unseen=unseen,
                most=MOST_SHOES,
                n=compositions.listed,
            )
        self.compositions = compositions
        self.worth = space.unit * falling(unseen, rules.cards_from_shoe) * comb(shoe.size, unseen)

    @cached_property
    def valued(self) -> Valued:
        """The draft on every composition."""
        compositions, space = self.compositions, self.space
        batch = compositions.batch
        announce(compositions.work, compositions.steps)
        blocks, draws = [], []
        for shoes, drawn in compositions.shoes():
            blocks.append(np.stack([gains.astype(object) for gains in batch.gains(shoes)], 1))
            draws.append(drawn)
        table = np.concatenate(blocks) * np.array([space.unit // unit for unit in batch.units], dtype=object)
        fixed, deals = table[:, 0], (table[:, 1:] - table[:, :1]) // space.unit
        largest = sum(symbol.largest for symbol in space.symbols)
        ways = falling(self.unseen, compositions.rules.cards_from_shoe)
        most = ways * (largest + sum(abs(net) * space.unit for _, net, _ in space.fixed))
        whole = np.int64 if most < 2**60 else object
        return Valued(fixed.astype(whole), deals.astype(whole), np.concatenate(draws))

    def totals(self, places: Sequence[Ints]) -> Numbers:
        """The gain per coup, times `worth`, of each paytable, given the places of its pays by name."""
        fixed, deals, _ = self.valued
        columns = zip((symbol.pays for symbol in self.space.symbols), places, strict=True)
        pays = np.stack([of.start + of.step * column.astype(fixed.dtype) for of, column in columns])
        step = max(1, _BLOCK // len(fixed))
        totals: list[int] = []
        for begin in range(0, len(places[0]), step):
            gains = deals @ pays[:, begin : begin + step] + fixed[:, None]
            totals += self._summed(np.where(gains > 0, gains, 0))
        return np.array(totals, dtype=object)

    def _summed(self, gains: Numbers) -> list[int]:
        """The sum of each column, each row weighted by the number of card sets with its composition."""
        if not self._pieces:
            return list(gains.astype(object).T @ self.valued.draws)
        bits, cut = self._pieces
        columns = (cut @ gains).T.tolist()
        return [sum(part << bits * place for place, part in enumerate(column)) for column in columns]

    @cached_property
    def _pieces(self) -> tuple[int, Ints] | None:
        """The draws in pieces of few bits, so that sums over all compositions stay below 2⁶²; else None."""
        fixed, deals, draws = self.valued
        if fixed.dtype == object:
            return None
        largest = [symbol.largest for symbol in self.space.symbols]
        most = max(1, int(abs(fixed).max()) + sum(map(mul, largest, deals.max(axis=0).tolist())))
        bits = 62 - most.bit_length() - len(fixed).bit_length()
        return (bits, np.ascontiguousarray(limbs(draws, bits).T)) if bits >= 4 else None

    def _totals_within_work(self, places: Sequence[Ints]) -> Numbers:
        listed = self.compositions.listed
        self.work += len(places[0]) * listed
        if self.work > MOST_WORK:
            raise AnalyzerError(
                "expected at most {most} paytables to value on {listed} compositions of {unseen} unseen "
                "cards each, got more; narrow the edge or the pays, or ask about fewer unseen cards",
                most=MOST_WORK // listed,
                listed=listed,
                unseen=self.unseen,
            )
        return self.totals(places)

    def of(self, places: Sequence[int]) -> Fraction:
        """The gain per coup with one paytable, in units."""
        total = self.totals([np.array([place], dtype=np.int64) for place in places])[0]
        return Fraction(int(total), self.worth)

    def key(self, sign: int) -> Key:
        """A key to rank by: the gain per coup, or its opposite if `sign` is −1."""
        return Key(
            lambda rows: sign * self._totals_within_work(rows.places),
            lambda number: sign * self.of(self.space.places(number)),
        )

    def at_most(self, rate: Fraction, spans: Spans, search: Search) -> Spans:
        """The parts of spans that gain at most `rate` per coup: the first ones, as gains rise with pays."""
        most = rate.numerator * self.worth // rate.denominator
        low, high = spans.start.copy(), spans.stop.copy()
        while len(rows := np.flatnonzero(low < high)):
            middle = (low[rows] + high[rows]) // 2
            places = search.by_name([*(head[rows] for head in spans.heads), middle])
            fits = np.asarray(self._totals_within_work(places) <= most, dtype=bool)
            low[rows] = np.where(fits, middle + 1, low[rows])
            high[rows] = np.where(fits, high[rows], middle)
        return spans._replace(stop=low).take(np.flatnonzero(spans.start < low))
