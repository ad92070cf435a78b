"""Closed forms in the number of decks: tables and a chart for people, a document for machines."""

import re
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction

from analyzer.analysis.closed_form.coefficients import Factors, factors_text
from analyzer.analysis.closed_form.decks import TERMS, ClosedForm, ClosedForms
from analyzer.analysis.closed_form.rational import Extreme, RationalFunction
from analyzer.analysis.fresh import Decks
from analyzer.analysis.odds import Report
from analyzer.analysis.question import Excluded, Question
from analyzer.bets.bet import Bet
from analyzer.bets.digest import rules_and_bets
from analyzer.exact import grouped, ratio_text
from analyzer.game.dealt import NOTHING
from analyzer.phrases.labels import label
from analyzer.render.chart import Chart, ChartRow, Panel, tone
from analyzer.render.page import Page, Provenance
from analyzer.render.table import Cell, Column, Table
from analyzer.report.charts import MOST_BETS, check_number, in_bands
from analyzer.report.columns import DECKS, EXACT, HOUSE_EDGE, bet_columns, text_columns
from analyzer.report.names import decks_name, names_of, prices_text
from analyzer.report.notes import (
    OWN_SCALES,
    before_the_coup,
    condition,
    excluded_notes,
    known_cards,
    multiplied,
)
from analyzer.text import Message, Text, message

SHOES = (*range(1, 9), 10, 12, 100)
"""Numbers of decks at which the house edge is shown."""

MEANING = message(
    "EV: expected net gain per unit staked. P: probability of a line. Each is its numerator over its "
    "denominator."
)
_EDGE = message(
    "House edge: expected loss per unit staked, pushes included; negative where the bettor has the edge."
)
_RAISED = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")

NamedForm = tuple[tuple[Text, ...], ClosedForm]
"""The cells that name a bet, and its form."""


def closed_form_document(results: ClosedForms, *, alone: bool = False, at: int | None = None) -> object:
    """The forms as exact text, with the EV `at` a number of decks; one entry, no list, if `alone`."""
    entries = [_entry(results, form, at) for form in results.forms]
    return entries[0] if alone and len(entries) == 1 else entries


def _entry(results: ClosedForms, form: ClosedForm, at: int | None) -> dict[str, object]:
    nets = form.bet.nets
    entry: dict[str, object] = {
        "bet": form.bet.id,
        **_function_entry(form.function),
        "valid_from": form.valid_from,
        "paytable": form.bet.paytable,
        "rules": results.question.rules.id,
        "by": "decks",
        "lines": [
            {"id": line, "net": ratio_text(nets[line]), **_function_entry(function)}
            for line, function in form.lines.items()
        ],
        "expansion": list(map(ratio_text, form.expansion)),
        "degree": form.degree,
        "best": _extreme_entry(form.best),
        "worst": _extreme_entry(form.worst),
        "fair": [{"from": run.first, "to": run.last} for run in form.fair],
        "signs": [{"from": run.first, "to": run.last, "sign": run.sign} for run in form.signs],
        "checked": list(form.checked),
        "seen": " ".join(map(str, results.question.seen)),
        **known_entry(results.question),
    }
    if at is not None:
        entry["at"] = {"decks": at, "ev": ratio_text(form(at)), "house_edge": ratio_text(-form(at))}
    return entry


def known_entry(known: Question | Report) -> dict[str, str | None]:
    """The known cards of the coup and the condition given, as text; each None if there is none."""
    return {
        "dealt": None if known.dealt == NOTHING else str(known.dealt),
        "given": None if known.given is None else known.given.text,
    }


def _function_entry(function: RationalFunction) -> dict[str, object]:
    numerator, denominator = map(factors_text, function.factors)
    return {"numerator": numerator, "denominator": denominator, "limit": ratio_text(function.limit)}


def _extreme_entry(extreme: Extreme) -> dict[str, object]:
    decks: Decks = "infinite" if extreme.at is None else extreme.at
    return {"decks": decks, "ev": ratio_text(extreme.value), "attained": extreme.at is not None}


def closed_form_page(results: ClosedForms, *, full: bool, at: int | None = None) -> Page:
    """Formulas, extremes and edges of every bet; `full` adds references, `at` one more number of decks."""
    heading = message("{variant}, d decks", variant=results.question.variant.title)
    rows = list(_with_names(results, full))
    naming = bet_columns(full) if full or len(rows) > 1 else ()
    if not naming and rows:
        heading = message("{title}: {bet}", title=heading, bet=rows[0][0][0])
        rows = [((), form) for _, form in rows]
    return Page(form_tables(naming, rows, _notes(results, full), at), _provenance(results), heading)


def closed_form_chart(results: ClosedForms, at: int | None = None) -> Chart:
    """One panel per bet: its house edge by number of decks, with a line at the limit.

    Raises:
        RenderError: there are too many bets.
    """
    check_number(len(results), MOST_BETS)
    panels = []
    for (name, *_), form in _with_names(results, False):
        valued = _by_decks(form, at)
        rows = tuple(ChartRow(decks_name(d), (-ev,), tone(ev), strong=d == at) for d, ev in valued)
        panels.append(Panel(name, rows, "dots", from_zero=False, line=-form.limit))
    title = message("{variant}: house edge by number of decks", variant=results.question.variant.title)
    scale = (OWN_SCALES,) if len(panels) > 1 else ()
    notes = (_EDGE, message("Line: the limit of many decks."), *scale)
    return Chart(title, tuple(in_bands(panels)), notes, _provenance(results))


def _with_names(results: ClosedForms, full: bool) -> Iterator[NamedForm]:
    for name, form in zip(names_of([form.bet for form in results.forms]), results.forms, strict=True):
        yield ((name, form.bet.reference) if full else (name,)), form


def _provenance(results: ClosedForms) -> Provenance:
    question = results.question
    facts = {
        "variant": question.variant.id,
        "rules": question.rules.id,
        "shoe": "d decks",
        "seen": " ".join(map(str, question.seen)),
        **known_entry(question),
    }
    stated = tuple((key, fact) for key, fact in facts.items() if fact)
    return Provenance(stated, rules_and_bets(question.rules, [form.bet for form in results.forms]))


def _notes(results: ClosedForms, full: bool) -> Iterator[Text]:
    question = results.question
    yield MEANING
    if question.seen:
        yield message("Gone from the d decks: {cards}.", cards=" ".join(map(str, question.seen)))
    yield from validity(results.forms)
    yield from pays(((name[-1], form.bet) for name, form in _with_names(results, full)), full)
    bets = [form.bet for form in results.forms]
    yield from circumstances(bets, question, results.excluded)


def validity(forms: Sequence[ClosedForm]) -> Iterator[Text]:
    """Notes on where the forms hold and where they were checked against the census: the same for all."""
    for form in forms[:1]:
        yield message("The formulas hold from d = {first} on.", first=form.valid_from)
        *near, last = form.checked
        yield message(
            "Checked when made: every formula equals the exact count of deals at d = {first} to {last} and "
            "at d = {far}.",
            first=near[0],
            last=near[-1],
            far=last,
        )


def pays(bets: Iterable[tuple[Text, Bet]], full: bool = False) -> Iterator[Text]:
    """A note on what each bet pays; if `full`, only bets whose reference does not name a paytable."""
    prices = {name: prices_text(bet) for name, bet in bets if not full or bet.paytable is None}
    if prices:
        texts = tuple(message("{bet} at {pays}", bet=name, pays=price) for name, price in prices.items())
        yield message("Pays, to one: {prices}.", prices=texts)


def circumstances(bets: Sequence[Bet], known: Question | Report, excluded: Excluded) -> Iterator[Text]:
    """Notes on what is known, multiplied pays, bets offered only inside a coup, and excluded bets."""
    yield from known_cards(known)
    yield from condition(known)
    for bet in bets:
        yield from multiplied(bet)
    if known.dealt == NOTHING and known.given is None:
        yield from before_the_coup(bets)
    yield from excluded_notes(excluded)


def form_tables(
    naming: tuple[Column, ...], rows: Sequence[NamedForm], notes: Iterable[Text], at: int | None = None
) -> tuple[Table, ...]:
    """The formulas with `notes` below; then limits and extremes; then the house edge by number of decks."""
    formulas: list[tuple[Cell, ...]] = []
    edges: list[tuple[Cell, ...]] = []
    for name, form in rows:
        chances = ((message("P({line})", line=label(line)), part) for line, part in form.lines.items())
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
    return (
        Table(message("Closed forms"), (*naming, *heads), tuple(formulas), tuple(notes)),
        _extremes(naming, rows),
        Table(
            message("House edge by number of decks"),
            (*naming, DECKS, HOUSE_EDGE, EXACT),
            tuple(edges),
            (_EDGE,),
        ),
    )


def formula_text(factors: Factors) -> Message:
    """A factored polynomial as people write it.

    >>> str(formula_text((-4, (((0, 1), 2), ((-1, 52), 1)))))
    '−4d²(52d − 1)'
    """
    text = re.sub(r"\*\*(\d+)", lambda power: power[1].translate(_RAISED), factors_text(factors))
    return wordless(text.replace("*", "").replace("-", "−"))


def wordless(text: str) -> Message:
    """A formula as a message without words, so that there is nothing to translate."""
    return Message("{formula}", (("formula", text),))


def _by_decks(form: ClosedForm, at: int | None) -> Iterator[tuple[Decks, Fraction]]:
    """Each number of decks with its EV; the limit of many decks comes last."""
    for decks in sorted({*SHOES} if at is None else {*SHOES, at}):
        if decks >= form.valid_from or decks == at:
            yield decks, form(decks)
    yield "infinite", form.limit


_POWERS = (message("coefficient of 1/d"), message("coefficient of 1/d²"), message("coefficient of 1/d³"))
_SIGNS = {-1: message("EV below 0"), 0: message("EV 0: fair"), 1: message("EV above 0")}


def _extremes(naming: tuple[Column, ...], rows: Sequence[NamedForm]) -> Table:
    """For each bet: the limit and the next terms in powers of 1/d, the best and worst EV, and its signs."""
    quantity = Column("quantity", message("Quantity"), "text")
    value = Column("value", message("Value"), "percent")
    columns = (*naming, quantity, DECKS, value, EXACT)
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
            "Best, worst and signs are proven over all numbers of decks, by isolating all real roots of the "
            "EV's numerator and of the EV's derivative."
        ),
    ]
    if any(None in (form.best.at, form.worst.at) for _, form in rows):
        notes.append(
            message(
                "Beyond every number: the EV only comes closer to this limit, which no number of decks has."
            )
        )
    return Table(message("Limits and extremes"), columns, tuple(cells), tuple(notes))


def _reached(extreme: Extreme) -> Text:
    return message("beyond every number") if extreme.at is None else grouped(extreme.at)


def _range(first: int, last: int | None) -> Text:
    if last is None:
        return message("{first} and more", first=first)
    return grouped(first) if first == last else message("{first} to {last}", first=first, last=last)
