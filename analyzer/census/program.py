"""Programs: polynomials in the numbers of cards left, written as steps for the kernel.

A program refers to everything by index: to cells of the shoe, to kinds, which are sums of cells, to products
of counts, and to values. Knows nothing of rules or bets.
"""

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from itertools import chain, pairwise
from operator import mul
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

Ints: TypeAlias = NDArray[np.integer[Any]]  # Whole numbers; 64 bits in a program.

Numbers: TypeAlias = NDArray[Any]
"""Exact whole numbers: 64-bit integers, doubles if these are exact, or Python integers of any size."""

_SIZES = 7  # The number of fields, at the beginning, that are single numbers; all others are arrays.


@dataclass(frozen=True, slots=True, eq=False)
class Program:
    """The steps for one shoe, in order of execution.

    - `kinds` counts: kind k is the sum of the cells `kind_cell[kind_start[k]:kind_start[k + 1]]`. Each cell
      belongs to one kind, or to several where kinds overlap, and to the last kind, which counts all cards.
    - `factors`: factor i is the count of kind `factor_kind[i]` minus `factor_gone[i]`.
    - `products`: product 0 is 1; product i is product `parent[i]` times factor `last[i]`.
    - `polynomials`: polynomial i is the sum of its rows, which end before `row_end[i]`. A row is the product
      `outer` times a sum over its entries, from `entry_start[row]` to `entry_start[row + 1]`. An entry is the
      product `inner` times `orders`.
    - `sums` of values: values 0 … polynomials − 1 are the polynomials. Each sum is the next value: it adds
      the values `term` from `sum_start[s]` on and subtracts those from `less_start[s]` on.
    - The last `outcomes` values are the answer.
    """

    cells: int
    kinds: int
    factors: int
    products: int
    polynomials: int
    sums: int
    outcomes: int
    kind_start: Ints
    kind_cell: Ints
    factor_kind: Ints
    factor_gone: Ints
    parent: Ints
    last: Ints
    row_end: Ints
    outer: Ints
    entry_start: Ints
    inner: Ints
    orders: Ints
    sum_start: Ints
    less_start: Ints
    term: Ints

    @property
    def workspace(self) -> int:
        """The words of memory that the kernel needs for one shoe."""
        return self.cells + self.kinds + self.factors + self.products + self.polynomials + self.sums

    @property
    def multiply_adds(self) -> int:
        """The number of multiplications for one shoe, most of them followed by an addition."""
        return len(self.inner) + len(self.outer) + self.products - 1

    def weigh(self, cells: Sequence[int]) -> list[int]:
        """The answer for one shoe, the exact ways of each outcome, from the cards left in each cell.

        This is the version to read; the C kernel (`_weigh_loop.h`) and the numpy kernel (`_kernel_py.py`) are
        tested against it. Python integers have no bound, so it also counts shoes too large for the kernels.
        """
        inner, orders, outers = self.inner.tolist(), self.orders.tolist(), self.outer.tolist()
        counts = [
            sum(cells[i] for i in self.kind_cell[begin:end]) for begin, end in pairwise(self.kind_start)
        ]
        pairs = zip(self.factor_kind, self.factor_gone.tolist(), strict=True)
        factors = [counts[kind] - gone for kind, gone in pairs]
        products = [1]
        for parent, last in zip(self.parent[1:].tolist(), self.last[1:].tolist(), strict=True):
            products.append(products[parent] * factors[last])
        rows = []
        for outer, (begin, end) in zip(outers, pairwise(self.entry_start.tolist()), strict=True):
            entries = map(mul, [products[i] for i in inner[begin:end]], orders[begin:end])
            rows.append(products[outer] * sum(entries))
        values = [sum(rows[begin:end]) for begin, end in pairwise([0, *self.row_end])]
        for (begin, end), less in zip(pairwise(self.sum_start), self.less_start, strict=True):
            added, subtracted = self.term[begin:less], self.term[less:end]
            values.append(sum(values[i] for i in added) - sum(values[i] for i in subtracted))
        return values[len(values) - self.outcomes :]

    def for_cells(self, members: Sequence[Sequence[int]]) -> "Program":
        """This program for shoes with the given cells: `members` are the cells of each kind except the last,
        and include every cell at least once.
        """
        everything = sorted({*chain.from_iterable(members)})
        return replace(
            self,
            cells=len(everything),
            kind_start=np.cumsum([0, *map(len, members), len(everything)]),
            kind_cell=np.array([*chain.from_iterable(members), *everything], dtype=np.int64),
        )

    def packed(self) -> bytes:
        """The program as 64-bit words: sizes, the lengths of the arrays, the arrays, `orders` as doubles."""
        values = [getattr(self, field.name) for field in fields(self)]
        sizes, arrays = values[:_SIZES], values[_SIZES:]
        head = np.array(sizes + [len(array) for array in arrays], dtype=np.int64)
        return np.concatenate([head, *arrays, self.orders.astype(np.float64).view(np.int64)]).tobytes()

    @classmethod
    def unpacked(cls, packed: bytes) -> "Program":
        """The program that `packed` converted to bytes."""
        words = np.frombuffer(packed, dtype=np.int64)
        head = len(fields(cls))
        ends = np.cumsum(words[_SIZES:head])
        return cls(*words[:_SIZES].tolist(), *np.split(words[head : head + ends[-1]], ends[:-1]))
