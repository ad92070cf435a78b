"""Picks the twin that does the hot loops, and its vector width, by two environment variables.

ANALYZER_KERNEL is c, python or auto (C where it was built; the default). ANALYZER_WIDTH is avx512, avx2 or
portable, by default the widest of this machine; the Python twin leaves widths to numpy. Both twins have the
same functions and give the same answers at every width; callers validate above them.
"""

import os
from collections.abc import Callable, Mapping
from functools import partial
from importlib import import_module
from typing import Any

from analyzer.errors import INSTALL_AGAIN, AnalyzerError

CONTRACT = 1
"""What the twins and their callers have agreed on: raised whenever a function takes or gives something else,
so that a binary of an earlier build is not called."""

_WIDTHS = ("portable", "avx2", "avx512")
"""The vector widths; the C twin knows each by where it stands here."""

_WAY_OUT = f"{INSTALL_AGAIN} or set ANALYZER_KERNEL=python"


def picked(environ: Mapping[str, str], load: Callable[[str], Any]) -> tuple[Any, str]:
    """The module of the twin to use, and its vector width: "numpy" for the Python twin.

    Args:
        environ: the environment variables.
        load: imports a module by its full name.

    Raises:
        AnalyzerError: a variable holds an unknown word; the C twin is wanted and was not built, or was built
            and cannot be loaded or is stale; the machine lacks the width.
    """
    choice = _word(environ, "ANALYZER_KERNEL", "auto", ("c", "python", "auto"))
    width = _word(environ, "ANALYZER_WIDTH", "", _WIDTHS)
    if choice != "python":
        try:
            return _checked(load("analyzer.census._kernel"), width)
        except ModuleNotFoundError:
            if choice == "c":
                raise AnalyzerError(
                    "ANALYZER_KERNEL=c: the C kernel was not built when this was installed; install again "
                    "where there is a C compiler, or set ANALYZER_KERNEL=python"
                ) from None
        except ImportError as fault:
            raise AnalyzerError(f"the C kernel cannot be loaded ({fault}); {_WAY_OUT}") from None
    return load("analyzer.census._kernel_py"), "numpy"


def _checked(twin: Any, width: str) -> tuple[Any, str]:
    """The C twin, if it is of this contract and has the width, and the width or else its widest."""
    if (contract := getattr(twin, "CONTRACT", None)) != CONTRACT:
        raise AnalyzerError(
            f"the C kernel is stale: expected one of contract {CONTRACT}, got {contract}; {_WAY_OUT}"
        )
    if width and width not in twin.WIDTHS:
        raise AnalyzerError(f"ANALYZER_WIDTH={width}: this machine has only {', '.join(twin.WIDTHS)}")
    return twin, width or twin.WIDTHS[0]


def _word(environ: Mapping[str, str], name: str, default: str, known: tuple[str, ...]) -> str:
    """A variable's word, or the default where it is not set."""
    word = environ.get(name)
    if word is None:
        return default
    if word not in known:
        raise AnalyzerError(f"{name}: expected {', '.join(known[:-1])} or {known[-1]}, got {word!r}")
    return word


_TWIN, WIDTH = picked(os.environ, import_module)

NAME = "python" if WIDTH == "numpy" else "c"

IN_USE = f"{'Python' if NAME == 'python' else 'C'} kernel, {WIDTH}"
"""The twin and its vector width, as people are told of them."""

enumerate_patterns = _TWIN.enumerate_patterns
BITS: int = _TWIN.BITS
"""What the twin can count in: integers below two to this power."""

weigh = partial(_TWIN.weigh, 0 if NAME == "python" else _WIDTHS.index(WIDTH))

__all__ = [
    "BITS",
    "CONTRACT",
    "IN_USE",
    "NAME",
    "WIDTH",
    "enumerate_patterns",
    "picked",
    "weigh",
]
