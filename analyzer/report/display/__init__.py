"""How values are shown in notebooks, and converted to data frames.

The function that lays out a sort of value is loaded when the first of that sort is shown.
"""

from collections.abc import Callable
from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING, Any, cast

from analyzer.render.formats.render import render
from analyzer.render.fragment import MOST_ROWS, fragment, more_tables, shown_part, unshown
from analyzer.render.frames import Series, arrow_capsule, pandas_frame, polars_frame, series
from analyzer.render.words import wording
from analyzer.report.display.layout import View

if TYPE_CHECKING:
    import pandas as pd
    import polars as pl

_WIDTH = 80
"""Columns that a printed value fits into, where that can be done without cutting."""

LAYOUTS = {
    "analysis.chemin_de_fer.equilibrium.Equilibrium": "design.equilibrium",
    "analysis.closed_form.counts.CountForm": "design.count_form",
    "analysis.closed_form.form.ClosedForm": "design.closed_form",
    "analysis.compare.Comparison": "design.comparison",
    "analysis.counting.Counting": "dealt_shoes.counting",
    "analysis.design.search.Designs": "design.designs",
    "analysis.design.solve.Solutions": "design.solutions",
    "analysis.design.space.Design": "design.design",
    "analysis.design.symbols.Symbolic": "design.symbolic",
    "analysis.inside.Inside": "dealt_shoes.inside",
    "analysis.inside.Situation": "dealt_shoes.situation",
    "analysis.money.bankroll.Bankroll": "bets.bankroll",
    "analysis.money.joint.Joint": "bets.joint",
    "analysis.money.monitor.Monitor": "bets.monitor",
    "analysis.money.portfolio.Portfolio": "bets.portfolio",
    "analysis.odds.Report": "bets.report",
    "analysis.removal.Removal": "dealt_shoes.removal",
    "analysis.removal.Removals": "dealt_shoes.removals",
    "analysis.successive.Successive": "play.successive",
    "analysis.tableau_study.TableauStudy": "design.study",
    "analysis.tail.Tail": "dealt_shoes.tail",
    "analysis.valuation.Valuation": "bets.valuation",
    "audit.certificate.Verification": "library.checked_certificate",
    "audit.findings.Audit": "library.audit",
    "bets.bet.Bet": "library.bet",
    "bets.bet.Variant": "library.variant",
    "bets.draft.Draft": "library.draft",
    "game.cards.Card": "play.card",
    "game.coup.Coup": "play.coup",
    "game.rules.Rules": "game.rules",
    "game.shoe.Shoe": "game.shoe",
    "game.tableau.Tableau": "game.tableau",
    "play.dealing.DealtCoup": "play.dealt_coup",
    "play.dealing.DealtShoe": "play.dealt_shoe",
    "play.record.RecordedCoup": "play.recorded_coup",
    "play.record.RecordedShoe": "play.recorded_shoe",
    "play.replay.replayed.Replay": "play.replay",
    "play.settlement.statement.Settlement": "play.settlement",
    "ask.explanation.Explanation": "library.explanation",
}
"""The function that lays out each sort of value, by the module of this package that has it."""

PAGES = {
    "analysis.count.Count": "inventory.page",
    "analysis.peek.Peek": "peek.peek_page",
    "game.procedure.Procedure": "inventory.page",
    "play.evidence.result.Evidence": "play.evidence.evidence_page",
    "play.prediction.prediction.Prediction": "play.prediction.prediction_page",
}
"""The page of each sort of value that needs no other layout, by its module in `analyzer.report`."""

FITTED_PAGES = {
    "analysis.closed_form.counts.CountForms": "closed_form.counts.count_form_page",
    "analysis.closed_form.form.ClosedForms": "closed_form.page.closed_form_page",
    "analysis.counting.Countings": "counts.counts_page",
    "analysis.rule_sheet.RuleSheet": "rule_sheet.page.rule_sheet_page",
    "analysis.sweep.result.Result": "sweep.sweep_page",
    "analysis.tail.Tails": "tail.tail_page",
}
"""As PAGES, of pages that are laid out in `full` or to fit a terminal."""


def view(value: object, most: int | None = None) -> View:
    """How a value is laid out; `most` is about how many rows are wanted, if not all."""
    for sort in type(value).__mro__:
        name = f"{sort.__module__}.{sort.__qualname__}".removeprefix("analyzer.")
        if name in LAYOUTS:
            return cast("View", _function(f"display.{LAYOUTS[name]}")(value, most))
        if name in PAGES:
            return View(_function(PAGES[name])(value))
        if name in FITTED_PAGES:
            return View.fitted(partial(_function(FITTED_PAGES[name]), value))
    raise TypeError(f"no layout for {type(value).__qualname__}")


def _function(path: str) -> Callable[..., Any]:
    module, _, name = path.rpartition(".")
    return cast("Callable[..., Any]", getattr(import_module(f"analyzer.report.{module}"), name))


def html(value: object) -> str:
    """A value as a notebook shows it: a piece of HTML; a large one in part, which it says."""
    try:
        found = view(value, MOST_ROWS)
        return fragment(found.page, wording(), found.marks)
    except Exception as error:  # a notebook would show all of it in place of the value
        return unshown(value, error)


def text(value: object) -> str:
    """A value as its command prints it, 80 columns wide; a large one in part, or in one line."""
    try:
        found = view(value, MOST_ROWS)
        page, beyond = shown_part(found.narrow() if found.narrow else found.page)
        lines = [cast("str", render(page, "text", wording(), _WIDTH)).rstrip("\n")]
        if beyond:
            lines += ["", wording().translate(more_tables(beyond))]
        return "\n".join(lines)
    except Exception:  # whoever prints a value must not fail by it
        return repr(value)


def to_pandas(value: object, table: int | str) -> "pd.DataFrame":
    """A table of a value as a pandas data frame.

    Raises:
        RenderError: there is no such table, or pandas is not installed.
    """
    return pandas_frame(_series(value, table))


def to_polars(value: object, table: int | str) -> "pl.DataFrame":
    """A table of a value as a polars data frame.

    Raises:
        RenderError: there is no such table, or polars is not installed.
    """
    return polars_frame(_series(value, table))


def arrow_stream(value: object, requested_schema: object) -> object:
    """The first table of a value as an Arrow stream.

    Raises:
        RenderError: nanoarrow is not installed.
    """
    return arrow_capsule(_series(value, 0), requested_schema)


def _series(value: object, table: int | str) -> list[Series]:
    return list(series(view(value).table(table), wording()))
