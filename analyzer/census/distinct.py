"""Distinct numbers in long arrays, and sums over the places where each of them stands."""

import numpy as np

from analyzer.census.program import Ints, Numbers

_FLAGS = 2**20
"""Numbers up to this size, or up to four times their own number, are flagged in a table, not sorted."""


def distinct(numbers: Ints) -> tuple[Ints, Ints]:
    """The distinct numbers, none negative, in rising order; and which of them each number is."""
    if numbers.max(initial=0) > max(_FLAGS, 4 * len(numbers)):
        found, which = np.unique(numbers, return_inverse=True)
        return found, which
    there = np.bincount(numbers) > 0
    return np.flatnonzero(there), (np.cumsum(there) - 1)[numbers]


def sum_weights(numbers: Ints, weights: Ints) -> tuple[Ints, Ints]:
    """The distinct numbers, none negative, in rising order; and the sum of the weights of each.

    Doubles hold these sums exactly: six cards of 52 kinds have 52⁶ dealing orders in all.
    """
    found, which = distinct(numbers)
    return found, np.bincount(which, weights, len(found)).astype(np.int64)


def grouped(numbers: Ints) -> tuple[Ints, Ints]:
    """An order of places that brings equal numbers together, and where each number starts in that order."""
    order = np.argsort(numbers, kind="stable")
    return order, np.flatnonzero(np.diff(numbers[order], prepend=-1))


def sum_groups(values: Numbers, groups: tuple[Ints, Ints]) -> Numbers:
    """Sums along the last axis, one for each group of places that `grouped` found."""
    order, starts = groups
    return np.asarray(np.add.reduceat(values[..., order], starts, axis=-1))
