"""The multisets of cards that one coup, or two coups in a row, can use.

If one coup uses m of n cards of a kind and the next k, then (n)ₘ · (n − m)ₖ = (n)ₘ₊ₖ, so dealing orders
multiply.
"""

from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations_with_replacement

import numpy as np

from analyzer.census.collect import Split, collect_terms
from analyzer.census.plan import one_layer
from analyzer.census.program import Ints
from analyzer.game.dealt import NOTHING
from analyzer.game.rules import Rules


@dataclass(frozen=True, slots=True)
class UsedUp:
    """Multisets of used cards: `held` has the cards, multisets × kinds; `orders` the dealing orders,
    multisets × outcomes.
    """

    held: Ints
    orders: Ints

    @property
    def most(self) -> int:
        """The number of cards in the largest multiset."""
        return int(self.held.sum(axis=1).max())


@lru_cache(maxsize=8)
def one_coup(rules: Rules, split: Split) -> UsedUp:
    """The cards that one coup uses, by outcome of a split; cards left in the shoe are not counted."""
    plan = one_layer(rules, split, NOTHING)
    classes, terms = collect_terms(rules, plan, [split])
    held = (terms.kinds[:, :, None] == np.arange(len(plan.kinds))).sum(axis=1)
    orders = np.zeros((len(held), len(split) + 1), dtype=np.int64)
    outcome = np.array([outcome for (outcome,) in classes])
    np.add.at(orders, (terms.row, outcome[terms.polynomial]), terms.orders)
    return UsedUp(held, orders)


def outcome_pairs(outcomes: int) -> list[tuple[int, int]]:
    """The pairs of outcomes of two coups, the lower first; either order has the same dealing orders."""
    return list(combinations_with_replacement(range(outcomes), 2))


@lru_cache(maxsize=2)
def two_coups(rules: Rules, split: Split) -> UsedUp:
    """The cards that two coups in a row use, by the pairs of outcomes that `outcome_pairs` lists.

    `orders` counts those with the pair's first outcome first; the same number have it second. A multiset is a
    low half of the kinds and a high half. Halves are numbered by rising number of cards, so the high halves
    that fit a low half are consecutive, and a table gives the index of a multiset. Orders, at most 12!, fit
    in 32 bits.
    """
    one = one_coup(rules, split)
    least, most = 2 * int(one.held.sum(axis=1).min()), 2 * one.most
    middle = one.held.shape[1] // 2
    low, high = _Half(middle, most), _Half(one.held.shape[1] - middle, most)
    begin = high.first[np.maximum(0, least - low.cards)]
    choices = high.first[most - low.cards + 1] - begin
    end = np.cumsum(choices)
    start = end - choices - begin
    lows = (one.held[:, :middle] @ low.radix).astype(np.int32)
    highs = (one.held[:, middle:] @ high.radix).astype(np.int32)
    # Visiting neighbours in memory in sequence halves the time.
    order = np.lexsort((highs, lows))
    lows, highs, orders = lows[order], highs[order], one.orders[order].astype(np.int32)
    at_low, at_high = start[low.number].astype(np.int32), high.number.astype(np.int32)
    first, second = np.array(outcome_pairs(orders.shape[1])).T
    by_first, by_second = orders[:, first], orders[:, second]
    totals = np.zeros((int(end[-1]), len(first)), dtype=np.int32)
    for row in range(len(orders)):
        # Each pair of different multisets is visited once, for both of its orders.
        added = by_first[row] * by_second[row:]
        added[1:] += by_second[row] * by_first[row + 1 :]
        totals[at_low[lows[row] + lows[row:]] + at_high[highs[row] + highs[row:]]] += added
    of_low = np.repeat(np.arange(len(low.held)), choices)
    of_high = np.arange(len(totals)) - start[of_low]
    return UsedUp(np.concatenate([low.held[of_low], high.held[of_high]], axis=1), totals)


class _Half:
    """Multisets of some kinds, by rising number of cards; `number` indexes them by their counts as digits."""

    def __init__(self, kinds: int, most: int) -> None:
        grid = np.indices((most + 1,) * kinds).reshape(kinds, -1).T
        cards = grid.sum(axis=1)
        order = np.argsort(cards, kind="stable")[: np.count_nonzero(cards <= most)]
        self.held, self.cards = grid[order], cards[order]
        self.first = np.searchsorted(self.cards, np.arange(most + 2))
        self.radix = (most + 1) ** np.arange(kinds)[::-1]
        self.number = np.zeros(len(grid), dtype=np.int64)
        self.number[order] = np.arange(len(order))
