"""The public names, listed once for both type checkers and `__init__.py`."""

import typing

from .analysis.chemin_de_fer.equilibrium import Equilibrium as Equilibrium
from .analysis.closed_form.counts import CountForm as CountForm
from .analysis.closed_form.counts import CountForms as CountForms
from .analysis.closed_form.decks import ClosedForm as ClosedForm
from .analysis.closed_form.decks import ClosedForms as ClosedForms
from .analysis.compare import Comparison as Comparison
from .analysis.count import Count as Count
from .analysis.counting import Countings as Countings
from .analysis.design.search import Designs as Designs
from .analysis.design.solve import Solutions as Solutions
from .analysis.design.space import Design as Design
from .analysis.design.symbols import Symbolic as Symbolic
from .analysis.inside import Inside as Inside
from .analysis.inside import Peek as Peek
from .analysis.money.bankroll import Bankroll as Bankroll
from .analysis.money.joint import Joint as Joint
from .analysis.money.monitor import Monitor as Monitor
from .analysis.money.portfolio import Portfolio as Portfolio
from .analysis.odds import Report as Report
from .analysis.question import Question as Question
from .analysis.removal import Removal as Removal
from .analysis.removal import Removals as Removals
from .analysis.rule_sheet import RuleSheet as RuleSheet
from .analysis.successive import Successive as Successive
from .analysis.tableau_study import TableauStudy as TableauStudy
from .analysis.tail import Tail as Tail
from .analysis.tail import Tails as Tails
from .analysis.valuation import Valuation as Valuation
from .ask.audit import audit as audit
from .ask.audit import certify as certify
from .ask.audit import verify_certificate as verify_certificate
from .ask.batch import expected_values as expected_values
from .ask.batch import ways as ways
from .ask.closed_form import closed_form as closed_form
from .ask.closed_form import count_form as count_form
from .ask.compare import compare as compare
from .ask.count import count as count
from .ask.deal import deal_shoe as deal_shoe
from .ask.design import design as design
from .ask.evidence import evidence as evidence
from .ask.evidence import evidence_plan as evidence_plan
from .ask.explain import Explanation as Explanation
from .ask.explain import explain as explain
from .ask.inside import inside as inside
from .ask.inside import peek as peek
from .ask.lint import lint as lint
from .ask.lint import report as report
from .ask.prediction import prediction as prediction
from .ask.prediction import successive as successive
from .ask.question import odds as odds
from .ask.question import question as question
from .ask.removal import removal as removal
from .ask.removal import tail as tail
from .ask.replay import replay as replay
from .ask.roads import Scoreboard as Scoreboard
from .ask.roads import roads as roads
from .ask.settle import settle as settle
from .ask.solve import solve as solve
from .ask.solve import symbolic as symbolic
from .ask.stakes import bankroll as bankroll
from .ask.stakes import joint as joint
from .ask.stakes import kelly as kelly
from .ask.stakes import monitor as monitor
from .ask.sweep import sweep as sweep
from .ask.tableau import chemin_de_fer as chemin_de_fer
from .ask.tableau import tableau as tableau
from .audit.certificate import Verification as Verification
from .audit.verdict import Audit as Audit
from .bets.bet import Bet as Bet
from .bets.bet import Line as Line
from .bets.bet import Variant as Variant
from .bets.condition import Condition as Condition
from .bets.draft import Draft as Draft
from .catalog.items import bets as bets
from .catalog.items import counts as counts
from .catalog.items import load_bets as load_bets
from .catalog.items import rule_sets as rule_sets
from .catalog.items import variants as variants
from .catalog.load import bet as bet
from .catalog.load import rules as rules
from .catalog.load import variant as variant
from .catalog.procedures import procedure as procedure
from .errors import AnalyzerError as AnalyzerError
from .errors import CardError as CardError
from .errors import CatalogError as CatalogError
from .errors import ConditionError as ConditionError
from .errors import RenderError as RenderError
from .errors import RulesError as RulesError
from .errors import ShoeError as ShoeError
from .game.cards import Card as Card
from .game.coup import Coup as Coup
from .game.coup import deal as deal
from .game.dealt import Dealt as Dealt
from .game.procedure import Procedure as Procedure
from .game.rules import Rules as Rules
from .game.shoe import Shoe as Shoe
from .game.tableau import Tableau as Tableau
from .play.dealing import DealtCoup as DealtCoup
from .play.dealing import DealtShoe as DealtShoe
from .play.evidence.plan import EvidencePlan as EvidencePlan
from .play.evidence.result import Evidence as Evidence
from .play.prediction.prediction import Prediction as Prediction
from .play.record import Outcome as Outcome
from .play.record import RecordedCoup as RecordedCoup
from .play.record import RecordedShoe as RecordedShoe
from .play.record import Stake as Stake
from .play.record import Unread as Unread
from .play.replay.replayed import Replay as Replay
from .play.settlement.result import Settlement as Settlement
from .records import read as read
from .records import read_text as read_text
from .records import written as written
from .report.display import save as save

__version__: str

P = typing.ParamSpec("P")
R_co = typing.TypeVar("R_co", covariant=True)

class _Asks(typing.Protocol[P, R_co]):
    def __call__(self, variant: typing.Any, *args: P.args, **kwargs: P.kwargs) -> R_co: ...

class _Verb(typing.Generic[P, R_co]):
    def __init__(self, function: _Asks[P, R_co]) -> None: ...
    def __get__(self, question: object, owner: object) -> typing.Callable[P, R_co]: ...

class Verbs:
    """The methods of a question: the functions whose first parameter is the variant."""

    odds = _Verb(odds)
    report = _Verb(report)
    removal = _Verb(removal)
    tail = _Verb(tail)
    count = _Verb(count)
    sweep = _Verb(sweep)
    inside = _Verb(inside)
    peek = _Verb(peek)
    closed_form = _Verb(closed_form)
    count_form = _Verb(count_form)
    joint = _Verb(joint)
    bankroll = _Verb(bankroll)
    kelly = _Verb(kelly)
    monitor = _Verb(monitor)
    prediction = _Verb(prediction)
    successive = _Verb(successive)
    deal_shoe = _Verb(deal_shoe)
    ways = _Verb(ways)
    expected_values = _Verb(expected_values)
