"""The tableau examined by the two cards of a hand: where they change what is best.

Lays out exact values; computes none, and renders none.
"""

from collections.abc import Iterator

from analyzer.analysis.tableau_study import Cell, TableauStudy, cost
from analyzer.render.table import Cell as TableCell
from analyzer.render.table import Column, Table
from analyzer.report.tableau_study.cells import (
    UNLIKE,
    WRONG,
    cards_text,
    facing,
    facing_head,
    grid,
    grid_columns,
    letter,
    marked,
    player_table,
    rows_of,
    worth,
    worth_columns,
)
from analyzer.text import Figure, message


def by_cards_tables(found: TableauStudy, full: bool, digits: int | None) -> Iterator[Table]:
    """Banker's best play by cards, where totals have another, what drawing gains; Player's choice."""
    unlike = frozenset(found.unlike)
    yield _best(found, unlike)
    yield _changed(found)
    yield grid(
        message("EV of drawing minus EV of standing, for Banker by the two cards"),
        found.banker_cards,
        lambda cell: cell.difference,
        full,
        digits,
    )
    yield player_table(message("Player's choice by the two cards"), found.player_cards)


def _best(found: TableauStudy, unlike: frozenset[Cell]) -> Table:
    columns = (
        Column("banker", message("Banker"), "text"),
        Column("cards", message("Two cards"), "text"),
        *grid_columns("text", None),
    )
    rows: list[tuple[TableCell, ...]] = []
    for row in rows_of(found.banker_cards):
        signs = [
            cell.best and marked(cell.best, WRONG * cell.wrong + UNLIKE * (cell in unlike)) for cell in row
        ]
        rows.append((str(row[0].total), cards_text(row[0]), *signs))
    notes = (
        message("Cards by their points; 0: a ten, jack, queen or king."),
        message(
            "{wrong} the rule says the opposite; {unlike} another play is best than for the whole total.",
            wrong=WRONG,
            unlike=UNLIKE,
        ),
    )
    return Table(message("Banker's best play by the two cards"), columns, tuple(rows), notes)


def _changed(found: TableauStudy) -> Table:
    """A row for each pair of cards for which another play is best than for their total."""
    columns = (
        Column("banker", message("Banker"), "text"),
        Column("cards", message("Two cards"), "text"),
        Column("facing", facing_head(found), "text"),
        Column("best", message("Best play"), "text"),
        *worth_columns()[:-1],
    )
    rows: tuple[tuple[TableCell, ...], ...] = tuple(
        (str(cell.total), cards_text(cell), facing(cell), letter(cell.best or ""), *worth(cell)[:-1])
        for cell in found.unlike
    )
    by_cards = cost(found.banker_cards)
    note = message(
        "Best play by totals gains Banker {totals} per unit staked and coup over the rule, by the cards "
        "{cards}: {more} more.",
        totals=Figure(found.banker_cost, "percent"),
        cards=Figure(by_cards, "percent"),
        more=Figure(by_cards - found.banker_cost, "percent"),
    )
    return Table(message("Where the two cards change Banker's best play"), columns, rows, (note,))
