"""How shoes, rules and drawing tables, bets, variants, explanations and audits are shown."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from fractions import Fraction

from analyzer.ask.explain import Explanation
from analyzer.audit.certificate import Verification
from analyzer.audit.verdict import Audit
from analyzer.bets.bet import Bet, Variant
from analyzer.bets.digest import digest_of_rules
from analyzer.bets.draft import Draft
from analyzer.game.cards import RANKS
from analyzer.game.rules import Rules
from analyzer.game.shoe import KEYS, Shoe
from analyzer.game.tableau import Tableau
from analyzer.phrases.cards import SUIT_SIGNS
from analyzer.render.page import Page, Provenance
from analyzer.render.table import Cell, Column, Table
from analyzer.render.words import wording
from analyzer.report import inventory, verdicts
from analyzer.report import verification as certificates
from analyzer.report.columns import BET, LINE, NET, PAYS, REFERENCE
from analyzer.report.display import View
from analyzer.report.explain import answers_table, explanation_page
from analyzer.report.names import shoe_title
from analyzer.report.tableau import tableau_table
from analyzer.text import Figure, Text, message

_WHEN = Column("when", message("Condition (first true line applies)"), "text")


def shoe(value: Shoe, max_rows: int | None) -> View:
    """A grid of counts; data frames have one row per card, rank or number of points."""
    names = KEYS["points"] if value.fineness == "points" else tuple(RANKS)
    kinds = (Column(f"kind_{name}", name, "count") for name in names)
    columns = (Column("suit", "", "text"), *kinds, Column("all", "Σ", "count"))
    suits = ((sign, value.counts[suit::4]) for suit, sign in enumerate(SUIT_SIGNS))
    rows: list[tuple[Cell, ...]] = []
    if value.fineness == "cards":
        rows = [(sign, *counts, sum(counts)) for sign, counts in suits]
    by_kind = value.coarsen("ranks") if value.fineness == "cards" else value
    rows.append((message("Cards"), *by_kind.counts, value.size))
    grid = Table(shoe_title(value), columns, tuple(rows), tuple(_part_note(value)))
    cards, share = Column("cards", message("Cards"), "count"), Column("share", "%", "percent")
    counts = zip(KEYS[value.fineness], value.counts, strict=True)
    shares = tuple((kind, n, Fraction(n, value.size) if value.size else None) for kind, n in counts)
    columns = (Column("kind", message("Kind"), "text"), cards, share)
    return View(Page((grid,)), {"kinds": Table(shoe_title(value), columns, shares)})


def _part_note(shoe: Shoe) -> Iterator[Text]:
    """A note on how much of the fewest full decks is left; no note if all of it is."""
    decks = shoe.fewest_decks
    if shoe.size < 52 * decks:
        left = Figure(Fraction(shoe.size, 52 * decks), "percent")
        yield message(
            "The fewest full decks that contain these cards: {n}, of which {part} is left.",
            n=decks,
            part=left,
        )


def tableau(value: Tableau, max_rows: int | None) -> View:
    """The drawing table as a coloured grid; data frames have one row per cell."""
    rules = Rules("", "", value)
    return View(Page((tableau_table(message("Drawing table"), rules),)), _cells(rules), marks)


def rules(value: Rules, max_rows: int | None) -> View:
    """The drawing table as a coloured grid, with notes; data frames have one row per cell."""
    origin = Provenance((("rules", value.id),), (("rules", digest_of_rules(value)),))
    return View(Page((inventory.table(value),), origin), _cells(value), marks)


def marks(cell: Cell, column: Column) -> str:
    """The CSS class of a drawing-table cell, chosen by its first letter; empty in other columns."""
    if column.key != "stood" and not column.key.startswith("column_"):
        return ""
    return {"D": "draws", "S": "stands"}.get(str(cell)[:1], "")


def _cells(rules: Rules) -> dict[str, Table]:
    faced = Column("player_total", message("Player's final total"), "count")
    if rules.banker_by == "third-card":
        faced = Column("third_card", message("Player's third card"), "count")
    drawn = Column("banker", message("Banker"), "text")
    columns = (Column("banker_total", message("Banker"), "count"), faced, drawn)
    cells = tuple(
        (total, column, "draw" if draws else "stand")
        for total, row in rules.tableau.banker
        for column, draws in zip((None, *range(10)), row, strict=True)
    )
    title = message("Drawing table")
    return {"cells": Table(title, columns, cells), "grid": tableau_table(title, rules)}


def bet(value: Bet, max_rows: int | None) -> View:
    """The bet in full; data frames have one row per line, with its condition and its net."""
    return View(inventory.page((value,)), {"lines": _lines((value,))})


def draft(value: Draft, max_rows: int | None) -> View:
    """One row per line, with its condition and its pay, or the name of an open pay."""
    lines = value.bet.lines
    rows = tuple((line.id, line.when.text, value.names.get(line.id, str(line.net))) for line in lines)
    return View(Page((Table(value.bet.title, (LINE, _WHEN, PAYS), rows),)))


def variant(value: Variant, max_rows: int | None) -> View:
    """Every bet offered; data frames have one row per line of every bet."""
    return View(inventory.page(value), {"lines": _lines(value.bets)})


def explanation(value: Explanation, max_rows: int | None) -> View:
    """The bet in words, line by line; data frames have one row per answer."""
    page = explanation_page((value,), wording().digits, full=True, in_rows=False)
    return View(page, {"answers": answers_table((value,), wording().digits)})


def _lines(bets: Iterable[Bet]) -> Table:
    rows: list[tuple[Cell, ...]] = []
    for bet in bets:
        conditions = {line.id: " ".join(line.when.text.split()) for line in bet.lines}
        rows += [(bet.name, bet.reference, line, conditions.get(line), net) for line, net in bet.nets.items()]
    return Table(message("Lines"), (BET, REFERENCE, LINE, _WHEN, NET), tuple(rows))


def audit(value: Audit, max_rows: int | None) -> View:
    """One row per claim, errors first; then the verdicts counted by source."""
    findings = value.findings
    first = sorted(findings, key=lambda finding: not finding.is_error)
    title = message("Audit")
    sources = verdicts.summary_table(findings, full=True)
    claims = verdicts.audit_table(first, title, full=False)
    made, verdict = (
        verdicts.origin_of(verdicts.Audited(findings)).provenance,
        verdicts.audit_verdict(findings),
    )
    page = Page((claims, sources), made, verdict=verdict)
    narrow = replace(page, tables=(claims, verdicts.summary_table(findings, full=False)))
    tables = {"claims": verdicts.audit_table(findings, title, full=True), "sources": sources}
    return View(page, tables, narrow=lambda: narrow)


def verification(value: Verification, max_rows: int | None) -> View:
    """The verdict, what is certified and what that proves, or else one row per difference."""
    return View(certificates.page(certificates.Verified(value, value.certified.variant)))
