"""Values that display themselves: in notebooks as HTML, and to data frames as columns.

Must not know how: `analyzer/report/`, which is loaded on first use by the only call in the house that goes
up.
"""

from collections.abc import Mapping, Sequence
from dataclasses import fields
from importlib import import_module
from typing import TYPE_CHECKING, Any, cast

if TYPE_CHECKING:
    import pandas as pd
    import polars as pl


class Displayable:
    """A value with a table or picture of its own, shown by notebooks and converted to data frames.

    Every number fills a column of floats or whole numbers, and a second one of texts in which nothing is
    rounded: `house_edge` and `house_edge_exact`. A root is no ratio but its square is: next to
    `standard_deviation` stands `standard_deviation_squared`, and next to a root with a sign its square with
    that sign, `…_signed_square`.
    """

    __slots__ = ()

    def _repr_html_(self) -> str:
        """The value as a notebook shows it."""
        return cast("str", _display().html(self))

    def to_pandas(self, table: int | str = 0) -> "pd.DataFrame":
        """A table of this value, by its place from 0 or by its name, as a pandas data frame.

        Raises:
            RenderError: there is no such table, or pandas is not installed.
        """
        return cast("pd.DataFrame", _display().to_pandas(self, table))

    def to_polars(self, table: int | str = 0) -> "pl.DataFrame":
        """A table of this value, by its place from 0 or by its name, as a polars data frame.

        Raises:
            RenderError: there is no such table, or polars is not installed.
        """
        return cast("pl.DataFrame", _display().to_polars(self, table))

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        """The first table of this value as an Arrow stream, for whatever reads the PyCapsule interface.

        Raises:
            RenderError: nanoarrow, which makes it, is not installed.

        Source: https://arrow.apache.org/docs/format/CDataInterface/PyCapsuleInterface.html
        """
        return _display().arrow_stream(self, requested_schema)


class Answer(Displayable):
    """An answer to a question: one line as its `repr`, the tables of its command when printed.

    Its dataclasses need `repr=False`, or they would write out everything they hold.
    """

    __slots__ = ()

    def __repr__(self) -> str:
        """The class of the answer, with its fields that fit in a few words, on one line."""
        short = (_short(one.name, getattr(self, one.name)) for one in fields(cast("Any", self)))
        text = ": ".join(filter(None, (type(self).__name__, ", ".join(filter(None, short)))))
        return f"<{text if len(text) <= _LONGEST else text[: _LONGEST - 1] + '…'}>"

    def __str__(self) -> str:
        """The tables of this value as its command prints them, 80 columns wide if possible."""
        return cast("str", _display().text(self))


_LONGEST = 100
"""The most characters of the `repr` of an answer."""

_PART = 40
"""The most characters of a field in it."""


def _short(name: str, value: object) -> str:
    """A field of an answer in a few words, `valuations=8`, `shoe=8 decks`; empty if that is impossible."""
    if isinstance(value, Sequence) and not isinstance(value, str):
        return f"{name}={len(value)}" if value else ""
    text = getattr(value, "reference", None) or getattr(value, "id", None)
    if text is None and not isinstance(value, Answer | Mapping | None):
        plain = isinstance(value, int) or type(value).__str__ is not object.__str__
        text = str(value) if plain else ""
    return f"{name}={text}" if isinstance(text, str) and 0 < len(text) <= _PART else ""


def _display() -> Any:
    return import_module("analyzer.report.display")
