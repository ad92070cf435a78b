"""Polynomials written out as one run of 64-bit words: what both twins of the kernel weigh shoes against.

Everything is numbered: the cells of a shoe, the kinds that are sums of cells, the products of counts of
kinds, the values that come out. `polynomials.py` makes programs; the twins only read them.
"""

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from itertools import chain
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

Ints: TypeAlias = NDArray[np.integer[Any]]
"""Whole numbers, of 64 bits in a program."""

_NUMBERS = 7
"""The fields up to here are single numbers, those after it arrays."""


@dataclass(frozen=True, slots=True, eq=False)
class Program:
    """What to do for a shoe, in the order in which it is done.

    - `kinds` counts: kind k is the sum of the cells `kind_cell[kind_start[k]:kind_start[k + 1]]`; no cell
      is of two kinds, but the last kind is any card at all.
    - `factors`: factor i is the count of kind `factor_kind[i]` less `factor_gone[i]`.
    - `products`: product 0 is one; product i is product `parent[i]` times factor `last[i]`.
    - `slots` polynomials: polynomial i is the sum of its rows, which end before `slot_end[i]`; a row is the
      product `outer` times a sum over the entries from `row_start[row]` to `row_start[row + 1]` of the
      product `inner` times `orders`.
    - `sums` of values: values 0 … slots − 1 are the polynomials; every sum adds the values `term` from
      `sum_start[s]` on, takes away those from `less_start[s]` on, and is itself the next value.
    - The last `outcomes` values are the answer.
    """

    cells: int
    kinds: int
    factors: int
    products: int
    slots: int
    sums: int
    outcomes: int
    kind_start: Ints
    kind_cell: Ints
    factor_kind: Ints
    factor_gone: Ints
    parent: Ints
    last: Ints
    slot_end: Ints
    outer: Ints
    row_start: Ints
    inner: Ints
    orders: Ints
    sum_start: Ints
    less_start: Ints
    term: Ints

    @property
    def room(self) -> int:
        """Words that one shoe needs while it is weighed."""
        return self.cells + self.kinds + self.factors + self.products + self.slots + self.sums

    @property
    def multiply_adds(self) -> int:
        """Multiplications, most of them with an addition, that one shoe costs."""
        return len(self.inner) + len(self.outer) + self.products - 1

    def over(self, members: Sequence[Sequence[int]]) -> "Program":
        """The same for shoes of certain cells: those of each kind but the last, which is of all cells."""
        everything = [*chain.from_iterable(members)]
        return replace(
            self,
            cells=len(everything),
            kind_start=np.cumsum([0, *map(len, members), len(everything)]),
            kind_cell=np.array(everything * 2, dtype=np.int64),
        )

    def packed(self) -> bytes:
        """The words: the numbers, the length of each array, the arrays, and `orders` again as doubles."""
        values = [getattr(self, field.name) for field in fields(self)]
        numbers, arrays = values[:_NUMBERS], values[_NUMBERS:]
        head = np.array(numbers + [len(array) for array in arrays], dtype=np.int64)
        return np.concatenate([head, *arrays, self.orders.astype(np.float64).view(np.int64)]).tobytes()

    @classmethod
    def unpacked(cls, packed: bytes) -> "Program":
        """The program that was packed."""
        words = np.frombuffer(packed, dtype=np.int64)
        begin = len(fields(cls))
        arrays = []
        for length in words[_NUMBERS:begin].tolist():
            arrays.append(words[begin : begin + length])
            begin += length
        return cls(*words[:_NUMBERS].tolist(), *arrays)
