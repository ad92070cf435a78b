"""Closed forms by the cards left, as tables for people or a document for machines.

Lays out exact formulas; finds none.
"""

from collections.abc import Iterator, Sequence

from analyzer.analysis.closed_form.counts import CountForm, CountForms
from analyzer.bets.bet import Variant
from analyzer.exact import ratio_text
from analyzer.render.page import Page
from analyzer.render.table import Cell, Column, Table
from analyzer.report.closed_form.formulas import wordless
from analyzer.report.closed_form.page import circumstances, known, pays
from analyzer.report.names import shoe_text
from analyzer.report.odds import named, provenance
from analyzer.text import Text, message

_LONGEST = 1_200
"""Letters of a polynomial that a page shows; longer ones are for programs."""

ALL_CARDS = "N"
"""The name of the number of all cards, where it is not written as a sum."""

Named = tuple[tuple[Text, ...], CountForm]


def count_form_document(found: CountForms, *, alone: bool = False) -> object:
    """The forms as exact texts, and the EV on the shoe asked about; no list if `alone`."""
    entries = [_entry(found, form) for form in found.forms]
    return entries[0] if alone and len(entries) == 1 else entries


def _entry(found: CountForms, form: CountForm) -> dict[str, object]:
    names = list(form.variables)
    return {
        "bet": form.bet.id,
        "numerator": form.numerator.text(names),
        "denominator": form.denominator.text(names),
        "paytable": form.bet.paytable,
        "rules": found.report.rules.id,
        "by": "counts",
        "variables": form.variables,
        "degree": form.denominator.top,
        "terms": len(form.numerator.terms),
        "checked": list(form.checked),
        **known(found.report.dealt, found.report.given),
        "at": {
            "shoe": str(found.report.shoe),
            "ev": ratio_text(form.value),
            "house_edge": ratio_text(-form.value),
        },
    }


def count_form_page(found: CountForms, *, full: bool) -> Page:
    """How long each bet's polynomial is, its value on the shoe, and the polynomial where it is short."""
    rows = list(zip((name for name, _ in named(found.report, full)), found.forms, strict=True))
    naming = (
        Column("bet", message("Bet"), "text"),
        *((Column("reference", message("Reference"), "text"),) if full else ()),
    )
    tables = [_values(found, naming, rows, full)]
    if short := [row for row in rows if _length(row[1]) <= _LONGEST]:
        tables.append(_polynomials(found.question.variant, naming, short))
    return Page(tuple(tables), provenance(found.report))


def _values(found: CountForms, naming: tuple[Column, ...], rows: Sequence[Named], full: bool) -> Table:
    columns = (
        *naming,
        Column("terms", message("Number of terms"), "count"),
        Column("degree", message("Degree"), "count"),
        Column("ev", message("EV"), "percent"),
        Column("exact", message("Exact"), "ratio"),
    )
    cells: list[tuple[Cell, ...]] = [
        (*name, len(form.numerator.terms), form.denominator.top, form.value, form.value)
        for name, form in rows
    ]
    title = message(
        "{variant}, {shoe}: EV as a polynomial in the cards left",
        variant=found.question.variant.title,
        shoe=shoe_text(found.report),
    )
    return Table(title, columns, tuple(cells), tuple(_notes(found, rows, full)))


def _notes(found: CountForms, rows: Sequence[Named], full: bool) -> Iterator[Text]:
    yield message(
        "Number of terms: of products of falling factorials of the numbers of cards, in the EV's numerator. "
        "Degree: factors of each, those of the number of all cards included."
    )
    yield message("EV: the polynomial's value on this shoe, expected net gain per unit staked.")
    yield from pays(((name[-1], form.bet) for name, form in rows), full)
    for _, form in rows[:1]:
        *_, last = form.checked or (0,)
        yield message(
            "Checked when made: every polynomial equals the exact count of deals on this shoe, on {n} fresh "
            "shoes of up to {far} decks, and on a shoe with a different number of each card.",
            n=len(form.checked),
            far=last,
        )
    if any(_length(form) > _LONGEST for _, form in rows):
        yield message(
            "Polynomials that are too long for a page are given by --format json, and by --export as source "
            "text that runs."
        )
    bets = [form.bet for form in found.forms]
    yield from circumstances(bets, found.report.dealt, found.report.given, found.excluded)


def _length(form: CountForm) -> int:
    return len(form.numerator.text(list(form.variables), ALL_CARDS))


def _polynomials(variant: Variant, naming: tuple[Column, ...], rows: Sequence[Named]) -> Table:
    columns = (
        *naming,
        Column("part", message("Part"), "text"),
        Column("polynomial", message("In the numbers of cards left"), "text"),
    )
    cells: list[tuple[Cell, ...]] = []
    for name, form in rows:
        names = list(form.variables)
        for part, polynomial in (
            (message("numerator"), form.numerator),
            (message("denominator"), form.denominator),
        ):
            cells.append((*name, part, wordless(polynomial.text(names, ALL_CARDS))))
    notes = (
        message("N: all cards left. n0, nA, n9s: cards left of 0 points, aces, nines of spades, and so on."),
        message("EV: numerator over denominator."),
    )
    return Table(message("{variant}: polynomials", variant=variant.title), columns, tuple(cells), notes)
