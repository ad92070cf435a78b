"""Tables as typed columns of plain values, for data frames: numbers as floats and as exact text."""

from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from analyzer.errors import RenderError, needs
from analyzer.exact import root_float, rounded_float
from analyzer.render.page import exact_cell
from analyzer.render.table import ROOTS, Cell, Column, Table
from analyzer.render.words import Words
from analyzer.text import message

if TYPE_CHECKING:
    import pandas as pd
    import polars as pl

Value = str | int | float | None
Type = Literal["int64", "float64", "text"]


class Series(NamedTuple):
    """A column of a data frame: its name, type and values; None is a missing value."""

    name: str
    type: Type
    values: tuple[Value, ...]


def series(table: Table, words: Words) -> Iterator[Series]:
    """The columns of a data frame, with distinct names; numbers are followed by a column of exact text.

    The exact text of a root is named as in a comma-separated file; any other name ends in `_exact`.
    """
    names = {column.key for column in table.columns}
    for place, column in enumerate(table.columns):
        cells = [row[place] for row in table.rows]
        exact = [exact_cell(cell, words) for cell in cells]
        if not column.numeric:
            # File names can have characters that no data frame accepts.
            texts = (text and text.encode("utf-8", "replace").decode("utf-8") for text in exact)
            yield Series(column.key, "text", tuple(texts))
            continue
        counts = tuple(cell if isinstance(cell, int) else None for cell in cells)
        if column.kind == "count" and all(count is None or -(2**63) <= count < 2**63 for count in counts):
            yield Series(column.key, "int64", counts)
        else:
            yield Series(column.key, "float64", tuple(nearest(cell, column) for cell in cells))
        name = column.fields[0] if column.kind in ROOTS else f"{column.key}_exact"
        while name in names:
            name += "_"
        names.add(name)
        yield Series(name, "text", tuple(exact))


def nearest(cell: Cell, column: Column) -> float | None:
    """The float nearest to the number of a cell; a root is taken, and a percentage stays a share of 1.

    >>> sd, edge = Column("sd", "SD", "root"), Column("edge", "Edge", "percent")
    >>> nearest(Fraction(1, 4), sd), nearest(Fraction(1, 20), edge)
    (0.5, 0.05)
    """
    if not isinstance(cell, int | Fraction):
        return None
    if column.kind in ROOTS:
        return root_float(abs(Fraction(cell)), cell < 0)
    return rounded_float(cell)


def pandas_frame(columns: Iterable[Series]) -> "pd.DataFrame":
    """The columns as a pandas data frame, counts with gaps as `Int64`. Raises RenderError without pandas."""
    try:
        import pandas as pd  # noqa: PLC0415
    except ImportError:
        raise RenderError(needs(message("a pandas data frame"), "pandas")) from None
    frame = {}
    for name, type, values in columns:
        nullable = type == "int64" and None in values
        dtype: Any = "str" if type == "text" else "Int64" if nullable else type
        frame[name] = pd.Series(values, dtype=dtype)
    return pd.DataFrame(frame)


def polars_frame(columns: Iterable[Series]) -> "pl.DataFrame":
    """The columns as a polars data frame. Raises RenderError without polars."""
    try:
        import polars as pl  # noqa: PLC0415
    except ImportError:
        raise RenderError(needs(message("a polars data frame"), "polars")) from None
    types = {"int64": pl.Int64, "float64": pl.Float64, "text": pl.String}
    return pl.DataFrame([pl.Series(name, values, types[type]) for name, type, values in columns])


def arrow_capsule(columns: Iterable[Series], requested_schema: object) -> object:
    """A capsule with the columns as an Arrow stream of one batch. Raises RenderError without nanoarrow."""
    try:
        import nanoarrow as na  # noqa: PLC0415
        from nanoarrow.c_array_stream import CArrayStream  # noqa: PLC0415
    except ImportError:
        raise RenderError(needs(message("an Arrow stream"), "arrow")) from None
    types = {"int64": na.int64(), "float64": na.float64(), "text": na.string()}
    listed = list(columns)
    schema = na.c_schema(na.struct({name: types[type] for name, type, _ in listed}))
    children = [na.c_array(values, types[type]) for _, type, values in listed]
    batch = na.c_array_from_buffers(schema, len(listed[0].values), [None], children=children)
    return CArrayStream.from_c_arrays([batch], schema).__arrow_c_stream__(requested_schema)
