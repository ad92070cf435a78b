"""Every probability in baccarat, exactly, as a rational number.

The public face: names only. Each is fetched when first used, so that importing the package is light.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from analyzer.analysis.chemin_de_fer.equilibrium import Equilibrium as Equilibrium
    from analyzer.analysis.closed_form.counts import CountForm as CountForm
    from analyzer.analysis.closed_form.counts import CountForms as CountForms
    from analyzer.analysis.closed_form.form import ClosedForm as ClosedForm
    from analyzer.analysis.closed_form.form import ClosedForms as ClosedForms
    from analyzer.analysis.compare import Comparison as Comparison
    from analyzer.analysis.count import Count as Count
    from analyzer.analysis.counting import Countings as Countings
    from analyzer.analysis.design.search import Designs as Designs
    from analyzer.analysis.design.solve import Solutions as Solutions
    from analyzer.analysis.design.space import Design as Design
    from analyzer.analysis.design.symbols import Symbolic as Symbolic
    from analyzer.analysis.inside import Inside as Inside
    from analyzer.analysis.money.bankroll import Bankroll as Bankroll
    from analyzer.analysis.money.joint import Joint as Joint
    from analyzer.analysis.money.monitor import Monitor as Monitor
    from analyzer.analysis.money.portfolio import Portfolio as Portfolio
    from analyzer.analysis.odds import Report as Report
    from analyzer.analysis.peek import Peek as Peek
    from analyzer.analysis.removal import Removal as Removal
    from analyzer.analysis.removal import Removals as Removals
    from analyzer.analysis.rule_sheet import RuleSheet as RuleSheet
    from analyzer.analysis.rule_sheet import rule_sheet as rule_sheet
    from analyzer.analysis.successive import Successive as Successive
    from analyzer.analysis.tableau_study import TableauStudy as TableauStudy
    from analyzer.analysis.tail import Tail as Tail
    from analyzer.analysis.tail import Tails as Tails
    from analyzer.analysis.valuation import Valuation as Valuation
    from analyzer.api import compare as compare
    from analyzer.api import expected_values as expected_values
    from analyzer.api import odds as odds
    from analyzer.api import ways as ways
    from analyzer.audit.certificate import Verification as Verification
    from analyzer.audit.findings import Audit as Audit
    from analyzer.audits import audit as audit
    from analyzer.audits import certify as certify
    from analyzer.audits import verify_certificate as verify_certificate
    from analyzer.bench.bankroll import bankroll as bankroll
    from analyzer.bench.bankroll import kelly as kelly
    from analyzer.bench.bankroll import monitor as monitor
    from analyzer.bench.chemin_de_fer import chemin_de_fer as chemin_de_fer
    from analyzer.bench.closed_form import closed_form as closed_form
    from analyzer.bench.closed_form import count_form as count_form
    from analyzer.bench.design import design as design
    from analyzer.bench.joint import joint as joint
    from analyzer.bench.solve import solve as solve
    from analyzer.bench.solve import symbolic as symbolic
    from analyzer.bench.tableau import tableau_study as tableau_study
    from analyzer.bets.bet import Bet as Bet
    from analyzer.bets.bet import Line as Line
    from analyzer.bets.bet import Variant as Variant
    from analyzer.bets.condition import Condition as Condition
    from analyzer.bets.draft import Draft as Draft
    from analyzer.catalog.load import bet as bet
    from analyzer.catalog.load import rules as rules
    from analyzer.catalog.load import variant as variant
    from analyzer.catalog.procedures import procedure as procedure
    from analyzer.errors import AnalyzerError as AnalyzerError
    from analyzer.errors import CardError as CardError
    from analyzer.errors import CatalogError as CatalogError
    from analyzer.errors import ConditionError as ConditionError
    from analyzer.errors import RenderError as RenderError
    from analyzer.errors import RulesError as RulesError
    from analyzer.errors import ShoeError as ShoeError
    from analyzer.game.cards import Card as Card
    from analyzer.game.coup import Coup as Coup
    from analyzer.game.coup import deal as deal
    from analyzer.game.dealt import Dealt as Dealt
    from analyzer.game.procedure import Procedure as Procedure
    from analyzer.game.rules import Rules as Rules
    from analyzer.game.shoe import Shoe as Shoe
    from analyzer.game.tableau import Tableau as Tableau
    from analyzer.partly.counting import count as count
    from analyzer.partly.inside import inside as inside
    from analyzer.partly.inside import peek as peek
    from analyzer.partly.removal import removal as removal
    from analyzer.partly.sweep import sweep as sweep
    from analyzer.partly.tail import tail as tail
    from analyzer.pit.deal import deal_shoe as deal_shoe
    from analyzer.pit.evidence import evidence as evidence
    from analyzer.pit.prediction import prediction as prediction
    from analyzer.pit.prediction import successive as successive
    from analyzer.pit.records import read as read
    from analyzer.pit.records import read_text as read_text
    from analyzer.pit.records import written as written
    from analyzer.pit.replay import replay as replay
    from analyzer.pit.roads import Scoreboard as Scoreboard
    from analyzer.pit.roads import roads as roads
    from analyzer.pit.settle import settle as settle
    from analyzer.play.dealing.dealing import DealtCoup as DealtCoup
    from analyzer.play.dealing.dealing import DealtShoe as DealtShoe
    from analyzer.play.evidence.result import Evidence as Evidence
    from analyzer.play.outcome import Outcome as Outcome
    from analyzer.play.prediction.prediction import Prediction as Prediction
    from analyzer.play.record import RecordedCoup as RecordedCoup
    from analyzer.play.record import RecordedShoe as RecordedShoe
    from analyzer.play.record import Stake as Stake
    from analyzer.play.record import Unread as Unread
    from analyzer.play.replay.replayed import Replay as Replay
    from analyzer.play.settlement.statement import Settlement as Settlement
    from analyzer.rule_sheets import lint as lint

__version__ = "0.1.0"

_HOME = {
    "Equilibrium": "analysis.chemin_de_fer.equilibrium",
    "CountForm": "analysis.closed_form.counts",
    "CountForms": "analysis.closed_form.counts",
    "ClosedForm": "analysis.closed_form.form",
    "ClosedForms": "analysis.closed_form.form",
    "Comparison": "analysis.compare",
    "Count": "analysis.count",
    "Countings": "analysis.counting",
    "Designs": "analysis.design.search",
    "Solutions": "analysis.design.solve",
    "Design": "analysis.design.space",
    "Symbolic": "analysis.design.symbols",
    "Inside": "analysis.inside",
    "Bankroll": "analysis.money.bankroll",
    "Joint": "analysis.money.joint",
    "Monitor": "analysis.money.monitor",
    "Portfolio": "analysis.money.portfolio",
    "Report": "analysis.odds",
    "Peek": "analysis.peek",
    "Removal": "analysis.removal",
    "Removals": "analysis.removal",
    "RuleSheet": "analysis.rule_sheet",
    "rule_sheet": "analysis.rule_sheet",
    "Successive": "analysis.successive",
    "TableauStudy": "analysis.tableau_study",
    "Tail": "analysis.tail",
    "Tails": "analysis.tail",
    "Valuation": "analysis.valuation",
    "compare": "api",
    "expected_values": "api",
    "odds": "api",
    "ways": "api",
    "Verification": "audit.certificate",
    "Audit": "audit.findings",
    "audit": "audits",
    "certify": "audits",
    "verify_certificate": "audits",
    "bankroll": "bench.bankroll",
    "kelly": "bench.bankroll",
    "monitor": "bench.bankroll",
    "chemin_de_fer": "bench.chemin_de_fer",
    "closed_form": "bench.closed_form",
    "count_form": "bench.closed_form",
    "design": "bench.design",
    "joint": "bench.joint",
    "solve": "bench.solve",
    "symbolic": "bench.solve",
    "tableau_study": "bench.tableau",
    "Bet": "bets.bet",
    "Line": "bets.bet",
    "Variant": "bets.bet",
    "Condition": "bets.condition",
    "Draft": "bets.draft",
    "bet": "catalog.load",
    "rules": "catalog.load",
    "variant": "catalog.load",
    "procedure": "catalog.procedures",
    "AnalyzerError": "errors",
    "CardError": "errors",
    "CatalogError": "errors",
    "ConditionError": "errors",
    "RenderError": "errors",
    "RulesError": "errors",
    "ShoeError": "errors",
    "Card": "game.cards",
    "Coup": "game.coup",
    "deal": "game.coup",
    "Dealt": "game.dealt",
    "Procedure": "game.procedure",
    "Rules": "game.rules",
    "Shoe": "game.shoe",
    "Tableau": "game.tableau",
    "count": "partly.counting",
    "inside": "partly.inside",
    "peek": "partly.inside",
    "removal": "partly.removal",
    "sweep": "partly.sweep",
    "tail": "partly.tail",
    "deal_shoe": "pit.deal",
    "evidence": "pit.evidence",
    "prediction": "pit.prediction",
    "successive": "pit.prediction",
    "read": "pit.records",
    "read_text": "pit.records",
    "written": "pit.records",
    "replay": "pit.replay",
    "Scoreboard": "pit.roads",
    "roads": "pit.roads",
    "settle": "pit.settle",
    "DealtCoup": "play.dealing.dealing",
    "DealtShoe": "play.dealing.dealing",
    "Evidence": "play.evidence.result",
    "Outcome": "play.outcome",
    "Prediction": "play.prediction.prediction",
    "RecordedCoup": "play.record",
    "RecordedShoe": "play.record",
    "Stake": "play.record",
    "Unread": "play.record",
    "Replay": "play.replay.replayed",
    "Settlement": "play.settlement.statement",
    "lint": "rule_sheets",
}

__all__ = ["__version__", *_HOME]  # noqa: PLE0604


def __getattr__(name: str) -> object:
    """A public name, fetched from the module where it is defined."""
    if name not in _HOME:
        raise AttributeError(f"module 'analyzer' has no attribute {name!r}")
    value = getattr(import_module(f"analyzer.{_HOME[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    """The public names."""
    return sorted(__all__)
