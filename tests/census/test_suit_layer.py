"""The suit layer compared with a plain count of arrangements in small hands."""

from collections import Counter
from itertools import pairwise, permutations

import numpy as np
import pytest

from analyzer.census.suit_layer import arrangements, shapes, weigh_nested, weigh_shapes

pytestmark = pytest.mark.kernel

SIZES = [(3,), (2, 1), (1, 1, 1), (2, 2)]
Tally = Counter[tuple[tuple[int, ...], tuple[int, ...]]]


def one_layer(counts: list[list[int]], sizes: tuple[int, ...]) -> Tally:
    """Ordered draws by kinds and by suits, each sorted within groups, from cards by kind and suit."""
    cards = [
        (kind, suit)
        for kind, row in enumerate(counts)
        for suit, number in enumerate(row)
        for _ in range(number)
    ]
    bounds = np.cumsum([0, *sizes])
    plain: Tally = Counter()
    for hand in permutations(cards, sum(sizes)):
        groups = [hand[a:b] for a, b in pairwise(bounds)]
        kinds = tuple(kind for group in groups for kind in sorted(kind for kind, _ in group))
        suits = tuple(suit for group in groups for suit in sorted(suit for _, suit in group))
        plain[kinds, suits] += 1
    return plain


def orders(kinds: tuple[int, ...], sizes: tuple[int, ...]) -> int:
    """The number of orders of kinds at the places of their groups."""
    number = 1
    for a, b in pairwise(np.cumsum([0, *sizes])):
        number *= len(set(permutations(kinds[a:b])))
    return number


@pytest.mark.parametrize("sizes", SIZES)
def test_arrangements_of_suits_agree_with_a_plain_count(sizes: tuple[int, ...]) -> None:
    counts = [[2, 1], [1, 2], [0, 1]]
    plain = one_layer(counts, sizes)
    held = sorted({kinds for kinds, _ in plain})
    found: Tally = Counter()
    rows = [tuple(row) for row in arrangements(2, sizes).tolist()]
    alike = shapes(np.array(held), sizes, 2, np.arange(len(rows)))
    for shape, [ways] in zip(alike, weigh_shapes(alike, np.array([counts])), strict=True):
        for row, weights in zip(shape.rows, ways.tolist(), strict=True):
            # A row of kinds is one order of them at their places; a draw counts every order.
            for suits, weight in zip(rows, weights, strict=True):
                found[held[row], suits] += weight * orders(held[row], sizes)
    assert +found == plain


@pytest.mark.parametrize("sizes", SIZES)
@pytest.mark.parametrize("name", ["all-alike", "how-many-ones", "first-group-alike", "nothing"])
def test_ways_by_signature_are_sums_over_arrangements(name: str, sizes: tuple[int, ...]) -> None:
    rows = arrangements(3, sizes)
    signature_of = {
        "all-alike": lambda row: len(set(row)) == 1,
        "how-many-ones": lambda row: row.count(1),
        "first-group-alike": lambda row: len(set(row[: sizes[0]])) == 1,
        "nothing": lambda row: 0,
    }[name]
    _, signatures = np.unique([int(signature_of(row)) for row in rows.tolist()], return_inverse=True)
    counts = np.array([[[3, 1, 2], [0, 2, 1], [1, 0, 4]], [[0, 0, 0], [1, 1, 1], [5, 2, 2]]])
    held = np.array(sorted({tuple(row) for row in arrangements(3, sizes).tolist()}))
    by_arrangement = shapes(held, sizes, 3, np.arange(len(rows)))
    by_signature = shapes(held, sizes, 3, signatures)
    assert [shape.rows.tolist() for shape in by_signature] == [
        shape.rows.tolist() for shape in by_arrangement
    ]
    for every, ways in zip(
        weigh_shapes(by_arrangement, counts), weigh_shapes(by_signature, counts), strict=True
    ):
        expected = np.stack(
            [every[:, :, signatures == signature].sum(axis=2) for signature in range(max(signatures) + 1)],
            axis=2,
        )
        assert ways.tolist() == expected.tolist()


@pytest.mark.parametrize("sizes", SIZES)
def test_nested_suit_kinds_agree_with_a_plain_count(sizes: tuple[int, ...]) -> None:
    counts = [[2, 1, 0, 0, 0], [0, 0, 2, 0, 0], [0, 0, 0, 1, 2]]
    kind_of = np.array([0, 0, 1, 2, 2])
    rows = arrangements(5, sizes)
    ways = weigh_nested(rows, kind_of[rows], np.array([counts]).sum(axis=1), sizes)[0]
    found: Tally = Counter()
    for suits, weight in zip(rows.tolist(), ways.tolist(), strict=True):
        kinds = tuple(kind_of[suits].tolist())
        found[kinds, tuple(suits)] += weight * orders(kinds, sizes)
    assert +found == one_layer(counts, sizes)
