"""The census: for each outcome of each bet, an integer polynomial in the numbers of cards left.

    ways(outcome) = Σ over multisets m of kinds of census[outcome][m] · ∏ᵥ (nᵥ)(nᵥ−1)…(nᵥ−mᵥ+1)

It depends on rules, conditions and kinds, not on a shoe, so it is made only once. Knows nothing of money.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import prod
from weakref import WeakValueDictionary

import numpy as np

from analyzer.census.cache import Cache, array_bytes
from analyzer.census.collect import (
    MOST_OUTCOMES,
    Split,
    close_together,
    collect,
    phrases_by_kinds,
    together,
)
from analyzer.census.evaluators import Evaluator, close_look, plain
from analyzer.census.kept import kept
from analyzer.census.kinds import EVERY_CARD, Kinds, held
from analyzer.census.plan import Plan, cost, few_patterns, plan, shared
from analyzer.census.program import Ints, Numbers
from analyzer.exact import falling
from analyzer.game.dealt import NOTHING, Dealt
from analyzer.game.rules import Rules
from analyzer.game.shoe import Fineness, Shoe
from analyzer.heavy import announce, within_memory
from analyzer.text import plural

_PER_PATTERN, _PER_CONDITION = 300, 12
"""Measured steps: to lay out and collect a pattern, and to evaluate one condition of a split on it."""

_FULL = 4  # An evaluator is full if this many times its outcomes would be too many.
_MOST_BYTES = 2**28  # The most memory for censuses kept for later use.
_MOST_CLASSES = 2**8  # The most in one evaluator: several evaluators are faster than one with thousands.
_MANY = 10**6  # Kept programs are looked up if patterns, each times its splits, are more than this.
_FEW = 16  # For up to this many shoes, Python finds the largest faster than numpy.


@dataclass(frozen=True, slots=True)
class Census:
    """The outcomes of several splits of all deals; `census` makes it, and `ways` counts them for a shoe. Each
    evaluator answers some of the distinct splits, given by index; `places` has the index of each split among
    these. Ways are ordered deals of the coup's `unknown` cards, from shoes with no cards other than `cards`.
    """

    splits: tuple[Split, ...]
    places: tuple[int, ...]
    unknown: int
    evaluators: tuple[tuple[tuple[int, ...], Evaluator], ...]
    cards: frozenset[int] = EVERY_CARD

    @property
    def steps(self) -> int:
        """The steps that it takes to count the ways from one shoe."""
        return sum(evaluator.steps for _, evaluator in self.evaluators)

    def ways(self, shoe: Shoe) -> list[list[int]]:
        """For each split, the exact number of ordered deals of each outcome from a shoe. The shoe must know
        the kinds that `needs` returns.
        """
        cells = np.array([shoe.counts], dtype=np.int64)
        return [ways[0].tolist() for ways in self.tallies(cells, shoe.fineness)]

    def tallies(self, cells: Ints, fineness: Fineness, largest: int | None = None) -> list[Numbers]:
        """The exact ways from many shoes at once: for each split, shoes × outcomes.

        The numbers have 64 bits, signed if there are fewer than 2^63 deals in all, unsigned if fewer than
        2^64; otherwise they are Python integers. `cells` has the counts of each shoe, none negative, one row
        per shoe in the order of `Shoe.counts`. `largest` is the size of the largest shoe, if known.
        """
        cells = np.ascontiguousarray(cells)
        if (
            len(self.cards) < len(EVERY_CARD)
            and not held(tuple(np.maximum.reduce(cells, axis=0, initial=0).tolist()), fineness) <= self.cards
        ):
            raise ValueError("a census of some cards cannot count the deals of others")
        if largest is None:
            largest = _largest(cells)
        most = falling(max(largest, self.unknown), self.unknown)
        answers: dict[int, Numbers] = {}
        with within_memory():
            for members, evaluator in self.evaluators:
                answers.update(zip(members, evaluator.weigh(cells, fineness, most), strict=True))
        return [answers[place] for place in self.places]


def _largest(cells: Ints) -> int:
    """The number of cards in the largest shoe."""
    if len(cells) <= _FEW:
        return max(map(sum, cells.tolist()), default=0)
    return int(np.einsum("ij->i", cells).max())


def census(
    rules: Rules,
    splits: Sequence[Split],
    dealt: Dealt = NOTHING,
    exhaustive: bool = False,
    cards: frozenset[int] = EVERY_CARD,
) -> Census:
    """The census of several splits under some rules, when some cards of the coup may be known. Ways are
    ordered deals of the coup's unknown cards, at most six, so all splits have the same total, whatever cards
    they look at. It is for shoes with no cards other than `cards`. Raises ConditionError if a split needs too
    many patterns; see `plan`.
    """
    splits = tuple(splits)
    asked = rules, splits, dealt, exhaustive, reckoned(rules, splits, dealt, cards)
    with within_memory():
        return _made.get(asked, lambda: _census(*asked))


_made: Cache[Census] = Cache(_MOST_BYTES, lambda made: array_bytes(made.evaluators))
ready: WeakValueDictionary[tuple[Rules, Dealt, Plan, tuple[Split, ...]], Evaluator] = WeakValueDictionary()
"""The evaluators of all censuses kept or in use, by what they answer; new censuses share them."""


def reckoned(rules: Rules, splits: Sequence[Split], dealt: Dealt, cards: frozenset[int]) -> frozenset[int]:
    """The cards that a census of these splits counts, for shoes with no cards other than `cards`: all cards
    if few patterns are needed, so that one census works for all shoes.
    """
    if cards == EVERY_CARD or all(few_patterns(rules, split, dealt) for split in splits):
        return EVERY_CARD
    return cards


def _census(
    rules: Rules, splits: tuple[Split, ...], dealt: Dealt, exhaustive: bool, cards: frozenset[int]
) -> Census:
    # Many bets differ in price only, so each distinct split is counted once.
    distinct = tuple(dict.fromkeys(splits))
    place = {split: index for index, split in enumerate(distinct)}
    members: dict[Plan, list[int]] = {}
    plans = [plan(rules, split, dealt, exhaustive, cards) for split in distinct]
    for index, chosen in enumerate(shared(plans)):
        members.setdefault(chosen, []).append(index)
    first = {chosen: indices[0] for chosen, indices in members.items()}
    evaluators: list[tuple[int, tuple[int, ...], Evaluator]] = []
    patterns = {chosen: cost(rules, chosen, dealt) for chosen in members}
    found = [*ready.items()]
    if dealt == NOTHING and sum(patterns[chosen] * len(own) for chosen, own in members.items()) > _MANY:
        for chosen, indices in members.items():
            found += kept(rules, chosen, [distinct[index] for index in indices])
    for key, one in found:
        under, known, chosen, answered = key
        own, wanted = tuple(place.get(split, -1) for split in answered), set(members.get(chosen, ()))
        # A few splits are better weighed together with others.
        full = _FULL * prod(len(split) + 1 for split in answered) > MOST_OUTCOMES
        if (under, known) == (rules, dealt) and (set(own) == wanted or (full and wanted > {*own})):
            members[chosen] = [index for index in members[chosen] if index not in own]
            evaluators.append((first[chosen], own, one))
            ready[key] = one
    members = {chosen: indices for chosen, indices in members.items() if indices}
    # With a suit layer, conditions are evaluated for each arrangement, not for each pattern.
    judged = sum(
        patterns[chosen] * len(distinct[index])
        for chosen, indices in members.items()
        for index in indices
        if not chosen.suit_looks
    )
    laid_out = sum(map(patterns.__getitem__, members))
    work = plural("{n} pattern to lay out", "{n} patterns to lay out", laid_out)
    announce(work, _PER_PATTERN * laid_out + _PER_CONDITION * judged)
    unknown = rules.cards_from_shoe - len(dealt.from_shoe(rules))
    for chosen, indices in members.items():
        make = _close if chosen.suit_looks else _plain
        for run, one in make(rules, chosen, {index: distinct[index] for index in indices}, dealt, unknown):
            evaluators.append((first[chosen], run, one))
            ready[rules, dealt, chosen, tuple(distinct[index] for index in run)] = one
    # The order must not depend on which evaluators already existed.
    ordered = [(own, one) for _, own, one in sorted(evaluators, key=lambda made: made[:2])]
    return Census(splits, tuple(place[split] for split in splits), unknown, tuple(ordered), cards)


Evaluators = list[tuple[tuple[int, ...], Evaluator]]  # Each with the indices of its splits.


def _plain(rules: Rules, plan: Plan, splits: dict[int, Split], dealt: Dealt, unknown: int) -> Evaluators:
    """Evaluators for splits that depend on kinds alone; splits with few joint outcomes share one."""
    own = [*splits.values()]
    runs = together(rules, plan, dealt, own, _MOST_CLASSES)
    collected = collect(rules, plan, dealt, [[own[column] for column in run] for run in runs])
    found: Evaluators = []
    for run, tables in zip(runs, collected, strict=True):
        outcomes = [len(own[column]) + 1 for column in run]
        one = plain(plan, outcomes, tables, unknown, dealt == NOTHING)
        found.append((tuple([*splits][column] for column in run), one))
    return found


def _close(rules: Rules, plan: Plan, splits: dict[int, Split], dealt: Dealt, unknown: int) -> Evaluators:
    """Evaluators for splits that depend on more than the kinds; splits with few joint outcomes share one."""
    found: Evaluators = []
    for run in close_together(splits):
        phrases = phrases_by_kinds(run.values(), plan.kinds)
        [tables] = collect(rules, plan, dealt, [phrases])
        own = [*run.values()]
        found.append((tuple(run), close_look(plan, own, tables, unknown, phrases, dealt == NOTHING)))
    return found


def needs(
    rules: Rules,
    split: Split,
    dealt: Dealt = NOTHING,
    exhaustive: bool = False,
    cards: frozenset[int] = EVERY_CARD,
) -> Kinds:
    """The kinds that a shoe with no cards other than `cards` must count to answer a split."""
    return plan(rules, split, dealt, exhaustive, cards).joint
