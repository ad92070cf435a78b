"""Whole shoes in numpy: deals them coup by coup, and adds up the EVs of bets before each coup.

These functions take the same arrays as their C twins in `_shoes.h` and give the same answers. Callers have
validated every argument. Coups are listed shoe by shoe, those of a shoe in order.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

Bytes = NDArray[np.uint8]
Flags = NDArray[np.bool_]
Ints = NDArray[np.int64]
Numbers = NDArray[Any]  # 64-bit integers, or Python integers, which have no bound.


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
    """Deal shoes to the end, and write how many cards of each kind are unseen before each coup.

    Args:
        given: the points of Player's first card if it does not come from the shoe, else −1.
        extra: how many coups are dealt after the one in which the cut card shows.
        reserve: whether all cards that a coup may take are pulled ahead: six, or five with a `given` card.
        order: the cell of each card in dealing order, shoes × cards.
        kind: the kind of a card of each cell.
        points: the points of a card of each cell.
        taken: how many cards a coup takes, by Player's two-card total, Banker's two-card total, and the
            points of the card after these four: 10 × 10 × 10.
        counts: how many cards of each kind a full shoe has.
        burned: how many cards of each shoe are burned.
        shown: how many of the burned cards are seen.
        behind: how many cards are behind each cut card.
        unseen: receives the unseen cards, coups × kinds.
        lengths: receives the number of coups of each shoe.

    Returns:
        The number of coups; `unseen` must have room for all of them.
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
    """Write the EVs of a bet, correctly rounded: the sum of net · ways, divided by the unit times all ways.

    Division of doubles rounds correctly, so a quotient is right if both integers are exact as doubles. Most
    are: they have at most 53 bits before their trailing zeros. All others are left to the caller.

    Args:
        unit: how many smallest units of gain make up one unit staked.
        ways: the ways of each line, shoes × lines; no sum over lines exceeds 2⁶².
        nets: the gain of each line, in smallest units.
        values: receives the quotients, or NaN for those left to the caller.

    Returns:
        How many quotients are left to the caller.
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

    The players are: one for each bet, who bets whenever it is good; one who bets on the best bet whenever any
    bet is good; and one for each count.

    Args:
        group: how many coups are one group.
        evs: whole numbers, bets × coups.
        good: whether a bet is good, bets × coups.
        triggered: whether the bettor of a count bets, counts × coups.
        places: the index of each count's bet.
        lengths: the number of coups of each shoe.
        least: the first bin of each bet; bin i has the EVs from i · 2³⁰ to less than (i + 1) · 2³⁰.
        start: where the bins of each bet start in a row of `bins`, and where the last bins end.
        made: receives the number of bets made, players × shoes.
        gains: receives the sum of the EVs of the bets made, players × shoes.
        sums: receives the sum of the EVs, bets × shoes.
        coups: bets × coup numbers × 5. Five sums over all shoes are added to it: of EV, high², high · low and
            low², where EV = high · 2²⁰ + low; and how often the bet is good.
        extremes: bets × groups × 2. The least and the greatest EV so far, updated.
        bins: groups × bins of all bets. The number of EVs in each bin is added to it, unless it is empty.
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
