"""Values that show themselves: in notebooks as HTML, and to data frames as columns.

Must not know how anything looks: tables and pages are made upstairs, in `analyzer/views/`, which is fetched
when first asked. This is the one place of the house that calls upwards.
"""

from collections.abc import Mapping, Sequence
from dataclasses import fields
from importlib import import_module
from typing import TYPE_CHECKING, Any, cast

if TYPE_CHECKING:
    import pandas as pd
    import polars as pl


class Shown:
    """What has a table or picture of its own, shown by notebooks and handed over to data frames.

    A value of several tables hands over the first, or the one named. Every number fills a column of floats or
    whole numbers, and beside it one of texts in which nothing is rounded: `house_edge` and
    `house_edge_exact`. A root is no ratio, its square is one: beside `standard_deviation` stands
    `standard_deviation_squared`, and beside a root with a sign its square with that sign, `…_signed_square`.
    """

    __slots__ = ()

    def _repr_html_(self) -> str:
        """The value as a notebook shows it."""
        return cast("str", _views().html(self))

    def to_pandas(self, table: int | str = 0) -> "pd.DataFrame":
        """A table of this value as a pandas data frame.

        Args:
            table: which, by its place from 0, or by its name.

        Raises:
            RenderError: there is no such table, or pandas is not installed.
        """
        return cast("pd.DataFrame", _views().to_pandas(self, table))

    def to_polars(self, table: int | str = 0) -> "pl.DataFrame":
        """A table of this value as a polars data frame.

        Args:
            table: which, by its place from 0, or by its name.

        Raises:
            RenderError: there is no such table, or polars is not installed.
        """
        return cast("pl.DataFrame", _views().to_polars(self, table))

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        """The first table of this value as an Arrow stream, for whatever reads the PyCapsule interface.

        Raises:
            RenderError: nanoarrow, which makes it, is not installed.

        Source: https://arrow.apache.org/docs/format/CDataInterface/PyCapsuleInterface.html
        """
        return _views().arrow_stream(self, requested_schema)


class Answer(Shown):
    """What answers a question, and so holds much: one line as a value, and printed the tables of its command.

    Dataclasses of this sort say `repr=False`, or they would write out all that they hold.
    """

    __slots__ = ()

    def __repr__(self) -> str:
        """Which answer it is, with the parts that a few words tell, on one line."""
        parts = (
            part for one in fields(cast("Any", self)) if (part := _told(one.name, getattr(self, one.name)))
        )
        text = ": ".join(filter(None, (type(self).__name__, ", ".join(parts))))
        return f"<{text if len(text) <= _LONGEST else text[: _LONGEST - 1] + '…'}>"

    def __str__(self) -> str:
        """The tables of this value as its command prints them, 80 columns wide where that can be done."""
        return cast("str", _views().text(self))


_LONGEST = 100
"""Characters of the line that an answer is told in."""

_PART = 40
"""Characters of a part of it."""


def _told(name: str, value: object) -> str:
    """A part of an answer in a few words, `valuations=8`, `shoe=8 decks`; nothing where that cannot be."""
    if isinstance(value, Sequence) and not isinstance(value, str):
        return f"{name}={len(value)}" if value else ""
    text = getattr(value, "reference", None) or getattr(value, "id", None)
    if text is None and not isinstance(value, Answer | Mapping | None):
        plain = isinstance(value, int) or type(value).__str__ is not object.__str__
        text = str(value) if plain else ""
    return f"{name}={text}" if isinstance(text, str) and 0 < len(text) <= _PART else ""


def _views() -> Any:
    return import_module("analyzer.views")
