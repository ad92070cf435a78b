"""What is said of roads: their names, and what each mark of a picture tells.

Knows no picture.
"""

from collections.abc import Iterator
from itertools import islice

from analyzer.message import Message, Text, say, say_many
from analyzer.play.roads.big_road import Ring
from analyzer.play.roads.derived import DerivedRoad, Mark
from analyzer.play.roads.roads import Asked, Bead, Roads

BEAD_PLATE, BIG_ROAD, ASK_ROAD, COUNTS = say("Bead plate"), say("Big road"), say("Ask road"), say("Counts")
DERIVED = {"big_eye": say("Big eye boy"), "small": say("Small road"), "cockroach": say("Cockroach road")}
"""The derived roads by the names that a shoe's roads call them, in order."""

COLORS = {"r": say("red"), "b": say("blue")}
WINNERS = {"B": say("Banker"), "P": say("Player"), "T": say("Tie")}
PAIRS = {"p": say("Player pair"), "b": say("Banker pair")}

DISCS = {"B": say("B"), "P": say("P"), "T": say("T")}
"""What stands on a disc of the bead plate."""

COUNTED = {
    "B": WINNERS["B"],
    "P": WINNERS["P"],
    "T": WINNERS["T"],
    "banker_pair": PAIRS["b"],
    "player_pair": PAIRS["p"],
    "natural": say("Natural"),
    "coups": say("Coups"),
}
"""What is counted, by its key, in the order shown."""

IF_WINS = {"B": say("If Banker wins"), "P": say("If Player wins")}

LETTERS = say("B Banker, P Player, T Tie; p Player pair, b Banker pair, n a natural.")
COLOR_LETTERS = say("Derived roads: r red, b blue.")
REPETITION = say(
    "Red: the big road repeats itself. Blue: it does not. Neither colour stands for Banker or Player."
)


def derived(roads: Roads) -> dict[str, DerivedRoad]:
    """The derived roads by name, in order."""
    return {"big_eye": roads.big_eye, "small": roads.small, "cockroach": roads.cockroach}


def balls(asked: Asked) -> dict[str, Mark | None]:
    """The balls of one side of the ask road by derived road, in order; None for one not shown yet."""
    return {"big_eye": asked.big_eye, "small": asked.small, "cockroach": asked.cockroach}


def heading(coups: int, shoe: str | None = None) -> Message:
    """What a scoreboard is called, of the shoe with an id where it has one."""
    roads = say_many("Roads after {n} coup", "Roads after {n} coups", coups)
    return roads if shoe is None else say("{roads} of shoe {shoe}", roads=roads, shoe=shoe)


def cut(name: Message, dropped: int) -> Message:
    """The name of a road whose picture lacks so many columns on the left."""
    if not dropped:
        return name
    return say_many(
        "{road}: {n} column left out",
        "{road}: {n} columns left out",
        dropped,
        road=name,
    )


def bead_told(coup: int, bead: Bead) -> Message:
    """What a bead tells, of a coup counted from 0."""
    return _coup(coup, *_result(bead.winner, bead.pairs))


def ring_told(ring: Ring) -> Message:
    """What a ring of the big road tells."""
    ties = (say_many("{n} tie", "{n} ties", ring.ties),) if ring.ties else ()
    return _coup(ring.coup, *_result(ring.winner, ring.pairs), *ties)


def marks_told(road: DerivedRoad, roads: Roads) -> Iterator[Message]:
    """What each mark of a derived road tells: from the first one on, every ring of the big road made one."""
    rings = (ring.coup for ring in roads.big_road.display)
    first = len(roads.big_road.display) - len(road.sequence)
    for coup, color in zip(islice(rings, first, None), road.sequence, strict=True):
        yield _coup(coup, COLORS[color])


def ball_told(side: str, road: Text, color: str) -> Message:
    """What a ball of the ask road tells."""
    return say("{if_wins}: {road} {color}", if_wins=IF_WINS[side], road=road, color=COLORS[color])


def _coup(coup: int, *what: Message) -> Message:
    return say("Coup {n}: {what}", n=coup + 1, what=what)


def _result(winner: str, pairs: str) -> tuple[Message, ...]:
    return (WINNERS[winner], *(PAIRS[pair] for pair in pairs))
