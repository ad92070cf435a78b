"""Closed forms in the numbers of cards left, as tables and a document."""

from collections.abc import Iterator
from operator import attrgetter

from analyzer.analysis.closed_form.counts import CountForm, CountForms
from analyzer.render.page import Page
from analyzer.render.table import Cell, Table
from analyzer.report.closed_form.page import circumstances, pays, wordless
from analyzer.report.columns import EV, EXACT, bet_columns, text_columns
from analyzer.report.document import Document
from analyzer.report.fields import (
    Field,
    Fields,
    field_table,
    headed,
    narrowed,
    picked,
    record,
    records,
    said,
)
from analyzer.report.kinds import COUNT, TEXT, by_name, many, one_of
from analyzer.report.names import shoe_title
from analyzer.report.odds import named, origin_of, with_names
from analyzer.report.origin import BET_AND_PAYTABLE
from analyzer.text import Text, message

_LONGEST = 1_200  # The longest polynomial, in characters, that a page shows.
ALL_CARDS = "N"  # The symbol for the number of all cards if it is not written out as a sum.

SIZES: Fields[CountForm] = (
    headed("terms", message("Number of terms"), "count", lambda form: len(form.numerator.terms)),
    headed("degree", message("Degree"), "count", "denominator.top"),
)
"""The number of terms of the polynomial and their degree."""

_AT: Fields[CountForm] = (said("ev", value="value"), said("house_edge", value=lambda form: -form.value))
_FORM: Fields[CountForm] = (
    BET_AND_PAYTABLE,
    said("numerator", TEXT, lambda form: form.numerator.text(list(form.variables))),
    said("denominator", TEXT, lambda form: form.denominator.text(list(form.variables))),
    said("by", one_of("counts"), lambda form: "counts"),
    said("variables", by_name(TEXT)),
    picked(SIZES, "degree", "terms"),
    said("checked", many(COUNT)),
    said("at", record(_AT), lambda form: form),
)

_FORMS = said("bets", records(_FORM), "forms")
COUNT_FORM: Document[CountForms] = Document(
    "closed-form-counts", 2, "closed-form --by counts", [_FORMS], lambda answer: origin_of(answer.report)
)


def count_form_page(count_forms: CountForms, *, full: bool) -> Page:
    """The size of each bet's polynomial, its value on the shoe, and the polynomial itself if it is short."""
    variant, forms = count_forms.question.variant.title, count_forms.forms
    value = attrgetter("value")
    figures: Fields[CountForm] = (SIZES, Field(EV, value), Field(EXACT, value))
    title = message(
        "{variant}, {shoe}: EV as a polynomial in the cards left",
        variant=variant,
        shoe=shoe_title(count_forms.report.shoe),
    )
    table = field_table(title, forms, figures, _notes(count_forms, full))
    tables = [named(table, (name for name, _ in with_names(forms, full)), full)]
    polynomials: list[tuple[Cell, ...]] = []
    for name, form in with_names(forms, True):
        if _is_short(form):
            parts = (form.numerator, form.denominator)
            above, below = (wordless(part.text(list(form.variables), ALL_CARDS)) for part in parts)
            polynomials += [(*name, message("numerator"), above), (*name, message("denominator"), below)]
    if polynomials:
        heads = text_columns(part=message("Part"), polynomial=message("In the numbers of cards left"))
        notes = (
            message(
                "N: number of all cards left. n0, nA, n9s and so on: number of cards left that count 0, that "
                "are aces, that are nines of spades."
            ),
            message("EV: the numerator divided by the denominator."),
        )
        title = message("{variant}: polynomials", variant=variant)
        shown = Table(title, (*bet_columns(True), *heads), tuple(polynomials), notes)
        tables.append(shown if full else narrowed(shown, "reference"))
    return Page(tuple(tables), origin_of(count_forms.report).provenance)


def _is_short(form: CountForm) -> bool:
    return len(form.numerator.text(list(form.variables), ALL_CARDS)) <= _LONGEST


def _notes(count_forms: CountForms, full: bool) -> Iterator[Text]:
    yield message(
        "The EV's numerator is a sum of products of falling factorials of the numbers of cards. Number of "
        "terms: how many such products. Degree: the number of factors in each, including those of the number "
        "of all cards."
    )
    yield message("EV: expected net gain per unit staked, the polynomial's value on this shoe.")
    yield from pays(((name[-1], form.bet) for name, form in with_names(count_forms.forms, full)), full)
    for form in count_forms.forms[:1]:
        yield message(
            "Checked for this page: every polynomial equals the exact count of deals on this shoe, on {n} "
            "fresh shoes of up to {far} decks, and on a shoe with a different number of each card.",
            n=len(form.checked),
            far=form.checked[-1] if form.checked else 0,
        )
    if not all(map(_is_short, count_forms.forms)):
        yield message(
            "Polynomials that are too long for a page are in --format json, and in --export as code that can "
            "be run."
        )
    bets = [form.bet for form in count_forms.forms]
    yield from circumstances(bets, count_forms.report, count_forms.excluded)
