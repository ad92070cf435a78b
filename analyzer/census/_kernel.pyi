"""The hot loops in C: the same two functions as in `_kernel_py`, for every vector width of this machine.

The width that `weigh` is told is 0 for portable, 1 for avx2, 2 for avx512.
"""

from analyzer.census._kernel_py import enumerate_patterns as enumerate_patterns
from analyzer.census._kernel_py import weigh as weigh

CONTRACT: int
"""What this binary and its callers have agreed on; `kernel.CONTRACT` is what the callers expect."""

WIDTHS: tuple[str, ...]
"""The vector widths that this machine can run, widest first; "portable" is always the last."""

BITS: int
"""What it can count in: integers below two to this power, 128 where the compiler has such, or 64."""
