"""Pattern classes: the multisets of kinds that coups use, the lines they fall on, and their dealing orders.

These are what a census adds up, written out so that people can add it up themselves. Knows no shoe and no
pay.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import prod
from typing import NamedTuple

from analyzer.bets.bet import LOSE, Bet
from analyzer.bets.condition import Condition
from analyzer.bets.facts import POSITIONS
from analyzer.census.collect import Split, collect_terms
from analyzer.census.kinds import Kinds
from analyzer.census.patterns import pattern_count
from analyzer.census.plan import Plan, one_layer
from analyzer.errors import ConditionError
from analyzer.exact import falling
from analyzer.game.dealt import NOTHING
from analyzer.game.rules import Rules
from analyzer.game.shoe import Shoe

MAX_PATTERNS = 3_000_000
"""More patterns than this are not collected into classes; a whole coup by ranks has 491,869."""


class Row(NamedTuple):
    """One class: the kinds of its cards, rising, and the line id of each bet, in order.

    `orders` is in how many ways cards of these kinds can lie at the places so that the bets fall on these
    lines.
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
        more.

        They are orders · ∏ (n)(n−1)…(n−m+1) over the kinds held · (N−s)…(N−5) for the cards after the s held.
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
    places.

    Only coups in which `given` holds are counted; `most` is the most patterns that a group may need.

    Raises:
        ConditionError: a group of bets needs more patterns, or a condition asks for the suit or colour of a
            first card that the rules give away.
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
    """The classes of one group."""
    splits: list[Split] = [tuple(line.when for line in bets[index].lines) for index in members]
    ids = [[*(line.id for line in bets[index].lines), LOSE] for index in members]
    each, terms = collect_terms(rules, plan, [*splits, *([guard] if guard else [])])
    kinds = len(plan.kinds)
    multisets = [tuple(kind for kind in row if kind < kinds) for row in terms.kinds.tolist()]
    columns = (terms.row.tolist(), terms.polynomial.tolist(), terms.orders.tolist())
    found = sorted(
        (len(multisets[row]), multisets[row], each[place], orders)
        for row, place, orders in zip(*columns, strict=True)
        # Outcome 0 of the guard, which comes last, is where what is given holds.
        if not (guard and each[place][-1])
    )
    rows = tuple(
        Row(held, tuple(lines[i] for lines, i in zip(ids, outcomes, strict=False)), orders)
        for _, held, outcomes, orders in found
    )
    places = tuple(place for place in POSITIONS if place in plan.positions)
    return Classes(plan.kinds, places, tuple(members), rows, rules.cards_from_shoe)
