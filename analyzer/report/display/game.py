"""How shoes, drawing tables and rules are shown."""

from fractions import Fraction

from analyzer.bets.digest import digest_of_rules
from analyzer.game.cards import RANKS
from analyzer.game.rules import Rules
from analyzer.game.shoe import KEYS, Shoe
from analyzer.game.tableau import Tableau
from analyzer.phrases.cards import SUIT_SIGNS
from analyzer.render.page import Page, Provenance
from analyzer.render.table import Cell, Column, Table
from analyzer.report.display.layout import View
from analyzer.report.inventory import table as in_full
from analyzer.report.names import shoe_title
from analyzer.report.tableau import tableau_table
from analyzer.text import Figure, Text, message


def shoe(found: Shoe, most: int | None) -> View:
    """A small grid of counts; for data frames a row for each card, rank or number of points."""
    names = KEYS["points"] if found.fineness == "points" else tuple(RANKS)
    columns = (
        Column("suit", "", "text"),
        *(Column(f"kind_{name}", name, "count") for name in names),
        Column("all", "Σ", "count"),
    )
    suits = ((sign, found.counts[suit::4]) for suit, sign in enumerate(SUIT_SIGNS))
    rows: list[tuple[Cell, ...]] = []
    if found.fineness == "cards":
        rows = [(sign, *counts, sum(counts)) for sign, counts in suits]
    by_kind = found.coarsen("ranks") if found.fineness == "cards" else found
    rows.append((message("Cards"), *by_kind.counts, found.size))
    grid = Table(shoe_title(found), columns, tuple(rows), _part(found))
    cards, share = Column("cards", message("Cards"), "count"), Column("share", "%", "percent")
    shares = tuple(
        (kind, n, Fraction(n, found.size) if found.size else None)
        for kind, n in zip(KEYS[found.fineness], found.counts, strict=True)
    )
    return View(
        Page((grid,)),
        {"kinds": Table(shoe_title(found), (Column("kind", message("Kind"), "text"), cards, share), shares)},
    )


def _part(found: Shoe) -> tuple[Text, ...]:
    """How much is left of the fewest full decks that hold the cards, where it is not all."""
    full = Shoe.decks(1).coarsen(found.fineness).counts
    decks = max(-(-n // whole) for n, whole in zip(found.counts, full, strict=True))
    if found.full_decks or not decks:
        return ()
    left = Figure(Fraction(found.size, 52 * decks), "percent")
    return (
        message(
            "The fewest full decks that hold these cards: {n}, of which {part} is left.", n=decks, part=left
        ),
    )


def tableau(found: Tableau, most: int | None) -> View:
    """The drawing table as a coloured grid; for data frames a row for each of its cells."""
    rules = Rules("", "", found)
    return View(Page((tableau_table(message("Drawing table"), rules),)), _cells(rules), marks)


def rules(found: Rules, most: int | None) -> View:
    """The drawing table as a coloured grid, with what the columns are; for data frames a row a cell."""
    origin = Provenance((("rules", found.id),), (("rules", digest_of_rules(found)),))
    return View(Page((in_full(found),), origin), _cells(found), marks)


def marks(cell: Cell, column: Column) -> str:
    """The class of a cell of a drawing table, whatever stands behind its letter; nothing of other tables."""
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
