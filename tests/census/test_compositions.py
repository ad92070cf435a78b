"""Compositions compared with a plain list of all of them, and the search for equivalent kinds."""

from collections.abc import Callable, Sequence
from itertools import product
from math import comb, prod

import numpy as np
import pytest

from analyzer.census import compositions
from analyzer.census.compositions import (
    EquivalentKinds,
    Halves,
    Listing,
    equivalence_classes,
    halves,
    number_of_compositions,
)
from analyzer.census.program import Ints, Numbers

CLASSES = (EquivalentKinds((0, 1, 2), 2), EquivalentKinds((3,), 1), EquivalentKinds((4, 5), 3))
HELD = [2, 2, 2, 1, 3, 3]
EVERY = list(product(*(range(n + 1) for n in HELD)))
"""Every composition of any number of these 13 cards."""


def in_order(row: Sequence[int]) -> tuple[int, ...]:
    """A composition in the order in which it is listed: counts of equivalent kinds fall."""
    return tuple(n for some in CLASSES for n in sorted((row[kind] for kind in some.kinds), reverse=True))


@pytest.mark.parametrize("cut", range(len(CLASSES)))
@pytest.mark.parametrize("cards", range(14))
def test_each_composition_is_listed_once_with_its_draws_and_arrangements(cut: int, cards: int) -> None:
    both = Halves(CLASSES[:cut], CLASSES[cut:])
    found, held = {}, 0
    for low, high in both.listings(cards):
        held += len(low) + len(high)
        for one in range(len(low)):
            for other in range(len(high)):
                row = (*low.rows[one].tolist(), *high.rows[other].tolist())
                assert row not in found
                found[row] = (
                    low.draws[one] * high.draws[other],
                    low.arrangements[one] * high.arrangements[other],
                )
    every = [row for row in EVERY if sum(row) == cards]
    assert found.keys() == {in_order(row) for row in every}
    for row, (draws, arranged) in found.items():
        assert arranged == sum(in_order(each) == row for each in every)
        assert draws == arranged * prod(map(comb, HELD, row))
    assert both.rows(cards) == held
    assert number_of_compositions(CLASSES, cards) == len(found)


def test_impossible_numbers_of_cards_have_zero_compositions() -> None:
    assert [number_of_compositions(CLASSES, cards) for cards in (-1, 14, 15)] == [0, 0, 0]
    assert Halves(CLASSES[:1], CLASSES[1:]).rows(14) == 0


def test_halves_are_cut_for_the_shortest_listings() -> None:
    singles = [EquivalentKinds((kind,), 4) for kind in (7, 5, 3, 1)]
    found = halves(singles, 6)
    # Two kinds have 1, 2, … compositions of 0, 1, … 6 cards; four kinds have 84 − 4 · 4 of 6 cards.
    assert [found.rows(6), Halves((), tuple(singles)).rows(6)] == [2 * (1 + 2 + 3 + 4 + 5 + 4 + 3), 1 + 68]
    assert found.kinds == ([7, 5], [3, 1])


def test_slices_add_up_to_the_listing() -> None:
    numbers = np.arange(5)
    listing = Listing(numbers[:, None], numbers.astype(object), numbers.astype(object) * 2)
    parts = [
        (part.rows.ravel().tolist(), *map(list, (part.draws, part.arrangements)))
        for part in listing.slices(2)
    ]
    assert parts == [([0, 1], [0, 1], [0, 2]), ([2, 3], [2, 3], [4, 6]), ([4], [4], [8])]


# Equivalent kinds


def joined(*pairs: tuple[int, int], dealt: int = 4) -> Callable[[Ints], list[Numbers]]:
    """The value of a shoe of `dealt` cards: the ways to take one card of each kind of one of the pairs."""

    def values(shoes: Ints) -> list[Numbers]:
        assert (shoes.sum(axis=1) == dealt).all()
        assert (shoes >= 0).all()
        return [sum((shoes[:, one] * shoes[:, other] for one, other in pairs), 0 * shoes[:, 0])]

    return values


@pytest.mark.parametrize(
    ("pairs", "classes"),
    [
        pytest.param([], [(0, 1, 2, 3)], id="nothing counts"),
        pytest.param([(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)], [(0, 1, 2, 3)], id="all pairs"),
        pytest.param([(0, 1), (2, 3)], [(0, 1), (2, 3)], id="swapping the first two, not rotating all"),
        pytest.param(
            [(0, 1), (1, 2), (2, 3), (3, 0)], [(0, 2), (1, 3)], id="rotating all, not swapping the first two"
        ),
        pytest.param([(0, 1)], [(0, 1), (2, 3)], id="two of a pair"),
        pytest.param([(0, 1), (0, 2), (0, 3)], [(0,), (1, 2, 3)], id="one unlike three"),
    ],
)
def test_exchangeable_kinds_are_equivalent(
    pairs: list[tuple[int, int]], classes: list[tuple[int, ...]]
) -> None:
    # The shoe has no card of kind 4 and fewer cards of kind 5.
    found = equivalence_classes([4, 4, 4, 4, 0, 3], 8, 2, 4, joined(*pairs))
    assert found == (*(EquivalentKinds(kinds, 4) for kinds in classes), EquivalentKinds((5,), 3))


def test_kinds_stay_single_if_finding_classes_costs_more_than_it_saves() -> None:
    # Two kinds need 2 trial shoes for one card looked at; three times 2 is not above the 6 compositions.
    assert equivalence_classes([5, 5], 5, 1, 4, joined()) == (EquivalentKinds((0, 1), 5),)
    assert equivalence_classes([5, 5], 4, 1, 4, joined()) == (
        EquivalentKinds((0,), 5),
        EquivalentKinds((1,), 5),
    )


@pytest.mark.parametrize(
    ("most", "classes"),
    [
        (40, [(0, 1), (2, 3)]),
        (39, [(0,), (1,), (2,), (3,)]),  # all four are tried together, but no pairs
    ],
)
def test_the_search_for_equivalent_kinds_is_bounded(
    most: int, classes: list[tuple[int, ...]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(compositions, "_MOST_TRIALS", most)  # four kinds need 10 shoes
    assert equivalence_classes([4] * 4, 8, 2, 4, joined((0, 1), (2, 3))) == tuple(
        EquivalentKinds(kinds, 4) for kinds in classes
    )
    monkeypatch.setattr(compositions, "_MOST_TRIALS", 10)
    assert equivalence_classes([4] * 4, 8, 2, 4, joined()) == (EquivalentKinds((0, 1, 2, 3), 4),)
    monkeypatch.setattr(compositions, "_MOST_TRIALS", 9)
    assert len(equivalence_classes([4] * 4, 8, 2, 4, joined())) == 4


@pytest.mark.parametrize("slice_", [1, 2, 3])
@pytest.mark.parametrize("place", range(4))
def test_one_differing_shoe_is_enough(place: int, slice_: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compositions, "_SLICE", slice_)
    shoes, others = np.arange(8).reshape(4, 2), np.arange(8).reshape(4, 2) + 10
    assert compositions._same(shoes, others, lambda rows: [0 * rows[:, 0]])
    differing = [shoes[place, 0]]
    assert not compositions._same(shoes, others, lambda rows: [np.isin(rows[:, 0], differing)])
    # Equal shoes are not valued.
    others[place] = shoes[place]
    others[place - 1, 0] = shoes[place - 1, 0]
    assert compositions._same(shoes, others, lambda rows: [np.isin(rows[:, 0], differing)])
