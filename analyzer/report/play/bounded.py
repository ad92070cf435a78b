"""How many rows a table of faults shows: a record may have a hundred thousand of them."""

from collections.abc import Sequence
from typing import TypeVar

from analyzer.text import Text, plural

T = TypeVar("T")

MOST = 1000
"""The most faults that a page prints, or a document repeats in a list of sentences."""


def bounded(rows: Sequence[T], most: int = MOST) -> tuple[Sequence[T], tuple[Text, ...]]:
    """The first rows, and a note that says how many more there are; no note if these are all."""
    if len(rows) <= most:
        return rows, ()
    left = len(rows) - most
    return rows[:most], (plural("{n} more is not shown.", "{n} more are not shown.", left),)
