"""The dealing orders of every multiset of kinds, by outcome and by bet.

A census adds these up; they are written out here so that anyone can check the sums. Knows nothing of pay.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from math import comb, prod
from operator import getitem
from typing import NamedTuple

from analyzer.bets.bet import LOSE, Bet
from analyzer.bets.condition import Condition
from analyzer.bets.facts import POSITIONS
from analyzer.census.collect import Multiset, Split, multiset_orders
from analyzer.census.kinds import EVERY_CARD, Kinds
from analyzer.census.patterns import courses, pattern_count
from analyzer.census.plan import Plan, one_layer
from analyzer.errors import ConditionError
from analyzer.exact import falling
from analyzer.game.dealt import NOTHING, Dealt
from analyzer.game.rules import Rules
from analyzer.game.shoe import Shoe

MAX_PATTERNS = 3_000_000  # The most patterns to collect into classes; a whole coup by ranks has 491,869.


@dataclass(frozen=True, slots=True)
class Orders:
    """For each outcome of a split, the dealing orders of every multiset of kinds that can have it.

    A multiset of fewer than `unknown` cards leaves the other cards open. With N cards in the shoe, the ways
    of an outcome are

        Σ over multisets m of orders[m] · ∏ᵥ (nᵥ)(nᵥ−1)…(nᵥ−mᵥ+1) · (N−|m|)…(N−unknown+1)
    """

    kinds: Kinds
    unknown: int
    outcomes: tuple[dict[Multiset, int], ...]


def dealing_orders(rules: Rules, split: Split, dealt: Dealt = NOTHING, most: int = 30_000) -> Orders:
    """The dealing orders of a split, when cards of the coup may be known. Raises ConditionError if there may
    be more than `most` multisets, or as `one_layer` does.
    """
    plan = one_layer(rules, split, dealt)
    kinds = len(plan.kinds)
    free = {len(course.free) for course in courses(rules, dealt, plan.positions)}
    number = sum(comb(kinds + cards - 1, cards) for cards in free)
    if number > most:
        raise ConditionError(
            "expected a polynomial of at most {most} terms, got one of up to {number} in the numbers of "
            "cards of {kinds} kinds; ask by decks, or about fewer cards or fewer of their suits and ranks",
            most=most,
            number=number,
            kinds=kinds,
        )
    outcomes: tuple[dict[Multiset, int], ...] = tuple({} for _ in range(len(split) + 1))
    for held, (outcome,), orders in multiset_orders(rules, plan, [split], dealt):
        outcomes[outcome][held] = orders
    return Orders(plan.kinds, rules.cards_from_shoe - len(dealt.from_shoe(rules)), outcomes)


class Row(NamedTuple):
    """One class: the kinds of its cards, rising, and for each bet, in order, the id of the line that settles
    it. `orders` counts the orders of these kinds at the places with which these lines settle the bets.
    """

    held: tuple[int, ...]
    lines: tuple[str, ...]
    orders: int


@dataclass(frozen=True, slots=True)
class Classes:
    """Bets that look at the same places and need the same kinds there, and the classes of their patterns.

    `bets` are indices into the given bets. `places` are those of p1 p2 p3 b1 b2 b3 that the bets look at; a
    class has the cards from the shoe at these places. Ways are ordered deals of `unknown` cards: 6, or 5 if
    the rules give Player's first card. Rows are sorted by number of cards, then kinds, then lines.
    """

    kinds: Kinds
    places: tuple[str, ...]
    bets: tuple[int, ...]
    rows: tuple[Row, ...]
    unknown: int

    def ways(self, shoe: Shoe) -> list[int]:
        """For each row, the ordered deals from this shoe, which must know the kinds: exact integers, 0 or
        more. They are orders · ∏ (n)(n−1)…(n−m+1) over the kinds in the class · (N−s)…(N−5) for the cards
        that follow the s cards of the class.
        """
        rest = [falling(shoe.size - seen, self.unknown - seen) for seen in range(self.unknown + 1)]
        draws = {
            (kind, many): falling(n, many)
            for kind, n in enumerate(self.kinds.of(shoe))
            for many in range(1, self.unknown + 1)
        }
        return [
            row.orders
            * rest[len(row.held)]
            * prod(draws[kind, row.held.count(kind)] for kind in set(row.held))
            for row in self.rows
        ]


def classes(
    rules: Rules,
    bets: Sequence[Bet],
    given: Condition | None = None,
    most: int = MAX_PATTERNS,
    cards: frozenset[int] = EVERY_CARD,
) -> tuple[Classes, ...]:
    """The classes of some bets under some rules, one group for all bets that need the same kinds at the same
    places. Only coups of these `cards` in which `given` is true are counted. Raises ConditionError if a group
    of bets needs more than `most` patterns, or as `one_layer` does.
    """
    guard: Split = () if given is None else (given,)
    groups: dict[tuple[Kinds, frozenset[str]], tuple[Plan, list[int]]] = {}
    for index, bet in enumerate(bets):
        chosen = one_layer(rules, [*guard, *(line.when for line in bet.lines)], NOTHING)
        plan, members = groups.get((chosen.kinds, chosen.positions), (chosen, []))
        together = replace(plan, ordered=plan.ordered | chosen.ordered, cards=cards)
        groups[chosen.kinds, chosen.positions] = together, [*members, index]
    for plan, members in groups.values():
        needed = pattern_count(rules, plan.kinds, NOTHING, plan.positions, plan.ordered, plan.drawing, cards)
        if needed > most:
            raise ConditionError(
                "expected bets that need at most {most} patterns, got bet {bet}, which needs {needed}; leave "
                "it out",
                most=most,
                bet=repr(bets[members[0]].reference),
                needed=needed,
            )
    return tuple(_classes(rules, plan, members, bets, guard) for plan, members in groups.values())


def _classes(rules: Rules, plan: Plan, members: Sequence[int], bets: Sequence[Bet], guard: Split) -> Classes:
    splits: list[Split] = [tuple(line.when for line in bets[index].lines) for index in members]
    ids = [[*(line.id for line in bets[index].lines), LOSE] for index in members]

    @cache
    def settled(outcomes: tuple[int, ...]) -> tuple[str, ...]:
        return tuple(map(getitem, ids, outcomes))

    rows = tuple(
        Row(held, settled(outcomes), orders)
        for held, outcomes, orders in sorted(
            multiset_orders(rules, plan, [*splits, *([guard] if guard else [])]),
            key=lambda row: (len(row[0]), *row),
        )
        # The guard is the last split; its outcome 0 means that the given condition is true.
        if not (guard and outcomes[-1])
    )
    places = tuple(place for place in POSITIONS if place in plan.positions)
    return Classes(plan.kinds, places, tuple(members), rows, rules.cards_from_shoe)
