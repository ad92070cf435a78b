"""Plays shoes: deals them side by side, finds every bet's exact EV before every coup, and adds all up."""

from collections.abc import Iterator
from functools import cache, lru_cache
from operator import mul
from typing import Any

import numpy as np
from numpy.typing import NDArray

from analyzer.analysis.batch import Batch
from analyzer.analysis.sweep.tally import BIN_BITS, BITS, GROUP, BetSums, CoupSums, PlayerSums, Spread, Tally
from analyzer.analysis.sweep.work import MOST_NET, Work, cut_cards, shuffled
from analyzer.errors import AnalyzerError
from analyzer.exact import quoted
from analyzer.game.rules import Rules
from analyzer.game.shoe import KEYS, coarser

Numbers = NDArray[Any]

_ROOM = 10_000_000  # The most numbers held at once: for each coup, one per cell and a few per bet.
_AT_ONCE = 1_000  # Shoes dealt side by side if there is room: enough that numpy's calls cost little.

assert MOST_NET << BITS < 2**62, "an EV must fit 64 bits"


def coups(work: Work, first: int, last: int) -> Iterator[tuple[Numbers, Numbers]]:
    """For each coup, which of shoes `first` to `last` − 1 deal it, and their cards not yet seen before it.

    Shoes are given by their places, from 0, in rising order. Each has one row of cards, by cell at the work's
    fineness. Burned cards that were not shown count as not seen.
    """
    order = shuffled(work.shoe, work.seed, first, last)
    cells = np.array(coarser(work.shoe.fineness, work.fineness))[order]
    points = np.array(coarser(work.shoe.fineness, "points"))[order]
    takes = cards_taken(work.rules)
    offset = work.rules.cards_from_shoe - 6  # −1 where Player's first card is given, else 0
    player_first = work.rules.player_first or 0
    first_points = player_first if player_first < 10 else 0
    rows = np.arange(last - first)
    burn = work.procedure.burn
    at = np.full(len(rows), burn) if isinstance(burn, int) else 1 + np.where(points[:, 0], points[:, 0], 10)
    unseen = np.tile(np.array(work.shoe.coarsen(work.fineness).counts), (len(rows), 1))
    shown = {"none": 0, "first-card": 1, "all": work.procedure.most_burned(work.shoe)}[work.procedure.seen]
    for place in range(shown):
        unseen[rows, cells[:, place]] -= place < at
    cuts = cut_cards(work.procedure.depths, work.seed, first, last)
    extra = np.full(len(rows), work.procedure.extra_coups)
    while len(rows):
        yield rows, unseen.copy()
        player = points[rows, at + 2 + offset] + (points[rows, at] if offset == 0 else first_points)
        banker = points[rows, at + 1 + offset] + points[rows, at + 3 + offset]
        taken = takes[player % 10, banker % 10, points[rows, at + 4 + offset]]
        lines = np.arange(len(rows))
        for place in range(work.rules.cards_from_shoe):
            unseen[lines, cells[rows, at + place]] -= place < taken
        reserved = at + work.rules.cards_from_shoe
        at = at + taken
        extra = extra - (work.shoe.size - (reserved if work.procedure.reserve else at) < cuts[rows])
        if (extra < 0).any():
            going = extra >= 0
            rows, at, unseen, extra = rows[going], at[going], unseen[going], extra[going]


@cache
def cards_taken(rules: Rules) -> NDArray[np.int64]:
    """How many cards a coup takes from the shoe, by both two-card totals and the points of the next card."""
    taken = np.full((10, 10, 10), rules.cards_from_shoe - 2)
    naturals = rules.tableau.naturals
    for player, banker, third in np.ndindex(10, 10, 10):
        if player in naturals or banker in naturals:
            continue
        draws = rules.tableau.player_draws_on(player)
        column, total = (third, (player + third) % 10) if draws else (None, player)
        taken[player, banker, third] += draws + rules.banker_draws_on(banker, column, total)
    return taken


def play(work: Work, first: int, last: int) -> Tally:
    """The sums of shoes number `first` to `last` − 1, which do not depend on any other shoe. Raises
    AnalyzerError if the numbers are not a range of shoes.
    """
    if not (type(first) is type(last) is int and 0 <= first <= last):
        raise AnalyzerError(
            f"expected shoes from a number 0 or more to one not below, got {quoted(first)} to {quoted(last)}"
        )
    most = work.shoe.size // (work.rules.cards_from_shoe - 2)
    numbers = most * (len(KEYS[work.fineness]) + 4 * len(work.bets))
    step = max(1, min(_AT_ONCE, _ROOM // numbers))
    parts = (_played(work, begin, min(begin + step, last)) for begin in range(first, last, step))
    return sum(parts, Tally.none(work))


_batch = lru_cache(maxsize=8)(Batch)


def _played(work: Work, first: int, last: int) -> Tally:
    """The sums of some shoes, all held in memory at once."""
    # Arrays are bets × coups × shoes; in a shoe that has ended, EVs are 0 and nobody bets. An EV is a
    # correctly rounded quotient of integers: its sign is exact, and so is its product with a power of two.
    rows, unseen = zip(*coups(work, first, last), strict=True)
    dealt = np.zeros((len(rows), last - first), dtype=np.bool_)
    for coup, shoes in enumerate(rows):
        dealt[coup, shoes] = True
    left = np.concatenate(unseen)
    values = _batch(work.rules, work.bets).expected_values(left).T
    evs = np.zeros((len(work.bets), *dealt.shape), dtype=np.int64)
    evs[:, dealt] = np.rint(np.ldexp(values, BITS))
    good = np.zeros(evs.shape, dtype=np.bool_)
    good[:, dealt] = values > 0
    # Below this limit, no sum over coups or shoes, nor one of products of halves, overflows 64 bits.
    if int(np.abs(evs).max()) ** 2 >> BITS > 2**61 // max(dealt.shape):
        evs = evs.astype(object)
    coups_of = dealt.sum(axis=0)
    lengths, times = np.unique(coups_of, return_counts=True)
    of_shoes = coups_of.tolist()
    groups = [slice(begin, begin + GROUP) for begin in range(0, len(dealt), GROUP)]
    return Tally(
        dict(zip(lengths.tolist(), times.tolist(), strict=True)),
        tuple(_players(work, dealt, left, evs, good)),
        tuple(BetSums(sum(ev), _product(ev, ev), _product(ev, of_shoes)) for ev in evs.sum(axis=1).tolist()),
        tuple(_coups(evs, good)),
        tuple(tuple(_spread(values[group][dealt[group]]) for values in evs) for group in groups),
    )


def _players(work: Work, dealt: Numbers, left: Numbers, evs: Numbers, good: Numbers) -> Iterator[PlayerSums]:
    """How often each player bets and what it gains, in the order of `Tally.players`."""
    length = dealt.sum(axis=0)
    perfect = np.where(good, evs, 0).sum(axis=1)
    for bets, gain in zip(good.sum(axis=1), perfect, strict=True):
        yield _player(length, bets, gain, gain)
    any_good = good.any(axis=0)
    gain = np.where(any_good, evs.max(axis=0), 0).sum(axis=0)
    yield _player(length, any_good.sum(axis=0), gain, gain)
    for (_, bet), (weights, limit) in zip(work.counts, work.triggers, strict=True):
        bound = abs(limit) + work.shoe.size * max(map(abs, weights))
        numbers = np.array(weights, dtype=np.int64 if bound < 2**62 else object)
        triggered = np.zeros(dealt.shape, dtype=np.bool_)
        triggered[dealt] = left @ numbers <= limit
        gain = np.where(triggered, evs[bet], 0).sum(axis=0)
        yield _player(length, triggered.sum(axis=0), gain, perfect[bet])


def _player(*by_shoe: Numbers) -> PlayerSums:
    """The sums of one player from the coups, bets made, gain and the perfect player's gain of each shoe."""
    coups, bets, gain, perfect = (numbers.tolist() for numbers in by_shoe)
    pairs = ((bets, bets), (gain, gain), (bets, gain), (bets, coups), (gain, perfect))
    return PlayerSums(sum(bets), sum(gain), *(_product(a, b) for a, b in pairs))


def _product(a: list[int], b: list[int]) -> int:
    return sum(map(mul, a, b))


def _coups(evs: Numbers, good: Numbers) -> Iterator[tuple[CoupSums, ...]]:
    """Sums over shoes, coup by coup; squares are made from halves of 20 bits, whose products fit 64 bits."""
    high, low = evs >> BITS // 2, evs & (1 << BITS // 2) - 1
    pairs = ((high, high), (high, low), (low, low))
    highs, mixed, lows = ((a * b).sum(axis=2).astype(object) for a, b in pairs)
    squares = (highs << BITS) + (mixed << BITS // 2 + 1) + lows
    for row in zip(evs.sum(axis=2).T, squares.T, good.sum(axis=2).T, strict=True):
        yield tuple(map(CoupSums, *(numbers.tolist() for numbers in row)))


def _spread(values: Numbers) -> Spread:
    # Bins fit 32 bits, because an EV is at most a million; such numbers are sorted in half the time.
    bins, times = np.unique((values >> BITS - BIN_BITS).astype(np.int32), return_counts=True)
    return Spread(int(values.min()), int(values.max()), dict(zip(bins.tolist(), times.tolist(), strict=True)))
