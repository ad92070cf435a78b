"""Every file of the folder `tables/`, from what the shelf holds: pages, indexes and the manifest.

The same on every machine and day: no clock, no environment, and SOURCE_DATE_EPOCH is not heeded. Writes none.
"""

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain
from posixpath import dirname, relpath

from analyzer import __version__
from analyzer.errors import RenderError
from analyzer.languages import LANGUAGES
from analyzer.message import Text, say
from analyzer.publish.folder import INDEX, MANIFEST, SCHEMA, digest, manifest
from analyzer.publish.formats.render import render
from analyzer.publish.page import Page
from analyzer.publish.published import Published
from analyzer.publish.reports.contents import Entry, File, contents_page
from analyzer.publish.shelf import SHELF, Shelf
from analyzer.publish.table import Link
from analyzer.publish.words import Words, wording

DIGITS = 6
"""Decimals of pages for reading."""

_READABLE: Mapping[str, tuple[str, str]] = {".md": ("Markdown", "README.md"), ".html": ("HTML", "index.html")}
"""Formats that lead from page to page, by ending: the name, and the file of the index."""

_OWN_NAMES: Mapping[str, str] = {
    "en": "English",
    "zh-Hans": "简体中文",
    "zh-Hant": "繁體中文",
    "th": "ไทย",
    "ko": "한국어",
    "vi": "Tiếng Việt",
}
"""What each language calls itself."""


def contents(shelf: Shelf = SHELF, told: Callable[[str], None] = lambda place: None) -> dict[str, str]:
    """The text of every file by its path in the folder, the manifest last.

    Args:
        shelf: what is published.
        told: called with the place of each page before it is made.

    Raises:
        RenderError: two files would have the same path.
    """
    published = list(chain.from_iterable(section() for section in shelf))
    spoken = [language for language in LANGUAGES if any(language in item.languages for item in published)]
    files: dict[str, str] = {}
    pages: list[dict[str, object]] = []
    for language in spoken:
        words = wording(language, DIGITS)
        entries = []
        for item in (item for item in published if language in item.languages):
            told(_placed(item.path, language))
            page = _timeless(item.page(language))
            made = _listed(page, item.path, language)
            for file, text in zip(made, _texts(page, made, item, words), strict=True):
                _add(files, _placed(file.path, language), text)
            entries.append(Entry(item.section, page.heading, made))
            paths = [_placed(file.path, language) for file in made]
            pages.append({"title": words.of(page.heading), "language": language, "files": paths})
        for path, text in _indexes(entries, spoken, words):
            _add(files, path, text)
    _add(files, INDEX, _json({"schema": SCHEMA, "version": __version__, "pages": pages}))
    return files | {MANIFEST: manifest({path: digest(text) for path, text in files.items()})}


def _add(files: dict[str, str], path: str, text: str) -> None:
    if path in files:
        raise RenderError(f"expected one file of each path, got {path!r} twice")
    files[path] = text


def _placed(path: str, language: str) -> str:
    """Where a file is, of those that English has without a folder of its own."""
    return path if language == "en" else f"{language}/{path}"


def _timeless(page: Page) -> Page:
    return replace(page, provenance=replace(page.provenance, dated=False))


def _listed(page: Page, path: str, language: str) -> tuple[File, ...]:
    """The files of a page, paths as in the folder of its language."""
    readable = [File(f"{path}{ending}", name, ending[1:]) for ending, (name, _) in _READABLE.items()]
    if language != "en":
        return tuple(readable)
    several = len(page.tables) > 1
    parts = [
        (f"-{_slug(str(table.title))}", table.title) if several else ("", "csv") for table in page.tables
    ]
    return (
        *readable,
        File(f"{path}.tex", "LaTeX", "tex"),
        File(f"{path}.json", "JSON", "json"),
        *(File(f"{path}{part}.csv", "CSV", title) for part, title in parts),
    )


def _slug(title: str) -> str:
    return re.sub("[^a-z0-9]+", "-", title.lower()).strip("-")


def _texts(page: Page, files: Sequence[File], item: Published, words: Words) -> Iterator[str]:
    """What the files of `_listed` hold."""
    for ending in _READABLE:
        yield _rendered(replace(page, nav=_nav(files, ending, item, words.language)), ending[1:], words)
    if words.language == "en":
        yield _rendered(page, "latex", words)
        yield _json(page.document(words))
        for table in page.tables:
            yield _rendered(replace(page, tables=(table,)), "csv", words)


def _rendered(page: Page, format: str, words: Words) -> str:
    text = render(page, format, words)
    assert isinstance(text, str)  # what is published is text
    return text


def _json(document: object) -> str:
    return json.dumps(document, ensure_ascii=False, indent=1) + "\n"


def _nav(files: Sequence[File], ending: str, item: Published, language: str) -> tuple[Link, ...]:
    """From a page to the index, to its other files, and to the same page in other languages."""
    path = f"{item.path}{ending}"
    index = Link(say("All tables"), relpath(_READABLE[ending][1], dirname(path)))
    beside = (Link(_called(file), relpath(file.path, dirname(path))) for file in files if file.path != path)
    return (index, *beside, *_in_others(path, language, item.languages))


def _called(file: File) -> Text:
    """What a link to a file says where no head above it names the format."""
    one = isinstance(file.text, str)
    return file.format if one else say("{format}: {table}", format=file.format, table=file.text)


def _in_others(path: str, language: str, languages: Sequence[str]) -> Iterator[Link]:
    """From a file to the same in other languages."""
    here = dirname(_placed(path, language)) or "."
    for other in languages:
        if other != language:
            yield Link(_OWN_NAMES[other], relpath(_placed(path, other), here))


def _indexes(entries: Sequence[Entry], spoken: Sequence[str], words: Words) -> Iterator[tuple[str, str]]:
    """The index of a language in every format for reading, by path."""
    for ending, (_, index) in _READABLE.items():
        nav = tuple(_in_others(index, words.language, spoken))
        page = _timeless(contents_page(entries, ending, whole=words.language == "en"))
        yield _placed(index, words.language), _rendered(replace(page, nav=nav), ending[1:], words)
