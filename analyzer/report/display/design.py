"""How designs are shown: paytables, polynomials, closed forms, comparisons, drawing against standing."""

from collections.abc import Iterable
from functools import partial

from analyzer.analysis.chemin_de_fer.equilibrium import Equilibrium
from analyzer.analysis.closed_form.counts import CountForm
from analyzer.analysis.closed_form.decks import ClosedForm
from analyzer.analysis.compare import Comparison
from analyzer.analysis.design.search import Designs
from analyzer.analysis.design.solve import Solutions
from analyzer.analysis.design.space import Design
from analyzer.analysis.design.symbols import Symbolic
from analyzer.analysis.tableau_study import TableauStudy
from analyzer.bets.bet import LOSE
from analyzer.phrases.labels import label
from analyzer.render.page import Page
from analyzer.render.table import Cell, Column, Table
from analyzer.report.chemin_de_fer import chemin_de_fer_page
from analyzer.report.closed_form.page import form_tables, validity
from analyzer.report.columns import EV, HIT_RATE, HOUSE_EDGE, PAYS, PROBABILITY, STANDARD_DEVIATION, WAYS
from analyzer.report.comparison import comparison_lines_page, comparison_page
from analyzer.report.design.document import columns, row
from analyzer.report.design.page import design_page
from analyzer.report.design.solve import exact, solve_page
from analyzer.report.display.game import marks
from analyzer.report.display.layout import View, bet_provenance
from analyzer.report.tableau_study.document import rows_page
from analyzer.report.tableau_study.page import study_page
from analyzer.text import Figure, message

_DIGITS = 4
"""Decimals of pays that are no ratios, in texts."""


def designs(found: Designs, most: int | None) -> View:
    """The first paytables in the order wanted; for data frames every one of them."""
    page = design_page(found, most or 1)
    if most is not None:
        return View(page)
    rows = tuple(row(found, design) for design in found.first(None))
    return View(page, {"paytables": Table("", columns(found), rows)})


def design(found: Design, most: int | None) -> View:
    """What one paytable pays, and what the bet is then worth."""
    heads = (
        *(Column(name, label(name), "ratio") for name in found.chosen),
        HOUSE_EDGE,
        HIT_RATE,
        STANDARD_DEVIATION,
    )
    row = (*found.chosen.values(), found.house_edge, found.hit_rate, found.variance)
    table = Table(found.bet.title, heads, (row,))
    return View(Page((table,), bet_provenance(found.bet)))


def solutions(found: Solutions, most: int | None) -> View:
    """The pays found, or the polynomials of open pays."""
    return View(solve_page(found, _DIGITS))


def symbolic(found: Symbolic, most: int | None) -> View:
    """A row a line of a bet with open pays; its figures as polynomials in them below."""
    bet = found.draft.bet
    heads = (
        Column("line", message("Id"), "text"),
        Column("event", message("Line"), "text"),
        PAYS,
        WAYS,
        PROBABILITY,
    )
    rows: list[tuple[Cell, ...]] = []
    for line, net in bet.nets.items():
        pays = found.draft.names.get(line, "" if line == LOSE else str(net)) or None
        rows.append((line, label(line), pays, found.ways[line], found.probability(line)))
    notes = (
        message("EV = {polynomial}", polynomial=exact(found.mean)),
        message("House edge = {polynomial}", polynomial=exact(found.edge)),
        message("Variance = {polynomial}", polynomial=exact(found.spread)),
        message(
            "Hit rate {hit}, push rate {push}, every open pay being above zero.",
            hit=Figure(found.hit_rate, "percent"),
            push=Figure(found.push_rate, "percent"),
        ),
    )
    return View(Page((Table(bet.title, heads, tuple(rows), notes),)))


def closed_form(found: ClosedForm, most: int | None) -> View:
    """The EV of one bet as a function of the number of decks."""
    rows = [((), found)]
    tables = form_tables((), rows, validity([found]))
    return View(Page(tables, bet_provenance(found.bet), found.bet.title))


def count_form(found: CountForm, most: int | None) -> View:
    """How long the polynomial of one bet is, and its value."""
    heads = (
        Column("terms", message("Number of terms"), "count"),
        Column("degree", message("Degree"), "count"),
        EV,
    )
    figures = (len(found.numerator.terms), found.denominator.top, found.value)
    return View(Page((Table(found.bet.title, heads, (figures,)),), bet_provenance(found.bet)))


def comparison(found: Comparison, most: int | None) -> View:
    """Every bet in A and in B, those that did not change too; for data frames line by line besides."""
    page = comparison_page(found, full=True, everything=True)
    lines = comparison_lines_page(found, everything=True).tables
    narrow = partial(comparison_page, found, full=False, everything=True)
    return View(page, _numbered("bets", page.tables) | _numbered("lines", lines), narrow=narrow)


def _numbered(name: str, tables: Iterable[Table]) -> dict[str, Table]:
    return {name if n == 1 else f"{name} ({n})": table for n, table in enumerate(tables, 1)}


def tableau_study(found: TableauStudy, most: int | None) -> View:
    """Drawing against standing; for data frames a row a cell."""
    page = study_page(found, full=True, composition=False, errors=False, digits=True)
    cells = rows_page(found, composition=False).tables
    tables = _numbered("cells", cells) | {str(table.title): table for table in page.tables}
    return View(page, tables, marks)


def equilibrium(found: Equilibrium, most: int | None) -> View:
    """Best play of both hands."""
    return View(chemin_de_fer_page([found]))
