"""A statistic is added in one place: a field in the list of statistics, with its sentence."""

import csv
import io
import json
import re
from collections.abc import Iterator
from fractions import Fraction

import jsonschema
import pytest

import analyzer as ba
from analyzer.analysis.valuation import Valuation
from analyzer.cli.main import main
from analyzer.exact import decimal_text, root_text
from analyzer.render.table import Column
from analyzer.report import kinds
from analyzer.report import schema as schemas
from analyzer.report.fields import Field
from analyzer.report.statistics import STATISTICS

pytestmark = pytest.mark.libraries

ADDED: Field[Valuation] = Field(
    Column("win_to_loss", "Wins to losses", "ratio"),
    lambda v: v.hit_rate / (1 - v.hit_rate),
    room="wide page",
    meaning="The hit rate over what is left of 1.",
)


@pytest.fixture
def added() -> Iterator[None]:
    """One more statistic in the list, and its sentence."""
    sentences = kinds.meanings()["odds"]
    STATISTICS.append(ADDED)
    sentences["bets.win_to_loss"] = "Wins to one loss."
    yield
    STATISTICS.remove(ADDED)
    del sentences["bets.win_to_loss"]


def printed(capsys: pytest.CaptureFixture[str], command: str) -> str:
    assert main(command.split()) == 0
    return capsys.readouterr().out


@pytest.mark.usefixtures("added")
def test_a_statistic_in_the_list_is_in_page_document_schema_and_data_frame(
    capsys: pytest.CaptureFixture[str],
) -> None:
    value = ba.odds("classic")["tie"]
    exact = value.hit_rate / (1 - value.hit_rate)

    page = printed(capsys, "odds classic --bet tie --format md")
    assert " Wins to losses " in page
    rows = list(csv.DictReader(io.StringIO(printed(capsys, "odds classic --bet tie --format csv"))))
    assert [row["win_to_loss"] for row in rows] == [str(exact)]

    document = json.loads(printed(capsys, "odds classic --bet tie --format json"))
    assert document["bets"][0]["win_to_loss"] == str(exact)

    described = schemas.schema("odds-2")
    bet = described["properties"]["bets"]["items"]
    assert bet["properties"]["win_to_loss"] == {
        "$ref": "#/$defs/ratio",
        "description": "Wins to one loss.",
    }
    assert "win_to_loss" in bet["required"]
    jsonschema.Draft202012Validator(described).validate(document)

    frame = ba.odds("classic", bets=["tie"]).to_pandas()
    assert list(frame["win_to_loss_exact"]) == [str(exact)]
    assert list(frame["win_to_loss"]) == [exact.numerator / exact.denominator]

    report = printed(capsys, "report classic --bet tie --format md")
    assert report.count("Wins to losses") == 2
    assert "| Wins to losses | The hit rate over what is left of 1. |" in re.sub(" +", " ", report)


def test_a_document_without_it_is_rejected(added: None, capsys: pytest.CaptureFixture[str]) -> None:
    document = json.loads(printed(capsys, "odds classic --bet tie --format json"))
    validator = jsonschema.Draft202012Validator(schemas.schema("odds-2"))
    del document["bets"][0]["win_to_loss"]
    assert not validator.is_valid(document)


def test_the_volatility_index_is_1_96_standard_deviations(capsys: pytest.CaptureFixture[str]) -> None:
    value = ba.odds("classic")["banker"]
    document = json.loads(printed(capsys, "odds classic --bet banker --format json"))
    variance = sum(
        Fraction(line["probability"]) * (Fraction(line["net"]) - Fraction(document["bets"][0]["ev"])) ** 2
        for line in document["bets"][0]["lines"]
    )
    assert variance == value.variance
    assert document["bets"][0]["volatility_index"] == root_text(Fraction(49, 25) ** 2 * variance, 15)
    page = printed(capsys, "odds classic --bet banker --format md --digits 6")
    assert "Volatility index (95%)" in page
    assert f" {float(document['bets'][0]['volatility_index']):.6f} " in page


def test_each_line_has_true_odds_next_to_its_pay(capsys: pytest.CaptureFixture[str]) -> None:
    document = json.loads(printed(capsys, "odds classic --bet tie --format json"))
    for line in document["bets"][0]["lines"]:
        won = Fraction(line["probability"])
        assert Fraction(line["true_odds"]) == (1 - won) / won
    rows = list(csv.DictReader(io.StringIO(printed(capsys, "odds classic --bet tie --lines --format csv"))))
    assert list(rows[0]).index("true_odds") == list(rows[0]).index("net_decimal") + 1
    win, _, whole = rows
    assert win["true_odds_decimal"] == decimal_text(Fraction(win["true_odds"]), 2)
    assert win["true_odds"] == document["bets"][0]["lines"][0]["true_odds"]
    assert whole["true_odds"] == ""


def test_a_line_that_cannot_happen_has_no_true_odds(capsys: pytest.CaptureFixture[str]) -> None:
    document = json.loads(printed(capsys, "odds classic --bet tie --given player_wins --format json"))
    assert document["bets"][0]["lines"][0]["true_odds"] is None
    assert document["bets"][0]["lines"][1]["true_odds"] == "0"
