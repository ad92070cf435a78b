"""The part of a road's picture that fits a page."""

from collections.abc import Sequence
from typing import TypeVar

from analyzer.play.roads.big_road import Ring
from analyzer.play.roads.derived import Mark
from analyzer.play.roads.roads import Bead

Placed = TypeVar("Placed", Bead, Ring, Mark)


def last_column(display: Sequence[Bead | Ring | Mark]) -> int:
    """The last column that a picture takes, 0 for none."""
    return max((placed.x for placed in display), default=0)


def dropped(display: Sequence[Placed], columns: int) -> int:
    """How many columns of a picture a page of so many columns, at least 1, has no room for.

    They are dropped whole, on the left; nothing is worked out again from what is left.

    >>> dropped([Mark(1, 1, "r"), Mark(2, 1, "b"), Mark(3, 1, "r")], 2)
    1
    """
    return max(last_column(display) - columns, 0)
