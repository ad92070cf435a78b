"""Plays of both hands: counted together, and checked by dealing them one after the other."""

from collections.abc import Sequence
from itertools import pairwise, permutations
from math import comb

import numpy as np
import pytest

from analyzer.analysis.tableau_study import BANKER, COLUMNS, DRAW, HANDS, PLAYER, STAND, TIE, plays
from analyzer.errors import ShoeError
from analyzer.exact import falling
from analyzer.game.shoe import Shoe

TINY = (2, 1, 0, 1, 0, 1, 1, 0, 0, 2)
"""Eight cards by points: few enough to deal every order."""


def who(player: int, banker: int) -> int:
    return BANKER if banker > player else TIE if banker == player else PLAYER


def dealt(points: Sequence[int], first: int | None) -> np.ndarray:
    """All plays, every order of physical cards dealt by hand: Player, Banker, Player, Banker, then thirds."""
    ways = np.zeros((len(HANDS), len(HANDS), len(COLUMNS), 2, 3), dtype=np.int64)
    cards = [value for value, count in enumerate(points) for _ in range(count)]
    for row in permutations(cards, 6 if first is None else 5):
        one, banker_one, two, banker_two, fifth, sixth = row if first is None else (first, *row)
        player, banker = sorted((one, two)), sorted((banker_one, banker_two))
        place = HANDS.index((player[0], player[1])), HANDS.index((banker[0], banker[1]))
        for column, third in ((None, fifth), (fifth, sixth)):
            final = (one + two + (column or 0)) % 10
            at = (*place, COLUMNS.index(column))
            ways[(*at, STAND, who(final, sum(banker) % 10))] += 1
            ways[(*at, DRAW, who(final, (sum(banker) + third) % 10))] += 1
    return ways


@pytest.mark.parametrize("first", [None, 7, 0])
def test_plays_match_dealing_every_order_of_the_cards(first: int | None) -> None:
    found = plays(TINY, first)
    slow = dealt(TINY, first)
    assert found.total == falling(8, 6 if first is None else 5)
    assert np.array_equal(found.ways, slow)
    assert slow[:, :, 0, STAND].sum() == slow[:, :, 1:, DRAW].sum() == found.total


def fresh(decks: int) -> np.ndarray:
    """Every eleventh of the numbers of plays from this many decks."""
    ways: np.ndarray = plays(Shoe.decks(decks).points).ways.ravel()[::11].astype(object)
    return ways


def test_large_shoes_and_the_infinite_one_continue_the_small_ones() -> None:
    # Ways on d decks are a polynomial of degree 6 in d: seven shoes give its differences, and so all others.
    rows = [fresh(decks) for decks in range(1, 8)]
    leading = []
    while rows:
        leading.append(rows[0])
        rows = [after - before for before, after in pairwise(rows)]
    beyond = sum(comb(29, order) * value for order, value in enumerate(leading))
    assert falling(30 * 52, 6) > 2**63
    assert np.array_equal(beyond, fresh(30))
    # A deck has four of each of 13 ranks, so the sixth difference is 6! · 4⁶ times the infinite ways.
    infinite = plays(None)
    assert np.array_equal(leading[6], infinite.ways.ravel()[::11].astype(object) * 720 * 4**6)
    assert infinite.total == 13**6
    assert plays(None, 7).total == 13**5


@pytest.mark.parametrize(("first", "needed"), [(None, 6), (7, 5)])
def test_a_shoe_without_the_cards_of_a_coup_is_refused(first: int | None, needed: int) -> None:
    sentence = f"expected at least {needed} cards for a coup, got a shoe of {needed - 1}"
    with pytest.raises(ShoeError, match=f"^{sentence}$"):
        plays((needed - 1, *[0] * 9), first)
    assert plays((needed, *[0] * 9), first).total == falling(needed, needed)
