"""Values that display themselves: in notebooks as HTML, and to data frames as columns.

Must not know how they are laid out. `analyzer/report/` knows; it is imported on first use, which is the only
place where a lower layer calls a higher one.
"""

from collections.abc import Mapping, Sequence
from dataclasses import fields
from importlib import import_module
from typing import TYPE_CHECKING, Any, cast

if TYPE_CHECKING:
    import pandas as pd
    import polars as pl


class Displayable:
    """A value that has tables or a picture, which notebooks show and data frames can hold.

    In a data frame every number has two columns: floats or whole numbers, and exact text, as `house_edge` and
    `house_edge_exact`. A square root has no exact ratio, so its exact column holds its square:
    `standard_deviation_squared` for `standard_deviation`, or `…_signed_square`, with the sign of the root.
    """

    __slots__ = ()

    def _repr_html_(self) -> str:
        """The value as a notebook shows it."""
        return cast("str", _display().html(self))

    def to_pandas(self, table: int | str = 0) -> "pd.DataFrame":
        """A table of this value, by its index from 0 or by its name, as a pandas data frame.

        Raises:
            RenderError: there is no such table, or pandas is not installed.
        """
        return cast("pd.DataFrame", _display().to_pandas(self, table))

    def to_polars(self, table: int | str = 0) -> "pl.DataFrame":
        """A table of this value, by its index from 0 or by its name, as a polars data frame.

        Raises:
            RenderError: there is no such table, or polars is not installed.
        """
        return cast("pl.DataFrame", _display().to_polars(self, table))

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        """The first table of this value as an Arrow stream, for libraries that read the PyCapsule interface.

        Raises:
            RenderError: nanoarrow, which makes the stream, is not installed.

        Source: https://arrow.apache.org/docs/format/CDataInterface/PyCapsuleInterface.html
        """
        return _display().arrow_stream(self, requested_schema)


class Answer(Displayable):
    """An answer to a question: its `repr` is one line, and printing it shows the tables of its command.

    A dataclass derived from it needs `repr=False`, or its `repr` would list every field.
    """

    __slots__ = ()

    def __repr__(self) -> str:
        """One line: the class name, and the fields that can be shown in a few words."""
        short = (_short(field.name, getattr(self, field.name)) for field in fields(cast("Any", self)))
        text = ": ".join(filter(None, (type(self).__name__, ", ".join(filter(None, short)))))
        return f"<{text if len(text) <= _LONGEST else text[: _LONGEST - 1] + '…'}>"

    def __str__(self) -> str:
        """The tables of this value as its command prints them, 80 columns wide if possible."""
        return cast("str", _display().text(self))


_LONGEST = 100
"""The most characters of the `repr` of an answer."""

_PART = 40
"""The most characters of one field in that `repr`."""


def _short(name: str, value: object) -> str:
    """A field of an answer in a few words, as `valuations=8` or `shoe=8 decks`; empty if it needs more."""
    if isinstance(value, Sequence) and not isinstance(value, str):
        return f"{name}={len(value)}" if value else ""
    text = getattr(value, "reference", None) or getattr(value, "id", None)
    if text is None and not isinstance(value, Answer | Mapping | None):
        plain = isinstance(value, int) or type(value).__str__ is not object.__str__
        text = str(value) if plain else ""
    return f"{name}={text}" if isinstance(text, str) and 0 < len(text) <= _PART else ""


def _display() -> Any:
    return import_module("analyzer.report.display")
