"""Roads in words: their names, what each mark of a picture means, and roads as tables of plain values."""

from collections.abc import Iterator, Sequence
from hashlib import sha256
from typing import NamedTuple

from analyzer.play.roads.big_road import DerivedRoad, Mark, Ring
from analyzer.play.roads.roads import Bead, NextMarks, Roads
from analyzer.render.page import Page, Provenance
from analyzer.render.table import Cell, Column, Table
from analyzer.text import Message, Text, message, plural

BEAD_PLATE, BIG_ROAD = message("Bead plate"), message("Big road")
ASK_ROAD, COUNTS = message("Ask road"), message("Counts")
DERIVED = {
    "big_eye": message("Big eye boy"),
    "small": message("Small road"),
    "cockroach": message("Cockroach road"),
}
"""The derived roads by the names that a shoe's roads call them, in order."""

COLORS = {"r": message("red"), "b": message("blue")}
WINNERS = {"B": message("Banker"), "P": message("Player"), "T": message("Tie")}
PAIRS = {"p": message("Player pair"), "b": message("Banker pair")}

DISCS = {"B": message("B"), "P": message("P"), "T": message("T")}

COUNTED = {
    "B": WINNERS["B"],
    "P": WINNERS["P"],
    "T": WINNERS["T"],
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
    """The balls of one side of the ask road by derived road, in order; None for one not shown yet."""
    return {"big_eye": next_marks.big_eye, "small": next_marks.small, "cockroach": next_marks.cockroach}


def heading(coups: int, shoe: str | None = None) -> Message:
    """What a scoreboard is called, of the shoe with an id where it has one."""
    roads = plural("Roads after {n} coup", "Roads after {n} coups", coups)
    return roads if shoe is None else message("{roads} of shoe {shoe}", roads=roads, shoe=shoe)


def cut(name: Message, dropped: int) -> Message:
    """The name of a road whose picture lacks `dropped` columns on the left."""
    if not dropped:
        return name
    return plural("{road}: {n} column left out", "{road}: {n} columns left out", dropped, road=name)


class Picture(NamedTuple):
    """A road as it is shown: its key, its name, its marks in order, and what each of them means."""

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
    """What a bead or a ring means, of a coup counted from 0, with the ties after it."""
    result = [WINNERS[mark.winner], *(PAIRS[pair] for pair in mark.pairs)]
    after = [plural("{n} tie", "{n} ties", ties)] if ties else []
    return message("Coup {n}: {what}", n=coup + 1, what=(*result, *after))


def _color_meanings(road: DerivedRoad, rings: Sequence[Ring]) -> Iterator[Message]:
    """What each mark of a derived road means: from the first one on, every ring of the big road made one."""
    first = len(rings) - len(road.sequence)
    for ring, color in zip(rings[first:], road.sequence, strict=True):
        yield message("Coup {n}: {what}", n=ring.coup + 1, what=(COLORS[color],))


def ball_meaning(side: str, road: Text, color: str) -> Message:
    """What a ball of the ask road means."""
    return message("{if_wins}: {road} {color}", if_wins=IF_WINS[side], road=road, color=COLORS[color])


def roads_page(roads: Roads, shoe: str | None = None) -> Page:
    """The counts, every road in the order its marks came, the big road's record, and the ask road."""
    tables = (_counts(roads), _in_order(roads), _big_road(roads), _ask_road(roads))
    return Page(tables, provenance(roads), heading(len(roads.outcomes), shoe))


def provenance(roads: Roads) -> Provenance:
    """The rows of the paper, and the digest of the coups in their text form with blanks between."""
    return Provenance((("rows", str(roads.rows)),), (("coups", sha256(_coups(roads).encode()).hexdigest()),))


def _counts(roads: Roads) -> Table:
    columns = (Column("result", message("Result"), "text"), Column("coups", message("Coups"), "count"))
    counts = roads.counts
    rows = tuple((name, counts[key]) for key, name in COUNTED.items())
    return Table(COUNTS, columns, rows)


def _in_order(roads: Roads) -> Table:
    columns = (
        Column("road", message("Road"), "text"),
        Column("first_coup", message("First coup"), "count"),
        Column("marks", message("Marks in order"), "text"),
    )
    beads: tuple[Cell, ...] = (BEAD_PLATE, 1 if roads.outcomes else None, _coups(roads) or None)
    rows = [beads]
    for name, road in derived(roads).items():
        first_coup = None if road.start_coup is None else road.start_coup + 1
        rows.append((DERIVED[name], first_coup, road.sequence or None))
    return Table(message("Roads in order"), columns, tuple(rows), (LETTERS, COLOR_LETTERS, REPETITION))


def _big_road(roads: Roads) -> Table:
    columns = (
        Column("column", message("Column"), "count"),
        Column("winner", message("Winner"), "text"),
        Column("length", message("Length"), "count"),
        Column("ties", message("Ties after each"), "text"),
    )
    rows = tuple(
        (number, WINNERS[run.winner], run.length, ", ".join(map(str, run.ties)))
        for number, run in enumerate(roads.big_road.columns, 1)
    )
    notes = (message("Ties before the first win of a side are counted on it."),)
    return Table(message("Big road: the record"), columns, rows, notes)


def _ask_road(roads: Roads) -> Table:
    columns = [Column("road", message("Road"), "text")]
    for key, head in zip(("banker", "player"), IF_WINS.values(), strict=True):
        where = message("{if_wins}: column, row", if_wins=head)
        columns += [Column(key, head, "text"), Column(f"{key}_cell", where, "text")]
    rows: dict[str, list[Cell]] = {"big_road": [BIG_ROAD]}
    rows |= {key: [road] for key, road in DERIVED.items()}
    for next_marks in roads.ask.values():
        rows["big_road"] += [None, "{}, {}".format(*next_marks.display)]
        for key, ball in balls(next_marks).items():
            rows[key] += [None, None] if ball is None else [COLORS[ball.color], f"{ball.x}, {ball.y}"]
    return Table(ASK_ROAD, tuple(columns), tuple(map(tuple, rows.values())))


def _coups(roads: Roads) -> str:
    return " ".join(map(str, roads.outcomes))
