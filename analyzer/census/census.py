"""The census: for each outcome of each bet, an integer polynomial in the numbers of cards left.

    ways(outcome) = Σ over multisets m of kinds of census[outcome][m] · ∏ᵥ (nᵥ)(nᵥ−1)…(nᵥ−mᵥ+1)

It depends on rules, conditions and kinds, never on a shoe, and is made once. Knows nothing of money.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from analyzer.census._kernel_py import Ints
from analyzer.census.gather import Split, gather, told_phrases
from analyzer.census.kinds import Kinds
from analyzer.census.parts import ClosePart, PlainPart
from analyzer.census.patterns import courses
from analyzer.census.plan import Plan, merged, plan
from analyzer.exact import falling
from analyzer.game.dealt import NOTHING, Dealt
from analyzer.game.rules import Rules
from analyzer.game.shoe import Fineness, Shoe

_AT_ONCE = 4_000_000
"""Numbers worked on at once, so that a batch of shoes takes bounded memory."""


@dataclass(frozen=True)
class Census:
    """The outcomes of several splits of all deals; `census` makes it, `ways` weighs a shoe against it.

    `unknown` is the number of this coup's cards that are not known: ways are ordered deals of that many.
    """

    splits: tuple[Split, ...]
    unknown: int
    parts: tuple[tuple[tuple[int, ...], PlainPart | ClosePart], ...]

    def ways(self, shoe: Shoe) -> list[list[int]]:
        """For each split, the ordered deals of each outcome from this shoe, exact integers.

        The shoe must know the kinds that `needs` names for every split.
        """
        cells = np.array([shoe.counts], dtype=np.int64)
        return [outcomes[0] for outcomes in self.ways_of_many(cells, shoe.fineness)]

    def ways_of_many(self, cells: Ints, fineness: Fineness) -> list[list[list[int]]]:
        """The same for many shoes at once: by split, by shoe, the ways of each outcome.

        Args:
            cells: counts, a row a shoe, in the order of `Shoe.counts` at this fineness; none negative.
            fineness: what the columns are.
        """
        found: list[list[list[int]]] = [[] for _ in self.splits]
        numbers = number_type(int(cells.sum(axis=1).max(initial=0)), self.unknown)
        for members, part in self.parts:
            step = max(1, _AT_ONCE // max(1, part.width))
            for begin in range(0, len(cells), step):
                tallies = part.weigh(cells[begin : begin + step], fineness, self.unknown, numbers)
                for index, tally in zip(members, tallies, strict=True):
                    found[index] += (tally if numbers is object else tally.astype(np.int64)).tolist()
        return found


def number_type(cards: int, drawn: int) -> type:
    """The numbers in which every partial sum of ways is exact, for shoes of up to so many cards.

    All terms are non-negative and no partial sum passes N(N−1)…, the number of all deals, once the shoe holds
    a dozen cards (with fewer, it stays below 720·12⁶ all the same). Doubles hold integers up to 2⁵³, that is
    six cards out of 458; 64-bit integers up to 2⁶³, six out of 1,450; beyond that Python integers.
    """
    most = falling(max(cards, drawn), drawn)
    if most <= 2**53:
        return np.float64
    return np.int64 if most < 2**63 else object


def census(rules: Rules, splits: Sequence[Split], dealt: Dealt = NOTHING, exhaustive: bool = False) -> Census:
    """The census of several splits under some rules, some of this coup's cards being known.

    Ways are counted over ordered deals of those of the coup's six cards that are not known (of five, where
    the rules give Player's first card away), so that all splits share one total, whatever they need to see.

    Raises:
        ConditionError: a split needs too many patterns; see `plan`.
    """
    return _census(rules, tuple(splits), dealt, exhaustive)


@lru_cache(maxsize=64)
def _census(rules: Rules, splits: tuple[Split, ...], dealt: Dealt, exhaustive: bool) -> Census:
    plans = merged([plan(rules, split, dealt, exhaustive) for split in splits])
    members: dict[Plan, list[int]] = {}
    for index, chosen in enumerate(plans):
        members.setdefault(chosen, []).append(index)
    parts = tuple(
        (tuple(indices), _part(rules, chosen, [splits[index] for index in indices], dealt))
        for chosen, indices in members.items()
    )
    return Census(splits, rules.cards_from_shoe - len(dealt.from_shoe(rules)), parts)


def _part(rules: Rules, chosen: Plan, splits: list[Split], dealt: Dealt) -> PlainPart | ClosePart:
    phrases = told_phrases(splits, chosen.kinds) if chosen.close else None
    tables = [
        gather(rules, chosen, course, splits, phrases) for course in courses(rules, dealt, chosen.positions)
    ]
    if phrases is None:
        return PlainPart(chosen, splits, tables)
    return ClosePart(chosen, splits, tables, phrases)


def needs(rules: Rules, split: Split, dealt: Dealt = NOTHING, exhaustive: bool = False) -> Kinds:
    """The kinds whose counts a shoe must know to answer a split."""
    chosen = plan(rules, split, dealt, exhaustive)
    return Kinds.telling(chosen.kinds.labels, chosen.marks.labels)
