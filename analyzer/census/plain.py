"""`weigh` in plain loops: the version to read, and the one that the fast versions are tested against.

The C kernel (`_weigh_loop.h`) and the numpy kernel (`_kernel_py.py`) take the same steps for many shoes at
once. Python's integers have no bound, so this version also counts shoes too large for either of them.
"""

from collections.abc import Sequence
from itertools import pairwise
from operator import mul

from analyzer.census.program import Program


def weigh(program: Program, cells: Sequence[int]) -> list[int]:
    """The answer of a program for one shoe: the exact ways of each outcome. `Program` defines each step.

    Args:
        program: for shoes of as many cells.
        cells: cards left in each cell of the shoe.
    """
    p = program
    inner, orders = p.inner.tolist(), p.orders.tolist()
    counts = [sum(cells[cell] for cell in p.kind_cell[begin:end]) for begin, end in pairwise(p.kind_start)]
    factors = [counts[kind] - gone for kind, gone in zip(p.factor_kind, p.factor_gone.tolist(), strict=True)]
    products = [1]
    for parent, last in zip(p.parent[1:], p.last[1:], strict=True):
        products.append(products[parent] * factors[last])
    rows = []
    for outer, (begin, end) in zip(p.outer, pairwise(p.entry_start), strict=True):
        entries = map(mul, [products[i] for i in inner[begin:end]], orders[begin:end])
        rows.append(products[outer] * sum(entries))
    values = [sum(rows[begin:end]) for begin, end in pairwise([0, *p.row_end])]
    for (begin, end), less in zip(pairwise(p.sum_start), p.less_start, strict=True):
        added, subtracted = p.term[begin:less], p.term[less:end]
        values.append(sum(values[i] for i in added) - sum(values[i] for i in subtracted))
    return values[len(values) - p.outcomes :]
