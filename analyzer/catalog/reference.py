"""References to items: by an id, by a file or by a bet's reference. Also knows the library's files."""

import os
from collections.abc import Iterable
from functools import cache
from os import PathLike, fspath
from pathlib import Path

from analyzer.errors import CatalogError, did_you_mean
from analyzer.exact import quoted
from analyzer.text import Text, message

CATALOG = Path(__file__).parent
"""The folder of the library's files."""


@cache
def stems(kind: str) -> tuple[str, ...]:
    """The stems of the files of one kind, such as bets, variants or rules; sorted."""
    names = (entry.name for entry in (CATALOG / kind).iterdir())
    return tuple(sorted(name.removesuffix(".toml") for name in names if name.endswith(".toml")))


def id_of(ref: object) -> str:
    """The id, or alias, in the reference of a bet. Raises CatalogError if the reference is not a string."""
    if isinstance(ref, str):
        return ref.partition("/")[0]
    raise CatalogError(
        'expected a bet as a value or a reference such as "tie/8", got {value}', value=quoted(ref)
    )


def text_of(what: Text, ref: object) -> str:
    """An id or the path of a file as text. Raises CatalogError, which says that `what` was expected, for
    any other value.
    """
    if isinstance(ref, str | PathLike):
        return str(fspath(ref))
    raise CatalogError(
        "expected {what} as a value, an id or a file, got {value}", what=what, value=quoted(ref)
    )


def suggestion(ref: str, known: Iterable[str]) -> Text:
    """The end of an error about an unknown id: the file that may be meant, or the nearest id."""
    if os.path.isfile(ref):
        return message("; the file of that name is {path}", path=repr(os.path.join(".", ref)))
    return did_you_mean(ref[:64], known)


def is_path(ref: str) -> bool:
    """Whether a text names a file rather than an item of the library."""
    return ref.endswith(".toml") or "/" in ref or os.sep in ref
