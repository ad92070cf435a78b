"""Every file of the folder `tables/`, pages and indexes: the same on every machine and every day."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import chain
from posixpath import dirname, relpath, splitext

from analyzer import __version__
from analyzer.errors import RenderError
from analyzer.publish.folder import INDEX, SCHEMA
from analyzer.publish.pages import PAGES, Pages, Published
from analyzer.render.formats.render import readable_json, render
from analyzer.render.page import Page
from analyzer.render.table import Link
from analyzer.render.words import Words, wording
from analyzer.report.contents import Entry, File, contents_page
from analyzer.report.page_document import PAGE, shown_origin
from analyzer.text import LANGUAGES, Text, message

DIGITS = 6

_READABLE: Mapping[str, tuple[str, str, str]] = {
    ".md": ("Markdown", "README.md", "all.md"),
    ".html": ("HTML", "index.html", "all.html"),
}
"""Formats with links, by ending: the name, the index of the pages kept, and the index of all pages."""

_OWN_NAMES: Mapping[str, str] = {
    "en": "English",
    "zh-Hans": "简体中文",
    "zh-Hant": "繁體中文",
    "th": "ไทย",
    "ko": "한국어",
    "vi": "Tiếng Việt",
}


@dataclass(slots=True)
class Contents:
    """The text of each file by its path, without the manifest, and which are kept under version control."""

    files: dict[str, str] = field(default_factory=dict)
    kept: set[str] = field(default_factory=set)

    def add(self, path: str, text: str, *, kept: bool) -> None:
        """Add a file. Raises RenderError if there is one with the same path."""
        if path in self.files:
            raise RenderError("expected one file of each path, got {path} twice", path=repr(path))
        self.files[path] = text
        if kept:
            self.kept.add(path)


def contents(
    pages: Pages = PAGES, on_progress: Callable[[str], None] = lambda place: None, *, whole: bool = True
) -> Contents:
    """The files of a folder: all files that can be published if `whole`, otherwise only those that are kept.
    Kept files are the same in both cases, and link only to each other. `on_progress` is called with the place
    of each page before it is made. Raises RenderError if two files would have the same path.
    """
    published = list(chain.from_iterable(section() for section in pages))
    page = cache(lambda item: _undated(item.page()))
    made = Contents()
    lists: dict[bool, list[dict[str, object]]] = {False: [], True: []}
    for language in LANGUAGES:
        words = wording(language, DIGITS)
        entries: list[_Listed] = []
        for item in published:
            if language in _languages(item, everything=whole):
                on_progress(_place(item.path, language))
                entries.append((item, _add_files(made, item, page(item), words, whole=whole)))
        for everything in {False, whole}:
            listed = entries if everything else list(_kept(entries, language))
            if listed:
                used = {tag for item in published for tag in _languages(item, everything=everything)}
                languages = [tag for tag in LANGUAGES if tag in used]
                _add_indexes(made, listed, languages, words, everything=everything)
                for _, entry in listed:
                    paths = [_place(file.path, language) for file in entry.files]
                    title = words.translate(entry.title)
                    lists[everything].append({"title": title, "language": language, "files": paths})
    for everything, listing in lists.items():
        if everything <= whole:
            index = {"schema": SCHEMA, "version": __version__, "pages": listing}
            made.add("all.json" if everything else INDEX, readable_json(index), kept=not everything)
    return made


_Listed = tuple[Published, Entry]


def _kept(entries: Sequence[_Listed], language: str) -> Iterator[_Listed]:
    """The pages that are kept in a language, each with only its kept files."""
    for item, entry in entries:
        if language in item.kept:
            yield item, replace(entry, files=tuple(file for file in entry.files if file.kept))


def _languages(item: Published, *, everything: bool) -> tuple[str, ...]:
    return item.languages if everything else item.kept


def _place(path: str, language: str) -> str:
    """The path in the whole folder, from the path in the folder of a language; English has no such folder."""
    return path if language == "en" else f"{language}/{path}"


def _undated(page: Page) -> Page:
    """A page without the date on which it was made, so that it never changes."""
    return replace(page, provenance=replace(page.provenance, dated=False))


def _add_files(made: Contents, item: Published, page: Page, words: Words, *, whole: bool) -> Entry:
    """Add the files of a page in a language. Returns the page's entry in the indexes."""
    if item.document is not None:
        file = File(f"{item.path}.html", "HTML", "html")
        made.add(file.path, item.document(), kept=True)
        return Entry(item.section, page.heading, (file,))
    figures = page if item.figures is None or words.language != "en" else _undated(item.figures())
    files = _files(page, figures, item, words.language)
    for file, (content, format) in files.items():
        if file.kept or whole:
            nav = _nav(files, file, item, words.language) if f".{format}" in _READABLE else ()
            text = _rendered(replace(content, nav=nav), format, words)
            made.add(_place(file.path, words.language), text, kept=file.kept)
    return Entry(item.section, page.heading, tuple(files), item.decks, item.row)


def _files(page: Page, figures: Page, item: Published, language: str) -> dict[File, tuple[Page, str]]:
    """The files of a page, with the content and format of each; paths are relative to the folder of its
    language. The files for reading are kept, and the exact figures in one format: CSV if that takes few
    files, else JSON. The JSON of separate `figures` is always kept.
    """
    path, kept = item.path, language in item.kept
    files = {
        File(f"{path}{ending}", name, ending[1:], kept): (page, ending[1:])
        for ending, (name, *_) in _READABLE.items()
    }
    if language != "en":
        return files
    few = len(figures.tables) <= 3
    files[File(f"{path}.tex", "LaTeX", "tex", kept=False)] = (page, "latex")
    in_json = kept and (not few or item.figures is not None)
    files[File(f"{path}.json", "JSON", "json", in_json)] = (figures, "json")
    for table in figures.tables:
        title: Text = "csv"
        part = ""
        if len(figures.tables) > 1:
            title = table.title
            part = "-" + re.sub("[^a-z0-9]+", "-", str(title).lower()).strip("-")
        alone = replace(figures, tables=(table,))
        files[File(f"{path}{part}.csv", "CSV", title, kept and few)] = (alone, "csv")
    return files


def _rendered(page: Page, format: str, words: Words) -> str:
    if format == "json":
        return readable_json(PAGE.of((page, words, shown_origin(page.provenance))))
    text = render(page, format, words)
    assert isinstance(text, str)  # what is published is text
    return text


def _nav(files: Iterable[File], file: File, item: Published, language: str) -> tuple[Link, ...]:
    """Links to the index, the page's other files and other languages; in a kept file, only to kept files."""
    folder, ending = dirname(file.path), splitext(file.path)[1]
    links = [Link(message("All tables"), relpath(_READABLE[ending][1 if file.kept else 2], folder))]
    for other in files:
        if other != file and (other.kept or not file.kept):
            text: Text = other.format
            if not isinstance(other.text, str):  # one of several tables
                text = message("{format}: {table}", format=other.format, table=other.text)
            links.append(Link(text, relpath(other.path, folder)))
    languages = _languages(item, everything=not file.kept)
    return (*links, *_translations(file.path, language, languages))


def _translations(path: str, language: str, languages: Sequence[str], start: str = "") -> Iterator[Link]:
    """Links to a file in other languages, relative to its own folder, or to that of the file `start`."""
    here = dirname(_place(start or path, language)) or "."
    for other in languages:
        if other != language:
            yield Link(_OWN_NAMES[other], relpath(_place(path, other), here))


def _add_indexes(
    made: Contents, listed: Sequence[_Listed], languages: Sequence[str], words: Words, *, everything: bool
) -> None:
    """Add a language's indexes in every format for reading; English ones link to pages in other languages."""
    english = words.language == "en"
    for ending, (_, *names) in _READABLE.items():
        index = names[everything]
        entries = [entry for _, entry in listed]
        if english:
            for place, (item, entry) in enumerate(listed):
                tags = _languages(item, everything=everything)
                links = tuple(_translations(f"{item.path}{ending}", "en", tags, index))
                entries[place] = replace(entry, translations=links)
        page = _undated(contents_page(entries, ending, whole=everything, checks=english))
        nav = tuple(_translations(index, words.language, languages))
        text = _rendered(replace(page, nav=nav), ending[1:], words)
        made.add(_place(index, words.language), text, kept=not everything)
