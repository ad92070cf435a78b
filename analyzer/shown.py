"""Values that show themselves: in notebooks as HTML, and to data frames as columns.

Must not know how anything looks: tables and pages are made upstairs, in `analyzer/views/`, which is fetched
when first asked. This is the one place of the house that calls upwards.
"""

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


def _views() -> Any:
    return import_module("analyzer.views")
