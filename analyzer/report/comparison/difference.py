"""One thing in which two sides of a comparison differ."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from analyzer.text import Text

T = TypeVar("T")

Sides = tuple[Text | None, Text | None]  # What A has, and what B has; None where one has nothing.

WHATS = (
    *("player-draws", "naturals", "row", "player-first", "columns", "cell", "shoe", "name", "source", "note"),
    *("bets-order", "only", "id", "line-id", "line", "condition", "line-order", "pays", "commission"),
    *("locked", "complete", "rules", "inside-coup", "aliases", "left-out"),
)
"""What can differ, as machines know it."""


DESCRIBING = ("name", "source", "note", "aliases")
"""What describes a bet, a variant or rules, and decides no figure."""


@dataclass(frozen=True, slots=True)
class Difference:
    """One thing that differs.

    Attributes:
        what: one of `WHATS`.
        of: what it is about, in words: a bet, the rules, the shoe or the variant.
        place: what differs there.
        sides: what A and B have there.
        bet: the reference of the bet, None where it is about none.
        remark: what is to be known of the two.
    """

    what: str
    of: Text
    place: Text
    sides: Sides
    bet: str | None = None
    remark: Text | None = None


def both(shown: Callable[[T], Text | None], a: T, b: T) -> Sides:
    """What A and B have, each as a text."""
    return shown(a), shown(b)
