"""Bet files that mean harm: what a name holds is shown as it is written in every format, and runs nowhere."""

import csv
import html
import io
import json
import re
from collections.abc import Callable
from html.parser import HTMLParser
from pathlib import Path

import openpyxl
import pypdf
import pytest

from analyzer.cli.main import main

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

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """A command in a folder with the hostile bets: its exit status, answer and remarks."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "200")

    def run(*arguments: str) -> tuple[int, str, str]:
        status = main(list(arguments))
        out, err = capsys.readouterr()
        return status, out, err

    Path("hostile.toml").write_text(bets(NAMES), encoding="utf-8")
    return run


def bets(names: dict[str, str]) -> str:
    """A file of bets with these names, by id; each has its name as its note and source too."""
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


def test_text_and_json_show_them_as_they_are(run: Run) -> None:
    document = json.loads(asked(run, "json"))
    assert [bet["name"] for bet in document["bets"]] == list(NAMES.values())
    shown = re.sub(r"\s+", "", asked(run, "text"))
    assert all(re.sub(r"\s+", "", name) in shown for name in NAMES.values())


def test_csv_holds_no_formula(run: Run) -> None:
    rows = list(csv.DictReader(io.StringIO(asked(run, "csv"))))
    assert [row["bet"].removeprefix("'") for row in rows] == list(NAMES.values())
    assert not [row["bet"] for row in rows if row["bet"].startswith(("=", "+", "-", "@", "\t", "\r"))]


def test_html_holds_no_tag_or_attribute_of_theirs(run: Run) -> None:
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


def test_markdown_marks_nothing_of_theirs(run: Run) -> None:
    rows = [line for line in asked(run, "md").splitlines() if line.startswith("| ")][2:]
    assert len(rows) == len(NAMES)
    for row, name in zip(rows, NAMES.values(), strict=True):
        cell = re.findall(r"\| ((?:\\.|[^|\\])*) (?=\|)", row)[0]
        assert not re.search(r"(?<!\\)[`*_\[\]<>|$~]", re.sub(r"\\\\", "", cell)), cell
        assert html.unescape(re.sub(r"\\(\W|_)", r"\1", cell)) == html.unescape(name)


def test_latex_gives_no_command_of_theirs(run: Run) -> None:
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


def test_xlsx_holds_texts_and_no_formula(run: Run) -> None:
    asked(run, "xlsx", "-o", "page.xlsx")
    cells = [
        cell for sheet in openpyxl.load_workbook("page.xlsx") for row in sheet.iter_rows() for cell in row
    ]
    texts = {cell.value.removeprefix("'") for cell in cells if cell.data_type == "s"}
    assert not [cell for cell in cells if cell.data_type in ("f", "e") or cell.hyperlink]
    assert set(NAMES.values()) <= texts


def test_pdf_sets_them_as_they_are(run: Run) -> None:
    Path("few.toml").write_text(bets({id: NAMES[id] for id in ("latex", "typst", "html")}), encoding="utf-8")
    status, _, _ = run("show", "few.toml", "--format", "pdf", "-o", "few.pdf")
    assert status == 0
    shown = "".join(page.extract_text() for page in pypdf.PdfReader("few.pdf").pages)
    shown = re.sub(r"[\s\u200b]", "", shown)
    for id in ("latex", "typst", "html"):
        assert re.sub(r"\s", "", NAMES[id]) in shown


def test_a_report_and_a_certificate_of_them_can_be_made(run: Run) -> None:
    arguments = ("classic", "--bet", "tie", "--bets", "hostile.toml")
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
def test_control_and_direction_characters_are_refused(run: Run, format: str, character: str) -> None:
    escaped = f"\\u{ord(character):04x}"
    text = bets({"x": "aXb"}).replace('name = "aXb"', f'name = "a{escaped}b"')
    Path("control.toml").write_text(text, encoding="utf-8")
    status, out, err = run("odds", "--bets", "control.toml", "--format", format)
    assert (status, out) == (2, "")
    assert re.fullmatch(r"baccarat: control\.toml: bet\[1\]\.name: expected [^\n]+\n", err), err
    assert character not in err
