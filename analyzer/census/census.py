"""The census: for each outcome of each bet, an integer polynomial in the numbers of cards left.

    ways(outcome) = Σ over multisets m of kinds of census[outcome][m] · ∏ᵥ (nᵥ)(nᵥ−1)…(nᵥ−mᵥ+1)

It depends on rules, conditions and kinds, never on a shoe, and is made once. Knows nothing of money.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from analyzer.census._kernel_py import Numbers
from analyzer.census.gather import Split, gather, told_phrases
from analyzer.census.kinds import Kinds
from analyzer.census.parts import ClosePart, PlainPart
from analyzer.census.patterns import courses
from analyzer.census.plan import Plan, merged, plan
from analyzer.census.program import Ints
from analyzer.exact import falling
from analyzer.game.dealt import NOTHING, Dealt
from analyzer.game.rules import Rules
from analyzer.game.shoe import Fineness, Shoe


@dataclass(frozen=True, slots=True)
class Census:
    """The outcomes of several splits of all deals; `census` makes it, `ways` weighs a shoe against it.

    Each split has a place among the single ones, which `parts` answer. `unknown` is the number of this coup's
    cards that are not known: ways are ordered deals of that many.
    """

    splits: tuple[Split, ...]
    places: tuple[int, ...]
    unknown: int
    parts: tuple[tuple[tuple[int, ...], PlainPart | ClosePart], ...]

    def ways(self, shoe: Shoe) -> list[list[int]]:
        """For each split, the ordered deals of each outcome from this shoe, exact integers.

        The shoe must know the kinds that `needs` names for every split.
        """
        cells = np.array([shoe.counts], dtype=np.int64)
        return [ways[0].tolist() for ways in self.tallies(cells, shoe.fineness)]

    def tallies(self, cells: Ints, fineness: Fineness) -> list[Numbers]:
        """The same for many shoes at once: for each split, shoes × outcomes.

        The numbers are exact: of 64 bits, signed if all deals are fewer than 2^63 and unsigned if fewer than
        2^64, or else Python integers.

        Args:
            cells: counts, a row a shoe, in the order of `Shoe.counts` at this fineness; none negative.
            fineness: what the columns are.
        """
        cells = np.ascontiguousarray(cells)
        cards = int(np.maximum.reduce(np.add.reduce(cells, axis=1), initial=self.unknown))
        most = falling(cards, self.unknown)
        found: dict[int, Numbers] = {}
        for members, part in self.parts:
            found.update(zip(members, part.weigh(cells, fineness, most), strict=True))
        return [found[place] for place in self.places]


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
    # Prices differ more often than events: each event is counted once.
    single = tuple(dict.fromkeys(splits))
    plans = merged([plan(rules, split, dealt, exhaustive) for split in single])
    members: dict[Plan, list[int]] = {}
    for index, chosen in enumerate(plans):
        members.setdefault(chosen, []).append(index)
    unknown = rules.cards_from_shoe - len(dealt.from_shoe(rules))
    parts: list[tuple[tuple[int, ...], PlainPart | ClosePart]] = []
    for chosen, indices in members.items():
        together = _together(indices, single)
        asked = [[single[index] for index in group] for group in together]
        parts += zip(together, _parts(rules, chosen, asked, dealt, unknown), strict=True)
    place = {split: index for index, split in enumerate(single)}
    return Census(splits, tuple(place[split] for split in splits), unknown, tuple(parts))


_JOINT = 2**12
"""Joint outcomes that splits weighed together may have: another part is quicker than thousands of classes."""


def _together(indices: Sequence[int], splits: Sequence[Split]) -> list[tuple[int, ...]]:
    """The splits in runs that are weighed together."""
    runs: list[tuple[int, ...]] = []
    joint = _JOINT
    for index in indices:
        joint *= len(splits[index]) + 1
        if joint > _JOINT or not runs:
            runs.append(())
            joint = len(splits[index]) + 1
        runs[-1] += (index,)
    return runs


def _parts(
    rules: Rules, chosen: Plan, asked: Sequence[list[Split]], dealt: Dealt, unknown: int
) -> list[PlainPart | ClosePart]:
    """A part for each group of splits; all go over the patterns at once."""
    told = [told_phrases(splits, chosen.kinds) for splits in asked] if chosen.close else None
    by_course = [
        gather(rules, chosen, course, asked if told is None else told)
        for course in courses(rules, dealt, chosen.positions)
    ]
    parts: list[PlainPart | ClosePart] = []
    for group, splits in enumerate(asked):
        tables = [tables[group] for tables in by_course]
        if told is None:
            parts.append(PlainPart(chosen, splits, tables, unknown, complete=dealt == NOTHING))
        else:
            parts.append(ClosePart(chosen, splits, tables, unknown, told[group]))
    return parts


def needs(rules: Rules, split: Split, dealt: Dealt = NOTHING, exhaustive: bool = False) -> Kinds:
    """The kinds whose counts a shoe must know to answer a split."""
    chosen = plan(rules, split, dealt, exhaustive)
    return Kinds.telling(chosen.kinds.labels, chosen.marks.labels)
