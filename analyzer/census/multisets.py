"""Coups by the cards that they use up: dealing orders by multiset of kinds, for one coup and for two.

The cards that a coup does not use stay in the shoe, so that one coup after another uses two multisets, and
from n cards of each kind ∏ (n)ₘ · ∏ (n − m)ₖ = ∏ (n)ₘ₊ₖ: dealing orders multiply as polynomials do. Knows
nothing of how many cards a shoe holds.
"""

from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations_with_replacement

import numpy as np

from analyzer.census.gather import Split, gather
from analyzer.census.parts import joined
from analyzer.census.patterns import courses
from analyzer.census.plan import laid_out
from analyzer.census.program import Ints
from analyzer.game.dealt import NOTHING
from analyzer.game.rules import Rules


@dataclass(frozen=True, slots=True)
class Multisets:
    """Multisets of kinds that are used up, and in how many dealing orders each is.

    `held` are the cards of each kind, multisets × kinds; `orders` the dealing orders by outcome, multisets ×
    outcomes.
    """

    held: Ints
    orders: Ints

    @property
    def least(self) -> int:
        """The fewest cards of a multiset."""
        return int(self.held.sum(axis=1).min())

    @property
    def most(self) -> int:
        """The most cards of a multiset."""
        return int(self.held.sum(axis=1).max())


@lru_cache(maxsize=8)
def used_up(rules: Rules, split: Split) -> Multisets:
    """What one coup uses up, by outcome of a split; no card that it leaves is counted."""
    chosen = laid_out(rules, split, NOTHING)
    laid = courses(rules, NOTHING, chosen.positions)
    classes, terms = joined(table for course in laid for table in gather(rules, chosen, course, [[split]]))
    outcome = np.array([number for (number,) in classes])
    held, orders = [], []
    for term in terms:
        rows = np.zeros((len(term.rest), len(chosen.kinds)), dtype=np.int64)
        np.add.at(rows, (np.arange(len(rows))[:, None], term.rest), 1)
        by_outcome = np.zeros((len(rows), len(split) + 1), dtype=np.int64)
        np.add.at(by_outcome, (term.cards, outcome[term.owner]), term.orders)
        held.append(rows)
        orders.append(by_outcome)
    return Multisets(np.concatenate(held), np.concatenate(orders))


def pairs(outcomes: int) -> list[tuple[int, int]]:
    """The pairs of outcomes of two coups, the lesser first: the orders of two coups are those swapped."""
    return list(combinations_with_replacement(range(outcomes), 2))


@lru_cache(maxsize=2)
def twice(rules: Rules, split: Split) -> Multisets:
    """What two coups in a row use up, by the pair of their outcomes as `pairs` has them.

    The orders are those in which the lesser outcome comes first, and as many those in which it comes last.
    Each multiset is a low half beside a high half of the kinds; halves are numbered by how many cards they
    have, so that those which go with a low half are neighbours, and what two halves come to is looked up.
    The orders are at most 12!, which 32 bits hold.
    """
    one = used_up(rules, split)
    least, most = 2 * one.least, 2 * one.most
    middle = one.held.shape[1] // 2
    low, high = _Half(middle, most), _Half(one.held.shape[1] - middle, most)
    begin = high.first[np.maximum(0, least - low.cards)]
    beside = high.first[most - low.cards + 1] - begin
    end = np.cumsum(beside)
    start = end - beside - begin
    lows = (one.held[:, :middle] @ low.radix).astype(np.int32)
    highs = (one.held[:, middle:] @ high.radix).astype(np.int32)
    # Neighbours in memory one after the other: half the time.
    order = np.lexsort((highs, lows))
    lows, highs, orders = lows[order], highs[order], one.orders[order].astype(np.int32)
    at_low, at_high = start[low.number].astype(np.int32), high.number.astype(np.int32)
    first, second = np.array(pairs(orders.shape[1])).T
    by_first, by_second = orders[:, first], orders[:, second]
    found = np.zeros((int(end[-1]), len(first)), dtype=np.int32)
    for row in range(len(orders)):
        # Each two multisets are met once and stand for both of their orders, a multiset twice for one.
        more = by_first[row] * by_second[row:]
        more[1:] += by_second[row] * by_first[row + 1 :]
        found[at_low[lows[row] + lows[row:]] + at_high[highs[row] + highs[row:]]] += more
    of_low = np.repeat(np.arange(len(low.held)), beside)
    of_high = np.arange(len(found)) - start[of_low]
    return Multisets(np.concatenate([low.held[of_low], high.held[of_high]], axis=1), found)


class _Half:
    """The multisets of some kinds, of no more than so many cards, in rising order of their cards."""

    def __init__(self, kinds: int, most: int) -> None:
        """List them; `number` has each one's place, at its cards of each kind as the digits of a number."""
        chosen = [some for n in range(most + 1) for some in combinations_with_replacement(range(kinds), n)]
        self.held = np.array(
            [np.bincount(np.array(some, dtype=np.int64), minlength=kinds) for some in chosen]
        )
        self.cards = self.held.sum(axis=1)
        self.first = np.searchsorted(self.cards, np.arange(most + 2))
        self.radix = (most + 1) ** np.arange(kinds)
        self.number = np.zeros((most + 1) ** kinds, dtype=np.int64)
        self.number[self.held @ self.radix] = np.arange(len(self.held))
