"""The tableau examined, as a document and as rows for machines.

Lays out exact values; computes none, and renders none.
"""

from collections.abc import Iterable
from fractions import Fraction

from analyzer.analysis.tableau_study import Cell, TableauStudy, cost
from analyzer.exact import ratio_text
from analyzer.phrases.cards import HANDS
from analyzer.render.page import Page
from analyzer.render.table import Cell as TableCell
from analyzer.render.table import Column, Table
from analyzer.report.origin import shoe_entry
from analyzer.report.tableau_study.cells import cards_text, facing, letter, provenance, title
from analyzer.report.tableau_study.errors import in_coups
from analyzer.text import message

_BETS = ("player", "banker", "tie")


def study_document(found: TableauStudy, *, composition: bool) -> dict[str, object]:
    """Every cell as a document of schema `baccarat-tableau/1`; by the two cards too if `composition`."""
    by_cards: dict[str, object] = {
        "banker_cards": [_entry(found, cell) for cell in found.banker_cards],
        "banker_cards_cost": ratio_text(cost(found.banker_cards)),
        "player_cards": [_entry(found, cell) for cell in found.player_cards],
        "player_cards_cost": ratio_text(cost(found.player_cards)),
    }
    shoe = found.shoe
    return {
        "schema": "baccarat-tableau/1",
        "rules": found.rules.id,
        "shoe": "infinite" if shoe is None else shoe_entry(shoe),
        "commission": ratio_text(found.commission),
        "banker": [_entry(found, cell) for cell in found.banker],
        "banker_cost": ratio_text(found.banker_cost),
        "player": [_entry(found, cell) for cell in found.player],
        "player_cost": ratio_text(found.player_cost),
        **(by_cards if composition else {}),
        "evs": {bet: ratio_text(ev) for bet, ev in zip(_BETS, found.evs, strict=True)},
        "errors": [_error(found, cell) for cell in (*found.banker, *found.player)],
        "provenance": provenance(found).document(),
    }


def _place(found: TableauStudy, cell: Cell) -> dict[str, object]:
    """What names a cell: the total, what Banker faces, and the two cards where they matter."""
    place: dict[str, object] = {"total": cell.total}
    if cell.hand == "banker":
        place["third" if found.rules.banker_by == "third-card" else "player_total"] = cell.column
    return place if cell.cards is None else place | {"cards": cards_text(cell)}


def _entry(found: TableauStudy, cell: Cell) -> dict[str, object]:
    return {
        **_place(found, cell),
        "rule": cell.rule,
        "draw": _text(cell.draw),
        "stand": _text(cell.stand),
        "difference": _text(cell.difference),
        "best": cell.best,
        "probability": ratio_text(cell.probability),
        "cost": ratio_text(cell.cost),
    }


def _error(found: TableauStudy, cell: Cell) -> dict[str, object]:
    """The opposite of a rule: the change of three EVs, given the cell, and in 1,000 coups."""
    given = cell.errors or (None, None, None)
    return {
        "hand": cell.hand,
        **_place(found, cell),
        "dealt": "S" if cell.rule == "D" else "D",
        "given": {bet: _text(change) for bet, change in zip(_BETS, given, strict=True)},
        "per_1000_coups": {
            bet: ratio_text(change) for bet, change in zip(_BETS, in_coups(cell), strict=True)
        },
    }


def _text(x: Fraction | None) -> str | None:
    return None if x is None else ratio_text(x)


def rows_page(found: TableauStudy, *, composition: bool) -> Page:
    """A row for each cell of both hands, Banker's first; by the two cards after them if `composition`."""
    columns = (
        Column("hand", message("Hand"), "text"),
        Column("total", message("Total"), "count"),
        Column("facing", message("Facing"), "text"),
        *((Column("cards", message("Two cards"), "text"),) if composition else ()),
        Column("rule", message("Rule"), "text"),
        Column("best", message("Best play"), "text"),
        Column("draw", message("EV of drawing"), "percent"),
        Column("stand", message("EV of standing"), "percent"),
        Column("difference", message("Difference"), "percent"),
        Column("probability", message("Probability"), "percent"),
        Column("cost", message("Cost"), "percent"),
        Column("error_player", message("Error: Player"), "percent"),
        Column("error_banker", message("Error: Banker"), "percent"),
        Column("error_tie", message("Error: Tie"), "percent"),
    )
    cells: Iterable[Cell] = (*found.banker, *found.player)
    if composition:
        cells = (*cells, *found.banker_cards, *found.player_cards)
    rows: tuple[tuple[TableCell, ...], ...] = tuple(
        (
            HANDS[cell.hand],
            cell.total,
            facing(cell) if cell.hand == "banker" else None,
            *((cards_text(cell),) if composition else ()),
            letter(cell.rule),
            None if cell.best is None else letter(cell.best),
            *(cell.draw, cell.stand, cell.difference, cell.probability, cell.cost),
            *(cell.errors or (None, None, None)),
        )
        for cell in cells
    )
    notes = (
        message("Facing: Player stood, or the column of the tableau."),
        message("Error: change of a bet's EV, given the cell, if the opposite of the rule is dealt."),
    )
    return Page((Table(title(found), columns, rows, notes),), provenance(found))
