"""The hot loops in C: the same two functions as in `_kernel_py`, for every vector width of this machine."""

import numpy as np
from numpy.typing import NDArray

from analyzer.census._kernel_py import Bytes
from analyzer.census.program import Ints

CONTRACT: int
"""What this binary and its callers have agreed on; `kernel.CONTRACT` is what the callers expect."""

WIDTHS: tuple[str, ...]
"""The vector widths that this machine can run, widest first; "portable" is always the last."""

BITS: int
"""What it can count in: integers below two to this power, 128 where the compiler has such, or 64."""

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
    """As `_kernel_py.enumerate_patterns`."""

def weigh(
    width: int,
    numbers: int,
    program: bytes,
    cells: Ints,
    room: NDArray[np.float64],
    ways: NDArray[np.uint64],
) -> None:
    """As `_kernel_py.weigh`; the width is 0 for portable, 1 for avx2, 2 for avx512."""
