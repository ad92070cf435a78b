"""How stakes and bankrolls show themselves."""

from fractions import Fraction

from analyzer.analysis.money.bankroll import Bankroll
from analyzer.analysis.money.joint import Joint
from analyzer.analysis.money.monitor import Monitor
from analyzer.analysis.money.portfolio import Portfolio
from analyzer.publish.reports.money.bankroll import bankroll_page
from analyzer.publish.reports.money.joint import joint_page
from analyzer.publish.reports.money.monitor import monitor_page
from analyzer.views.view import View, game_of, nameless


def joint(found: Joint, most: int | None) -> View:
    """Bets settled together, one unit on each."""
    return portfolio(Portfolio(found, (Fraction(1),) * len(found.bets)), most)


def portfolio(found: Portfolio, most: int | None) -> View:
    """Stakes settled together; their sums where they are not just one unit on each bet."""
    game = game_of(found.joint.report)
    return View(nameless(joint_page(found, game, staked=_staked(found), full=True)))


def bankroll(found: Bankroll, most: int | None) -> View:
    """What stakes come to in many coups."""
    game = game_of(found.portfolio.joint.report)
    return View(nameless(bankroll_page([found], game, staked=_staked(found.portfolio))))


def monitor(found: Monitor, most: int | None) -> View:
    """Within which limits the house's gain is to be expected."""
    game = game_of(found.portfolio.joint.report)
    return View(nameless(monitor_page([found], game, staked=_staked(found.portfolio))))


def _staked(found: Portfolio) -> bool:
    return set(found.stakes) != {Fraction(1)}
