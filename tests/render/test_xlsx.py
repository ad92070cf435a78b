"""Pages as workbooks: numbers with every digit, exact texts next to them, and no harm from names."""

import io
import zipfile
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from xml.etree import ElementTree

import pytest
from openpyxl import load_workbook
from openpyxl.workbook import Workbook
from openpyxl.worksheet.worksheet import Worksheet

from analyzer import __version__
from analyzer.cli.main import main
from analyzer.render.formats.render import render
from analyzer.render.formats.xlsx import render_xlsx
from analyzer.render.page import Page, Provenance, Verdict
from analyzer.render.table import Column, Link, Table
from analyzer.render.words import wording
from analyzer.text import message

pytestmark = pytest.mark.libraries

F = Fraction
NAMES = Column("bet", "Bet", "text")
COLUMNS = (
    NAMES,
    Column("ways", "Ways", "count"),
    Column("cards", "Cards", "count"),
    Column("edge", "House edge", "percent"),
    Column("pays", "Pays", "ratio"),
    Column("sd", "SD", "root", 3),
    Column("ev", "EV", "decimal", 0),
)
TABLE = Table(
    "Two bets",
    COLUMNS,
    (
        ("Banker", 2292252566437888, 416, F(114753351728, 10847218479825), F(19, 20), F(2), F(-1, 3)),
        (message("{n} ways", n=1234), None, 2**53 + 1, F(2, 3), F(1, 3), None, F(0)),
    ),
    ("On 8 decks.",),
)
WORDS = wording("en", 6)


def opened(page: Page, language: str = "en") -> Workbook:
    return load_workbook(io.BytesIO(render_xlsx(page, wording(language, 6))))


def first(*tables: Table) -> Worksheet:
    sheet = opened(Page(tables)).worksheets[0]
    assert isinstance(sheet, Worksheet)
    return sheet


def test_numbers_are_numbers_with_exact_texts_next_to_them() -> None:
    rows = [[cell.value for cell in row] for row in first(TABLE)["A3:L5"]]
    heads = "Bet|Ways|Ways (exact)|Cards|Cards (exact)|House edge|House edge (exact)|Pays|Pays (exact)|SD"
    assert rows == [
        [*heads.split("|"), "SD squared (exact)", "EV"],
        [
            *("Banker", 2292252566437888, "2292252566437888", 416, "416"),
            *(114753351728 / 10847218479825, "114753351728/10847218479825"),
            *(0.95, "19/20", 2**0.5, "2", -1 / 3),
        ],
        ["1,234 ways", None, None, 2**53, "9007199254740993", 2 / 3, "2/3", 1 / 3, "1/3", None, None, 0],
    ]
    assert [cell.value for cell in first(TABLE)["M"]][2:5] == ["EV (exact)", "-1/3", "0"]


def test_counts_that_fit_in_a_number_have_no_exact_text() -> None:
    small = Table("Small", (NAMES, COLUMNS[1]), (("Tie", 10**15 - 1),))
    assert [cell.value for cell in first(small)[4]] == ["Tie", 10**15 - 1]


def test_numbers_are_shown_at_the_digits_of_the_page() -> None:
    formats = {cell.value: cell.number_format for cell in first(TABLE)[4]}
    assert formats[114753351728 / 10847218479825] == "0.000000%"
    assert formats[2292252566437888] == formats[416] == "#,##0"
    assert (formats[0.95], formats[2**0.5], formats[-1 / 3]) == ("General", "0.000", "0")


def test_a_sheet_is_set_up_to_be_read_and_printed() -> None:
    sheet = first(TABLE)
    assert sheet["A1"].value == "Two bets"
    assert (sheet.freeze_panes, sheet.auto_filter.ref) == ("A4", "A3:M5")
    # Any number of pages high and, by default, one page wide.
    setup = sheet.page_setup
    assert (setup.orientation, setup.fitToWidth, setup.fitToHeight) == ("landscape", None, 0)
    assert sheet.sheet_properties.pageSetUpPr.fitToPage
    assert sheet.print_title_rows == "$3:$3"
    assert sheet["A7"].value == "On 8 decks."
    rounding = "Exact values, shown to 6 decimals (SD to 3, EV to 0), rounded half to even."
    assert sheet["A8"].value == rounding
    assert sheet.column_dimensions["G"].width >= len("114753351728/10847218479825")


def test_a_row_has_the_height_of_its_longest_text() -> None:
    columns = (Column("what", "What", "text"), Column("how", "How", "text"))
    rows = (("short", "short"), ("short", "a card " * 20), (None, "a card " * 5))
    heights = first(Table("Rows", columns, rows)).row_dimensions
    assert [heights[row].height for row in (4, 5, 6)] == [None, 47.25, None]


def test_the_properties_of_a_workbook(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SOURCE_DATE_EPOCH", raising=False)
    page = Page((TABLE,), Provenance((("variant", "standard"),)), title="A page")
    book = opened(page)
    assert book.sheetnames == ["Two bets", "About"]
    assert [cell.value for cell in book["About"]["A"]] == [
        "About",
        None,
        "A page",
        f"baccarat {__version__}, variant standard",
    ]
    properties = book.properties
    assert (properties.title, properties.creator) == ("A page", f"baccarat {__version__}")
    assert properties.created == properties.modified
    assert properties.created.isoformat() == "1980-01-01T00:00:00"
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1700000000")
    assert opened(page).properties.created.isoformat() == "2023-11-14T22:13:20"


def test_the_same_bytes_every_time() -> None:
    page = Page((TABLE, TABLE))
    assert render_xlsx(page, WORDS) == render_xlsx(page, WORDS)
    assert render(page, "xlsx", WORDS) == render_xlsx(page, WORDS)


def test_sheets_have_names_that_spreadsheets_accept() -> None:
    titles = [
        "",
        "",
        "History",
        "a/b\\c[d]:e*?",
        "'Tie'",
        "Tie",
        "tie",
        "x" * 31,
        "x" * 40,
        "x" * 32,
        "🂡" * 20,
        "\x01\ud800",
    ]
    book = opened(Page(tuple(Table(title, (NAMES,), ()) for title in titles)))
    assert book.sheetnames == [
        *("–", "– (2)", "History (2)", "a b c d e", "Tie", "Tie (2)", "tie (3)"),
        *("x" * 31, "x" * 30 + "…", "x" * 26 + "… (2)", "🂡" * 15 + "…", "\ufffd\ufffd", "About"),
    ]


HOSTILE = {
    "=1+1": "'=1+1",
    '=HYPERLINK("http://example.org")': '\'=HYPERLINK("http://example.org")',
    "+1+1": "'+1+1",
    "-1+1": "'-1+1",
    "@SUM(A1)": "'@SUM(A1)",
    "\t=1": "'=1",
    "\r=1": "'=1",
    "\x00=1": "\ufffd=1",
    "{=1}": "{=1}",
    "_x003D_1": "_x003D_1",
    "http://example.org": "http://example.org",
    '<f>1</f> & "x"]]>': '<f>1</f> & "x"]]>',
    "a\u202eb\x1b\ufffe\uffff\ud800": "a\ufffdb\ufffd\ufffd\ufffd\ufffd",
    "1e9": "1e9",
    "-5": "-5",
}


def parts(workbook: bytes) -> Iterator[tuple[str, ElementTree.Element]]:
    with zipfile.ZipFile(io.BytesIO(workbook)) as whole:
        for name in whole.namelist():
            yield name, ElementTree.fromstring(whole.read(name))


def test_no_text_becomes_a_formula_or_breaks_the_file() -> None:
    rows = tuple((name,) for name in HOSTILE)
    tables = tuple(Table(name, (Column("x", name, "text"),), rows, (name,)) for name in HOSTILE)
    linked = Table("Links", (NAMES,), ((Link("=1", "javascript:alert(1)"),),))
    page = Page(
        (*tables, linked),
        Provenance(
            ((f"{name} ", name) for name in HOSTILE),
        ),
        title="=1+1",
    )
    workbook = render_xlsx(page, WORDS)
    tags = {element.tag.rpartition("}")[2] for _, part in parts(workbook) for element in part.iter()}
    assert not tags & {"f", "hyperlink", "hyperlinks", "externalReference"}
    book = load_workbook(io.BytesIO(workbook))
    for sheet, safe in zip(book.worksheets, HOSTILE.values(), strict=False):
        assert [cell.value for cell in sheet["A"]] == [safe, None, safe, *HOSTILE.values(), None, safe]
        assert {cell.data_type for cell in sheet["A"] if cell.value} == {"s"}
    assert book.worksheets[len(HOSTILE)]["A4"].value == "'=1"


def test_texts_too_long_for_a_cell_are_cut() -> None:
    [cell] = first(Table("Long", (NAMES,), (("ab" * 20_000,),)))[4]
    assert cell.value == ("ab" * 20_000)[:32_766] + "…"


@pytest.mark.parametrize("language", ["en", "zh-Hans", "zh-Hant", "th", "ko", "vi"])
def test_each_language_has_a_font_with_its_letters(language: str) -> None:
    fonts = {
        "zh-Hans": "Microsoft YaHei",
        "zh-Hant": "Microsoft JhengHei",
        "th": "Leelawadee UI",
        "ko": "Malgun Gothic",
    }
    sheet = opened(Page((TABLE,)), language).worksheets[0]
    assert {cell.font.name for row in sheet["A1:M5"] for cell in row if cell.value is not None} == {
        fonts.get(language, "Calibri")
    }
    # Only the words differ between languages: spreadsheets use their own separators.
    assert sheet["F4"].number_format == "0.000000%"


def test_a_command_writes_its_table(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = str(tmp_path / "odds.xlsx")
    assert main(["odds", "classic", "--format", "xlsx", "-o", file]) == 0
    assert capsys.readouterr().err == f"wrote {file!r}\n"
    sheet = load_workbook(file).worksheets[0]
    edge = next(place for place, cell in enumerate(sheet[3]) if cell.value == "House edge (exact)")
    assert [sheet[row][edge].value for row in (4, 5, 6)] == [
        "241149546272/19524993263685",
        "114753351728/10847218479825",
        "103841353768/723147898655",
    ]


def test_a_verdict_is_between_the_title_and_the_heads_of_the_first_sheet() -> None:
    verdict = Verdict("=No.", False, ("One.", "Two."))
    book = opened(Page((TABLE, TABLE), verdict=verdict))
    one, two = ([sheet.cell(row, 1).value for row in range(1, 7)] for sheet in book.worksheets[:2])
    assert one == ["Two bets", "'=No.", "One.", "Two.", None, "Bet"]
    assert two[:3] == ["Two bets", None, "Bet"]
    first = book.worksheets[0]
    assert (first["A2"].font.b, first["A2"].fill.fgColor.rgb, first.freeze_panes) == (True, "FFFBE5E5", "A7")
