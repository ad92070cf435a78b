"""Evaluators: collected patterns prepared for counting the ways from a shoe, with or without a suit layer."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import accumulate, chain, pairwise
from math import prod
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from analyzer.bets.evaluate import Block
from analyzer.bets.tree import Node
from analyzer.census import polynomials
from analyzer.census.collect import Collected, Split, classify, join, outcomes
from analyzer.census.patterns import Groups
from analyzer.census.plan import Plan
from analyzer.census.polynomials import (
    CountedKinds,
    Polynomials,
    PolynomialTerms,
    Sum,
    compile_program,
    distinct,
)
from analyzer.census.program import Ints, Numbers, Program
from analyzer.census.suit_layer import Rows, Sizes, arrangements, shapes, weigh_nested, weigh_shapes
from analyzer.census.suit_terms import written_out
from analyzer.game.shoe import Fineness
from analyzer.heavy import check_bytes

_AT_ONCE = 4_000_000  # The numbers computed at once, so that a batch of shoes takes bounded memory.


_PER_PLACE, _PER_ROW, _PER_PAIR = 110, 450, 60
"""Measured steps: for a place of a nested arrangement; for a row of kinds, and for each pair of a state and a
group of arrangements in that row.
"""


class ProgramEvaluator:
    """Evaluates splits with one program."""

    def __init__(self, kinds: CountedKinds, program: Program, outcomes: Sequence[int]) -> None:
        """Take a program whose outcomes are those of each split in turn: `outcomes` has their numbers."""
        self.spans = [slice(begin, end) for begin, end in pairwise(accumulate(outcomes, initial=0))]
        self.polynomials = Polynomials(kinds, program)
        self.steps = len(program.inner) + program.products

    def weigh(self, cells: Ints, fineness: Fineness, most: int) -> list[Numbers]:
        """For each split, the ways: shoes × outcomes."""
        ways = self.polynomials.weigh(cells, fineness, most)
        return [ways[:, span] for span in self.spans]


def plain(
    plan: Plan, outcomes: Sequence[int], tables: Sequence[Collected], unknown: int, complete: bool
) -> ProgramEvaluator:
    """The evaluator for splits that depend on the kinds alone: a polynomial for every class of outcomes.
    `outcomes` are the number of outcomes of each split; `complete` says that the courses include every deal.
    """
    classes, terms = join(tables)
    sums = _by_split(classes, outcomes, 0)
    parts = len(classes) if complete else 0
    program = compile_program(len(plan.kinds), terms, len(classes), unknown, sums, parts=parts)
    return ProgramEvaluator(plan.kinds, program, outcomes)


def close_look(
    plan: Plan,
    splits: Sequence[Split],
    tables: Sequence[Collected],
    unknown: int,
    phrases: Sequence[Node],
    complete: bool,
    within: Sequence[Split] = (),
) -> "Evaluator":
    """The evaluator for splits that depend on more than the kinds: written out unless that is too long. Each
    split is divided further by all the splits `within`, whose last one changes fastest.
    """
    sizes = [len(split) + 1 for split in within]
    outcomes = [(len(split) + 1) * prod(sizes) for split in splits]
    settled = [_settled(plan, table, splits, phrases) for table in tables]
    if within:
        inner = (_settled(plan, table, within, phrases) for table in tables)
        settled = [
            own * np.int64(prod(sizes)) + np.ravel_multi_index(tuple(values), sizes)
            for own, values in zip(settled, inner, strict=True)
        ]
    joint: dict[tuple[int, ...], int] = {}
    which = [classify([*own.reshape(len(outcomes), -1)], joint, own[0].size) for own in settled]
    found = written_out(plan, tables, which, len(joint))
    if found is None:
        return SuitLayerEvaluator(plan, outcomes, tables, unknown, settled)
    by_split = _by_split(list(joint), outcomes, found.number + len(found.sums) - len(joint))
    program = compile_program(
        len(found.kinds),
        found.terms,
        found.number,
        unknown,
        [*found.sums, *by_split],
        len(by_split),
        len(joint) if complete else 0,
        found.kinds.within,
    )
    return ProgramEvaluator(found.kinds, program, outcomes)


def _by_split(joint: Sequence[Sequence[int]], outcomes: Sequence[int], first: int) -> list[Sum]:
    """The sums for each split's outcomes: value `first` + i is added to the outcomes `joint[i]`."""
    sums: list[Sum] = []
    for index, number in enumerate(outcomes):
        members: list[list[int]] = [[] for _ in range(number)]
        for value, held in enumerate(joint, first):
            members[held[index]].append(value)
        sums += [(own, []) for own in members]
    return sums


class SuitLayerEvaluator:
    """Evaluates splits that depend on more than the kinds, with a suit layer over the kinds."""

    def __init__(
        self,
        plan: Plan,
        outcomes: Sequence[int],
        tables: Sequence[Collected],
        unknown: int,
        settled: Sequence[Ints],
    ) -> None:
        """Take the number of outcomes of each split, and in `settled` the outcomes for every class and
        arrangement; only some classes depend on the arrangement.
        """
        self.plan = plan
        self.outcomes = outcomes
        self.courses = []
        decided = []
        for table, of_table in zip(tables, settled, strict=True):
            undecided = (of_table != of_table[:, :, :1]).any(axis=(0, 2))
            if undecided.any():
                rest = _with_classes(table, undecided)
                self.courses.append(_Course(plan, rest, of_table[:, undecided], unknown, self.outcomes))
            if not undecided.all():
                decided.append(_one_layer(_with_classes(table, ~undecided), of_table[:, ~undecided, 0]))
        self.decided = plain(plan, outcomes, decided, unknown, complete=False) if decided else None
        self.width = max((course.width for course in self.courses), default=1)
        self.steps = sum(course.steps for course in self.courses)
        self.steps += 0 if self.decided is None else self.decided.steps

    def weigh(self, cells: Ints, fineness: Fineness, most: int) -> list[Numbers]:
        """For each split, the ways: shoes × outcomes."""
        numbers = polynomials.number_type(most)
        if self.decided is None:
            totals: list[Numbers] = [np.zeros((len(cells), n), dtype=numbers) for n in self.outcomes]
        else:
            totals = [ways.astype(numbers) for ways in self.decided.weigh(cells, fineness, most)]
        step = max(1, _AT_ONCE // self.width)
        for begin in range(0, len(cells), step):
            batch = slice(begin, begin + step)
            counts: Numbers = _counts(self.plan, cells[batch], fineness).astype(numbers)
            for course in self.courses:
                ways = course.weigh(cells[batch], fineness, most, counts)
                for total, shares in zip(totals, course.shares, strict=True):
                    total[batch] += ways @ shares.astype(numbers)
        return [polynomials.as_integers(ways, most) for ways in totals]


class _Course:
    """One course of a suit layer. Arrangements with the same outcomes in every class share a signature."""

    def __init__(
        self, plan: Plan, table: Collected, settled: Ints, unknown: int, outcomes: Sequence[int]
    ) -> None:
        self.sizes: Sizes = tuple(len(places) for places in plan.groups(table.course))
        rows = arrangements(len(plan.suit_kinds), self.sizes)
        codes, row = distinct(table.codes)
        *layer, rest = table.groups.decode(codes)
        known, place = distinct(codes // table.groups.sizes[-1])
        gone = np.concatenate([rest[:, :0], *layer], axis=1)
        held = np.zeros((len(known), gone.shape[1]), dtype=gone.dtype)
        held[place] = gone
        self.held = len(held)
        # A polynomial for each class and each of its few multisets of kinds.
        pairs, polynomial = distinct(table.class_of * self.held + place[row])
        self.ends = np.searchsorted(pairs, self.held * np.arange(1, len(table.classes)))
        self.held_by_class = np.split(pairs % self.held, self.ends)
        terms = PolynomialTerms(polynomial, table.orders, row, gone, rest)
        self.base = Polynomials(plan.kinds, compile_program(len(plan.kinds), terms, len(pairs), unknown))
        signature = classify([*settled.reshape(-1, len(rows))], {}, len(rows))
        first = np.unique(signature, return_index=True)[1]
        self.signatures = len(first)
        number = max(1, len(pairs), self.held * self.signatures)
        self.shares = [
            np.eye(count, dtype=np.int64)[own[:, first].ravel()]
            for count, own in zip(outcomes, settled, strict=True)
        ]
        self.nested = plan.nested
        if self.nested:
            kinds = np.array(plan.kinds.labels, dtype=np.int8)[plan.suit_kinds.cards][rows]
            where = _find(known, Groups(len(plan.kinds), table.groups.places[:-1]), kinds)
            cell = np.where(where < 0, -1, where * self.signatures + signature)
            order = np.argsort(cell, kind="stable")[np.count_nonzero(where < 0) :]
            self.rows, self.kinds, cell = rows[order], kinds[order], cell[order]
            self.starts = np.flatnonzero(np.diff(cell, prepend=-1))
            self.cells = cell[self.starts]
            self.width = max(number, len(order))
            self.steps = _PER_PLACE * self.rows.size
        else:
            self.shapes = shapes(held, self.sizes, len(plan.suit_kinds), signature)
            each = [(len(shape.rows), len(step.states[0])) for shape in self.shapes for step in shape.steps]
            self.width = max(number, *(rows * states for rows, states in each))
            self.steps = sum(rows * (_PER_ROW + _PER_PAIR * states) for rows, states in each)
        check_bytes(4 * 8 * self.width)

    def weigh(self, cells: Ints, fineness: Fineness, most: int, counts: Numbers) -> Numbers:
        """The ways: shoes × (classes · signatures). `counts` are numbers of cards by kind and suit kind."""
        base: Numbers = self.base.weigh(cells, fineness, most).astype(counts.dtype)
        layer = self._layer(counts)
        own = zip(np.split(base, self.ends, axis=1), self.held_by_class, strict=True)
        return np.concatenate([(ways[:, None] @ layer[:, held])[:, 0] for ways, held in own], axis=1)

    def _layer(self, counts: Numbers) -> Numbers:
        """The ways in which the cards in the layer have each signature: shoes × held kinds × signatures."""
        layer: Numbers = np.zeros((len(counts), self.held, self.signatures), dtype=counts.dtype)
        if self.nested:
            ways = weigh_nested(self.rows, self.kinds, counts.sum(axis=1), self.sizes)
            if len(self.cells):
                layer.reshape(len(counts), -1)[:, self.cells] = np.add.reduceat(ways, self.starts, axis=1)
        else:
            for shape, ways in zip(self.shapes, weigh_shapes(self.shapes, counts), strict=True):
                layer[:, shape.rows] = ways
        return layer


def _with_classes(table: Collected, kept: NDArray[np.bool_]) -> Collected:
    rows = kept[table.class_of]
    number = np.cumsum(kept) - 1
    return replace(
        table,
        codes=table.codes[rows],
        class_of=number[table.class_of[rows]],
        orders=table.orders[rows],
        classes=tuple(held for held, keep in zip(table.classes, kept, strict=True) if keep),
    )


def _one_layer(table: Collected, settled: Ints) -> Collected:
    """The table with all places in one group, and with the outcomes of the splits as classes."""
    in_use, row = distinct(table.codes)
    held = np.sort(np.concatenate(table.groups.decode(in_use), axis=1), axis=1)
    groups = Groups(table.groups.kinds, (tuple(chain.from_iterable(table.groups.places)),))
    codes = groups.encode([held])[row]
    return replace(table, groups=groups, codes=codes, classes=tuple(map(tuple, settled.T.tolist())))


def _settled(plan: Plan, table: Collected, splits: Sequence[Split], phrases: Sequence[Node]) -> Ints:
    """The outcome of each split for each class and each arrangement: splits × classes × arrangements."""
    rows = arrangements(len(plan.suit_kinds), tuple(map(len, plan.groups(table.course))))
    check_bytes(2 * len(rows) * len(splits) * len(table.classes))
    cards = {place: np.full(len(rows), table.course.known.get(place, 0)) for place in table.course.dealt}
    for column, place in enumerate(chain.from_iterable(plan.groups(table.course))):
        cards[place] = plan.suit_kinds.cards[rows[:, column]]
    blocks = (Block(cards, len(rows), dict(zip(phrases, values, strict=True))) for values in table.classes)
    settled = np.array([[outcomes(split, block) for split in splits] for block in blocks])
    return settled.reshape(-1, len(splits), len(rows)).swapaxes(0, 1)


def _find(known: Ints, groups: Groups, kinds: Rows) -> Ints:
    """The index of the code of each row of kinds among the known codes, which rise; -1 if it is unknown."""
    if not len(known):
        return np.full(len(kinds), -1)
    parts = np.split(kinds, np.cumsum([len(places) for places in groups.places])[:-1], axis=1)
    wanted = groups.encode([np.sort(part, axis=1) for part in parts])
    where = np.minimum(np.searchsorted(known, wanted), len(known) - 1)
    return np.where(known[where] == wanted, where, -1)


def _counts(plan: Plan, cells: Ints, fineness: Fineness) -> Ints:
    """Cards by kind and suit kind: shoes × kinds × suit kinds."""
    joint = plan.joint
    counts = np.zeros((len(cells), len(plan.kinds), len(plan.suit_kinds)), dtype=np.int64)
    for card, count in zip(joint.cards, joint.counts(cells, fineness).T, strict=True):
        counts[:, plan.kinds.labels[card], plan.suit_kinds.labels[card]] = count
    return counts


Evaluator: TypeAlias = ProgramEvaluator | SuitLayerEvaluator
