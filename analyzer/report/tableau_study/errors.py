"""What a dealer's error costs whom: in each cell, the opposite of the rule.

Lays out exact values; computes none, and renders none.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction

from analyzer.analysis.tableau_study import Cell, TableauStudy
from analyzer.render.table import Cell as TableCell
from analyzer.render.table import Column, Table
from analyzer.report.names import prices_text
from analyzer.text import Text, message

COUPS = 1000
"""Coups for which errors are told."""


def errors_tables(found: TableauStudy, digits: int | None) -> Iterator[Table]:
    """A row for each cell that can come about: the change of the EV of three bets, then in 1,000 coups."""
    player, banker, tie = found.bets
    pays = message(
        "Pays, to one: Player {player}, Banker {banker}, Tie {tie}.",
        player=prices_text(player),
        banker=prices_text(banker),
        tie=prices_text(tie),
    )
    notes = (
        message(
            "First the change of EV per unit staked, given that the coup comes there and the dealer errs."
        ),
        message(
            "In {n} coups: units that a bettor of one unit a coup gains if the dealer always errs there.",
            n=COUPS,
        ),
        message("Positive: the error is worth that to whoever bets, and costs the house as much."),
        pays,
    )
    yield _table(message("Dealer's errors with Banker's third card"), found.banker, digits, notes)
    then = message("After an error with Player's card Banker does what the rules say of the hands as dealt.")
    yield _table(message("Dealer's errors with Player's third card"), found.player, digits, (then,))


def _table(heading: Text, cells: Sequence[Cell], digits: int | None, notes: tuple[Text, ...]) -> Table:
    by_column = cells[0].hand == "banker"
    columns = (
        Column("total", message("Banker") if by_column else message("Player"), "text"),
        *((Column("facing", message("Facing"), "text"),) if by_column else ()),
        Column("dealt", message("Error"), "text"),
        Column("player_given", message("Player"), "percent", digits),
        Column("banker_given", message("Banker"), "percent", digits),
        Column("tie_given", message("Tie"), "percent", digits),
        Column("player", message("Player in {n} coups", n=COUPS), "decimal", digits),
        Column("banker", message("Banker in {n} coups", n=COUPS), "decimal", digits),
        Column("tie", message("Tie in {n} coups", n=COUPS), "decimal", digits),
    )
    rows: list[tuple[TableCell, ...]] = []
    for cell in cells:
        if cell.errors is None:
            continue
        naming: list[TableCell] = [str(cell.total)]
        if by_column:
            naming.append(message("stood") if cell.column is None else str(cell.column))
        naming.append(message("stands") if cell.rule == "D" else message("draws"))
        rows.append((*naming, *cell.errors, *in_coups(cell)))
    return Table(heading, columns, tuple(rows), notes)


def in_coups(cell: Cell) -> tuple[Fraction, ...]:
    """What an error is worth in 1,000 coups to who bets on Player, Banker and Tie, in units staked a coup."""
    return tuple(COUPS * cell.probability * change for change in cell.errors or (Fraction(0),) * 3)
