"""How bets, what they are worth and stakes on them are shown."""

from dataclasses import replace
from fractions import Fraction
from functools import partial

from analyzer.analysis.money.bankroll import Bankroll
from analyzer.analysis.money.joint import Joint
from analyzer.analysis.money.monitor import Monitor
from analyzer.analysis.money.portfolio import Portfolio
from analyzer.analysis.odds import Report
from analyzer.analysis.valuation import Valuation
from analyzer.render.page import Page
from analyzer.report.display.layout import View, bet_provenance
from analyzer.report.money.bankroll import bankroll_page
from analyzer.report.money.joint import joint_page
from analyzer.report.money.monitor import monitor_page
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


def joint(found: Joint, most: int | None) -> View:
    """Bets settled together, one unit on each."""
    return portfolio(Portfolio(found, (Fraction(1),) * len(found.bets)), most)


def portfolio(found: Portfolio, most: int | None) -> View:
    """Stakes settled together; their sums where they are not just one unit on each bet."""
    return View.fitted(partial(joint_page, found, staked=_staked(found)))


def bankroll(found: Bankroll, most: int | None) -> View:
    """What stakes come to in many coups."""
    return View(bankroll_page([found], staked=_staked(found.portfolio)))


def monitor(found: Monitor, most: int | None) -> View:
    """Within which limits the house's gain is to be expected."""
    return View(monitor_page([found], staked=_staked(found.portfolio)))


def _staked(found: Portfolio) -> bool:
    return set(found.stakes) != {Fraction(1)}
