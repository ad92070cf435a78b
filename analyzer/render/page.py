"""A page: tables that belong together and their provenance; cells as text for people and for machines."""

import os
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from fractions import Fraction
from itertools import groupby
from pathlib import PurePath
from typing import Literal

from analyzer import __version__
from analyzer.errors import RenderError
from analyzer.exact import quoted
from analyzer.render.table import Cell, Column, Link, Table
from analyzer.render.words import Words
from analyzer.text import Figure, Message, Text, message, plural

_SPACE = re.compile("[ \t\n\r\v\f\x85\u2028\u2029]+")
# Controls, directional overrides, lone surrogates and characters that XML forbids can spoil a page.
_HOSTILE = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff\ufffe\uffff]"
)

_CARD = "(?:10|[2-9AJQK])[♠♥♦♣]"
_TOGETHER = re.compile(
    rf"(?<![♠♥♦♣] ){_CARD}(?: {_CARD}){{1,2}}(?! {_CARD})|(?<=[0-9]) to 1(?![0-9.,]*[0-9])"
)
"""What no line may break: a hand of two or three cards, but not longer lists of cards, and odds to one."""

Pairs = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Provenance:
    """The question as named facts, and the SHA-256 of its data; no date unless `dated`."""

    facts: Pairs = ()
    digests: Pairs = ()
    dated: bool = True

    def beside(self, other: "Provenance", *names: str) -> "Provenance":
        """The provenance of two named things: shared pairs once, other pairs with the name of their thing."""

        def merged(ours: Pairs, theirs: Pairs) -> Pairs:
            pairs = [pair for pair in ours if pair in theirs]
            shared = set(pairs)
            for name, side in zip(names, (ours, theirs), strict=True):
                pairs += [(f"{key} {name}", value) for key, value in side if (key, value) not in shared]
            return tuple(pairs)

        return Provenance(merged(self.facts, other.facts), merged(self.digests, other.digests))

    def lines(self) -> tuple[Text, ...]:
        """The provenance as text for people, the same in every language except for the date."""
        made = ", ".join([f"baccarat {__version__}", *(f"{name} {value}" for name, value in self.facts)])
        digests = zip(shown_names([name for name, _ in self.digests]), self.digests, strict=True)
        days = [] if (date := self.date) is None else [message("Made on {date}.", date=date)]
        return (made, *(f"{name} sha256:{digest}" for name, (_, digest) in digests), *days)

    @property
    def date(self) -> str | None:
        """The day given by SOURCE_DATE_EPOCH, as YYYY-MM-DD; None if it is not set."""
        moment = epoch() if self.dated else None
        return None if moment is None else moment.date().isoformat()


def shown_names(files: Sequence[str]) -> tuple[str, ...]:
    """What a page calls files: their names as given, but for absolute paths only the end.

    The end is as long as needed to distinguish the files. The rest is private to the user's machine.

    >>> shown_names(("my/claims.toml", "/home/ann/claims.toml")), shown_names(("/a/b/x.toml", "/a/c/x.toml"))
    (('my/claims.toml', 'claims.toml'), ('b/x.toml', 'c/x.toml'))
    """
    names = tuple(files)
    for parts in range(1, 100):
        ends = (PurePath(*PurePath(file).parts[1:][-parts:]) for file in files)
        names = tuple(
            str(end) if PurePath(file).is_absolute() else file for end, file in zip(ends, files, strict=True)
        )
        if len(set(names)) == len(set(files)):
            break
    return names


def shown_name(file: str) -> str:
    """What a page calls a file, as in `shown_names`."""
    return shown_names((file,))[0]


NOWHERE = Provenance()
"""The provenance of pages that depend only on the program."""


def epoch() -> datetime | None:
    """The time given by SOURCE_DATE_EPOCH, in UTC; None if it is not set. Raises RenderError if it is not a
    number of seconds since 1970.

    Source: https://reproducible-builds.org/specs/source-date-epoch/
    """
    text = os.environ.get("SOURCE_DATE_EPOCH")
    if not text:
        return None
    if not (text.isascii() and text.isdigit() and len(text) <= 11):
        raise RenderError("expected SOURCE_DATE_EPOCH as seconds since 1970, got {given}", given=quoted(text))
    return datetime.fromtimestamp(int(text), UTC)


@dataclass(frozen=True, slots=True)
class Verdict:
    """The answer to a yes-or-no question, which comes first on its page.

    Attributes:
        sentence: the answer and its subject.
        holds: False if the answer is no, and the command ends with status 1; None if it is left open, or is
            neither good nor bad.
        details: sentences that must be read with the answer, such as what it does not mean.
    """

    sentence: Text
    holds: bool | None
    details: tuple[Text, ...] = ()

    @property
    def word(self) -> Literal["yes", "no", "open"]:
        """The answer in one word, from which formats choose how it looks."""
        return "open" if self.holds is None else "yes" if self.holds else "no"


@dataclass(frozen=True, slots=True)
class Page:
    """One or more tables, with a common `title` if theirs are not enough; `nav` links to other pages.

    The `verdict`, if any, comes before the tables; a page may consist of the verdict alone.
    """

    tables: tuple[Table, ...]
    provenance: Provenance = NOWHERE
    title: Text | None = None
    nav: tuple[Link, ...] = ()
    verdict: Verdict | None = None

    @property
    def heading(self) -> Text:
        """What the page is called."""
        if self.title is not None:
            return self.title
        return self.tables[0].title if self.tables else self.verdict.sentence if self.verdict else ""


def exact_cell(cell: Cell, words: Words) -> str | None:
    """A cell without loss: text in the page's language, a count in plain digits, a Fraction as "p/q"."""
    if cell is None:
        return None
    text = cell.text if isinstance(cell, Link) else cell
    return words.translate(text) if isinstance(text, str | Message) else str(text)


def harmless(text: str) -> str:
    """`text` with every control character except tab and line ends replaced by U+FFFD."""
    return _HOSTILE.sub("\ufffd", text)


def one_line(text: str) -> str:
    r"""`text` on one line: each run of white space becomes one space, each control character U+FFFD.

    >>> one_line(" Lucky\n 6 ")
    'Lucky 6'
    """
    if text.isprintable() and "  " not in text:  # true for nearly every text
        return text.strip(" ")
    return harmless(_SPACE.sub(" ", text).strip(" "))


def unbroken(text: str) -> str:
    r"""`text` with no-break spaces inside hands of two or three cards, and inside odds such as 8 to 1.

    >>> unbroken("K♠ 4♥ pays 8 to 1")
    'K♠\xa04♥ pays 8\xa0to\xa01'
    """
    if "♠" not in text and "♥" not in text and "♦" not in text and "♣" not in text and " to 1" not in text:
        return text
    return _TOGETHER.sub(lambda match: match[0].replace(" ", "\xa0"), text)


def groups(table: Table) -> list[list[tuple[Cell, ...]]]:
    """The rows in groups with the same first cell; a single group if no two neighbours share one."""
    parts = [list(rows) for _, rows in groupby(table.rows, key=lambda row: row[0])]
    return parts if len(parts) < len(table.rows) else [list(table.rows)]


def cell_text(cell: Cell, column: Column, words: Words) -> str:
    """A cell as shown to people, on one line; an en dash for an empty cell."""
    if cell is None:
        return "–"
    if isinstance(cell, int | Fraction):
        return words.number(cell, column.kind, column.places(words.digits))
    return one_line(words.translate(cell.text if isinstance(cell, Link) else cell))


def notes_of(table: Table, words: Words) -> Iterator[str]:
    """The notes under a table; the last states how its numbers are rounded."""
    yield from map(words.translate, table.notes)
    if not table.rounded:
        return
    shown = [(column.head, column.places(words.digits)) for column in table.columns if column.rounded]
    at_page_digits = words.digits in {digits for _, digits in shown} or _has_figures(table, words.digits)
    usual = words.digits if at_page_digits else shown[0][1]
    others = tuple(
        message("{column} to {digits}", column=head, digits=digits)
        for head, digits in shown
        if digits != usual
    )
    yield words.translate(rounding(usual, others, estimates=table.estimates))


def rounding(digits: int, others: tuple[Message, ...] = (), *, estimates: bool = False) -> Message:
    """A note on how numbers are rounded, `others` to other decimals; `estimates` are not called exact."""
    if estimates and others:
        return plural(
            "Shown to {n} decimal ({others}), rounded half to even.",
            "Shown to {n} decimals ({others}), rounded half to even.",
            digits,
            others=others,
        )
    if estimates:
        return plural(
            "Shown to {n} decimal, rounded half to even.",
            "Shown to {n} decimals, rounded half to even.",
            digits,
        )
    if others:
        return plural(
            "Exact values, shown to {n} decimal ({others}), rounded half to even.",
            "Exact values, shown to {n} decimals ({others}), rounded half to even.",
            digits,
            others=others,
        )
    return plural(
        "Exact values, shown to {n} decimal, rounded half to even.",
        "Exact values, shown to {n} decimals, rounded half to even.",
        digits,
    )


def _has_figures(table: Table, digits: int) -> bool:
    """Whether a sentence in a cell or a note has a number with the page's number of decimals."""
    texts = (*table.notes, *(cell for row in table.rows for cell in row))
    values = (value for text in texts if isinstance(text, Message) for _, value in text.values)
    return any(isinstance(value, Figure) and value.places(digits) == digits for value in values)
