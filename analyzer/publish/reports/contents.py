"""The index of a folder of pages: what is there, in which formats, and how to check it.

Knows nothing of what the pages say.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby, zip_longest

from analyzer.message import Message, Text, say
from analyzer.publish.page import Page
from analyzer.publish.table import Cell, Column, Link, Table


@dataclass(frozen=True, slots=True)
class File:
    """A file of a page: where it is, the name of its format, and what a link to it says."""

    path: str
    format: Text
    text: Text


@dataclass(frozen=True, slots=True)
class Entry:
    """A page as the index lists it: its section, its title, and its files."""

    section: Message
    title: Text
    files: tuple[File, ...]


def contents_page(entries: Sequence[Entry], ending: str, *, whole: bool) -> Page:
    """A table a section with a row a page; the title leads to the file of that ending.

    Args:
        entries: the pages, section by section.
        ending: of the index's own format, with the dot.
        whole: whether this is the index of the whole folder, which says how it is checked and added to.
    """
    sections = groupby(entries, lambda entry: entry.section)
    tables = [_section(section, list(group), ending) for section, group in sections]
    checks = (_checks(),) if whole else ()
    return Page((*checks, *tables), title=say("Exact baccarat tables"))


def _section(section: Message, entries: Sequence[Entry], ending: str) -> Table:
    columns = [Column("page", say("Page"), "text")]
    for place, files in enumerate(zip_longest(*(entry.files for entry in entries)), 1):
        columns.append(Column(f"file_{place}", next(file.format for file in files if file), "text"))
    rows: list[tuple[Cell, ...]] = []
    for entry in entries:
        readable = next(file.path for file in entry.files if file.path.endswith(ending))
        links = [Link(file.text, file.path) for file in entry.files]
        rows.append((Link(entry.title, readable), *links, *[None] * (len(columns) - 1 - len(links))))
    return Table(section, tuple(columns), tuple(rows))


def _checks() -> Table:
    columns = (Column("purpose", say("To"), "text"), Column("command", say("Command"), "text"))
    rows = (
        (say("make every file anew"), "baccarat publish tables"),
        (say("hold every file against a fresh one"), "baccarat publish --check tables"),
        (say("check every file's digest, in this folder"), "sha256sum -c SHA256SUMS"),
    )
    notes = (
        say("Every file is made by one command, the same byte for byte on every machine and on every day."),
        say("Markdown, HTML and LaTeX are for reading, rounded as they say; CSV and JSON are exact."),
        say("A page joins by a function in analyzer/publish/shelf.py and its name in SHELF there."),
    )
    return Table(say("How to check"), columns, rows, notes)
