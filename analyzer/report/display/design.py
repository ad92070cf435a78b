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
from analyzer.render.table import Column, Table
from analyzer.report.chemin_de_fer import chemin_de_fer_page
from analyzer.report.closed_form.counts import SIZES, size
from analyzer.report.closed_form.page import form_tables, validity
from analyzer.report.columns import EV, PAYS, PROBABILITY, WAYS
from analyzer.report.comparison import comparison_lines_page, comparison_page
from analyzer.report.design.document import FIGURES, columns, pay_columns, paytable_cells, row
from analyzer.report.design.page import design_page
from analyzer.report.design.solve import polynomial_notes, rates_note, solve_page
from analyzer.report.display.game import marks
from analyzer.report.display.layout import View, bet_provenance
from analyzer.report.fields import Field, Fields, field_table
from analyzer.report.tableau_study.document import rows_page
from analyzer.report.tableau_study.page import study_page
from analyzer.text import message

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
    table = Table(found.bet.title, (*pay_columns(found.chosen), *FIGURES), (paytable_cells(found),))
    return View(Page((table,), bet_provenance(found.bet)))


def solutions(found: Solutions, most: int | None) -> View:
    """The pays found, or the polynomials of open pays."""
    return View(solve_page(found, _DIGITS))


def symbolic(found: Symbolic, most: int | None) -> View:
    """A row a line of a bet with open pays; its figures as polynomials in them below."""
    bet = found.draft.bet
    fields: Fields[str] = (
        Field(Column("line", message("Id"), "text"), str),
        Field(Column("event", message("Line"), "text"), label),
        Field(PAYS, lambda line: None if line == LOSE else found.draft.names.get(line, str(bet.nets[line]))),
        Field(WAYS, lambda line: found.ways[line]),
        Field(PROBABILITY, found.probability),
    )
    notes = (*polynomial_notes(found), rates_note(found))
    return View(Page((field_table(bet.title, bet.nets, fields, notes),)))


def closed_form(found: ClosedForm, most: int | None) -> View:
    """The EV of one bet as a function of the number of decks."""
    tables = form_tables((), [((), found)], validity([found]))
    return View(Page(tables, bet_provenance(found.bet), found.bet.title))


def count_form(found: CountForm, most: int | None) -> View:
    """How long the polynomial of one bet is, and its value."""
    table = Table(found.bet.title, (*SIZES, EV), ((*size(found), found.value),))
    return View(Page((table,), bet_provenance(found.bet)))


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
