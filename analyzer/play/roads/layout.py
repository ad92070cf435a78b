"""Layout: where the marks of a road go on paper with so many rows.

Knows nothing of what a mark means, but whether it goes on with the run of the mark before.
"""

Cell = tuple[int, int]
"""A place on paper: column from the left and row from the top, both from 1."""


class Layout:
    """The cells that runs of marks take on paper, in the order placed.

    A run's head goes into row 1 of the first column right of the head before whose row 1 is free. The run
    goes down while it can, turns right once, and never goes down again. A head with no way down slides
    right along row 1 until it has one.

    So row 1 has no gap, and a tail that turned lies left of every column begun after it: it alone can stop
    a run on its way down, and nothing ever stands in the way of a tail.

    Source: the scoreboard rules of the second seed, where a turn comes to its limit read as a slide.
    """

    def __init__(self, rows: int) -> None:
        """Blank paper with this many rows, at least 1."""
        self.rows = rows
        self.cells: list[Cell] = []
        self._tails: set[Cell] = set()
        self._heads = 0

    def next(self, *, same: bool) -> Cell:
        """The cell of a mark that would come now: one of the same run, or the head of a new one."""
        if not same or not self.cells:
            return self._heads + 1, 1
        x, y = self.cells[-1]
        if (x, y) not in self._tails and y < self.rows and (x, y + 1) not in self._tails:
            return x, y + 1
        return x + 1, y

    def place(self, *, same: bool) -> Cell:
        """The next cell, now taken."""
        cell = x, y = self.next(same=same)
        if y == 1:
            self._heads = x
        elif x > self.cells[-1][0]:
            self._tails.add(cell)
        self.cells.append(cell)
        return cell

    def take_back(self) -> None:
        """The paper before its last mark."""
        cell = self.cells.pop()
        self._tails.discard(cell)
        self._heads -= cell[1] == 1
