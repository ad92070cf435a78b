"""How odds are shown, also those of partly dealt shoes and coups: removal, counts, tails, open totals."""

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
from analyzer.report.display import View, bet_provenance
from analyzer.report.inside import inside_page, rows_page, totals_text
from analyzer.report.notes import multiplied
from analyzer.report.odds import bets_table, lines_table, odds_page
from analyzer.report.removal import SECOND_ORDER, removal_page
from analyzer.report.tail import tail_tables
from analyzer.text import message


def report(value: Report, max_rows: int | None) -> View:
    """One row per bet; data frames have every statistic of each bet, or one row per line of every bet."""
    page = odds_page(value, full=True)
    title = page.heading
    bets = bets_table(title, value.valuations, full=True, statistics=True)
    lines = lines_table(title, value.valuations, full=True, totals=False)
    return View(page, {"bets": bets, "lines": lines}, narrow=partial(odds_page, value, full=False))


def valuation(value: Valuation, max_rows: int | None) -> View:
    """One row per line, and the bet's statistics."""
    title = value.bet.title
    lines = replace(lines_table(title, (value,), full=True), notes=tuple(multiplied(value.bet)))
    statistics = bets_table("", (value,), full=True, statistics=True)
    tables = {"bets": statistics, "lines": lines_table(title, (value,), full=True, totals=False)}
    return View(Page((lines, statistics), bet_provenance(value.bet)), tables)


def removals(value: Removals, max_rows: int | None) -> View:
    """The effects of removal on every bet; data frames have one row per kind of card, or pair of kinds."""
    return View.fitted(partial(removal_page, value), _effects(value.removals))


def removal(value: Removal, max_rows: int | None) -> View:
    """The effects of removal on one bet."""
    tables = _effects((value,))
    return View(Page(tuple(tables.values()), bet_provenance(value.bet), value.bet.title), tables)


def _effects(removals: Iterable[Removal]) -> dict[str, Table]:
    effects: list[tuple[Cell, ...]] = []
    pairs: list[tuple[Cell, ...]] = []
    for removal in removals:
        bet = (removal.bet.title, removal.bet.reference)
        ev = removal.ev
        effects += [(*bet, card.kind, card.cards, ev + card.effect, card.effect) for card in removal.kinds]
        pairs += [(*bet, *pair.kinds, pair.ways, pair.effect, pair.second_order) for pair in removal.pairs]
    effect = Column("effect", message("Effect"), "percent", 6)
    kind, cards = Column("kind", message("Removed"), "text"), Column("cards", message("Cards"), "count")
    columns = (*bet_columns(True), kind, cards, Column("ev", message("EV after"), "percent", 6), effect)
    tables = {"effects": Table("", columns, tuple(effects))}
    if pairs:
        kinds = text_columns(first="1", second="2")
        second_order = Column("second_order", "1 × 2", "percent", 6)
        pair_columns = (*bet_columns(True), *kinds, WAYS, effect, second_order)
        tables["pairs"] = Table("", pair_columns, tuple(pairs), (SECOND_ORDER,))
    return tables


def counting(value: Counting, max_rows: int | None) -> View:
    """The best tags of one bet, and counts scored."""
    return View(Page(tuple(counting_tables(value, full=True)), bet_provenance(value.bet)))


def tail(value: Tail, max_rows: int | None) -> View:
    """How often and by how much one bet favours the bettor, and with which unseen cards most."""
    tables = tail_tables([(value.bet.title, value.bet.reference)], [value])
    return View(Page(tables, bet_provenance(value.bet)))


def inside(value: Inside, max_rows: int | None) -> View:
    """What bets are worth if totals are known; data frames have one row per pair of totals."""
    page = inside_page(value, (), full=True)
    rows = rows_page(value).tables[0]
    return View(page, {"situations": rows, **{str(table.title): table for table in page.tables}})


def situation(value: Situation, max_rows: int | None) -> View:
    """What each bet is worth if these totals are known; no rows if they cannot occur."""
    title = totals_text(value)
    bets = bets_table(title, value.valuations, full=True, statistics=True)
    lines = lines_table(title, value.valuations, full=True, totals=False)
    return View(Page((bets_table(title, value.valuations, full=True),)), {"bets": bets, "lines": lines})
