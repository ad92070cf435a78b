"""Hostile input: names are shown as written and never executed, and endless input is cut short.

No clock measures how long a test takes: one that took minutes could not be overlooked.
"""

import csv
import html
import io
import json
import random
import re
from dataclasses import replace
from difflib import get_close_matches
from fractions import Fraction
from html.parser import HTMLParser
from pathlib import Path

import openpyxl
import pypdf
import pytest
from suite import Run

from analyzer.analysis.sweep.play import SCHEMA, Played
from analyzer.ask.question import question
from analyzer.ask.replay import replay
from analyzer.ask.sweep import work_of
from analyzer.audit.certificate import read as certificate_read
from analyzer.bets.pricing import price_of
from analyzer.catalog import load
from analyzer.catalog.counts import counts_of
from analyzer.catalog.search import Filter
from analyzer.errors import AnalyzerError, CatalogError, RulesError, did_you_mean
from analyzer.game.tableau import Tableau
from analyzer.play.record import Stake
from analyzer.records import read_text, written
from analyzer.records.stakes import LedgerEntry, by_coup

NAMES = {
    "formula": '=HYPERLINK("http://x.test";"y")',
    "plus": "+1+cmd|' /C calc'!A0",
    "minus": "-2+3",
    "at": "@SUM(1;2)",
    "wide": "＝1+1",
    "html": "<script>alert(1)</script>",
    "attribute": "\" onmouseover='alert(1)' x=\"",
    "entity": "&lt;b&gt; &amp; &#x3c;",
    "latex": r"\input{/etc/passwd} % \end{longtable} $x^2_1$ ~",
    "markdown": "[a](javascript:alert(1)) | **b** `c` ![d](e) <!-- -->",
    "heading": "# 1. - > x",
    "typst": '#import "x": * $y$ `z` @ref <label> // w \\',
    "quotes": "\"'«“,;\\n",
    "braces": "{bet} {0} %s %(x)s",
    "long": "x" * 150,
    "scripts": "庄家 ผู้เล่น 플레이어 người chơi",
}
FORMATS = ("text", "md", "csv", "json", "latex", "html")


@pytest.fixture
def run(run: Run, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run the program on a wide terminal, in a folder with the hostile bets."""
    monkeypatch.setenv("COLUMNS", "200")
    Path("hostile.toml").write_text(bets(NAMES), encoding="utf-8")
    return run


def bets(names: dict[str, str]) -> str:
    """A file of bets with these names by id; each name is also the note and the source of its bet."""
    tables = (
        f"[[bet]]\nid = {json.dumps(id)}\nname = {text}\nnote = {text}\nsource = {text}\n"
        'lines = [{ id = "win", when = "tie" }]\npaytable = { win = "8" }\n'
        for id, text in ((id, json.dumps(name, ensure_ascii=False)) for id, name in names.items())
    )
    return "\n".join(tables)


def asked(run: Run, format: str, *more: str) -> str:
    arguments = [part for id in NAMES for part in ("--bet", id)]
    status, out, err = run("odds", "--bets", "hostile.toml", *arguments, "--format", format, *more)
    assert (status, err if "-o" not in more else "") == (0, "")
    return out


def test_text_and_json_show_hostile_names_unchanged(run: Run) -> None:
    document = json.loads(asked(run, "json"))
    assert [bet["name"] for bet in document["bets"]] == list(NAMES.values())
    shown = re.sub(r"\s+", "", asked(run, "text"))
    assert all(re.sub(r"\s+", "", name) in shown for name in NAMES.values())


def test_csv_contains_no_formula(run: Run) -> None:
    rows = list(csv.DictReader(io.StringIO(asked(run, "csv"))))
    assert [row["bet"].removeprefix("'") for row in rows] == list(NAMES.values())
    assert not [row["bet"] for row in rows if row["bet"].startswith(("=", "+", "-", "@", "\t", "\r"))]


def test_html_contains_no_tag_or_attribute_from_a_name(run: Run) -> None:
    tags: set[str] = set()
    attributes: set[str] = set()
    texts: list[str] = []

    class Reader(HTMLParser):
        def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
            tags.add(tag)
            attributes.update(name for name, _ in attrs)

        def handle_data(self, data: str) -> None:
            texts.append(data)

    Reader().feed(asked(run, "html"))
    assert not tags & {"script", "b", "img", "a"}
    assert not {name for name in attributes if name.startswith("on")}
    assert {name for name in NAMES.values() if name.strip() == name and name not in texts} == set()


def test_markdown_contains_no_markup_from_a_name(run: Run) -> None:
    rows = [line for line in asked(run, "md").splitlines() if line.startswith("| ")][2:]
    assert len(rows) == len(NAMES)
    for row, name in zip(rows, NAMES.values(), strict=True):
        cell = re.findall(r"\| ((?:\\.|[^|\\])*) (?=\|)", row)[0]
        assert not re.search(r"(?<!\\)[`*_\[\]<>|$~]", re.sub(r"\\\\", "", cell)), cell
        assert html.unescape(re.sub(r"\\(\W|_)", r"\1", cell)) == html.unescape(name)


def test_latex_contains_no_command_from_a_name(run: Run) -> None:
    out = asked(run, "latex")
    body = out.split("\\endfoot\n")[1].split("\\end{longtable}", maxsplit=1)[0]
    assert len(body.strip().splitlines()) == len(NAMES)
    commands = set(re.findall(r"\\([a-zA-Z]+)", body))
    assert commands <= {
        "textbackslash",
        "textasciicircum",
        "textasciitilde",
        "textless",
        "textgreater",
        "textbar",
    }


def test_xlsx_contains_texts_and_no_formula(run: Run) -> None:
    asked(run, "xlsx", "-o", "page.xlsx")
    cells = [
        cell for sheet in openpyxl.load_workbook("page.xlsx") for row in sheet.iter_rows() for cell in row
    ]
    texts = {cell.value.removeprefix("'") for cell in cells if cell.data_type == "s"}
    assert not [cell for cell in cells if cell.data_type in ("f", "e") or cell.hyperlink]
    assert set(NAMES.values()) <= texts


def test_pdf_shows_hostile_names_unchanged(run: Run) -> None:
    Path("few.toml").write_text(bets({id: NAMES[id] for id in ("latex", "typst", "html")}), encoding="utf-8")
    status, _, _ = run("show", "few.toml", "--format", "pdf", "-o", "few.pdf")
    assert status == 0
    shown = "".join(page.extract_text() for page in pypdf.PdfReader("few.pdf").pages)
    shown = re.sub(r"[\s\u200b]", "", shown)
    for id in ("latex", "typst", "html"):
        assert re.sub(r"\s", "", NAMES[id]) in shown


def test_a_report_and_a_certificate_can_contain_hostile_names(run: Run) -> None:
    named = [word for id in ("tie", *NAMES) for word in ("--bet", id)]
    arguments = ("classic", *named, "--bets", "hostile.toml")
    status, out, _ = run("report", *arguments, "--format", "html")
    assert (status, "<script" in out, "&lt;script&gt;" in out) == (0, False, True)
    status, out, _ = run("certify", *arguments)
    assert (status, [bet["name"] for bet in json.loads(out)["bets"]]) == (0, ["Tie", *NAMES.values()])


@pytest.mark.parametrize("format", FORMATS)
@pytest.mark.parametrize("id", ["formula", "html", "latex", "markdown"])
def test_notes_and_sources_are_shown_in_every_format(run: Run, format: str, id: str) -> None:
    Path("one.toml").write_text(bets({id: NAMES[id]}), encoding="utf-8")
    status, out, err = run("show", "one.toml", "--format", format)
    assert (status, err) == (0, "")
    assert "<script>" not in out or format in ("text", "json", "csv", "latex")


@pytest.mark.parametrize("format", FORMATS)
@pytest.mark.parametrize(
    "character",
    ["\x00", "\x07", "\x1b", "\x7f", "\x85", "\u200b", "\u200e", "\u202e", "\u2066", "\u2028", "\ufeff"],
    ids=lambda character: f"U+{ord(character):04X}",
)
def test_control_and_direction_characters_are_rejected(run: Run, format: str, character: str) -> None:
    escaped = f"\\u{ord(character):04x}"
    text = bets({"x": "aXb"}).replace('name = "aXb"', f'name = "a{escaped}b"')
    Path("control.toml").write_text(text, encoding="utf-8")
    status, out, err = run("odds", "--bets", "control.toml", "--format", format)
    assert (status, out) == (2, "")
    assert re.fullmatch(r"baccarat: control\.toml: bet\[1\]\.name: expected [^\n]+\n", err), err
    assert character not in err


# Found by fuzzing.


def test_a_price_less_a_thousand_commissions_is_rejected_without_overflowing_the_stack() -> None:
    for times in (2, 1000, 100_000):
        with pytest.raises(AnalyzerError, match=r"^expected a gain less a commission such as "):
            price_of("1" + " less 5%" * times)


def test_a_filter_of_blanks_takes_linear_time() -> None:
    with pytest.raises(CatalogError, match=r"^expected --where with a word or a comparison, got nothing$"):
        Filter.parse("\n" * 300_000)
    spaced = f"{' ' * 300_000}edge{' ' * 300_000}<{' ' * 300_000}5%{' ' * 300_000}"
    assert Filter.parse(spaced) == Filter.parse("edge<5%")


@pytest.mark.parametrize("card", ["2", "9", "10"])
def test_a_card_without_suit_is_not_written_like_a_coup_number(card: str) -> None:
    [shoe] = read_text(f"7h\n{card} 8c Ad 7h 2c ?")
    [cut] = read_text("".join(written([replace(shoe, stream=shoe.stream[1:])])))
    assert (cut.stream, cut.coups) == (shoe.stream[1:], ())


def test_reading_stops_after_thousands_of_faults(tmp_path: Path) -> None:
    ids = ", ".join(f'{{ id = "l{i}", when = "tie" }}' for i in range(500))
    pays = ", ".join(f'm{i} = "8"' for i in range(4_100))
    path = tmp_path / "endless.toml"
    path.write_text(f'[[bet]]\nid = "x"\nname = "x"\nlines = [{ids}]\npaytable = {{ {pays} }}\n')
    with pytest.raises(CatalogError) as caught:
        load.bets_of(path)
    *_, before, last = str(caught.value).splitlines()
    assert last == f"{path}: and 3,900 more faults; the rest of the file was not read"
    assert before.startswith(f"{path}: bet[1].paytable.m99: unknown line 'm99'")


def test_the_nearest_name_is_not_sought_among_too_many() -> None:
    known, rng, found = sorted(load.bet_ids()), random.Random(7), 0
    for _ in range(100):
        letters = list(rng.choice(known))
        for _ in range(rng.randrange(6)):
            at = rng.randrange(len(letters) + 1)
            letters[at : at + rng.randrange(3)] = rng.choice(["", "x", "-", "ie"])
        near = get_close_matches("".join(letters), known, n=1, cutoff=0.6)
        found += len(near)
        assert str(did_you_mean("".join(letters), known)) == (f"; did you mean {near[0]!r}?" if near else "")
    assert 50 < found < 100
    assert str(did_you_mean("name-7", [f"name-{i}" for i in range(400)])) == "; did you mean 'name-7'?"
    assert did_you_mean("name-7", [f"name-{i}" for i in range(401)]) == ""


@pytest.mark.parametrize(
    ("text", "came"),
    [
        ('{"coup": 1, "winner": "B", "player_total": 105}', "105"),
        ("coup,winner,player_total\n1,B,105\n", "'105'"),
        ("1. B 105-8", "'105-8'"),
    ],
    ids=["json", "csv", "text"],
)
def test_a_total_that_the_text_form_cannot_write_is_rejected_in_every_form(text: str, came: str) -> None:
    [shoe] = read_text(text)
    assert [str(place.why).rpartition(", got ")[2] for place in shoe.unread] == [came]
    for fine in (text.replace("105", "5"), text.replace("105", "99")):
        [shoe] = read_text(fine)
        pieces = "".join(written([shoe]))
        assert (shoe.unread, "".join(written(read_text(pieces)))) == ((), pieces)


def test_rules_with_a_million_wrong_totals_name_the_first() -> None:
    for many in ([11] * 300_000, [11, 12] * 150_000, list(range(10, 300_010))):
        with pytest.raises(RulesError) as caught:
            Tableau.parse(many, [8, 9], "")
        assert len(str(caught.value)) < 10_000
        assert str(caught.value).startswith("player_draws: expected totals from 0 to 9, got 1")


def test_a_checkpoint_of_another_sweep_is_quoted_briefly() -> None:
    work, _ = work_of(question("standard", "1 deck", bets=["tie"]), seed=1)
    with pytest.raises(AnalyzerError) as caught:
        Played.of_document(work, {"schema": SCHEMA, "identity": {f"key{i}": i for i in range(1_000)}})
    assert str(caught.value).startswith("expected a part of this sweep, got one of another: ")
    assert str(caught.value).endswith("…")
    with pytest.raises(AnalyzerError, match=r"of another: '\\u202e' \\u202e there, None here$"):
        Played.of_document(work, {"schema": SCHEMA, "identity": work.identity() | {"\u202e": "\u202e"}})
    assert len(str(caught.value)) < 600


def test_a_hand_of_ten_thousand_cards_is_replayed_in_linear_time() -> None:
    [shoe] = replay(read_text(f"1. P:{','.join(['9c'] * 10_000)} B:Kh,2c")).shoes
    found = [fault.kind for fault in shoe.shoe.all_faults]
    assert found.count("no-such-card") == 10_000 - 8


@pytest.mark.parametrize(
    ("text", "where"),
    [
        ("coup,winner,p\u202elayer\n1,B,9c 5d\n", "line 1, column 'p\\u202elayer'"),
        ('{"coup": 1, "winner": "B", "p\u202elayer": "9c 5d"}', "line 1, 'p\\u202elayer'"),
        ('{\n"vari\u202eant": "x", "coups": [{"winner": "B"}]}', "'vari\\u202eant'"),
    ],
    ids=["csv", "json line", "json"],
)
def test_an_unprintable_column_or_key_is_quoted(text: str, where: str) -> None:
    [shoe] = read_text(text)
    assert [place.where for place in shoe.unread] == [where]


def test_thousands_of_counts_stakes_and_keys_are_compared_in_linear_time(
    tmp_path: Path,
) -> None:
    tags = 'name = "x"\ntags = "0 0 0 0 0 0 0 0 0 1"\n'
    counts = "".join(f'[[count]]\nid = "c{i}"\n{tags}' for i in (*range(2_000), 1_999))
    path = tmp_path / "counts.toml"
    path.write_text(counts)
    with pytest.raises(CatalogError, match=r"expected each id once, got 'c1999' twice$"):
        counts_of(path)
    line = LedgerEntry("1", 1, Stake("tie", Fraction(5)))
    assert len(by_coup([line] * 300_000, ["1"])["1", 1]) == 300_000
    keys = ", ".join(f'"k{i}": 1' for i in (*range(100_000), 99_999))
    with pytest.raises(AnalyzerError, match=r"got 'k99999' twice$"):
        certificate_read(f"{{{keys}}}")


def test_thousands_of_empty_shoes_take_linear_time() -> None:
    head = '{"shoes": [=d"{"shoe": "1", "rules": "punto-banco", {"shoes": [\n {",shoe": "1", "coups'
    with pytest.raises(AnalyzerError, match=r" \(and 3,001 more\)$"):
        list(read_text(head + '":"banker_total\n  {"coup' * 3_000, "json"))


def test_unreadable_lines_with_the_same_number_are_lost_one_by_one() -> None:
    [*_, shoe] = read_text("B\nP\n" + "1. T.\n" * 4_000)
    assert (len(shoe.unread), len(shoe.coups)) == (4_000, 1)


HIDDEN = [
    "\u202eab",
    "a\u200bb",
    "a\u200db",
    "\ufeffx",
    "x\n8",
    "\x1bx",
    "a\x07",
    "a\u2028b",
    "\u2066x",
    "\udcff",
]

TYPED = """
X | --X | odds X | odds --X | odds --X=1 | odds classic X | odds --decks X | odds --lines=X | odds --format X
odds --bet X | odds --seen X | odds --given X | odds --pay X | odds --lang X | odds -o X/y.txt | odds --bets X
list X | list bets --where X | show X | explain X | roads X | tail --unseen X | tail tie --X | solve tie X
design tie --X | design tie --edge X | compare X classic | compare classic tie X | deal --seed X | replay X
replay a X | settle X | evidence X | lint X | audit X | audit --only X | verify-certificate X | certify --X
verify-certificate a X | count --bet tie --tags X | sweep --shoes X | tableau X | tableau punto-banco X
"""


@pytest.mark.parametrize("command", TYPED.strip().replace("\n", " | ").split(" | "))
def test_no_message_contains_characters_that_hide_or_reorder(command: str, run: Run) -> None:
    for hidden in HIDDEN[len(command) % 5 :: 5]:
        status, out, err = run(*(word.replace("X", hidden) for word in command.split()))
        assert status == (0 if "--where" in command else 2)
        assert all(line.isprintable() for line in (out + err).split("\n")), ascii(err)
