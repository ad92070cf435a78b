"""Values that display themselves: in notebooks as HTML, and in data frames as columns.

Must not know how they are laid out. `analyzer/report/` knows, and is imported on first use; this is the only
place where a lower layer calls a higher one.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import fields
from importlib import import_module
from numbers import Number
from typing import TYPE_CHECKING, Any, cast

if TYPE_CHECKING:
    import pandas as pd
    import polars as pl


class Displayable:
    """A value with tables or a picture, for notebooks and data frames.

    In a data frame every number has two columns: floats or whole numbers, and exact text, such as
    `house_edge` and `house_edge_exact`. A square root has no exact ratio, so its exact column is its square:
    `standard_deviation_squared` for `standard_deviation`, or `…_signed_square`, with the sign of the root.
    """

    __slots__ = ()

    def __repr__(self) -> str:
        """One line, see `brief`; a derived dataclass needs `repr=False`, otherwise it lists every field."""
        return brief(self)

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
    """An answer to a question: its `repr` is one line, and printing it shows the tables of its command."""

    __slots__ = ()

    def __str__(self) -> str:
        """The tables of this value as its command prints them, 80 columns wide if possible."""
        return cast("str", _display().text(self))


def brief(value: object) -> str:
    """A value in one line of at most 100 characters: its class, its name or question, its first fields."""
    return one_line(value, _facts(value))


def one_line(value: object, facts: Iterable[str]) -> str:
    """The class of a value and facts about it, in at most 100 characters.

    A fact that does not fit is left out, except that the first one is cut and marked with an ellipsis.
    """
    line = ""
    for fact in filter(None, facts):
        longer = f"{line}, {fact}" if line else fact
        if len(longer) <= _MOST_FACTS:
            line = longer
        elif not line:
            line = f"{fact[: _MOST_FACTS - 1]}…"
    name = type(value).__name__
    return f"<{name}: {line}>" if line else f"<{name}>"


_MOST_FACTS = 100 - len("<: >") - 16
"""The most characters of the facts; the name of a class has at most 16."""

_PART = 40
"""The most characters of one field."""

_FEW = 6
"""A sequence of at most this many numbers is shown in full, a longer one only by its length."""

_IN_QUESTION = {"question", "report", "portfolio", "joint", "stakes", "draft", "shoe", "rules"}
"""Fields of an answer that its question already shows."""

_IN_NAME = {"id", "name", "names", "paytable", "aliases", "family", "note", "source", "known_error", "text"}
"""Fields that add nothing to the id of an item, or are too long."""


def _facts(value: object) -> Iterator[str]:
    """The facts shown about a value, most important first."""
    skipped = _IN_NAME
    asked: Any = getattr(value, "portfolio", None) or value
    asked = asked if hasattr(asked, "facts") else getattr(value, "question", None)
    head = "" if asked else _name(value)
    if asked:
        yield from asked.facts
        skipped = skipped | _IN_QUESTION
    elif head:
        yield head
    if isinstance(value, Answer) or not head or type(value).__str__ is object.__str__:
        names = (field.name for field in fields(cast("Any", value)) if field.repr)
        yield from (_short(name, getattr(value, name)) for name in names if name not in skipped)


def _name(value: object) -> str:
    """The reference or id of a value, or its text if that is a single line; empty if it has neither."""
    text = getattr(value, "reference", None) or getattr(value, "id", None)
    if isinstance(text, str):
        return text
    plain = isinstance(value, str | int) or type(value).__str__ is not object.__str__
    text = "" if isinstance(value, Answer) or not plain else str(value)
    return "" if "\n" in text else text


def _short(name: str, value: object) -> str:
    """A field in a few words, such as `decks=8`, `totals=(5, 6)` or `3 bets`; empty if it needs more."""
    if value is None or value is False or isinstance(value, Mapping):
        return ""
    if value is True:
        return name
    if isinstance(value, frozenset):
        value = sorted(value)
    if isinstance(value, Sequence) and not isinstance(value, str):
        whole = f"{name}=({', '.join(map(str, value))})"
        numbers = all(isinstance(member, Number | None) for member in value)
        if numbers and 0 < len(value) <= _FEW and len(whole) <= _PART:
            return whole
        if not value or not name.endswith("s"):
            return ""
        noun = name.replace("_", " ")
        one = noun.removesuffix("es" if noun.endswith("ches") else "s")
        return f"{len(value)} {one if len(value) == 1 else noun}"
    bet = None if isinstance(value, Answer) else getattr(value, "bet", None)
    text = _name(value) or _name(bet or "")
    return f"{name}={text}" if 0 < len(text) <= _PART else ""


def _display() -> Any:
    return import_module("analyzer.report.display")
