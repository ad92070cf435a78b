"""Distinct numbers in long columns, found without sorting where the numbers are small."""

import numpy as np

from analyzer.census.program import Ints

_FLAGS = 2**20
"""Numbers below this bound, or below a few times their own number, are flagged in a table and not sorted."""


def distinct(numbers: Ints) -> tuple[Ints, Ints]:
    """The distinct numbers, none negative, in rising order; and which of them each number is."""
    most = int(numbers.max(initial=0))
    if not _few(most, len(numbers)):
        found, which = np.unique(numbers, return_inverse=True)
        return found, which
    there = np.zeros(most + 1, dtype=np.bool_)
    there[numbers] = True
    found = np.flatnonzero(there)
    place = np.zeros(most + 1, dtype=np.int64)
    place[found] = np.arange(len(found))
    return found, place[numbers]


def added_up(numbers: Ints, weights: Ints) -> tuple[Ints, Ints]:
    """The distinct numbers, none negative, in rising order; and the sum of the weights of each, all positive.

    The sums are made of doubles, which hold them: six cards out of 52 kinds have 52⁶ dealing orders in all.
    """
    most = int(numbers.max(initial=0))
    if _few(most, len(numbers)):
        sums = np.bincount(numbers, weights)
        there = np.flatnonzero(sums)
        return there, sums[there].astype(np.int64)
    found, which = distinct(numbers)
    return found, np.bincount(which, weights, len(found)).astype(np.int64)


def _few(most: int, length: int) -> bool:
    return most <= max(_FLAGS, 4 * length)
