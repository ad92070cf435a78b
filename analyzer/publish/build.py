"""Every file of the folder `tables/`, from the pages of `PAGES`: pages and indexes.

The same on every machine and day: no clock, no environment, not even SOURCE_DATE_EPOCH. Writes no file.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import chain
from posixpath import dirname, relpath, splitext

from analyzer import __version__
from analyzer.errors import RenderError
from analyzer.publish.folder import INDEX, SCHEMA
from analyzer.publish.pages import PAGES, Pages
from analyzer.publish.published import Published
from analyzer.render.formats.render import readable_json, render
from analyzer.render.page import Page
from analyzer.render.table import Link
from analyzer.render.words import Words, wording
from analyzer.report.contents import Entry, File, contents_page
from analyzer.text import LANGUAGES, Text, message

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
    pages: Pages = PAGES, on_progress: Callable[[str], None] = lambda place: None, *, whole: bool = True
) -> Contents:
    """The files of a folder: all that can be published, or if not `whole`, only what is kept.

    What is kept is the same in both, and leads to nothing that is not kept.

    Args:
        pages: what is published.
        on_progress: called with the place of each page before it is made.
        whole: whether to make what is not kept too.

    Raises:
        RenderError: two files would have the same path.
    """
    published = list(chain.from_iterable(section() for section in pages))
    page = cache(_page)
    made = Contents()
    lists: dict[bool, list[dict[str, object]]] = {False: [], True: []}
    for language in LANGUAGES:
        words = wording(language, DIGITS)
        found: list[_Found] = []
        for item in published:
            if language in (item.languages if whole else item.kept):
                on_progress(_placed(item.path, language))
                found.append((item, _files(made, item, page(item), words, whole=whole)))
        for everything in {False, whole}:
            listed = found if everything else list(_kept(found, language))
            if listed:
                spoken = _spoken(published, everything=everything)
                _indexes(made, listed, spoken, words, everything=everything)
                lists[everything] += (_listing(entry, words) for _, entry in listed)
    for everything, listing in lists.items():
        if everything <= whole:
            index = {"schema": SCHEMA, "version": __version__, "pages": listing}
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


def _page(item: Published) -> Page:
    """A page without the time when it was made: the same in every language, and whenever it is made."""
    return _timeless(item.page())


def _timeless(page: Page) -> Page:
    return replace(page, provenance=replace(page.provenance, dated=False))


def _files(made: Contents, item: Published, page: Page, words: Words, *, whole: bool) -> Entry:
    """The files of a page in a language, added to what is made; how the indexes list it."""
    figures = page if item.figures is None or words.language != "en" else _timeless(item.figures())
    files = _listed(page, figures, item, words.language)
    for file, (content, format) in files.items():
        if file.kept or whole:
            nav = _nav(files, file, item, words.language) if f".{format}" in _READABLE else ()
            text = _rendered(replace(content, nav=nav), format, words)
            made.add(_placed(file.path, words.language), text, kept=file.kept)
    return Entry(item.section, page.heading, tuple(files), item.decks, item.row)


def _listed(page: Page, figures: Page, item: Published, language: str) -> dict[File, tuple[Page, str]]:
    """The files of a page, paths as in the folder of its language, with what each holds in which format.

    Kept are those for reading, and the exact figures in one form: as CSV if that is few files, else as JSON;
    in both if figures are all that a page's machines read.
    """
    path, kept = item.path, language in item.kept
    files = {
        File(f"{path}{ending}", name, ending[1:], kept): (page, ending[1:])
        for ending, (name, *_) in _READABLE.items()
    }
    if language != "en":
        return files
    few = len(figures.tables) <= _MOST_CSV
    files[File(f"{path}.tex", "LaTeX", "tex", kept=False)] = (page, "latex")
    in_json = kept and (not few or item.figures is not None)
    files[File(f"{path}.json", "JSON", "json", in_json)] = (figures, "json")
    for table in figures.tables:
        alone = len(figures.tables) == 1
        part, title = ("", "csv") if alone else (f"-{_slug(str(table.title))}", table.title)
        files[File(f"{path}{part}.csv", "CSV", title, kept and few)] = (
            replace(figures, tables=(table,)),
            "csv",
        )
    return files


def _slug(title: str) -> str:
    return re.sub("[^a-z0-9]+", "-", title.lower()).strip("-")


def _rendered(page: Page, format: str, words: Words) -> str:
    if format == "json":
        return readable_json(page.document(words))
    text = render(page, format, words)
    assert isinstance(text, str)  # what is published is text
    return text


def _nav(files: Iterable[File], file: File, item: Published, language: str) -> tuple[Link, ...]:
    """From a page to the index, to its other files, and to the same page in other languages.

    A kept page leads to what is kept, any other to all.
    """
    folder, ending = dirname(file.path), splitext(file.path)[1]
    index = Link(message("All tables"), relpath(_READABLE[ending][1 if file.kept else 2], folder))
    others = [other for other in files if other != file and (other.kept or not file.kept)]
    beside = (Link(_link_text(other), relpath(other.path, folder)) for other in others)
    languages = _languages(item, everything=not file.kept)
    return (index, *beside, *_in_others(file.path, language, languages))


def _link_text(file: File) -> Text:
    """What a link to a file says where no head above it names the format."""
    one = isinstance(file.text, str)
    return file.format if one else message("{format}: {table}", format=file.format, table=file.text)


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
    return {"title": words.translate(entry.title), "language": words.language, "files": paths}
