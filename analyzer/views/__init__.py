"""How values show themselves in notebooks, and hand themselves over to data frames.

Each sort of value has a function that lays it out, fetched when the first of that sort is shown.
"""

from collections.abc import Callable
from importlib import import_module
from typing import TYPE_CHECKING, cast

from analyzer.publish.words import wording
from analyzer.views.fragment import MOST_ROWS, fragment, unshown
from analyzer.views.frames import Series, arrow_capsule, pandas_frame, polars_frame, series
from analyzer.views.view import View

if TYPE_CHECKING:
    import pandas as pd
    import polars as pl

LAYOUTS = {
    "analysis.chemin_de_fer.equilibrium.Equilibrium": "bench.equilibrium",
    "analysis.closed_form.counts.CountForm": "bench.count_form",
    "analysis.closed_form.counts.CountForms": "bench.count_forms",
    "analysis.closed_form.form.ClosedForm": "bench.closed_form",
    "analysis.closed_form.form.ClosedForms": "bench.closed_forms",
    "analysis.compare.Comparison": "bench.comparison",
    "analysis.count.Count": "partly.count",
    "analysis.counting.Countings": "partly.countings",
    "analysis.design.search.Designs": "bench.designs",
    "analysis.design.solve.Solutions": "bench.solutions",
    "analysis.design.space.Design": "bench.design",
    "analysis.design.symbols.Symbolic": "bench.symbolic",
    "analysis.inside.Inside": "partly.inside",
    "analysis.money.bankroll.Bankroll": "money.bankroll",
    "analysis.money.joint.Joint": "money.joint",
    "analysis.money.monitor.Monitor": "money.monitor",
    "analysis.money.portfolio.Portfolio": "money.portfolio",
    "analysis.odds.Report": "odds.report",
    "analysis.peek.Peek": "partly.peek",
    "analysis.removal.Removal": "partly.removal",
    "analysis.removal.Removals": "partly.removals",
    "analysis.successive.Successive": "table.successive",
    "analysis.sweep.result.Result": "partly.sweep",
    "analysis.tableau_study.TableauStudy": "bench.study",
    "analysis.tail.Tail": "partly.tail",
    "analysis.tail.Tails": "partly.tails",
    "analysis.valuation.Valuation": "odds.valuation",
    "bets.bet.Bet": "library.bet",
    "bets.bet.Variant": "library.variant",
    "bets.draft.Draft": "library.draft",
    "game.cards.Card": "table.card",
    "game.coup.Coup": "table.coup",
    "game.procedure.Procedure": "library.procedure",
    "game.rules.Rules": "game.rules",
    "game.shoe.Shoe": "game.shoe",
    "game.tableau.Tableau": "game.tableau",
    "play.dealing.dealing.DealtCoup": "table.dealt_coup",
    "play.dealing.dealing.DealtShoe": "table.dealt_shoe",
    "play.evidence.result.Evidence": "table.evidence",
    "play.prediction.prediction.Prediction": "table.prediction",
    "play.record.RecordedCoup": "table.recorded_coup",
    "play.record.RecordedShoe": "table.recorded_shoe",
    "play.replay.replayed.Replay": "table.replay",
    "play.settlement.statement.Settlement": "table.settlement",
}
"""The function that lays out each sort of value: what is shown, by the module that lays it out."""


def view(value: object, most: int | None = None) -> View:
    """How a value is laid out; `most` is about how many rows are wanted, where not all of them are."""
    for sort in type(value).__mro__:
        name = f"{sort.__module__}.{sort.__qualname__}".removeprefix("analyzer.")
        if name in LAYOUTS:
            module, _, function = LAYOUTS[name].rpartition(".")
            layout = getattr(import_module(f"analyzer.views.{module}"), function)
            return cast("Callable[[object, int | None], View]", layout)(value, most)
    raise TypeError(f"no layout for {type(value).__qualname__}")


def html(value: object) -> str:
    """A value as a notebook shows it: a piece of HTML; a large one in part, which it says."""
    try:
        found = view(value, MOST_ROWS)
        return fragment(found.page, wording(), found.marks)
    except Exception as error:  # a notebook would show all of it in place of the value
        return unshown(value, error)


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
