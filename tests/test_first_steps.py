"""What newcomers trip over on a walk through docs/start.md and the tutorials: each slip names a way out."""

from pathlib import Path

import pytest

from analyzer.cli.main import main

BET = '[[bet]]\nid = "comeback"\nlines = [{ id = "win", when = "tie" }]\npaytable = { win = "8" }\n'


@pytest.mark.parametrize(
    ("asked", "sentence"),
    [
        (
            "odds own.toml",
            "own.toml: expected a variant, got a file of bets; add it to a variant with --bets",
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
    ids=["a file of bets for a variant", "a bet of a file misspelt", "a file of bets not named"],
)
def test_a_first_bet_asked_for_wrongly(
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
