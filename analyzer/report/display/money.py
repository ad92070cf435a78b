"""How stakes and bankrolls are shown."""

from fractions import Fraction
from functools import partial

from analyzer.analysis.money.bankroll import Bankroll
from analyzer.analysis.money.joint import Joint
from analyzer.analysis.money.monitor import Monitor
from analyzer.analysis.money.portfolio import Portfolio
from analyzer.report.display import View
from analyzer.report.money.bankroll import bankroll_page
from analyzer.report.money.joint import joint_page
from analyzer.report.money.monitor import monitor_page


def joint(value: Joint, max_rows: int | None) -> View:
    """Bets settled together, one unit on each."""
    return portfolio(Portfolio(value, (Fraction(1),) * len(value.bets)), max_rows)


def portfolio(value: Portfolio, max_rows: int | None) -> View:
    """Stakes settled together, with their totals unless one unit is staked on each bet."""
    return View.fitted(partial(joint_page, value, staked=_staked(value)))


def bankroll(value: Bankroll, max_rows: int | None) -> View:
    """What stakes gain or lose over many coups."""
    return View(bankroll_page([value], staked=_staked(value.portfolio)))


def monitor(value: Monitor, max_rows: int | None) -> View:
    """The limits within which a measured RTP is expected."""
    return View(monitor_page([value], staked=_staked(value.portfolio)))


def _staked(portfolio: Portfolio) -> bool:
    return set(portfolio.stakes) != {Fraction(1)}
