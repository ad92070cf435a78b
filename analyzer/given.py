"""Reads arguments from callers: numbers, lists, True or False, functions.

NumPy arrays and numbers become plain Python values, without importing NumPy. Knows nothing of baccarat.
"""

from collections.abc import Callable, Collection, Iterable
from typing import Any, TypeVar

from analyzer.errors import AnalyzerError, did_you_mean
from analyzer.exact import quoted
from analyzer.text import Text, message

F = TypeVar("F", bound=Callable[..., object])


def plain(value: Any) -> Any:
    """The value converted to a plain Python type: an array becomes a list, its elements numbers or texts."""
    return value.tolist() if hasattr(value, "dtype") and hasattr(value, "tolist") else value


def flag(what: Text, given: object) -> bool:
    """True or False. Raises AnalyzerError for anything else."""
    if (value := plain(given)) is True or value is False:
        return bool(value)
    raise AnalyzerError("expected {what} as True or False, got {given}", what=what, given=quoted(given))


def a_function(what: Text, given: F) -> F:
    """A function, unchanged. Raises AnalyzerError for anything else."""
    if callable(given):
        return given
    raise AnalyzerError("expected {what} as a function, got {given}", what=what, given=quoted(given))


def is_one_of(given: object, choices: Collection[str]) -> bool:
    """Whether a value is a text that is one of the choices."""
    return isinstance(given, str) and given in choices


def unknown(what: Text, given: object, choices: Iterable[str]) -> AnalyzerError:
    """The error for a value that is not one of the choices; `what` names the value, such as "fineness"."""
    known = tuple(choices)
    hint = (
        did_you_mean(given[:40], known)
        if isinstance(given, str)
        else message("; choose from {known}", known=known)
    )
    return AnalyzerError("unknown {what} {given}{hint}", what=what, given=quoted(given), hint=hint)
