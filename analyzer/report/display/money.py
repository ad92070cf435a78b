"""How stakes and bankrolls are shown."""

from fractions import Fraction
from functools import partial

from analyzer.analysis.money.bankroll import Bankroll
from analyzer.analysis.money.joint import Joint
from analyzer.analysis.money.monitor import Monitor
from analyzer.analysis.money.portfolio import Portfolio
from analyzer.report.display.layout import View
from analyzer.report.money.bankroll import bankroll_page
from analyzer.report.money.joint import joint_page
from analyzer.report.money.monitor import monitor_page


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
