"""Picks the twin that does the hot loops, by the environment variable ANALYZER_KERNEL: c, python or auto.

Both twins have the same functions and give the same answers; callers validate above them.
"""

import os

from analyzer.census._kernel_py import NAME, Halves, weigh_halves, weigh_rows
from analyzer.errors import AnalyzerError

_CHOICE = os.environ.get("ANALYZER_KERNEL", "auto")
if _CHOICE not in ("c", "python", "auto"):
    raise AnalyzerError(f"ANALYZER_KERNEL: expected c, python or auto, got {_CHOICE!r}")
if _CHOICE == "c":
    raise AnalyzerError(
        "ANALYZER_KERNEL=c: this build has no C kernel; unset the variable or set it to python"
    )

__all__ = ["NAME", "Halves", "weigh_halves", "weigh_rows"]
