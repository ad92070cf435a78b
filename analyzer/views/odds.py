"""How bets and what they are worth show themselves."""

from dataclasses import replace

from analyzer.analysis.odds import Report
from analyzer.analysis.valuation import Valuation
from analyzer.bets.digest import digest_of_bet
from analyzer.message import say
from analyzer.publish.page import Page
from analyzer.publish.provenance import Provenance
from analyzer.publish.reports.notes import multiplied
from analyzer.publish.reports.odds import bets_table, lines_table, odds_page
from analyzer.views.view import View, game_of, nameless


def report(found: Report, most: int | None) -> View:
    """A row a bet; for data frames with every statistic, or a row a line of every bet."""
    page = nameless(odds_page(found, game_of(found), full=True))
    title = page.heading
    bets = bets_table(title, found.valuations, full=True, statistics=True)
    return View(page, {"bets": bets, "lines": lines_table(title, found.valuations, full=True, totals=False)})


def valuation(found: Valuation, most: int | None) -> View:
    """A row a line, and the bet's statistics."""
    bet = found.bet
    lines = lines_table(bet.name, (found,), full=True)
    notes = (say("{n} ways: ordered deals counted.", n=found.total), *multiplied(bet))
    statistics = bets_table(say("Statistics"), (found,), full=True, statistics=True)
    made = Provenance((), ((bet.reference, digest_of_bet(bet)),))
    page = Page((replace(lines, notes=notes), statistics), made)
    return View(page, {"bets": statistics, "lines": lines_table(bet.name, (found,), full=True, totals=False)})
