"""Exact sums of what bets gain over every composition of a number of unseen cards."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache, partial
from typing import NamedTuple

import numpy as np

from analyzer.analysis.batch import Batch, Numbers, checked_threads, in_order
from analyzer.analysis.question import split
from analyzer.bets.bet import Bet
from analyzer.census.census import needs
from analyzer.census.collect import collect_terms
from analyzer.census.compositions import (
    EquivalentKinds,
    Halves,
    Listing,
    Objects,
    equivalence_classes,
    exchangeable_in,
    halves,
    number_of_compositions,
)
from analyzer.census.kinds import Kinds, held
from analyzer.census.plan import Plan, cost, one_layer, plan
from analyzer.census.program import Ints
from analyzer.errors import ShoeError
from analyzer.exact import falling, quoted
from analyzer.game.dealt import NOTHING
from analyzer.game.rules import Rules
from analyzer.game.shoe import KEYS, Shoe
from analyzer.heavy import MOST_STEPS
from analyzer.text import Message, message

MAX_LISTED = 10**8  # More compositions than this are listed only on request.
MAX_HALF_ROWS = 2_000_000  # The most rows of the listings of both halves, which bounds the memory used.
_MOST_PATTERNS = 10**7  # Up to this many are laid out to prove which kinds are equivalent.
_ROWS = 2**13  # Compositions per block: enough to make calls cheap, few enough for the cache.
_FACTOR_BITS = 62 - 13  # Bits of two factors together: a sum of 2¹³ products is then below 2⁶².
_MIN_BITS = 8  # Fewest bits of a weight to take at once; with fewer, Python integers are as fast.


class CompositionSums(NamedTuple):
    """Sums for a bet over compositions, each counted as often as it can be drawn.

    `gain` is the gain of all deals in the bet's smallest unit. `positive` is the sum of gains above zero, and
    `chance` the number of sets of cards with such a gain. `best` is the highest gain; `best_draws` sets of
    cards have it, which make up `best_number` compositions; `best_at` is one of these, by kind.
    """

    gain: int
    positive: int
    chance: int
    best: int
    best_draws: int
    best_number: int
    best_at: tuple[int, ...]

    def merged(self, other: "CompositionSums") -> "CompositionSums":
        """The sums of these compositions and others; if both have the best gain, `best_at` is of these."""
        best = max((self, other), key=lambda sums: sums.best)
        equal = [sums for sums in (self, other) if sums.best == best.best]
        return CompositionSums(
            self.gain + other.gain,
            self.positive + other.positive,
            self.chance + other.chance,
            best.best,
            sum(sums.best_draws for sums in equal),
            sum(sums.best_number for sums in equal),
            best.best_at,
        )


@dataclass(frozen=True)
class Unseen:
    """Bets that need the same kinds of cards, and a number of unseen cards of a shoe.

    Exchanging kinds of the same class, one of `classes`, does not change what the bets gain.
    """

    rules: Rules
    bets: tuple[Bet, ...]
    kinds: Kinds
    classes: tuple[EquivalentKinds, ...]
    cards: int

    @cached_property
    def compositions(self) -> int:
        """How many compositions there are."""
        singles = [EquivalentKinds((kind,), each.cards) for each in self.classes for kind in each.kinds]
        return number_of_compositions(singles, self.cards)

    @cached_property
    def listed(self) -> int:
        """How many compositions must be listed, exchanges of equivalent kinds being left out."""
        return number_of_compositions(self.classes, self.cards)

    @cached_property
    def halves(self) -> Halves:
        """The kinds, divided into two halves."""
        return halves(self.classes, self.cards)

    @property
    def too_many(self) -> bool:
        """Whether listing the compositions takes too much time or memory unless requested."""
        few = self.listed <= MAX_LISTED and self.halves.rows(self.cards) <= MAX_HALF_ROWS
        return not few or self.steps > MOST_STEPS

    @cached_property
    def batch(self) -> Batch:
        """The bets, ready to be valued on compositions."""
        there = {kind for each in self.classes for kind in each.kinds}
        return Batch(self.rules, self.bets, _of_kinds(self.kinds, there))

    @property
    def steps(self) -> int:
        """How many steps it takes to value the compositions that are listed."""
        return self.listed * self.batch.steps(self.kinds.fineness)

    @property
    def work(self) -> Message:
        """What has to be done, for a sentence."""
        return message("{n} compositions of {cards} cards to value", n=self.listed, cards=self.cards)

    @property
    def scales(self) -> list[int]:
        """For each bet, the divisor that turns a sum of gains over sets of cards into a sum of EVs."""
        deals = falling(self.cards, self.rules.cards_from_shoe)
        return [unit * deals for unit in self.batch.units]

    def shoes(self) -> Iterator[tuple[Ints, Objects]]:
        """The listed compositions, as counts, each with the draws of all that are equivalent to it."""
        for block in _blocks(self, set()):
            yield block.shoes(self.kinds), np.multiply.outer(block.outer.draws, block.inner.draws).ravel()

    def sums(self, threads: int, on_progress: Callable[[int], None]) -> list[CompositionSums]:
        """The sums for each bet; `on_progress` is called after each block with its number of compositions.
        Raises AnalyzerError unless `threads` is a whole number of 1 or more.
        """
        work = _Work(self)
        total: list[CompositionSums] = []
        for listed, sums in in_order(work, _blocks(self, work.bits), checked_threads(threads)):
            total = list(map(CompositionSums.merged, total, sums)) if total else sums
            on_progress(listed)
        return total


def check_unseen(rules: Rules, shoe: Shoe, unseen: int) -> None:
    """Raise a ShoeError unless that many unseen cards are enough for a coup, and the shoe has them."""
    fewest = rules.cards_from_shoe
    if type(unseen) is not int or not fewest <= unseen <= shoe.size:
        raise ShoeError(
            "expected {fewest} to {size} unseen cards, enough for a coup and no more than the shoe has, "
            "got {unseen}",
            fewest=fewest,
            size=shoe.size,
            unseen=quoted(unseen),
        )


def by_kinds(rules: Rules, bets: Sequence[Bet], shoe: Shoe, cards: int) -> list[Unseen]:
    """The bets, grouped by the kinds that they need and by which of these are equivalent."""
    groups: dict[tuple[Kinds, tuple[EquivalentKinds, ...]], list[Bet]] = {}
    for bet in bets:
        kinds = needs(rules, split(bet), cards=held(shoe.counts, shoe.fineness))
        classes = _equivalence_classes(rules, bet, kinds, kinds.of(shoe), cards)
        groups.setdefault((kinds, classes), []).append(bet)
    return [Unseen(rules, tuple(group), *key, cards) for key, group in groups.items()]


@lru_cache(maxsize=1024)
def _equivalence_classes(
    rules: Rules, bet: Bet, kinds: Kinds, counts: tuple[int, ...], cards: int
) -> tuple[EquivalentKinds, ...]:
    """The kinds of a shoe, in classes of those that a bet does not distinguish."""
    dealt = rules.cards_from_shoe
    there = _of_kinds(kinds, {kind for kind, n in enumerate(counts) if n})
    chosen = plan(rules, split(bet), NOTHING, cards=there)
    alone = one_layer(rules, split(bet), NOTHING)
    looked_at = dealt if chosen.drawing else min(dealt, len(chosen.positions))
    batch = Batch(rules, [bet], there)

    def gains(rows: Ints) -> list[Numbers]:
        shoes = np.zeros((len(rows), len(KEYS[kinds.fineness])), dtype=np.int64)
        shoes[:, _cells(kinds)] = rows
        return batch.gains(shoes)

    steps, known = batch.steps(kinds.fineness), None
    if not alone.drawing and cost(rules, alone, NOTHING) <= _MOST_PATTERNS:  # All terms are of one degree.
        known = partial(exchangeable_in, *_gains_by_multiset(batch, alone))
    return equivalence_classes(counts, cards, looked_at, dealt, gains, steps, known)


def _gains_by_multiset(batch: Batch, chosen: Plan) -> tuple[Ints, Numbers]:
    """The multisets of kinds that a plan lays out from the batch's cards, and what the deals of each gain.

    Gains are those of the only bet, in its smallest unit; multisets without a gain are left out.
    """
    [bet], [unit] = batch.bets, batch.units
    nets = [int(net * unit) for net in bet.nets.values()]
    classes, terms = collect_terms(batch.rules, chosen, [split(bet)])
    net = np.array([nets[outcome] for (outcome,) in classes], dtype=object)
    gains = np.zeros(len(terms.kinds), dtype=object)
    np.add.at(gains, terms.row, net[terms.polynomial] * terms.orders)
    kept = (gains != 0) & np.isin(terms.kinds, chosen.kinds.among(batch.cards)).all(axis=1)
    return terms.kinds[kept].astype(np.int64), gains[kept]


def _of_kinds(kinds: Kinds, there: Collection[int]) -> frozenset[int]:
    """The indices of all cards of some kinds."""
    return frozenset(card for card, kind in enumerate(kinds.labels) if kind in there)


@lru_cache
def _cells(kinds: Kinds) -> list[int]:
    """For each kind, its first cell."""
    return [cells[0] for cells in kinds.members(kinds.fineness)]


@dataclass(frozen=True, slots=True)
class _Block:
    """Some compositions of one half combined with some of the other, inner half, whose listing is longer.

    `kinds` has the kinds of the columns of each half; `limbs` the inner draws as limbs, by size in bits.
    """

    outer: Listing
    inner: Listing
    kinds: tuple[list[int], list[int]]
    limbs: Mapping[int, Ints]

    def __len__(self) -> int:
        """The number of compositions."""
        return len(self.outer) * len(self.inner)

    def shoes(self, kinds: Kinds) -> Ints:
        """The compositions as counts of shoes, the cards of a kind being in its first cell."""
        cells = np.array(_cells(kinds))
        shoes = np.zeros((len(self), len(KEYS[kinds.fineness])), dtype=np.int64)
        shoes[:, cells[self.kinds[0]]] = np.repeat(self.outer.rows, len(self.inner), axis=0)
        shoes[:, cells[self.kinds[1]]] = np.tile(self.inner.rows, (len(self.outer), 1))
        return shoes

    def summed(self, values: Numbers, bits: int) -> int:
        """The sum of values, outer × inner, each counted as often as its composition can be drawn.

        With limbs of `bits`, sums over the inner compositions must stay below 2⁶²; 0 uses Python's integers.
        """
        if not bits:
            return int(self.outer.draws @ (values.astype(object) @ self.inner.draws))
        by_limb = self.outer.draws @ (values @ self.limbs[bits]).astype(object)
        return sum(part << bits * place for place, part in enumerate(by_limb.tolist()))


def _blocks(unseen: Unseen, bits: set[int]) -> Iterator[_Block]:
    """All compositions, block by block, with limbs of each of these sizes in bits."""
    for listings in unseen.halves.listings(unseen.cards):
        halves = zip(listings, unseen.halves.kinds, strict=True)
        (outer, outer_kinds), (inner, inner_kinds) = sorted(halves, key=lambda half: len(half[0]))
        for inner_part in inner.slices(_ROWS):
            by_bits = {size: limbs(inner_part.draws, size) for size in bits}
            for outer_part in outer.slices(_ROWS // len(inner_part)):
                yield _Block(outer_part, inner_part, (outer_kinds, inner_kinds), by_bits)


def limbs(numbers: Objects, bits: int) -> Ints:
    """Whole numbers cut into pieces of this many bits, the lowest first: numbers × limbs."""
    pieces = -(-max(numbers).bit_length() // bits)
    return np.stack([(numbers >> bits * place) & 2**bits - 1 for place in range(pieces)], 1).astype(np.int64)


class _Work:
    """The work on one block, which depends on other blocks only to skip what cannot be the best."""

    def __init__(self, unseen: Unseen) -> None:
        """Bound the bits of each bet's gains, and so find how many bits of a weight to take at once."""
        self.unseen = unseen
        free = [
            _FACTOR_BITS - int(max(map(abs, bet.nets.values())) * scale).bit_length()
            for bet, scale in zip(unseen.bets, unseen.scales, strict=True)
        ]
        shared = min((bits for bits in free if bits >= _MIN_BITS), default=0)
        self.gain_bits = [shared if bits >= _MIN_BITS else 0 for bits in free]
        self.count_bits = _FACTOR_BITS - 1
        self.bits = {self.count_bits, *self.gain_bits} - {0}
        self.best: list[int | None] = [None] * len(unseen.bets)

    def __call__(self, block: _Block) -> tuple[int, list[CompositionSums]]:
        """The number of compositions in a block, and the sums for each bet."""
        shoes = block.shoes(self.unseen.kinds)
        by_bet = self.unseen.batch.gains(shoes)
        return len(block), [self._sums(place, block, shoes, gains) for place, gains in enumerate(by_bet)]

    def _sums(self, place: int, block: _Block, shoes: Ints, gains: Numbers) -> CompositionSums:
        bits, best = self.gain_bits[place], int(gains.max())
        table = gains.reshape(len(block.outer), len(block.inner))
        above = table > 0
        gain = block.summed(table, bits)
        positive = chance = 0
        if best > 0:
            positive = block.summed(np.where(above, table, 0), bits)
            chance = block.summed(above.astype(np.int64), self.count_bits)
        known = self.best[place]
        if known is not None and best < known:
            return CompositionSums(gain, positive, chance, best, 0, 0, ())
        self.best[place] = best
        where = np.flatnonzero(gains == best)
        outer, inner = np.divmod(where, len(block.inner))
        draws = block.outer.draws[outer] * block.inner.draws[inner]
        arranged = block.outer.arrangements[outer] * block.inner.arrangements[inner]
        at = tuple(shoes[where[0], _cells(self.unseen.kinds)].tolist())
        return CompositionSums(gain, positive, chance, best, int(draws.sum()), int(arranged.sum()), at)
