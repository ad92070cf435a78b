"""The ways of outcomes when one of the next cards is known, for every place and card at once.

A census adds up what all shoes have in common and does not keep which card is at which place. Here the deals
of one shoe are counted by the kind of the card at each place of the coup: from one layout of patterns, or, if
suits make the patterns too many, from one census for each place. These counts also give the deals in which
the known card stays in the shoe, because it is then equally likely to be any card that is not dealt.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from itertools import chain
from operator import add

import numpy as np

from analyzer.bets.condition import Condition
from analyzer.bets.evaluate import Block
from analyzer.bets.facts import ATTRIBUTES, POSITIONS
from analyzer.bets.tree import Attribute, Compare, Literal, Word
from analyzer.census.collect import Split, close_together, collect, outcomes, phrases_by_kinds
from analyzer.census.compositions import Objects
from analyzer.census.evaluators import close_look
from analyzer.census.kinds import Kinds, held
from analyzer.census.patterns import Course, Groups, Patterns, courses, patterns
from analyzer.census.plan import Plan, cost, one_layer, plan, shared
from analyzer.census.polynomials import number_type
from analyzer.census.program import Ints, Numbers
from analyzer.errors import ConditionError
from analyzer.exact import falling
from analyzer.game.cards import Card
from analyzer.game.dealt import NOTHING, order
from analyzer.game.rules import Rules
from analyzer.game.shoe import Shoe
from analyzer.heavy import announce
from analyzer.text import plural

_MOST_PATTERNS = 10**7  # Up to this number, laying them out once is faster than a census for each place.
_PER_PATTERN, _PER_ARRANGEMENT = 270, 430
"""Measured steps: for a pattern and a split; with a suit layer, for a pattern or an arrangement."""

_BITS = 30  # Bits of a weight to sum at once, so that sums over a batch of patterns stay below 2^53.
_LOOKS = ("points",), ("rank",), ("points", "color"), ("rank", "color"), ("points", "suit"), ("rank", "suit")
"""Attributes that together identify a known card as finely as needed, coarsest first."""

_ByPlace = Mapping[str, Objects]
"""The ordered deals of one course, by place: outcomes × kinds of the card at that place."""


@dataclass(frozen=True, slots=True)
class CardWays:
    """The ordered deals of a split by place in the shoe, outcome, and kind of the card at that place: exact
    integers, places × outcomes × kinds. `counts` are the numbers of cards of each kind.
    """

    kinds: Kinds
    counts: tuple[int, ...]
    ways: Objects

    def given(self, place: int, card: Card) -> tuple[int, ...]:
        """For each outcome, the deals of the other cards if a card of the shoe is at a place, from 1."""
        kind = self.kinds.labels[4 * (card.rank - 1) + (card.suit or 0)]
        ways: list[int] = self.ways[place - 1, :, kind].tolist()
        return tuple(n // self.counts[kind] for n in ways)


def ways_by_card(rules: Rules, splits: Sequence[Split], shoe: Shoe) -> list[CardWays | None]:
    """For each split, the deals of a shoe by known card; None if they take too much memory. The shoe must
    know the kinds that `needs` returns.
    """
    cards = held(shoe.counts, shoe.fineness)
    plans = shared([_plan(rules, split, cards) for split in splits])
    patterns = {one: cost(rules, one, NOTHING) for one in dict.fromkeys(plans)}
    runs: list[tuple[Plan, dict[int, Split]]] = []
    for chosen in patterns:
        members = {index: splits[index] for index, one in enumerate(plans) if one == chosen}
        runs += ((chosen, run) for run in (close_together(members) if chosen.suit_looks else [members]))
    steps = sum(
        patterns[chosen] * (_PER_ARRANGEMENT if chosen.suit_looks else _PER_PATTERN * len(run))
        for chosen, run in runs
    )
    announce(plural("{n} pattern to weigh", "{n} patterns to weigh", sum(patterns.values())), steps)
    found: dict[int, CardWays | None] = {}
    for chosen, run in runs:
        answer = _by_layer if chosen.suit_looks else _by_patterns
        found.update(zip(run, answer(rules, chosen, [*run.values()], shoe), strict=True))
    return [found[index] for index in range(len(splits))]


def _plan(rules: Rules, split: Split, cards: frozenset[int]) -> Plan:
    """The plan with one layer if it has few patterns, else the cheapest."""
    full = one_layer(rules, split, NOTHING)
    if not full.positions:  # The split looks at no card, so any place will do.
        return replace(full, positions=frozenset({"b1"}))
    few = not full.costly or cost(rules, full, NOTHING) <= _MOST_PATTERNS
    return full if few else plan(rules, split, NOTHING, exhaustive=True, cards=cards)


def _off_the_shoe(rules: Rules, course: Course, by_place: _ByPlace, counts: Sequence[int]) -> Objects:
    """The deals of one course by place in the shoe: places × outcomes × kinds."""
    at = order(rules, course.player_draws, course.banker_draws)
    dealt = [by_place[place] for place in course.free]
    # A place whose card is not dealt: every card left is there equally often.
    left = dealt[0].sum(axis=1)[:, None] * np.array(counts, dtype=object) - reduce(add, dealt)
    spare = sum(counts) - len(dealt)
    return np.array(
        [
            by_place[at[number]] if number < len(at) and at[number] in by_place else left // spare
            for number in range(rules.cards_from_shoe)
        ]
    )


def _by_patterns(rules: Rules, plan: Plan, splits: Sequence[Split], shoe: Shoe) -> list[CardWays]:
    """For each split, the deals by known card, under a plan with one layer."""
    counts = plan.kinds.of(shoe)
    shape = (rules.cards_from_shoe, 1, len(counts))
    ways: list[Objects] = [np.zeros(shape, dtype=object) for _ in splits]
    for course in courses(rules, NOTHING, plan.positions):
        by_split = _weighed(rules, plan, course, splits, counts)
        ways = [
            total + _off_the_shoe(rules, course, by_place, counts)
            for total, by_place in zip(ways, by_split, strict=True)
        ]
    return [CardWays(plan.kinds, counts, one) for one in ways]


def _weighed(
    rules: Rules, plan: Plan, course: Course, splits: Sequence[Split], counts: Sequence[int]
) -> list[_ByPlace]:
    """For each split, the deals of one course."""
    kinds, labels = len(counts), np.array(plan.kinds.labels, dtype=np.uint8)
    sums: list[dict[str, Objects]] = [
        {place: np.zeros((len(split) + 1) * kinds, dtype=object) for place in course.free} for split in splits
    ]
    groups = Groups(kinds, ())
    for batch in patterns(rules, plan.kinds, course, plan.ordered, plan.drawing, groups, plan.cards):
        kind = {place: labels[batch.cards[place]] for place in course.free}
        weights = list(_limbs(_weights(batch, [*kind.values()], counts)))
        block = Block(batch.cards, len(batch.orders))
        for split, by_place in zip(splits, sums, strict=True):
            outcome = outcomes(split, block).astype(np.int64) * kinds
            for place, total in by_place.items():
                cell = outcome + kind[place]
                for bits, weight in weights:
                    total += np.bincount(cell, weight, len(total)).astype(np.int64).astype(object) << bits
    for hand in {"p", "b"} - plan.ordered:
        if (pair := {f"{hand}1", f"{hand}2"}) <= set(course.free):
            for by_place in sums:  # laid out in one order, but dealt in both
                mean: Objects = reduce(add, (by_place[place] for place in pair)) // 2
                by_place.update(dict.fromkeys(pair, mean))
    unseen = falling(sum(counts) - len(course.free), rules.cards_from_shoe - len(course.free))
    return [
        {place: total.reshape(-1, kinds) * unseen for place, total in by_place.items()} for by_place in sums
    ]


def _weights(batch: Patterns, kinds: Sequence[Ints], counts: Sequence[int]) -> Numbers:
    """The ordered deals that each pattern represents: doubles if these are exact, else integers."""
    numbers = number_type(falling(sum(counts), len(kinds)))
    left: Numbers = np.array(counts).astype(numbers)
    weights: Numbers = batch.orders.astype(numbers)
    for number, kind in enumerate(kinds):
        gone = np.zeros(1, dtype=np.uint8)
        for before in kinds[:number]:
            gone = gone + (before == kind)
        weights *= left[kind] - gone
    return weights


def _limbs(weights: Numbers) -> Iterator[tuple[int, Numbers]]:
    """Weights cut into doubles that add up exactly: each part with the number of bits to shift it by."""
    if weights.dtype == np.float64:
        yield 0, weights
        return
    for bits in range(0, int(weights.max(initial=0)).bit_length(), _BITS):
        yield bits, (weights >> bits & 2**_BITS - 1).astype(np.float64)


def _by_layer(rules: Rules, plan: Plan, splits: Sequence[Split], shoe: Shoe) -> list[CardWays] | list[None]:
    """For each split, the deals by known card, under a plan with a suit layer."""
    looks = next(names for names in _LOOKS if _kinds(names).distinguishes(plan.joint.labels))
    kinds = _kinds(looks)
    draws = [_draws("player"), _draws("banker")] if plan.drawing else []
    taken = courses(rules, NOTHING, plan.positions)
    by_split: list[list[dict[str, Objects]]] = [[{} for _ in taken] for _ in splits]
    for place in POSITIONS:
        if not any(place in course.free for course in taken):
            continue
        # The first two cards of a hand have the same counts unless a split looks at their order.
        alike = place[0] + "1" if place[1] == "2" and place[0] not in plan.ordered else place
        if alike in by_split[0][0]:
            for by_place in chain.from_iterable(by_split):
                by_place[place] = by_place[alike]
            continue
        known = [_by_value(place, look) for look in looks]
        try:
            answers = _joint(rules, splits, [*draws, *known], shoe)
        except ConditionError:
            return [None] * len(splits)
        for joint, by_course in zip(answers, by_split, strict=True):
            for course, by_place in zip(taken, by_course, strict=True):
                if place in course.free:
                    at = int(not course.player_draws), int(not course.banker_draws)
                    by_place[place] = _by_attributes(joint[:, *at] if draws else joint, looks, kinds)
    counts = kinds.of(shoe)
    ways = (
        [_off_the_shoe(rules, *own, counts) for own in zip(taken, by_course, strict=True)]
        for by_course in by_split
    )
    return [CardWays(kinds, counts, reduce(add, by_course)) for by_course in ways]


def _joint(rules: Rules, splits: Sequence[Split], within: Sequence[Split], shoe: Shoe) -> list[Objects]:
    """For each split, the deals of each combination of its outcomes with those of the splits `within`: the
    first axis is its own outcomes, and each split `within` has a further axis.
    """
    every, cards = [*splits, *within], held(shoe.counts, shoe.fineness)
    chosen = plan(rules, tuple(chain.from_iterable(every)), NOTHING, exhaustive=True, cards=cards)
    phrases = phrases_by_kinds(every, chosen.kinds)
    [tables] = collect(rules, chosen, NOTHING, [phrases])
    unknown = rules.cards_from_shoe
    evaluator = close_look(chosen, splits, tables, unknown, phrases, complete=True, within=within)
    cells = np.array([shoe.counts], dtype=np.int64)
    answers = evaluator.weigh(cells, shoe.fineness, falling(shoe.size, unknown))
    sizes = [len(split) + 1 for split in within]
    return [ways[0].astype(object).reshape(-1, *sizes) for ways in answers]


def _kinds(looks: Sequence[str]) -> Kinds:
    return Kinds.distinguishing(*(ATTRIBUTES[look][1] for look in looks))


def _by_attributes(joint: Objects, looks: Sequence[str], kinds: Kinds) -> Objects:
    """Outcomes × kinds, from outcomes × the values of each attribute; the last value means no such card."""
    values = [sorted(set(ATTRIBUTES[look][1])) for look in looks]
    at = [
        [own.index(ATTRIBUTES[look][1][card]) for card in kinds.cards]
        for look, own in zip(looks, values, strict=True)
    ]
    return joint.reshape(len(joint), -1)[:, np.ravel_multi_index(tuple(map(np.array, at)), joint.shape[1:])]


def _draws(hand: str) -> Split:
    return (Condition(f"{hand}_draws", Word(f"{hand}_draws")),)


def _by_value(place: str, attribute: str) -> Split:
    """The split by an attribute of the card at a place; its last outcome is that no card is there."""
    kind, labels = ATTRIBUTES[attribute]
    return tuple(
        Condition(
            f"{place}.{attribute} == {value}",
            Compare("==", Attribute(place, attribute), Literal(kind, value)),
        )
        for value in sorted(set(labels))
    )
