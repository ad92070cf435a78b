"""Shoes dealt side by side for their results: who wins each coup, and what is left before it.

Knows nothing of bets or roads.
"""

from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from analyzer.analysis.sweep.dealing import cards_taken
from analyzer.analysis.sweep.shuffle import shuffled
from analyzer.game.cards import Card
from analyzer.game.rules import Rules
from analyzer.game.shoe import Shoe

Numbers = NDArray[Any]

CUT = 14
"""No coup is begun with fewer cards left."""


def deal_results(rules: Rules, shoe: Shoe, seed: int, first: int, last: int) -> tuple[list[str], Numbers]:
    """The results of shoes number `first` to `last` − 1, and the cards left before each coup, coups × points.

    Nothing is burned. The shoe is known by points and has at least 14 cards; results are letters `P`, `B`,
    `T`.
    """
    # A coup near the end may look at cards past it, none of which it takes.
    points = np.pad(shuffled(shoe, seed, first, last), ((0, 0), (0, rules.cards_from_shoe)))
    takes, wins = cards_taken(rules), winners(rules)
    given = rules.cards_from_shoe - 6  # −1 where Player's first card is given, else 0
    head = 0 if rules.player_first is None else Card(rules.player_first).points
    at = np.zeros(len(points), dtype=np.int64)
    unseen = np.tile(np.array(shoe.counts), (len(points), 1))
    rows = np.arange(len(points))
    shoes, left, fallen = [], [], []
    while len(rows := rows[shoe.size - at[rows] >= CUT]):
        begin = at[rows]
        player = points[rows, begin + 2 + given] + (head if given else points[rows, begin])
        banker = points[rows, begin + 1 + given] + points[rows, begin + 3 + given]
        fifth, sixth = points[rows, begin + 4 + given], points[rows, begin + 5 + given]
        shoes.append(rows)
        left.append(unseen[rows])
        fallen.append(wins[player % 10, banker % 10, fifth, sixth])
        taken = takes[player % 10, banker % 10, fifth]
        for place in range(rules.cards_from_shoe):
            unseen[rows, points[rows, begin + place]] -= place < taken
        at[rows] += taken
    order = np.argsort(np.concatenate(shoes), kind="stable")
    lengths = np.bincount(np.concatenate(shoes), minlength=len(points))
    letters = np.array(list("PBT"))[np.concatenate(fallen)[order]]
    results = ["".join(shoe) for shoe in np.split(letters, np.cumsum(lengths)[:-1])]
    return results, np.concatenate(left)[order]


@cache
def winners(rules: Rules) -> NDArray[np.int64]:
    """Who wins: 0 for Player, 1 for Banker, 2 for a Tie.

    The axes are Player's total of two cards, Banker's, and the points of the two cards that come after.
    """
    found = np.zeros((10, 10, 10, 10), dtype=np.int64)
    naturals = rules.tableau.naturals
    for player, banker, fifth, sixth in np.ndindex(found.shape):
        ours, theirs, third = player, banker, None
        if player not in naturals and banker not in naturals:
            if rules.tableau.player_draws_on(player):
                third, ours = fifth, (player + fifth) % 10
            if rules.banker_draws_on(banker, third, ours):
                theirs = (banker + (fifth if third is None else sixth)) % 10
        found[player, banker, fifth, sixth] = 2 if ours == theirs else int(theirs > ours)
    return found
