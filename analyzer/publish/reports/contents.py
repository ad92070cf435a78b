"""The index of a folder of pages: what is there, in which formats, and how to check it.

Knows nothing of what the pages say.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from analyzer.message import Message, Text, say
from analyzer.publish.page import Page
from analyzer.publish.table import Cell, Column, Link, Table


@dataclass(frozen=True, slots=True)
class Entry:
    """A page as the index lists it: its section, its title, and its files with what each is called."""

    section: Message
    title: Text
    files: Mapping[str, Text]


def contents_page(entries: Sequence[Entry], ending: str, *, whole: bool) -> Page:
    """A table a section with a row a page; the title leads to the file of that ending.

    Args:
        entries: the pages, section by section.
        ending: of the index's own format, with the dot.
        whole: whether this is the index of the whole folder, which says how it is checked and added to.
    """
    tables = [
        _section(section, list(group), ending) for section, group in groupby(entries, lambda entry: entry.section)
    ]
    checks = (_checks(),) if whole else ()
    return Page((*checks, *tables), title=say("Exact baccarat tables"))


def _section(section: Message, entries: Sequence[Entry], ending: str) -> Table:
    most = max(len(entry.files) for entry in entries)
    columns = [Column("page", say("Page"), "text")]
    columns += [Column(f"file_{place}", say("File"), "text") for place in range(1, most + 1)]
    rows: list[tuple[Cell, ...]] = []
    for entry in entries:
        links = [Link(name, path) for path, name in entry.files.items()]
        readable = next(path for path in entry.files if path.endswith(ending))
        rows.append((Link(entry.title, readable), *links, *[None] * (most - len(links))))
    return Table(section, tuple(columns), tuple(rows))


def _checks() -> Table:
    columns = (Column("purpose", say("To"), "text"), Column("command", say("Command"), "text"))
    rows = (
        (say("make every file anew"), "baccarat publish tables"),
        (say("hold every file against a fresh one"), "baccarat publish --check tables"),
        (say("check every file's digest, in this folder"), "sha256sum -c SHA256SUMS"),
    )
    notes = (
        say("Every file is made by one command, and is the same byte for byte on every machine and on every day."),
        say("Markdown, HTML and LaTeX are for reading, rounded as they say; CSV and JSON are exact."),
        say("A page joins by a function in analyzer/publish/shelf.py and its name in SHELF there."),
    )
    return Table(say("How to check"), columns, rows, notes)
