"""What the roads show before a coup, groups of coups by what they show, and systems that bet by them."""

from collections.abc import Callable, Iterator, Mapping
from itertools import takewhile
from typing import NamedTuple

from analyzer.play.roads.roads import Roads

LONG = 5
"""A side's streaks of this length or more form one group; so do chops of this length or more."""


class Before(NamedTuple):
    """What the roads show before a coup.

    `last` is the last result (`B`, `P`, `T`) and `side` the last one that was not a Tie; both can be empty.
    Ties aside, `streak` is how many times in a row that side won, and `chop` how many runs of one coup end
    the big road, LONG at most. `balls` are Banker's on the ask road, for big eye boy, small road and
    cockroach road: `r`, `b`, or `-` for none; Player's have the other colour.
    """

    last: str
    side: str
    streak: int
    chop: int
    balls: str


def before_each_coup(results: str) -> Iterator[Before]:
    """What the roads show before each coup of a shoe with these results, letters `B`, `P` or `T`.

    >>> list(before_each_coup("BBPT"))[-1]
    Before(last='P', side='P', streak=1, chop=1, balls='b--')
    """
    last = ""
    runs: list[tuple[str, int]] = []
    for result, balls in zip(results, Roads(results).ask_history, strict=False):
        side, streak = runs[-1] if runs else ("", 0)
        chop = sum(1 for _ in takewhile(lambda run: run[1] == 1, reversed(runs[-LONG:])))
        yield Before(last, side, streak, chop, balls[:3])
        last = result
        if result == side:
            runs[-1] = side, streak + 1
        elif result != "T":
            runs.append((result, 1))


_WINNERS = {"P": "player", "B": "banker", "T": "tie"}
_COLORS = {"r": "red", "b": "blue", "-": "none"}
_ROADS = ("big-eye", "small", "cockroach")

ALL = "all"
"""The group of every coup."""

KEYS = (
    ALL,
    *(f"last-{last}" for last in _WINNERS.values()),
    *(f"streak-{side}-{n}" for side in ("player", "banker") for n in range(1, LONG + 1)),
    "chop",
    *(f"{road}-{color}" for road in _ROADS for color in _COLORS.values()),
    "balls-red",
    "balls-blue",
)
"""The groups of coups, in the order in which they are reported."""


def groups_of(before: Before) -> Iterator[str]:
    """The groups to which a coup belongs, given what the roads show before it."""
    yield ALL
    if before.last:
        yield f"last-{_WINNERS[before.last]}"
    if before.side:
        yield f"streak-{_WINNERS[before.side]}-{min(before.streak, LONG)}"
    if before.chop >= LONG:
        yield "chop"
    for road, ball in zip(_ROADS, before.balls, strict=True):
        yield f"{road}-{_COLORS[ball]}"
    if before.balls in ("rrr", "bbb"):
        yield f"balls-{_COLORS[before.balls[0]]}"


_RED = {"r": "B", "b": "P", "-": ""}
"""The side whose win makes a derived road's next mark red, by Banker's ball."""

SYSTEMS: Mapping[str, Callable[[Before], str]] = {
    "player": lambda before: "P",
    "banker": lambda before: "B",
    "follow": lambda before: before.side,
    "oppose": lambda before: {"P": "B", "B": "P"}.get(before.side, ""),
    "big-eye-red": lambda before: _RED[before.balls[0]],
    "small-red": lambda before: _RED[before.balls[1]],
    "cockroach-red": lambda before: _RED[before.balls[2]],
    "most-red": lambda before: "" if "-" in before.balls else "B" if before.balls.count("r") > 1 else "P",
}
"""Betting systems: the side that each stakes on, `P` or `B`, or nothing when it does not stake."""
