"""Both twins of the kernel in one process, the C twin at every vector width that this machine has.

An engine is the Python twin or a width of the C twin. What engines are held to is here as well: polynomials
worked out term by term in Python integers, and a program read line by line as its docstring has it.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from math import prod

import numpy as np
import pytest
from numpy.typing import NDArray

from analyzer.census import _kernel_py, kernel
from analyzer.census._kernel_py import PAIRS
from analyzer.census.polynomials import Terms
from analyzer.census.program import Ints, Program
from analyzer.errors import AnalyzerError
from analyzer.exact import falling

LANES = 32
"""Shoes side by side at most, at any width."""

UNTOUCHED = 0xA5A5_A5A5_A5A5_A5A5

Words = NDArray[np.uint64]


@dataclass(frozen=True)
class Engine:
    """A twin at a width: how it weighs, below two to which power, and how it lays out patterns."""

    name: str
    weigh: Callable[..., None]
    bits: int
    enumerate_patterns: Callable[..., int]

    def words(self, numbers: int, program: Program, cells: Ints) -> Words:
        """What the engine writes: shoes × outcomes, or twice as many, low and high, if those are pairs.

        Beyond what it can count in, it is Python integers that are written. Held here too: nothing is
        written before or behind the places for the answers.
        """
        if numbers == PAIRS and self.bits < 128:
            return split(integers(program, cells))
        ways = np.full(
            (len(cells) + 2, program.outcomes * (1 + (numbers == PAIRS))), UNTOUCHED, dtype=np.uint64
        )
        room = np.full(LANES * program.room + 8, np.nan)
        self.weigh(numbers, program.packed(), cells, room, ways[1:-1])
        assert (ways[[0, -1]] == UNTOUCHED).all()
        return ways[1:-1]


def integers(program: Program, cells: Ints) -> NDArray[np.object_]:
    """Shoes × outcomes, in Python integers."""
    found = np.empty((len(cells), program.outcomes), dtype=object)
    _kernel_py.weigh_integers(program.packed(), cells, found)
    return found


def split(answers: NDArray[np.object_]) -> Words:
    """Python integers as pairs of words, wrapped around at 2^128."""
    words = np.empty((len(answers), 2 * answers.shape[1]), dtype=np.uint64)
    words[:, 0::2] = answers & (2**64 - 1)
    words[:, 1::2] = (answers >> 64) & (2**64 - 1)
    return words


def wrapped(numbers: int, answers: Sequence[Sequence[int]], outcomes: int) -> Words:
    """The words that stand for some answers, shoes × outcomes."""
    given = np.array(answers, dtype=object).reshape(len(answers), outcomes)
    return split(given) if numbers == PAIRS else (given & (2**64 - 1)).astype(np.uint64)


PYTHON = Engine("python", partial(_kernel_py.weigh, 0), _kernel_py.BITS, _kernel_py.enumerate_patterns)


def _c() -> tuple[list[Engine], str]:
    """The C twin at each width, narrowest first; or none, and why."""
    try:
        twin, _ = kernel.picked({"ANALYZER_KERNEL": "c"}, import_module)
    except AnalyzerError as fault:
        return [], str(fault)
    return [
        Engine(f"c-{name}", partial(twin.weigh, width), twin.BITS, twin.enumerate_patterns)
        for width, name in enumerate(reversed(twin.WIDTHS))
    ], ""


C, NO_C = _c()
ENGINES = [PYTHON, *C]

every_engine = pytest.mark.parametrize("engine", ENGINES, ids=lambda engine: engine.name)
needs_c = pytest.mark.skipif(not C, reason=f"there is one twin only: {NO_C}")


@contextmanager
def using(engine: Engine) -> Iterator[None]:
    """Have the census weigh with an engine."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(kernel, "weigh", engine.weigh)
        patch.setattr(kernel, "BITS", engine.bits)
        yield


def by_terms(terms: Sequence[Terms], number: int, unknown: int, counts: list[int]) -> list[int]:
    """Polynomials worked out term by term, from the cards of each kind."""
    values = [0] * number
    for part in terms:
        weights = []
        for held, rest in zip(part.held.tolist(), part.rest.tolist(), strict=True):
            left = [count - held.count(kind) for kind, count in enumerate(counts)]
            seen = len(held) + len(rest)
            weights.append(
                prod(falling(left[kind], rest.count(kind)) for kind in set(rest))
                * falling(sum(counts) - seen, unknown - seen)
            )
        for owner, orders, row in zip(
            part.owner.tolist(), part.orders.tolist(), part.cards.tolist(), strict=True
        ):
            values[owner] += orders * weights[row]
    return values


class Reading:
    """A program read line by line for one shoe, in Python integers.

    `outcomes` are its answer; `largest` is the largest number met on the way, whatever its sign.
    """

    def __init__(self, program: Program, cells: list[int]) -> None:
        self.largest = 0
        p = program
        counts = [
            sum(cells[cell] for cell in p.kind_cell[begin:end].tolist()) for begin, end in spans(p.kind_start)
        ]
        factors = [counts[kind] - int(gone) for kind, gone in zip(p.factor_kind, p.factor_gone, strict=True)]
        products = [1]
        for parent, last in zip(p.parent[1:], p.last[1:], strict=True):
            products.append(self._met(products[parent] * factors[last]))
        values: list[int] = []
        for first, end in spans(np.append(0, p.slot_end)):
            value = 0
            for row in range(first, end):
                inner = 0
                for entry in range(int(p.row_start[row]), int(p.row_start[row + 1])):
                    inner = self._met(inner + self._met(products[p.inner[entry]] * int(p.orders[entry])))
                value = self._met(value + self._met(products[p.outer[row]] * inner))
            values.append(value)
        for (begin, end), less in zip(spans(p.sum_start), p.less_start.tolist(), strict=True):
            value = 0
            for place in range(begin, end):
                term = values[p.term[place]]
                value = self._met(value + (term if place < less else -term))
            values.append(value)
        self.outcomes = values[len(values) - p.outcomes :]

    def _met(self, number: int) -> int:
        self.largest = max(self.largest, abs(number))
        return number


def spans(bounds: Ints) -> list[tuple[int, int]]:
    """Where each stretch begins and ends."""
    return list(zip(bounds[:-1].tolist(), bounds[1:].tolist(), strict=True))
