"""Every file of the folder `tables/`, from what the shelf holds: pages, indexes and the manifest.

The same on every machine and day: no clock, no environment, and SOURCE_DATE_EPOCH is not heeded. Writes nothing.
"""

import json
import re
from collections.abc import Callable, Iterator, Mapping
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
from analyzer.publish.reports.contents import Entry, contents_page
from analyzer.publish.shelf import SHELF, Published, Shelf
from analyzer.publish.table import Link
from analyzer.publish.words import Words, wording

DIGITS = 6
"""Decimals of pages for reading."""

_READABLE = {".md": "md", ".html": "html"}
_INDEXES = {".md": "README.md", ".html": "index.html"}
_NAMES: Mapping[str, Text] = {
    ".md": "Markdown",
    ".html": "HTML",
    ".tex": "LaTeX",
    ".json": "JSON",
    ".csv": "CSV",
}
_OWN_NAMES: Mapping[str, str] = {
    "en": "English",
    "zh-Hans": "简体中文",
    "zh-Hant": "繁體中文",
    "th": "ไทย",
    "ko": "한국어",
    "vi": "Tiếng Việt",
}
"""What each language calls itself."""


def contents(shelf: Shelf = SHELF, told: Callable[[str], None] = lambda path: None) -> dict[str, str]:
    """The text of every file by its place in the folder, in order, the manifest last.

    Args:
        shelf: what is published.
        told: called with each page's path before it is made.

    Raises:
        RenderError: two files would have the same place.
    """
    published = list(chain.from_iterable(section() for section in shelf))
    files: dict[str, str] = {}
    data: list[dict[str, object]] = []
    for language in LANGUAGES:
        words = wording(language, DIGITS)
        entries = []
        for item in (item for item in published if language in item.languages):
            place = _placed(item.path, language)
            told(place)
            page = _timeless(item.page(language))
            made = dict(_files(page, place, item, words))
            if twice := made.keys() & files.keys():
                raise RenderError(f"expected a place of its own for every file, got {min(twice)!r} twice")
            files |= {path: text for path, (_, text) in made.items()}
            names = {path: name for path, (name, _) in made.items()}
            entries.append(Entry(item.section, page.heading, names))
            data.append({"title": words.of(page.heading), "language": language, "files": list(names)})
        if entries:
            files |= _indexes(entries, published, words)
    document = {"schema": SCHEMA, "version": __version__, "pages": data}
    files[INDEX] = json.dumps(document, ensure_ascii=False, indent=1) + "\n"
    files[MANIFEST] = manifest({path: digest(text) for path, text in files.items()})
    return files


def _placed(path: str, language: str) -> str:
    return path if language == "en" else f"{language}/{path}"


def _timeless(page: Page) -> Page:
    return replace(page, provenance=replace(page.provenance, dated=False))


def _files(page: Page, place: str, item: Published, words: Words) -> Iterator[tuple[str, tuple[Text, str]]]:
    """The files of a page in a language: place, what the index calls it, and text."""
    for ending, format in _READABLE.items():
        path = f"{place}{ending}"
        nav = _nav(path, ending, item, words.language)
        yield path, (_NAMES[ending], _rendered(replace(page, nav=nav), format, words))
    if words.language != "en":
        return
    yield f"{place}.tex", (_NAMES[".tex"], _rendered(page, "latex", words))
    yield f"{place}.json", (_NAMES[".json"], json.dumps(page.document(words), ensure_ascii=False, indent=1) + "\n")
    for table in page.tables:
        part = f"-{_slug(str(table.title))}" if len(page.tables) > 1 else ""
        name = say("CSV: {table}", table=table.title) if part else _NAMES[".csv"]
        yield f"{place}{part}.csv", (name, _rendered(replace(page, tables=(table,)), "csv", words))


def _rendered(page: Page, format: str, words: Words) -> str:
    text = render(page, format, words)
    assert isinstance(text, str)  # what is published is text
    return text


def _slug(title: str) -> str:
    return re.sub("[^a-z0-9]+", "-", title.lower()).strip("-")


def _nav(path: str, ending: str, item: Published, language: str) -> tuple[Link, ...]:
    """From a page to its index, and to the same page in other languages."""
    here = dirname(path)
    index = Link(say("All tables"), relpath(_placed(_INDEXES[ending], language), here))
    others = (
        Link(_OWN_NAMES[other], relpath(_placed(f"{item.path}{ending}", other), here))
        for other in item.languages
        if other != language
    )
    return (index, *others)


def _indexes(entries: list[Entry], published: list[Published], words: Words) -> dict[str, str]:
    """The index of a language in every format for reading, leading to those of other languages."""
    spoken = [language for language in LANGUAGES if any(language in item.languages for item in published)]
    language = words.language
    home = "" if language == "en" else f"{language}/"
    local = [
        replace(entry, files={path.removeprefix(home): name for path, name in entry.files.items()})
        for entry in entries
    ]
    found = {}
    for ending, format in _READABLE.items():
        nav = tuple(
            Link(_OWN_NAMES[other], relpath(_placed(_INDEXES[ending], other), home or "."))
            for other in spoken
            if other != language
        )
        page = contents_page(local, ending, whole=language == "en")
        found[_placed(_INDEXES[ending], language)] = _rendered(replace(_timeless(page), nav=nav), format, words)
    return found
