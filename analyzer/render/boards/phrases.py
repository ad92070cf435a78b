"""Roads in words: their names, and what each mark in a picture means."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from analyzer.play.roads.big_road import DerivedRoad, Mark, Ring
from analyzer.play.roads.roads import Bead, NextMarks, Roads
from analyzer.text import Message, Text, message, plural

BEAD_PLATE, BIG_ROAD = message("Bead plate"), message("Big road")
ASK_ROAD, COUNTS = message("Ask road"), message("Counts")
DERIVED = {
    "big_eye": message("Big eye boy"),
    "small": message("Small road"),
    "cockroach": message("Cockroach road"),
}
"""The names of the derived roads, by their attribute of `Roads`, in order."""

COLORS = {"r": message("red"), "b": message("blue")}
WINNERS = {"B": message("Banker"), "P": message("Player"), "T": message("Tie")}
PAIRS = {"p": message("Player pair"), "b": message("Banker pair")}

DISCS = {"B": message("B"), "P": message("P"), "T": message("T")}

COUNTED = {
    **WINNERS,
    "banker_pair": PAIRS["b"],
    "player_pair": PAIRS["p"],
    "natural": message("Natural"),
    "coups": message("Coups"),
}

IF_WINS = {"B": message("If Banker wins"), "P": message("If Player wins")}

LETTERS = message("B Banker, P Player, T Tie; p Player pair, b Banker pair, n a natural.")
COLOR_LETTERS = message("Derived roads: r red, b blue.")
REPETITION = message(
    "Red: the big road repeats itself. Blue: it does not. Neither colour stands for Banker or Player."
)


def derived(roads: Roads) -> dict[str, DerivedRoad]:
    """The derived roads by name, in order."""
    return {"big_eye": roads.big_eye, "small": roads.small, "cockroach": roads.cockroach}


def balls(next_marks: NextMarks) -> dict[str, Mark | None]:
    """The balls of one side of the ask road by derived road, in order; None for a ball not shown yet."""
    return {"big_eye": next_marks.big_eye, "small": next_marks.small, "cockroach": next_marks.cockroach}


_MOST_NAMED = 10


def heading(roads: Roads, shoe: str | None = None) -> Message:
    """The title of a scoreboard, with the id of its shoe, if any, and the coups with faults in its record."""
    title = plural("Roads after {n} coup", "Roads after {n} coups", len(roads.outcomes))
    if shoe is not None:
        title = message("{roads} of shoe {shoe}", roads=title, shoe=shoe)
    if not roads.faulty:
        return title
    numbers = [*map(str, roads.faulty[:_MOST_NAMED])]
    return plural(
        "{title}; {n} coup ({coups}) has faults in the record: its recorded result is shown, or the result "
        "by the rules if none is recorded",
        "{title}; {n} coups ({coups}) have faults in the record: their recorded results are shown, or the "
        "results by the rules where none are recorded",
        len(roads.faulty),
        title=title,
        coups=", ".join(numbers) + ", …" * (len(roads.faulty) > _MOST_NAMED),
    )


def cut(name: Message, dropped: int) -> Message:
    """The name of a road whose picture lacks `dropped` columns on the left."""
    if not dropped:
        return name
    return plural("{road}: {n} column left out", "{road}: {n} columns left out", dropped, road=name)


class Picture(NamedTuple):
    """A road as it is shown: its key, its name, its marks in order, and what each mark means."""

    key: str
    name: Message
    marks: Sequence[Bead | Ring | Mark]
    meanings: Iterator[Message]


def pictures(roads: Roads) -> list[Picture]:
    """The bead plate, the big road and the derived roads, in order."""
    beads, rings = roads.bead_plate, roads.big_road.display
    return [
        Picture("bead_plate", BEAD_PLATE, beads, (_coup(coup, bead) for coup, bead in enumerate(beads))),
        Picture("big_road", BIG_ROAD, rings, (_coup(ring.coup, ring, ring.ties) for ring in rings)),
        *(
            Picture(key, DERIVED[key], road.display, _color_meanings(road, rings))
            for key, road in derived(roads).items()
        ),
    ]


def _coup(coup: int, mark: Bead | Ring, ties: int = 0) -> Message:
    """What a bead or a ring means: the result of a coup (counted from 0) and the ties after it."""
    result = [WINNERS[mark.winner], *(PAIRS[pair] for pair in mark.pairs)]
    after = [plural("{n} tie", "{n} ties", ties)] if ties else []
    return message("Coup {n}: {what}", n=coup + 1, what=(*result, *after))


def _color_meanings(road: DerivedRoad, rings: Sequence[Ring]) -> Iterator[Message]:
    """What each mark of a derived road means; after its start, every ring of the big road adds one mark."""
    first = len(rings) - len(road.sequence)
    for ring, color in zip(rings[first:], road.sequence, strict=True):
        yield message("Coup {n}: {what}", n=ring.coup + 1, what=(COLORS[color],))


def ball_meaning(side: str, road: Text, color: str) -> Message:
    """What a ball of the ask road means."""
    return message("{if_wins}: {road} {color}", if_wins=IF_WINS[side], road=road, color=COLORS[color])
