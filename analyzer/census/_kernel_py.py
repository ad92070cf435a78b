"""The slow loops in numpy: laying out patterns, weighing shoes against a program, and playing them.

Each function takes the same arrays as its C twin in `_kernel.c` and gives the same answers.
Knows nothing of cards, rules or bets. Callers have validated every argument.
"""

from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from analyzer.census._shoes_py import add_up, deal_shoes, quotients
from analyzer.census.program import Ints, Numbers, Program

__all__ = ["add_up", "deal_shoes", "enumerate_patterns", "prepared", "quotients", "weigh"]

Bytes = NDArray[np.uint8]
CONTRACT = 3  # The version of the interface of these functions; see `kernel.CONTRACT`.

DOUBLES, WORDS, PAIRS = 0, 1, 2
"""The types of number: doubles, exact up to 2^53; 64-bit words, exact below 2^64 because their arithmetic is
modulo 2^64; pairs of words, exact below 2^128.
"""

BITS = 64  # This kernel counts in integers below 2^64; larger counts are left to `Program.weigh`.
_ONE_THREAD = 2**18  # Multiplications in a batch, for which a second thread would cost more than it saves.
_DENSE = 64  # A full matrix is used if it has at most this many elements for each entry of the program.


def enumerate_patterns(
    cards: Bytes,
    points: Bytes,
    taken: Bytes,
    player_hands: Bytes,
    banker_hands: Bytes,
    player_thirds: Bytes,
    banker_thirds: Bytes,
    group: Bytes,
    addends: Ints,
    columns: Bytes,
    orders: Bytes,
    codes: Ints,
) -> int:
    """Lay out the patterns of one course; Player's hand changes slowest, Banker's third card fastest.

    Args:
        cards: the card that represents each kind.
        points: the points of a card of each kind.
        taken: whether hands take this course, by Player's two-card total, Banker's two-card total, and the
            points of Player's third card plus one, or 0 if there is none: 10 × 10 × 11.
        player_hands: Player's first cards, one hand per row: the kinds, then the dealing orders.
        banker_hands: Banker's first cards, in the same form.
        player_thirds: the kinds that Player's third card can be; empty if the course has none.
        banker_thirds: the same for Banker's third card, in rising order.
        group: the group of each place of the course, in the order p1 p2 p3 b1 b2 b3; 255 for no group.
        addends: what the kind at each sorted place of a group adds to the code: groups × 6 × kinds.
        columns: receives the cards, places × patterns.
        orders: receives the dealing orders of each pattern.
        codes: receives the code of each pattern, the sum of its `addends`.

    Returns:
        The number of patterns; the arrays must have room for all of them.
    """
    player_total, banker_total = (
        points[hands[:, :-1]].sum(axis=1, dtype=np.int64) % 10 for hands in (player_hands, banker_hands)
    )
    column = 1 + points[player_thirds] if len(player_thirds) else np.zeros(1, dtype=np.int64)
    deals = np.nonzero(taken[player_total[:, None, None], banker_total[:, None], column])
    player, banker, third = (np.repeat(deal, max(1, len(banker_thirds))) for deal in deals)
    kinds = [*player_hands.T[:-1, player], *banker_hands.T[:-1, banker]]
    if len(player_thirds):
        kinds.insert(player_hands.shape[1] - 1, player_thirds[third])
    if len(banker_thirds):
        kinds.append(np.tile(banker_thirds, len(deals[0])))
    rows = len(player)
    for place, kind in enumerate(kinds):
        columns[place, :rows] = cards[kind]
    orders[:rows] = player_hands[player, -1] * banker_hands[banker, -1]
    codes[:rows] = 0
    for number, addend in enumerate(addends):
        members = [kinds[place] for place in np.flatnonzero(group == number)]
        if members:
            for add, kind in zip(addend, np.sort(np.stack(members), axis=0), strict=False):
                codes[:rows] += add[kind]
    return rows


def prepared(program: bytes) -> object:
    """A packed program in the form that `weigh` takes; the C kernel checks it here and only here."""
    return program


def weigh(
    width: int, numbers: int, program: Any, cells: Ints, workspace: Ints, ways: NDArray[np.uint64]
) -> None:
    """Weigh shoes against a program: write its answer for every shoe.

    Args:
        width: a vector width of the C kernel; numpy chooses its own.
        numbers: the type of number; the caller has proven that every answer fits it.
        program: a result of `prepared`.
        cells: cards left, none negative, shoes × cells.
        workspace: memory for the C kernel; numpy allocates its own.
        ways: receives the answers, outcomes × shoes. A pair of words takes two rows, the low word first.
    """
    steps = _steps(program, np.int64 if numbers == WORDS else np.float64)
    batch = max(8, _ONE_THREAD // steps.largest)
    for begin in range(0, len(cells), batch):
        rows = slice(begin, begin + batch)
        ways[:, rows] = steps.answer(cells[rows]).T.astype(np.int64).view(np.uint64)


class _Steps:
    """A program as matrices of one type of number."""

    def __init__(self, program: Program, dtype: type) -> None:
        self.program = program
        self.members: Numbers = np.zeros((program.cells, program.kinds), dtype=dtype)
        kinds = np.repeat(np.arange(program.kinds), np.diff(program.kind_start))
        np.add.at(self.members, (program.kind_cell, kinds), 1)
        self.factor_gone: Numbers = program.factor_gone.astype(dtype)
        level, first = _levels(program)
        self.levels = [np.flatnonzero(level == depth) for depth in range(1, int(level.max()) + 1)]
        family = (level * 2 + first % 2)[program.inner]
        members = (np.flatnonzero(family == number) for number in np.unique(family))
        self.blocks = [_EntryBlock(program, entries, dtype) for entries in members]
        self.sums = [*_sums(program, dtype)]
        sizes = [len(block.inner) * len(block.outer) for block in self.blocks]
        self.largest = max([1, *sizes, *(len(terms) for _, terms, *_ in self.sums)])

    def answer(self, cells: Ints) -> Numbers:
        p = self.program
        counts: Numbers = cells.astype(self.members.dtype) @ self.members
        factors = counts[:, p.factor_kind] - self.factor_gone
        products: Numbers = np.ones((len(cells), p.products), dtype=counts.dtype)
        for at in self.levels:
            products[:, at] = products[:, p.parent[at]] * factors[:, p.last[at]]
        values: Numbers = np.zeros((len(cells), p.polynomials + p.sums), dtype=counts.dtype)
        for block in self.blocks:
            values[:, block.polynomials] += block.weigh(products)
        for places, terms, signs, starts in self.sums:
            values[:, places] = np.add.reduceat(values[:, terms] * signs, starts, axis=1)
        return values[:, len(values[0]) - p.outcomes :]


@lru_cache(maxsize=64)
def _steps(program: bytes, dtype: type) -> _Steps:
    return _Steps(Program.unpacked(program), dtype)


class _EntryBlock:
    """Some entries of a program with their rows, as a matrix unless it would be mostly zeros."""

    def __init__(self, program: Program, entries: Ints, dtype: type) -> None:
        row = np.repeat(np.arange(len(program.outer)), np.diff(program.entry_start))[entries]
        self.starts = np.flatnonzero(np.diff(row, prepend=-1))
        rows = row[self.starts]
        polynomial = np.searchsorted(program.row_end, rows, side="right")
        self.row_starts = np.flatnonzero(np.diff(polynomial, prepend=-1))
        self.polynomials = polynomial[self.row_starts]
        self.outer, self.inner = program.outer[rows], program.inner[entries]
        self.orders: Numbers = program.orders[entries].astype(dtype)
        inner, column = np.unique(self.inner, return_inverse=True)
        self.dense = len(inner) * len(rows) <= _DENSE * len(entries)
        if self.dense:
            matrix: Numbers = np.zeros((len(inner), len(rows)), dtype=dtype)
            np.add.at(matrix, (column, np.searchsorted(rows, row)), self.orders)
            self.inner, self.orders = inner, matrix

    def weigh(self, products: Numbers) -> Numbers:
        """The sum of the rows of each polynomial: shoes × polynomials."""
        inner = products[:, self.inner]
        rows = inner @ self.orders if self.dense else np.add.reduceat(inner * self.orders, self.starts, 1)
        return np.asarray(np.add.reduceat(rows * products[:, self.outer], self.row_starts, axis=1))


def _levels(program: Program) -> tuple[Ints, Ints]:
    """For each product, the number of its factors and the kind of the first factor."""
    level, first = [0], [0]
    kinds = program.factor_kind[program.last[1:]]
    for parent, kind in zip(program.parent[1:].tolist(), kinds.tolist(), strict=True):
        level.append(level[parent] + 1)
        first.append(first[parent] if parent else kind)
    return np.array(level), np.array(first)


def _sums(program: Program, dtype: type) -> Iterator[tuple[Ints, Ints, Numbers, Ints]]:
    """The sums in stages, each of which needs only earlier stages: the places of the results, the terms of
    all sums, their signs, and where each sum starts. An empty sum is left out.

    Each sum adds and subtracts the terms of the program in the order of the program. If sums of sums were
    merged into one, intermediate results could exceed 2^53.
    """
    stage = [0] * program.polynomials
    for begin, end in pairwise(program.sum_start):
        stage.append(1 + max((stage[term] for term in program.term[begin:end]), default=0))
    lengths = np.diff(program.sum_start)
    own = np.repeat(np.arange(program.sums), lengths)
    added = np.arange(len(own)) < np.repeat(program.less_start, lengths)
    signs: Numbers = np.where(added, 1, -1).astype(dtype)
    stage_of = np.array(stage[program.polynomials :], dtype=np.int64)[own]
    for number in np.unique(stage_of):
        at = np.flatnonzero(stage_of == number)
        starts = np.flatnonzero(np.diff(own[at], prepend=-1))
        yield program.polynomials + own[at][starts], program.term[at], signs[at], starts
