"""The fields of answers, each listed once with its key, heading, kind and value.

One list gives the columns of tables and data frames, the entries of JSON documents, and their schema. The
meaning of each field is in `meanings.toml`. Knows no particular answer.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import compress
from operator import attrgetter, itemgetter
from typing import Any, Generic, Literal, TypeVar

from analyzer.render.table import Cell, Column, Table
from analyzer.render.table import Kind as Format
from analyzer.report import kinds
from analyzer.report.kinds import Json, Kind
from analyzer.text import Text

T = TypeVar("T")

Cells = tuple[Cell, ...]

Getter = Callable[[Any], Any] | str | int
"""How to get a part of a value: a function, the path of an attribute, or a place in a tuple."""

Room = Literal["page", "wide page", "data frame", "document"]
"""The narrowest place with room for a field; the places listed after it have room, too."""

ROOMS: tuple[Room, ...] = ("page", "wide page", "data frame", "document")

_KINDS = {  # How documents write the cells of each kind of column; other kinds are written as ratios.
    "text": kinds.TEXT,
    "count": kinds.COUNT,
    "root": kinds.ROOT,
    "percent_root": kinds.ROOT,
    "signed_root": kinds.ROOT,
}


@dataclass(frozen=True, slots=True)
class Field(Generic[T]):
    """One statement about a value: a column of tables, a key of documents, or both.

    Attributes:
        column: its key, its heading and the kind of its cells.
        cell: the value's cell in the column, by default the attribute named by the key; documents write the
            same cell.
        shown: whether tables have the column.
        in_documents: whether documents have the key.
        kind: how documents write it, if not in the way of the column's kind.
        absent: whether documents omit the key if the cell is None or, if the key may be null, ABSENT.
        room: the narrowest place that shows it.
        meaning: its definition among the terms of a report on a rule sheet; empty if it is not listed there.
    """

    column: Column
    cell: Callable[[T], Any] = None  # type: ignore[assignment]
    shown: bool = True
    kind: Kind | None = None
    absent: bool = False
    room: Room = "page"
    in_documents: bool = True
    meaning: Text = ""

    def __post_init__(self) -> None:
        """Complete the cell."""
        if self.cell is None:
            object.__setattr__(self, "cell", attrgetter(self.column.key))

    @property
    def key(self) -> str:
        """Its name in documents and data frames."""
        return self.column.key

    @property
    def entry_kind(self) -> Kind:
        """How documents write it."""
        return self.kind or _KINDS.get(self.column.kind, kinds.RATIO)

    def omitted(self, cell: object) -> bool:
        """Whether documents omit the key for this cell."""
        return self.absent and (cell is kinds.ABSENT or (cell is None and not self.entry_kind.nullable))


Listed = Column | Field[T] | Sequence[Any]
Fields = Sequence[Listed[T]]
"""Fields in order; a list inside the list stands for its fields, including any added to it later."""


def getter(part: Getter) -> Callable[[Any], Any]:
    """The function that gets a part of a value."""
    if isinstance(part, str):
        return attrgetter(part)
    return itemgetter(part) if isinstance(part, int) else part


def headed(
    key: str,
    head: Text,
    form: Format,
    value: Getter | None = None,
    digits: int | None = None,
    **settings: Any,
) -> Field[Any]:
    """A field with a column of this head, kind and decimals; `settings` are those of Field."""
    return Field(Column(key, head, form, digits), getter(key if value is None else value), **settings)


def said(
    key: str, kind: Kind = kinds.RATIO, value: Getter | None = None, *, absent: bool = False
) -> Field[Any]:
    """A field of documents only; its value is by default the attribute named by the key."""
    cell = getter(key if value is None else value)
    return Field(Column(key, "", "text"), cell, False, kind, absent, "document")


def said_as(kind: Kind, *keys: str, absent: bool = False) -> tuple[Field[Any], ...]:
    """Fields of documents only, all of one kind, each the attribute named by its key."""
    return tuple(said(key, kind, absent=absent) for key in keys)


def said_at(kind: Kind, *keys: str, absent: bool = False) -> tuple[Field[Any], ...]:
    """Fields of documents only, all of one kind, each the item of a dictionary under its key."""
    return tuple(said(key, kind, itemgetter(key), absent=absent) for key in keys)


def each(fields: Fields[T]) -> Iterator[Field[T]]:
    """The fields one by one; a bare Column is the field of the attribute named by its key."""
    for field in fields:
        if isinstance(field, Field):
            yield field
        elif isinstance(field, Column):
            yield Field(field)
        else:
            yield from each(field)


def through(part: Getter, *fields: Listed[Any]) -> list[Field[Any]]:
    """The fields of a part of a value, as fields of the value."""
    part_of = getter(part)

    def of_part(cell: Callable[[Any], Any]) -> Callable[[Any], Any]:
        return lambda value: cell(part_of(value))

    return [replace(field, cell=of_part(field.cell)) for field in each(fields)]


def picked(fields: Fields[T], *keys: str) -> list[Field[T]]:
    """The fields with these keys, in the order of the keys."""
    by_key = {field.key: field for field in each(fields)}
    return [by_key[key] for key in keys]


def arranged(fields: Fields[T], *first: str) -> list[Field[T]]:
    """All fields, beginning with those of the given keys, in their order."""
    return [*picked(fields, *first), *(field for field in each(fields) if field.key not in first)]


def field_table(
    title: Text,
    values: Iterable[T],
    fields: Fields[T],
    notes: Iterable[Text] = (),
    *,
    estimates: bool = False,
    room: Room = "page",
) -> Table:
    """One row per value, one column per field for which there is room."""
    has_room = ROOMS[: ROOMS.index(room) + 1]
    known = [field for field in each(fields) if field.shown]
    shown = [field for field in known if field.room in has_room]
    rows = tuple(tuple(field.cell(value) for field in shown) for value in values)
    wide = tuple(field.column.head for field in known if room == "page" and field.room == "wide page")
    return Table(title, tuple(field.column for field in shown), rows, tuple(notes), estimates, wide)


def documented(fields: Fields[T]) -> list[Field[T]]:
    """The fields that documents have."""
    return [field for field in each(fields) if field.in_documents]


def entries(fields: Fields[T], value: T) -> Json:
    """The entries of a document for a value with these fields."""
    found = ((field, field.cell(value)) for field in documented(fields))
    return {field.key: field.entry_kind.entry(cell) for field, cell in found if not field.omitted(cell)}


def record(*fields: Listed[Any]) -> Kind:
    """The kind of a value with these fields: an object with each field under its key."""
    return Kind(
        lambda value: entries(fields, value),
        lambda describer: {
            "type": "object",
            "properties": {
                field.key: describer.described(field.key, field.entry_kind) for field in documented(fields)
            },
            "required": [field.key for field in documented(fields) if not field.absent],
            "additionalProperties": False,
        },
    )


def records(*fields: Listed[Any], **bounds: int) -> Kind:
    """The kind of a list of values with these fields."""
    return kinds.many(record(*fields), **bounds)


def in_forms(forms: Mapping[str, Fields[Any]], form_of: Callable[[Any], str]) -> Kind:
    """The kind of a value that has one of several forms: a record of the fields of its form."""
    return Kind(
        lambda value: entries(forms[form_of(value)], value),
        lambda describer: {
            "anyOf": [{"title": name, **record(form).schema(describer)} for name, form in forms.items()]
        },
    )


def without(table: Table, *keys: str) -> Table:
    """A table without the columns of these keys."""
    kept = [column.key not in keys for column in table.columns]
    rows = tuple(tuple(compress(row, kept)) for row in table.rows)
    return replace(table, columns=tuple(compress(table.columns, kept)), rows=rows)


def narrowed(table: Table, *keys: str) -> Table:
    """A table without the columns of these keys, which do not fit a terminal."""
    hidden = tuple(column.head for column in table.columns if column.key in keys)
    return replace(without(table, *keys), hidden=(*table.hidden, *hidden))
