"""The roads as tables, for formats that cannot draw them."""

from hashlib import sha256

from analyzer.play.roads.roads import Roads
from analyzer.render.boards import phrases
from analyzer.render.page import Page, Provenance
from analyzer.render.table import Cell, Column, Table
from analyzer.text import message


def roads_page(roads: Roads, shoe: str | None = None) -> Page:
    """The counts, the marks of every road in order, the record of the big road, and the ask road."""
    tables = (_counts(roads), _in_order(roads), _big_road(roads), _ask_road(roads))
    return Page(tables, provenance(roads), phrases.heading(roads, shoe))


def provenance(roads: Roads) -> Provenance:
    """The number of rows of the paper, and the digest of the coups as text, separated by spaces."""
    return Provenance((("rows", str(roads.rows)),), (("coups", sha256(_coups(roads).encode()).hexdigest()),))


def _counts(roads: Roads) -> Table:
    columns = (Column("result", message("Result"), "text"), Column("coups", message("Coups"), "count"))
    counts = roads.counts
    rows = tuple((name, counts[key]) for key, name in phrases.COUNTED.items())
    return Table(phrases.COUNTS, columns, rows)


def _in_order(roads: Roads) -> Table:
    columns = (
        Column("road", message("Road"), "text"),
        Column("first_coup", message("First coup"), "count"),
        Column("marks", message("Marks in order"), "text"),
    )
    beads: tuple[Cell, ...] = (phrases.BEAD_PLATE, 1 if roads.outcomes else None, _coups(roads) or None)
    rows = [beads]
    for name, road in phrases.derived(roads).items():
        first_coup = None if road.start_coup is None else road.start_coup + 1
        rows.append((phrases.DERIVED[name], first_coup, road.sequence or None))
    notes = (phrases.LETTERS, phrases.COLOR_LETTERS, phrases.REPETITION)
    return Table(message("Roads in order"), columns, tuple(rows), notes)


def _big_road(roads: Roads) -> Table:
    columns = (
        Column("column", message("Column"), "count"),
        Column("winner", message("Winner"), "text"),
        Column("length", message("Length"), "count"),
        Column("ties", message("Ties after each"), "text"),
    )
    rows = tuple(
        (number, phrases.WINNERS[run.winner], run.length, ", ".join(map(str, run.ties)))
        for number, run in enumerate(roads.big_road.columns, 1)
    )
    notes = (message("Ties before the first win are counted with that win."),)
    return Table(message("Big road: the record"), columns, rows, notes)


def _ask_road(roads: Roads) -> Table:
    columns = [Column("road", message("Road"), "text")]
    for key, head in zip(("banker", "player"), phrases.IF_WINS.values(), strict=True):
        where = message("{if_wins}: column, row", if_wins=head)
        columns += [Column(key, head, "text"), Column(f"{key}_cell", where, "text")]
    rows: dict[str, list[Cell]] = {"big_road": [phrases.BIG_ROAD]}
    rows |= {key: [road] for key, road in phrases.DERIVED.items()}
    for next_marks in roads.ask.values():
        rows["big_road"] += [None, "{}, {}".format(*next_marks.display)]
        for key, ball in phrases.balls(next_marks).items():
            rows[key] += [None, None] if ball is None else [phrases.COLORS[ball.color], f"{ball.x}, {ball.y}"]
    return Table(phrases.ASK_ROAD, tuple(columns), tuple(map(tuple, rows.values())))


def _coups(roads: Roads) -> str:
    return " ".join(map(str, roads.outcomes))
