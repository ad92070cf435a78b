"""How shoes, drawing tables and rules are shown."""

from collections.abc import Iterator
from fractions import Fraction

from analyzer.bets.digest import digest_of_rules
from analyzer.game.cards import RANKS
from analyzer.game.rules import Rules
from analyzer.game.shoe import KEYS, Shoe
from analyzer.game.tableau import Tableau
from analyzer.phrases.cards import SUIT_SIGNS
from analyzer.render.page import Page, Provenance
from analyzer.render.table import Cell, Column, Table
from analyzer.report.display import View
from analyzer.report.inventory import table as in_full
from analyzer.report.names import shoe_title
from analyzer.report.tableau import tableau_table
from analyzer.text import Figure, Text, message


def shoe(value: Shoe, max_rows: int | None) -> View:
    """A small grid of counts; data frames have one row per card, rank or number of points."""
    names = KEYS["points"] if value.fineness == "points" else tuple(RANKS)
    columns = (
        Column("suit", "", "text"),
        *(Column(f"kind_{name}", name, "count") for name in names),
        Column("all", "Σ", "count"),
    )
    suits = ((sign, value.counts[suit::4]) for suit, sign in enumerate(SUIT_SIGNS))
    rows: list[tuple[Cell, ...]] = []
    if value.fineness == "cards":
        rows = [(sign, *counts, sum(counts)) for sign, counts in suits]
    by_kind = value.coarsen("ranks") if value.fineness == "cards" else value
    rows.append((message("Cards"), *by_kind.counts, value.size))
    grid = Table(shoe_title(value), columns, tuple(rows), tuple(_part_note(value)))
    cards, share = Column("cards", message("Cards"), "count"), Column("share", "%", "percent")
    shares = tuple(
        (kind, n, Fraction(n, value.size) if value.size else None)
        for kind, n in zip(KEYS[value.fineness], value.counts, strict=True)
    )
    columns = (Column("kind", message("Kind"), "text"), cards, share)
    return View(Page((grid,)), {"kinds": Table(shoe_title(value), columns, shares)})


def _part_note(shoe: Shoe) -> Iterator[Text]:
    """A note on how much is left of the fewest full decks that hold the cards; none if all of it."""
    full = Shoe.decks(1).coarsen(shoe.fineness).counts
    decks = max(-(-n // whole) for n, whole in zip(shoe.counts, full, strict=True))
    if decks and not shoe.full_decks:
        left = Figure(Fraction(shoe.size, 52 * decks), "percent")
        yield message(
            "The fewest full decks that hold these cards: {n}, of which {part} is left.", n=decks, part=left
        )


def tableau(value: Tableau, max_rows: int | None) -> View:
    """The drawing table as a coloured grid; data frames have one row per cell."""
    rules = Rules("", "", value)
    return View(Page((tableau_table(message("Drawing table"), rules),)), _cells(rules), marks)


def rules(value: Rules, max_rows: int | None) -> View:
    """The drawing table as a coloured grid, with notes; data frames have one row per cell."""
    origin = Provenance((("rules", value.id),), (("rules", digest_of_rules(value)),))
    return View(Page((in_full(value),), origin), _cells(value), marks)


def marks(cell: Cell, column: Column) -> str:
    """The CSS class of a drawing-table cell, decided by its first letter; empty in other columns."""
    if column.key != "stood" and not column.key.startswith("column_"):
        return ""
    return {"D": "draws", "S": "stands"}.get(str(cell)[:1], "")


def _cells(rules: Rules) -> dict[str, Table]:
    columns = (
        Column("banker_total", message("Banker"), "count"),
        Column("third_card", message("Player's third card"), "count")
        if rules.banker_by == "third-card"
        else Column("player_total", message("Player's final total"), "count"),
        Column("banker", message("Banker"), "text"),
    )
    cells = tuple(
        (total, column, "draw" if draws else "stand")
        for total, row in rules.tableau.banker
        for column, draws in zip((None, *range(10)), row, strict=True)
    )
    return {
        "cells": Table(message("Drawing table"), columns, cells),
        "grid": tableau_table(message("Drawing table"), rules),
    }
