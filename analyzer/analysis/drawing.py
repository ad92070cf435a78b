"""What drawing and standing lead to, for every two hands of two cards, before any rule applies."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations_with_replacement

import numpy as np

from analyzer.census.program import Numbers
from analyzer.errors import ShoeError
from analyzer.exact import falling

HANDS = tuple(combinations_with_replacement(range(10), 2))
"""The 55 hands of two cards by points, the lower first."""

TOTALS = tuple((one + other) % 10 for one, other in HANDS)
"""The total of each hand."""

COLUMNS: tuple[int | None, ...] = (None, *range(10))
"""What Banker faces: None where Player stood, else the points of Player's third card."""

STAND, DRAW = 0, 1
"""What Banker does, as an index."""

BANKER, TIE, PLAYER = 0, 1, 2
"""Who wins, as an index."""

_CARDS = 6
_INFINITE = (4, 1, 1, 1, 1, 1, 1, 1, 1, 1)  # The cards of an infinite shoe by points, out of thirteen.


@dataclass(frozen=True, slots=True)
class Plays:
    """Ordered deals of six cards by hands, column, Banker's action and who wins: 55 × 55 × 11 × 2 × 3.

    Axes: Player's hand and Banker's, as in `HANDS`; the column, as in `COLUMNS`; `STAND` or `DRAW`;
    `BANKER`, `TIE` or `PLAYER`. Both hands choose freely, even after a natural: for any two choices the ways
    add up to `total`. They are 64-bit integers if `total` is below 2^63, else Python's. Where Player's
    first card is given, deals are of five cards.
    """

    total: int
    ways: Numbers


def plays(points: Sequence[int] | None, first: int | None = None) -> Plays:
    """All plays from a shoe with that many cards of 0, 1 … 9 points; None is the infinite shoe.

    `first` is the points of Player's first card if the rules give it, so that it is not from the shoe. Raises
    ShoeError if the shoe has fewer cards than a coup needs: six, or five where one is given.
    """
    counts = _INFINITE if points is None else tuple(points)
    removed = 0 if points is None else 1  # cards by which each drawn card reduces the shoe
    draws: Callable[[int, int], int] = pow if points is None else falling
    cards, needed = sum(counts), _CARDS if first is None else _CARDS - 1
    if removed and cards < needed:
        raise ShoeError(f"expected at least {needed} cards for a coup, got a shoe of {cards}")
    total = draws(cards, needed)
    kind = np.int64 if total < 2**63 else object
    # For each hand: in how many orders it is dealt, and how many cards of 0, 1 … 9 points it takes.
    orders = np.array([1 if one == other else 2 for one, other in HANDS], dtype=kind)
    taken = np.array([[hand.count(v) for v in range(10)] for hand in HANDS], dtype=kind)
    orders_player, taken_player = orders, taken
    if first is not None:
        orders_player = np.array([int(first in hand) for hand in HANDS], dtype=kind)
        taken_player = taken - np.outer(orders_player, np.arange(10) == first)
    gone = np.asarray(taken_player[:, None, :] + taken[None, :, :])
    left = np.asarray(np.array(counts, dtype=kind) - gone * removed)
    dealt = np.asarray(orders_player[:, None] * orders[None, :])
    for v, count in enumerate(counts):
        products = [draws(count, m) for m in range(5)]
        dealt = dealt * np.array(products, dtype=kind)[gone[:, :, v].astype(np.intp)]
    fifth, sixth = cards - removed * (needed - 2), cards - removed * (needed - 1)
    ways = np.zeros((len(HANDS), len(HANDS), len(COLUMNS), 2, 3), dtype=kind)
    player, banker = np.array(TOTALS)[:, None], np.array(TOTALS)[None, :]
    for place, column in enumerate(COLUMNS):
        drawn = dealt if column is None else dealt * left[:, :, column]
        final = player if column is None else (player + column) % 10
        _add(ways[:, :, place, STAND], final, banker, drawn * (fifth * sixth if column is None else sixth))
        for third in range(10):
            rest = left[:, :, third] - removed * (third == column)
            deals = drawn * rest * (sixth if column is None else 1)
            _add(ways[:, :, place, DRAW], final, (banker + third) % 10, deals)
    return Plays(total, ways)


def _add(ways: Numbers, player: Numbers, banker: Numbers, deals: Numbers) -> None:
    """Add deals to the ways of the result that the final totals give: hands × hands × results."""
    for result, holds in ((BANKER, banker > player), (TIE, banker == player), (PLAYER, banker < player)):
        ways[:, :, result] += np.where(holds, deals, 0)
