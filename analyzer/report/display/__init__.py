"""How values are shown in notebooks, converted to data frames, and saved as files.

The function that lays out a class of values is imported when the first value of that class is shown.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from importlib import import_module
from itertools import chain, count
from os import PathLike, fspath
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from analyzer.bets.bet import Bet
from analyzer.bets.digest import digest_of_bet
from analyzer.displayable import Displayable
from analyzer.errors import RenderError, did_you_mean
from analyzer.exact import quoted
from analyzer.files import check_place, write_whole
from analyzer.render.formats.html import (
    MOST_ROWS,
    Marks,
    cut_short,
    error_fragment,
    fragment,
    more_tables,
    unmarked,
)
from analyzer.render.formats.render import FORMATS, SUFFIXES, render
from analyzer.render.frames import Series, arrow_capsule, pandas_frame, polars_frame, series
from analyzer.render.page import Page, Provenance
from analyzer.render.table import Table
from analyzer.render.words import wording

if TYPE_CHECKING:
    import pandas as pd
    import polars as pl

_WIDTH = 80  # Terminal columns that a printed value fits into, unless a single word or number is wider.
_FORMATS = {suffix: format for suffix, format in SUFFIXES.items() if format in FORMATS}
"""The formats that `save` writes, by suffix."""

LAYOUTS = {
    "design": "ClosedForm Comparison CountForm Design Designs Equilibrium Solutions Symbolic TableauStudy",
    "library": "Audit Bet Draft Explanation Rules Shoe Tableau Variant Verification",
    "money": "Bankroll Joint Monitor Portfolio",
    "odds": "Counting Inside Removal Removals Report Situation Tail Valuation",
    "play": "Card Coup DealtCoup DealtShoe RecordedCoup RecordedShoe Replay Settlement Successive",
}
"""The classes that each module here lays out, by functions such as `dealt_shoe` for `DealtShoe`."""

PAGES = {
    "Count": "inventory.page",
    "Evidence": "play.evidence.evidence_page",
    "EvidencePlan": "play.evidence_plan.plan_page",
    "Peek": "peek.peek_page",
    "Prediction": "play.prediction.prediction_page",
    "Procedure": "inventory.page",
}
"""Classes of values that are shown only as a page, each with the function in `analyzer.report` for it."""

FITTED_PAGES = {
    "ClosedForms": "closed_form.page.closed_form_page",
    "CountForms": "closed_form.counts.count_form_page",
    "Countings": "counts.counts_page",
    "SweepResult": "sweep.sweep_page",
    "RuleSheet": "rule_sheet.page.rule_sheet_page",
    "Tails": "tail.tail_page",
}
"""Like PAGES, but with a parameter `full`: whether to lay out everything, or only what fits a terminal."""


@dataclass(frozen=True, slots=True)
class View:
    """The page that a notebook shows, and the tables for data frames by name, if they differ from the page's.

    `marks` gives the CSS classes of coloured cells. `narrow`, if given, lays out a page for terminals, for
    which the notebook's page is too wide.
    """

    page: Page
    tables: Mapping[str, Table] = field(default_factory=dict)
    marks: Marks = unmarked
    narrow: Callable[[], Page] | None = None

    @classmethod
    def fitted(cls, page: Callable[..., Page], tables: Mapping[str, Table] | None = None) -> "View":
        """The view of a page function that lays out everything if `full`, or else what fits a terminal."""
        return cls(page(full=True), tables or {}, narrow=lambda: page(full=False))

    def table(self, which: int | str) -> Table:
        """A table for a data frame, by its index, from 0, or by its name; RenderError if there is none."""
        tables = self.tables or _by_title(self.page.tables)
        if isinstance(which, str) and which in tables:
            return tables[which]
        if isinstance(which, int) and not isinstance(which, bool) and 0 <= which < len(tables):
            return list(tables.values())[which]
        if isinstance(which, str):
            raise RenderError(
                "unknown table {table}{hint}", table=quoted(which), hint=did_you_mean(which, tables)
            )
        raise RenderError(
            "expected the name of a table or a number from 0 to {last}, got {which}",
            last=len(tables) - 1,
            which=quoted(which),
        )


def bet_provenance(bet: Bet) -> Provenance:
    """The provenance of a value that depends on one bet: the bet's digest."""
    return Provenance((), ((bet.reference, digest_of_bet(bet)),))


def _by_title(tables: Sequence[Table]) -> dict[str, Table]:
    """Tables by title, with numbers after repeated titles; tables with a column of numbers come first."""
    by_title: dict[str, Table] = {}
    for table in sorted(tables, key=lambda table: not any(column.numeric for column in table.columns)):
        title = str(table.title)
        names = chain([title], (f"{title} ({n})" for n in count(2)))
        by_title[next(name for name in names if name not in by_title)] = table
    return by_title


def view(value: object, max_rows: int | None = None) -> View:
    """How a value is laid out, with all rows or about as many as `max_rows`."""
    for name in (cls.__name__ for cls in type(value).__mro__):
        for module, names in LAYOUTS.items():
            if name in names.split():
                function = re.sub("(?<=[a-z])(?=[A-Z])", "_", name).lower()
                return cast("View", _function(f"display.{module}.{function}")(value, max_rows))
        if name in PAGES:
            return View(_function(PAGES[name])(value))
        if name in FITTED_PAGES:
            return View.fitted(partial(_function(FITTED_PAGES[name]), value))
    raise TypeError(f"no layout for {type(value).__qualname__}")


def _function(path: str) -> Callable[..., Any]:
    module, _, name = path.rpartition(".")
    return cast("Callable[..., Any]", getattr(import_module(f"analyzer.report.{module}"), name))


def html(value: object) -> str:
    """A value as a notebook shows it, a piece of HTML; a long table is cut short, with a note on the rest."""
    try:
        layout = view(value, MOST_ROWS)
        return fragment(layout.page, wording(), layout.marks)
    except Exception as error:  # a notebook would show a traceback in place of the value
        return error_fragment(value, error)


def text(value: object) -> str:
    """A value as its command prints it, 80 columns wide, cut short if it is long; its repr if that fails."""
    try:
        layout = view(value, MOST_ROWS)
        page, omitted = cut_short(layout.narrow() if layout.narrow else layout.page)
        lines = [cast("str", render(page, "text", wording(), _WIDTH)).rstrip("\n")]
        if omitted:
            lines += ["", wording().translate(more_tables(omitted))]
        return "\n".join(lines)
    except Exception:  # printing a value must never fail
        return repr(value)


def to_pandas(value: object, table: int | str) -> "pd.DataFrame":
    """What `Displayable.to_pandas` returns."""
    return pandas_frame(_series(value, table))


def to_polars(value: object, table: int | str) -> "pl.DataFrame":
    """What `Displayable.to_polars` returns."""
    return polars_frame(_series(value, table))


def arrow_stream(value: object, requested_schema: object) -> object:
    """What `Displayable.__arrow_c_stream__` returns."""
    return arrow_capsule(_series(value, 0), requested_schema)


def _series(value: object, table: int | str) -> list[Series]:
    return list(series(view(value).table(table), wording()))


def save(
    value: Displayable, file: str | PathLike[str], *, digits: int = 4, lang: str = "en", force: bool = False
) -> None:
    """Write what a notebook shows of a value to a file, with all rows; a failure leaves no partial file.

    Args:
        value: any result, shoe, rules or item of the library.
        file: path of the file; its suffix chooses the format: .txt, .md, .csv, .tex, .html, .xlsx or .pdf.
        digits: decimals of rounded figures, 0 to 60.
        lang: the language of headings and notes: en, zh-Hans, zh-Hant, th, ko or vi.
        force: whether to replace a file that exists.

    Raises:
        RenderError: the value cannot be shown, the suffix or language is unknown, a library that the format
            needs is missing, or the file exists or cannot be written.
    """
    if not isinstance(file, str | PathLike):
        raise RenderError("expected the path of a file to write, got {file}", file=quoted(file))
    name = str(fspath(file))
    suffix = Path(name).suffix.lower()
    if not isinstance(value, Displayable):
        raise RenderError(
            "expected a result, a shoe, rules or an item of the library, got {value}", value=quoted(value)
        )
    if suffix not in _FORMATS:
        raise RenderError(
            "unknown format {suffix} of {file}{hint}",
            file=quoted(name),
            suffix=quoted(suffix),
            hint=did_you_mean(suffix, _FORMATS, len(_FORMATS)),
        )
    words = wording(lang, digits)
    check_place(name, force)
    write_whole(name, render(view(value).page, _FORMATS[suffix], words), force)
