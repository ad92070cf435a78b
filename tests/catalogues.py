"""The catalogues of translated sentences: `python tests/catalogues.py` brings them up to date.

It adds the sentences of the package's errors, `message` and `plural` to each language's `baccarat.po` under
`analyzer/catalog/words/`, removes those that the package no longer has, and compiles the translations into
`baccarat.mo`, which the package reads and which every install compiles too. The suite checks that all
catalogues are current and complete.
"""

import contextlib
import io
import re
import tomllib
from collections.abc import Iterator
from datetime import UTC, datetime
from functools import cache
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

import analyzer
from analyzer import errors
from analyzer.render.words import CATALOGUES, DOMAIN
from analyzer.text import LANGUAGES

PACKAGE = Path(analyzer.__file__).parent
ERRORS = [
    name for name, kind in vars(errors).items() if isinstance(kind, type) and issubclass(kind, ValueError)
]
LIBRARY = PACKAGE / "catalog"
NOTES = ("note", "known_error", "reason")
"""The keys of the library's files whose texts pages show in every language."""

KEYWORDS = {"message": None, "plural": (1, 2), **dict.fromkeys(ERRORS)}
LOCALES = [language.replace("-", "_") for language in LANGUAGES if language != "en"]
NEVER = datetime(2026, 1, 1, tzinfo=UTC)
"""Replaces the day on which a catalogue was made, so that the same sentences make the same file."""
PLACE = re.compile(r"\{\w+\}")

Id = str | tuple[str, str]


@cache
def said() -> list[Id]:
    """Every sentence of the package and note of the library once, sorted; a pair if it counts something."""
    # Babel warns about f-strings, which are values of placeholders here, as test_words.py checks.
    with contextlib.redirect_stderr(io.StringIO()):
        found = list(extract_from_dir(PACKAGE, [("**.py", "python")], keywords=KEYWORDS, comment_tags=()))
    return sorted({*(message for _, _, message, _, _ in found), *library_notes()}, key=str)


def library_notes() -> Iterator[str]:
    """What the library's files say in our own words, on one line each as the package reads it."""
    tables: list[object] = [tomllib.loads(path.read_text("utf-8")) for path in LIBRARY.rglob("*.toml")]
    while tables:
        table = tables.pop()
        if isinstance(table, dict):
            yield from (" ".join(table[key].split()) for key in NOTES if isinstance(table.get(key), str))
            tables += table.values()
        elif isinstance(table, list):
            tables += table


def po(locale: str) -> Path:
    """The catalogue of a locale that people edit."""
    return CATALOGUES / locale / "LC_MESSAGES" / f"{DOMAIN}.po"


def read(locale: str) -> Catalog:
    """The catalogue of a locale as it is kept; empty if there is none yet."""
    if not po(locale).exists():
        return Catalog(locale=locale)
    with po(locale).open("rb") as file:
        return read_po(file, locale=locale)


def current(locale: str) -> Catalog:
    """The catalogue of a locale with exactly the sentences of the package, and its translations of them."""
    kept = read(locale)
    catalog = Catalog(locale=locale, project=DOMAIN, version="1", creation_date=NEVER, revision_date=NEVER)
    catalog.header_comment = f"# What the pages of baccarat say, in {catalog.locale.english_name}."
    catalog.last_translator = catalog.language_team = "the authors of baccarat"
    catalog.msgid_bugs_address = ""
    catalog.fuzzy = False
    for message in said():
        known = kept.get(message[0] if isinstance(message, tuple) else message)
        catalog.add(message, known.string if known else None)
    return catalog


def written(catalog: Catalog) -> bytes:
    """A catalogue as people edit it."""
    out = io.BytesIO()
    write_po(out, catalog, width=110, no_location=True, sort_output=True)
    return out.getvalue()


def compiled(catalog: Catalog) -> bytes:
    """A catalogue as the package reads it."""
    out = io.BytesIO()
    write_mo(out, catalog)
    return out.getvalue()


def missing(catalog: Catalog) -> list[Id]:
    """The sentences that a catalogue does not translate."""
    return [
        message.id
        for message in catalog
        if message.id and not all(message.string if isinstance(message.string, tuple) else (message.string,))
    ]


def faults(catalog: Catalog) -> list[str]:
    """Translations whose placeholders differ from those of the sentence, or that are marked as doubtful."""
    found = []
    for message in catalog:
        if not message.id:
            continue
        ids = message.id if isinstance(message.id, tuple) else (message.id,)
        strings = message.string if isinstance(message.string, tuple) else (message.string,)
        places = {frozenset(PLACE.findall(text)) for text in ids}
        wrong = any(text and frozenset(PLACE.findall(text)) not in places for text in strings)
        if wrong or message.fuzzy:
            found.append(f"{catalog.locale}: {ids[0]!r}: {strings!r}")
    return found


def main() -> None:
    """Bring every catalogue up to date, and print what is left to translate."""
    for locale in LOCALES:
        catalog = current(locale)
        po(locale).parent.mkdir(parents=True, exist_ok=True)
        po(locale).write_bytes(written(catalog))
        po(locale).with_suffix(".mo").write_bytes(compiled(read(locale)))
        print(f"{locale}: {len(catalog)} sentences, {len(missing(catalog))} not translated")
        print("".join(f"  {fault}\n" for fault in faults(catalog)), end="")


if __name__ == "__main__":
    main()
