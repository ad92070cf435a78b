"""Audit workbooks: spreadsheets find the same ways from them, digit by digit, and say so."""

import csv
import io
import re
import shutil
import subprocess
import zipfile
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from functools import cache
from pathlib import Path

import pytest
from openpyxl import load_workbook
from spreadsheet import Spreadsheet

import analyzer as ba
from analyzer.analysis.odds import Report
from analyzer.bets.facts import POINTS, RANKS, SUITS
from analyzer.census.kinds import Kinds
from analyzer.cli.main import main
from analyzer.render.words import wording
from analyzer.report import workbook as audited
from analyzer.report.class_sheets import kind_names

pytestmark = pytest.mark.libraries

TOP = 7
"""The row of all deals on the sheet of the totals, counted from 1."""

ASKED: dict[str, tuple[str, dict[str, object]]] = {
    "fresh": ("standard", {"bets": ["player-pair", "banker-natural"]}),
    "partly-dealt": (
        "standard",
        {"shoe": 1, "seen": "9c 9d Th Ks Ah 3c 3d 3h 3s", "bets": ["player-pair", "player-suited-pair"]},
    ),
    "given": ("standard", {"bets": ["player-pair", "player-natural"], "given": "p1.rank == 9"}),
    "largest": ("standard", {"shoe": "0=450 9=150", "bets": ["player-natural", "banker-natural"]}),
    "six-cards": ("classic", {"shoe": "0=598 9=2", "given": "count(points == 0) == 6"}),
    "five-cards": ("seven-up", {"bets": ["player", "tie"], "given": "p2.points == 9"}),
}


def report_of(name: str, **more: object) -> Report:
    variant, asked = ASKED[name]
    return ba.odds(variant, **{**asked, **more})  # type: ignore[arg-type]


@cache
def workbook(name: str, language: str = "en") -> bytes:
    return audited.audit_workbook(report_of(name), wording(language))


def totals(sheet: Spreadsheet) -> Iterator[tuple[str, str, str, bool]]:
    """Reference, line, ways and whether they agree, a row each, all deals first."""
    row = TOP
    while sheet.value("Totals", "A", row) != "":
        reference, line, ways, agrees = (sheet.value("Totals", column, row) for column in "BCHJ")
        yield reference, line, ways, agrees
        row += 1


def expected(report: Report) -> Iterator[tuple[str, str, str]]:
    yield "", "", str(report.total_ways)
    for value in report.valuations:
        for line, ways in value.ways.items():
            yield value.bet.reference, line, str(ways)
        yield value.bet.reference, "", str(value.total)


@pytest.mark.parametrize("name", ASKED)
def test_formulas_find_every_way(name: str) -> None:
    sheet = Spreadsheet(workbook(name))
    found = list(totals(sheet))
    assert [row[:3] for row in found] == list(expected(report_of(name)))
    assert all(row[3] is True for row in found)
    assert sheet.value("Totals", "B", 4) == "Every total agrees."


@pytest.mark.parametrize("name", ["partly-dealt", "given", "five-cards"])
def test_stored_values_are_those_of_the_formulas(name: str) -> None:
    sheet = Spreadsheet(workbook(name))
    book = load_workbook(io.BytesIO(workbook(name)), data_only=True)
    for (title, column, row), formula in sheet.stored.items():
        if isinstance(formula, str) and formula.startswith("="):
            stored, found = book[title][f"{column}{row}"].value, sheet.value(title, column, row)
            # Rates are rounded once in what is stored, and again and again by formulas.
            assert found == (pytest.approx(stored, rel=1e-14, abs=1e-14) if column in "KLM" else stored)


def test_another_shoe_is_counted_again() -> None:
    sheet = Spreadsheet(workbook("fresh"))
    row = next(row for row in range(11, 30) if sheet.stored["Shoe", "A", row] == 9)
    assert sheet.value("Shoe", "B", row) == 32
    sheet.change("Shoe", "B", row, 30)
    assert sheet.value("Totals", "B", 4) == "The shoe differs from the published one."
    found = list(totals(sheet))
    assert [line[:3] for line in found] == list(expected(report_of("fresh", seen="9c 9d")))
    assert not any(line[3] for line in found)
    sheet.change("Shoe", "B", row, 32)
    assert sheet.value("Totals", "B", 4) == "Every total agrees."


@pytest.mark.parametrize(("column", "row"), [("A", 6), ("I", 20)])
def test_an_altered_class_is_noticed(column: str, row: int) -> None:
    sheet = Spreadsheet(workbook("fresh"))
    before = sheet.stored["Classes 1", column, row]
    sheet.change("Classes 1", column, row, 9 if column == "A" else before + 1)
    assert sheet.value("Totals", "B", 4) == "A total differs."


def test_a_shoe_too_large_to_count_is_reported() -> None:
    sheet = Spreadsheet(workbook("fresh"))
    sheet.change("Shoe", "B", 11, 217)
    assert sheet.value("Shoe", "D", 4) == 601
    assert sheet.value("Totals", "B", 4) == "More than 600 cards: not exact."


def test_probabilities_and_edges_follow_from_ways() -> None:
    sheet, report = Spreadsheet(workbook("fresh")), report_of("fresh")
    pair = report["player-pair"]
    net, chance, share = (sheet.value("Totals", column, TOP + 1) for column in "EKL")
    assert (net, chance, share) == (11, 373374329013504 / 4998398275503360, 11 * chance)
    edge, exact = (sheet.value("Totals", column, TOP + 3) for column in "MN")
    assert abs(edge - float(pair.house_edge)) < 1e-15
    assert exact == str(pair.house_edge) == "43/415"
    natural = [sheet.stored["Totals", "E", row] for row in (TOP + 4, TOP + 5)]
    assert natural == ["=7/2", -1]


@pytest.mark.parametrize(
    ("net", "stored"),
    [
        (Fraction(999_999_999_999_999, 2), "=999999999999999/2"),
        (Fraction(1, 999_999_999_999_999), "=1/999999999999999"),
        (Fraction(1_000_000_000_000_001, 2), 500_000_000_000_000.5),
        (Fraction(1, 10**15), 1e-15),
    ],
)
def test_only_integers_of_15_digits_are_in_formulas(net: Fraction, stored: str | float) -> None:
    report = ba.odds("standard", bets=["player-natural"])
    [valuation] = report.valuations
    [line] = valuation.bet.lines
    bet = replace(valuation.bet, lines=(replace(line, net=net),))
    book = audited.audit_workbook(replace(report, valuations=(replace(valuation, bet=bet),)), wording())
    assert Spreadsheet(book).stored["Totals", "E", TOP + 1] == stored


def test_sheets_have_a_readable_layout() -> None:
    book = load_workbook(io.BytesIO(workbook("fresh")))
    frozen = {sheet.title: sheet.freeze_panes for sheet in book}
    assert frozen == {"Totals": "B7", "Shoe": None, "Classes 1": "A6", "Classes 2": "A6", "About": None}
    heads = [head.value for head in book["Shoe"][10]]
    assert heads == ["Card", "Left", "As published", None, "Kind", "Left", None, "Kind", "Left"]
    widths = {}
    for part in book["Classes 1"].column_dimensions.values():
        widths |= dict.fromkeys(range(part.min, part.max + 1), int(part.width))
    # The cards of a class, those left for each of the deal, orders and ways in parts, and the bet's lines.
    assert [widths[column] for column in sorted(widths)] == [6, 6, *[7] * 6, 9, 20, 12, 16, 14, 18]


def test_the_same_bytes_each_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SOURCE_DATE_EPOCH", raising=False)
    workbook.cache_clear()
    before = workbook("partly-dealt")
    workbook.cache_clear()
    assert workbook("partly-dealt") == before


def test_every_language_has_its_workbook() -> None:
    for language in ("zh-Hans", "zh-Hant", "th", "ko", "vi"):
        sheet = Spreadsheet(workbook("fresh", language))
        title = sheet.sheets[0]
        assert sheet.value(title, "H", TOP) == "4998398275503360"
        assert sheet.value(title, "J", TOP) is True


def test_kinds_have_readable_names() -> None:
    colors = tuple(suit in (1, 2) for suit in SUITS)
    assert kind_names(Kinds.distinguishing(POINTS)) == list("0123456789")
    assert kind_names(Kinds.distinguishing(RANKS)) == list("TJQKA23456789")
    assert kind_names(Kinds.distinguishing(POINTS, colors))[:3] == ["TJQKsc", "TJQKhd", "Asc"]
    assert kind_names(Kinds.distinguishing()) == ["0123456789"]
    mixed = kind_names(Kinds.distinguishing(tuple(index in (0, 1, 5, 51) for index in range(52))))
    assert mixed == ["Adc 2sdc 3456789TJQ Kshd", "Ash 2h Kc"]


def test_a_name_does_not_become_a_formula() -> None:
    report = report_of("fresh")
    first = replace(report.valuations[0], bet=replace(report.valuations[0].bet, name='=1+1"&"'))
    question = replace(report.question, variant=replace(report.question.variant, name="@x"))
    evil = replace(report, question=question, valuations=(first, *report.valuations[1:]))
    book = audited.audit_workbook(evil, wording())
    sheet = Spreadsheet(book)
    assert (sheet.value("Totals", "A", 1), sheet.value("Totals", "A", TOP + 1)) == (
        "'@x, 8 decks (416 cards)",
        '\'=1+1"&"',
    )
    assert sheet.value("Totals", "B", 4) == "Every total agrees."


def refused(name: str, **more: object) -> str:
    with pytest.raises(ba.AnalyzerError) as error:
        audited.audit_workbook(report_of(name, **more), wording())
    return str(error.value)


def test_reports_that_a_workbook_cannot_contain_are_rejected(monkeypatch: pytest.MonkeyPatch) -> None:
    assert refused("fresh", dealt="P:9c") == (
        "an audit workbook cannot have known cards of the coup, got 'P:9c'; "
        "state what is known as a given condition instead"
    )
    assert refused("fresh", shoe=12) == (
        "expected a shoe of at most 600 cards for an audit workbook, since a spreadsheet cannot count more "
        "exactly, got 624"
    )
    monkeypatch.setattr(audited, "MOST_CLASSES", 90)
    assert refused("fresh") == (
        "expected bets of at most 90 pattern classes in a workbook, got bet 'player-pair/11', which has 91; "
        "leave it out"
    )


def test_the_command_writes_a_workbook_in_addition_to_the_answer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    command = ["odds", "--bet", "player-pair", "--workbook", "x.xlsx", "--format", "csv"]
    assert main(command) == 0
    out, err = capsys.readouterr()
    assert out.startswith("bet,reference,pays")
    assert err == "wrote 'x.xlsx'\n"
    before = Path("x.xlsx").read_bytes()
    assert list(totals(Spreadsheet(before)))[1][:3] == ("player-pair/11", "win", "373374329013504")
    assert main(command) == 2
    assert capsys.readouterr() == (
        "",
        "baccarat: 'x.xlsx' exists and is not replaced; name another file or add --force\n",
    )
    assert main([*command, "--force", "--given", "p1.rank == 9"]) == 0
    assert Path("x.xlsx").read_bytes() != before
    capsys.readouterr()
    assert main([*command[:-2], "--force", "-o", "./x.xlsx"]) == 2
    assert capsys.readouterr() == (
        "",
        "baccarat: expected different files for --workbook and --output, got 'x.xlsx' for both\n",
    )
    assert main(["odds", "--decks", "12", "--workbook", "y.xlsx"]) == 2
    assert not Path("y.xlsx").exists()


ALWAYS = """<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry">
<item oor:path="/org.openoffice.Office.Calc/Formula/Load">
<prop oor:name="OOXMLRecalcMode" oor:op="fuse"><value>0</value></prop></item></oor:items>"""
"""The setting that has LibreOffice calculate a file that it opens, whatever values are stored in it."""


@pytest.mark.skipif(shutil.which("soffice") is None, reason="LibreOffice (soffice) is not installed")
def test_libreoffice_finds_every_way(tmp_path: Path) -> None:
    bets = ["tie", "lucky-6", "player-pair"]
    report = ba.odds("standard", seen="9c 9d Th", given="cards == 6 and banker_total == 6", bets=bets)
    book = audited.audit_workbook(report, wording())
    with zipfile.ZipFile(io.BytesIO(book)) as whole, zipfile.ZipFile(tmp_path / "spoilt.xlsx", "w") as spoilt:
        for part in whole.namelist():
            text = whole.read(part).decode()
            spoilt.writestr(part, re.sub(r'( t="\w+")?><f>(.*?)</f><v>.*?</v>', r"><f>\2</f><v>7</v>", text))
    (tmp_path / "home" / "user").mkdir(parents=True)
    (tmp_path / "home" / "user" / "registrymodifications.xcu").write_text(ALWAYS, encoding="utf-8")
    home = f"-env:UserInstallation={(tmp_path / 'home').as_uri()}"
    command = ["soffice", "--headless", home, "--convert-to", "csv", "--outdir", tmp_path]
    subprocess.run([*command, tmp_path / "spoilt.xlsx"], check=True, capture_output=True, timeout=120)
    rows = list(csv.reader((tmp_path / "spoilt.csv").read_text(encoding="utf-8").splitlines()))
    found = [(row[1], row[2], row[7]) for row in rows[TOP - 1 :] if row[0]]
    assert found == list(expected(report))
    assert {row[9] for row in rows[TOP - 1 :] if row[0]} == {"TRUE"}
    assert rows[3][:2] == ["Check", "Every total agrees."]
