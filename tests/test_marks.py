"""Marks over kinds against a plain count of arrangements on small hands."""

from collections import Counter
from itertools import pairwise, permutations

import numpy as np
import pytest

from analyzer.census.marks import arrangements, shapes, weigh_marks


@pytest.mark.parametrize("sizes", [(3,), (2, 1), (1, 1, 1), (2, 2)])
def test_arrangements_of_marks_are_those_of_cards_laid_out_one_by_one(sizes: tuple[int, ...]) -> None:
    counts = np.array([[[2, 1], [1, 2], [0, 1]]])  # cards by kind and mark
    cards = [
        (kind, mark)
        for kind, row in enumerate(counts[0].tolist())
        for mark, number in enumerate(row)
        for _ in range(number)
    ]
    bounds = np.cumsum([0, *sizes])
    plain: Counter[tuple[tuple[int, ...], tuple[int, ...]]] = Counter()
    for hand in permutations(cards, sum(sizes)):
        groups = [hand[a:b] for a, b in pairwise(bounds)]
        kinds = tuple(kind for group in groups for kind in sorted(kind for kind, _ in group))
        marks = tuple(mark for group in groups for mark in sorted(mark for _, mark in group))
        plain[kinds, marks] += 1
    held = sorted({kinds for kinds, _ in plain})
    # A row of kinds stands for one order of them in their places; a hand counts every order.
    found: Counter[tuple[tuple[int, ...], tuple[int, ...]]] = Counter()
    rows = [tuple(row) for row in arrangements(2, sizes).tolist()]
    for shape in shapes(np.array(held), sizes):
        ways = weigh_marks(shape, counts, sizes)[0]
        for row, weights in zip(shape.rows, ways.tolist(), strict=True):
            orders = 1
            for a, b in pairwise(bounds):
                orders *= len(set(permutations(held[row][a:b])))
            for marks, weight in zip(rows, weights, strict=True):
                found[held[row], marks] += weight * orders
    assert +found == plain
