"""The census's working parts: shoes weighed against gathered patterns, plainly or with a close look.

Knows nothing of money.
"""

from collections.abc import Sequence
from math import comb
from typing import Any

import numpy as np

from analyzer.bets.evaluate import Block, integers
from analyzer.bets.tree import Node
from analyzer.census._kernel_py import Ints, Numbers
from analyzer.census.gather import Split, Table, outcomes
from analyzer.census.kernel import Halves, weigh_halves, weigh_rows
from analyzer.census.kinds import Kinds
from analyzer.census.marks import Sizes, arrangements, shapes, weigh_marks
from analyzer.census.plan import Plan
from analyzer.game.shoe import Fineness

_DENSE = 6_000_000
"""Entries up to which a polynomial is laid out in full, in halves."""


class PlainPart:
    """Splits that the kinds alone decide: a polynomial for every joint class of outcomes."""

    def __init__(self, chosen: Plan, splits: Sequence[Split], tables: Sequence[Table]) -> None:
        """Merge the classes of all courses; lay the polynomials out in halves if that is not too much."""
        self.kinds = chosen.kinds
        number: dict[tuple[int, ...], int] = {}
        owners = [
            np.array([number.setdefault(values, len(number)) for values in table.classes], dtype=np.int64)
            for table in tables
        ]
        self.tables = tables
        self.owners = [owner[table.owner] for owner, table in zip(owners, tables, strict=True)]
        self.shares = [
            _share([values[i] for values in number], len(split) + 1) for i, split in enumerate(splits)
        ]
        self.degree = max((table.rest.shape[1] for table in tables), default=0)
        self.classes = len(number)
        dense = comb(len(self.kinds) + self.degree - 1, self.degree) * self.classes
        self.halves = self._halves() if dense <= _DENSE else None
        self.width = dense if self.halves else sum(len(table.orders) for table in tables)

    def _halves(self) -> Halves:
        rows, owners, orders = [], [], []
        for table, owner in zip(self.tables, self.owners, strict=True):
            multisets, weight = table.rest, table.orders
            while multisets.shape[1] < self.degree:
                multisets, owner, weight = _with_unseen(multisets, owner, weight, len(self.kinds))
            rows.append(multisets)
            owners.append(owner)
            orders.append(weight)
        if not rows:
            return Halves.of(
                len(self.kinds), 0, np.zeros((0, 0), dtype=np.int64), *[np.zeros(0, dtype=np.int64)] * 2
            )
        return Halves.of(
            len(self.kinds),
            self.classes,
            np.concatenate(rows),
            np.concatenate(owners),
            np.concatenate(orders),
        )

    def weigh(self, cells: Ints, fineness: Fineness, unknown: int, numbers: type) -> list[Numbers]:
        """For each split, shoes × outcomes: the ways."""
        counts: Numbers = self.kinds.counts(cells, fineness).astype(numbers)
        cards: Numbers = cells.sum(axis=1).astype(numbers)
        if self.halves is not None:
            tally = weigh_halves(self.halves, counts) * _unseen(cards, self.degree, unknown)[:, None]
        else:
            tally = np.zeros((len(cells), self.classes), dtype=numbers)
            for table, owner in zip(self.tables, self.owners, strict=True):
                ways = _ways(table, counts, cards, unknown)
                order = np.argsort(owner, kind="stable")
                starts = np.flatnonzero(np.diff(owner[order], prepend=-1))
                tally[:, owner[order][starts]] += np.add.reduceat(ways[:, order], starts, axis=1)
        return [tally @ share.astype(numbers) for share in self.shares]


class ClosePart:
    """Splits that look at some cards more closely than the kinds tell: marks over kinds."""

    def __init__(
        self, chosen: Plan, splits: Sequence[Split], tables: Sequence[Table], phrases: Sequence[Node]
    ) -> None:
        """Judge every split for every class and every arrangement of marks, course by course."""
        self.plan = chosen
        self.courses = [_CloseCourse(chosen, table, splits, phrases) for table in tables]
        self.outcomes = [len(split) + 1 for split in splits]
        self.width = max((course.width for course in self.courses), default=1)

    def weigh(self, cells: Ints, fineness: Fineness, unknown: int, numbers: type) -> list[Numbers]:
        """For each split, shoes × outcomes: the ways."""
        counts: Numbers = self.plan.kinds.counts(cells, fineness).astype(numbers)
        marked: Numbers = _marked(self.plan, cells, fineness).astype(numbers)
        cards: Numbers = cells.sum(axis=1).astype(numbers)
        found: list[Numbers] = [np.zeros((len(cells), number), dtype=numbers) for number in self.outcomes]
        for course in self.courses:
            tally = course.tally(counts, marked, cards, unknown)
            for ways, shares in zip(found, course.shares, strict=True):
                ways += tally @ shares.astype(numbers)
        return found


class _CloseCourse:
    """One course of a close part."""

    def __init__(self, chosen: Plan, table: Table, splits: Sequence[Split], phrases: Sequence[Node]) -> None:
        self.table = table
        groups = chosen.groups(table.course)
        self.sizes: Sizes = tuple(len(places) for places in groups)
        step = np.any(np.diff(table.held, axis=0), axis=1) if len(table.held) else np.zeros(0, dtype=bool)
        self.place = np.concatenate([[0], np.cumsum(step)]).astype(np.int64)[: len(table.held)]
        begins = np.flatnonzero(np.diff(self.place, prepend=-1))
        self.shapes = shapes(table.held[begins], self.sizes)
        self.held = len(begins)
        self.classes = len(table.classes)
        chosen_marks = arrangements(len(chosen.marks), self.sizes)
        rows = self.classes * len(chosen_marks)
        cards = {place: np.full(rows, table.course.known.get(place, 0)) for place in table.course.dealt}
        column = 0
        for places in groups:
            for place in places:
                cards[place] = np.tile(chosen.marks.cards[chosen_marks[:, column]], self.classes)
                column += 1
        given = {
            phrase: np.repeat(integers([values[i] for values in table.classes]), len(chosen_marks))
            for i, phrase in enumerate(phrases)
        }
        block = Block(cards, rows, given)
        self.shares = [_share(outcomes(split, block).tolist(), len(split) + 1) for split in splits]
        self.width = max(
            [len(table.orders), rows, *(len(s.rows) * len(chosen_marks) * 4 for s in self.shapes)]
        )

    def tally(self, counts: Numbers, marked: Numbers, cards: Numbers, unknown: int) -> Numbers:
        """Shoes × (classes · arrangements): the ways."""
        spot = self.place * self.classes + self.table.owner
        starts = np.flatnonzero(np.diff(spot, prepend=-1))
        base: Numbers = np.zeros((len(counts), self.held * self.classes), dtype=counts.dtype)
        if len(starts):
            ways = _ways(self.table, counts, cards, unknown)
            base[:, spot[starts]] = np.add.reduceat(ways, starts, axis=1)
        base = base.reshape(len(counts), self.held, self.classes).swapaxes(1, 2)
        total: Any = 0
        for shape in self.shapes:
            total = total + base[:, :, shape.rows] @ weigh_marks(shape, marked, self.sizes)
        if not self.shapes:
            return np.zeros((len(counts), 0), dtype=counts.dtype)
        return np.asarray(total).reshape(len(counts), -1)


def _share(owner: Sequence[int], number: int) -> Ints:
    """Which outcome each class belongs to, as a matrix of ones and zeros: classes × outcomes."""
    share = np.zeros((len(owner), number), dtype=np.int64)
    share[np.arange(len(owner)), np.array(owner, dtype=np.int64)] = 1
    return share


def _with_unseen(multisets: Ints, owner: Ints, orders: Ints, kinds: int) -> tuple[Ints, Ints, Ints]:
    """The same polynomial one degree up: the next card is not seen, so it may be of any kind."""
    more = np.column_stack([np.repeat(multisets, kinds, axis=0), np.tile(np.arange(kinds), len(multisets))])
    return np.sort(more, axis=1), np.repeat(owner, kinds), np.repeat(orders, kinds)


def _ways(table: Table, counts: Numbers, cards: Numbers, unknown: int) -> Numbers:
    """Shoes × rows of a table: the ways to deal all cards that are not looked at closely."""
    used = table.held.shape[1] + table.rest.shape[1]
    ways = weigh_rows(counts, table.held, table.rest) * table.orders.astype(counts.dtype)
    return np.asarray(ways * _unseen(cards, used, unknown)[:, None])


def _unseen(cards: Numbers, used: int, unknown: int) -> Numbers:
    """In how many ways the coup's cards that nobody looks at can lie, by shoe."""
    ways = np.ones(len(cards), dtype=cards.dtype)
    for gone in range(used, unknown):
        ways = ways * (cards - gone)
    return ways


def _marked(chosen: Plan, cells: Ints, fineness: Fineness) -> Ints:
    """Cards by kind and mark: shoes × kinds × marks."""
    joint = Kinds.telling(chosen.kinds.labels, chosen.marks.labels)
    counts = joint.counts(cells, fineness)
    marked = np.zeros((len(cells), len(chosen.kinds), len(chosen.marks)), dtype=np.int64)
    for index, card in enumerate(joint.cards):
        marked[:, chosen.kinds.labels[card], chosen.marks.labels[card]] = counts[:, index]
    return marked
