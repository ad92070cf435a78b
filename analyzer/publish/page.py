"""A page: tables that belong together, and where they come from.

Must not know any output format.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from analyzer.message import Figure, Message, Text, say, say_many
from analyzer.publish.provenance import NOWHERE, Provenance
from analyzer.publish.table import Cell, Link, Table, exact_text
from analyzer.publish.words import Words


@dataclass(frozen=True, slots=True)
class Page:
    """One or more tables; `title` is what they are together, None where the tables say it themselves.

    `nav` leads to the pages around this one, where a format has links.
    """

    tables: tuple[Table, ...]
    provenance: Provenance = NOWHERE
    title: Text | None = None
    nav: tuple[Link, ...] = ()

    @property
    def heading(self) -> Text:
        """What the page is called."""
        return self.tables[0].title if self.title is None else self.title

    def document(self, words: Words) -> dict[str, object]:
        """The page for machines: numbers as exact text, None where a cell is empty."""
        return {
            "schema": "baccarat-page/1",
            "language": words.language,
            "title": words.of(self.heading),
            "tables": [_document(table, words) for table in self.tables],
            "provenance": self.provenance.document(),
        }


def notes_of(table: Table, words: Words) -> Iterator[str]:
    """What a reader must be told under a table, ending with how its numbers were rounded."""
    yield from map(words.of, table.notes)
    if table.rounded:
        yield words.of(_rounding(table, words))


def _rounding(table: Table, words: Words) -> Text:
    shown = [(column.head, column.places(words.digits)) for column in table.columns if column.rounded]
    said = _tells_figures(table, words.digits) or words.digits in {digits for _, digits in shown}
    usual = words.digits if said else shown[0][1]
    others = tuple(
        say("{column} at {digits}", column=head, digits=digits) for head, digits in shown if digits != usual
    )
    return rounding(usual, others, estimates=table.estimates)


def rounding(digits: int, others: tuple[Message, ...] = (), *, estimates: bool = False) -> Message:
    """How numbers are rounded, some of them otherwise; `estimates` are not called exact."""
    if estimates and others:
        return say_many(
            "Shown rounded half to even at {n} decimal ({others}).",
            "Shown rounded half to even at {n} decimals ({others}).",
            digits,
            others=others,
        )
    if estimates:
        return say_many(
            "Shown rounded half to even at {n} decimal.",
            "Shown rounded half to even at {n} decimals.",
            digits,
        )
    if others:
        return say_many(
            "Exact values, shown rounded half to even at {n} decimal ({others}).",
            "Exact values, shown rounded half to even at {n} decimals ({others}).",
            digits,
            others=others,
        )
    return say_many(
        "Exact values, shown rounded half to even at {n} decimal.",
        "Exact values, shown rounded half to even at {n} decimals.",
        digits,
    )


def _tells_figures(table: Table, digits: int) -> bool:
    """Whether a sentence in a cell or a note has a number in it that is rounded as the page's are."""
    texts = (*table.notes, *(cell for row in table.rows for cell in row))
    values = (value for text in texts if isinstance(text, Message) for _, value in text.values)
    return any(isinstance(value, Figure) and value.places(digits) == digits for value in values)


def _exact(cell: Cell, words: Words) -> str | None:
    """A cell with nothing lost: a text as it is said, a count in plain digits, a Fraction as "p/q"."""
    if isinstance(cell, Link):
        return words.of(cell.text)
    return words.of(cell) if isinstance(cell, str | Message) else exact_text(cell)


def _document(table: Table, words: Words) -> dict[str, object]:
    return {
        "title": words.of(table.title),
        "columns": [
            {"key": column.key, "head": words.of(column.head), "kind": column.kind}
            for column in table.columns
        ],
        "rows": [[_exact(cell, words) for cell in row] for row in table.rows],
        "notes": [words.of(note) for note in table.notes],
    }
