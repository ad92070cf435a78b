"""The dealing orders of every multiset of kinds: by outcome, by bet, and for two coups in a row.

This is what a census adds up, written out so that people can add it up themselves. The cards that a coup does
not use stay in the shoe, so two coups in a row use two multisets. From n cards of each kind, ∏ (n)ₘ · ∏ (n −
m)ₖ = ∏ (n)ₘ₊ₖ, so dealing orders multiply as polynomials do. Knows nothing of pay.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import combinations_with_replacement
from math import comb, prod
from typing import NamedTuple

import numpy as np

from analyzer.bets.bet import LOSE, Bet
from analyzer.bets.condition import Condition
from analyzer.bets.facts import POSITIONS
from analyzer.census.collect import Multiset, Split, collect_terms, multiset_orders
from analyzer.census.kinds import Kinds
from analyzer.census.patterns import courses, pattern_count
from analyzer.census.plan import Plan, one_layer
from analyzer.census.program import Ints
from analyzer.errors import ConditionError
from analyzer.exact import falling
from analyzer.game.dealt import NOTHING, Dealt
from analyzer.game.rules import Rules
from analyzer.game.shoe import Shoe

MAX_PATTERNS = 3_000_000
"""More patterns than this are not collected into classes; a whole coup by ranks has 491,869."""


@dataclass(frozen=True, slots=True)
class Orders:
    """For each outcome of a split, the dealing orders of every multiset of kinds that has any.

    A multiset of fewer than `unknown` cards leaves open what the other cards are. With N cards in the shoe,
    the ways of an outcome are

        Σ over multisets m of orders[m] · ∏ᵥ (nᵥ)(nᵥ−1)…(nᵥ−mᵥ+1) · (N−|m|)…(N−unknown+1)
    """

    kinds: Kinds
    unknown: int
    outcomes: tuple[dict[Multiset, int], ...]


def dealing_orders(rules: Rules, split: Split, dealt: Dealt = NOTHING, most: int = 30_000) -> Orders:
    """The dealing orders of a split, where cards of the coup may be known. Raises ConditionError if there are
    more than `most` multisets, or as `one_layer` does.
    """
    plan = one_layer(rules, split, dealt)
    kinds = len(plan.kinds)
    free = {len(course.free) for course in courses(rules, dealt, plan.positions)}
    number = sum(comb(kinds + cards - 1, cards) for cards in free)
    if number > most:
        raise ConditionError(
            f"expected a polynomial of at most {most:,} terms, got one of up to {number:,} in the numbers of "
            f"cards of {kinds} kinds; ask by decks, or about fewer cards or fewer of their suits and ranks"
        )
    outcomes: tuple[dict[Multiset, int], ...] = tuple({} for _ in range(len(split) + 1))
    for held, (outcome,), orders in multiset_orders(rules, plan, [split], dealt):
        outcomes[outcome][held] = orders
    return Orders(plan.kinds, rules.cards_from_shoe - len(dealt.from_shoe(rules)), outcomes)


class Row(NamedTuple):
    """One class: the kinds of its cards, rising, and the line id of each bet, in order. `orders` is in how
    many ways cards of these kinds can lie at the places so that the bets fall on these lines.
    """

    held: tuple[int, ...]
    lines: tuple[str, ...]
    orders: int


@dataclass(frozen=True, slots=True)
class Classes:
    """Bets that look at the same places and need the same kinds there, and the classes of their patterns.

    `bets` are indices into the bets asked about. `places` are those of p1 p2 p3 b1 b2 b3 that the bets look
    at; a class holds the cards from the shoe that lie there. Ways are ordered deals of `unknown` cards: 6, or
    5 where the rules give Player's first card away. Rows rise by number of cards, then kinds, then lines.
    """

    kinds: Kinds
    places: tuple[str, ...]
    bets: tuple[int, ...]
    rows: tuple[Row, ...]
    unknown: int

    def ways(self, shoe: Shoe) -> list[int]:
        """For each row, the ordered deals from this shoe, which must know the kinds: exact integers, 0 or
        more. They are orders · ∏ (n)(n−1)…(n−m+1) over the kinds held · (N−s)…(N−5) for the cards after the s
        held.
        """
        behind = [falling(shoe.size - seen, self.unknown - seen) for seen in range(self.unknown + 1)]
        draws = {
            (kind, many): falling(n, many)
            for kind, n in enumerate(self.kinds.of(shoe))
            for many in range(1, self.unknown + 1)
        }
        return [
            row.orders
            * behind[len(row.held)]
            * prod(draws[kind, row.held.count(kind)] for kind in set(row.held))
            for row in self.rows
        ]


def classes(
    rules: Rules, bets: Sequence[Bet], given: Condition | None = None, most: int = MAX_PATTERNS
) -> tuple[Classes, ...]:
    """The classes of some bets under some rules, together for bets that need the same kinds at the same
    places. Only coups in which `given` holds are counted. Raises ConditionError if a group of bets needs more
    than `most` patterns, or as `one_layer` does.
    """
    guard: Split = () if given is None else (given,)
    groups: dict[tuple[Kinds, frozenset[str]], tuple[Plan, list[int]]] = {}
    for index, bet in enumerate(bets):
        chosen = one_layer(rules, [*guard, *(line.when for line in bet.lines)], NOTHING)
        plan, members = groups.get((chosen.kinds, chosen.positions), (chosen, []))
        together = replace(plan, ordered=plan.ordered | chosen.ordered)
        groups[chosen.kinds, chosen.positions] = together, [*members, index]
    for plan, members in groups.values():
        needed = pattern_count(rules, plan.kinds, NOTHING, plan.positions, plan.ordered, plan.drawing)
        if needed > most:
            raise ConditionError(
                f"expected bets that at most {most:,} patterns settle, got bet "
                f"{bets[members[0]].reference!r}, which needs {needed:,}; leave it out"
            )
    return tuple(_classes(rules, plan, members, bets, guard) for plan, members in groups.values())


def _classes(rules: Rules, plan: Plan, members: Sequence[int], bets: Sequence[Bet], guard: Split) -> Classes:
    splits: list[Split] = [tuple(line.when for line in bets[index].lines) for index in members]
    ids = [[*(line.id for line in bets[index].lines), LOSE] for index in members]
    rows = tuple(
        Row(held, tuple(lines[i] for lines, i in zip(ids, outcomes, strict=False)), orders)
        for held, outcomes, orders in sorted(
            multiset_orders(rules, plan, [*splits, *([guard] if guard else [])]),
            key=lambda row: (len(row[0]), *row),
        )
        # Outcome 0 of the guard, which comes last, is where what is given holds.
        if not (guard and outcomes[-1])
    )
    places = tuple(place for place in POSITIONS if place in plan.positions)
    return Classes(plan.kinds, places, tuple(members), rows, rules.cards_from_shoe)


@dataclass(frozen=True, slots=True)
class UsedUp:
    """Multisets used up: cards, multisets × kinds, and dealing orders, multisets × outcomes."""

    held: Ints
    orders: Ints

    @property
    def most(self) -> int:
        """The most cards of a multiset."""
        return int(self.held.sum(axis=1).max())


@lru_cache(maxsize=8)
def one_coup(rules: Rules, split: Split) -> UsedUp:
    """What one coup uses up, by outcome of a split; cards that it leaves in the shoe are not counted."""
    plan = one_layer(rules, split, NOTHING)
    classes, terms = collect_terms(rules, plan, [split])
    held = (terms.kinds[:, :, None] == np.arange(len(plan.kinds))).sum(axis=1)
    orders = np.zeros((len(held), len(split) + 1), dtype=np.int64)
    outcome = np.array([outcome for (outcome,) in classes])
    np.add.at(orders, (terms.row, outcome[terms.polynomial]), terms.orders)
    return UsedUp(held, orders)


def outcome_pairs(outcomes: int) -> list[tuple[int, int]]:
    """The pairs of outcomes of two coups, the lower first; both ways round have the same dealing orders."""
    return list(combinations_with_replacement(range(outcomes), 2))


@lru_cache(maxsize=2)
def two_coups(rules: Rules, split: Split) -> UsedUp:
    """What two coups in a row use up, by the pairs of their outcomes that `outcome_pairs` lists.

    The orders of a pair are those in which its first outcome comes first; the other way round there are as
    many. Halves of the kinds are numbered by their cards, so that the high halves that go with a low half are
    neighbours, and the number of two halves together is looked up. The orders are at most 12!, which 32 bits
    hold.
    """
    one = one_coup(rules, split)
    least, most = 2 * int(one.held.sum(axis=1).min()), 2 * one.most
    middle = one.held.shape[1] // 2
    low, high = _Half(middle, most), _Half(one.held.shape[1] - middle, most)
    begin = high.first[np.maximum(0, least - low.cards)]
    beside = high.first[most - low.cards + 1] - begin
    end = np.cumsum(beside)
    start = end - beside - begin
    lows = (one.held[:, :middle] @ low.radix).astype(np.int32)
    highs = (one.held[:, middle:] @ high.radix).astype(np.int32)
    # Working on neighbours in memory one after the other takes half the time.
    order = np.lexsort((highs, lows))
    lows, highs, orders = lows[order], highs[order], one.orders[order].astype(np.int32)
    at_low, at_high = start[low.number].astype(np.int32), high.number.astype(np.int32)
    first, second = np.array(outcome_pairs(orders.shape[1])).T
    by_first, by_second = orders[:, first], orders[:, second]
    found = np.zeros((int(end[-1]), len(first)), dtype=np.int32)
    for row in range(len(orders)):
        # Two different multisets are met once and stand for both of their orders.
        more = by_first[row] * by_second[row:]
        more[1:] += by_second[row] * by_first[row + 1 :]
        found[at_low[lows[row] + lows[row:]] + at_high[highs[row] + highs[row:]]] += more
    of_low = np.repeat(np.arange(len(low.held)), beside)
    of_high = np.arange(len(found)) - start[of_low]
    return UsedUp(np.concatenate([low.held[of_low], high.held[of_high]], axis=1), found)


class _Half:
    """Multisets of some kinds, by rising number of cards; `number` finds one by its counts as digits."""

    def __init__(self, kinds: int, most: int) -> None:
        grid = np.indices((most + 1,) * kinds).reshape(kinds, -1).T
        cards = grid.sum(axis=1)
        order = np.argsort(cards, kind="stable")[: np.count_nonzero(cards <= most)]
        self.held, self.cards = grid[order], cards[order]
        self.first = np.searchsorted(self.cards, np.arange(most + 2))
        self.radix = (most + 1) ** np.arange(kinds)[::-1]
        self.number = np.zeros(len(grid), dtype=np.int64)
        self.number[order] = np.arange(len(order))
