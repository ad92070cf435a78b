"""The derived roads: big eye boy, small road and cockroach road, which differ in how far they look back."""

from typing import NamedTuple

from analyzer.play.roads.big_road import BigRoad
from analyzer.play.roads.layout import Cell, Layout


class Mark(NamedTuple):
    """A mark of a derived road: its cell, and its colour: `r` where the big road repeats itself, or `b`."""

    x: int
    y: int
    color: str


class DerivedRoad:
    """A road whose marks compare the big road's last bead with the record `step` columns to its left.

    A bead in row 1 is red if the run before it is as long as the one `step` columns further left. A bead
    further down is red if there is a bead beside it, in the column `step` to the left, or no bead beside it
    and none just above that place either; it is blue if that column ends just above that place.

    So both turn on whether the run that stood before the bead is even with the run `step` columns to its
    left: if it is, a new run is red and one bead more is blue; otherwise a new run is blue, and one bead
    more is red. The two sides are always asked opposite colours.

    `start_coup` (from 0) and `start_at` (its place in the record) are of the bead that caused the first
    mark, None before there is one.

    Source: the scoreboard rules of the second seed.
    """

    def __init__(self, step: int, rows: int) -> None:
        """An empty road that looks `step` columns back, on paper with this many rows."""
        self.step = step
        self.start_coup: int | None = None
        self.start_at: Cell | None = None
        self._layout = Layout(rows)
        self._colors: list[str] = []

    @property
    def sequence(self) -> str:
        """The colours, in order."""
        return "".join(self._colors)

    @property
    def display(self) -> list[Mark]:
        """The picture, in the order placed."""
        return [Mark(x, y, color) for (x, y), color in zip(self._layout.cells, self._colors, strict=True)]

    def begun(self, big_road: BigRoad) -> bool:
        """Whether the next bead makes a mark, whoever wins it: there is a column to look back to."""
        return big_road.even(self.step) is not None

    def color(self, big_road: BigRoad, *, same: bool) -> str | None:
        """The colour that a bead of the last run, or of a new one, would have; None before the start."""
        even = big_road.even(self.step)
        return None if even is None else "r" if even != same else "b"

    def asked(self, big_road: BigRoad, winner: str) -> Mark | None:
        """The mark that a win of `B` or `P` would make now; None before the start."""
        color = self.color(big_road, same=big_road.continues(winner))
        return None if color is None else Mark(*self._layout.next(same=self._continues(color)), color)

    def add(self, color: str, coup: int, at: Cell) -> None:
        """One more mark, of a coup whose bead stands at this place in the record."""
        if not self._colors:
            self.start_coup, self.start_at = coup, at
        self._layout.place(same=self._continues(color))
        self._colors.append(color)

    def take_back(self) -> None:
        """The road before its last mark."""
        self._layout.take_back()
        self._colors.pop()
        if not self._colors:
            self.start_coup = self.start_at = None

    def _continues(self, color: str) -> bool:
        return bool(self._colors) and self._colors[-1] == color
