"""Chooses the kernel, C or Python, and its vector width, by two environment variables.

ANALYZER_KERNEL is `c`, `python` or the default, `auto`: C if it was built, else Python. ANALYZER_WIDTH is
`avx512`, `avx2` or `portable`, by default the widest that this machine has; the Python kernel leaves the
width to numpy. Every kernel has the same functions and gives the same answers at every width. Callers
validate the arguments.
"""

import os
from collections.abc import Callable, Mapping
from functools import partial
from importlib import import_module
from typing import Any

from analyzer.errors import INSTALL_AGAIN, AnalyzerError
from analyzer.text import either, message

CONTRACT = 3  # The version of the kernels' interface, raised on every change: a stale binary is rejected.
_WIDTHS = ("portable", "avx2", "avx512")  # The vector widths; the C kernel identifies each by its index here.
_REMEDY = message("{install_again} or set ANALYZER_KERNEL=python", install_again=INSTALL_AGAIN)


def choose(environ: Mapping[str, str], load: Callable[[str], Any]) -> tuple[Any, str]:
    """The module of the kernel to use, imported by `load`, and its vector width, "numpy" for the Python
    kernel. Raises AnalyzerError for an unknown word in a variable, a width that the machine lacks, or a C
    kernel that is stale, cannot be loaded, or is required but was not built.
    """
    choice = _setting(environ, "ANALYZER_KERNEL", "auto", ("c", "python", "auto"))
    width = _setting(environ, "ANALYZER_WIDTH", "", _WIDTHS)
    if choice != "python":
        try:
            module = load("analyzer.census._kernel")
        except ModuleNotFoundError:
            if choice == "c":
                raise AnalyzerError(
                    "ANALYZER_KERNEL=c: the C kernel was not built when this was installed; install again "
                    "where there is a C compiler, or set ANALYZER_KERNEL=python"
                ) from None
        except ImportError as fault:
            raise AnalyzerError(
                "the C kernel cannot be loaded ({fault}); {remedy}", fault=str(fault), remedy=_REMEDY
            ) from None
        else:
            if (contract := getattr(module, "CONTRACT", None)) != CONTRACT:
                raise AnalyzerError(
                    "the C kernel is stale: expected interface version {wanted}, got {found}; {remedy}",
                    wanted=str(CONTRACT),
                    found=str(contract),
                    remedy=_REMEDY,
                )
            if width and width not in module.WIDTHS:
                raise AnalyzerError(
                    "{setting}: this machine has only {widths}",
                    setting=f"ANALYZER_WIDTH={width}",
                    widths=tuple(module.WIDTHS),
                )
            return module, width or module.WIDTHS[0]
    return load("analyzer.census._kernel_py"), "numpy"


def _setting(environ: Mapping[str, str], name: str, default: str, known: tuple[str, ...]) -> str:
    if (word := environ.get(name, default)) not in known and name in environ:
        raise AnalyzerError(
            "{variable}: expected {known}, got {word}", variable=name, known=either(known), word=repr(word)
        )
    return word


_MODULE, WIDTH = choose(os.environ, import_module)

NAME = "python" if WIDTH == "numpy" else "c"

IN_USE = f"{'Python' if NAME == 'python' else 'C'} kernel, {WIDTH}"
"""The kernel and its vector width, as `baccarat --version` shows them."""

add_up = _MODULE.add_up
deal_shoes = _MODULE.deal_shoes
enumerate_patterns = _MODULE.enumerate_patterns
prepared = _MODULE.prepared
quotients = _MODULE.quotients
BITS: int = _MODULE.BITS  # The kernel counts in integers below 2 to this power.
weigh = partial(_MODULE.weigh, 0 if NAME == "python" else _WIDTHS.index(WIDTH))
