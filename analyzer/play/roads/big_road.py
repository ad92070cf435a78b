"""The big road, the roads derived from it, and where their marks go on paper with a given number of rows.

The record of the big road differs from its picture: in the record a column never turns right. The derived
roads use only the record.
"""

from typing import NamedTuple

Cell = tuple[int, int]
"""A place on paper: column from the left and row from the top, both from 1."""


class RoadLayout:
    """The cells that runs of marks take on paper, in the order placed.

    The first mark of a run, its head, goes into row 1, in the first free column right of the previous head.
    The run goes down while it can, turns right once, and never goes down again; the part after the turn is
    its tail. If the cell below the head is taken, the run goes right along row 1 until it can go down. So row
    1 has no gap, and a tail begins no further right than any later run: only a tail can stop a run on its way
    down, and nothing can stop a tail.

    Source: the scoreboard rules of the second seed of docs/seeds.md; at their limit of turns, a head slides.
    """

    def __init__(self, rows: int) -> None:
        """Blank paper with this many rows, at least 1."""
        self.rows = rows
        self.cells: list[Cell] = []
        self._tails: set[Cell] = set()
        self._heads = 0

    def next(self, *, same: bool) -> Cell:
        """The cell that the next mark would take, in the same run or as the head of a new one."""
        if not same or not self.cells:
            return self._heads + 1, 1
        x, y = self.cells[-1]
        if (x, y) not in self._tails and y < self.rows and (x, y + 1) not in self._tails:
            return x, y + 1
        return x + 1, y

    def place(self, *, same: bool) -> None:
        """Take the next cell."""
        cell = x, y = self.next(same=same)
        if y == 1:
            self._heads = x
        elif x > self.cells[-1][0]:
            self._tails.add(cell)
        self.cells.append(cell)

    def take_back(self) -> None:
        """Take back the last mark."""
        cell = self.cells.pop()
        self._tails.discard(cell)
        self._heads -= cell[1] == 1


class Streak(NamedTuple):
    """A run of one winner; `ties[i]` counts the ties after its bead i + 1.

    In the first run, `ties[0]` also counts the ties before its first bead.
    """

    winner: str
    length: int
    ties: tuple[int, ...]


class Ring(NamedTuple):
    """A bead in the picture: cell, winner, number of ties, pairs (`p`, `b`, `pb`), coup counted from 0."""

    x: int
    y: int
    winner: str
    ties: int
    pairs: str
    coup: int


class BigRoad:
    """The big road of a shoe; `leading_ties` is the number of ties before its first winner."""

    def __init__(self, rows: int) -> None:
        """An empty road on paper with this many rows."""
        self.leading_ties = 0
        self.layout = RoadLayout(rows)
        self._runs: list[tuple[str, list[int]]] = []
        self._beads: list[tuple[str, int]] = []

    @property
    def columns(self) -> list[Streak]:
        """The record, run by run."""
        return [Streak(winner, len(ties), tuple(ties)) for winner, ties in self._runs]

    @property
    def display(self) -> list[Ring]:
        """The picture, bead by bead in the order placed."""
        recorded = ((winner, tied) for winner, ties in self._runs for tied in ties)
        beads = zip(self.layout.cells, recorded, self._beads, strict=True)
        return [Ring(*cell, *won, *bead) for cell, won, bead in beads]

    def continues(self, winner: str) -> bool:
        """Whether `winner`, `B` or `P`, also won the last coup that was not a Tie."""
        return bool(self._runs) and self._runs[-1][0] == winner

    def recorded_at(self, winner: str) -> Cell:
        """The place in the record that a bead of `winner` would take next."""
        same = self.continues(winner)
        return (len(self._runs), len(self._runs[-1][1]) + 1) if same else (len(self._runs) + 1, 1)

    def even(self, step: int) -> bool | None:
        """Whether the last run is as long as the one `step` columns to its left; None if there is none."""
        if len(self._runs) <= step:
            return None
        return len(self._runs[-1][1]) == len(self._runs[-1 - step][1])

    def add(self, winner: str, pairs: str, coup: int) -> None:
        """Add a bead, won by `B` or `P`."""
        same = self.continues(winner)
        self.layout.place(same=same)
        self._beads.append((pairs, coup))
        if same:
            self._runs[-1][1].append(0)
        else:
            self._runs.append((winner, [0 if self._runs else self.leading_ties]))

    def take_back(self) -> None:
        """Take back the last bead."""
        self.layout.take_back()
        self._beads.pop()
        self._runs[-1][1].pop()
        if not self._runs[-1][1]:
            self._runs.pop()

    def tie(self, more: int) -> None:
        """Add (1) or take back (−1) a tie, counted on the last bead or, without beads, in `leading_ties`."""
        if self._runs:
            self._runs[-1][1][-1] += more
        else:
            self.leading_ties += more


class Mark(NamedTuple):
    """A mark of a derived road: its cell and its colour, `r` if the big road repeats itself, else `b`."""

    x: int
    y: int
    color: str


class DerivedRoad:
    """A road whose marks compare the big road's last bead with the record `step` columns to its left.

    A bead in row 1 makes a red mark if the run before it is as long as the run `step` columns further left. A
    bead further down makes a blue mark if the column `step` to its left ends exactly one row above it; the
    mark is red if that column is longer or shorter. So if the last run is as long as the run `step` columns
    to its left, a new run makes a red mark and one more bead a blue one; otherwise it is the other way round.

    `start_coup` (counted from 0) and `start_at` (a place in the record) are those of the first mark's bead.

    Source: the scoreboard rules of the second seed of docs/seeds.md.
    """

    def __init__(self, step: int, rows: int) -> None:
        """An empty road that looks `step` columns back, on paper with this many rows."""
        self.step = step
        self.start_coup: int | None = None
        self.start_at: Cell | None = None
        self._layout = RoadLayout(rows)
        self._colors: list[str] = []

    @property
    def sequence(self) -> str:
        """The colours of the marks, in order."""
        return "".join(self._colors)

    @property
    def display(self) -> list[Mark]:
        """The picture, mark by mark in the order placed."""
        return [Mark(*cell, color) for cell, color in zip(self._layout.cells, self._colors, strict=True)]

    def color(self, big_road: BigRoad, *, same: bool) -> str | None:
        """The colour that the next bead, in the same run or a new one, would make; None before the start."""
        even = big_road.even(self.step)
        return None if even is None else "r" if even != same else "b"

    def next_mark(self, big_road: BigRoad, winner: str) -> Mark | None:
        """The mark that a win of `B` or `P` would make now; None before the start."""
        color = self.color(big_road, same=big_road.continues(winner))
        return None if color is None else Mark(*self._layout.next(same=[color] == self._colors[-1:]), color)

    def add(self, color: str, coup: int, at: Cell) -> None:
        """Add a mark, made by the bead of a coup at this place in the record."""
        if not self._colors:
            self.start_coup, self.start_at = coup, at
        self._layout.place(same=[color] == self._colors[-1:])
        self._colors.append(color)

    def take_back(self) -> None:
        """Take back the last mark."""
        self._layout.take_back()
        self._colors.pop()
        if not self._colors:
            self.start_coup = self.start_at = None
