"""The hot loops in numpy: patterns laid out, and shoes weighed against polynomials in falling factorials.

The twin of _kernel.c: the same two functions on the same arrays, with the same answers. Knows nothing of
cards, rules or bets. Callers have validated everything.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from analyzer.census.program import Ints, Program

Numbers = NDArray[Any]
Bytes = NDArray[np.uint8]

CONTRACT = 1
"""What this twin and its callers have agreed on; see `kernel.CONTRACT`."""

DOUBLES, WORDS, PAIRS = 0, 1, 2
"""What to count in: doubles, exact up to 2^53; 64-bit words, exact below 2^64 since they wrap around; or
pairs of words, exact below 2^128."""

BITS = 64
"""What this twin can count in: integers below 2^64. Beyond that it has Python integers, which both twins
use."""

_ONE_THREAD = 2**18
"""Multiplications up to which a matrix product is left to one thread by the usual libraries under numpy; on
matrices so small, waiting for a second thread costs more than it brings, and much more on a busy machine."""

_DENSE = 64
"""Entries of a full matrix for every entry there is, up to which a full matrix is the quicker way."""


def enumerate_patterns(
    cards: Bytes,
    points: Bytes,
    takes: Bytes,
    player: Bytes,
    banker: Bytes,
    player_third: Bytes,
    banker_third: Bytes,
    group: Bytes,
    ranks: Ints,
    columns: Bytes,
    orders: Bytes,
    spots: Ints,
) -> int:
    """Lay out the patterns of one course, Player's hands slowest and Banker's third card fastest.

    Args:
        cards: the card that stands for each kind.
        points: what a card of each kind is worth.
        takes: whether hands take this course, by Player's two-card total, Banker's, and what Player's third
            card is worth plus one, 0 if there is none: 10 × 10 × 11.
        player: Player's first hands: a row a hand, its kinds and then its dealing orders.
        banker: Banker's first hands likewise.
        player_third: the kinds that Player's third card can be; empty if the course has none.
        banker_third: the kinds that Banker's third card can be, rising; empty if the course has none.
        group: by place (p1 p2 p3 b1 b2 b3, those there are) the group whose multiset it belongs to, 255 for
            none.
        ranks: what the kind at each sorted place of a group adds to the spot: groups × 6 × kinds.
        columns: where the cards go, places × patterns.
        orders: where the dealing orders go.
        spots: where it goes at which spot of the census a pattern counts: the sum of its `ranks`.

    Returns:
        The number of patterns; the arrays have room for all.
    """
    first, second = np.divmod(np.arange(len(player) * len(banker)), max(1, len(banker)))
    totals = (_total(points, player)[first], _total(points, banker)[second])
    thirds: dict[str, Bytes] = {}
    if len(player_third):
        first, second = (np.repeat(side, len(player_third)) for side in (first, second))
        totals = (np.repeat(totals[0], len(player_third)), np.repeat(totals[1], len(player_third)))
        thirds["p"] = np.tile(player_third, len(first) // len(player_third))
    shown = 1 + points[thirds["p"]] if thirds else 0
    taken = np.flatnonzero(takes.reshape(10, 10, 11)[totals[0], totals[1], shown])
    first, second = first[taken], second[taken]
    thirds = {hand: third[taken] for hand, third in thirds.items()}
    if len(banker_third):
        thirds = {hand: np.repeat(third, len(banker_third)) for hand, third in thirds.items()}
        thirds["b"] = np.tile(banker_third, len(first))
        first, second = (np.repeat(side, len(banker_third)) for side in (first, second))
    kinds = [*player.T[:-1, first], *([thirds["p"]] if "p" in thirds else [])]
    kinds += [*banker.T[:-1, second], *([thirds["b"]] if "b" in thirds else [])]
    rows = len(first)
    for place, kind in enumerate(kinds):
        columns[place, :rows] = cards[kind]
    orders[:rows] = player[first, -1] * banker[second, -1]
    spots[:rows] = 0
    for number, rank in enumerate(ranks):
        members = [kinds[place] for place in np.flatnonzero(group == number)]
        if members:
            for add, kind in zip(rank, np.sort(np.stack(members), axis=0), strict=False):
                spots[:rows] += add[kind]
    return rows


def _total(points: Bytes, hands: Bytes) -> Ints:
    """The total of each hand of first cards."""
    return np.asarray(points[hands[:, :-1]].sum(axis=1, dtype=np.int64) % 10)


def weigh(
    width: int, numbers: int, program: bytes, cells: Ints, room: Ints, ways: NDArray[np.uint64]
) -> None:
    """Weigh shoes against polynomials: write, for every shoe, the answer of a program.

    Args:
        width: a vector width of the C twin; this one leaves widths to numpy.
        numbers: what to count in; the caller has proven that it holds every answer.
        program: a `Program`, packed.
        cells: cards left, none negative, shoes × cells.
        room: words to work in, for as many shoes as lie side by side; this twin makes its own room.
        ways: where the answers go, shoes × outcomes; pairs take two places, the low word and then the high
            one.
    """
    for some, answer in _answers(program, np.int64 if numbers == WORDS else np.float64, cells):
        ways[some] = answer.astype(np.int64).view(np.uint64)


def weigh_integers(program: bytes, cells: Ints, ways: Numbers) -> None:
    """The same in Python integers, which have no bound, for what neither twin can count in."""
    for some, answer in _answers(program, object, cells):
        ways[some] = answer


def _answers(program: bytes, dtype: type, cells: Ints) -> Iterator[tuple[slice, Numbers]]:
    task = _task(program, dtype)
    step = max(8, _ONE_THREAD // task.largest)
    for begin in range(0, len(cells), step):
        some = slice(begin, begin + step)
        yield some, task.answer(cells[some])


class _Task:
    """A program made ready for one type of number."""

    def __init__(self, program: Program, dtype: type) -> None:
        """Lay the entries out as blocks, and the sums as one matrix."""
        self.dtype = dtype
        self.members: Numbers = np.zeros((program.cells, program.kinds), dtype=dtype)
        kinds = np.repeat(np.arange(program.kinds), np.diff(program.kind_start))
        np.add.at(self.members, (program.kind_cell, kinds), 1)
        level, head = _chains(program)
        self.products = program.products
        self.factor_kind = program.factor_kind
        self.factor_gone: Numbers = program.factor_gone.astype(dtype)
        self.levels = [
            (at, program.parent[at], program.last[at])
            for at in (np.flatnonzero(level == depth) for depth in range(1, int(level.max()) + 1))
        ]
        family = level * 2 + (head >= program.kinds // 2)
        self.blocks = [
            _Block.of(program, np.flatnonzero(family[program.inner] == number), dtype)
            for number in np.unique(family[program.inner])
        ]
        self.slots = program.slots
        self.sums: Numbers | None = _sums(program).astype(dtype) if program.sums else None
        self.first = program.slots - program.outcomes
        self.largest = max([1, *(len(block.inner) * len(block.outer) for block in self.blocks)])

    def answer(self, cells: Ints) -> Numbers:
        """Shoes × outcomes."""
        counts: Numbers = cells.astype(self.dtype) @ self.members
        product: Numbers = np.ones((len(cells), self.products), dtype=self.dtype)
        factor = counts[:, self.factor_kind] - self.factor_gone
        for at, parent, last in self.levels:
            product[:, at] = product[:, parent] * factor[:, last]
        value: Numbers = np.zeros((len(cells), self.slots), dtype=self.dtype)
        for block in self.blocks:
            value[:, block.slots] += block.weigh(product)
        return value[:, self.first :] if self.sums is None else np.asarray(value @ self.sums)


@lru_cache(maxsize=64)
def _task(program: bytes, dtype: type) -> _Task:
    return _Task(Program.unpacked(program), dtype)


@dataclass(frozen=True, slots=True)
class _Block:
    """Entries whose inner products are of one family, as a full matrix if that is not much larger.

    `inner` are the products of the family, or of every entry; `orders` a matrix products × rows, or the
    number of every entry, `starts` then saying where each row begins. `outer` is the outer product of every
    row, and the rows from `slot_starts` on belong to `slots`.
    """

    inner: Ints
    orders: Numbers
    starts: Ints | None
    outer: Ints
    slots: Ints
    slot_starts: Ints

    @classmethod
    def of(cls, program: Program, entries: Ints, dtype: type) -> "_Block":
        """The block of some entries of a program."""
        row = np.repeat(np.arange(len(program.outer)), np.diff(program.row_start))[entries]
        starts = np.flatnonzero(np.diff(row, prepend=-1))
        rows = row[starts]
        slot = np.searchsorted(program.slot_end, rows, side="right")
        slot_starts = np.flatnonzero(np.diff(slot, prepend=-1))
        there = program.inner[entries]
        orders: Numbers = program.orders[entries].astype(dtype)
        inner, column = np.unique(there, return_inverse=True)
        outer = program.outer[rows]
        if len(inner) * len(rows) > _DENSE * len(entries):
            return cls(there, orders, starts, outer, slot[slot_starts], slot_starts)
        matrix: Numbers = np.zeros((len(inner), len(rows)), dtype=dtype)
        np.add.at(matrix, (column, np.searchsorted(rows, row)), orders)
        return cls(inner, matrix, None, outer, slot[slot_starts], slot_starts)

    def weigh(self, product: Numbers) -> Numbers:
        """What the block adds to its slots: shoes × slots."""
        if self.starts is None:
            rows = product[:, self.inner] @ self.orders
        else:
            rows = np.add.reduceat(product[:, self.inner] * self.orders, self.starts, axis=1)
        return np.asarray(np.add.reduceat(rows * product[:, self.outer], self.slot_starts, axis=1))


def _chains(program: Program) -> tuple[Ints, Ints]:
    """For each product: of how many counts, and the kind of the first of them."""
    level, head = [0], [0]
    kinds = program.factor_kind[program.last[1:]]
    for parent, kind in zip(program.parent[1:].tolist(), kinds.tolist(), strict=True):
        level.append(level[parent] + 1)
        head.append(head[parent] if parent else kind)
    return np.array(level), np.array(head)


def _sums(program: Program) -> Ints:
    """The sums worked out down to polynomials: slots × outcomes."""
    value = [*np.eye(program.slots, dtype=np.int64)]
    for begin, less, end in zip(program.sum_start, program.less_start, program.sum_start[1:], strict=False):
        added, taken = program.term[begin:less].tolist(), program.term[less:end].tolist()
        zero = np.zeros(program.slots, dtype=np.int64)
        value.append(sum((value[i] for i in added), zero) - sum((value[i] for i in taken), zero))
    return np.array(value[len(value) - program.outcomes :]).reshape(program.outcomes, program.slots).T
