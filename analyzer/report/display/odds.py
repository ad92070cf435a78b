"""How odds are shown, also of partly dealt shoes: effects of removal, counts, tails, open totals."""

from collections.abc import Iterable
from dataclasses import replace
from functools import partial

from analyzer.analysis.counting import Counting
from analyzer.analysis.inside import Inside, Situation
from analyzer.analysis.odds import Report
from analyzer.analysis.removal import Removal, Removals
from analyzer.analysis.tail import Tail
from analyzer.analysis.valuation import Valuation
from analyzer.render.page import Page
from analyzer.render.table import Cell, Column, Table
from analyzer.report.columns import WAYS, bet_columns, text_columns
from analyzer.report.counts import counting_tables
from analyzer.report.display.layout import View, bet_provenance
from analyzer.report.inside import inside_page, rows_page, totals_text
from analyzer.report.notes import multiplied
from analyzer.report.odds import bets_table, lines_table, odds_page
from analyzer.report.removal import removal_page
from analyzer.report.tail import tail_tables
from analyzer.text import message


def report(found: Report, most: int | None) -> View:
    """A row a bet; for data frames with every statistic, or a row a line of every bet."""
    page = odds_page(found, full=True)
    title = page.heading
    bets = bets_table(title, found.valuations, full=True, statistics=True)
    lines = lines_table(title, found.valuations, full=True, totals=False)
    return View(page, {"bets": bets, "lines": lines}, narrow=partial(odds_page, found, full=False))


def valuation(found: Valuation, most: int | None) -> View:
    """A row a line, and the bet's statistics."""
    title = found.bet.title
    lines = replace(lines_table(title, (found,), full=True), notes=tuple(multiplied(found.bet)))
    statistics = bets_table("", (found,), full=True, statistics=True)
    tables = {"bets": statistics, "lines": lines_table(title, (found,), full=True, totals=False)}
    return View(Page((lines, statistics), bet_provenance(found.bet)), tables)


def removals(found: Removals, most: int | None) -> View:
    """The effects of every bet; for data frames a row a kind of card, or a row a pair of kinds."""
    return View.fitted(partial(removal_page, found), _effects(found.removals))


def removal(found: Removal, most: int | None) -> View:
    """The effects of one bet."""
    tables = _effects((found,))
    return View(Page(tuple(tables.values()), bet_provenance(found.bet), found.bet.title), tables)


def _effects(removals: Iterable[Removal]) -> dict[str, Table]:
    effects: list[tuple[Cell, ...]] = []
    pairs: list[tuple[Cell, ...]] = []
    for removal in removals:
        bet = (removal.bet.title, removal.bet.reference)
        ev = removal.ev
        effects += [(*bet, gone.kind, gone.cards, ev + gone.effect, gone.effect) for gone in removal.kinds]
        pairs += [(*bet, *pair.kinds, pair.ways, pair.effect, pair.second_order) for pair in removal.pairs]
    effect = Column("effect", message("Effect"), "percent", 6)
    columns = (
        *bet_columns(True),
        Column("kind", message("Removed"), "text"),
        Column("cards", message("Cards"), "count"),
        Column("ev", message("EV after"), "percent", 6),
        effect,
    )
    tables = {"effects": Table("", columns, tuple(effects))}
    if pairs:
        kinds = text_columns(first="1", second="2")
        second_order = Column("second_order", "1 × 2", "percent", 6)
        pair_columns = (*bet_columns(True), *kinds, WAYS, effect, second_order)
        note = message("Second order: the effect of both cards, less that of the one and that of the other.")
        tables["pairs"] = Table("", pair_columns, tuple(pairs), (note,))
    return tables


def counting(found: Counting, most: int | None) -> View:
    """The best tags of one bet, and counts scored."""
    return View(Page(tuple(counting_tables(found, full=True)), bet_provenance(found.bet)))


def tail(found: Tail, most: int | None) -> View:
    """How often and by how much one bet favours the bettor, and where most."""
    tables = tail_tables([(found.bet.title, found.bet.reference)], [found])
    return View(Page(tables, bet_provenance(found.bet)))


def inside(found: Inside, most: int | None) -> View:
    """Where bets are worth what once totals lie open; for data frames a row a pair of totals."""
    page = inside_page(found, (), full=True)
    rows = rows_page(found).tables[0]
    return View(page, {"situations": rows, **{str(table.title): table for table in page.tables}})


def situation(found: Situation, most: int | None) -> View:
    """What each bet is worth where totals lie open; none where they cannot come about."""
    title = totals_text(found)
    bets = bets_table(title, found.valuations, full=True, statistics=True)
    lines = lines_table(title, found.valuations, full=True, totals=False)
    return View(Page((bets_table(title, found.valuations, full=True),)), {"bets": bets, "lines": lines})
