"""Every file of the folder `tables/`, from what the shelf holds: pages and indexes.

The same on every machine and day: no clock, no environment, and SOURCE_DATE_EPOCH is not heeded. Writes none.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain
from posixpath import dirname, relpath

from analyzer import __version__
from analyzer.errors import RenderError
from analyzer.languages import LANGUAGES
from analyzer.message import Text, say
from analyzer.publish.folder import INDEX, SCHEMA
from analyzer.publish.formats.render import render
from analyzer.publish.page import Page
from analyzer.publish.published import Published
from analyzer.publish.readable_json import readable_json
from analyzer.publish.reports.contents import Entry, File, contents_page
from analyzer.publish.shelf import SHELF, Shelf
from analyzer.publish.table import Link
from analyzer.publish.words import Words, wording

DIGITS = 6
"""Decimals of pages for reading."""

_READABLE: Mapping[str, tuple[str, str, str]] = {
    ".md": ("Markdown", "README.md", "all.md"),
    ".html": ("HTML", "index.html", "all.html"),
}
"""Formats that lead from page to page, by ending: the name, and the indexes of what is kept and of all."""

_ALL_INDEX = "all.json"

_MOST_CSV = 3
"""Tables of a page up to which its CSV is kept: one file for each."""

_OWN_NAMES: Mapping[str, str] = {
    "en": "English",
    "zh-Hans": "简体中文",
    "zh-Hant": "繁體中文",
    "th": "ไทย",
    "ko": "한국어",
    "vi": "Tiếng Việt",
}
"""What each language calls itself."""


@dataclass(slots=True)
class Contents:
    """What was made: the text of each file by its path, and which paths are kept under version control.

    The manifest is not among them.
    """

    files: dict[str, str] = field(default_factory=dict)
    kept: set[str] = field(default_factory=set)

    def add(self, path: str, text: str, *, kept: bool) -> None:
        """Add a file.

        Raises:
            RenderError: there is one of the same path.
        """
        if path in self.files:
            raise RenderError(f"expected one file of each path, got {path!r} twice")
        self.files[path] = text
        if kept:
            self.kept.add(path)


def contents(
    shelf: Shelf = SHELF, told: Callable[[str], None] = lambda place: None, *, whole: bool = True
) -> Contents:
    """The files of a folder: all that can be published, or if not `whole`, only what is kept.

    What is kept is the same in both, and leads to nothing that is not kept.

    Args:
        shelf: what is published.
        told: called with the place of each page before it is made.
        whole: whether to make what is not kept too.

    Raises:
        RenderError: two files would have the same path.
    """
    published = list(chain.from_iterable(section() for section in shelf))
    made = Contents()
    lists: dict[bool, list[dict[str, object]]] = {False: [], True: []}
    for language in LANGUAGES:
        words = wording(language, DIGITS)
        found: list[_Found] = []
        for item in published:
            if language in (item.languages if whole else item.kept):
                told(_placed(item.path, language))
                found.append((item, _page(made, item, words, whole=whole)))
        for everything in {False, whole}:
            listed = found if everything else list(_kept(found, language))
            if listed:
                spoken = _spoken(published, everything=everything)
                _indexes(made, listed, spoken, words, everything=everything)
                lists[everything] += (_listing(entry, words) for _, entry in listed)
    for everything, pages in lists.items():
        if everything <= whole:
            index = {"schema": SCHEMA, "version": __version__, "pages": pages}
            made.add(_ALL_INDEX if everything else INDEX, readable_json(index), kept=not everything)
    return made


_Found = tuple[Published, Entry]


def _kept(found: Sequence[_Found], language: str) -> Iterator[_Found]:
    """The pages that are kept in a language, with those of their files that are."""
    for item, entry in found:
        if language in item.kept:
            yield item, replace(entry, files=tuple(file for file in entry.files if file.kept))


def _spoken(published: Sequence[Published], *, everything: bool) -> list[str]:
    """The languages in which there is a page."""
    spoken = {language for item in published for language in _languages(item, everything=everything)}
    return [language for language in LANGUAGES if language in spoken]


def _languages(item: Published, *, everything: bool) -> tuple[str, ...]:
    return item.languages if everything else item.kept


def _placed(path: str, language: str) -> str:
    """Where a file is, of those that English has without a folder of its own."""
    return path if language == "en" else f"{language}/{path}"


def _timeless(page: Page) -> Page:
    return replace(page, provenance=replace(page.provenance, dated=False))


def _page(made: Contents, item: Published, words: Words, *, whole: bool) -> Entry:
    """The files of a page in a language, added to what is made; how the indexes list it."""
    page = _timeless(item.page(words.language))
    figures = page if item.figures is None or words.language != "en" else _timeless(item.figures())
    files = _listed(figures, item, words.language)
    for file, text in zip(files, _texts(page, figures, files, item, words, whole=whole), strict=True):
        if text is not None:
            made.add(_placed(file.path, words.language), text, kept=file.kept)
    row = None if item.row is None else item.row(words.language)
    return Entry(item.section, page.heading, files, item.decks, row)


def _listed(figures: Page, item: Published, language: str) -> tuple[File, ...]:
    """The files of a page, paths as in the folder of its language.

    Kept are those for reading, and the exact figures in one form: as CSV if that is few files, else as JSON;
    in both if figures are all that a page's machines read.
    """
    path, kept = item.path, language in item.kept
    readable = [File(f"{path}{ending}", name, ending[1:], kept) for ending, (name, *_) in _READABLE.items()]
    if language != "en":
        return tuple(readable)
    few = len(figures.tables) <= _MOST_CSV
    several = len(figures.tables) > 1
    parts = [
        (f"-{_slug(str(table.title))}", table.title) if several else ("", "csv") for table in figures.tables
    ]
    return (
        *readable,
        File(f"{path}.tex", "LaTeX", "tex", kept=False),
        File(f"{path}.json", "JSON", "json", kept and (not few or item.figures is not None)),
        *(File(f"{path}{part}.csv", "CSV", title, kept and few) for part, title in parts),
    )


def _slug(title: str) -> str:
    return re.sub("[^a-z0-9]+", "-", title.lower()).strip("-")


def _texts(
    page: Page, figures: Page, files: Sequence[File], item: Published, words: Words, *, whole: bool
) -> Iterator[str | None]:
    """What the files of `_listed` hold; None for those that are not wanted."""
    tables = iter(figures.tables)
    for file in files:
        ending = file.path[file.path.rindex(".") :]
        table = next(tables) if ending == ".csv" else None
        if not (file.kept or whole):
            yield None
        elif ending in _READABLE:
            nav = _nav(files, file, ending, item, words.language)
            yield _rendered(replace(page, nav=nav), ending[1:], words)
        elif ending == ".tex":
            yield _rendered(page, "latex", words)
        elif table is None:
            yield readable_json(figures.document(words))
        else:
            yield _rendered(replace(figures, tables=(table,)), "csv", words)


def _rendered(page: Page, format: str, words: Words) -> str:
    text = render(page, format, words)
    assert isinstance(text, str)  # what is published is text
    return text


def _nav(files: Sequence[File], file: File, ending: str, item: Published, language: str) -> tuple[Link, ...]:
    """From a page to the index, to its other files, and to the same page in other languages.

    A kept page leads to what is kept, any other to all.
    """
    folder = dirname(file.path)
    index = Link(say("All tables"), relpath(_READABLE[ending][1 if file.kept else 2], folder))
    others = [other for other in files if other != file and (other.kept or not file.kept)]
    beside = (Link(_called(other), relpath(other.path, folder)) for other in others)
    languages = _languages(item, everything=not file.kept)
    return (index, *beside, *_in_others(file.path, language, languages))


def _called(file: File) -> Text:
    """What a link to a file says where no head above it names the format."""
    one = isinstance(file.text, str)
    return file.format if one else say("{format}: {table}", format=file.format, table=file.text)


def _in_others(path: str, language: str, languages: Sequence[str], start: str = "") -> Iterator[Link]:
    """To a file in other languages, from the folder of the file itself or of another where to `start`."""
    here = dirname(_placed(start or path, language)) or "."
    for other in languages:
        if other != language:
            yield Link(_OWN_NAMES[other], relpath(_placed(path, other), here))


def _indexes(
    made: Contents, found: Sequence[_Found], spoken: Sequence[str], words: Words, *, everything: bool
) -> None:
    """The indexes of a language in every format for reading, added to what is made."""
    english = words.language == "en"
    for ending, (_, *names) in _READABLE.items():
        index = names[everything]
        entries = [entry for _, entry in found]
        if english:
            entries = [
                replace(entry, elsewhere=tuple(_elsewhere(item, ending, index, everything=everything)))
                for item, entry in found
            ]
        page = _timeless(contents_page(entries, ending, whole=everything, checks=english))
        nav = tuple(_in_others(index, words.language, spoken))
        text = _rendered(replace(page, nav=nav), ending[1:], words)
        made.add(_placed(index, words.language), text, kept=not everything)


def _elsewhere(item: Published, ending: str, index: str, *, everything: bool) -> Iterator[Link]:
    """From the English index to a page in other languages."""
    languages = _languages(item, everything=everything)
    return _in_others(f"{item.path}{ending}", "en", languages, index)


def _listing(entry: Entry, words: Words) -> dict[str, object]:
    """How the index for machines lists a page."""
    paths = [_placed(file.path, words.language) for file in entry.files]
    return {"title": words.of(entry.title), "language": words.language, "files": paths}
