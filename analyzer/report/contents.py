"""The index of a folder of pages: the pages, their formats, and how to check them."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from analyzer.analysis.odds import Decks
from analyzer.render.page import Page
from analyzer.render.table import Column, Link, Table
from analyzer.report.columns import DECKS, text_columns
from analyzer.report.fields import Cells, without
from analyzer.report.names import decks_name
from analyzer.text import Message, Text, message

_WIDEST = 24  # The most letters in the names of a cell's files; beyond that the index numbers them.


@dataclass(frozen=True, slots=True)
class File:
    """A file of a page: its path, the name of its format, and the text of links to it.

    A file that is not `kept` exists only in a folder with everything.
    """

    path: str
    format: str
    text: Text
    kept: bool = True


@dataclass(frozen=True, slots=True)
class Entry:
    """A page in the index: its section, its title, its files, and links to it in other languages.

    `row` is the page's row in the table of variants; None for a page of a study.
    """

    section: Message
    title: Text
    files: tuple[File, ...]
    decks: tuple[Decks, ...] = ()
    row: Text | None = None
    translations: tuple[Link, ...] = ()


def contents_page(entries: Sequence[Entry], ending: str, *, whole: bool, checks: bool) -> Page:
    """The index of a folder: one row for each variant, and one for each page of a study.

    Links to pages lead to files with this `ending`, which is also the index's. In the index of a `whole`
    folder columns are numbers of decks, and cells have all formats. `checks` adds how to check the folder.
    """
    variants = [entry for entry in entries if entry.row is not None]
    studies = [entry for entry in entries if entry.row is None]
    tables = [_checks()] if checks else []
    if variants and whole:
        tables.append(_by_decks(variants, ending))
    elif variants:
        rows = [(Link(entry.row or "", _files(entry, ending)[0].path),) for entry in variants]
        naming = text_columns(variant=message("Variant"))
        tables.append(_by_format(variants[0].section, naming, rows, variants, ending))
    if studies:
        names = [(entry.section, Link(entry.title, _files(entry, ending)[0].path)) for entry in studies]
        naming = text_columns(study=message("Study"), page=message("Page"))
        tables.append(_by_format(message("Studies"), naming, names, studies, ending))
    return Page(tuple(tables), title=message("Exact baccarat tables"))


def _by_decks(entries: Sequence[Entry], ending: str) -> Table:
    """One row per variant and one column per number of decks; all files of a page in one cell."""
    several = list(dict.fromkeys(entry.decks for entry in entries if len(entry.decks) > 1))
    shoes = [*several, *sorted({entry.decks for entry in entries if len(entry.decks) == 1})]
    names = [decks_name(shoe[0]) if len(shoe) == 1 else message("All numbers of decks") for shoe in shoes]
    heads = {"_".join(("decks", *map(str, shoe))): name for shoe, name in zip(shoes, names, strict=True)}
    rows: list[Cells] = []
    for row, group in groupby(entries, key=lambda entry: entry.row):
        links = {entry.decks: _links(_files(entry, ending)) for entry in group}
        rows.append((row, *map(links.get, shoes)))
    return Table(entries[0].section, text_columns(variant=message("Variant"), **heads), tuple(rows))


def _by_format(
    title: Text, naming: tuple[Column, ...], names: Sequence[Cells], entries: Sequence[Entry], ending: str
) -> Table:
    """One row per entry: its decks, its files in each format except the index's, other languages."""
    files = [file for entry in entries for file in entry.files if not file.path.endswith(ending)]
    formats = list(dict.fromkeys(file.format for file in files))
    more = text_columns(**{format: format for format in formats}, languages=message("Other languages"))
    rows: list[Cells] = []
    for name, entry in zip(names, entries, strict=True):
        decks = ", ".join("∞" if size == "infinite" else str(size) for size in entry.decks) or None
        links = [_links([file for file in entry.files if file.format == format]) for format in formats]
        rows.append((*name, decks, *links, _chained(entry.translations)))
    table = Table(title, (*naming, DECKS, *more), tuple(rows))
    return table if any(entry.translations for entry in entries) else without(table, "languages")


def _links(files: Sequence[File]) -> Link | None:
    """Links to files in one cell, with their names, or with numbers if names of one format are too long."""
    one_format = len({file.format for file in files}) == 1
    numbered = one_format and sum(len(str(file.text)) for file in files) > _WIDEST
    texts = [str(place) if numbered else file.text for place, file in enumerate(files, 1)]
    return _chained([Link(text, file.path) for text, file in zip(texts, files, strict=True)])


def _chained(links: Sequence[Link]) -> Link | None:
    return Link(links[0].text, links[0].target, tuple(links[1:])) if links else None


def _files(entry: Entry, ending: str) -> list[File]:
    """The files of an entry, the one in the format of the index first."""
    return sorted(entry.files, key=lambda file: not file.path.endswith(ending))


def _checks() -> Table:
    rows = (
        (message("make these files again"), "baccarat publish tables"),
        (message("compare these files with new ones"), "baccarat publish --check tables"),
        (message("check the digests of the files here"), "sha256sum -c --ignore-missing SHA256SUMS"),
        (message("make every format, language and number of decks"), "baccarat publish --all FOLDER"),
        (message("make all of these and check every digest"), "baccarat publish --check --all tables"),
    )
    notes = (
        message("One command makes every file, byte for byte the same on every machine and on every day."),
        message(
            "Markdown, HTML and LaTeX files are for reading, with rounded figures; CSV and JSON files are "
            "exact."
        ),
        message("SHA256SUMS includes the files that only --all writes; all.md and all.html list these."),
        message(
            "To add a page, write a function in analyzer/publish/pages.py and add its name to PAGES there."
        ),
    )
    columns = text_columns(purpose=message("To"), command=message("Command"))
    return Table(message("How to check"), columns, rows, notes)
