"""Collects patterns: adds up the dealing orders of those with the same kinds and the same outcomes."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from math import prod
from typing import TypeAlias

import numpy as np

from analyzer.bets.condition import Condition
from analyzer.bets.evaluate import Block, Column, evaluate
from analyzer.bets.facts import POSITIONS, Type
from analyzer.bets.fold import folded
from analyzer.bets.tree import Literal, Node, children, looks, touched
from analyzer.census.kinds import Kinds
from analyzer.census.patterns import Course, Groups, courses, patterns
from analyzer.census.plan import Plan
from analyzer.census.polynomials import PolynomialTerms, distinct
from analyzer.census.program import Ints
from analyzer.game.dealt import NOTHING, Dealt
from analyzer.game.rules import Rules

Split: TypeAlias = tuple[Condition, ...]
"""Conditions that split all coups: in outcome i, condition i is the first true one; in the last, none is."""

Multiset: TypeAlias = tuple[int, ...]  # The kinds of some cards, by index, in rising order.
_MOST_ROWS = 20_000_000  # The most rows kept before equal ones are summed, so that memory stays bounded.
_SAMPLE = 20_000  # The most patterns in the sample that decides which splits go together.
_SURELY_FEW = 16  # Without a sample, splits go together up to this many times as many conceivable outcomes.
MOST_OUTCOMES = 2**12
"""The most conceivable joint outcomes in one evaluator for splits that depend on more than the kinds."""

_MOST_LABELS = 2**10  # Above this number, the labels in use are renumbered.


@dataclass(frozen=True, slots=True)
class Collected:
    """The patterns of one course, summed: a row with its dealing orders for each class and code.

    `groups` are the places in the suit layer, then all other unknown places; a code numbers the kinds at
    these places. `class_of` is the class of each row; `classes[i]` are the outcomes and values that all rows
    of class i share. Rows are sorted by class, then by code.
    """

    course: Course
    groups: Groups
    codes: Ints
    class_of: Ints
    orders: Ints
    classes: tuple[tuple[int, ...], ...]


def outcomes(split: Split, block: Block) -> Column:
    """For each row, the index of the first condition that is true, or the number of conditions if none is."""
    first = np.full(block.rows, len(split), dtype=np.min_scalar_type(len(split)))
    for index in reversed(range(len(split))):
        np.copyto(first, index, where=np.asarray(evaluate(folded(split[index].tree), block), dtype=bool))
    return first


def phrases_by_kinds(splits: Iterable[Split], kinds: Kinds) -> tuple[Node, ...]:
    """The largest phrases in the conditions of some splits that depend on kinds alone."""
    trees = (folded(condition.tree) for split in splits for condition in split)
    return tuple(dict.fromkeys(phrase for tree in trees for phrase in _largest(tree, kinds)))


def _largest(node: Node, kinds: Kinds) -> Iterator[Node]:
    if isinstance(node, Literal):
        return
    if all(kinds.distinguishes(look.labels) for look in looks(node)):
        yield node
        return
    for child in children(node):
        yield from _largest(child, kinds)


def collect(
    rules: Rules, plan: Plan, dealt: Dealt, wanted: Sequence[Sequence[Split | Node]]
) -> list[list[Collected]]:
    """For each group of splits and phrases, the patterns of each course, by their outcomes and values."""
    by_group: list[list[Collected]] = [[] for _ in wanted]
    for course in courses(rules, dealt, plan.positions):
        layer = plan.groups(course)
        others = tuple(place for place in course.free if not any(place in places for places in layer))
        groups = Groups(len(plan.kinds), (*layer, others))
        collected = [_Rows() for _ in wanted]
        for batch in patterns(rules, plan.kinds, course, plan.ordered, plan.drawing, groups, plan.cards):
            block = Block(batch.cards, len(batch.orders))
            for rows, columns in zip(collected, wanted, strict=True):
                # In place, because in a new process untouched memory costs more than the arithmetic.
                key = classify([_column(column, block) for column in columns], rows.classes, block.rows)
                key *= groups.size
                key += batch.codes
                rows.add(*sum_weights(key, batch.orders))
        for tables, rows in zip(by_group, collected, strict=True):
            keys, orders = rows.summed()
            class_of, codes = np.divmod(keys, groups.size)
            tables.append(Collected(course, groups, codes, class_of, orders, tuple(rows.classes)))
    return by_group


def together(
    rules: Rules, plan: Plan, dealt: Dealt, splits: Sequence[Split], most: int
) -> list[tuple[int, ...]]:
    """Splits in runs, by index: in a sample of patterns, a run has at most `most` joint outcomes."""
    everything = [tuple(range(len(splits)))]
    if len(splits) == 1 or prod(len(split) + 1 for split in splits) <= _SURELY_FEW * most:
        return everything
    groups = Groups(len(plan.kinds), ())
    batches = chain.from_iterable(
        patterns(rules, plan.kinds, course, plan.ordered, plan.drawing, groups, plan.cards)
        for course in reversed(courses(rules, dealt, plan.positions))
    )
    sample = next((batch for batch in batches if len(batch.orders)), None)
    if sample is None:
        return everything
    runs: list[tuple[int, ...]] = []
    step = slice(None, None, -(-len(sample.orders) // _SAMPLE))
    block = Block({place: cards[step] for place, cards in sample.cards.items()}, len(sample.orders[step]))
    joint: Ints = np.zeros(block.rows, dtype=np.int64)
    for index, split in enumerate(splits):
        own = outcomes(split, block).astype(np.int64)
        more, both = distinct(joint * (len(split) + 1) + own)
        if not runs or len(more) > most:
            runs.append(())
            both = own
        runs[-1] += (index,)
        joint = both
    return runs


def close_together(splits: Mapping[int, Split]) -> list[dict[int, Split]]:
    """Splits that depend on more than the kinds in runs, by index: a run cannot have many joint outcomes."""
    runs: list[dict[int, Split]] = []
    for index, split in splits.items():
        if not runs or prod(len(own) + 1 for own in (*runs[-1].values(), split)) > MOST_OUTCOMES:
            runs.append({})
        runs[-1][index] = split
    return runs


class _Rows:
    """Adds up dealing orders by class and code as patterns arrive, and numbers the classes."""

    def __init__(self) -> None:
        self.classes: dict[tuple[int, ...], int] = {}
        self.keys: list[Ints] = [np.zeros(0, dtype=np.int64)]
        self.orders: list[Ints] = [np.zeros(0, dtype=np.int64)]

    def add(self, keys: Ints, orders: Ints) -> None:
        """Add more rows, and sum equal ones once there are many."""
        self.keys.append(keys)
        self.orders.append(orders)
        if sum(map(len, self.keys)) > _MOST_ROWS:
            keys, orders = self.summed()
            self.keys, self.orders = [keys], [orders]

    def summed(self) -> tuple[Ints, Ints]:
        return sum_weights(np.concatenate(self.keys), np.concatenate(self.orders))


def sum_weights(numbers: Ints, weights: Ints) -> tuple[Ints, Ints]:
    """The distinct numbers, rising, and the total weight of each; doubles are exact up to 52⁶ orders."""
    values, which = distinct(numbers)
    return values, np.bincount(which, weights, len(values)).astype(np.int64)


def _column(wanted: Split | Node, block: Block) -> Column:
    """The outcome of a split or the value of a phrase in each row."""
    if isinstance(wanted, tuple):
        return outcomes(wanted, block)
    if wanted.type is not Type.TRUTH and not touched(wanted) <= block.cards.keys():
        return np.zeros(block.rows, dtype=np.int64)  # never read: a number about a card that is not dealt
    return evaluate(wanted, block)


def classify(columns: Sequence[Column], number: dict[tuple[int, ...], int], rows: int) -> Ints:
    """The class of each row: rows that agree in all columns share one. New classes are added to `number`."""
    label: Ints = np.zeros(rows, dtype=np.uint16)
    size = 1
    for column in columns:
        most, digit = _digits(column)
        if size * most > _MOST_LABELS:
            in_use, which = distinct(label)
            size = len(in_use)
            label = which.astype(np.uint16 if size * most < 2**16 else np.int64)
        label *= most
        np.add(label, digit, out=label, casting="unsafe")
        size *= most
    index = label.astype(np.intp)
    row = np.full(size, -1)
    row[index] = np.arange(rows)
    used = np.flatnonzero(row >= 0)
    classes = list(zip(*(column[row[used]].tolist() for column in columns), strict=True)) or [()] * len(used)
    class_of = np.zeros(size, dtype=np.int64)
    class_of[used] = [number.setdefault(values, len(number)) for values in classes]
    return np.asarray(class_of[index])


def _digits(column: Column) -> tuple[int, Column]:
    """The number of values that a column can have, and the value of each row, numbered from 0."""
    if column.dtype.itemsize == 1 and column.min(initial=0) >= 0:
        return int(column.max(initial=0)) + 1, column
    if column.dtype.kind == "u":
        values, which = distinct(column)
    else:
        values, which = np.unique(column, return_inverse=True)
    return len(values), which


def join(tables: Sequence[Collected]) -> tuple[list[tuple[int, ...]], PolynomialTerms]:
    """Joins several courses: the outcomes and values of each class, and the terms of all classes."""
    # The order must not depend on the batches in which patterns arrived.
    classes = [*dict.fromkeys(chain.from_iterable(sorted(table.classes) for table in tables))]
    number = {own: index for index, own in enumerate(classes)}
    keys: list[Ints] = [np.zeros(0, dtype=np.int64)]
    cards = [len(table.groups.places[-1]) for table in tables]
    # "No card" is one more kind, the last, which pads the rows of courses that deal fewer cards.
    kinds = 1 + (tables[0].groups.kinds if tables else 0)
    groups = Groups(kinds, (POSITIONS[: max(cards, default=0)],))
    no_card = groups.addends()[0, :, -1]
    for table, dealt in zip(tables, cards, strict=True):
        class_of = np.array([number[own] for own in table.classes], dtype=np.int64)
        start = class_of * groups.size + no_card[dealt:].sum()
        keys.append(start[table.class_of] + table.codes)
    orders = np.concatenate([keys[0], *(table.orders for table in tables)])
    key, orders = sum_weights(np.concatenate(keys), orders)
    polynomial, codes = np.divmod(key, groups.size)
    in_use, row = distinct(codes)
    [held] = groups.decode(in_use)
    return classes, PolynomialTerms(polynomial, orders, row, held[:, :0], held)


def collect_terms(
    rules: Rules, plan: Plan, splits: Sequence[Split], dealt: Dealt = NOTHING
) -> tuple[list[tuple[int, ...]], PolynomialTerms]:
    """All patterns of a plan with one layer: the outcomes of each class, and the terms of all classes."""
    [tables] = collect(rules, plan, dealt, [splits])
    return join(tables)


def multiset_orders(
    rules: Rules, plan: Plan, splits: Sequence[Split], dealt: Dealt = NOTHING
) -> Iterator[tuple[Multiset, tuple[int, ...], int]]:
    """Each multiset of kinds with each of its possible outcomes, one per split, and the dealing orders."""
    classes, terms = collect_terms(rules, plan, splits, dealt)
    kinds = len(plan.kinds)
    multisets = [tuple(kind for kind in row if kind < kinds) for row in terms.kinds.tolist()]
    columns = (terms.row.tolist(), terms.polynomial.tolist(), terms.orders.tolist())
    for row, number, orders in zip(*columns, strict=True):
        yield multisets[row], classes[number], orders
