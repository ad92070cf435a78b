"""The hot loops in numpy: shoes weighed against integer polynomials in falling factorials.

Works in whatever numbers the counts come in: doubles below 2^53, 64-bit integers, or Python integers. The
caller has proven that they hold every partial sum exactly. Knows nothing of cards, rules or bets.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from itertools import combinations_with_replacement
from typing import Any

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[Any]
Ints = NDArray[np.int64]

NAME = "python"

_ONE_THREAD = 2**18
"""Multiplications up to which a matrix product is left to one thread by the usual libraries under numpy; on
matrices so small, waiting for a second thread costs more than it brings, and much more on a busy machine."""


@dataclass(frozen=True)
class Halves:
    """A homogeneous polynomial of falling factorials, its kinds split into two halves.

    `blocks[k]` belongs to the multisets with k cards in the left half: coefficients by left multiset,
    class, right multiset; None where all are zero.
    """

    left: int
    right: int
    degree: int
    classes: int
    blocks: tuple[Ints | None, ...]
    _cast: dict[np.dtype[Any], tuple[Numbers | None, ...]] = field(default_factory=dict, repr=False)

    def numbers(self, dtype: np.dtype[Any]) -> tuple[Numbers | None, ...]:
        """The blocks in numbers of a type, made once."""
        if dtype not in self._cast:
            self._cast[dtype] = tuple(None if b is None else b.astype(dtype) for b in self.blocks)
        return self._cast[dtype]

    @classmethod
    def of(cls, kinds: int, classes: int, multisets: Ints, owner: Ints, coefficients: Ints) -> "Halves":
        """The halves of a polynomial given by rows: a sorted multiset of kinds, a class, a coefficient."""
        degree = multisets.shape[1]
        left = kinds // 2
        right = kinds - left
        in_left = (multisets < left).sum(axis=1)
        blocks: list[Ints | None] = []
        for size in range(degree + 1):
            rows = np.flatnonzero(in_left == size)
            if not len(rows):
                blocks.append(None)
                continue
            mine = _position(multisets[rows, :size], left)
            yours = _position(multisets[rows, size:] - left, right)
            shape = (len(_multisets(left, size)), classes, len(_multisets(right, degree - size)))
            block = np.zeros(shape, dtype=np.int64)
            np.add.at(block, (mine, owner[rows], yours), coefficients[rows])
            blocks.append(block)
        return cls(left, right, degree, classes, tuple(blocks))


def weigh_halves(halves: Halves, counts: Numbers) -> Numbers:
    """The polynomial of every class for every shoe: shoes × classes, from counts shoes × kinds."""
    total = np.zeros((len(counts), halves.classes), dtype=counts.dtype)
    largest = max((block.size for block in halves.blocks if block is not None), default=1)
    step = max(8, _ONE_THREAD // max(1, largest))
    for begin in range(0, len(counts), step):
        some = slice(begin, begin + step)
        total[some] = _weigh(halves, counts[some])
    return total


def _weigh(halves: Halves, counts: Numbers) -> Numbers:
    lefts = _products(counts[:, : halves.left], halves.degree)
    rights = _products(counts[:, halves.left :], halves.degree)
    shoes = len(counts)
    total = np.zeros((shoes, halves.classes), dtype=counts.dtype)
    for size, block in enumerate(halves.numbers(counts.dtype)):
        if block is None:
            continue
        rows, classes, columns = block.shape
        flat = block.reshape(rows, classes * columns)
        partial = (lefts[size] @ flat).reshape(shoes, classes, columns)
        total += (partial @ rights[halves.degree - size][:, :, None])[:, :, 0]
    return total


def weigh_rows(counts: Numbers, held: Ints, rest: Ints) -> Numbers:
    """For every shoe and row, the ways to deal the kinds in `rest` when those in `held` are gone.

    Args:
        counts: cards of each kind, shoes × kinds.
        held: kinds already dealt, rows × some.
        rest: kinds still to be dealt, one card each, rows × some.

    Returns:
        Shoes × rows.
    """
    ways = np.ones((len(counts), len(rest)), dtype=counts.dtype)
    for column in range(rest.shape[1]):
        kind = rest[:, column]
        gone = (held == kind[:, None]).sum(axis=1) + (rest[:, :column] == kind[:, None]).sum(axis=1)
        ways = ways * (counts[:, kind] - gone)
    return ways


def _products(counts: Numbers, degree: int) -> list[Numbers]:
    """Falling-factorial products of every multiset of 0 … degree kinds: shoes × multisets, by size.

    Each is the product of the multiset without its last kind, times the cards of that kind then left.
    """
    products = [np.ones((len(counts), 1), dtype=counts.dtype)]
    for parent, kind, gone in _steps(counts.shape[1], degree):
        products.append(products[-1][:, parent] * (counts[:, kind] - gone))
    return products


@cache
def _multisets(kinds: int, size: int) -> Ints:
    """All multisets of a size as sorted rows, in lexicographic order."""
    rows = list(combinations_with_replacement(range(kinds), size))
    return np.array(rows, dtype=np.int64).reshape(len(rows), size)


@cache
def _steps(kinds: int, degree: int) -> list[tuple[Ints, Ints, Ints]]:
    """For each size: where each multiset's parent stands, the kind it adds, and how many of it are gone."""
    return list(_each_step(kinds, degree))


def _each_step(kinds: int, degree: int) -> Iterator[tuple[Ints, Ints, Ints]]:
    for size in range(1, degree + 1):
        rows = _multisets(kinds, size)
        last = rows[:, -1] if len(rows) else np.zeros(0, dtype=np.int64)
        gone = (rows[:, :-1] == last[:, None]).sum(axis=1)
        yield _position(rows[:, :-1], kinds), last, gone


def _position(rows: Ints, kinds: int) -> Ints:
    """Where sorted rows stand in the lexicographic order of multisets of that size."""
    width = rows.shape[1]
    weights = np.array([max(kinds, 1) ** (width - 1 - i) for i in range(width)], dtype=np.int64)
    return np.searchsorted(_multisets(kinds, width) @ weights, rows @ weights)
