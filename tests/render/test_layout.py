"""How pages are laid out: rows with the same name, links, wide tables in LaTeX, and pages without a date."""

import re
from fractions import Fraction

import pytest
from tabulate import tabulate
from wcwidth import wcswidth, wcwidth

from analyzer.render.formats import latex
from analyzer.render.formats.render import render
from analyzer.render.formats.wrap import NARROW
from analyzer.render.page import Page, Provenance, Verdict, groups
from analyzer.render.table import Column, Link, Table
from analyzer.text import message

pytestmark = pytest.mark.libraries  # wcwidth measures

BET = Column("bet", "Bet", "text")
WAYS = Column("ways", "Ways", "count")
LINES = Table("Lines", (BET, WAYS), (("Player", 1), ("Player", 2), ("Tie", 3)))
NAV = (Link(message("All tables"), "../README.md"), Link("한국어", "../ko/a.md"))


def shown(page: Page, format: str) -> str:
    text = render(page, format)
    assert isinstance(text, str)
    return text


@pytest.mark.parametrize(
    ("names", "found"),
    [("aab", ["aa", "b"]), ("abc", ["abc"]), ("aba", ["aba"]), ("", []), ("aa", ["aa"])],
)
def test_rows_with_the_same_name_are_grouped(names: str, found: list[str]) -> None:
    table = Table("t", (BET,), tuple((name,) for name in names))
    parts = ["".join(str(name) for (name,) in rows) for rows in groups(table)]
    assert [part for part in parts if part] == found


def test_groups_are_visible() -> None:
    assert shown(Page((LINES,)), "html").count("<tbody>") == 2
    assert "Player & 2 \\\\\n\\addlinespace\nTie & 3 \\\\\n" in shown(Page((LINES,)), "latex")


def test_a_page_links_to_related_pages() -> None:
    page = Page((LINES,), title="A", nav=NAV)
    assert "# A\n\n[All tables](../README.md) · [한국어](../ko/a.md)\n\n## Lines" in shown(page, "md")
    anchors = '<a href="../README.md">All tables</a> <a href="../ko/a.md">한국어</a>'
    assert f"<body>\n<nav>{anchors}</nav>\n<main>\n<h1>A</h1>" in shown(page, "html")
    for format in ("text", "csv", "latex"):
        assert "README" not in shown(page, format)


JUDGED = {
    "text": "A\n\n==========\nNo & never\n==========\nOnly\n*so*\n\nLines\n\n",
    "md": "# A\n\n**No \\& never**\n\n- Only\n- \\*so\\*\n\n## Lines\n",
    "csv": "bet,ways\n",
    "html": (
        '<h1>A</h1>\n<div class="verdict no" role="note">\n<p><strong>No &amp; never</strong></p>\n'
        "<p>Only</p>\n<p>*so*</p>\n</div>\n<section>\n"
    ),
    "latex": (
        r"\section*{A}"
        "\n"
        r"\par\medskip\noindent\fbox{\parbox{\dimexpr\linewidth-2\fboxsep-2\fboxrule\relax}"
        r"{\raggedright{\Large\bfseries No \& never\par}\par\smallskip Only\par\smallskip {*}so{*}}}"
        r"\par\medskip"
        "\n"
        r"\begin{longtable}"
    ),
}
"""The beginning of a page with a verdict, by format; CSV has no verdict."""


@pytest.mark.parametrize("format", JUDGED)
def test_a_verdict_comes_before_the_tables(format: str) -> None:
    verdict = Verdict("No & never", False, ("Only", "*so*"))
    assert JUDGED[format] in shown(Page((LINES,), title="A", verdict=verdict), format)


@pytest.mark.parametrize(("holds", "word"), [(True, "yes"), (False, "no"), (None, "open")])
def test_a_verdict_is_styled_by_its_answer(holds: bool | None, word: str) -> None:
    assert f'<div class="verdict {word}" ' in shown(Page((LINES,), verdict=Verdict("So.", holds)), "html")


def test_a_verdict_is_no_wider_than_the_page() -> None:
    page = Page((LINES,), verdict=Verdict("No more than ten", None))
    text = render(page, "text", width=10)
    assert text[: text.index("Lines")] == "========\nNo more\nthan ten\n========\n\n"


@pytest.mark.parametrize(
    ("text", "long"), [("b" * 33, True), ("b" * 32, False), ("庄" * 17, True), ("庄" * 16, False)]
)
def test_a_column_of_long_texts_is_wide_in_html(text: str, long: bool) -> None:
    table = Table("t", (BET, Column("event", "Event", "text")), (("a", text),))
    assert ('<th scope="col" class="long">Event</th>' in shown(Page((table,)), "html")) is long
    assert '<th scope="col">Bet</th>' in shown(Page((table,)), "html")


def test_a_page_can_be_undated(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "0")
    assert "1970-01-01" in shown(Page((LINES,), Provenance()), "md")
    assert "1970" not in shown(Page((LINES,), Provenance(dated=False)), "md")
    assert Provenance(dated=False).date is None


WIDE = Table(
    "Wide",
    (BET, Column("event", "Event", "text"), *(Column(f"n{i}", "House edge", "percent") for i in range(9))),
    (("banker/commission-5", "word " * 40, *[Fraction(i, 3) for i in range(9)]),),
)


def letters(places: str) -> list[int]:
    """The width of each column of a LaTeX table, in thousandths of the line."""
    return [int(share) for share in re.findall(r"0\.(\d{3})\\linewidth", places)]


def test_a_text_wider_than_its_column_does_not_split_other_cells_of_its_row() -> None:
    table = Table(
        "t", (BET, Column("digest", "Digest", "text")), (("Drawing table", "x" * 20), ("Rules", "y"))
    )
    lines = str(render(Page((table,)), "text", width=24))
    assert "Drawing\ntable\n    xxxxxxxxxxxxxxxxxxxx\nRules    y\n" in lines


def test_columns_share_a_line_by_their_widths_and_gaps() -> None:
    columns = [latex.TextColumn("", ("",), numeric, ("",)) for numeric in (True, False)]
    places = list(latex._shares(columns, [10, 26], latex._Size("", 40, 2, 5)))
    assert letters("".join(places)) == [300, 700]
    assert [place.split("\\")[1] for place in places] == ["raggedleft", "raggedright"]


def test_a_wide_table_is_set_in_landscape_and_fits_the_line() -> None:
    text = shown(Page((WIDE, LINES), Provenance(), "Both"), "latex")
    assert text.startswith("% requires \\usepackage{booktabs,longtable,array,pdflscape}\n")
    assert text.index("\\begin{landscape}") < text.index("\\section*{Both}")
    assert text.endswith("\\end{landscape}\n")
    wide, lines = re.findall(r"\\begin{longtable}{(.*)}\n", text)
    assert len(letters(wide)) == len(WIDE.columns)
    assert 900 < sum(letters(wide)) <= 1000
    assert wide.count("raggedleft") == 9
    assert lines == "lr"
    assert "banker/\\allowbreak{}commission-\\allowbreak{}5" in text


def test_a_long_text_alone_does_not_cause_landscape() -> None:
    table = Table("t", (Column("n", "No.", "count"), Column("rule", "Rule", "text")), ((1, "word " * 40),))
    text = shown(Page((table,)), "latex")
    assert "landscape" not in text
    (places,) = re.findall(r"\\begin{longtable}{(.*)}\n", text)
    assert sum(letters(places)) <= 1000


def test_a_number_too_long_for_a_line_is_never_broken() -> None:
    numbers = tuple(Column(f"n{i}", "Probability", "percent", 60) for i in range(4))
    text = shown(Page((Table("t", numbers, ((Fraction(1, 3),) * 4,)),)), "latex")
    assert " & ".join(["33." + "3" * 60 + r"\%"] * 4) in text


def test_a_note_can_be_broken_wherever_its_script_allows() -> None:
    table = Table("t", (BET,), (("a",),), ("庄家 3 点 https://a.example/%e7%99",))
    assert (
        "庄\\allowbreak{}家 3 点 https://\\allowbreak{}a.\\allowbreak{}example/\\%\\allowbreak{}e7"
        in shown(Page((table,)), "latex")
    )


UNTOUCHED = (
    *("7.6110", "1e5", "007", "0x1F", "1_000", "1,234.50", "+5", "-0", ".5", "5.", "nan", "inf", "True"),
    *("\u3000x", "\u2003x", "2026-11-24", "e\u0301", "น้ำ", "庄", "👨\u200d👩\u200d👧"),
)
"""Texts that look like numbers or begin with a wide space."""


@pytest.mark.parametrize("text", UNTOUCHED)
@pytest.mark.parametrize("width", [None, 80])
def test_a_cell_is_shown_as_written(text: str, width: int | None) -> None:
    table = Table("", (Column("a", text, "text"), WAYS), ((text, 1), ("longer than it", 22)))
    drawn = render(Page((table,)), "text", width=width)
    assert isinstance(drawn, str)
    head, rule, cell, other, *_ = drawn.split("\n")
    assert rule == "-" * 14 + "  " + "-" * 4
    gap = " " * (16 - wcswidth(text))
    assert (head, cell, other) == (f"{text}{gap}Ways", f"{text}{gap}   1", "longer than it    22")
    assert f"| {text} | 1 |\n" in shown(Page((table,)), "md").replace("\\", "")


def test_spaces_around_a_cell_are_left_out() -> None:
    table = Table("", (BET, Column("b", "Rule", "text")), ((" x", "y  z "),))
    assert shown(Page((table,)), "text").startswith("Bet  Rule\n---  ----\nx    y z\n")
    assert shown(Page((table,)), "md").startswith("| Bet | Rule |\n| :--- | :--- |\n| x | y z |\n")


def test_wide_characters_and_combining_marks_line_up() -> None:
    table = Table("", (Column("bet", "庄家", "text"), WAYS), (("ผู้เล่น", 1), ("Banker", 22), ("闲家对子", 333)))
    assert shown(Page((table,)), "text").startswith(
        "庄家      Ways\n--------  ----\nผู้เล่น         1\nBanker      22\n闲家对子   333\n"
    )
    assert shown(Page((table,)), "md").startswith(
        "| 庄家 | Ways |\n| :--- | ---: |\n| ผู้เล่น | 1 |\n| Banker | 22 |\n| 闲家对子 | 333 |\n"
    )


def test_a_text_page_is_aligned_like_tabulate() -> None:
    rows = (("Player", 1234567), ("庄家 – 6", 5), ("ผู้เล่นคู่", 67), ("e\u0301 √2 ♠", 890))
    _, table, _ = shown(Page((Table("t", (BET, WAYS), rows),)), "text").split("\n\n")
    cells = [("Bet", "Ways"), ("-" * 8, "-" * 9), *((name, f"{ways:,}") for name, ways in rows)]
    sides = ("left", "right")
    assert table == tabulate(cells, (), "plain", colalign=sides, disable_numparse=True)


def test_characters_listed_as_narrow_are_narrow() -> None:
    narrow = [character for character in map(chr, range(0x11_0000)) if re.fullmatch(NARROW, character)]
    assert len(narrow) > 1000
    assert {wcwidth(character) for character in narrow} == {1}


def test_a_text_too_wide_for_its_column_has_its_own_line() -> None:
    word, number = "x" * 20, 10**14
    rows = (("the dragon " + word + " bet", 12), ("Tie", number))
    page = Page((Table("", (BET, Column("w", "Ways of all the coups", "count")), rows),))
    assert render(page, "text", width=20) == (
        "Bet          Ways of\n             all the\n               coups\n----------  --------\n"
        "the dragon        12\n" + word + "\nbet\nTie\n 100,000,000,000,000\n\nbaccarat 1.0.0\n"
    )


def test_hands_and_odds_are_not_broken() -> None:
    hand = "10♠ J♦ 3♣"
    sentence = f"{'Banker ' * 9}stood on {hand}; {'it was dealt first ' * 2}and pays 8 to 1 here"
    page = Page((Table("Coups", (BET,), ((sentence,),), (message("{text}.", text=sentence),)),))
    for kept in (hand, "8 to 1"):
        assert shown(page, "html").count(kept.replace(" ", "\xa0")) == 2  # in the cell and in the note
        assert [kept in line for line in shown(page, "text").splitlines()].count(True) == 2
        assert kept in shown(page, "csv") and kept in shown(page, "md")
