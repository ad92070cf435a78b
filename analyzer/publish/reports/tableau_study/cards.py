"""The tableau examined by the two cards of a hand: where they change what is best.

Lays out exact values; computes none, and renders none.
"""

from collections.abc import Iterator

from analyzer.analysis.tableau_study import Cell, TableauStudy, cost
from analyzer.message import Figure, say
from analyzer.publish.reports.tableau_study.cells import (
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
from analyzer.publish.table import Cell as Shown
from analyzer.publish.table import Column, Table


def by_cards_tables(found: TableauStudy, full: bool, digits: int | None) -> Iterator[Table]:
    """Banker's best play by cards, where totals have another, what drawing gains; Player's choice."""
    unlike = frozenset(found.unlike)
    yield _best(found, unlike)
    yield _changed(found)
    yield grid(
        say("EV of drawing minus EV of standing, for Banker by the two cards"),
        found.banker_cards,
        lambda cell: cell.difference,
        full,
        digits,
    )
    yield player_table(say("Player's choice by the two cards"), found.player_cards)


def _best(found: TableauStudy, unlike: frozenset[Cell]) -> Table:
    columns = (
        Column("banker", say("Banker"), "text"),
        Column("cards", say("Two cards"), "text"),
        *grid_columns("text", None),
    )
    rows: list[tuple[Shown, ...]] = []
    for row in rows_of(found.banker_cards):
        signs = [
            cell.best and marked(cell.best, WRONG * cell.wrong + UNLIKE * (cell in unlike)) for cell in row
        ]
        rows.append((str(row[0].total), cards_text(row[0]), *signs))
    notes = (
        say("Cards by their points; 0: a ten, jack, queen or king."),
        say(
            "{wrong} the rule says the opposite; {unlike} another play is best than for the whole total.",
            wrong=WRONG,
            unlike=UNLIKE,
        ),
    )
    return Table(say("Banker's best play by the two cards"), columns, tuple(rows), notes)


def _changed(found: TableauStudy) -> Table:
    """A row for each pair of cards for which another play is best than for their total."""
    columns = (
        Column("banker", say("Banker"), "text"),
        Column("cards", say("Two cards"), "text"),
        Column("facing", facing_head(found), "text"),
        Column("best", say("Best play"), "text"),
        *worth_columns()[:-1],
    )
    rows: tuple[tuple[Shown, ...], ...] = tuple(
        (str(cell.total), cards_text(cell), facing(cell), letter(cell.best or ""), *worth(cell)[:-1])
        for cell in found.unlike
    )
    by_cards = cost(found.banker_cards)
    note = say(
        "Best play by totals gains Banker {totals} per unit staked and coup over the rule, by the cards "
        "{cards}: {more} more.",
        totals=Figure(found.banker_cost, "percent"),
        cards=Figure(by_cards, "percent"),
        more=Figure(by_cards - found.banker_cost, "percent"),
    )
    return Table(say("Where the two cards change Banker's best play"), columns, rows, (note,))
