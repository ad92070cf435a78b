"""How bets and what they are worth show themselves."""

from dataclasses import replace

from analyzer.analysis.odds import Report
from analyzer.analysis.valuation import Valuation
from analyzer.bets.digest import digest_of_bet
from analyzer.render.page import Page
from analyzer.render.provenance import Provenance
from analyzer.report.display.layout import View
from analyzer.report.notes import multiplied
from analyzer.report.odds import bets_table, lines_table, odds_page


def report(found: Report, most: int | None) -> View:
    """A row a bet; for data frames with every statistic, or a row a line of every bet."""

    def page(full: bool) -> Page:
        return odds_page(found, full=full)

    wide = page(True)
    title = wide.heading
    bets = bets_table(title, found.valuations, full=True, statistics=True)
    lines = lines_table(title, found.valuations, full=True, totals=False)
    return View(wide, {"bets": bets, "lines": lines}, narrow=lambda: page(False))


def valuation(found: Valuation, most: int | None) -> View:
    """A row a line, and the bet's statistics."""
    bet = found.bet
    lines = lines_table(bet.title, (found,), full=True)
    statistics = bets_table("", (found,), full=True, statistics=True)
    made = Provenance((), ((bet.reference, digest_of_bet(bet)),))
    page = Page((replace(lines, notes=tuple(multiplied(bet))), statistics), made)
    return View(
        page, {"bets": statistics, "lines": lines_table(bet.title, (found,), full=True, totals=False)}
    )
