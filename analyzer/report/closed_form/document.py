"""Closed forms in the number of decks, as a document."""

from analyzer.analysis.closed_form.decks import ClosedForm, ClosedForms
from analyzer.analysis.closed_form.rational import Extreme, RationalFunction, Run, factors_text
from analyzer.report.document import Document
from analyzer.report.fields import Fields, record, records, said, said_as, through
from analyzer.report.kinds import COUNT, FLAG, LINE_ID, RATIO, either, many, one_of, plain
from analyzer.report.origin import BET_AND_PAYTABLE, INFINITE, Origin

ValuedForm = tuple[ClosedForm, int | None]
"""A form, and the number of decks at which its EV was asked."""

_FORMULA = plain(type="string", pattern=r"^[0-9d+\-*() ]+$")
_FUNCTION: Fields[RationalFunction] = (
    said("numerator", _FORMULA, lambda function: factors_text(function.factors[0])),
    said("denominator", _FORMULA, lambda function: factors_text(function.factors[1])),
    said("limit"),
)
_DECKS = either(lambda at: INFINITE if at is None else at, COUNT, one_of(INFINITE))
_EXTREME: Fields[Extreme] = (
    said("decks", _DECKS, "at"),
    said("ev", value="value"),
    said("attained", FLAG, lambda extreme: extreme.at is not None),
)
_RUN: Fields[Run] = (said("from", COUNT, "first"), said("to", COUNT.optional, "last"))
_LINE: Fields[tuple[ClosedForm, str]] = (
    said("id", LINE_ID, 1),
    said("net", value=lambda line: line[0].bet.nets[line[1]]),
    *through(lambda line: line[0].lines[line[1]], _FUNCTION),
)
_AT: Fields[ValuedForm] = (
    said("decks", COUNT, 1),
    said("ev", value=lambda form: form[0](form[1])),
    said("house_edge", value=lambda form: -form[0](form[1])),
)
_FORM: Fields[ClosedForm] = (
    BET_AND_PAYTABLE,
    *through("function", _FUNCTION),
    said("valid_from", COUNT),
    said("by", one_of("decks"), lambda form: "decks"),
    said("lines", records(_LINE), lambda form: [(form, line) for line in form.lines]),
    said("expansion", many(RATIO)),
    said("degree", COUNT),
    said_as(record(_EXTREME), "best", "worst"),
    said("fair", records(_RUN)),
    said("signs", records((_RUN, said("sign", one_of(-1, 0, 1))))),
    said("checked", many(COUNT)),
)
_VALUED: Fields[ValuedForm] = (
    *through(0, _FORM),
    said("at", record(_AT), lambda form: None if form[1] is None else form, absent=True),
)


def _origin(answer: tuple[ClosedForms, int | None]) -> Origin:
    forms, _ = answer
    return Origin(forms.question, tuple(form.bet for form in forms.forms), known={"shoe": None})


CLOSED_FORM: Document[tuple[ClosedForms, int | None]] = Document(
    "closed-form",
    2,
    "closed-form",
    (said("bets", records(_VALUED), lambda answer: [(form, answer[1]) for form in answer[0].forms]),),
    _origin,
)
"""The forms, and the number of decks at which their EVs are asked, if any."""
