"""Many shoes at once: ways and expected values of bets, row by row of an array of counts.

Knows no names of files or library entries.
"""

from collections.abc import Sequence
from math import lcm

import numpy as np
from numpy.typing import ArrayLike, NDArray

from analyzer.analysis.odds import split, too_coarse
from analyzer.bets.bet import Bet
from analyzer.census.census import census, needs
from analyzer.errors import ShoeError
from analyzer.exact import quoted
from analyzer.game.rules import Rules
from analyzer.game.shoe import MAX_CARDS, Fineness


def ways_of_many(rules: Rules, bets: Sequence[Bet], counts: ArrayLike) -> list[list[list[int]]]:
    """For each bet, for each shoe, the ways of each of its lines, `lose` last; exact integers.

    Args:
        rules: how the coup is dealt.
        bets: the bets.
        counts: cards left, whole numbers, a row a shoe; 10 columns are points 0–9, 13 ranks A–K, 52 cards in
            rank-major s, h, d, c order.

    Raises:
        ShoeError: the counts are malformed, a row has too few or too many cards, or the shoes are known too
            coarsely for a bet.
    """
    cells, fineness = _checked(rules, counts)
    splits = [split(bet) for bet in bets]
    for bet, conditions in zip(bets, splits, strict=True):
        if not (need := needs(rules, conditions)).known_by(fineness):
            raise too_coarse(f"bet {bet.reference!r}", need, fineness)
    return [ways.tolist() for ways in census(rules, splits).tallies(cells, fineness)]


def _checked(rules: Rules, given: ArrayLike) -> tuple[NDArray[np.int64], Fineness]:
    finenesses: dict[int, Fineness] = {10: "points", 13: "ranks", 52: "cards"}
    try:
        counts = np.asarray(given)
    except (ValueError, TypeError, OverflowError):
        raise ShoeError(f"expected an array of counts, a row a shoe, got {quoted(given)}") from None
    if counts.ndim != 2 or counts.shape[1] not in finenesses:
        raise ShoeError(
            f"expected counts of shape (shoes, 10), (shoes, 13) or (shoes, 52), got shape {counts.shape}"
        )
    if counts.dtype.kind not in "iu":
        raise ShoeError(f"expected counts that are whole numbers, got an array of {counts.dtype}")
    if counts.size and (counts.min() < 0 or counts.max() > MAX_CARDS):
        row = int(np.flatnonzero(((counts < 0) | (counts > MAX_CARDS)).any(axis=1))[0])
        raise ShoeError(f"expected counts from 0 to {MAX_CARDS:,}, got others in row {row}")
    cells = counts.astype(np.int64)
    sizes = cells.sum(axis=1)
    wrong = np.flatnonzero((sizes < rules.cards_from_shoe) | (sizes > MAX_CARDS))
    if len(wrong):
        row = int(wrong[0])
        raise ShoeError(
            f"expected {rules.cards_from_shoe} to {MAX_CARDS:,} cards a shoe, got {sizes[row]} in row {row}"
        )
    return cells, finenesses[counts.shape[1]]


def expected_values(bets: Sequence[Bet], counted: list[list[list[int]]]) -> NDArray[np.float64]:
    """EVs per unit staked, shoes × bets: each the correctly rounded quotient of two exact integers."""
    columns = []
    for bet, shoes in zip(bets, counted, strict=True):
        nets = list(bet.nets.values())
        unit = lcm(*(net.denominator for net in nets))
        weights = [int(net * unit) for net in nets]
        columns.append([sum(map(int.__mul__, weights, ways)) / (unit * sum(ways)) for ways in shoes])
    return np.array(columns, dtype=np.float64).reshape(len(bets), -1).T
