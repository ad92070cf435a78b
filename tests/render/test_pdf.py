"""PDF: the same bytes everywhere, standard conformance, no loss, no markup from data, every language."""

import gettext
import io
import os
import re
import subprocess
import sys
import unicodedata
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
import typst
from pypdf import PageObject, PdfReader
from suite import ROOT

from analyzer import __version__
from analyzer.errors import RenderError
from analyzer.render.formats import pdf
from analyzer.render.formats.pdf import render_pdf
from analyzer.render.formats.render import render
from analyzer.render.page import Page, Provenance, Verdict
from analyzer.render.table import Cell, Column, Kind, Table
from analyzer.render.words import Words, wording
from analyzer.text import Figure, message

pytestmark = pytest.mark.libraries

F = Fraction
ENGLISH = wording()
ORIGIN = Provenance((("variant", "standard"),), (("variant standard", "0123456789abcdef" * 4),))
FAMILIES = set(typst.Fonts().families())
CJK, THAI = "Noto Serif CJK SC", "Noto Serif Thai"
needs_cjk = pytest.mark.skipif(CJK not in FAMILIES, reason="needs the Debian package fonts-noto-cjk")
needs_thai = pytest.mark.skipif(THAI not in FAMILIES, reason="needs the Debian package fonts-noto-core")


@pytest.fixture(autouse=True)
def no_date(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SOURCE_DATE_EPOCH", raising=False)


def columns(*kinds: Kind) -> tuple[Column, ...]:
    return tuple(Column(f"c{place}", f"Head {place}", kind) for place, kind in enumerate(kinds))


def of_texts(*texts: str) -> Page:
    """A page of one column of text."""
    return Page((Table("", columns("text"), tuple((text,) for text in texts)),))


def reader(page: Page, words: Words = ENGLISH) -> PdfReader:
    return PdfReader(io.BytesIO(render_pdf(page, words)), strict=True)


def text(page: Page, words: Words = ENGLISH) -> str:
    """All text that can be copied from a document, on one line."""
    return " ".join(" ".join(sheet.extract_text().split()) for sheet in reader(page, words).pages)


def fonts(document: PdfReader) -> Iterator[tuple[str, bool]]:
    """The name of each font of a document, and whether it is embedded."""
    for sheet in document.pages:
        for font in sheet["/Resources"]["/Font"].values():
            inner = font["/DescendantFonts"][0]
            embedded = {"/FontFile2", "/FontFile3"} & set(inner["/FontDescriptor"])
            yield inner["/BaseFont"].partition("+")[2], bool(embedded)


def furthest(page: Page, words: Words = ENGLISH) -> float:
    """How far text exceeds the right margin of its sheet, in points to two decimals; negative if it fits."""
    return max(round(end, 2) for sheet in reader(page, words).pages for end in _ends(sheet))


def _ends(sheet: PageObject) -> list[float]:
    margin = float(sheet.mediabox.width) - 20 / 25.4 * 72
    widths = {name: _widths(font) for name, font in sheet["/Resources"]["/Font"].items()}
    fonts: list[tuple[str, float]] = []
    ends: list[float] = []

    def visit(operator: bytes, operands: Any, page: list[float], place: list[float]) -> None:
        if operator == b"Tf":
            fonts.append((operands[0], float(operands[1])))
        elif operator in (b"Tj", b"TJ"):
            name, size = fonts[-1]
            parts = operands[0] if operator == b"TJ" else operands
            thousandths = sum(
                -float(part) if isinstance(part, int | float) else _width(part, widths[name])
                for part in parts
            )
            ends.append(page[4] + place[4] + thousandths * size / 1000 - margin)

    sheet.extract_text(visitor_operand_before=visit)
    return ends


def _widths(font: Any) -> dict[int, float]:
    """The width of each glyph of a font: entries are `first [widths]` or `first last width`."""
    entries, found = iter(font["/DescendantFonts"][0]["/W"]), {}
    for first in entries:
        if isinstance(second := next(entries), list):
            found |= {first + at: float(width) for at, width in enumerate(second)}
        else:
            found |= dict.fromkeys(range(first, second + 1), float(next(entries)))
    return found


def _width(glyphs: Any, widths: dict[int, float]) -> float:
    codes = glyphs if isinstance(glyphs, bytes) else glyphs.original_bytes
    return sum(widths[high * 256 + low] for high, low in zip(codes[::2], codes[1::2], strict=True))


SMALL = Page(
    (
        Table(
            "Two bets",
            columns("text", "count", "percent", "ratio"),
            (("Banker", 2292252566437888, F(-1, 96), F(19, 20)), ("Tie", None, F(1, 8), F(1, 3))),
            ("On 8 decks.",),
        ),
    ),
    ORIGIN,
)

ELSEWHERE = """
import sys
sys.path[:0] = sys.argv[1:]
from test_pdf import SMALL, ENGLISH, render_pdf
sys.stdout.buffer.write(render_pdf(SMALL, ENGLISH))
"""


def test_a_document_has_the_same_bytes_wherever_it_is_made(tmp_path: Path) -> None:
    """In another folder, time zone and language, without a home folder, with other fonts installed."""
    (tmp_path / "fonts.conf").write_text("<fontconfig></fontconfig>")
    environment = {
        **os.environ,
        "TZ": "Asia/Macau",
        "LC_ALL": "C",
        "HOME": str(tmp_path),
        "FONTCONFIG_FILE": str(tmp_path / "fonts.conf"),
    }
    run = subprocess.run(
        [sys.executable, "-c", ELSEWHERE, str(ROOT / "tests"), str(ROOT / "tests" / "render")],
        cwd=tmp_path,
        env=environment,
        capture_output=True,
        check=True,
        timeout=60,
    )
    assert run.stdout == render_pdf(SMALL, ENGLISH) == render(SMALL, "pdf")


@pytest.mark.parametrize("language", ["en", "vi"])
def test_latin_script_does_not_depend_on_the_fonts_of_a_machine(language: str) -> None:
    tried = next(pdf._fonts(language)).fonts()
    assert {font.path for font in tried} == {None}
    assert "Libertinus Serif" in {font.family for font in tried}


def test_a_document_is_pdf_a_and_accessible() -> None:
    document = reader(SMALL)
    metadata = document.xmp_metadata
    assert metadata is not None
    xml = metadata.stream.get_data().decode()
    for mark in (
        "<pdfaid:part>2</pdfaid:part>",
        "<pdfaid:conformance>A</pdfaid:conformance>",
        "<pdfuaid:part>1</pdfuaid:part>",
        '<rdf:li xml:lang="x-default">Two bets</rdf:li>',
    ):
        assert mark in xml
    root = document.trailer["/Root"]
    assert (root["/Lang"], root["/MarkInfo"]["/Marked"]) == ("en", True)
    assert document.metadata is not None
    assert document.metadata.title == "Two bets"
    assert set(fonts(document)) == {
        ("LibertinusSerif-Regular", True),
        ("LibertinusSerif-Bold", True),
    }


def test_a_document_has_the_given_date_and_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    plain = render_pdf(SMALL, ENGLISH)
    assert not [
        word
        for word in (b"/CreationDate", b"/ModDate", b"CreateDate>", b"ModifyDate>", b"when>", b"1970")
        if word in plain
    ]
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1700000000")
    dated = render_pdf(SMALL, ENGLISH)
    assert b"/CreationDate(D:20231114221320Z)" in dated
    assert b"<xmp:CreateDate>2023-11-14T22:13:20Z</xmp:CreateDate>" in dated
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "0")
    assert b"/CreationDate(D:19700101000000Z)" in render_pdf(SMALL, ENGLISH)


def test_a_page_shows_its_title_tables_notes_and_provenance() -> None:
    digest = "0123456789abcdef" * 4
    assert text(SMALL) == (
        f"Two bets baccarat {__version__}, variant standard "
        "Head 0 Head 1 Head 2 Head 3 "
        "Banker 2,292,252,566,437,888 −1.0417% 0.95 Tie – 12.5000% 1/3 "
        "On 8 decks. Exact values, shown to 4 decimals, rounded half to even. "
        f"Provenance baccarat {__version__}, variant standard variant standard sha256:{digest} "
        f"baccarat {__version__} · variant standard 0123456789ab Page 1 of 1"
    )


def test_a_table_of_twelve_columns_with_sixteen_digits_is_rotated_and_keeps_every_digit() -> None:
    kinds: tuple[Kind, ...] = ("text", "count", "count", *("percent",) * 9)
    rows = tuple(
        (f"Bet {n}", 10**15 + n, 4998398275503360 + n, *(F(n, place) for place in range(3, 12)))
        for n in range(1, 4)
    )
    page = Page((Table("", columns(*kinds), rows),))
    document = reader(page)
    assert [sheet.mediabox.width > sheet.mediabox.height for sheet in document.pages] == [True]
    shown = text(page)
    for row in rows:
        for cell, column in zip(row[1:], page.tables[0].columns[1:], strict=True):
            assert isinstance(cell, int | Fraction)
            assert ENGLISH.number(cell, column.kind) in shown
    assert furthest(page) <= 0


def test_negative_numbers_have_a_minus_sign_and_conditions_a_hyphen() -> None:
    figure = message("{edge} of dragon-7", edge=Figure(F(-1, 8), "percent"))
    page = Page((Table("", columns("text", "text", "ratio"), ((figure, "p1.points > -1", F(-1, 3)),)),))
    shown = text(page)
    assert "−12.5000% of dragon-7" in shown
    assert "p1.points > -1" in shown
    assert "−1/3" in shown


def test_a_table_too_wide_for_any_sheet_is_split_and_each_part_names_its_rows() -> None:
    number = F(10**60 // 7, 10**60)
    page = Page((Table("", columns("text", *("decimal",) * 9), (("Player", *(number,) * 9),)),))
    shown = text(page, wording("en", 60))
    assert shown.count("0.142857142857142857142857142857142857142857142857142857142857") == 9
    assert shown.count("Head 0") == shown.count("Player") == 3
    assert furthest(page, wording("en", 60)) <= 0


@pytest.mark.parametrize("cell", ["W" * 500, 7**400, "ab-" * 200, "百" * 500], ids=["W", "7", "ab-", "百"])
def test_a_cell_too_long_for_a_line_is_broken_and_kept_complete(cell: Cell) -> None:
    if isinstance(cell, str) and not cell.isascii() and CJK not in FAMILIES:
        pytest.skip("needs the Debian package fonts-noto-cjk")
    kind: Kind = "count" if isinstance(cell, int) else "text"
    page = Page((Table("", columns(kind, "count"), ((cell, 123456789),)),))
    letters = "".join(text(page).replace("\u200b", "").split())
    shown = f"{cell:,}" if isinstance(cell, int) else cell
    assert f"{shown}123,456,789" in letters
    assert furthest(page) <= 0


def test_long_texts_wrap_and_the_sheet_stays_in_portrait() -> None:
    rule = "The Player draws a third card on a total of 0 to 5 and stands on 6 or 7. " * 5
    page = Page((Table("", columns("count", "text", "percent"), ((1, rule, F(1, 3)),)),))
    assert rule.strip() in text(page)
    assert furthest(page) <= 0
    assert [sheet.mediabox.width < sheet.mediabox.height for sheet in reader(page).pages] == [True]


def test_names_in_many_columns_are_broken_only_at_hyphens() -> None:
    name = "abcdefghijklmnopqrstuvwxyz/500-300-180-90-20"
    shown = text(Page((Table("", columns(*("text",) * 20), ((name,) * 20,)),)))
    assert "/\u200b" in shown
    assert shown.replace("\u200b", "").replace("- ", "-").replace("/ ", "/").count(name) >= 20
    assert not re.search("[^/-]\u200b", shown)


def test_a_long_table_repeats_its_heads_on_every_sheet() -> None:
    rows = tuple((f"Bet {n}", n * 10**12) for n in range(200))
    document = reader(Page((Table("Many", columns("text", "count"), rows),)))
    sheets = [" ".join(sheet.extract_text().split()) for sheet in document.pages]
    assert len(sheets) == 5
    for number, sheet in enumerate(sheets, start=1):
        assert "Head 0 Head 1" in sheet
        assert sheet.endswith(f"Page {number} of 5")
    for row in rows:
        assert f"{row[0]} {row[1]:,} " in " ".join(sheets)


def test_there_is_a_list_of_contents_if_there_are_many_tables() -> None:
    tables = tuple(Table(f"Part {n}", columns("count"), ((n,),)) for n in range(6))
    assert text(Page(tables, title=message("Whole"))).count("Part 3") == 2
    assert text(Page(tables[:5], title=message("Whole"))).count("Part 3") == 1
    assert "Contents Part 0 . . ." in text(Page(tables, title=message("Whole")))


def test_a_drawing_table_is_a_grid_with_draws_shaded() -> None:
    rows = (("0", "D", "D"), ("6", "S", "D"), ("7", "S", "S"))
    head = columns("text", "text", "text")
    drawing = reader(Page((Table("", head, rows),))).pages[0].get_contents()
    other = reader(Page((Table("", head, (*rows, ("8", "S", "x"))),))).pages[0].get_contents()
    assert drawing is not None
    assert other is not None
    shade = b"0.8352941 0.8745098 0.91764706 scn"
    assert drawing.get_data().count(shade) == 3
    assert other.get_data().count(shade) == 1


HOSTILE = (
    '#import "x.typ"',
    '#read("/etc/passwd")',
    '#panic("no")',
    "#{1 + 1}",
    "$x^2$",
    "*bold* _em_ `raw` ```typ #panic()```",
    "<label> @ref",
    "[content] {code} (group)",
    "= Heading",
    "- item",
    "+ item",
    "/ term: x",
    "// comment",
    "/* comment */",
    "back\\slash \\u{41} \\n",
    "\"straight\" 'quotes'",
    "a -- b --- c ... d ~ e -? f",
    "https://example.org/#x",
    "{page} \\ue000",
    "/ModDate(D:19700101000000Z)/CreationDate(D:19700101000000Z)>>",
    "<?xpacket begin= <xmp:CreateDate>1970-01-01T00:00:00Z</xmp:CreateDate>",
    "%PDF-1.7 endobj stream",
)


def test_no_text_is_read_as_markup() -> None:
    head = (Column("x", HOSTILE[2], "text"),)
    table = Table(HOSTILE[1], head, tuple((hostile,) for hostile in HOSTILE), HOSTILE)
    shown = text(Page((table, Table("", head, ())), Provenance(digests=((HOSTILE[3], "0" * 64),))))
    for hostile in HOSTILE:
        assert shown.count(hostile) >= 2


def test_no_title_is_mistaken_for_another_part_of_the_file() -> None:
    title = " ".join(HOSTILE)
    document = reader(Page(tuple(Table(each, columns("text"), ()) for each in HOSTILE), title=title))
    assert document.metadata is not None
    assert document.metadata == {"/Title": title, "/Creator": document.metadata.creator}
    assert [entry["/Title"] for entry in document.outline if isinstance(entry, dict)] == list(HOSTILE)


def test_controls_and_overrides_are_made_harmless() -> None:
    assert "a\ufffdb c d" in text(of_texts("a\u202eb\nc\td"))


CHOSEN = {
    "zh-Hans": ("闲家补牌，“例牌”……", "NotoSerifCJKsc-Regular"),
    "zh-Hant": ("閒家補牌，「例牌」……", "NotoSerifCJKtc-Regular"),
    "ko": ("플레이어는 카드를 받습니다.", "NotoSerifCJKkr-Regular"),
    "th": ("เสมอ", "NotoSerifThai-Regular"),
    "vi": ("Người chơi rút lá thứ ba", "LibertinusSerif-Regular"),
}


@pytest.mark.parametrize("language", CHOSEN)
def test_a_language_has_its_own_font_and_tag(language: str) -> None:
    if not {pdf._SET_AS[language][2]} <= FAMILIES | {"Libertinus Serif"}:
        pytest.skip(f"needs {pdf._SET_AS[language][2]}")
    sentence, font = CHOSEN[language]
    words = Words(language, 4, gettext.NullTranslations())
    page = Page((Table("", columns("text", "count"), ((sentence, 1234567),)),))
    document = reader(page, words)
    assert (font, True) in set(fonts(document))
    assert all(embedded for _, embedded in fonts(document))
    assert document.trailer["/Root"]["/Lang"].partition("-")[0] == language.partition("-")[0]
    shown = text(page, words)
    assert sentence in shown
    assert words.number(1234567, "count") in shown


def test_the_fonts_of_typst_have_every_vietnamese_letter(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pdf, "_fonts", lambda _: iter([typst.Fonts(include_system_fonts=False)]))
    marks = "", "\u0300", "\u0301", "\u0303", "\u0309", "\u0323"
    letters = [unicodedata.normalize("NFC", v + m) for v in "aăâeêioôơuưyAĂÂEÊIOÔƠUƯY" for m in marks]
    assert all(len(letter) == 1 for letter in letters)
    page = of_texts(" ".join([*letters, "đ", "Đ", "₫"]))
    assert " ".join(letters) in text(page, Words("vi", 4, gettext.NullTranslations()))


@needs_cjk
@needs_thai
def test_names_in_other_scripts_are_allowed_anywhere() -> None:
    shown = text(of_texts("Baccarat 百家乐 閒 바카라 ไทย ♠♥♦♣"))
    assert "Baccarat 百家乐 閒 바카라 ไทย ♠♥♦♣" in shown


@pytest.mark.parametrize(
    ("name", "missing", "package"),
    [
        ("x百y", "'百'", "fonts-noto-cjk"),
        ("바카라", "'바카라'", "fonts-noto-cjk"),
        ("ไทย", "'ไทย'", "fonts-noto-core"),
        ("aཀb", "'ཀ'", "fonts-noto-core"),
    ],
)
def test_a_character_that_no_font_has_is_an_error(
    name: str, missing: str, package: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pdf, "_fonts", lambda _: iter([typst.Fonts(include_system_fonts=False)]))
    with pytest.raises(RenderError) as raised:
        render_pdf(of_texts(name), ENGLISH)
    assert str(raised.value) == (
        f"no font has {missing}; on Debian install the package {package}, or print the HTML page"
    )


def test_a_character_that_pdf_a_forbids_is_an_error() -> None:
    with pytest.raises(RenderError) as raised:
        render_pdf(of_texts("\ue001"), ENGLISH)
    assert str(raised.value) == (
        "the page cannot be written as PDF/A; typst says: "
        'PDF/A-2a error: the PDF contains the codepoint `"\\u{e001}"`'
    )


@pytest.mark.parametrize("holds", [True, False, None])
def test_a_verdict_is_between_the_title_and_the_tables(holds: bool | None) -> None:
    page = replace(of_texts("a row"), title="A", verdict=Verdict("An answer.", holds, ("Its meaning.",)))
    assert text(page).startswith("A An answer. Its meaning. baccarat ")
