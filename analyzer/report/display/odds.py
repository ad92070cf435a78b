"""How bets and what they are worth are shown."""

from dataclasses import replace
from functools import partial

from analyzer.analysis.odds import Report
from analyzer.analysis.valuation import Valuation
from analyzer.render.page import Page
from analyzer.report.display.layout import View, bet_provenance
from analyzer.report.notes import multiplied
from analyzer.report.odds import bets_table, lines_table, odds_page


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
