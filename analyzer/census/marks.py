"""Marks over kinds: the ways in which cards of known kinds can also show what a close look wants to see.

Given the kinds at the places looked at, the cards of one kind are exchangeable, so the factor of a close look
is a product over kinds, each a polynomial whose monomials say which marks lie in which group of places. Suits
over points for a whole coup is ten such factors, and not 338 million patterns.
Knows nothing of bets, rules or drawing.
"""

from dataclasses import dataclass
from functools import cache
from itertools import combinations_with_replacement, product
from math import factorial, prod

import numpy as np

from analyzer.census._kernel_py import Ints, Numbers

Sizes = tuple[int, ...]
"""Places in each group."""


@dataclass(frozen=True)
class Shape:
    """Rows of kinds at the places looked at that hold equal numbers of each of their kinds.

    `blocks[j]` is how many places in each group the row's j-th kind fills; `kinds[i, j]` is that kind in
    the row `rows[i]`.
    """

    blocks: tuple[Sizes, ...]
    rows: Ints
    kinds: Ints


def shapes(held: Ints, sizes: Sizes) -> list[Shape]:
    """Rows of kinds, sorted within groups of the given sizes, by shape."""
    group = np.repeat(np.arange(len(sizes)), sizes)
    found: dict[tuple[Sizes, ...], tuple[list[int], list[tuple[int, ...]]]] = {}
    for row, kinds in enumerate(held.tolist()):
        filled: dict[int, list[int]] = {}
        for kind, owner in zip(kinds, group, strict=True):
            filled.setdefault(kind, [0] * len(sizes))[owner] += 1
        order = tuple(sorted(filled))
        rows, members = found.setdefault(tuple(tuple(filled[kind]) for kind in order), ([], []))
        rows.append(row)
        members.append(order)
    return [
        Shape(blocks, np.array(rows), np.array(members, dtype=np.int64).reshape(len(rows), len(blocks)))
        for blocks, (rows, members) in found.items()
    ]


def weigh_marks(shape: Shape, counts: Numbers, sizes: Sizes) -> Numbers:
    """The ways in which the cards of each row of a shape show each arrangement of marks.

    Args:
        shape: the rows.
        counts: cards by kind and mark, shoes × kinds × marks.
        sizes: places in each group.

    Returns:
        Shoes × rows × arrangements, these in the order of `arrangements(marks, sizes)`.
    """
    marks = counts.shape[2]
    weight = np.ones((len(counts), len(shape.rows), 1), dtype=counts.dtype)
    filled: Sizes = (0,) * len(sizes)
    for place, block in enumerate(shape.blocks):
        factor = _factor(block, counts)[:, shape.kinds[:, place]]
        order, starts = _merge(marks, filled, block)
        outer = (weight[:, :, :, None] * factor[:, :, None, :]).reshape(*weight.shape[:2], -1)
        weight = np.add.reduceat(outer[:, :, order], starts, axis=2)
        filled = tuple(a + b for a, b in zip(filled, block, strict=True))
    return weight


@cache
def arrangements(marks: int, sizes: Sizes) -> Ints:
    """Every choice of a multiset of marks for each group: rows × places, sorted within groups."""
    choices = product(*(combinations_with_replacement(range(marks), size) for size in sizes))
    rows = [sum(choice, ()) for choice in choices]
    return np.array(rows, dtype=np.int64).reshape(len(rows), sum(sizes))


def _factor(block: Sizes, counts: Numbers) -> Numbers:
    """The ways for cards of one kind to fill so many places of each group: shoes × kinds × arrangements."""
    rows = arrangements(counts.shape[2], block)
    ways = np.ones((*counts.shape[:2], len(rows)), dtype=counts.dtype)
    for column in range(rows.shape[1]):
        gone = (rows[:, :column] == rows[:, column : column + 1]).sum(axis=1)
        ways = ways * (counts[:, :, rows[:, column]] - gone)
    return ways * _orders(counts.shape[2], block)


@cache
def _orders(marks: int, block: Sizes) -> Ints:
    """In how many orders the marks of each arrangement can lie in the places of their groups."""
    rows = arrangements(marks, block)
    repeats = np.ones(len(rows), dtype=np.int64)
    begin = 0
    for size in block:
        for column in range(begin, begin + size):
            repeats *= 1 + (rows[:, begin:column] == rows[:, column : column + 1]).sum(axis=1)
        begin += size
    return prod(map(factorial, block)) // repeats


@cache
def _merge(marks: int, left: Sizes, right: Sizes) -> tuple[Ints, Ints]:
    """How products of arrangements gather: an order of all pairs, and where each sum in it starts."""
    one, two = arrangements(marks, left), arrangements(marks, right)
    rows, columns = np.divmod(np.arange(len(one) * len(two)), len(two))
    parts = []
    for group in range(len(left)):
        mine = one[:, sum(left[:group]) : sum(left[: group + 1])]
        yours = two[:, sum(right[:group]) : sum(right[: group + 1])]
        parts.append(np.sort(np.concatenate([mine[rows], yours[columns]], axis=1), axis=1))
    merged = np.concatenate(parts, axis=1)
    code = merged @ (marks ** np.arange(merged.shape[1])[::-1])
    order = np.argsort(code, kind="stable")
    starts = np.flatnonzero(np.diff(code[order], prepend=-1))
    return order, starts
