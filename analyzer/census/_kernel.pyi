"""The hot loops in C: the same two functions as in `_kernel_py`, for every vector width of this machine."""

from typing import Any

CONTRACT: int
"""What this binary and its callers have agreed on; `kernel.CONTRACT` is what the callers expect."""

WIDTHS: tuple[str, ...]
"""The vector widths that this machine can run, widest first; "portable" is always the last."""

def enumerate_patterns(*arguments: Any) -> Any: ...
def weigh(width: int, *arguments: Any) -> Any:
    """As `_kernel_py.weigh`; the width is 0 for portable, 1 for avx2, 2 for avx512."""
