"""Distinct numbers in long columns, found without sorting where the numbers are small."""

import numpy as np

from analyzer.census.program import Ints

_FLAGS = 2**20
"""Numbers below this bound, or below a few times their own number, are flagged in a table and not sorted."""


def distinct(numbers: Ints) -> tuple[Ints, Ints]:
    """The distinct numbers, none negative, in rising order; and which of them each number is."""
    if numbers.max(initial=0) > max(_FLAGS, 4 * len(numbers)):
        found, which = np.unique(numbers, return_inverse=True)
        return found, which
    there = np.bincount(numbers) > 0
    return np.flatnonzero(there), (np.cumsum(there) - 1)[numbers]


def added_up(numbers: Ints, weights: Ints) -> tuple[Ints, Ints]:
    """The distinct numbers, none negative, in rising order; and the sum of the weights of each.

    The sums are made of doubles, which hold them: six cards out of 52 kinds have 52⁶ dealing orders in all.
    """
    found, which = distinct(numbers)
    return found, np.bincount(which, weights, len(found)).astype(np.int64)
