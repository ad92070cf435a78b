"""How what designers ask for shows itself: paytables, polynomials, closed forms, drawing against standing."""

from collections.abc import Iterable

from analyzer.analysis.chemin_de_fer.equilibrium import Equilibrium
from analyzer.analysis.closed_form.counts import CountForm, CountForms
from analyzer.analysis.closed_form.form import ClosedForm, ClosedForms
from analyzer.analysis.compare import Comparison
from analyzer.analysis.design.search import Designs
from analyzer.analysis.design.solve import Solutions
from analyzer.analysis.design.space import Design
from analyzer.analysis.design.symbols import Symbolic
from analyzer.analysis.tableau_study import TableauStudy
from analyzer.bets.bet import LOSE, Bet
from analyzer.bets.digest import digest_of_bet
from analyzer.message import Figure, say
from analyzer.publish.page import Page
from analyzer.publish.phrases.labels import label
from analyzer.publish.provenance import Provenance
from analyzer.publish.reports.chemin_de_fer.page import chemin_de_fer_page
from analyzer.publish.reports.closed_form.counts import count_form_page
from analyzer.publish.reports.closed_form.page import closed_form_page, edges, extremes, formulas, validity
from analyzer.publish.reports.comparison import comparison_lines_page, comparison_page
from analyzer.publish.reports.design.document import columns, row
from analyzer.publish.reports.design.page import design_page
from analyzer.publish.reports.design.solve import exact, solve_page
from analyzer.publish.reports.tableau_study.document import rows_page
from analyzer.publish.reports.tableau_study.page import study_page
from analyzer.publish.table import Cell, Column, Table
from analyzer.views.view import View, game, game_of, nameless

_DIGITS = 4
"""Decimals of pays that are no ratios, in texts."""


def designs(found: Designs, most: int | None) -> View:
    """The first paytables in the order wanted; for data frames every one of them."""
    page = design_page(found, most or 1)
    if most is not None:
        return View(page)
    rows = tuple(row(found, design) for design in found.first(None))
    return View(page, {"paytables": Table(say("Paytables"), columns(found), rows)})


def design(found: Design, most: int | None) -> View:
    """What one paytable pays, and what the bet is then worth."""
    heads = (
        *(Column(name, label(name), "ratio") for name in found.chosen),
        Column("house_edge", say("House edge"), "percent"),
        Column("hit_rate", say("Hit rate"), "percent"),
        Column("standard_deviation", say("Standard deviation"), "root"),
    )
    figures: tuple[Cell, ...] = (found.house_edge, found.hit_rate, found.variance)
    table = Table(found.bet.name, heads, ((*found.chosen.values(), *figures),))
    return View(Page((table,), _of(found.bet)))


def solutions(found: Solutions, most: int | None) -> View:
    """The pays found, or the polynomials of open pays."""
    return View(solve_page(found, _DIGITS))


def symbolic(found: Symbolic, most: int | None) -> View:
    """A row a line of a bet with open pays; its figures as polynomials in them below."""
    bet = found.draft.bet
    heads = (
        Column("line", say("Id"), "text"),
        Column("event", say("Line"), "text"),
        Column("pays", say("Pays"), "text"),
        Column("ways", say("Ways"), "count"),
        Column("probability", say("Probability"), "percent"),
    )
    rows: list[tuple[Cell, ...]] = []
    for line, net in bet.nets.items():
        pays = found.draft.names.get(line, "" if line == LOSE else str(net)) or None
        rows.append((line, label(line), pays, found.ways[line], found.probability(line)))
    notes = (
        say("EV = {polynomial}", polynomial=exact(found.mean)),
        say("House edge = {polynomial}", polynomial=exact(found.edge)),
        say("Variance = {polynomial}", polynomial=exact(found.spread)),
        say(
            "Hit rate {hit}, push rate {push}, every open pay being above zero.",
            hit=Figure(found.hit_rate, "percent"),
            push=Figure(found.push_rate, "percent"),
        ),
    )
    return View(Page((Table(bet.name, heads, tuple(rows), notes),)))


def closed_forms(found: ClosedForms, most: int | None) -> View:
    """The EV of every bet as a function of the number of decks."""
    bets = tuple(form.bet for form in found.forms)
    return View(nameless(closed_form_page(found, game(found.rules, bets), full=True)))


def closed_form(found: ClosedForm, most: int | None) -> View:
    """The EV of one bet as a function of the number of decks."""
    rows = [((), found)]
    tables = (formulas((), rows, tuple(validity([found]))), extremes((), rows), edges((), rows))
    return View(Page(tables, _of(found.bet), found.bet.name))


def count_forms(found: CountForms, most: int | None) -> View:
    """The EV of every bet as a polynomial in the numbers of cards left."""
    return View(nameless(count_form_page(found, game_of(found.report), full=True)))


def count_form(found: CountForm, most: int | None) -> View:
    """How long the polynomial of one bet is, and its value."""
    heads = (
        Column("terms", say("Number of terms"), "count"),
        Column("degree", say("Degree"), "count"),
        Column("ev", say("EV"), "percent"),
    )
    figures: tuple[Cell, ...] = (len(found.numerator.terms), found.denominator.top, found.value)
    return View(Page((Table(found.bet.name, heads, (figures,)),), _of(found.bet)))


def comparison(found: Comparison, most: int | None) -> View:
    """What changed from A to B; for data frames what did not change, too, bet by bet or line by line."""
    page = comparison_page(found, full=True, everything=False)
    whole = comparison_page(found, full=True, everything=True).tables
    lines = comparison_lines_page(found, everything=True).tables
    return View(page, _together(whole) | _together(lines, "lines"))


def _together(tables: Iterable[Table], name: str = "bets") -> dict[str, Table]:
    return {name if not number else f"{name} ({number + 1})": table for number, table in enumerate(tables)}


def study(found: TableauStudy, most: int | None) -> View:
    """Drawing against standing; for data frames a row a cell."""
    page = study_page(found, full=True, composition=False, errors=False, digits=True)
    cells = rows_page(found, composition=False).tables
    return View(page, _together(cells, "cells") | {str(table.title): table for table in page.tables})


def equilibrium(found: Equilibrium, most: int | None) -> View:
    """Best play of both hands."""
    return View(chemin_de_fer_page([found]))


def _of(bet: Bet) -> Provenance:
    return Provenance((), ((bet.reference, digest_of_bet(bet)),))
