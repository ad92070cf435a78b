"""The coups and cards of recorded shoes in the order in which they were dealt, one sequence per shoe.

It keeps what the tests of order need, in a few bytes per coup, for a bounded number of coups.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from analyzer.game.rules import Rules
from analyzer.play.evidence.columns import NONE, POINTS, Columns, Numbers, Start, counts_at

MOST_COUPS = 1_000_000
"""The most coups whose order is kept."""

DEALT = (0, 3, 1, 4, 2, 5)
"""The columns of a coup's cards in the order in which they are dealt."""

_AT_THE_CUT = 2


@dataclass(frozen=True, slots=True)
class Dealt:
    """One shoe as dealt: each coup's number, winner, points of the first four cards, and time.

    `winner` and `points` are NONE if unknown; `times` is empty if no coup has one. `cards` has the readable
    cards of all coups, as indices 0–51, or the first card of the rank if suits are unknown; `lengths` is how
    many each coup has. The shoe had `size` cards, and `most` has the number of the most frequent kind at each
    known fineness. `cut` is the index of the coup in which the cut card showed.
    """

    id: str
    numbers: Numbers
    winner: Numbers
    points: Numbers
    lengths: Numbers
    cards: Numbers
    size: int
    most: tuple[int, ...]
    cut: int | None
    times: tuple[str | None, ...]

    @property
    def exchangeable(self) -> slice:
        """The coups whose orders are all equally likely, given which coups they are.

        Proof: exchange two coups dealt before the coup in which the cut card shows, each with its cards. The
        new order of the shoe is as likely as the old one; the rules deal the same two coups from it in each
        other's place; and the cut card shows in the same coup, since as many cards come before it. The coup
        in which it shows is the last or the last but one, and which coup that is depends on the numbers of
        cards. So the coups from the recorded cut card on, or else the last two, are left out.
        """
        end = max(0, len(self.winner) - _AT_THE_CUT) if self.cut is None else self.cut
        return slice(0, end)


class Sequences:
    """Shoes as dealt, up to MOST_COUPS coups; `left_out` counts the shoes beyond that."""

    def __init__(self, rules: Rules) -> None:
        """Begin with no shoes."""
        self.shoes: list[Dealt] = []
        self.left_out = 0
        self._coups = 0
        self._first = 6 - rules.cards_from_shoe

    def add(self, columns: Columns, starts: Sequence[Start]) -> None:
        """Add the shoes whose coups are in columns."""
        dealt = columns.cards[:, DEALT]
        points = np.where((dealt[:, :4] >= 0).all(axis=1), POINTS[dealt[:, :4]].sum(axis=1), NONE)
        from_shoe = np.where(columns.read[:, None], dealt, NONE)[:, self._first :]
        lengths = (from_shoe >= 0).sum(axis=1)
        bounds = np.searchsorted(columns.shoe, np.arange(len(starts) + 1)).tolist()
        for start, first, end in zip(starts, bounds[:-1], bounds[1:], strict=True):
            if self._coups + end - first > MOST_COUPS:
                self.left_out += 1
            elif first < end:
                self._coups += end - first
                rows = slice(first, end)
                coups = [coup for _, coup in columns.coups[rows]]
                unseen = np.maximum(columns.unseen[first], 0)
                cards, times = from_shoe[rows], tuple(coup.time for coup in coups)
                shoe = Dealt(
                    start.record.id,
                    np.array([coup.number for coup in coups]),
                    columns.winner[rows].astype(np.int8),
                    points[rows].astype(np.int8),
                    lengths[rows].astype(np.int8),
                    cards[cards >= 0].astype(np.int8),
                    int(unseen.sum()),
                    tuple(int(counts_at(unseen, f).max()) for f in range(columns.fineness[first] + 1)),
                    next((place for place, coup in enumerate(coups) if coup.cut), None),
                    times if any(times) else (),
                )
                self._keep(shoe, start.continued)

    def _keep(self, shoe: Dealt, continued: bool) -> None:
        if continued and self.shoes:
            before = self.shoes.pop()
            columns = ("numbers", "winner", "points", "lengths")
            joined: dict[str, Any] = {
                key: np.concatenate((getattr(before, key), getattr(shoe, key))) for key in columns
            }
            shoe = replace(before, times=before.times + shoe.times, **joined)
        self.shoes.append(shoe)
