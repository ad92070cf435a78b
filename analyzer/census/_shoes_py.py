"""Whole shoes in numpy: dealt coup by coup, and what bets are worth before each coup, added up.

These functions take the arrays of their C twins in `_shoes.h` and give the same answers. Callers have
validated every argument. The coups of all shoes are in order, shoe by shoe.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

Bytes = NDArray[np.uint8]
Flags = NDArray[np.bool_]
Ints = NDArray[np.int64]
Numbers = NDArray[Any]  # 64-bit integers, or Python's own, which have no bound.


def deal_shoes(
    given: int,
    extra: int,
    reserve: bool,
    order: Bytes,
    kind: Bytes,
    points: Bytes,
    taken: Bytes,
    counts: Ints,
    burned: Ints,
    shown: Ints,
    behind: Ints,
    unseen: Ints,
    lengths: Ints,
) -> int:
    """Deal shoes to the end: write how many cards of each kind are not seen before each coup.

    Args:
        given: the points of a first card of Player's that comes from elsewhere; −1 if there is none.
        extra: how many coups are dealt after the one in which the cut card shows.
        reserve: whether all cards that a coup may take, six or with a `given` one five, are pulled ahead.
        order: the cell of each card as it is dealt, shoes × cards.
        kind: the kind of a card of each cell.
        points: what a card of each cell is worth.
        taken: how many cards a coup takes, by Player's two-card total, Banker's, and the points of the card
            after these: 10 × 10 × 10.
        counts: how many cards of each kind a full shoe holds.
        burned: how many cards of each shoe are burned.
        shown: how many of these are seen.
        behind: how many cards are behind each cut card.
        unseen: receives the cards not seen, coups × kinds.
        lengths: receives the number of coups of each shoe.

    Returns:
        The number of coups; the array has room for all of them.
    """
    cells, worth = kind[order], points[order].astype(np.int64)
    first = given < 0
    most = 5 + first
    rows, at = np.arange(len(order)), burned.copy()
    left = np.tile(counts, (len(order), 1))
    for place in range(int(shown.max(initial=0))):
        left[rows, cells[:, place]] -= place < shown
    after = np.zeros_like(at)
    dealt: list[tuple[Ints, Ints]] = []
    while len(rows):
        dealt.append((rows, left.copy()))
        ahead = [worth[rows, at + place] for place in range(most)]
        player = (ahead.pop(0) if first else given) + ahead[1]
        ends = at + taken[player % 10, (ahead[0] + ahead[2]) % 10, ahead[3]]
        lines = np.arange(len(rows))
        for place in range(most):
            going = at + place < ends
            left[lines[going], cells[rows, at + place][going]] -= 1
        after = after + (order.shape[1] - (at + most if reserve else ends) < behind[rows])
        going = after <= extra
        rows, at, left, after = rows[going], ends[going], left[going], after[going]
    shoe = np.concatenate([rows, *(rows for rows, _ in dealt)])
    unseen[: len(shoe)] = np.concatenate([left, *(left for _, left in dealt)])[
        np.argsort(shoe, kind="stable")
    ]
    lengths[:] = np.bincount(shoe, minlength=len(order))
    return len(shoe)


def quotients(unit: int, ways: Ints, nets: Ints, values: NDArray[np.float64]) -> int:
    """What a bet is worth: write the sum of net · ways divided by the unit times all ways, correctly rounded.

    Division of doubles rounds correctly, so it is right if both integers are exact as doubles. Most are: they
    have at most 53 bits before their final zeros. All others are left to the caller.

    Args:
        unit: how many smallest units of gain make up one unit staked.
        ways: the ways of each line, shoes × lines; no sum over lines passes 2⁶².
        nets: the gain of each line, in smallest units.
        values: receives the quotients, or NaN for those left to the caller.

    Returns:
        How many are left.
    """
    parts = ways @ nets, unit * ways.sum(axis=1)
    above, below = (part.astype(np.float64) for part in parts)
    exact = (above.astype(np.int64) == parts[0]) & (below.astype(np.int64) == parts[1])
    values[:] = np.where(exact, above / below, np.nan)
    return int(np.count_nonzero(~exact))


def add_up(
    group: int,
    evs: Numbers,
    good: Flags,
    triggered: Flags,
    places: Ints,
    lengths: Ints,
    least: Ints,
    start: Ints,
    made: Ints,
    gains: Numbers,
    sums: Numbers,
    coups: Numbers,
    extremes: Numbers,
    bins: Ints,
) -> None:
    """Add up the EVs of bets before the coups of shoes. No sum may overflow the type of number.

    The players are one on each bet, who bets where it is good; one on the best of all bets, who bets where
    one is good; and one for each count.

    Args:
        group: how many coups are one group.
        evs: whole numbers, bets × coups.
        good: whether a bet is good, bets × coups.
        triggered: whether a count bets, counts × coups.
        places: the bet of each count.
        lengths: the number of coups of each shoe.
        least: the first bin of each bet; bin i has the EVs from i · 2³⁰ to less than (i + 1) · 2³⁰.
        start: where the bins of each bet start in a row of `bins`, and where the last end.
        made: receives the bets made, players × shoes.
        gains: receives the EVs of the bets made, players × shoes.
        sums: receives the EVs, bets × shoes.
        coups: to which are added, for each bet and for the coups of one number in all shoes, the EVs; high²,
            high · low and low², where an EV is high · 2²⁰ + low; and how often it is good: bets × coups × 5.
        extremes: receives the least and the greatest EV, bets × groups × 2, if beyond what it holds.
        bins: to which are added how many EVs lie in each bin, groups × bins of all bets; nothing if it has no
            room for any.
    """
    shoe = np.repeat(np.arange(len(lengths)), lengths)
    coup = np.arange(evs.shape[1]) - np.repeat(np.cumsum(lengths) - lengths, lengths)
    high, low = evs >> 20, evs & (1 << 20) - 1
    for part, numbers in enumerate((evs, high * high, high * low, low * low, good)):
        np.add.at(coups[:, :, part].T, coup, numbers.T)
    best, played = evs.max(axis=0), evs[places]
    bets = np.vstack([good, good.any(axis=0), triggered])
    won = np.where(bets, np.vstack([evs, best, played]), 0)
    for whole, numbers in ((made, bets), (gains, won), (sums, evs)):
        whole[:] = 0
        np.add.at(whole.T, shoe, numbers.T)
    np.minimum.at(extremes[:, :, 0].T, coup // group, evs.T)
    np.maximum.at(extremes[:, :, 1].T, coup // group, evs.T)
    if bins.size:
        at = (evs >> 30).astype(np.int64) + (start[:-1] - least)[:, None]
        np.add.at(bins, (coup // group, at), 1)
