"""Mistakes that newcomers make with docs/start.md and the tutorials: each error says how to fix it."""

from pathlib import Path

import pytest

import analyzer as ba
from analyzer.cli.main import main

BET = '[[bet]]\nid = "comeback"\nlines = [{ id = "win", when = "tie" }]\npaytable = { win = "8" }\n'


@pytest.mark.parametrize(
    ("asked", "sentence"),
    [
        (
            "odds own.toml",
            "own.toml: expected a variant, got a file of bets; write --bets own.toml",
        ),
        (
            "odds --bets own.toml --bet comebak",
            "unknown bet 'comebak' in variant 'standard'; did you mean 'comeback'?",
        ),
        (
            "odds --bet comeback",
            "unknown bet 'comeback' in variant 'standard'; see baccarat list bets, or name the file that has "
            "it with --bets",
        ),
    ],
    ids=["a bet file in place of a variant", "a misspelt bet of a file", "a bet file that is not named"],
)
def test_mistakes_with_a_first_bet(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    asked: str,
    sentence: str,
) -> None:
    (tmp_path / "own.toml").write_text(BET, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    assert main(asked.split()) == 2
    assert capsys.readouterr() == ("", f"baccarat: {sentence}\n")


def test_a_bet_that_a_variant_defines_but_does_not_offer(tmp_path: Path) -> None:
    path = tmp_path / "game.toml"
    game = 'decks = 8\nrules = "punto-banco"\nbets = ["player"BESIDES]\n'
    path.write_text(game.replace("BESIDES", "") + BET, encoding="utf-8")
    [remark] = ba.lint(path)
    assert (remark["where"], remark["severity"]) == ("bet[1]", "warning")
    assert remark["message"] == "bet 'comeback' is not offered, since 'bets' does not name it"
    path.write_text(game.replace("BESIDES", ', "comeback"') + BET, encoding="utf-8")
    assert ba.lint(path) == []
