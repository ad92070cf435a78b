"""Shoes dealt side by side: the cards not yet seen before every coup."""

from collections.abc import Iterator
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from analyzer.analysis.sweep.shuffle import cut_cards, shuffled
from analyzer.analysis.sweep.work import Work
from analyzer.game.rules import Rules
from analyzer.game.shoe import coarser

Numbers = NDArray[Any]


def coups(work: Work, first: int, last: int) -> Iterator[tuple[Numbers, Numbers]]:
    """For each coup, which of shoes `first` to `last` − 1 deal it, and the cards not yet seen before it.

    Shoes are by their places from 0, rising, with one row of cards each, by cell at the work's fineness.
    Burned cards that were not shown count as not seen.
    """
    order = shuffled(work.shoe, work.seed, first, last)
    cells = np.array(coarser(work.shoe.fineness, work.fineness))[order]
    points = np.array(coarser(work.shoe.fineness, "points"))[order]
    takes = cards_taken(work.rules)
    given = work.rules.cards_from_shoe - 6  # −1 where Player's first card is given, else 0
    player_first = work.rules.player_first or 0
    given_points = player_first if player_first < 10 else 0
    rows = np.arange(last - first)
    at = _burned(work, points)
    unseen = _after_burn(work, cells, at)
    cuts = cut_cards(work.procedure.depths, work.seed, first, last)
    more = np.full(len(rows), work.procedure.extra_coups)
    while len(rows):
        yield rows, unseen.copy()
        player = points[rows, at + 2 + given] + (points[rows, at] if given == 0 else given_points)
        banker = points[rows, at + 1 + given] + points[rows, at + 3 + given]
        taken = takes[player % 10, banker % 10, points[rows, at + 4 + given]]
        lines = np.arange(len(rows))
        for place in range(work.rules.cards_from_shoe):
            unseen[lines, cells[rows, at + place]] -= place < taken
        reserved = at + work.rules.cards_from_shoe
        at = at + taken
        more = more - (work.shoe.size - (reserved if work.procedure.reserve else at) < cuts[rows])
        if (more < 0).any():
            going = more >= 0
            rows, at, unseen, more = rows[going], at[going], unseen[going], more[going]


def _burned(work: Work, points: Numbers) -> Numbers:
    """How many cards are burned in each shoe."""
    if isinstance(work.procedure.burn, int):
        return np.full(len(points), work.procedure.burn)
    return 1 + np.where(points[:, 0] == 0, 10, points[:, 0])


def _after_burn(work: Work, cells: Numbers, burned: Numbers) -> Numbers:
    """What is not yet seen once the burn is done, shoes × cells."""
    shown = {"none": 0, "first-card": 1, "all": work.procedure.most_burned(work.shoe)}[work.procedure.seen]
    unseen = np.tile(np.array(work.shoe.coarsen(work.fineness).counts), (len(cells), 1))
    lines = np.arange(len(cells))
    for place in range(shown):
        unseen[lines, cells[:, place]] -= place < burned
    return unseen


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
