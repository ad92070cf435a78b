"""Dealing procedures: what the library has, what a file says, and what is refused."""

import json
from pathlib import Path

import pytest

from analyzer.catalog.procedures import procedure, procedure_ids
from analyzer.cli.main import main
from analyzer.errors import CatalogError, RulesError
from analyzer.game.procedure import Procedure

SOUND = 'burn = 10\nseen = "all"\ncut_card = 7\nextra_coups = 0\n'


def test_the_procedures_of_the_library() -> None:
    found = {name: tuple(procedure(name).steps.values()) for name in procedure_ids()}
    assert found == {
        "cut-14": ("first-card", "first-card", 14, 1),
        "cut-card-coup-last": ("first-card", "first-card", 14, 0),
        "jacobson": ("first-card", "first-card", 15, 1),
        "midi": ("first-card", "first-card", 14, 1),
        "mini": ("first-card", "first-card", 14, 1),
        "random-cut-card": ("first-card", "first-card", (14, 40), 0),
        "reserve-cards": ("first-card", "first-card", (14, 40), 0),
        "to-the-end": ("first-card", "all", 6, 0),
    }
    assert procedure("standard") is procedure("cut-14")
    assert procedure("first-seed") is procedure("random-cut-card")
    assert procedure("second-seed") is procedure("reserve-cards")


def test_a_procedure_of_a_file(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(SOUND, "utf-8")
    assert procedure(str(path)) == Procedure("mine", "mine", 10, "all", 7, 0)
    manner = 'reserve = true\nturning = "hands"\nhandled_by = "bettors"\n'
    path.write_text(manner + SOUND.replace("= 7", "= [7, 9]"), "utf-8")
    assert procedure(str(path)) == Procedure(
        "mine", "mine", 10, "all", (7, 9), 0, reserve=True, turning="hands", handled_by="bettors"
    )


def test_all_faults_of_a_file_are_told_at_once(tmp_path: Path) -> None:
    path = tmp_path / "wrong.toml"
    path.write_text('burn = true\nseen = "some"\ncut_card = -1\ncut_cards = 3\n', "utf-8")
    with pytest.raises(CatalogError) as caught:
        procedure(str(path))
    assert str(caught.value).replace(str(path), "FILE").splitlines() == [
        "FILE: unknown key 'cut_cards'; did you mean 'cut_card'?",
        "FILE: missing key 'extra_coups'",
        "FILE: burn: expected 'first-card' or a number of cards from 0 to 100,000, got true",
        "FILE: seen: expected 'none', 'first-card' or 'all', got 'some'",
        "FILE: cut_card: expected a number of cards from 0 to 100,000, got -1",
    ]


def test_faults_of_a_range_and_of_the_manner_are_told(tmp_path: Path) -> None:
    path = tmp_path / "wrong.toml"
    manner = 'reserve = "yes"\nturning = ["p1"]\nhandled_by = 7\n'
    path.write_text(manner + SOUND.replace("= 7", "= [9, 7]"), "utf-8")
    with pytest.raises(CatalogError) as caught:
        procedure(str(path))
    assert str(caught.value).replace(str(path), "FILE").splitlines() == [
        "FILE: cut_card: expected the fewest and the most cards behind it, rising, from 0 to 100,000, "
        "got 9 to 7",
        "FILE: reserve: expected true or false, got 'yes'",
        "FILE: turning: expected 'as-dealt' or 'hands', got a list",
        "FILE: handled_by: expected 'dealer' or 'bettors', got 7",
    ]


def test_a_procedure_that_nobody_knows() -> None:
    with pytest.raises(CatalogError, match="unknown procedure 'cut-13'; did you mean 'cut-14'"):
        procedure("cut-13")


@pytest.mark.parametrize(
    ("field", "value", "said"),
    [
        ("burn", "second-card", "'first-card' or a number of cards from 0 to 100,000, got 'second-card'"),
        ("burn", -1, "'first-card' or a number of cards from 0 to 100,000, got -1"),
        ("seen", None, "'none', 'first-card' or 'all', got None"),
        ("cut_card", 14.0, "a number of cards from 0 to 100,000, got 14.0"),
        (
            "cut_card",
            (14, 14),
            "the fewest and the most cards behind it, rising, from 0 to 100,000, got 14 to 14",
        ),
        ("cut_card", (14,), "the fewest and the most cards behind it, rising, from 0 to 100,000, got 14"),
        (
            "cut_card",
            (-1, 9),
            "the fewest and the most cards behind it, rising, from 0 to 100,000, got -1 to 9",
        ),
        ("reserve", 1, "true or false, got 1"),
        ("turning", "all", "'as-dealt' or 'hands', got 'all'"),
        ("handled_by", "player", "'dealer' or 'bettors', got 'player'"),
        ("extra_coups", 100_001, "a number of coups from 0 to 100,000, got 100001"),
    ],
)
def test_fields_out_of_range_are_refused(field: str, value: object, said: str) -> None:
    with pytest.raises(RulesError) as caught:
        Procedure("own", "Own", **{field: value})  # type: ignore[arg-type]
    assert str(caught.value) == f"{field}: expected {said}"


def test_procedures_are_listed_and_shown(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["list", "procedures", "--format", "json"]) == 0
    assert [item["id"] for item in json.loads(capsys.readouterr().out)] == list(procedure_ids())
    assert main(["show", "to-the-end", "--format", "json"]) == 0
    shown = json.loads(capsys.readouterr().out)
    meant = procedure("to-the-end")
    assert {key: shown[key] for key in (*meant.steps, *meant.manner)} == {**meant.steps, **meant.manner}
    assert main(["show", "second-seed"]) == 0
    told = capsys.readouterr().out
    assert "Cards behind the cut card              14 to 40 (at random)\n" in told
    assert "Reserve cards pulled ahead             yes\n" in told
    path = tmp_path / "mine.toml"
    path.write_text(SOUND, "utf-8")
    assert main(["show", str(path)]) == 0
    assert "Cards behind the cut card              7\n" in capsys.readouterr().out
