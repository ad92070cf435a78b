"""The tableau examined, as a page for people: in every cell what each play is worth, and what the rule costs.

Lays out exact values; computes none, and renders none.
"""

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

from analyzer.analysis.tableau_study import TableauStudy
from analyzer.render.page import Page
from analyzer.render.table import Cell as TableCell
from analyzer.render.table import Column, Table
from analyzer.report.names import prices_text, ratio
from analyzer.report.tableau import tableau_table
from analyzer.report.tableau_study.cards import by_cards_tables
from analyzer.report.tableau_study.cells import (
    EQUAL,
    WRONG,
    facing,
    facing_head,
    grid,
    letter,
    mark,
    marked,
    player_table,
    provenance,
    rows_of,
    title,
    worth,
    worth_columns,
)
from analyzer.report.tableau_study.errors import errors_tables
from analyzer.text import Figure, Text, message

_GRID_DIGITS, _ERROR_DIGITS = 3, 2
"""The most decimals of grids, and those of long lists, where there is no room."""


def study_page(
    found: TableauStudy, *, full: bool, composition: bool = False, errors: bool = False, digits: bool = True
) -> Page:
    """The tableau with its marks, cells where it is not the best play, grids of EVs, and Player's totals.

    Args:
        found: what was found.
        full: there is room beyond 80 columns; else percentages in the grids have no sign.
        composition: whether to show the same by the two cards of a hand.
        errors: whether to show what a dealer's errors cost.
        digits: whether all figures have the decimals of the page; else grids have what there is room for.
    """
    own = None if digits else _GRID_DIGITS
    tables = [_rules(found), _wrong(found), *_grids(found, full, own)]
    tables.append(player_table(message("Player's choice"), found.player))
    if composition:
        tables += by_cards_tables(found, full, own)
    if errors:
        tables += errors_tables(found, None if digits else _ERROR_DIGITS)
    return Page(tuple(tables), provenance(found), title(found))


def _rules(found: TableauStudy) -> Table:
    """The drawing table of the rules, each cell with its mark."""
    table = tableau_table(message("The rules"), found.rules, tuple(_prices(found)))
    rows: tuple[tuple[TableCell, ...], ...] = tuple(
        (str(row[0].total), *(marked(cell.rule, mark(cell)) for cell in row)) for row in rows_of(found.banker)
    )
    marks = message(
        "{wrong} the opposite is worth more to Banker; {equal} drawing and standing are worth the same.",
        wrong=WRONG,
        equal=EQUAL,
    )
    where, *rest = table.notes
    return replace(table, rows=rows, notes=(where, marks, *rest))


def _prices(found: TableauStudy) -> Iterator[Text]:
    """At which prices, from which shoe, and what cannot come about."""
    player, banker, _ = found.bets
    if found.commission == 0 and player.nets["win"] == 1:
        yield message(
            "Pays, to one: Player {player}, Banker {banker}; no commission, the classical figures.",
            player=prices_text(player),
            banker=prices_text(banker),
        )
    else:
        yield message(
            "Pays, to one: Player {player}, Banker {banker}, which is a commission of {rate}%.",
            player=prices_text(player),
            banker=prices_text(banker),
            rate=ratio(100 * found.commission),
        )
    if found.shoe is None:
        yield message("Infinite shoe: each card drawn is put back before the next.")
    if empty := sum(cell.ways == 0 for cell in found.banker):
        yield message("No deal comes to {n} of the cells; they show no figure.", n=empty)


def _wrong(found: TableauStudy) -> Table:
    """A row a cell where the rule is not Banker's best play, and what all of them cost."""
    columns = (
        Column("banker", message("Banker"), "text"),
        Column("facing", facing_head(found), "text"),
        Column("rule", message("Rule"), "text"),
        *worth_columns(),
    )
    wrong = [cell for cell in found.banker if cell.wrong]
    rows: list[tuple[TableCell, ...]] = [
        (str(cell.total), facing(cell), letter(cell.rule), *worth(cell)) for cell in wrong
    ]
    chance = sum((cell.probability for cell in wrong), Fraction(0))
    rows.append((message("all"), None, None, None, None, None, chance, found.banker_cost))
    notes = (
        message("EV: expected net gain per unit staked on the hand, given that the coup comes there."),
        message("Cost: probability × difference, what the rule loses the hand per unit staked and coup."),
        message(
            "By the rules EV of Banker is {ev} a coup; with the best play in every cell it would be {best}.",
            ev=Figure(found.evs[1], "percent"),
            best=Figure(found.evs[1] + found.banker_cost, "percent"),
        ),
    )
    return Table(message("Where the rule is not Banker's best play"), columns, tuple(rows), notes)


def _grids(found: TableauStudy, full: bool, digits: int | None) -> Iterator[Table]:
    """What Banker gains by drawing, what either play is worth, and how often each cell comes about."""
    cells = found.banker
    yield grid(
        message("EV of drawing minus EV of standing, for Banker"),
        cells,
        lambda cell: cell.difference,
        full,
        digits,
        (message("Positive: drawing is better. Down: Banker's total; across: as in the rules."),),
    )
    yield grid(message("EV of drawing, for Banker"), cells, lambda cell: cell.draw, full, digits)
    yield grid(message("EV of standing, for Banker"), cells, lambda cell: cell.stand, full, digits)
    of_all = (
        message("Of all coups, those that a natural ends included; Player does what the rules say.")
        if found.rules.tableau.naturals
        else message("Of all coups; Player does what the rules say.")
    )
    yield grid(
        message("Probability of each cell in a coup"),
        cells,
        lambda cell: cell.probability,
        full,
        digits,
        (of_all,),
    )
