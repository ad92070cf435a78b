"""`baccarat roads`: what it reads and writes in each format, its colours and its errors."""

import csv
import io
import json
import re
import shlex
import sys
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import pytest
from suite import DATA, Run

import analyzer as ba
from analyzer.errors import RenderError
from analyzer.play.record import LETTERS
from analyzer.render.boards.svg import board_html, board_svg
from analyzer.render.boards.tables import provenance, roads_page
from analyzer.render.words import wording

SHOE = DATA / "roads" / "shoe.txt"
BOARD = ba.roads(SHOE.read_text(encoding="utf-8"))


@pytest.fixture(autouse=True)
def _folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "shoe.txt").write_bytes(SHOE.read_bytes())
    monkeypatch.setenv("COLUMNS", "80")
    for name in ("NO_COLOR", "SOURCE_DATE_EPOCH"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def run(run: Run) -> Run:
    return lambda command: run("roads", *shlex.split(command))


def typed(monkeypatch: pytest.MonkeyPatch, raw: bytes) -> None:
    """Use these bytes as standard input."""
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(raw)))


def roads_of(out: str) -> dict[str, Any]:
    """The object of the roads in a document."""
    return {key: part for key, part in json.loads(out).items() if key not in ("schema", "about")}


def test_the_json_document_is_the_object_of_the_roads(run: Run) -> None:
    wanted = json.loads(json.dumps(BOARD.to_dict()))
    for command in ("shoe.txt --format json", "shoe.txt --format json --columns 2 --lang ko"):
        status, out, err = run(command)
        assert (status, err) == (0, "")
        document = json.loads(out)
        assert list(document) == ["schema", "about", *wanted]
        assert roads_of(out) == wanted
        assert document["schema"] == "baccarat-roads/2"
        assert document["about"]["options"] == {"rows": "6"}


def test_roads_have_the_rows_requested(run: Run) -> None:
    out = run("shoe.txt --rows 3 --format json")[1]
    assert roads_of(out) == json.loads(json.dumps(ba.roads(BOARD.outcomes, rows=3).to_dict()))


@pytest.mark.parametrize("raw", [b"B Pp,T\r\nBbn", b"\xef\xbb\xbfB\tPp # Player pair\nT,,Bbn\n"])
def test_coups_come_from_standard_input(raw: bytes, monkeypatch: pytest.MonkeyPatch, run: Run) -> None:
    typed(monkeypatch, raw)
    status, out, _ = run("- --format json")
    assert status == 0
    assert roads_of(out) == json.loads(json.dumps(ba.roads(["B", "Pp", "T", "Bbn"]).to_dict()))


@pytest.mark.parametrize(
    ("text", "coups"),
    [("BBPPT", "BBPPT"), ("bbppb", "BBPPB"), ("1 B", "B"), ("1 B\n2 P\n3 T", "BPT"), ("1,B", "B")],
)
@pytest.mark.parametrize("suffix", ["txt", "csv"])
def test_outcomes_are_read_as_a_replay_reads_them(text: str, coups: str, suffix: str, run: Run) -> None:
    Path(f"coups.{suffix}").write_text(text + "\n", encoding="utf-8")
    status, out, err = run(f"coups.{suffix} --format json")
    assert (status, err, roads_of(out)) == (0, "", json.loads(json.dumps(ba.roads([*coups]).to_dict())))
    [shoe] = ba.read(f"coups.{suffix}")
    assert [LETTERS[coup.winner] for coup in shoe.coups if coup.winner] == [*coups]


def test_empty_input_is_a_shoe_without_coups(monkeypatch: pytest.MonkeyPatch, run: Run) -> None:
    typed(monkeypatch, b"")
    status, out, err = run("-")
    assert (status, err) == (0, "")
    assert out.startswith("Roads after 0 coups\n")


def test_a_drawing_and_a_web_page_go_to_stdout_or_into_a_file(run: Run) -> None:
    drawing = board_svg(BOARD, wording("th"), columns=9, provenance=provenance(BOARD))
    page = board_html(BOARD, wording("th"), columns=9)
    for format, wanted in (("svg", drawing), ("html", page)):
        assert run(f"shoe.txt --columns 9 --lang th --format {format}") == (0, wanted, "")
        assert run(f"shoe.txt --columns 1000 --format {format}")[0] == 0
        file = f"roads.{format}"
        told = (0, "", f"เขียน '{file}' แล้ว\n")
        assert run(f"shoe.txt --columns 9 --lang th --format {format} -o {file}") == told
        assert Path(file).read_text(encoding="utf-8") == wanted
        assert run(f"shoe.txt --format {format} -o {file}")[0] == 2


def test_a_web_page_shows_the_drawing_a_legend_and_all_tables() -> None:
    page = board_html(BOARD, wording())
    assert page.startswith("<!doctype html>\n")
    assert board_svg(BOARD, wording()) in page
    assert page.count("<caption") == len(roads_page(BOARD).tables) == 4
    assert page.count("<li><svg") == 14
    assert page.count("http") == 1, "the name of the SVG format, and no address"
    assert "prefers-color-scheme: dark" in page and "@media print" in page
    body = page.partition("<main>")[2].partition("</main>")[0]
    assert ET.fromstring(f"<main>{body.replace('tabindex', 'data-tabindex')}</main>") is not None


def test_tables_contain_every_road_exactly(run: Run) -> None:
    out = run("shoe.txt --format csv")[1]
    tables = [list(csv.reader(io.StringIO(part))) for part in out.split("\n\n")]
    named = {rows[0][0]: rows[2:] for rows in tables}
    counts = BOARD.counts
    assert named["Counts"] == [
        ["Banker", str(counts["B"])],
        ["Player", str(counts["P"])],
        ["Tie", str(counts["T"])],
        ["Banker pair", str(counts["banker_pair"])],
        ["Player pair", str(counts["player_pair"])],
        ["Natural", str(counts["natural"])],
        ["Coups", str(counts["coups"])],
    ]
    roads = {"Big eye boy": BOARD.big_eye, "Small road": BOARD.small, "Cockroach road": BOARD.cockroach}
    assert named["Roads in order"] == [
        ["Bead plate", "1", " ".join(map(str, BOARD.outcomes))],
        *(
            [name, "" if road.start_coup is None else str(road.start_coup + 1), road.sequence]
            for name, road in roads.items()
        ),
    ]
    assert named["Big road: the record"] == [
        [
            str(number),
            {"B": "Banker", "P": "Player"}[run.winner],
            str(run.length),
            ", ".join(map(str, run.ties)),
        ]
        for number, run in enumerate(BOARD.big_road.columns, 1)
    ]
    colors = {"r": "red", "b": "blue"}
    asked = BOARD.ask
    assert named["Ask road"] == [
        ["Big road", *(cell for side in "BP" for cell in ("", "{}, {}".format(*asked[side].display)))],
        *(
            [
                name,
                *(
                    cell
                    for side in "BP"
                    for mark in [getattr(asked[side], key)]
                    for cell in ((colors[mark.color], f"{mark.x}, {mark.y}") if mark else ("", ""))
                ),
            ]
            for name, key in zip(roads, ("big_eye", "small", "cockroach"), strict=True)
        ),
    ]


@pytest.mark.parametrize("format", ["md", "latex", "xlsx"])
def test_every_format_can_show_roads(format: str, run: Run) -> None:
    assert run(f"shoe.txt --format {format} -o roads.{format}")[0] == 0
    assert Path(f"roads.{format}").stat().st_size > 1000


@pytest.mark.parametrize(("environment", "colored"), [
    ({"TERM": "xterm"}, True),
    ({"TERM": "xterm", "NO_COLOR": ""}, True),
    ({"TERM": "xterm", "NO_COLOR": "1"}, False),
    ({"TERM": "dumb"}, False),
])  # fmt: skip
def test_a_terminal_with_colours_gets_colours(
    environment: dict[str, str], colored: bool, monkeypatch: pytest.MonkeyPatch, run: Run
) -> None:
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert run("shoe.txt") == (0, BOARD.text() + foot(), "")
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    assert run("shoe.txt") == (0, BOARD.text(color=colored) + foot(), "")
    assert run("shoe.txt -o board.txt")[0] == 0
    assert Path("board.txt").read_text(encoding="utf-8") == BOARD.text() + foot()


def foot() -> str:
    """The end of a text, which states its origin."""
    return "\n" + "".join(f"{line}\n" for line in map(str, provenance(BOARD).lines()))


def test_a_wide_terminal_shows_more_columns(monkeypatch: pytest.MonkeyPatch, run: Run) -> None:
    Path("chop.txt").write_text("B P " * 60, encoding="utf-8")
    assert "Big road: 80 columns left out" in run("chop.txt")[1]
    monkeypatch.setenv("COLUMNS", "300")
    assert "left out" not in run("chop.txt")[1]


def test_a_notebook_shows_the_drawing() -> None:
    assert BOARD._repr_html_() == BOARD.svg() == board_svg(BOARD, wording())


def test_a_drawing_shrinks_with_its_page_down_to_a_limit() -> None:
    assert ET.fromstring(BOARD.svg()).get("style") == "max-width: 100%; height: auto"
    rules = "".join(re.findall(r"\.board svg \{(.*?)\}", board_html(BOARD, wording())))
    assert {"box-sizing: border-box", "min-width: 36rem"} <= {part.strip() for part in rules.split(";")}


WRONG = [
    ("shoe.txt --rows 0", "expected --rows with a whole number of 1 or more, got '0'"),
    ("shoe.txt --rows 101", "expected 1 to 100 rows of a scoreboard, got 101"),
    ("shoe.txt --rows six", "expected --rows with a whole number of 1 or more, got 'six'"),
    ("shoe.txt --columns 0", "expected --columns with a whole number of 1 or more, got '0'"),
    ("shoe.txt --columns 1001", "expected --columns from 1 to 1,000, got '1001'"),
    ("''", "expected a file name, got ''"),
    ("shoe.txt --variant standrad", "unknown variant 'standrad'; did you mean 'standard'?"),
    ("nowhere.txt", "nowhere.txt: cannot be read (no such file or directory)"),
    ("nowhere.csv", "cannot read the record 'nowhere.csv': no such file or directory"),
    ("'a\0b.csv'", "cannot read the record 'a\\x00b.csv': its name contains a null character"),
    (".", ".: cannot be read (it is a folder)"),
    ("bytes.txt", "bytes.txt: expected text in UTF-8, got other bytes at 2"),
    (
        "wrong.txt",
        "wrong.txt: line 2, coup 3: expected a coup as B, P or T, then p, b and n for the pairs and a "
        "natural, such as Bpn, got 'X'",
    ),
    (
        "together.txt",
        "together.txt: line 1, coup 1: expected one outcome or several, got 'bp', which can be 'Bp' (one "
        "coup, with a pair) or 'B P' (2 coups); write the one that is meant",
    ),
    ("shoe.txt --format sgv", "unknown format 'sgv'; did you mean 'svg'?"),
    ("", "argument 'FILE|-' is required (see baccarat roads --help)"),
]


@pytest.mark.parametrize(("command", "sentence"), WRONG)
def test_wrong_input_is_one_sentence(command: str, sentence: str, run: Run) -> None:
    Path("bytes.txt").write_bytes(b"B \xff")
    Path("wrong.txt").write_text("B P\nX T", encoding="utf-8")
    Path("together.txt").write_text("bp", encoding="utf-8")
    assert run(command) == (2, "", f"baccarat: {sentence}\n")


@pytest.mark.parametrize("columns", [0, -1, 1001, True, 2.0, "6"])
def test_a_wrong_number_of_columns_is_rejected(columns: Any) -> None:
    for draw in (BOARD.svg, BOARD.text):
        with pytest.raises(RenderError, match="expected 1 to 1,000 columns of a road's paper, got "):
            draw(columns=columns)


@pytest.mark.parametrize(("asked", "message"), [
    ({"width": 0}, "expected a width of 1 terminal column or more, got 0"),
    ({"width": "80"}, "expected a width of 1 terminal column or more, got '80'"),
    ({"width": True}, "expected a width of 1 terminal column or more, got True"),
    ({"lang": None}, "unknown language None; choose from en, ko, th, vi, zh-Hans, zh-Hant"),
])  # fmt: skip
def test_a_wrong_width_or_language_is_rejected(asked: dict[str, Any], message: str) -> None:
    with pytest.raises(ba.AnalyzerError) as caught:
        BOARD.text(**asked)
    assert str(caught.value) == message


# Recorded shoes

HANDS = """\
shoe: night
P:9c,Ks B:8h,Kd
P:2c,2d,5h B:7h,Kd
cancelled
P:2c,4d B:2h,2d,5s B
T
"""
NIGHT = ["Pn", "Pp", "Bb", "T"]
"""The outcomes of these coups: two follow from their cards, and two are stated."""


@pytest.mark.parametrize(("record", "wanted"), [
    (HANDS, NIGHT),
    ("9c 8h Ks Kd 2c 7h 2d Kd 5h", NIGHT[:2]),
    ("D:9c,8h,Ks,Kd\nD:2c,7h,2d,Kd,5h", NIGHT[:2]),
    ('[{"player": ["9c", "Ks"], "banker": ["8h", "Kd"]}, {"winner": "tie"}]', ["Pn", "T"]),
    ("coup,result,dealer\n1,Bpn,Anna\n2,P,Anna", ["Bpn", "P"]),
    ("庄 闲 和", ["B", "P", "T"]),
    ("B cut\nPb", ["B", "Pb"]),
])  # fmt: skip
def test_roads_of_a_record_use_its_outcomes_or_else_its_cards(
    record: str, wanted: list[str], run: Run
) -> None:
    Path("record").write_text(record, encoding="utf-8")
    status, out, err = run("record --format json")
    assert (status, err) == (0, "")
    assert roads_of(out) == json.loads(json.dumps(ba.roads(wanted).to_dict()))


AGAINST = "P:9c,8d B:Kh,6s P\nP:9c,8d B:Kh,6s B\nP:9c,8d B:Kh,6s Pp\nP:9c,8d B:Kh T\n"
"""Player, as the cards show; Banker and a pair, which contradict the cards; a tie with a card missing."""


@pytest.mark.parametrize("format", ["text", "svg", "html", "md"])
def test_roads_name_the_coups_with_faults(format: str, run: Run) -> None:
    Path("record").write_text(AGAINST, encoding="utf-8")
    said = (
        "Roads after 4 coups; 3 coups (2, 3, 4) have faults in the record: their recorded results are shown, "
        "or the results by the rules where none are recorded"
    )
    status, out, err = run(f"record --format {format}")
    assert (status, err.splitlines()) == (0, [said])
    assert said in " ".join(out.split())


def test_the_roads_document_lists_the_coups_with_faults(run: Run) -> None:
    Path("record").write_text(AGAINST, encoding="utf-8")
    document = json.loads(run("record --format json")[1])
    assert document["faulty"] == [2, 3, 4]
    assert [bead[2:] for bead in document["bead_plate"]] == [["P", ""], ["B", ""], ["P", "p"], ["T", ""]]


@pytest.mark.parametrize("file", ["coups.csv", "coups.tsv", "coups.json", "coups.JSONL", "coups.txt"])
@pytest.mark.parametrize("text", ["", "# none yet\n", "B\nPp\n", "B,Pp\nT,Bbn # 9c\n", "\ufeffB"])
def test_outcomes_alone_can_be_in_a_file_of_any_name(file: str, text: str, run: Run) -> None:
    Path(file).write_text(text, encoding="utf-8")
    status, out, err = run(f"{file} --format json")
    assert (status, err) == (0, "")
    assert roads_of(out) == json.loads(json.dumps(ba.roads(text.lstrip("\ufeff")).to_dict()))


@pytest.mark.parametrize(("file", "text"), [
    ("coups.csv", "winner\nB\nPp\n"),
    ("coups.csv", "shoe,coup,result\n1,1,B\n1,2,Pp\n"),
    ("coups.json", '["B", "Pp"]'),
    ("coups.jsonl", '{"winner": "B"}\n{"winner": "Pp"}\n'),
])  # fmt: skip
def test_a_file_named_like_a_record_is_read_as_one(file: str, text: str, run: Run) -> None:
    Path(file).write_text(text, encoding="utf-8")
    status, out, _ = run(f"{file} --format json")
    assert (status, roads_of(out)) == (0, json.loads(json.dumps(ba.roads("B Pp").to_dict())))


def test_one_shoe_of_several_is_drawn_and_named(run: Run) -> None:
    Path("record.txt").write_text(f"{HANDS}shoe: late\nB P B\n", encoding="utf-8")
    status, out, _ = run("record.txt --shoe late")
    assert status == 0
    assert out.startswith("Roads after 3 coups of shoe late\n")
    drawing = board_svg(ba.roads(NIGHT), wording(), shoe="night", provenance=provenance(ba.roads(NIGHT)))
    assert run("record.txt --shoe night --format svg") == (0, drawing, "")
    assert run("record.txt --shoe night --format html")[1] == board_html(
        ba.roads(NIGHT), wording(), shoe="night"
    )


NO_ROAD = [
    (
        f"{HANDS}shoe: late\nB P B",
        "",
        "expected one shoe to draw, got 2: 'night', 'late'; choose one with --shoe",
    ),
    (f"{HANDS}shoe: late\nB P B", "--shoe nihgt", "expected one shoe 'nihgt', got only 'night', 'late'"),
    (
        "B\nP:9c,? B:8h,Kd\nP",
        "",
        "line 2: coup 2 has neither a result nor cards that decide one; no road can be drawn after it",
    ),
    (
        "9c 8h Ks Kd 2c ? 2d Kd 5h",
        "",
        "coup 2 has 4 to 6 cards, depending on a card that could not be read; the last 5 cards, from its "
        "first card on, are not replayed; no road can be drawn after it",
    ),
]


@pytest.mark.parametrize(("record", "options", "sentence"), NO_ROAD)
def test_an_undecided_coup_is_not_drawn(record: str, options: str, sentence: str, run: Run) -> None:
    Path("record").write_text(record, encoding="utf-8")
    status, out, err = run(f"record {options}")
    assert (status, out) == (2, "")
    assert err.startswith(f"baccarat: record: {sentence}")


def test_a_place_that_cannot_be_read_ends_every_road(run: Run) -> None:
    Path("record").write_text("P:9c,Ks B:8h,Kd\nP:9c,Zz B:8h,Kd\nB", encoding="utf-8")
    status, out, err = run("record")
    assert (status, out) == (2, "")
    assert err.startswith("baccarat: record: line 2: ")
    assert err.endswith("; no road can be drawn after it\n")


@pytest.mark.parametrize(("coups", "told"), [("T T B P", True), ("B T P", False), ("T T", False)])
def test_ties_before_the_first_win_are_not_described_as_after_it(coups: str, told: bool) -> None:
    board = ba.roads(coups).text()
    assert ("Ties before the first win are marked on that win." in board) == told
