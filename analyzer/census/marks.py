"""Marks over kinds: the ways in which cards of known kinds can also show what a close look wants to see.

Given the kinds at the places looked at, the cards of one kind are exchangeable, so the factor of a close look
is a product over kinds, each a polynomial whose monomials say which marks lie in which group of places. Suits
over points for a whole coup is ten such factors, and not 338 million patterns.
Knows nothing of bets, rules or drawing.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache, partial
from itertools import combinations_with_replacement
from math import factorial, prod

import numpy as np
from numpy.typing import NDArray

from analyzer.census._kernel_py import Numbers
from analyzer.census.program import Ints

Sizes = tuple[int, ...]
"""Places in each group."""

Marks = NDArray[np.int8]
"""Rows of marks or kinds, kept small since there can be millions of them."""


@dataclass(frozen=True, slots=True)
class Step:
    """How the marks of one more kind carry on what the kinds before it have come to.

    `alike` gathers the kind's arrangements that make no difference to one another, `onward` the pairs of a
    state and of such arrangements by the state they lead to; each is an order, and where its sums start.
    """

    alike: tuple[Ints, Ints]
    onward: tuple[Ints, Ints]


@dataclass(frozen=True, slots=True)
class Shape:
    """Rows of kinds at the places looked at that hold equal numbers of each of their kinds.

    `blocks[j]` is how many places in each group the row's j-th kind fills; `kinds[i, j]` is that kind in
    the row `rows[i]`; `steps[j]` is what its marks do.
    """

    blocks: tuple[Sizes, ...]
    rows: Ints
    kinds: Ints
    steps: tuple[Step, ...]


def shapes(held: Ints, sizes: Sizes, marks: int, signs: Ints) -> list[Shape]:
    """Rows of kinds, sorted within groups of the given sizes, by shape.

    Args:
        held: rows of kinds, a column a place.
        sizes: places in each group.
        marks: how many marks there are.
        signs: a number for each of `arrangements(marks, sizes)`: what is to be told apart of them, from 0 on.
    """
    steps = _stepper(sizes, marks, signs)
    groups = len(sizes)
    group = np.repeat(np.arange(groups), sizes)
    order = np.argsort(held * groups + group, axis=1)
    kinds, owners = np.take_along_axis(held, order, axis=1), group[order]
    # A row's shape is where a new kind begins, and the group of every place, places in order of their kinds.
    begins = np.diff(kinds, axis=1, prepend=-1) != 0
    code = (begins * groups + owners) @ (2 * groups) ** np.arange(len(group))
    _, first, which = np.unique(code, return_index=True, return_inverse=True)
    found = []
    for shape, row in enumerate(first):
        rows = np.flatnonzero(which == shape)
        starts = np.flatnonzero(begins[row])
        ends = [*starts[1:], len(group)]
        blocks = tuple(
            tuple(np.bincount(owners[row, start:end], minlength=groups).tolist())
            for start, end in zip(starts, ends, strict=True)
        )
        found.append(Shape(blocks, rows, kinds[rows][:, starts].astype(np.int64), steps(blocks)))
    return found


def _stepper(sizes: Sizes, marks: int, signs: Ints) -> Callable[[tuple[Sizes, ...]], tuple[Step, ...]]:
    """Makes the steps of blocks, last ones first: what always leads to the same signs is one state."""

    @cache
    def walked(blocks: tuple[Sizes, ...]) -> tuple[Ints, tuple[Step, ...]]:
        """The state of each arrangement before the last few blocks, and their steps."""
        if not blocks:
            return signs, ()
        after, steps = walked(blocks[1:])
        filled = tuple(size - sum(block[group] for block in blocks) for group, size in enumerate(sizes))
        leads = after[_merged(marks, filled, blocks[0])]
        first, alike = _alike(leads.T)
        some, states = _alike(leads[:, first])
        onward = leads[some][:, first]
        return states, (Step(_gathered(alike), _gathered(onward.ravel())), *steps)

    return lambda blocks: walked(blocks)[1]


def _alike(rows: Ints) -> tuple[Ints, Ints]:
    """Where each distinct row comes first, and which of these each row is; `np.unique` is slower on few."""
    number: dict[bytes, int] = {}
    which = [number.setdefault(row.tobytes(), len(number)) for row in rows]
    return np.unique(which, return_index=True)[1], np.array(which)


def _gathered(numbers: Ints) -> tuple[Ints, Ints]:
    """An order of places by their number, and where each number starts in it."""
    order = np.argsort(numbers, kind="stable")
    return order, np.flatnonzero(np.diff(numbers[order], prepend=-1))


def weigh_marks(shapes: Iterable[Shape], counts: Numbers) -> Iterator[Numbers]:
    """The ways in which the cards of each row of a shape show each sign, shape by shape.

    Args:
        shapes: the rows.
        counts: cards by kind and mark, shoes × kinds × marks.

    Returns:
        For each shape, shoes × rows × signs.
    """
    factor = cache(partial(_factor, counts))
    for shape in shapes:
        weight = np.ones((len(counts), len(shape.rows), 1), dtype=counts.dtype)
        for place, (block, step) in enumerate(zip(shape.blocks, shape.steps, strict=True)):
            ways = _added(factor(block), step.alike)[:, shape.kinds[:, place]]
            outer = weight[:, :, :, None] * ways[:, :, None, :]
            weight = _added(outer.reshape(*weight.shape[:2], -1), step.onward)
        yield weight


def _added(ways: Numbers, gathered: tuple[Ints, Ints]) -> Numbers:
    """Ways added up along the last axis."""
    order, starts = gathered
    return np.asarray(np.add.reduceat(ways[:, :, order], starts, axis=2))


def weigh_nested(rows: Marks, kinds: Marks, counts: Numbers, sizes: Sizes) -> Numbers:
    """The same where each mark lies within one kind: an arrangement tells the kinds, and is weighed alone.

    Args:
        rows: arrangements of marks.
        kinds: the kind of each of their marks.
        counts: cards by mark, shoes × marks.
        sizes: places in each group.

    Returns:
        Shoes × rows: the ways for the cards of the row's kinds to show just these marks.
    """
    orders: Numbers = (_repeats(kinds, sizes) // _repeats(rows, sizes)).astype(counts.dtype)
    return np.asarray(_draws(counts, rows) * orders)


@cache
def arrangements(marks: int, sizes: Sizes) -> Marks:
    """Every choice of a multiset of marks for each group: rows × places, sorted within groups."""
    rows = np.zeros((1, 0), dtype=np.int8)
    for size in sizes:
        choices = list(combinations_with_replacement(range(marks), size))
        group = np.array(choices, dtype=np.int8).reshape(len(choices), size)
        rows = np.hstack([np.repeat(rows, len(group), axis=0), np.tile(group, (len(rows), 1))])
    return rows


def _factor(counts: Numbers, block: Sizes) -> Numbers:
    """The ways for cards of one kind to fill so many places of each group: shoes × kinds × arrangements."""
    rows = arrangements(counts.shape[2], block)
    orders: Numbers = (prod(map(factorial, block)) // _repeats(rows, block)).astype(counts.dtype)
    return np.asarray(_draws(counts, rows) * orders)


def _draws(counts: Numbers, rows: Marks) -> Numbers:
    """The ordered draws of a row's marks, by shoe, perhaps by kind, and by row."""
    ways = np.ones((*counts.shape[:-1], len(rows)), dtype=counts.dtype)
    for column in range(rows.shape[1]):
        gone = (rows[:, :column] == rows[:, column : column + 1]).sum(axis=1)
        ways = ways * (counts[..., rows[:, column]] - gone)
    return ways


def _repeats(rows: Marks, sizes: Sizes) -> Ints:
    """The product of the factorials of how often each value comes within each group, by row."""
    repeats = np.ones(len(rows), dtype=np.int64)
    begin = 0
    for size in sizes:
        for column in range(begin, begin + size):
            repeats *= 1 + (rows[:, begin:column] == rows[:, column : column + 1]).sum(axis=1)
        begin += size
    return repeats


@cache
def _merged(marks: int, left: Sizes, right: Sizes) -> Ints:
    """Which arrangement of both together two arrangements make: left × right."""
    one, two = arrangements(marks, left), arrangements(marks, right)
    rows, columns = np.divmod(np.arange(len(one) * len(two)), len(two))
    parts = []
    for group in range(len(left)):
        mine = one[:, sum(left[:group]) : sum(left[: group + 1])]
        yours = two[:, sum(right[:group]) : sum(right[: group + 1])]
        parts.append(np.sort(np.concatenate([mine[rows], yours[columns]], axis=1), axis=1))
    merged = np.concatenate(parts, axis=1)
    base = marks ** np.arange(merged.shape[1])[::-1]
    both = arrangements(marks, tuple(a + b for a, b in zip(left, right, strict=True)))
    return np.searchsorted(both @ base, merged @ base).reshape(len(one), len(two))
