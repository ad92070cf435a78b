"""How design results are shown: paytables, polynomials, closed forms, comparisons, best play."""

from collections.abc import Iterable
from functools import partial
from operator import attrgetter

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
from analyzer.render.table import Table
from analyzer.report.chemin_de_fer import chemin_de_fer_page
from analyzer.report.closed_form.counts import SIZES
from analyzer.report.closed_form.page import form_tables, validity
from analyzer.report.columns import EV, PAYS, PROBABILITY, WAYS
from analyzer.report.comparison.page import comparison_lines_page, comparison_page
from analyzer.report.design.page import columns, design_page, pays_and_figures
from analyzer.report.design.solve import polynomial_notes, rates_note, solve_page
from analyzer.report.display import View, bet_provenance
from analyzer.report.display.library import marks
from analyzer.report.fields import Field, Fields, field_table, headed
from analyzer.report.tableau_study.cells import rows_page
from analyzer.report.tableau_study.page import study_page
from analyzer.text import message

_DIGITS = 4  # Decimals of irrational pays.


def designs(value: Designs, max_rows: int | None) -> View:
    """The first paytables in the requested order, or all; if there are none, the page shows the nearest."""
    page = design_page(value, value.listed if max_rows is None else max_rows)
    [table] = page.tables
    return View(page, {"paytables": table if value.found else field_table("", (), columns(value))})


def design(value: Design, max_rows: int | None) -> View:
    """What one paytable pays, and the figures of the bet with it."""
    table = field_table(value.bet.title, [value], pays_and_figures(value.chosen))
    return View(Page((table,), bet_provenance(value.bet)))


def solutions(value: Solutions, max_rows: int | None) -> View:
    """The pays found, or else the polynomials in the open pays."""
    return View(solve_page(value, _DIGITS))


def symbolic(value: Symbolic, max_rows: int | None) -> View:
    """One row per line of a bet with open pays; the notes give its figures as polynomials in the pays."""
    bet = value.draft.bet
    fields: Fields[str] = (
        headed("line", message("Id"), "text", str),
        headed("event", message("Line"), "text", lambda line: label(bet, line)),
        Field(PAYS, lambda line: None if line == LOSE else value.draft.names.get(line, str(bet.nets[line]))),
        Field(WAYS, lambda line: value.ways[line]),
        Field(PROBABILITY, value.probability),
    )
    notes = (*polynomial_notes(value), rates_note(value))
    return View(Page((field_table(bet.title, bet.nets, fields, notes),)))


def closed_form(value: ClosedForm, max_rows: int | None) -> View:
    """The EV of one bet as a function of the number of decks."""
    tables = form_tables((), [((), value)], validity([value]))
    return View(Page(tables, bet_provenance(value.bet), value.bet.title))


def count_form(value: CountForm, max_rows: int | None) -> View:
    """The size of the polynomial of one bet, and its value."""
    table = field_table(value.bet.title, [value], (SIZES, Field(EV, attrgetter("value"))))
    return View(Page((table,), bet_provenance(value.bet)))


def comparison(value: Comparison, max_rows: int | None) -> View:
    """Every bet of A and of B, changed or not; data frames also have every line."""
    page = comparison_page(value, full=True, everything=True)
    lines = comparison_lines_page(value, full=True, everything=True).tables
    narrow = partial(comparison_page, value, full=False, everything=True)
    return View(page, _numbered("bets", page.tables) | _numbered("lines", lines), narrow=narrow)


def _numbered(name: str, tables: Iterable[Table]) -> dict[str, Table]:
    return {name if n == 1 else f"{name} ({n})": table for n, table in enumerate(tables, 1)}


def tableau_study(value: TableauStudy, max_rows: int | None) -> View:
    """The values of drawing and standing in the tableau; data frames have one row per cell."""
    page = study_page(value, full=True, composition=False, errors=False, digits=True)
    cells = rows_page(value, composition=False).tables
    tables = _numbered("cells", cells) | {str(table.title): table for table in page.tables}
    return View(page, tables, marks)


def equilibrium(value: Equilibrium, max_rows: int | None) -> View:
    """Best play of both hands."""
    return View(chemin_de_fer_page([value]))
