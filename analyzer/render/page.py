"""A page: tables that belong together, and their provenance."""

from collections.abc import Iterator
from dataclasses import dataclass

from analyzer.render.provenance import NOWHERE, Provenance
from analyzer.render.table import Cell, Link, Table, exact_text
from analyzer.render.words import Words
from analyzer.text import Figure, Message, Text, message, plural


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
            "title": words.translate(self.heading),
            "tables": [_document(table, words) for table in self.tables],
            "provenance": self.provenance.document(),
        }


def exact_cell(cell: Cell, words: Words) -> str | None:
    """A cell with nothing lost: a text in its language, a count in plain digits, a Fraction as "p/q"."""
    text = cell.text if isinstance(cell, Link) else cell
    return words.translate(text) if isinstance(text, str | Message) else exact_text(text)


def notes_of(table: Table, words: Words) -> Iterator[str]:
    """What a reader must know, under a table; the last note states how its numbers are rounded."""
    yield from map(words.translate, table.notes)
    if table.rounded:
        yield words.translate(_rounding(table, words))


def _rounding(table: Table, words: Words) -> Text:
    shown = [(column.head, column.places(words.digits)) for column in table.columns if column.rounded]
    at_page_digits = words.digits in {digits for _, digits in shown} or _has_figures(table, words.digits)
    usual = words.digits if at_page_digits else shown[0][1]
    others = tuple(
        message("{column} at {digits}", column=head, digits=digits)
        for head, digits in shown
        if digits != usual
    )
    return rounding(usual, others, estimates=table.estimates)


def rounding(digits: int, others: tuple[Message, ...] = (), *, estimates: bool = False) -> Message:
    """How numbers are rounded, and `others` in their own way; `estimates` are not called exact."""
    if estimates and others:
        return plural(
            "Shown rounded half to even at {n} decimal ({others}).",
            "Shown rounded half to even at {n} decimals ({others}).",
            digits,
            others=others,
        )
    if estimates:
        return plural(
            "Shown rounded half to even at {n} decimal.",
            "Shown rounded half to even at {n} decimals.",
            digits,
        )
    if others:
        return plural(
            "Exact values, shown rounded half to even at {n} decimal ({others}).",
            "Exact values, shown rounded half to even at {n} decimals ({others}).",
            digits,
            others=others,
        )
    return plural(
        "Exact values, shown rounded half to even at {n} decimal.",
        "Exact values, shown rounded half to even at {n} decimals.",
        digits,
    )


def _has_figures(table: Table, digits: int) -> bool:
    """Whether a sentence in a cell or a note has a number in it that is rounded as the page's are."""
    texts = (*table.notes, *(cell for row in table.rows for cell in row))
    values = (value for text in texts if isinstance(text, Message) for _, value in text.values)
    return any(isinstance(value, Figure) and value.places(digits) == digits for value in values)


def _document(table: Table, words: Words) -> dict[str, object]:
    return {
        "title": words.translate(table.title),
        "columns": [
            {"key": column.key, "head": words.translate(column.head), "kind": column.kind}
            for column in table.columns
        ],
        "rows": [[exact_cell(cell, words) for cell in row] for row in table.rows],
        "notes": list(map(words.translate, table.notes)),
    }
