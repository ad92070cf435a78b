"""The slow loops in C: the same functions as in `_kernel_py`, for every vector width of this machine.

The `width` that `weigh` takes is 0 for portable, 1 for avx2 and 2 for avx512.
"""

from analyzer.census._kernel_py import add_up as add_up
from analyzer.census._kernel_py import deal_shoes as deal_shoes
from analyzer.census._kernel_py import enumerate_patterns as enumerate_patterns
from analyzer.census._kernel_py import prepared as prepared
from analyzer.census._kernel_py import quotients as quotients
from analyzer.census._kernel_py import weigh as weigh

CONTRACT: int
"""The version of the interface of this binary; callers require `kernel.CONTRACT`."""

WIDTHS: tuple[str, ...]
"""The vector widths that this machine can run, widest first; the last is always "portable"."""

BITS: int
"""The binary counts in integers below 2 to this power: 128 if the compiler has such integers, else 64."""
