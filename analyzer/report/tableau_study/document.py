"""The tableau examined, as a document and as rows for machines."""

from analyzer.analysis.tableau_study import Cell, TableauStudy, cost
from analyzer.exact import ratio_or_none, ratio_text
from analyzer.phrases.cards import HANDS
from analyzer.render.page import Page
from analyzer.render.table import Column, Table
from analyzer.report.fields import Cells, attributes, exact_entry, without
from analyzer.report.origin import shoe_entry
from analyzer.report.tableau import facing
from analyzer.report.tableau_study import cells as parts
from analyzer.text import message

_BETS = ("player", "banker", "tie")


def study_document(study: TableauStudy, *, composition: bool) -> dict[str, object]:
    """Every cell as a document of schema `baccarat-tableau/1`; by the two cards too if `composition`."""
    by_cards: dict[str, object] = {
        "banker_cards": [_cell_document(study, cell) for cell in study.banker_cards],
        "banker_cards_cost": ratio_text(cost(study.banker_cards)),
        "player_cards": [_cell_document(study, cell) for cell in study.player_cards],
        "player_cards_cost": ratio_text(cost(study.player_cards)),
    }
    return {
        "schema": "baccarat-tableau/1",
        "rules": study.rules.id,
        "shoe": shoe_entry(study.shoe),
        **exact_entry(study, "commission"),
        "banker": [_cell_document(study, cell) for cell in study.banker],
        **exact_entry(study, "banker_cost"),
        "player": [_cell_document(study, cell) for cell in study.player],
        **exact_entry(study, "player_cost"),
        **(by_cards if composition else {}),
        "evs": dict(zip(_BETS, map(ratio_text, study.evs), strict=True)),
        "errors": [_error_document(study, cell) for cell in (*study.banker, *study.player)],
        "provenance": parts.provenance(study).document(),
    }


def _place(study: TableauStudy, cell: Cell) -> dict[str, object]:
    """What identifies a cell: its total, what Banker faces, and its two cards if it is for one pair."""
    place: dict[str, object] = {"total": cell.total}
    if cell.hand == "banker":
        place["third" if study.rules.banker_by == "third-card" else "player_total"] = cell.column
    return place if cell.cards is None else place | {"cards": parts.cards_text(cell)}


def _cell_document(study: TableauStudy, cell: Cell) -> dict[str, object]:
    figures = exact_entry(cell, "rule", "draw", "stand", "difference", "best", "probability", "cost")
    return _place(study, cell) | figures


def _error_document(study: TableauStudy, cell: Cell) -> dict[str, object]:
    """The opposite of a rule: the changes of three EVs, given the cell, and the gains in 1,000 coups."""
    given = cell.errors or (None, None, None)
    return {
        "hand": cell.hand,
        **_place(study, cell),
        "dealt": "S" if cell.rule == "D" else "D",
        "given": dict(zip(_BETS, map(ratio_or_none, given), strict=True)),
        "per_1000_coups": dict(zip(_BETS, map(ratio_text, parts.errors_in_coups(cell)), strict=True)),
    }


def rows_page(study: TableauStudy, *, composition: bool) -> Page:
    """One row per cell of both hands, Banker's first; then by the two cards too if `composition`."""
    columns = (
        Column("hand", message("Hand"), "text"),
        Column("total", message("Total"), "count"),
        parts.FACING,
        parts.TWO_CARDS,
        parts.RULE,
        parts.BEST,
        *parts.WORTH,
        Column("error_player", message("Error: Player"), "percent"),
        Column("error_banker", message("Error: Banker"), "percent"),
        Column("error_tie", message("Error: Tie"), "percent"),
    )
    by_cards = (*study.banker_cards, *study.player_cards) if composition else ()
    rows: list[Cells] = []
    for cell in (*study.banker, *study.player, *by_cards):
        faced = facing(cell.column) if cell.hand == "banker" else None
        plays = (parts.letter(cell.rule), cell.best and parts.letter(cell.best))
        figures = (*attributes(cell, parts.WORTH), *(cell.errors or (None, None, None)))
        rows.append((HANDS[cell.hand], cell.total, faced, parts.cards_text(cell), *plays, *figures))
    notes = (
        message("Facing: Player stood, or the column of the tableau."),
        message("Error: change of a bet's EV, given the cell, if the opposite of the rule is dealt."),
    )
    table = Table(parts.title(study), columns, tuple(rows), notes)
    return Page((table if composition else without(table, "cards"),), parts.provenance(study))
