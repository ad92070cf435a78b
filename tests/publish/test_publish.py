"""Tables in every format, and files written completely or not at all."""

import csv
import io
import os
import re
import stat
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from html.parser import HTMLParser
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from wcwidth import wcswidth

from analyzer import __version__
from analyzer.errors import RenderError
from analyzer.files import check_place, write_whole
from analyzer.render.formats import render as rendering
from analyzer.render.formats.wrap import pieces, split_at_hyphens, wrap
from analyzer.render.page import Page, Provenance, cell_text, notes_of
from analyzer.render.table import Column, Table
from analyzer.render.words import plain_decimal, wording
from analyzer.report.page_document import PAGE, shown_origin
from analyzer.text import Figure, Message

F = Fraction
TEXTS = ("text", "md", "csv", "latex", "html")


def render(table: Table, format: str, digits: int = 4, width: int | None = None, lang: str = "en") -> str:
    """A page of one table without provenance, in a text format."""
    text = rendering.render(Page((table,)), format, wording(lang, digits), width)
    assert isinstance(text, str)
    return text


COLUMNS = (
    Column("bet", "Bet", "text"),
    Column("ways", "Ways", "count"),
    Column("edge", "House edge", "percent"),
    Column("pays", "Pays", "ratio"),
    Column("sd", "SD", "root", 3),
    Column("ev", "EV", "decimal"),
)
SMALL = Table(
    "Two bets",
    COLUMNS,
    (
        ("Banker", 2292252566437888, F(1, 96), F(19, 20), F(3, 4), F(-1, 32)),
        ("Tie", None, F(1, 8), F(1, 3), None, F(0)),
    ),
    ("On 8 decks.",),
)
ROUNDING = "Exact values, shown to 4 decimals (SD to 3), rounded half to even."
ORIGIN = f"baccarat {__version__}"

EXPECTED = {
    "text": f"""\
Two bets

Bet                      Ways  House edge  Pays     SD       EV
------  ---------------------  ----------  ----  -----  -------
Banker  2,292,252,566,437,888     1.0417%  0.95  0.866  -0.0312
Tie                         –    12.5000%   1/3      –   0.0000

On 8 decks.
{ROUNDING}

{ORIGIN}
""",
    "md": f"""\
## Two bets

| Bet | Ways | House edge | Pays | SD | EV |
| :--- | ---: | ---: | ---: | ---: | ---: |
| Banker | 2,292,252,566,437,888 | 1.0417% | 0.95 | 0.866 | -0.0312 |
| Tie | – | 12.5000% | 1/3 | – | 0.0000 |

- On 8 decks.
- Exact values, shown to 4 decimals (SD to 3), rounded half to even.

- {ORIGIN}
""",
    "csv": """\
bet,ways,edge,edge_percent,pays,pays_decimal,sd_squared,sd_decimal,ev,ev_decimal
Banker,2292252566437888,1/96,1.0417,19/20,0.9500,3/4,0.866,-1/32,-0.0312
Tie,,1/8,12.5000,1/3,0.3333,,,0,0.0000
""",
    "latex": r"""% requires \usepackage{booktabs,longtable,array}
% scripts other than Latin need xelatex or lualatex
\begin{longtable}{lrrrrr}
\caption{Two bets}\\
\toprule
Bet & Ways & House edge & Pays & SD & EV \\
\midrule
\endfirsthead
\toprule
Bet & Ways & House edge & Pays & SD & EV \\
\midrule
\endhead
\bottomrule
\endfoot
Banker & 2,292,252,566,437,888 & 1.0417\% & 0.95 & 0.866 & $-$0.0312 \\
Tie & – & 12.5000\% & 1/3 & – & 0.0000 \\
\end{longtable}
\par\smallskip{\footnotesize\raggedright On 8 decks.\par}
\par\smallskip{\footnotesize\raggedright ROUNDING\par}
\par\smallskip{\footnotesize\raggedright ORIGIN\par}
""".replace("ROUNDING", ROUNDING).replace("ORIGIN", ORIGIN),
}

HTML_BODY = f"""\
<body>
<main>
<section>
<div class="wide" tabindex="0" role="region" aria-labelledby="table-1">
<table>
<caption id="table-1">Two bets</caption>
<thead>
<tr><th scope="col">Bet</th><th scope="col" class="n">Ways</th><th scope="col" class="n">House edge</th>\
<th scope="col" class="n">Pays</th><th scope="col" class="n">SD</th><th scope="col" class="n">EV</th></tr>
</thead>
<tbody>
<tr><th scope="row">Banker</th><td class="n">2,292,252,566,437,888</td>\
<td class="n" title="1/96">1.0417%</td><td class="n" title="19/20">0.95</td>\
<td class="n" title="√(3/4)">0.866</td><td class="n" title="-1/32">-0.0312</td></tr>
<tr><th scope="row">Tie</th><td class="n">–</td><td class="n" title="1/8">12.5000%</td>\
<td class="n" title="1/3">1/3</td><td class="n">–</td><td class="n" title="0">0.0000</td></tr>
</tbody>
</table>
</div>
<ul class="notes">
<li>On 8 decks.</li>
<li>{ROUNDING}</li>
</ul>
</section>
</main>
<footer>
<p>{ORIGIN}</p>
</footer>
</body>
</html>
"""


def one_column(text: str) -> Table:
    return Table(text, (Column("a", text, "text"),), ((text,),), (text,))


@pytest.mark.parametrize("format", EXPECTED)
def test_a_small_table_literally(format: str) -> None:
    assert render(SMALL, format) == EXPECTED[format]


def test_an_html_page_literally() -> None:
    page = render(SMALL, "html")
    assert page.startswith('<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n')
    assert page[page.index("<body>") :] == HTML_BODY
    assert "prefers-color-scheme: dark" in page
    assert "@media print" in page
    assert not re.search(r"src=|href=|url\(|<script", page)


@pytest.mark.parametrize("format", TEXTS)
@pytest.mark.parametrize("rows", [(), (("",),), (("x",),)], ids=["no rows", "empty cell", "one cell"])
def test_output_ends_with_one_line_end(format: str, rows: tuple[tuple[str], ...]) -> None:
    for notes in ((), ("n",)):
        out = render(Table("t", (Column("a", "A", "text"),), rows, notes), format)
        assert out.endswith("\n")
        assert not out.endswith("\n\n")


def test_a_table_without_rows_keeps_its_header() -> None:
    assert render(Table("t", COLUMNS[:2], ()), "text") == f"t\n\nBet  Ways\n---  ----\n\n{ORIGIN}\n"


def test_the_document_is_exact() -> None:
    provenance = Provenance((("shoe", "8 decks"),), (("rules", "ab"),))
    page = Page((SMALL,), provenance)
    assert PAGE.of((page, wording(), shown_origin(provenance))) == {
        "schema": "baccarat-page/2",
        "about": {"version": __version__, "rules_sha256": "ab", "options": {"shoe": "8 decks"}},
        "language": "en",
        "title": "Two bets",
        "tables": [
            {
                "title": "Two bets",
                "columns": [
                    {"key": "bet", "head": "Bet", "kind": "text"},
                    {"key": "ways", "head": "Ways", "kind": "count"},
                    {"key": "edge", "head": "House edge", "kind": "percent"},
                    {"key": "pays", "head": "Pays", "kind": "ratio"},
                    {"key": "sd", "head": "SD", "kind": "root"},
                    {"key": "ev", "head": "EV", "kind": "decimal"},
                ],
                "rows": [
                    ["Banker", "2292252566437888", "1/96", "19/20", "3/4", "-1/32"],
                    ["Tie", None, "1/8", "1/3", None, "0"],
                ],
                "notes": ["On 8 decks."],
            }
        ],
    }


@pytest.mark.parametrize(
    ("kind", "cell", "digits", "shown"),
    [
        ("decimal", F(1, 32), 4, "0.0312"),
        ("decimal", F(3, 32), 4, "0.0938"),
        ("decimal", F(1, 2), 0, "0"),
        ("decimal", F(3, 2), 0, "2"),
        ("decimal", F(-1, 10**9), 4, "0.0000"),
        ("percent", F(1, 800), 2, "0.12%"),
        ("percent", F(3, 800), 2, "0.38%"),
        ("percent_root", F(1, 400), 2, "5.00%"),
        ("percent_root", F(2), 4, "141.4214%"),
        ("root", F(25, 100), 0, "0"),
        ("root", F(225, 100), 0, "2"),
        ("root", F(2), 20, "1.41421356237309504880"),
        ("root", F(0), 2, "0.00"),
        ("root", F(10**40 + 1), 21, "100000000000000000000.000000000000000000005"),
        ("ratio", F(19, 20), 1, "0.95"),
        ("ratio", F(12), 4, "12"),
        ("ratio", F(-7, 2), 4, "-3.5"),
        ("ratio", F(1, 10000), 0, "0.0001"),
        ("ratio", F(1, 100000), 60, "1/100000"),
        ("ratio", F(1, 3), 60, "1/3"),
        ("count", -1234567, 4, "-1,234,567"),
        ("count", 10**30, 4, "1" + ",000" * 10),
    ],
)
def test_a_cell_is_shown_rounded(kind: str, cell: F | int, digits: int, shown: str) -> None:
    assert cell_text(cell, Column("a", "A", kind), wording("en", digits)) == shown  # type: ignore[arg-type]


@given(st.fractions(min_value=0), st.integers(0, 30))
def test_a_root_is_the_nearest_decimal(x: F, places: int) -> None:
    root, half = F(plain_decimal(x, "root", places)), F(1, 2 * 10**places)
    assert max(F(0), root - half) ** 2 <= x <= (root + half) ** 2


def test_digits_of_the_column_take_precedence() -> None:
    columns = (Column("a", "A", "decimal", 1), Column("b", "B", "decimal"))
    assert render(Table("", columns, ((F(1, 4), F(1, 4)),)), "csv", 3).endswith("1/4,0.2,1/4,0.250\n")


# Hostile text

HOSTILE = "=|\\`<b>&*_${}#%^~[x]\"'\n\x1b[2J\u202e\ud800,"

HOSTILE_SHOWN = {
    "text": "=|\\`<b>&*_${}#%^~[x]\"' �[2J��,",
    "md": r"\=\|\\\`\<b\>\&\*\_\$\{\}\#%^\~\[x\]" + "\"' �\\[2J��,",
    "csv": '"\'=|\\`<b>&*_${}#%^~[x]""\'\n�[2J��,"',
    "latex": r"=\textbar{}\textbackslash{}`\textless{}b\textgreater{}\&{*}\_\$\{\}\#\%\textasciicircum{}"
    + "\\textasciitilde{}{[}x{]}\"' �{[}2J��,",
    "html": "=|\\`&lt;b&gt;&amp;*_${}#%^~[x]&quot;&#x27; �[2J��,",
}


# In the provenance it follows other words, where a Markdown page need not escape an equals sign.
SHOWN_ANYWHERE = {
    format: re.escape(shown) if format != "md" else r"\\?" + re.escape(shown.removeprefix("\\"))
    for format, shown in HOSTILE_SHOWN.items()
}


@pytest.mark.parametrize("format", TEXTS)
def test_hostile_text_stays_text(format: str) -> None:
    table = Table(HOSTILE, (Column("a", HOSTILE, "text"),), ((HOSTILE,),), (HOSTILE,))
    page = Page((table,), Provenance((("", HOSTILE),)))
    out = rendering.render(page, format)
    assert isinstance(out, str)
    # Title, head, cell, note and provenance; the page's title or the head again; CSV has only the cell.
    assert len(re.findall(SHOWN_ANYWHERE[format], out)) == {"csv": 1, "html": 6, "latex": 6}.get(format, 5)
    assert not re.search("[\x00-\x08\x0b-\x1f\u202e\ud800]", out)
    out.encode()


def test_html_reads_back_unchanged() -> None:
    text = "</title></table><script>alert(1)</script>\" onload='x' &amp;"
    data: list[str] = []
    tags: list[str] = []

    class Reader(HTMLParser):
        def handle_starttag(self, tag: str, attrs: object) -> None:
            tags.append(tag)

        def handle_data(self, data_: str) -> None:
            data.append(data_)

    Reader().feed(render(one_column(text), "html"))
    assert data.count(text) == 5
    assert "script" not in tags


@given(st.lists(st.text(st.characters(codec="utf-8", exclude_categories=["Cc"])), min_size=1, max_size=4))
def test_csv_reads_back_unchanged(texts: list[str]) -> None:
    columns = (Column("a", "A", "text"), Column("n", "N", "count"))
    out = render(Table("t", columns, tuple((text, 1) for text in texts)), "csv")
    read = [row[0] for row in csv.reader(io.StringIO(out, newline=""))]
    plain = [re.sub("[\u202a-\u202e\u2066-\u2069]", "\ufffd", text) for text in texts]
    assert read == ["a", *("'" + text if text[:1] in tuple("=+-@＝＋－＠") else text for text in plain)]


@pytest.mark.parametrize("start", ["=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠"])
def test_csv_cells_are_never_formulas(start: str) -> None:
    out = render(one_column(start + "1+1"), "csv")
    [cell] = list(csv.reader(io.StringIO(out, newline="")))[1]
    assert cell.startswith("'")
    assert cell.endswith("1+1")


def test_csv_keeps_a_lone_carriage_return_inside_its_cell() -> None:
    out = render(one_column("a\rb\r\nc"), "csv")
    assert list(csv.reader(io.StringIO(out, newline=""))) == [["a"], ["a\nb\nc"]]


def test_csv_numbers_are_not_escaped() -> None:
    table = Table("t", (Column("n", "N", "count"), Column("x", "X", "ratio")), ((-5, F(-1, 3)),))
    assert render(table, "csv") == "n,x,x_decimal\n-5,-1/3,-0.3333\n"


@pytest.mark.parametrize(
    ("note", "shown"),
    [
        ("1. e4", r"- 1\. e4"),
        ("12) x", r"- 12\) x"),
        ("- x", r"- \- x"),
        ("# x", r"- \# x"),
        ("0.95 to one", "- 0.95 to one"),
    ],
)
def test_markdown_notes_do_not_begin_a_block(note: str, shown: str) -> None:
    assert render(Table("t", COLUMNS[:1], (), (note,)), "md").endswith(f"\n{shown}\n\n- {ORIGIN}\n")


def test_markdown_rows_have_as_many_cells_as_columns() -> None:
    table = Table("t", COLUMNS[:2], (("a|b\\|c\n|d", 1), ("\\", 2)))
    rows = render(table, "md").splitlines()[2:6]
    assert [len(re.findall(r"(?<!\\)(?:\\\\)*\|", row)) for row in rows] == [3, 3, 3, 3]


def test_a_latex_row_cannot_pass_an_argument_to_the_line_break() -> None:
    out = render(Table("t", COLUMNS[:1], (("x",), ("[9em]",), ("*",))), "latex")
    assert "x \\\\\n{[}9em{]} \\\\\n{*} \\\\\n" in out


# Alignment and wrapping

NAMES = ["庄家", "幸运六", "เจ้ามือ", "ผู้เล่น เสมอ น้ำ", "뱅커 페어", "Nhà cái thắng tự nhiên", "Dragon 7", "é́x"]


def aligned(table: Table, width: int | None) -> list[str]:
    """Lines of the grid, from the header to the last row."""
    return render(table, "text", width=width).split("\n\n")[1].rstrip("\n").split("\n")


@pytest.mark.parametrize("first", NAMES)
def test_every_script_is_aligned(first: str) -> None:
    columns = (
        Column("bet", "下注 ชื่อ", "text"),
        Column("ways", "方式", "count"),
        Column("p", "概率", "percent"),
    )
    table = Table("t", columns, tuple((name, 10**i, F(1, 7**i)) for i, name in enumerate([first, *NAMES])))
    lines = aligned(table, 80)
    assert len({wcswidth(line) for line in lines}) == 1, lines
    assert wcswidth(lines[0]) <= 80
    rule = lines[1].split("  ")
    assert [set(part) for part in rule] == [{"-"}] * 3
    for line in lines[2:]:
        assert wcswidth(line[: line.rindex("  ")].rstrip()) == len(rule[0]) + 2 + len(rule[1])


LONG = Table(
    "Side bets of the standard game with a long title 12345678901234567890",
    (Column("bet", "Bet of the table", "text"), *COLUMNS[1:5], Column("why", "Remark", "text")),
    tuple(
        (f"{name} and its two-card line {place}{place}", 10**15 + place, F(1, 7), F(1, 3), F(2), remark)
        for place, (name, remark) in enumerate(
            zip(
                NAMES,
                ["赔率十二比一或二十比一，第19局（庄家）。", None, "การเดิมพันเป็นเจ้ามือเสมอ 11 ต่อ 1"] * 3,
                strict=False,
            )
        )
    ),
    ("A note with the numbers 4998398275503360 and 2,292,252,566,437,888 in it, long enough to be wrapped.",),
)


def characters(text: str) -> list[str]:
    return sorted(re.sub(r"[\s-]", "", text))


@given(st.integers(82, 260))
def test_no_number_is_lost_or_broken_at_any_sufficient_width(width: int) -> None:
    out = render(LONG, "text", width=width)
    assert characters(out) == characters(render(LONG, "text"))
    for place, row in enumerate(LONG.rows):
        line = re.compile(rf"{10**15 + place:,}  +14\.2857%  +1/3  +1\.414(  |$)", re.MULTILINE)
        assert line.search(out), (place, row)
        assert re.search(rf"(?<!\d){place}{place}(?!\d)", out)
    for number in ("12345678901234567890", "4998398275503360", "2,292,252,566,437,888", "第19局"[1:3]):
        assert number in out


@given(st.integers(23, 260))
def test_every_table_fits(width: int) -> None:
    assert max(map(wcswidth, render(LONG, "text", width=width).splitlines())) <= width


WORDS = st.sampled_from(
    [*NAMES, "ความน่าจะเป็น", "สเปรดชีต", "house edge", "power-98-banker-natural-8", "–", "1/3"]
)
SAID = st.lists(WORDS, min_size=1, max_size=6).map(" ".join)
HEADS = st.one_of(SAID, st.just(""))


@st.composite
def tables(draw: st.DrawFn) -> Table:
    """Tables of up to nine columns, whose numbers have up to sixty digits."""
    kinds = draw(st.lists(st.sampled_from(["text", "text", "count", "ratio"]), min_size=1, max_size=9))
    columns = tuple(Column(f"c{place}", draw(HEADS), kind) for place, kind in enumerate(kinds))
    whole = st.sampled_from([1, 4, 20, 40, 58]).flatmap(
        lambda digits: st.integers(-(10**digits), 10 ** (digits - 1))
    )
    cell = {"text": SAID, "count": whole, "ratio": st.builds(F, whole, st.integers(1, 10**15))}
    rows = draw(st.lists(st.tuples(*(st.one_of(st.none(), cell[kind]) for kind in kinds)), max_size=4))
    return Table("t", columns, tuple(rows))


@settings(max_examples=60)
@given(tables())
def test_any_table_fits_80_columns_and_nothing_is_lost(table: Table) -> None:
    out = render(table, "text", width=80)
    assert max(map(wcswidth, out.splitlines())) <= 80
    whole = render(table, "text")
    assert Counter(characters(whole)) <= Counter(characters(out))
    parts = {
        part.strip()
        for line in whole.splitlines()
        for piece in pieces(line)
        for part in split_at_hyphens(piece)
    }
    assert [part for part in parts if part.strip("-") and part not in out] == []


def test_columns_without_room_follow_in_parts_that_repeat_the_row_names() -> None:
    numbers = (Column(f"n{i}", f"N{i}", "count") for i in range(3))
    columns = (COLUMNS[0], Column("line", "Line", "text"), *numbers)
    table = Table("t", columns, (("Tie", "win", 10**9, 2, 3), ("Tie", "lose", 4, 5, 6 * 10**9)), ("Note.",))
    assert render(table, "text", width=28) == (
        "t\n\n"
        "Bet  Line             N0  N1\n"
        "---  ----  -------------  --\n"
        "Tie  win   1,000,000,000   2\n"
        "Tie  lose              4   5\n\n"
        "Bet  Line             N2\n"
        "---  ----  -------------\n"
        "Tie  win               3\n"
        "Tie  lose  6,000,000,000\n\n"
        f"Note.\n\n{ORIGIN}\n"
    )


def test_a_word_wider_than_its_column_gets_a_separate_line() -> None:
    columns = (COLUMNS[0], COLUMNS[1], Column("source", "Source", "text"))
    address = "https://example.org/a/b"
    table = Table("t", columns, (("Player", 10**14, f"see {address} there"), ("Banker", 10**18, "none")))
    assert render(table, "text", width=26) == (
        "t\n\n"
        "Bet                   Ways\n"
        "------  ------------------\n"
        "Player\n"
        "       100,000,000,000,000\n"
        "Banker\n"
        " 1,000,000,000,000,000,000\n\n"
        "Bet     Source\n"
        "------  ------------------\n"
        "Player  see\n"
        f"   {address}\n"
        "        there\n"
        "Banker  none\n\n"
        f"{ORIGIN}\n"
    )


def test_wrapped_cells_stay_in_their_columns() -> None:
    table = Table(
        "t", (*COLUMNS[:2], Column("w", "", "text")), (("幸运六 two-card line", 12345, "เจ้ามือ ชนะ"),)
    )
    assert render(table, "text", width=26) == (
        "t\n\n"
        "Bet         Ways\n"
        "--------  ------  -----\n"
        "幸运六    12,345  เจ้ามือ\n"
        "two-card          ชนะ\n"
        "line\n\n"
        f"{ORIGIN}\n"
    )


@pytest.mark.parametrize(
    ("text", "width", "lines"),
    [
        ("a bc def", 4, ["a bc", "def"]),
        ("庄家幸运六。", 6, ["庄家幸", "运六。"]),
        ("庄家（闲）", 4, ["庄家", "（闲）"]),
        ("第19局", 2, ["第", "19", "局"]),
        ("12345678901234567890", 3, ["12345678901234567890"]),
        ("การเดิมพันเป็นเจ้ามือ", 8, ["การเดิมพัน", "เป็นเจ้ามือ"]),
        ("ไพ่คู่ผู้เล่นและเจ้ามือ", 8, ["ไพ่คู่ผู้เล่น", "และเจ้ามือ"]),
        ("ไทเกอร์เสมอเชอแมงเดอแฟร์", 7, ["ไทเกอร์", "เสมอ", "เชอแมงเดอแฟร์"]),
        ("Tie (dragon-bonus-tie)", 14, ["Tie (dragon-", "bonus-tie)"]),
        ("Tie (dragon-bonus-tie)", 18, ["Tie", "(dragon-bonus-tie)"]),
        ("nets -3 -", 3, ["nets", "-3", "-"]),
        ("", 3, [""]),
    ],
)
def test_wrapping(text: str, width: int, lines: list[str]) -> None:
    assert wrap(text, width) == lines


@given(st.text(st.characters(codec="utf-8", exclude_categories=["Cc", "Zl", "Zp"])), st.integers(1, 40))
def test_wrapping_loses_only_spaces(text: str, width: int) -> None:
    assert "".join(wrap(text, width)).replace(" ", "") == text.replace(" ", "")


def test_text_that_looks_like_a_number_stays_text() -> None:
    table = Table("", COLUMNS[:1], (("7.6110",), ("1e5",), ("007",), ("1_000",)))
    assert render(table, "text") == f"Bet\n------\n7.6110\n1e5\n007\n1_000\n\n{ORIGIN}\n"


# Wrong tables


def cells(*row: object) -> Table:
    return Table("t", COLUMNS[:3], (("ok", 1, F(1)), row))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("make", "sentence"),
    [
        (lambda: cells("x", 1), "table 't': row 2: expected 3 cells, got 2"),
        (lambda: cells(1, 1, F(1)), "table 't': row 2, column 'bet': expected text or None, got 1"),
        (lambda: cells("x", True, F(1)), "table 't': row 2, column 'ways': expected int or None, got True"),
        (
            lambda: cells("x", F(1), F(1)),
            "table 't': row 2, column 'ways': expected int or None, got an object of type Fraction",
        ),
        (lambda: cells("x", 1, 0.5), "table 't': row 2, column 'edge': expected Fraction or None, got 0.5"),
        (
            lambda: Table("t", (Column("v", "V", "root"),), ((F(-1),),)),
            "table 't': row 1, column 'v': expected at least 0 under a root, got a negative number",
        ),
        (lambda: Table("t", (), ()), "table 't': at least one column is required"),
        (
            lambda: Table("t", (Column("a", "A", "ratio"), Column("a_decimal", "B", "text")), ()),
            "table 't': field 'a_decimal' occurs twice",
        ),
        (
            lambda: Column("a", "A", "percents"),  # type: ignore[arg-type]
            "unknown kind 'percents' of column 'a'; did you mean 'percent'?",
        ),
        (lambda: Column("", "A", "text"), "expected a key for the column headed 'A', got ''"),
        (lambda: Column("a", "A", "root", 61), "expected digits from 0 to 60, got 61"),
        (lambda: render(SMALL, "text", -1), "expected digits from 0 to 60, got -1"),
        (lambda: render(SMALL, "html", 61), "expected digits from 0 to 60, got 61"),
        (lambda: render(SMALL, "text", width=0), "expected a width of at least 1, got 0"),
        (lambda: render(SMALL, "txt"), "unknown format 'txt'; did you mean 'text'?"),
        (
            lambda: render(SMALL, "yaml"),
            "unknown format 'yaml'; choose from csv, html, latex, md, pdf, text, xlsx",
        ),
    ],
)
def test_wrong_tables_are_rejected(make: Callable[[], object], sentence: str) -> None:
    with pytest.raises(RenderError) as caught:
        make()
    assert str(caught.value) == sentence


def test_sixty_digits_are_shown_in_full() -> None:
    table = Table("t", (Column("x", "X", "decimal"),), ((F(1, 3),),))
    assert "0." + "3" * 60 + "\n" in render(table, "text", 60, width=10)


# Files


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


@pytest.mark.parametrize(
    ("data", "stored"), [("庄\n", "庄\n".encode()), (b"\xff\r\n\0", b"\xff\r\n\0"), ("", b"")]
)
def test_a_new_file_is_written_whole(tmp_path: Path, data: str | bytes, stored: bytes) -> None:
    write_whole(tmp_path / "x.txt", data)
    assert (tmp_path / "x.txt").read_bytes() == stored
    assert names(tmp_path) == ["x.txt"]


def test_a_new_file_has_the_permissions_of_the_umask(tmp_path: Path) -> None:
    before = os.umask(0o027)
    try:
        write_whole(tmp_path / "x", "a")
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "x").stat().st_mode) == 0o640


def test_a_file_is_replaced_only_by_force(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("x.txt").write_text("old")
    os.chmod("x.txt", 0o600)
    with pytest.raises(
        RenderError, match=r"^'x\.txt' exists and is not replaced; name another file or add force=True$"
    ):
        write_whole("x.txt", "new")
    assert Path("x.txt").read_text() == "old"
    write_whole("x.txt", "new", force=True)
    assert Path("x.txt").read_text() == "new"
    assert stat.S_IMODE(os.stat("x.txt").st_mode) == 0o600
    assert names(tmp_path) == ["x.txt"]


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("folder", "'folder' is a folder; name a file in it"),
        ("new/", "'new/' is a folder; name a file in it"),
        ("a/b/x", "cannot write 'a/b/x': folder 'a/b' does not exist"),
        ("file/x", "cannot write 'file/x': part of its path is a file, not a folder"),
        ("", "expected a file name, got ''"),
        ("a\0b", "expected a file name, got 'a\\x00b'"),
        ("loop", "cannot write 'loop': too many levels of symbolic links"),
        ("y" * 300, f"cannot write '{'y' * 300}': its name is too long"),
    ],
)
@pytest.mark.parametrize("force", [False, True])
def test_a_place_that_cannot_be_written_is_rejected(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, sentence: str, force: bool
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("folder").mkdir()
    Path("file").write_text("old")
    os.symlink("loop", "loop")
    before = names(tmp_path)
    with pytest.raises(RenderError) as caught:
        write_whole(name, "new", force)
    assert str(caught.value) == sentence
    assert names(tmp_path) == before
    assert Path("file").read_text() == "old"


@pytest.mark.parametrize("place", ["folder", "a/b/x", "file/x", "old", ""])
def test_a_place_is_rejected_before_anything_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, place: str
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("folder").mkdir()
    Path("file").write_text("old")
    Path("old").write_text("old")
    with pytest.raises(RenderError) as early:
        check_place(place)
    with pytest.raises(RenderError) as late:
        write_whole(place, "new")
    assert str(early.value) == str(late.value)


def test_places_that_can_be_written_are_accepted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("old").write_text("old")
    for place, force in (("x", False), ("old", True), ("/dev/null", False), ("/dev/stdout", False)):
        check_place(place, force)
    assert names(tmp_path) == ["old"]


def test_a_folder_that_is_not_writable_is_reported_early(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "access", lambda *args: False)
    with pytest.raises(RenderError, match=r"^cannot write '.*x': folder '.*' is not writable$"):
        check_place(tmp_path / "x")


@pytest.mark.skipif(os.geteuid() == 0, reason="root can write anywhere")
def test_a_folder_without_permission_is_rejected(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    with pytest.raises(RenderError, match=r"permission denied$"):
        write_whole(tmp_path / "x", "a")
    tmp_path.chmod(0o700)
    assert names(tmp_path) == []


@pytest.mark.parametrize("call", ["fsync", "replace", "link"])
@pytest.mark.parametrize(
    "fault", [OSError(28, "No space left on device"), KeyboardInterrupt()], ids=["full", "stop"]
)
@pytest.mark.parametrize("exists", [False, True])
def test_a_failure_leaves_no_file_and_no_temporary_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, call: str, fault: BaseException, exists: bool
) -> None:
    target = tmp_path / "x"
    if exists:
        target.write_text("old")

    def fail(*args: object, **kwargs: object) -> None:
        raise fault

    monkeypatch.setattr(os, call, fail)
    if call == "replace" and not exists:
        # Without hard links the name is reserved first and must be released.
        monkeypatch.setattr(os, "link", lambda *args: os.rename("/nowhere", "/nowhere"))
    if call == "link" and (exists or isinstance(fault, OSError)):
        write_whole(target, "new", force=exists)
        assert target.read_text() == "new"
    else:
        with pytest.raises(type(fault) if isinstance(fault, KeyboardInterrupt) else RenderError):
            write_whole(target, "new", force=exists)
        assert [path.read_text() for path in tmp_path.iterdir()] == ["old"] * exists
    assert names(tmp_path) == ["x"] * target.exists()


def test_a_full_disk_is_reported_in_one_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(number: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", fail)
    monkeypatch.chdir(tmp_path)
    with pytest.raises(RenderError, match=r"^cannot write 'x': no space left on device$"):
        write_whole("x", "new")


@pytest.mark.parametrize("links", [True, False], ids=["hard links", "no hard links"])
def test_a_file_that_appears_in_the_meantime_is_not_overwritten(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, links: bool
) -> None:
    target = tmp_path / "x"
    monkeypatch.setattr(os, "fsync", lambda number: target.write_text("theirs"))
    if not links:
        monkeypatch.setattr(os, "link", lambda *args: os.rename("/nowhere", "/nowhere"))
    with pytest.raises(
        RenderError, match=r"exists and is not replaced; name another file or add force=True$"
    ):
        write_whole(target, "ours")
    assert target.read_text() == "theirs"
    assert names(tmp_path) == ["x"]


def test_text_that_is_not_unicode_writes_nothing(tmp_path: Path) -> None:
    with pytest.raises(RenderError, match=r"the text is not valid Unicode$"):
        write_whole(tmp_path / "x", "\ud800")
    assert names(tmp_path) == []


@pytest.mark.parametrize("exists", [True, False], ids=["to a file", "dangling"])
def test_a_symbolic_link_is_followed(tmp_path: Path, exists: bool) -> None:
    (tmp_path / "there").mkdir()
    target, link = tmp_path / "there" / "x", tmp_path / "link"
    link.symlink_to(target)
    if exists:
        target.write_text("old")
        with pytest.raises(RenderError, match=r"exists and is not replaced"):
            write_whole(link, "new")
    write_whole(link, "new", force=exists)
    assert link.is_symlink()
    assert target.read_text() == "new"
    assert names(tmp_path / "there") == ["x"]


def test_devices_and_pipes_are_written_directly(tmp_path: Path) -> None:
    write_whole("/dev/null", "x")
    assert stat.S_ISCHR(os.stat("/dev/null").st_mode)
    reading, writing = os.pipe()
    write_whole(f"/dev/fd/{writing}", "庄")
    os.close(writing)
    assert os.read(reading, 10) == "庄".encode()
    os.close(reading)


def test_standard_output_stays_in_order_in_a_file(tmp_path: Path) -> None:
    write = "write_whole('/dev/stdout', 'b\\n')"
    script = f"from analyzer.files import check_place, write_whole; print('a'); {write}; print('c')"
    with open(tmp_path / "out", "wb") as out:
        buffered = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
        subprocess.run([sys.executable, "-c", script], stdout=out, check=True, env=buffered)
    assert (tmp_path / "out").read_text() == "a\nb\nc\n"


def test_only_decimals_that_a_column_has_are_stated() -> None:
    """A fixed bug: if all columns had 6 decimals, the note first stated 4, which none of them had."""
    columns = (
        *(Column("ev", "EV", "decimal", 6), Column("error", "SE", "root", 6)),
        *(Column("hit_rate", "Hits", "percent", 2), Column("edge", "Edge", "percent")),
    )
    row = (F(1, 3), F(1, 2), F(1, 7), F(1, 9))
    said = {
        2: "6 decimals",
        3: "6 decimals (Hits to 2)",
        4: "4 decimals (EV to 6, SE to 6, Hits to 2)",
    }
    for shown, decimals in said.items():
        table = Table("A sweep", columns[:shown], (row[:shown],))
        assert list(notes_of(table, wording())) == [
            f"Exact values, shown to {decimals}, rounded half to even."
        ]
    half = Message("EV {ev}", (("ev", Figure(F(1, 2), "percent")),))
    for table in (
        Table("A sweep", columns[:2], (row[:2],), (half,)),
        Table("A sweep", (*columns[:2], Column("said", "Said", "text")), ((*row[:2], half),)),
    ):
        *_, said_last = notes_of(table, wording())
        assert said_last == "Exact values, shown to 4 decimals (EV to 6, SE to 6), rounded half to even."
