"""Tables and document entries, listed field by field: each column next to how its cells are made.

Knows no particular kind of value.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from fractions import Fraction
from operator import attrgetter
from typing import Generic, TypeVar

from analyzer.exact import ratio_text, root_text
from analyzer.render.table import Cell, Column, Table
from analyzer.text import Text

T = TypeVar("T")

Cells = tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class Field(Generic[T]):
    """A column and the cell that each value has in it; tables omit the column if it is not `shown`."""

    column: Column
    cell: Callable[[T], Cell]
    shown: bool = True


Fields = tuple[Column | Field[T], ...]


def field_table(
    title: Text,
    values: Iterable[T],
    fields: Fields[T],
    notes: Iterable[Text] = (),
    *,
    estimates: bool = False,
) -> Table:
    """One row per value, one column per field; a bare Column shows the attribute that its key names."""
    whole = (Field(field, attrgetter(field.key)) if isinstance(field, Column) else field for field in fields)
    shown = [field for field in whole if field.shown]
    rows = tuple(tuple(field.cell(value) for field in shown) for value in values)
    return Table(title, tuple(field.column for field in shown), rows, tuple(notes), estimates)


def exact_entry(value: object, *names: str) -> dict[str, object]:
    """Attributes of a value by name, for a document: Fractions as exact text, all else as it is."""
    attributes = {name: getattr(value, name) for name in names}
    return {name: ratio_text(x) if isinstance(x, Fraction) else x for name, x in attributes.items()}


def root_entry(square: Fraction | None) -> str | None:
    """The root of a square, with the sign of the square, as decimal text of 15 digits; None for None."""
    return None if square is None else root_text(abs(square), negative=square < 0)


def attributes(value: object, columns: Iterable[Column]) -> Cells:
    """The cells of columns whose keys are names of a value's attributes."""
    return tuple(getattr(value, column.key) for column in columns)


def without(table: Table, *keys: str) -> Table:
    """A table without the columns of these keys."""
    kept = [place for place, column in enumerate(table.columns) if column.key not in keys]
    columns = tuple(table.columns[place] for place in kept)
    return replace(
        table, columns=columns, rows=tuple(tuple(row[place] for place in kept) for row in table.rows)
    )
