"""Roads as tables of plain values, where no picture can be shown.

Lays out what is there; computes nothing.
"""

from hashlib import sha256

from analyzer.play.roads.big_road import Mark
from analyzer.play.roads.roads import Roads
from analyzer.render.boards import phrases
from analyzer.render.page import Page
from analyzer.render.provenance import Provenance
from analyzer.render.table import Cell, Column, Table
from analyzer.text import message


def roads_page(roads: Roads, shoe: str | None = None) -> Page:
    """The counts, every road in the order its marks came, the big road's record, and the ask road."""
    tables = (_counts(roads), _in_order(roads), _big_road(roads), _ask_road(roads))
    return Page(tables, provenance(roads), phrases.heading(len(roads.outcomes), shoe))


def provenance(roads: Roads) -> Provenance:
    """The rows of the paper, and the digest of the coups in their text form with blanks between."""
    return Provenance((("rows", str(roads.rows)),), (("coups", sha256(_coups(roads).encode()).hexdigest()),))


def _counts(roads: Roads) -> Table:
    """How many coups there were of each sort."""
    counts = roads.counts
    columns = (Column("result", message("Result"), "text"), Column("coups", message("Coups"), "count"))
    rows = tuple((name, counts[key]) for key, name in phrases.COUNTED.items())
    return Table(phrases.COUNTS, columns, rows)


def _in_order(roads: Roads) -> Table:
    columns = (
        Column("road", message("Road"), "text"),
        Column("first_coup", message("First coup"), "count"),
        Column("marks", message("Marks in order"), "text"),
    )
    beads: tuple[Cell, ...] = (phrases.BEAD_PLATE, 1 if roads.outcomes else None, _coups(roads) or None)
    derived = (
        (phrases.DERIVED[name], _number(road.start_coup), road.sequence or None)
        for name, road in phrases.derived(roads).items()
    )
    notes = (phrases.LETTERS, phrases.COLOR_LETTERS, phrases.REPETITION)
    return Table(message("Roads in order"), columns, (beads, *derived), notes)


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
    notes = (message("Ties before the first win of a side are counted on it."),)
    return Table(message("Big road: the record"), columns, rows, notes)


def _ask_road(roads: Roads) -> Table:
    columns = [Column("road", message("Road"), "text")]
    for key, head in zip(("banker", "player"), phrases.IF_WINS.values(), strict=True):
        where = message("{if_wins}: column, row", if_wins=head)
        columns += [Column(key, head, "text"), Column(f"{key}_cell", where, "text")]
    asked = list(roads.ask.values())
    big_road = [cell for each in asked for cell in (None, _cell(*each.display))]
    rows: list[tuple[Cell, ...]] = [(phrases.BIG_ROAD, *big_road)]
    for name, road in phrases.DERIVED.items():
        rows.append((road, *(cell for each in asked for cell in _ball(phrases.balls(each)[name]))))
    return Table(phrases.ASK_ROAD, tuple(columns), tuple(rows))


def _ball(mark: Mark | None) -> tuple[Cell, Cell]:
    return (None, None) if mark is None else (phrases.COLORS[mark.color], _cell(mark.x, mark.y))


def _cell(x: int, y: int) -> str:
    return f"{x}, {y}"


def _coups(roads: Roads) -> str:
    return " ".join(map(str, roads.outcomes))


def _number(coup: int | None) -> int | None:
    """The number of a coup counted from 0, as people count."""
    return None if coup is None else coup + 1
