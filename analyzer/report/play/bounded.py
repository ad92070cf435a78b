"""A limit on the rows of a table of faults, since a record may have a hundred thousand."""

from collections.abc import Sequence
from typing import TypeVar

from analyzer.text import Text, plural

T = TypeVar("T")

MOST = 1000
"""The most faults that a page shows, or that a document lists as sentences."""


def bounded(rows: Sequence[T], most: int = MOST) -> tuple[Sequence[T], tuple[Text, ...]]:
    """The first rows, and a note on how many more there are, if any."""
    if len(rows) <= most:
        return rows, ()
    left = len(rows) - most
    return rows[:most], (plural("{n} more is not shown.", "{n} more are not shown.", left),)
