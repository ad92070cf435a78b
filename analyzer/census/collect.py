"""Patterns collected: the dealing orders of all that hold the same kinds and look alike to the bets."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from analyzer.bets.condition import Condition
from analyzer.bets.evaluate import Block, Column, evaluate
from analyzer.bets.facts import POSITIONS, Type
from analyzer.bets.tree import Literal, Node, children, looks, touched
from analyzer.census.kinds import Kinds
from analyzer.census.patterns import Course, Groups, courses, patterns
from analyzer.census.plan import Plan
from analyzer.census.polynomials import PolynomialTerms, distinct
from analyzer.census.program import Ints
from analyzer.game.dealt import NOTHING, Dealt
from analyzer.game.rules import Rules

Split: TypeAlias = tuple[Condition, ...]
"""Outcome i is where condition i is the first to hold; the last outcome, where none does."""

Multiset: TypeAlias = tuple[int, ...]
"""The kinds of some cards, by index, in rising order."""

_MOST_ROWS = 20_000_000
"""Rows kept before they are summed, so that memory stays bounded however many patterns there are."""

_MOST_LABELS = 2**10
"""More labels than this are numbered anew, so that they stay few even if most of them stand for no row."""


@dataclass(frozen=True, slots=True)
class Collected:
    """The patterns of one course: for each class and each code, the dealing orders.

    `groups` are the places in the suit layer, then all other unknown places; `codes` number what they hold.
    `class_of` is the class of each row, and `classes[i]` what the columns hold in class i. Rows rise by
    class, then by code.
    """

    course: Course
    groups: Groups
    codes: Ints
    class_of: Ints
    orders: Ints
    classes: tuple[tuple[int, ...], ...]


def outcomes(split: Split, block: Block) -> Column:
    """The first condition of a split that holds in each row; the number of conditions where none does."""
    first = np.full(block.rows, len(split), dtype=np.uint8 if len(split) < 2**7 else np.int64)
    for index in reversed(range(len(split))):
        np.copyto(first, index, where=np.asarray(evaluate(split[index].tree, block), dtype=bool))
    return first


def phrases_by_kinds(splits: Iterable[Split], kinds: Kinds) -> tuple[Node, ...]:
    """The largest phrases in the conditions of some splits that kinds alone can answer."""
    trees = (condition.tree for split in splits for condition in split)
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
    rules: Rules, plan: Plan, dealt: Dealt, asked: Sequence[Sequence[Split | Node]]
) -> list[list[Collected]]:
    """For each group of splits and phrases, the patterns of each course: by their outcomes and values."""
    found: list[list[Collected]] = [[] for _ in asked]
    for course in courses(rules, dealt, plan.positions):
        layer = plan.groups(course)
        others = tuple(place for place in course.free if not any(place in places for places in layer))
        groups = Groups(len(plan.kinds), (*layer, others))
        collected = [_Rows() for _ in asked]
        for batch in patterns(rules, plan.kinds, course, plan.ordered, plan.drawing, groups):
            block = Block(batch.cards, len(batch.orders))
            for rows, columns in zip(collected, asked, strict=True):
                # In place: in a new process, memory that was never touched costs more than the arithmetic.
                key = classify([_column(column, block) for column in columns], rows.classes, block.rows)
                key *= groups.size
                key += batch.codes
                rows.add(*sum_weights(key, batch.orders))
        for tables, rows in zip(found, collected, strict=True):
            keys, orders = rows.summed()
            class_of, codes = np.divmod(keys, groups.size)
            tables.append(Collected(course, groups, codes, class_of, orders, tuple(rows.classes)))
    return found


class _Rows:
    """Dealing orders by class and code, and the number of each class, while patterns come in."""

    def __init__(self) -> None:
        self.classes: dict[tuple[int, ...], int] = {}
        self.keys: list[Ints] = [np.zeros(0, dtype=np.int64)]
        self.orders: list[Ints] = [np.zeros(0, dtype=np.int64)]

    def add(self, keys: Ints, orders: Ints) -> None:
        """Take in more rows, and sum all of them once they are many."""
        self.keys.append(keys)
        self.orders.append(orders)
        if sum(map(len, self.keys)) > _MOST_ROWS:
            keys, orders = self.summed()
            self.keys, self.orders = [keys], [orders]

    def summed(self) -> tuple[Ints, Ints]:
        return sum_weights(np.concatenate(self.keys), np.concatenate(self.orders))


def sum_weights(numbers: Ints, weights: Ints) -> tuple[Ints, Ints]:
    """The distinct numbers, rising, and the sum of weights of each; doubles hold 52⁶ orders exactly."""
    found, which = distinct(numbers)
    return found, np.bincount(which, weights, len(found)).astype(np.int64)


def _column(asked: Split | Node, block: Block) -> Column:
    """The outcome of a split or the value of a phrase in each row."""
    if isinstance(asked, tuple):
        return outcomes(asked, block)
    if asked.type is not Type.TRUTH and not touched(asked) <= block.cards.keys():
        return np.zeros(block.rows, dtype=np.int64)  # a number about a card not dealt, which is never read
    return evaluate(asked, block)


def classify(columns: Sequence[Column], number: dict[tuple[int, ...], int], rows: int) -> Ints:
    """The class of each row: rows are of one class when all columns agree. New classes join `number`."""
    label: Ints = np.zeros(rows, dtype=np.uint16)
    size = 1
    for column in columns:
        most, digit = _digits(column)
        if size * most > _MOST_LABELS:
            found, which = distinct(label)
            size = len(found)
            label = which.astype(np.uint16 if size * most < 2**16 else np.int64)
        label *= most
        np.add(label, digit, out=label, casting="unsafe")
        size *= most
    index = label.astype(np.intp)
    row = np.full(size, -1)
    row[index] = np.arange(rows)
    there = np.flatnonzero(row >= 0)
    values = list(zip(*(column[row[there]].tolist() for column in columns), strict=True)) or [()] * len(there)
    class_of = np.zeros(size, dtype=np.int64)
    class_of[there] = [number.setdefault(held, len(number)) for held in values]
    return np.asarray(class_of[index])


def _digits(column: Column) -> tuple[int, Column]:
    """How many values a column can have, and which of them each row has, as a number from 0 on."""
    if column.dtype.itemsize == 1 and column.min(initial=0) >= 0:
        return int(column.max(initial=0)) + 1, column
    found, which = np.unique(column, return_inverse=True)
    return len(found), which


def join(tables: Sequence[Collected]) -> tuple[list[tuple[int, ...]], PolynomialTerms]:
    """Patterns of several courses, in one group: what the columns hold by class, and the terms by class."""
    number: dict[tuple[int, ...], int] = {}
    keys: list[Ints] = [np.zeros(0, dtype=np.int64)]
    cards = [len(table.groups.places[-1]) for table in tables]
    # "No card" is one more kind, the last: it fills up the rows of courses that deal fewer cards.
    kinds = 1 + (tables[0].groups.kinds if tables else 0)
    groups = Groups(kinds, (POSITIONS[: max(cards, default=0)],))
    no_card = groups.addends()[0, :, -1]
    for table, dealt in zip(tables, cards, strict=True):
        class_of = np.array([number.setdefault(held, len(number)) for held in table.classes], dtype=np.int64)
        begin = class_of * groups.size + no_card[dealt:].sum()
        keys.append(begin[table.class_of] + table.codes)
    orders = np.concatenate([keys[0], *(table.orders for table in tables)])
    key, orders = sum_weights(np.concatenate(keys), orders)
    polynomial, codes = np.divmod(key, groups.size)
    there, row = distinct(codes)
    [held] = groups.decode(there)
    return list(number), PolynomialTerms(polynomial, orders, row, held[:, :0], held)


def collect_terms(
    rules: Rules, plan: Plan, splits: Sequence[Split], dealt: Dealt = NOTHING
) -> tuple[list[tuple[int, ...]], PolynomialTerms]:
    """The patterns of a plan with one layer, joined: the outcomes of each class, and the terms."""
    [tables] = collect(rules, plan, dealt, [splits])
    return join(tables)


def multiset_orders(
    rules: Rules, plan: Plan, splits: Sequence[Split], dealt: Dealt = NOTHING
) -> Iterator[tuple[Multiset, tuple[int, ...], int]]:
    """Every multiset of kinds, the outcomes it can have, one a split, and their dealing orders."""
    classes, terms = collect_terms(rules, plan, splits, dealt)
    kinds = len(plan.kinds)
    multisets = [tuple(kind for kind in row if kind < kinds) for row in terms.kinds.tolist()]
    columns = (terms.row.tolist(), terms.polynomial.tolist(), terms.orders.tolist())
    for row, number, orders in zip(*columns, strict=True):
        yield multisets[row], classes[number], orders
