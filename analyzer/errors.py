"""Errors that a caller can correct, and suggestions for misspelt names. Knows nothing of baccarat.

A message is one sentence in lower case: what was expected, what was found, where, and how to fix it.
"""

import errno
import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from difflib import get_close_matches
from typing import Any

from analyzer.text import Message, Text, Value, message


class AnalyzerError(ValueError):
    """Bad input of any kind; the message is one sentence that can be shown to the user.

    The sentence is a literal, so that it can be translated; `{name}` in it is replaced by the value `name`.

    >>> error = AnalyzerError("expected a card such as 9c, got {card}", card="'1c'")
    >>> str(error), error.message.text
    ("expected a card such as 9c, got '1c'", 'expected a card such as 9c, got {card}')
    """

    def __init__(self, sentence: Text, /, **values: Value) -> None:
        """An error with this sentence; `values` fill its placeholders."""
        self.message = Message(sentence, tuple(values.items())) if isinstance(sentence, str) else sentence
        super().__init__(str(self.message))

    def __reduce__(self) -> tuple[Any, ...]:
        """The error as it is passed to another process, with its placeholders."""
        return type(self), (self.message,)


class CardError(AnalyzerError):
    """A card's text is malformed."""


class ShoeError(AnalyzerError):
    """A shoe is malformed, too small, too large, or known too coarsely for the question."""


class RulesError(AnalyzerError):
    """A tableau or a set of rules is incomplete or contradicts itself."""


class ConditionError(AnalyzerError):
    """A condition cannot be parsed, makes no sense, or would be too large to count."""


class CatalogError(AnalyzerError):
    """A file of rules, bets or variants is malformed, or a name in it is unknown."""


class ClaimError(AnalyzerError):
    """A printed claim is malformed."""


class RenderError(AnalyzerError):
    """A table cannot be rendered or written as requested."""


INSTALL_AGAIN = message(
    "install again (`pip install -e .` or `pip install --force-reinstall .` in the folder of the source)"
)
"""The remedy if something that the installation builds is missing or stale."""

EXTRAS = {
    "arrow": "nanoarrow",
    "cluster": "distributed",
    "pandas": "pandas",
    "pdf": "typst",
    "plot": "matplotlib",
    "polars": "polars",
    "web": "uvicorn",
    "widgets": "anywidget traitlets",
    "xlsx": "XlsxWriter",
}
"""The libraries that each extra of the package installs, separated by spaces."""


Naming = Callable[[str, object], Text]
"""How an error names a parameter, given its keyword, and a value to give it or None."""


def _keyword(name: str, value: object) -> str:
    return f"{name}={'...' if value is None else repr(value)}"


_naming: ContextVar[Naming] = ContextVar("naming", default=_keyword)


@contextmanager
def parameters_named(naming: Naming) -> Iterator[None]:
    """Within the block, errors name parameters this way, because the user does not write them in Python."""
    token = _naming.set(naming)
    try:
        yield
    finally:
        _naming.reset(token)


def parameter(name: str, value: object = None) -> Text:
    """A parameter of a public function as an error names it, with a value for it if one is given.

    >>> parameter("trigger"), parameter("exhaustive", True), parameter("bets", ["tie"])
    ('trigger=...', 'exhaustive=True', "bets=['tie']")
    """
    return _naming.get()(name, value)


def needs(what: Text, extra: str) -> Message:
    """The error sentence for a missing extra; its command works in any folder and for any installation.

    >>> str(needs("a plot", "plot"))
    "a plot needs the extra 'plot', which is not installed: pip install matplotlib"
    """
    return message(
        "{what} needs the extra {extra}, which is not installed: pip install {library}",
        what=what,
        extra=repr(extra),
        library=EXTRAS[extra],
    )


def reason_of(error: OSError | ValueError) -> Text:
    """Why the system could not open, read or write something, or refused its name.

    >>> str(reason_of(FileNotFoundError(2, "No such file or directory"))), str(reason_of(OSError("odd")))
    ('no such file or directory', 'odd')
    """
    if isinstance(error, ValueError):
        return message("its name contains a null character") if "null" in str(error) else str(error).lower()
    words = error.strerror or str(error)
    # An error may have a reason of its own, such as one about the files of a request.
    usual = error.errno is not None and words == os.strerror(error.errno)
    return _REASONS.get(error.errno or 0, words.lower()) if usual else words.lower()


_REASONS = {
    errno.EACCES: message("permission denied"),
    errno.EADDRINUSE: message("address already in use"),
    errno.EADDRNOTAVAIL: message("this machine does not have the address"),
    errno.EISDIR: message("it is a folder"),
    errno.ENAMETOOLONG: message("its name is too long"),
    errno.ENOENT: message("no such file or directory"),
    errno.ENOSPC: message("no space left on device"),
    errno.ENOTDIR: message("part of its path is a file, not a folder"),
    errno.EPERM: message("operation not permitted"),
    errno.EROFS: message("the disk is read-only"),
}
"""The usual errors of the system; others are shown in the system's own words."""


def did_you_mean(word: str, choices: Iterable[str], most: int = 13) -> Text:
    """The end of an error sentence: the choice nearest to `word`, else all choices if at most `most`.

    >>> str(did_you_mean("ez-bacarat", ["classic", "ez-baccarat"]))
    "; did you mean 'ez-baccarat'?"
    >>> str(did_you_mean("zzz", ["md", "csv"]))
    '; choose from csv, md'
    """
    known = sorted(choices)
    if len(known) > _MOST_SEARCHED:
        return ""
    # Leading hyphens are ignored: all options have them, so they would make any two look alike.
    word, bare = word.lower().lstrip("-"), {choice.lstrip("-"): choice for choice in known}
    # Only choices that share enough letters with the word can be near enough.
    shared = {choice: 2 * sum(letter in choice for letter in word) for choice in bare}
    maybe = [choice for choice in bare if shared[choice] >= _NEAR * (len(word) + len(choice))]
    if near := get_close_matches(word, maybe, n=1, cutoff=_NEAR):
        return message("; did you mean {near}?", near=repr(bare[near[0]]))
    return message("; choose from {known}", known=tuple(known)) if 0 < len(known) <= most else ""


_NEAR = 0.6
"""The least similarity of a suggestion: twice the matching letters, divided by the letters of both words."""

_MOST_SEARCHED = 400
"""With more choices than this, none is suggested: a file may contain thousands of misspelt words."""
