"""The benchmark's two C programs, compiled when they are first used: the yardstick and the peak.

Knows nothing of the package being measured.
"""

import ctypes
import os
import shlex
import subprocess
import tempfile
from functools import cache
from pathlib import Path
from time import perf_counter

import numpy as np
from numpy.typing import NDArray

SOURCES = [Path(__file__).with_name(name) for name in ("yardstick.c", "peak.c")]
FLAGS = ("-O2", "-shared", "-fPIC")

Ints = NDArray[np.int64]


class NoCompilerError(Exception):
    """There is no C compiler; the text says which command was tried."""


def compiler() -> list[str]:
    """The command of the C compiler: the environment's CC, or `cc`."""
    return shlex.split(os.environ.get("CC", "cc"))


def compiler_version() -> str:
    """The first line of the compiler's version text.

    Raises:
        NoCompilerError: it cannot be run, or prints nothing.
    """
    try:
        run = subprocess.run([*compiler(), "--version"], capture_output=True, text=True, check=True)
        return run.stdout.splitlines()[0]
    except (OSError, subprocess.CalledProcessError, IndexError):
        raise NoCompilerError(f"no C compiler: {shlex.join(compiler())!r} does not run") from None


@cache
def _library() -> ctypes.CDLL:
    compiler_version()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        target = Path(folder, "native.so")
        subprocess.run([*compiler(), *FLAGS, "-o", str(target), *map(str, SOURCES)], check=True)
        return ctypes.CDLL(str(target))


def yardstick(counts: Ints) -> Ints:
    """Ways of Player, Banker and Tie, shoes × 3, by the usual published enumeration.

    Args:
        counts: cards by points, shoes × 10, at most 1,450 cards per shoe.

    Raises:
        NoCompilerError: there is no C compiler.
    """
    counts = np.ascontiguousarray(counts, dtype=np.int64)
    ways = np.zeros((len(counts), 3), dtype=np.int64)
    address = ctypes.c_void_p
    _library().yardstick(address(counts.ctypes.data), ctypes.c_int64(len(counts)), address(ways.ctypes.data))
    return ways


def peak(width: str, runs: int = 20) -> float | None:
    """Steps per second on one core at a vector width; None if the machine does not have this width.

    A step is one multiplication and one addition of doubles. The result is the best of several short runs,
    because a disturbance can only make a run slower.

    Raises:
        NoCompilerError: there is no C compiler.
    """
    chains = getattr(_library(), f"peak_{width}", None)
    if chains is None:
        return None
    chains.restype = ctypes.c_int64
    kept = ctypes.c_double()
    best = 0.0
    for _ in range(runs):
        begin = perf_counter()
        done = chains(ctypes.c_int64(500_000), ctypes.byref(kept))
        best = max(best, done / (perf_counter() - begin))
    return best or None
