"""The census: for each outcome of each bet, an integer polynomial in the numbers of cards left.

    ways(outcome) = Σ over multisets m of kinds of census[outcome][m] · ∏ᵥ (nᵥ)(nᵥ−1)…(nᵥ−mᵥ+1)

It depends on rules, conditions and kinds, never on a shoe, and is made once. Knows nothing of money.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from analyzer.census.collect import Split, collect, phrases_by_kinds
from analyzer.census.evaluators import PlainEvaluator, SuitLayerEvaluator
from analyzer.census.kinds import EVERY_CARD, Kinds, held
from analyzer.census.plan import Plan, cost, few_patterns, plan, shared
from analyzer.census.program import Ints, Numbers
from analyzer.exact import falling, grouped
from analyzer.game.dealt import NOTHING, Dealt
from analyzer.game.rules import Rules
from analyzer.game.shoe import Fineness, Shoe
from analyzer.heavy import announce, within_memory

Evaluator = PlainEvaluator | SuitLayerEvaluator
_PER_PATTERN = 700  # Steps that it takes to lay out and judge a pattern, measured.
_FEW = 16  # Shoes up to which Python finds the largest faster than numpy does.
_JOINT_OUTCOMES = 2**12  # The most in one evaluator: several are faster than thousands of classes.


@dataclass(frozen=True, slots=True)
class Census:
    """The outcomes of several splits of all deals; `census` makes it, and `ways` counts them for a shoe. Each
    evaluator answers some of the distinct splits, given by index; `places` has the index of each split among
    these. Ways are ordered deals of the `unknown` cards of the coup, from shoes that hold no other `cards`.
    """

    splits: tuple[Split, ...]
    places: tuple[int, ...]
    unknown: int
    evaluators: tuple[tuple[tuple[int, ...], Evaluator], ...]
    cards: frozenset[int] = EVERY_CARD

    @property
    def steps(self) -> int:
        """How many steps it takes to count the ways from one shoe."""
        return sum(evaluator.steps for _, evaluator in self.evaluators)

    def ways(self, shoe: Shoe) -> list[list[int]]:
        """For each split, the exact number of ordered deals of each outcome from a shoe, which must know the
        kinds that `needs` returns.
        """
        cells = np.array([shoe.counts], dtype=np.int64)
        return [ways[0].tolist() for ways in self.tallies(cells, shoe.fineness)]

    def tallies(self, cells: Ints, fineness: Fineness) -> list[Numbers]:
        """The exact ways from many shoes at once: for each split, shoes × outcomes.

        The numbers have 64 bits, signed if there are fewer than 2^63 deals in all, unsigned if fewer than
        2^64; otherwise they are Python integers. `cells` holds the counts of each shoe, none negative, one
        row per shoe in the order of `Shoe.counts`.
        """
        cells = np.ascontiguousarray(cells)
        if (
            self.cards != EVERY_CARD
            and not held(tuple(np.maximum.reduce(cells, axis=0, initial=0).tolist()), fineness) <= self.cards
        ):
            raise ValueError("a census of some cards cannot count the deals of others")
        if len(cells) <= _FEW:
            cards = max(map(sum, cells.tolist()), default=0)
        else:
            cards = int(np.einsum("ij->i", cells).max())
        most = falling(max(cards, self.unknown), self.unknown)
        answers: dict[int, Numbers] = {}
        with within_memory():
            for members, evaluator in self.evaluators:
                answers.update(zip(members, evaluator.weigh(cells, fineness, most), strict=True))
        return [answers[place] for place in self.places]


def census(
    rules: Rules,
    splits: Sequence[Split],
    dealt: Dealt = NOTHING,
    exhaustive: bool = False,
    cards: frozenset[int] = EVERY_CARD,
) -> Census:
    """The census of several splits under some rules, when some cards of the coup may be known. Ways are
    ordered deals of the coup's unknown cards, at most six, so all splits have the same total, whatever cards
    they look at. It serves shoes that hold no other `cards`. Raises ConditionError if a split needs too many
    patterns; see `plan`.
    """
    splits = tuple(splits)
    with within_memory():
        return _census(rules, splits, dealt, exhaustive, reckoned(rules, splits, dealt, cards))


def reckoned(rules: Rules, splits: Sequence[Split], dealt: Dealt, cards: frozenset[int]) -> frozenset[int]:
    """The cards that a census of these splits reckons with, for shoes that hold no other `cards`: every card
    where few patterns are needed, so that one census serves all shoes.
    """
    if cards == EVERY_CARD or all(few_patterns(rules, split, dealt) for split in splits):
        return EVERY_CARD
    return cards


@lru_cache(maxsize=64)
def _census(
    rules: Rules, splits: tuple[Split, ...], dealt: Dealt, exhaustive: bool, cards: frozenset[int]
) -> Census:
    # Many bets differ in price only, so each distinct split is counted once.
    distinct = tuple(dict.fromkeys(splits))
    members: dict[Plan, list[int]] = {}
    plans = [plan(rules, split, dealt, exhaustive, cards) for split in distinct]
    for index, chosen in enumerate(shared(plans)):
        members.setdefault(chosen, []).append(index)
    patterns = sum(cost(rules, plan, dealt) for plan in members if plan.costly)
    announce(f"{grouped(patterns)} patterns to lay out", _PER_PATTERN * patterns)
    unknown = rules.cards_from_shoe - len(dealt.from_shoe(rules))
    evaluators: list[tuple[tuple[int, ...], Evaluator]] = []
    for chosen, indices in members.items():
        runs = _runs(indices, distinct)
        groups = [[distinct[index] for index in run] for run in runs]
        evaluators += zip(runs, _evaluators(rules, chosen, groups, dealt, unknown), strict=True)
    place = {split: index for index, split in enumerate(distinct)}
    return Census(splits, tuple(place[split] for split in splits), unknown, tuple(evaluators), cards)


def _runs(indices: Sequence[int], splits: Sequence[Split]) -> list[tuple[int, ...]]:
    """The indices of splits in runs, each small enough for one evaluator."""
    runs: list[tuple[int, ...]] = []
    joint = _JOINT_OUTCOMES
    for index in indices:
        joint *= len(splits[index]) + 1
        if joint > _JOINT_OUTCOMES or not runs:
            runs.append(())
            joint = len(splits[index]) + 1
        runs[-1] += (index,)
    return runs


def _evaluators(
    rules: Rules, plan: Plan, groups: Sequence[list[Split]], dealt: Dealt, unknown: int
) -> list[Evaluator]:
    """An evaluator for each group of splits; the patterns are laid out once for all groups."""
    if not plan.suit_looks:
        collected = zip(groups, collect(rules, plan, dealt, groups), strict=True)
        complete = dealt == NOTHING
        return [PlainEvaluator(plan, splits, tables, unknown, complete) for splits, tables in collected]
    phrases = [phrases_by_kinds(splits, plan.kinds) for splits in groups]
    return [
        SuitLayerEvaluator(plan, splits, tables, unknown, nodes)
        for splits, tables, nodes in zip(groups, collect(rules, plan, dealt, phrases), phrases, strict=True)
    ]


def needs(
    rules: Rules,
    split: Split,
    dealt: Dealt = NOTHING,
    exhaustive: bool = False,
    cards: frozenset[int] = EVERY_CARD,
) -> Kinds:
    """The kinds whose counts a shoe, which holds no other `cards`, must know to answer a split."""
    return plan(rules, split, dealt, exhaustive, cards).joint
