"""A table of exact cells, independent of any output format."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Literal, get_args

from analyzer.errors import RenderError, did_you_mean
from analyzer.exact import quoted
from analyzer.text import Message, Text


@dataclass(frozen=True, slots=True)
class Link:
    """A text with an address, relative to the page or absolute; links `beside` follow it in the same cell."""

    text: Text
    target: str
    beside: "tuple[Link, ...]" = ()


Cell = Text | Link | int | Fraction | None

_TYPES: dict[str, type | tuple[type, ...]] = {"text": (str, Message, Link), "count": int}
"""The type of the cells of a kind, if it is not Fraction."""

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
"""Endings of the fields that a column of a kind fills; other kinds fill one field, named by the key."""


def check_digits(digits: int) -> int:
    """`digits` itself, if it is a whole number from 0 to 60. Raises RenderError if it is not."""
    if not isinstance(digits, int) or isinstance(digits, bool) or not 0 <= digits <= MOST_DIGITS:
        raise RenderError(f"expected digits from 0 to {MOST_DIGITS}, got {quoted(digits)}")
    return digits


@dataclass(frozen=True, slots=True)
class Column:
    """One column: the key machines read, the head people read, and the kind of its cells.

    A cell of kind "text" is a text or a link, "count" an int, any other a Fraction; None is an empty cell.
    A "percent" cell is the plain value (1/20 shows as 5 %), a "root", "percent_root" or "signed_root" cell
    the number *under* the square root (-1/4 shows as -0.5). `digits` are decimal places, 0 to 60; None leaves
    them to the page, up to `most`, the places to which estimates are right, or without limit if that is None.
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
            raise RenderError(f"unknown kind {self.kind!r} of column {self.key!r}{hint}")
        if not self.key:
            raise RenderError(f"expected a key for the column headed {str(self.head)!r}, got ''")
        if self.digits is not None:
            check_digits(self.digits)

    @property
    def numeric(self) -> bool:
        """Whether the cells are numbers, shown right aligned."""
        return self.kind != "text"

    @property
    def rounded(self) -> bool:
        """Whether a page can only show its numbers rounded."""
        return self.kind not in ("text", "count", "ratio")

    def places(self, page_digits: int) -> int:
        """The decimal places shown on a page that shows `page_digits`."""
        if self.digits is not None:
            return self.digits
        return page_digits if self.most is None else min(page_digits, self.most)

    @property
    def fields(self) -> tuple[str, ...]:
        """Names of the fields this column fills in a comma-separated file: one, or exact and decimal."""
        return tuple(self.key + suffix for suffix in _SUFFIXES.get(self.kind, ("",)))

    def check(self, cell: Cell, where: str) -> None:
        """Refuse a cell that the kind does not allow. Raises RenderError if its type is wrong, or a
        number under a root is negative.
        """
        if cell is None:
            return
        required = _TYPES.get(self.kind, Fraction)
        if not isinstance(cell, required) or isinstance(cell, bool):
            name = "text" if isinstance(required, tuple) else required.__name__
            what = f"expected {name} or None, got {quoted(cell)}"
        elif self.kind in ("root", "percent_root") and isinstance(cell, Fraction) and cell < 0:
            what = "expected at least 0 under a root, got a negative number"
        else:
            return
        raise RenderError(f"{where}, column {self.key!r}: {what}")


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of exact cells under typed columns, with notes for the reader.

    The code that rounds numbers adds a note on rounding. With `estimates`, it does not call them exact.
    `hidden` are the heads of further columns, for which a terminal has no room.

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
        """Raise RenderError for no columns, equal fields, a row of wrong length, or a cell of wrong type."""
        title = str(self.title)
        if not self.columns:
            raise RenderError(f"table {title!r}: expected at least one column, got none")
        fields = [name for column in self.columns for name in column.fields]
        for place, name in enumerate(fields):
            if name in fields[:place]:
                raise RenderError(f"table {title!r}: expected different fields, got {name!r} twice")
        for number, row in enumerate(self.rows, start=1):
            where = f"table {title!r}: row {number}"
            if len(row) != len(self.columns):
                raise RenderError(f"{where}: expected {len(self.columns)} cells, got {len(row)}")
            for column, cell in zip(self.columns, row, strict=True):
                column.check(cell, where)

    @property
    def rounded(self) -> bool:
        """Whether the table has numbers that a page can only show rounded."""
        return bool(self.rows) and any(column.rounded for column in self.columns)
