"""A page as PDF/A-2a and PDF/UA-1, typeset by typst with pdf.typ; the same bytes every time."""

import json
import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from analyzer import __version__
from analyzer.errors import RenderError, needs
from analyzer.exact import quoted
from analyzer.render.page import Page, cell_text, epoch, notes_of, one_line, shown_names, unbroken
from analyzer.render.table import Cell, Column, Table
from analyzer.render.words import Words
from analyzer.text import Message, message

if TYPE_CHECKING:
    from typst import Fonts

_TEMPLATE = Path(__file__).with_name("pdf.typ")

_LATIN = "Libertinus Serif"
"""Included in typst, so Latin script looks the same on every machine; it covers Vietnamese."""

_SET_AS: Mapping[str, tuple[str, str | None, str]] = {
    "en": ("en", None, _LATIN),
    "vi": ("vi", None, _LATIN),
    "zh-Hans": ("zh", "CN", "Noto Serif CJK SC"),
    "zh-Hant": ("zh", "TW", "Noto Serif CJK TC"),
    "ko": ("ko", None, "Noto Serif CJK KR"),
    "th": ("th", None, "Noto Serif Thai"),
}
"""Each language's code for typst, its region if that matters, and its font for text that is not Latin."""

_CJK = ("BOPOMOFO", "CJK", "FULLWIDTH", "HANGUL", "HIRAGANA", "IDEOGRAPHIC", "KANGXI", "KATAKANA")
"""The beginnings of the Unicode names of characters in the package fonts-noto-cjk."""

_DIGEST, _DIGESTS = 12, 3
"""The characters of each digest in the foot of a sheet, and the most digests there."""

_DRAWING = re.compile(r"[DSMEC]\*?")
"""A cell of a drawing table: D, S or a letter that the notes explain. These columns are set as a grid."""

_PAGE, _PAGES = "\ue000", "\ue001"
"""Placeholders for the page number and the number of pages, which the template fills in."""

_UNKNOWN = datetime(1970, 1, 1, tzinfo=UTC)
_DATES = b"/ModDate(D:19700101000000Z)/CreationDate(D:19700101000000Z)"
_METADATA = b"<?xpacket begin="
_DATES_OF_METADATA = re.compile(
    rb"<xmp:(Create|Modify)Date>1970-01-01T00:00:00Z</xmp:\1Date>|<stEvt:when>1970-01-01T00:00:00Z</stEvt:when>"
)

_SELF_BREAKING = "\u0e00-\u0e7f\u1100-\u11ff\u2e80-\ud7ff\uf900-\ufaff\uff00-\uffef"
"""Ideographs and similar characters, between which lines can break, and Thai, broken by a dictionary."""

_OPEN = re.compile(f"[ {_SELF_BREAKING}]+")
_OPEN_OR_HYPHEN = re.compile(f"[ /{_SELF_BREAKING}-]+")

_NEGATIVE = re.compile(r"(?<!\w)-(?=\d)")
_MISSING = re.compile(r'the text `"(.*?)"` could not be displayed')
_CODE = re.compile(r"\\u\{([0-9a-f]+)\}")
"""How typst's messages write an invisible character."""


def render_pdf(page: Page, words: Words) -> bytes:
    """A whole document on A4; a wide table is rotated, set smaller or, if necessary, split by columns.

    Raises:
        RenderError: typst is not installed, or no font has a character of the page.
    """
    try:
        import typst  # noqa: PLC0415
    except ImportError as error:
        raise RenderError(needs("PDF", "pdf")) from error
    made = epoch()
    report = json.dumps(_report(page, words, made or _UNKNOWN), ensure_ascii=False)
    template, missing = _TEMPLATE.read_bytes(), ""
    for fonts in _fonts(words.language):
        try:
            # Not the working directory, which may no longer exist and must not affect the template.
            compiler = typst.Compiler(template, Path(__file__).parent, fonts, ignore_system_fonts=True)
            pdf = compiler.compile(sys_inputs={"report": report}, pdf_standards=["a-2a", "ua-1"])
        except typst.TypstError as error:
            texts = "".join(_MISSING.findall(error.diagnostic))
            missing = _CODE.sub(lambda code: chr(int(code[1], 16)), texts)
            if not missing:
                raise RenderError(
                    "the page cannot be written as PDF/A; typst says: {error}", error=error.message
                ) from error
        else:
            assert isinstance(pdf, bytes)
            return pdf if made else _undated(pdf)
    cjk = any(unicodedata.name(character, "").startswith(_CJK) for character in missing)
    raise RenderError(
        "no font has {characters}; on Debian install the package {package}, or print the HTML page",
        characters=quoted("".join(dict.fromkeys(missing))),
        package="fonts-noto-cjk" if cjk else "fonts-noto-core",
    )


def _fonts(language: str) -> "Iterator[Fonts]":
    """The fonts to try: typst's own, which never change, if they have the script; then also the system's."""
    from typst import Fonts  # noqa: PLC0415

    if _SET_AS[language][2] == _LATIN:
        yield Fonts(include_system_fonts=False)
    yield Fonts()


def _undated(pdf: bytes) -> bytes:
    """The document with its dates overwritten by spaces; typst requires dates, PDF/A only that they agree."""
    # A title precedes the document's dates and is escaped in its metadata, so none is mistaken for a date.
    document, mark, metadata = pdf.rpartition(_METADATA)
    before, dates, after = document.rpartition(_DATES)
    metadata = _DATES_OF_METADATA.sub(lambda date: b" " * len(date[0]), metadata)
    return b"".join((before, b" " * len(dates), after, mark, metadata))


def _report(page: Page, words: Words, made: datetime) -> dict[str, object]:
    """The template's data, with every text as it will be shown."""
    language, region, font = _SET_AS[words.language]
    fonts = dict.fromkeys((_LATIN, font, *(font for _, _, font in _SET_AS.values())))
    title = one_line(words.translate(page.heading)) or "baccarat"
    tables = [_table(table, words) for table in page.tables]
    if tables and tables[0]["title"] == title:
        tables[0]["title"] = ""
    verdict = page.verdict
    pairs = page.provenance.digests
    names = shown_names([name for name, _ in pairs])
    digests = [f"{one_line(name)} {pair[1][:_DIGEST]}" for name, pair in zip(names, pairs, strict=True)]
    more = ["…"] if len(digests) > _DIGESTS else []
    return {
        "title": title,
        "date": {part: getattr(made, part) for part in ("year", "month", "day", "hour", "minute", "second")},
        "lang": language,
        "region": region,
        "open": _SELF_BREAKING,
        "fonts": list(fonts),
        "contents": words.translate(message("Contents")) if len(tables) >= 6 else None,
        "verdict": verdict
        and {
            "answer": verdict.word,
            "lines": [
                unbroken(one_line(words.translate(text))) for text in (verdict.sentence, *verdict.details)
            ],
        },
        "tables": tables,
        "provenance": {
            "title": words.translate(message("Provenance")),
            "lines": [one_line(words.translate(line)) for line in page.provenance.lines()],
        },
        "foot": " · ".join((f"baccarat {__version__}", *digests[:_DIGESTS], *more)),
        "page_of": words.translate(message("Page {page} of {pages}", page=_PAGE, pages=_PAGES)),
    }


def _table(table: Table, words: Words) -> dict[str, object]:
    rows = []
    for row in table.rows:
        rows.append([_shown(cell, column, words) for cell, column in zip(row, table.columns, strict=True)])
    columns = [
        _column(column, [row[place] for row in table.rows], [row[place] for row in rows], words)
        for place, column in enumerate(table.columns)
    ]
    notes = [unbroken(one_line(note)) for note in notes_of(table, words)]
    return {"title": one_line(words.translate(table.title)), "columns": columns, "rows": rows, "notes": notes}


def _column(column: Column, cells: list[Cell], shown: list[str], words: Words) -> dict[str, object]:
    """A column's head, how it is set, and each of its texts once, whole and in parts, for measuring."""
    head, texts = one_line(words.translate(column.head)), list(dict.fromkeys(shown))
    plays = [str(cell) for cell in cells if cell is not None]
    drawing = not column.numeric and bool(plays) and all(map(_DRAWING.fullmatch, plays))
    draws = [text for cell, text in zip(cells, shown, strict=True) if str(cell).startswith("D")]
    return {
        "head": head,
        "head-words": _parts(_OPEN, [head]),
        "kind": "number" if column.numeric else "letter" if drawing else "text",
        "draws": draws if drawing else [],
        "weight": 1 + sum(map(len, shown)) // (len(shown) or 1),
        "texts": texts,
        "words": _parts(_OPEN, texts),
        "pieces": _parts(_OPEN_OR_HYPHEN, texts),
    }


def _parts(where: re.Pattern[str], texts: Iterable[str]) -> list[str]:
    return list(dict.fromkeys(part for text in texts for part in where.split(text)))


def _shown(cell: Cell, column: Column, words: Words) -> str:
    """A cell's text with real minus signs, except in plain strings such as conditions, kept as written."""
    text = unbroken(cell_text(cell, column, words))
    if column.numeric:
        return text.replace("-", "\u2212")
    return _NEGATIVE.sub("\u2212", text) if isinstance(cell, Message) else text
