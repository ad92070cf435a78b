"""The suit layer: the ways in which cards of known kinds have the suits that a condition looks at.

A suit kind is what the layer distinguishes: a suit, a colour or a single card. The cards of one kind are
equally likely to be any cards of that kind, so the ways are a product over kinds. Each factor counts the ways
in which the cards of one kind have an arrangement: a multiset of suit kinds for each group of places. Suits
over points for a whole coup need ten of these factors instead of 338 million patterns. Knows nothing of bets,
rules or drawing.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache, partial
from itertools import accumulate, combinations_with_replacement
from math import factorial, prod

import numpy as np
from numpy.typing import NDArray

from analyzer.census.program import Ints, Numbers

Sizes = tuple[int, ...]  # The number of places in each group.
Rows = NDArray[np.int8]  # Suit kinds or kinds, one column per place; bytes, because there can be millions.


@dataclass(frozen=True, slots=True)
class Step:
    """A step over the kinds of a row: how the suit kinds of the next kind lead from a state to a new state.
    `arrangements` groups the arrangements of this kind that lead from every state to the same new state.
    `states` groups the pairs of a state and such a group by the new state.
    """

    arrangements: tuple[Ints, Ints]
    states: tuple[Ints, Ints]


@dataclass(frozen=True, slots=True)
class Shape:
    """Rows of kinds whose kinds fill the same numbers of places in each group. `blocks[j]` has the number of
    places of each group that the j-th kind of a row fills; `kinds[i, j]` is that kind in the row `rows[i]`;
    `steps[j]` is the step for its suit kinds.
    """

    blocks: tuple[Sizes, ...]
    rows: Ints
    kinds: Ints
    steps: tuple[Step, ...]


def shapes(held: Ints, sizes: Sizes, suit_kinds: int, signatures: Ints) -> list[Shape]:
    """Rows of kinds by shape. `held` are rows of kinds, one column per place, sorted within groups.
    `signatures` has a number from 0 on for each of `arrangements(suit_kinds, sizes)`; arrangements with the
    same number need not be distinguished.
    """

    @cache
    def walk(blocks: tuple[Sizes, ...]) -> tuple[Ints, tuple[Step, ...]]:
        """The state of each arrangement before the last few blocks, and their steps."""
        if not blocks:
            return signatures, ()
        after, steps = walk(blocks[1:])
        filled = tuple(size - sum(block[group] for block in blocks) for group, size in enumerate(sizes))
        leads = after[_merged(suit_kinds, filled, blocks[0])]
        first, equal = distinct_rows(leads.T)
        rows, states = distinct_rows(leads[:, first])
        return states, (Step(_grouped(equal), _grouped(leads[rows][:, first].ravel())), *steps)

    groups = len(sizes)
    group = np.repeat(np.arange(groups), sizes)
    order = np.argsort(held * groups + group, axis=1)
    kinds, owners = np.take_along_axis(held, order, axis=1), group[order]
    # The shape of a row: where each new kind begins, and the group of each place, in the order of the kinds.
    begins = np.diff(kinds, axis=1, prepend=-1) != 0
    code = (begins * groups + owners) @ (2 * groups) ** np.arange(len(group))
    _, first, which = np.unique(code, return_index=True, return_inverse=True)
    by_shape = []
    for shape, row in enumerate(first):
        rows = np.flatnonzero(which == shape)
        starts = np.flatnonzero(begins[row])
        blocks = tuple(
            tuple(np.bincount(block, minlength=groups).tolist())
            for block in np.split(owners[row], starts[1:])
        )
        by_shape.append(Shape(blocks, rows, kinds[rows][:, starts].astype(np.int64), walk(blocks)[1]))
    return by_shape


def starts(numbers: Ints) -> Ints:
    """Where each run of equal numbers begins; faster than `numpy.diff` for few numbers."""
    begins = np.ones(len(numbers), dtype=bool)
    begins[1:] = numbers[1:] != numbers[:-1]
    return np.flatnonzero(begins)


def _grouped(numbers: Ints) -> tuple[Ints, Ints]:
    """An order of places that brings equal numbers together, and where each number starts in that order."""
    order = np.argsort(numbers, kind="stable")
    return order, starts(numbers[order])


def _sum_groups(values: Numbers, groups: tuple[Ints, Ints]) -> Numbers:
    """Sums along the last axis, one for each group of places that `_grouped` found."""
    order, starts = groups
    return np.asarray(np.add.reduceat(values[..., order], starts, axis=-1))


def distinct_rows(rows: Ints) -> tuple[Ints, Ints]:
    """Where each distinct row first occurs, and the number of each row; faster than numpy for few rows."""
    number: dict[bytes, int] = {}
    which = np.array([number.setdefault(row.tobytes(), len(number)) for row in rows], dtype=np.int64)
    # Rows are numbered in order, so the first occurrence of a row has a higher number than all before it.
    return starts(np.maximum.accumulate(which)), which


def weigh_shapes(shapes: Iterable[Shape], counts: Numbers) -> Iterator[Numbers]:
    """For each shape, the ways: shoes × rows × signatures. `counts` are shoes × kinds × suit kinds."""
    factor = cache(partial(_factor, counts))
    for shape in shapes:
        weight = np.ones((len(counts), len(shape.rows), 1), dtype=counts.dtype)
        for place, (block, step) in enumerate(zip(shape.blocks, shape.steps, strict=True)):
            ways = _sum_groups(factor(block), step.arrangements)[:, shape.kinds[:, place]]
            pairs = weight[:, :, :, None] * ways[:, :, None, :]
            weight = _sum_groups(pairs.reshape(*weight.shape[:2], -1), step.states)
        yield weight


def weigh_nested(rows: Rows, kinds: Rows, counts: Numbers, sizes: Sizes) -> Numbers:
    """The ways in which cards of each row's kinds have exactly that row's suit kinds: shoes × rows. Each suit
    kind is within the kind at its place; `counts` are shoes × suit kinds.
    """
    orders: Numbers = (repeats(kinds, sizes) // repeats(rows, sizes)).astype(counts.dtype)
    return np.asarray(_draws(counts, rows) * orders)


@cache
def arrangements(suit_kinds: int, sizes: Sizes) -> Rows:
    """Every choice of a multiset of suit kinds for each group: rows × places, sorted within groups."""
    rows = np.zeros((1, 0), dtype=np.int8)
    for size in sizes:
        choices = list(combinations_with_replacement(range(suit_kinds), size))
        group = np.array(choices, dtype=np.int8).reshape(len(choices), size)
        rows = np.hstack([np.repeat(rows, len(group), axis=0), np.tile(group, (len(rows), 1))])
    return rows


def _factor(counts: Numbers, block: Sizes) -> Numbers:
    """The ways for cards of each kind to fill some places of each group: shoes × kinds × arrangements."""
    rows = arrangements(counts.shape[2], block)
    orders: Numbers = (prod(map(factorial, block)) // repeats(rows, block)).astype(counts.dtype)
    return np.asarray(_draws(counts, rows) * orders)


def _draws(counts: Numbers, rows: Rows) -> Numbers:
    """The number of ordered draws of each row's suit kinds; the last axis, suit kinds, becomes rows."""
    ways = np.ones((*counts.shape[:-1], len(rows)), dtype=counts.dtype)
    for column in range(rows.shape[1]):
        gone = (rows[:, :column] == rows[:, column : column + 1]).sum(axis=1)
        ways = ways * (counts[..., rows[:, column]] - gone)
    return ways


def repeats(rows: Ints, sizes: Sizes) -> Ints:
    """For each row, the product of the factorials of the numbers of equal values within each group."""
    repeats = np.ones(len(rows), dtype=np.int64)
    for begin, size in zip(accumulate(sizes, initial=0), sizes, strict=False):
        for column in range(begin, begin + size):
            repeats *= 1 + (rows[:, begin:column] == rows[:, column : column + 1]).sum(axis=1)
    return repeats


@cache
def _merged(suit_kinds: int, left: Sizes, right: Sizes) -> Ints:
    """The index of the arrangement that two arrangements form together: left × right."""
    one, two = arrangements(suit_kinds, left), arrangements(suit_kinds, right)
    rows, columns = np.divmod(np.arange(len(one) * len(two)), len(two))
    groups = zip(np.split(one, np.cumsum(left)[:-1], 1), np.split(two, np.cumsum(right)[:-1], 1), strict=True)
    merged = np.hstack([np.sort(np.hstack([a[rows], b[columns]]), axis=1) for a, b in groups])
    base = suit_kinds ** np.arange(merged.shape[1])[::-1]
    both = arrangements(suit_kinds, tuple(a + b for a, b in zip(left, right, strict=True)))
    return np.searchsorted(both @ base, merged @ base).reshape(len(one), len(two))
