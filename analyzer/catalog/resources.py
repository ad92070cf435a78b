"""Which files the library has: the stem of a file is the id of what it describes, or the family of its bets.

Reads none of them.
"""

from functools import cache
from importlib.resources import files

CATALOG = files("analyzer.catalog")
"""Where the library's files lie."""


@cache
def stems(kind: str) -> tuple[str, ...]:
    """The stems of the files of a kind: bets, variants, rules, counts or claims; sorted."""
    names = (entry.name for entry in CATALOG.joinpath(kind).iterdir())
    return tuple(sorted(name.removesuffix(".toml") for name in names if name.endswith(".toml")))
