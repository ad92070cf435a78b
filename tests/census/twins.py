"""Both kernels in one process, the C kernel at every vector width that this machine has.

An engine is the numpy kernel, or the C kernel at a width. Engines are compared with the plain loops, and with
polynomials computed term by term in Python integers, which are also here.
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
from analyzer.census import census as censuses
from analyzer.census._kernel_py import PAIRS
from analyzer.census.polynomials import PolynomialTerms
from analyzer.census.program import Ints, Program
from analyzer.errors import AnalyzerError
from analyzer.exact import falling

LANES = 32
"""The most shoes that any width weighs side by side."""

UNTOUCHED = 0xA5A5_A5A5_A5A5_A5A5

Words = NDArray[np.uint64]


@dataclass(frozen=True)
class Engine:
    """A kernel at a width: its functions, and the power of 2 below which it counts."""

    name: str
    weigh: Callable[..., None]
    prepared: Callable[[bytes], object]
    bits: int
    enumerate_patterns: Callable[..., int]

    def words(self, numbers: int, program: Program, cells: Ints) -> Words:
        """The words that the engine writes: shoes × outcomes, or twice as many, low and high, for pairs.

        If the engine has no pairs, they come from the plain loops. This also checks that nothing is written
        before or after the places for the answers.
        """
        if numbers == PAIRS and self.bits < 128:
            return split(integers(program, cells))
        ways = np.full(
            (program.outcomes * (1 + (numbers == PAIRS)) + 2, len(cells)), UNTOUCHED, dtype=np.uint64
        )
        room = np.full(LANES * program.workspace + 8, np.nan)
        self.weigh(numbers, self.prepared(program.packed()), cells, room, ways[1:-1])
        assert (ways[[0, -1]] == UNTOUCHED).all()
        return ways[1:-1].T


def integers(program: Program, cells: Ints) -> NDArray[np.object_]:
    """The answers of the plain loops: shoes × outcomes."""
    answers = [program.weigh(row) for row in cells.tolist()]
    return np.array(answers, dtype=object).reshape(len(cells), program.outcomes)


def split(answers: NDArray[np.object_]) -> Words:
    """Python integers as pairs of words, modulo 2^128."""
    words = np.empty((len(answers), 2 * answers.shape[1]), dtype=np.uint64)
    words[:, 0::2] = answers & (2**64 - 1)
    words[:, 1::2] = (answers >> 64) & (2**64 - 1)
    return words


def wrapped(numbers: int, answers: Sequence[Sequence[int]], outcomes: int) -> Words:
    """The words that represent some answers, shoes × outcomes."""
    given = np.array(answers, dtype=object).reshape(len(answers), outcomes)
    return split(given) if numbers == PAIRS else (given & (2**64 - 1)).astype(np.uint64)


PYTHON = Engine(
    "python",
    partial(_kernel_py.weigh, 0),
    _kernel_py.prepared,
    _kernel_py.BITS,
    _kernel_py.enumerate_patterns,
)


def _c() -> tuple[list[Engine], str]:
    """The C kernel at each width, narrowest first; or none, and the reason."""
    try:
        twin, _ = kernel.choose({"ANALYZER_KERNEL": "c"}, import_module)
    except AnalyzerError as fault:
        return [], str(fault)
    return [
        Engine(f"c-{name}", partial(twin.weigh, width), twin.prepared, twin.BITS, twin.enumerate_patterns)
        for width, name in enumerate(reversed(twin.WIDTHS))
    ], ""


C, NO_C = _c()
ENGINES = [PYTHON, *C]

every_engine = pytest.mark.parametrize("engine", ENGINES, ids=lambda engine: engine.name)
needs_c = pytest.mark.skipif(not C, reason=f"there is one kernel only: {NO_C}")


@contextmanager
def using(engine: Engine) -> Iterator[None]:
    """Make the census weigh with an engine."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(kernel, "weigh", engine.weigh)
        patch.setattr(kernel, "prepared", engine.prepared)
        patch.setattr(kernel, "BITS", engine.bits)
        yield


def by_terms(terms: PolynomialTerms, number: int, unknown: int, counts: list[int]) -> list[int]:
    """Polynomials computed term by term from the cards of each kind."""
    weights = []
    for gone, row in zip(terms.gone.tolist(), terms.kinds.tolist(), strict=True):
        kinds = [kind for kind in row if kind < len(counts)]
        left = [count - gone.count(kind) for kind, count in enumerate(counts)]
        seen = len(gone) + len(kinds)
        weights.append(
            prod(falling(left[kind], kinds.count(kind)) for kind in set(kinds))
            * falling(sum(counts) - seen, unknown - seen)
        )
    values = [0] * number
    columns = (terms.polynomial.tolist(), terms.orders.tolist(), terms.row.tolist())
    for polynomial, orders, place in zip(*columns, strict=True):
        values[polynomial] += orders * weights[place]
    return values


class Reading:
    """A program executed for one shoe by the plain loops.

    `outcomes` are its answer; `largest` is the largest absolute value of an intermediate number.
    """

    def __init__(self, program: Program, cells: list[int]) -> None:
        met = {0}
        note, added, less, times = met.add, int.__add__, int.__sub__, int.__mul__

        class Met(int):
            """A whole number that records every result of its arithmetic."""

            def __add__(self, other: int) -> "Met":
                return noted(added(self, other))

            def __sub__(self, other: int) -> "Met":
                return noted(less(self, other))

            def __mul__(self, other: int) -> "Met":
                return noted(times(self, other))

            __radd__, __rmul__ = __add__, __mul__

        def noted(number: int) -> Met:
            note(number)
            return Met(number)

        self.outcomes = list(map(int, program.weigh(list(map(Met, cells)))))
        self.largest = max(map(abs, met))


def forget() -> None:
    """Drop the censuses that were made before."""
    censuses._made.clear()
    censuses.ready.clear()
