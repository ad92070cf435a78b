"""A table of exact cells, independent of any output format."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Literal, get_args

from analyzer.errors import RenderError, did_you_mean
from analyzer.exact import quoted
from analyzer.text import Message, Text, message


@dataclass(frozen=True, slots=True)
class Link:
    """A text with an address, relative or absolute; the links in `beside` follow it in the same cell."""

    text: Text
    target: str
    beside: "tuple[Link, ...]" = ()


Cell = Text | Link | int | Fraction | None

_TYPES: dict[str, type | tuple[type, ...]] = {"text": (str, Message, Link), "count": int}
"""The type of a kind's cells, if it is not Fraction."""

Kind = Literal["text", "count", "percent", "decimal", "ratio", "root", "percent_root", "signed_root"]
ROOTS = ("root", "percent_root", "signed_root")
PERCENTS = ("percent", "percent_root")
MOST_DIGITS = 60

_SUFFIXES: dict[str, tuple[str, ...]] = {
    "percent": ("", "_percent"),
    "decimal": ("", "_decimal"),
    "ratio": ("", "_decimal"),
    "root": ("_squared", "_decimal"),
    "percent_root": ("_squared", "_percent"),
    "signed_root": ("_signed_square", "_decimal"),
}
"""Suffixes of the fields that a column of a kind fills; other kinds fill one field, named by the key."""


def check_digits(digits: int) -> int:
    """`digits` itself if it is a whole number from 0 to 60; otherwise raises RenderError."""
    if not isinstance(digits, int) or isinstance(digits, bool) or not 0 <= digits <= MOST_DIGITS:
        raise RenderError(
            "expected digits from 0 to {most}, got {given}", most=MOST_DIGITS, given=quoted(digits)
        )
    return digits


@dataclass(frozen=True, slots=True)
class Column:
    """One column: its key for machines, its head for people, and the kind of its cells.

    A cell of kind "text" is a text or a link, of kind "count" an int, of any other kind a Fraction; None is
    an empty cell. A "percent" cell is the plain value (1/20 shows as 5%); a "root", "percent_root" or
    "signed_root" cell is the number *under* the square root (-1/4 shows as -0.5). `digits` is the number of
    decimal places, 0 to 60. If it is None, the page decides, up to `most`, the places to which estimates are
    right, or without limit if that is None.
    """

    key: str
    head: Text
    kind: Kind
    digits: int | None = None
    most: int | None = None

    def __post_init__(self) -> None:
        """Raise RenderError if the kind is unknown, the key is empty or the digits are out of range."""
        if self.kind not in get_args(Kind):
            hint = did_you_mean(self.kind, get_args(Kind))
            raise RenderError(
                "unknown kind {kind} of column {column}{hint}",
                kind=repr(self.kind),
                column=repr(self.key),
                hint=hint,
            )
        if not self.key:
            raise RenderError(
                "expected a key for the column headed {head}, got ''", head=repr(str(self.head))
            )
        if self.digits is not None:
            check_digits(self.digits)

    @property
    def numeric(self) -> bool:
        """Whether the cells are numbers, which are right-aligned."""
        return self.kind != "text"

    @property
    def rounded(self) -> bool:
        """Whether a page has to round the numbers."""
        return self.kind not in ("text", "count", "ratio")

    def places(self, page_digits: int) -> int:
        """The decimal places shown on a page that shows `page_digits`."""
        if self.digits is not None:
            return self.digits
        return page_digits if self.most is None else min(page_digits, self.most)

    @property
    def fields(self) -> tuple[str, ...]:
        """Names of the fields of this column in a comma-separated file: one, or exact and decimal."""
        return tuple(self.key + suffix for suffix in _SUFFIXES.get(self.kind, ("",)))

    def check(self, cell: Cell, where: Text) -> None:
        """Check that the kind allows a cell.

        Raises:
            RenderError: the cell's type is wrong, or a number under a root is negative.
        """
        if cell is None:
            return
        required = _TYPES.get(self.kind, Fraction)
        if not isinstance(cell, required) or isinstance(cell, bool):
            name = "text" if isinstance(required, tuple) else required.__name__
            what = message("expected {type} or None, got {given}", type=name, given=quoted(cell))
        elif self.kind in ("root", "percent_root") and isinstance(cell, Fraction) and cell < 0:
            what = message("expected at least 0 under a root, got a negative number")
        else:
            return
        raise RenderError("{where}, column {column}: {what}", where=where, column=repr(self.key), what=what)


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of exact cells under typed columns, with notes for the reader.

    The code that rounds numbers adds a note on rounding; if `estimates`, the note does not call them exact.
    `hidden` has the heads of further columns that do not fit on a terminal.

    >>> Table("Ties", (Column("p", "Chance", "percent"),), ((Fraction(2, 21),),)).rounded
    True
    """

    title: Text
    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...]
    notes: tuple[Text, ...] = ()
    estimates: bool = False
    hidden: tuple[Text, ...] = ()

    def __post_init__(self) -> None:
        """Raise RenderError if there is no column, a repeated field, or a row or cell of the wrong form."""
        title = repr(str(self.title))
        if not self.columns:
            raise RenderError("table {title}: at least one column is required", title=title)
        fields = [name for column in self.columns for name in column.fields]
        for place, name in enumerate(fields):
            if name in fields[:place]:
                raise RenderError("table {title}: field {name} occurs twice", title=title, name=repr(name))
        for number, row in enumerate(self.rows, start=1):
            where = message("table {title}: row {row}", title=title, row=str(number))
            if len(row) != len(self.columns):
                raise RenderError(
                    "{where}: expected {n} cells, got {given}",
                    where=where,
                    n=len(self.columns),
                    given=len(row),
                )
            for column, cell in zip(self.columns, row, strict=True):
                column.check(cell, where)

    @property
    def rounded(self) -> bool:
        """Whether the table has numbers that a page has to round."""
        return bool(self.rows) and any(column.rounded for column in self.columns)
