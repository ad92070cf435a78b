"""The dealing orders of every multiset of kinds, outcome by outcome: the census as people write polynomials.

Knows nothing of shoes or money.
"""

from dataclasses import dataclass
from math import comb

from analyzer.census.gather import Split, gather
from analyzer.census.kinds import Kinds
from analyzer.census.parts import joined
from analyzer.census.patterns import courses
from analyzer.census.plan import laid_out
from analyzer.errors import ConditionError
from analyzer.game.dealt import NOTHING, Dealt
from analyzer.game.rules import Rules

Multiset = tuple[int, ...]
"""Kinds of some cards, by index, in rising order."""


@dataclass(frozen=True, slots=True)
class Orders:
    """For each outcome of a split, the dealing orders of every multiset of kinds that has some.

    A multiset of fewer than `unknown` cards is that of a coup, or of a part of one, that leaves it to the
    others to be any cards that are left: with N cards in the shoe, the ways of an outcome are

        Σ over multisets m of orders[m] · ∏ᵥ (nᵥ)(nᵥ−1)…(nᵥ−mᵥ+1) · (N−|m|)…(N−unknown+1)
    """

    kinds: Kinds
    unknown: int
    outcomes: tuple[dict[Multiset, int], ...]


def dealing_orders(rules: Rules, split: Split, dealt: Dealt = NOTHING, most: int = 30_000) -> Orders:
    """The dealing orders of a split.

    Args:
        rules: how the coup is dealt.
        split: the conditions.
        dealt: cards of the coup that are known, and no longer in the shoe.
        most: how many multisets there may be.

    Raises:
        ConditionError: there are more, or a condition asks for the suit of a card that the rules give away.
    """
    chosen = laid_out(rules, split, dealt)
    ways = courses(rules, dealt, chosen.positions)
    kinds = len(chosen.kinds)
    number = sum(comb(kinds + cards - 1, cards) for cards in {len(course.free) for course in ways})
    if number > most:
        raise ConditionError(
            f"expected a polynomial of at most {most:,} terms, got one of up to {number:,} in the numbers of "
            f"cards of {kinds} kinds; ask by decks, or about fewer cards or fewer of their suits and ranks"
        )
    numbers, terms = joined(table for course in ways for table in gather(rules, chosen, course, [[split]]))
    outcome = [number for (number,) in numbers]
    found: tuple[dict[Multiset, int], ...] = tuple({} for _ in range(len(split) + 1))
    for part in terms:
        multisets = list(map(tuple, part.rest.tolist()))
        rows = zip(part.owner.tolist(), part.orders.tolist(), part.cards.tolist(), strict=True)
        for owner, orders, row in rows:
            found[outcome[owner]][multisets[row]] = orders
    return Orders(chosen.kinds, rules.cards_from_shoe - len(dealt.from_shoe(rules)), found)
