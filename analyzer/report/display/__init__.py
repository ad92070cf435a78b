"""How values show themselves in notebooks, and hand themselves over to data frames.

Each sort of value has a function that lays it out, fetched when the first of that sort is shown.
"""

from collections.abc import Callable
from importlib import import_module
from typing import TYPE_CHECKING, cast

from analyzer.render.formats.html import MOST_ROWS, fragment, more_tables, shown_part, unshown
from analyzer.render.formats.render import render
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
    "analysis.closed_form.counts.CountForms": "design.count_forms",
    "analysis.closed_form.decks.ClosedForm": "design.closed_form",
    "analysis.closed_form.decks.ClosedForms": "design.closed_forms",
    "analysis.compare.Comparison": "design.comparison",
    "analysis.count.Count": "dealt_shoes.count",
    "analysis.counting.Countings": "dealt_shoes.countings",
    "analysis.counting.Counting": "dealt_shoes.counting",
    "analysis.design.search.Designs": "design.designs",
    "analysis.design.solve.Solutions": "design.solutions",
    "analysis.design.space.Design": "design.design",
    "analysis.design.symbols.Symbolic": "design.symbolic",
    "analysis.inside.Inside": "dealt_shoes.inside",
    "analysis.inside.Situation": "dealt_shoes.situation",
    "analysis.money.bankroll.Bankroll": "money.bankroll",
    "analysis.money.joint.Joint": "money.joint",
    "analysis.money.monitor.Monitor": "money.monitor",
    "analysis.money.portfolio.Portfolio": "money.portfolio",
    "analysis.odds.Report": "odds.report",
    "analysis.peek.Peek": "dealt_shoes.peek",
    "analysis.removal.Removal": "dealt_shoes.removal",
    "analysis.removal.Removals": "dealt_shoes.removals",
    "analysis.rule_sheet.RuleSheet": "audits.rule_sheet",
    "analysis.successive.Successive": "play.successive",
    "analysis.sweep.result.Result": "dealt_shoes.sweep",
    "analysis.tableau_study.TableauStudy": "design.study",
    "analysis.tail.Tail": "dealt_shoes.tail",
    "analysis.tail.Tails": "dealt_shoes.tails",
    "analysis.valuation.Valuation": "odds.valuation",
    "audit.certificate.Verification": "audits.checked_certificate",
    "audit.verdict.Audit": "audits.audit",
    "bets.bet.Bet": "library.bet",
    "bets.bet.Variant": "library.variant",
    "bets.pricing.Draft": "library.draft",
    "game.cards.Card": "play.card",
    "game.coup.Coup": "play.coup",
    "game.procedure.Procedure": "library.procedure",
    "game.rules.Rules": "game.rules",
    "game.shoe.Shoe": "game.shoe",
    "game.rules.Tableau": "game.tableau",
    "play.dealing.DealtCoup": "play.dealt_coup",
    "play.dealing.DealtShoe": "play.dealt_shoe",
    "play.evidence.result.Evidence": "play.evidence",
    "play.prediction.prediction.Prediction": "play.prediction",
    "play.record.RecordedCoup": "play.recorded_coup",
    "play.record.RecordedShoe": "play.recorded_shoe",
    "play.replay.replayed.Replay": "play.replay",
    "play.settlement.settlement.Settlement": "play.settlement",
    "ask.explanation.Explanation": "library.explanation",
}
"""The function that lays out each sort of value: what is shown, by the module that lays it out."""


def view(value: object, most: int | None = None) -> View:
    """How a value is laid out; `most` is about how many rows are wanted, where not all of them are."""
    for sort in type(value).__mro__:
        name = f"{sort.__module__}.{sort.__qualname__}".removeprefix("analyzer.")
        if name in LAYOUTS:
            module, _, function = LAYOUTS[name].rpartition(".")
            layout = getattr(import_module(f"analyzer.report.display.{module}"), function)
            return cast("Callable[[object, int | None], View]", layout)(value, most)
    raise TypeError(f"no layout for {type(value).__qualname__}")


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
