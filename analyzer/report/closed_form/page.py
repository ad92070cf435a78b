"""Closed forms in the number of decks, as tables, a chart and a document; and the published pages."""

import re
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from functools import cache

from analyzer.analysis.closed_form.decks import TERMS, ClosedForm, ClosedForms, closed_forms
from analyzer.analysis.closed_form.rational import Extreme, Factors, RationalFunction, Run, factors_text
from analyzer.analysis.odds import Decks, Report
from analyzer.analysis.question import Excluded, Question
from analyzer.bets.bet import Bet
from analyzer.catalog import load
from analyzer.catalog.digests import items
from analyzer.exact import grouped
from analyzer.game.dealt import NOTHING
from analyzer.game.rules import Rules
from analyzer.game.shoe import Shoe
from analyzer.phrases.labels import label
from analyzer.render.chart import Chart, ChartRow, Panel, tone
from analyzer.render.page import Page, Provenance
from analyzer.render.table import Cell, Column, Table
from analyzer.report import notes as on_odds
from analyzer.report.charts import MOST_BETS, check_number, in_bands
from analyzer.report.columns import DECKS, EXACT, HOUSE_EDGE, bet_columns, text_columns
from analyzer.report.document import Document
from analyzer.report.fields import Fields, narrowed, record, records, said, said_as, through, without
from analyzer.report.kinds import COUNT, FLAG, LINE_ID, RATIO, either, many, one_of, plain
from analyzer.report.names import decks_name, prices_text
from analyzer.report.odds import with_names
from analyzer.report.origin import BET_AND_PAYTABLE, INFINITE, Origin
from analyzer.text import Message, Text, message

SHOES = (*range(1, 9), 10, 12, 100)  # Numbers of decks at which the house edge is shown.
VARIANTS = ("standard", "commission-free", "niu-niu", "ez-baccarat", "classic")  # Their bets are published.
MAIN = ("player", "banker/commission-5", "tie/8")  # The bets published under every set of rules.

MEANING = message(
    "EV: expected net gain per unit staked. P: probability of a line. Each is its numerator divided by its "
    "denominator."
)
_EDGE = message(
    "House edge: expected loss per unit staked, pushes included; negative where the bettor has the edge."
)
_RAISED = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
NamedForm = tuple[tuple[Text, ...], ClosedForm]  # The cells that name a bet, then its form.


def closed_form_page(results: ClosedForms, *, full: bool, at: int | None = None) -> Page:
    """Formulas, extremes and edges of every bet; `full` adds references, `at` adds a number of decks."""
    heading: Text = message("{variant}, d decks", variant=results.question.variant.title)
    rows = list(with_names(results.forms, True))
    tables = form_tables(bet_columns(True), rows, _notes(results, full), at)
    if not full:
        tables = tuple(narrowed(table, "reference") for table in tables)
        if len(rows) == 1:
            heading = message("{title}: {bet}", title=heading, bet=rows[0][0][0])
            tables = tuple(without(table, "bet") for table in tables)
    return Page(tables, origin_of(results).provenance, heading)


def closed_form_chart(results: ClosedForms, at: int | None = None) -> Chart:
    """One panel per bet: its edge by number of decks, and the limit. Raises RenderError for too many bets."""
    check_number(len(results), MOST_BETS)
    panels = []
    for (name, *_), form in with_names(results.forms, False):
        valued = _by_decks(form, at)
        rows = tuple(ChartRow(decks_name(d), (-ev,), tone(ev), strong=d == at) for d, ev in valued)
        panels.append(Panel(name, rows, "dots", from_zero=False, line=-form.limit))
    title = message("{variant}: house edge by number of decks", variant=results.question.variant.title)
    scale = (on_odds.OWN_SCALES,) if len(panels) > 1 else ()
    notes = (_EDGE, message("The line marks the limit for many decks."), *scale)
    return Chart(title, tuple(in_bands(panels)), notes, origin_of(results).provenance)


def origin_of(results: ClosedForms) -> Origin:
    """What decided the forms: the question on d decks, and the bets."""
    question, bets = results.question, tuple(form.bet for form in results.forms)
    shown = {"shoe": "d decks", "seen": " ".join(map(str, question.seen))}
    return Origin(question, bets, known={"shoe": None}, shown=shown)


def _notes(results: ClosedForms, full: bool) -> Iterator[Text]:
    question = results.question
    yield MEANING
    if question.seen:
        yield message("Removed from the d decks: {cards}.", cards=" ".join(map(str, question.seen)))
    yield from validity(results.forms)
    yield from pays(((name[-1], form.bet) for name, form in with_names(results.forms, full)), full)
    bets = [form.bet for form in results.forms]
    yield from circumstances(bets, question, results.excluded)


def validity(forms: Sequence[ClosedForm]) -> Iterator[Text]:
    """Notes on where the forms are valid and where they were checked against the census: the same for all."""
    for form in forms[:1]:
        yield message("The formulas are valid for d = {first} and more.", first=form.valid_from)
        *near, last = form.checked
        yield message(
            "Checked for this page: every formula equals the exact count of deals at d = {first} to {last} "
            "and at d = {far}.",
            first=near[0],
            last=near[-1],
            far=last,
        )


def pays(bets: Iterable[tuple[Text, Bet]], full: bool = False) -> Iterator[Text]:
    """A note on what each bet pays; if `full`, only for bets whose reference does not name a paytable."""
    prices = {name: prices_text(bet) for name, bet in bets if not full or bet.paytable is None}
    if prices:
        texts = tuple(message("{bet} at {pays}", bet=name, pays=price) for name, price in prices.items())
        yield message("Pays, to one: {prices}.", prices=texts)


def circumstances(bets: Sequence[Bet], known: Question | Report, excluded: Excluded) -> Iterator[Text]:
    """Notes on what is known, multiplied pays, bets offered only inside a coup, and excluded bets."""
    yield from on_odds.known_cards(known)
    yield from on_odds.condition(known)
    for bet in bets:
        yield from on_odds.multiplied(bet)
    if known.dealt == NOTHING and known.given is None:
        yield from on_odds.before_the_coup(bets)
    yield from on_odds.excluded_notes(excluded)


def form_tables(
    naming: tuple[Column, ...], rows: Sequence[NamedForm], notes: Iterable[Text], at: int | None = None
) -> tuple[Table, ...]:
    """The formulas, with `notes` below; limits and extremes; the house edge by number of decks."""
    formulas: list[tuple[Cell, ...]] = []
    edges: list[tuple[Cell, ...]] = []
    for name, form in rows:
        chances = (
            (message("P({line})", line=label(form.bet, line)), part) for line, part in form.lines.items()
        )
        for what, function in ((message("EV"), form.function), *chances):
            numerator, denominator = map(formula_text, function.factors)
            formulas.append((*name, what, message("numerator"), numerator))
            formulas.append((*name, what, message("denominator"), denominator))
        for decks, ev in _by_decks(form, at):
            size = message("infinite") if decks == "infinite" else grouped(decks)
            edges.append((*name, size, -ev, -ev))
    heads = text_columns(
        function=message("Function"), part=message("Part"), formula=message("In d, the number of decks")
    )
    by_decks = message("House edge by number of decks")
    return (
        Table(message("Closed forms"), (*naming, *heads), tuple(formulas), tuple(notes)),
        _extremes(naming, rows),
        Table(by_decks, (*naming, DECKS, HOUSE_EDGE, EXACT), tuple(edges), (_EDGE,)),
    )


def formula_text(factors: Factors) -> Message:
    """A factored polynomial as people write it.

    >>> str(formula_text((-4, (((0, 1), 2), ((-1, 52), 1)))))
    '−4d²(52d − 1)'
    """
    text = re.sub(r"\*\*(\d+)", lambda power: power[1].translate(_RAISED), factors_text(factors))
    return wordless(text.replace("*", "").replace("-", "−"))


def wordless(text: str) -> Message:
    """A formula as a message without words, which has nothing to translate."""
    return Message("{formula}", (("formula", text),))


def _by_decks(form: ClosedForm, at: int | None) -> Iterator[tuple[Decks, Fraction]]:
    """Each number of decks with its EV; the limit for many decks comes last."""
    for decks in sorted({*SHOES} if at is None else {*SHOES, at}):
        if decks >= form.valid_from or decks == at:
            yield decks, form(decks)
    yield "infinite", form.limit


_POWERS = (message("coefficient of 1/d"), message("coefficient of 1/d²"), message("coefficient of 1/d³"))
_SIGNS = {-1: message("EV below 0"), 0: message("EV 0: fair"), 1: message("EV above 0")}


def _extremes(naming: tuple[Column, ...], rows: Sequence[NamedForm]) -> Table:
    """For each bet: the limit and the next terms in powers of 1/d, the best and worst EV, the signs."""
    value = Column("value", message("Value"), "percent")
    columns = (*naming, *text_columns(quantity=message("Quantity")), DECKS, value, EXACT)
    cells: list[tuple[Cell, ...]] = []
    for name, form in rows:
        limit, *after = form.expansion
        quantities: list[tuple[Text, Text | None, Fraction | None]] = [
            (message("EV, limit"), message("infinite"), limit),
            *zip(_POWERS, [None] * TERMS, after, strict=True),
            (message("EV, best for the bettor"), _reached(form.best), form.best.value),
            (message("EV, worst for the bettor"), _reached(form.worst), form.worst.value),
            *((_SIGNS[run.sign], _range(run.first, run.last), None) for run in form.signs),
        ]
        cells += [(*name, what, decks, ev, ev) for what, decks, ev in quantities]
    notes = [
        message(
            "For many decks, EV = limit + (coefficient of 1/d)/d + (coefficient of 1/d²)/d² + "
            "(coefficient of 1/d³)/d³ + …"
        ),
        message(
            "Best, worst and signs are proven for all numbers of decks, by isolating all real roots of the "
            "EV's numerator and of the EV's derivative."
        ),
    ]
    if any(None in (form.best.at, form.worst.at) for _, form in rows):
        notes.append(message("No number of decks: the EV only approaches this limit, and never reaches it."))
    return Table(message("Limits and extremes"), columns, tuple(cells), tuple(notes))


def _reached(extreme: Extreme) -> Text:
    return message("no number of decks") if extreme.at is None else grouped(extreme.at)


def _range(first: int, last: int | None) -> Text:
    if last is None:
        return message("{first} and more", first=first)
    return grouped(first) if first == last else message("{first} to {last}", first=first, last=last)


ValuedForm = tuple[ClosedForm, int | None]  # A form, and the number of decks at which its EV is requested.
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
    through(lambda line: line[0].lines[line[1]], _FUNCTION),
)
_AT: Fields[ValuedForm] = (
    said("decks", COUNT, 1),
    said("ev", value=lambda form: form[0](form[1])),
    said("house_edge", value=lambda form: -form[0](form[1])),
)
_FORM: Fields[ClosedForm] = (
    BET_AND_PAYTABLE,
    through("function", _FUNCTION),
    said("valid_from", COUNT),
    said("by", one_of("decks"), lambda form: "decks"),
    said("lines", records(_LINE), lambda form: [(form, line) for line in form.lines]),
    said("expansion", many(RATIO)),
    said("degree", COUNT),
    said_as(record(_EXTREME), "best", "worst"),
    said("fair", records(_RUN)),
    said("signs", records(_RUN, said("sign", one_of(-1, 0, 1)))),
    said("checked", many(COUNT)),
)
_VALUED: Fields[ValuedForm] = (
    through(0, _FORM),
    said("at", record(_AT), lambda form: None if form[1] is None else form, absent=True),
)

_FORMS = said("bets", records(_VALUED), lambda answer: [(form, answer[1]) for form in answer[0].forms])
CLOSED_FORM: Document[tuple[ClosedForms, int | None]] = Document(
    "closed-form", 2, "closed-form", [_FORMS], lambda answer: origin_of(answer[0])
)
"""The forms, and the number of decks at which their EVs are requested, if any."""


@cache
def variants_forms() -> tuple[ClosedForms, ...]:
    """The forms of the variants' bets, one result per set of rules, each bet once."""
    bets_by_rules: dict[Rules, dict[Bet, None]] = {}
    for variant in map(load.variant, VARIANTS):
        bets_by_rules.setdefault(variant.rules, {}).update(dict.fromkeys(variant.bets))
    asked = (Question.of(rules, tuple(bets), Shoe.decks(1)) for rules, bets in bets_by_rules.items())
    return tuple(map(closed_forms, asked))


@cache
def rules_forms() -> tuple[ClosedForms, ...]:
    """The forms of the main bets under every set of rules."""
    bets = tuple(map(load.bet, MAIN))
    asked = (Question.of(load.rules(id), bets, Shoe.decks(1)) for id in load.rules_ids())
    return tuple(map(closed_forms, asked))


def variants_page() -> Page:
    """The closed forms of the variants' bets."""
    last_first = map(load.variant, reversed(VARIANTS))
    first_variants = {bet: variant.title for variant in last_first for bet in variant.bets}
    results = variants_forms()
    published = (form for forms in results for form in forms.forms)
    rows = [((first_variants[form.bet], form.bet.title, prices_text(form.bet)), form) for form in published]
    naming = text_columns(variant=message("Variant"), bet=message("Bet"), pays=message("Pays"))
    return _page(message("The main variants' bets on d decks"), naming, rows, results)


def rules_page() -> Page:
    """The closed forms of Player, Banker and Tie under every set of rules."""
    results = rules_forms()
    rows = [((forms.question.rules.title, form.bet.title), form) for forms in results for form in forms.forms]
    naming = text_columns(rules=message("Rules"), bet=message("Bet"))
    prices = pays((form.bet.title, form.bet) for _, form in rows)
    return _page(message("Player, Banker and Tie on d decks under all rules"), naming, rows, results, *prices)


def _page(
    heading: Message,
    naming: tuple[Column, ...],
    rows: Sequence[NamedForm],
    results: Sequence[ClosedForms],
    *notes: Text,
) -> Page:
    forms = [form for _, form in rows]
    tables = form_tables(naming, rows, (MEANING, *validity(forms), *notes))
    rules = [form.question.rules for form in results]
    bets = tuple(dict.fromkeys(form.bet for form in forms))
    facts = (("rules", " ".join(known.id for known in rules)), ("shoe", "d decks"))
    return Page(tables, Provenance(facts, (items("rules", rules), items("bets", [bets]))), heading)
