"""The big road: runs of equal winners as they are recorded, and their picture.

The record and the picture are two things: the record never bends, and the other roads read it alone.
"""

from typing import NamedTuple

from analyzer.play.roads.layout import Cell, Layout


class Column(NamedTuple):
    """A run of one winner as recorded: `ties[i]` ties came after the bead of row i + 1.

    Ties before the first winner of a shoe are counted on the first bead.
    """

    winner: str
    length: int
    ties: tuple[int, ...]


class Ring(NamedTuple):
    """A bead of the picture: its cell, its winner, its ties, its pairs (`p`, `b`, `pb`), its coup from 0."""

    x: int
    y: int
    winner: str
    ties: int
    pairs: str
    coup: int


class BigRoad:
    """The big road of a shoe: `leading_ties` are the ties before its first winner."""

    def __init__(self, rows: int) -> None:
        """An empty road on paper with this many rows."""
        self.leading_ties = 0
        self.layout = Layout(rows)
        self._winners: list[str] = []
        self._ties: list[list[int]] = []
        self._beads: list[tuple[str, int]] = []

    @property
    def columns(self) -> list[Column]:
        """The record, from the first run to the last."""
        return [
            Column(winner, len(ties), tuple(ties))
            for winner, ties in zip(self._winners, self._ties, strict=True)
        ]

    @property
    def display(self) -> list[Ring]:
        """The picture, in the order placed."""
        recorded = [
            (winner, tied) for winner, ties in zip(self._winners, self._ties, strict=True) for tied in ties
        ]
        return [
            Ring(x, y, winner, tied, pairs, coup)
            for (x, y), (winner, tied), (pairs, coup) in zip(
                self.layout.cells, recorded, self._beads, strict=True
            )
        ]

    def continues(self, winner: str) -> bool:
        """Whether `B` or `P` has won last, ties aside."""
        return bool(self._winners) and self._winners[-1] == winner

    def recorded_at(self, winner: str) -> Cell:
        """The place in the record of a bead that would come now."""
        if self.continues(winner):
            return len(self._ties), len(self._ties[-1]) + 1
        return len(self._ties) + 1, 1

    def even(self, step: int) -> bool | None:
        """Whether the last run is as long as the one `step` columns to its left; None if there is none."""
        if len(self._ties) <= step:
            return None
        return len(self._ties[-1]) == len(self._ties[-1 - step])

    def add(self, winner: str, pairs: str, coup: int) -> None:
        """One more bead, won by `B` or `P`."""
        same = self.continues(winner)
        self.layout.place(same=same)
        self._beads.append((pairs, coup))
        if same:
            self._ties[-1].append(0)
        else:
            self._winners.append(winner)
            self._ties.append([0 if self._ties else self.leading_ties])

    def take_back(self) -> None:
        """The road before its last bead."""
        self.layout.take_back()
        self._beads.pop()
        self._ties[-1].pop()
        if not self._ties[-1]:
            self._ties.pop()
            self._winners.pop()

    def tie(self, more: int) -> None:
        """One tie more (1) or less (−1), counted on the last bead, or ahead of the first."""
        if self._ties:
            self._ties[-1][-1] += more
        else:
            self.leading_ties += more
