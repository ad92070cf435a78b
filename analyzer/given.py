"""What callers of the library give for a number, a list, yes or no, or a function.

NumPy's arrays and numbers are read as Python's own, without importing NumPy. Knows nothing of baccarat.
"""

from collections.abc import Callable, Collection, Iterable
from typing import Any, TypeVar

from analyzer.errors import AnalyzerError, did_you_mean
from analyzer.exact import quoted

F = TypeVar("F", bound=Callable[..., object])


def plain(value: Any) -> Any:
    """The value; an array is a list of numbers or texts, and a number or text of an array is Python's own."""
    return value.tolist() if hasattr(value, "dtype") and hasattr(value, "tolist") else value


def flag(what: str, given: object) -> bool:
    """True or False. Raises AnalyzerError for anything else."""
    if (value := plain(given)) is True or value is False:
        return bool(value)
    raise AnalyzerError(f"expected {what} as True or False, got {quoted(given)}")


def a_function(what: str, given: F) -> F:
    """A function, unchanged. Raises AnalyzerError for anything else."""
    if callable(given):
        return given
    raise AnalyzerError(f"expected {what} as a function, got {quoted(given)}")


def is_one_of(given: object, choices: Collection[str]) -> bool:
    """Whether a value is one of some texts."""
    return isinstance(given, str) and given in choices


def unknown(what: str, given: object, choices: Iterable[str]) -> AnalyzerError:
    """The error for a value that is not one of some texts."""
    hint = (
        did_you_mean(given[:40], choices) if isinstance(given, str) else f"; choose from {', '.join(choices)}"
    )
    return AnalyzerError(f"unknown {what} {quoted(given)}{hint}")
