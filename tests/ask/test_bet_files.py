"""Files of bets: `--bet` narrows `--bets` to the bets that it names, in every command that has both."""

import json
from pathlib import Path
from typing import Any

import pytest
from suite import Run, bet_text
from typer.main import get_command

import analyzer as ba
from analyzer.cli.main import app
from analyzer.errors import CatalogError

SEVENS = 'paytables = { low = { win = "4" }, high = { win = "5" } }'
TWO = bet_text("sixes", ("win", "banker_total == 6", "4")) + bet_text(
    "sevens", ("win", "banker_total == 7", "?")
).replace('paytable = { win = "?" }', f'aliases = ["lucky"]\n{SEVENS}')
OPEN = TWO.replace('paytable = { win = "4" }', 'paytable = { win = "x" }')
SMALL = ("--remaining", "1=3 6=3 7=2 0=1")
COMMANDS = [
    ("odds", *SMALL),
    ("page", *SMALL),
    ("removal", *SMALL),
    ("count", *SMALL, "--level", "1"),
    ("tail", *SMALL, "--unseen", "6"),
    ("sweep", "--shoes", "1", "--seed", "1", "--decks", "1"),
    ("inside", *SMALL),
    ("peek", *SMALL),
    ("joint", *SMALL),
    ("bankroll", *SMALL, "--coups", "2", "--bankroll", "5"),
    ("monitor", *SMALL, "--rounds", "10"),
    ("closed-form",),
    ("compare", "6", "8"),
    ("report", *SMALL),
    ("certify", *SMALL),
    ("replay", "shoe.txt", "--odds"),
    ("evidence", "shoe.txt"),
]
NAMED = [
    (("sixes",), ["sixes"]),
    (("sevens/high",), ["sevens/high"]),
    (("lucky",), ["sevens/low"]),
    (("tie",), ["tie/8"]),
    (("sevens/low", "tie"), ["sevens/low", "tie/8"]),
    ((), ["sixes", "sevens/low", "sevens/high"]),
]
"""Bets named, and the references of the bets answered; with none, those after the variant's own."""


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.chdir(tmp_path)
    Path("two.toml").write_text(TWO, encoding="utf-8")
    Path("open.toml").write_text(OPEN, encoding="utf-8")
    Path("shoe.txt").write_text("P:9c,5d B:Kh,6c\n", encoding="utf-8")
    return "two.toml"


@pytest.mark.parametrize(("named", "answered"), NAMED, ids=lambda value: "+".join(value) or "none")
def test_only_the_bets_named_are_answered(file: str, named: tuple[str, ...], answered: list[str]) -> None:
    report = ba.odds("classic", 1, bet_files=[file], **({"bets": named} if named else {}))
    references = [value.bet.reference for value in report.valuations]
    assert references[-len(answered) :] == answered
    assert len(references) == len(answered) + (0 if named else 3)


def test_every_bet_of_the_library_is_joined_by_those_of_the_file(file: str) -> None:
    every = [bet.reference for bet in ba.question("classic", bets=["*"], bet_files=[file]).bets]
    assert every[-3:] == ["sixes", "sevens/low", "sevens/high"]
    assert len(every) > 100


@pytest.mark.parametrize("command", COMMANDS, ids=lambda words: words[0])
def test_a_bet_that_is_not_named_is_in_no_answer(file: str, run: Run, command: tuple[str, ...]) -> None:
    json_unless = () if command[0] == "certify" else ("--format", "json")
    status, out, _ = run(*command, "--bets", file, "--bet", "sixes", *json_unless)
    assert status < 2  # 1 if the answer is no
    assert json.loads(out)
    assert ("sixes" in out, "sevens" in out) == (True, False)


def test_every_command_that_has_both_options_is_tested() -> None:
    commands = get_command(app).commands.items()  # type: ignore[attr-defined]
    options = {name: {word for each in command.params for word in each.opts} for name, command in commands}
    assert {name for name in options if {"--bet", "--bets"} <= options[name]} == {
        words[0] for words in COMMANDS
    }


def test_a_bet_that_is_not_named_needs_no_pays(file: str) -> None:
    both: dict[str, Any] = {"bet_files": ["open.toml"]}
    assert list(ba.odds("classic", 1, bets=["sevens/low"], **both)) == ["sevens"]
    for more in ({}, {"bets": ["sixes"]}, {"bets": ["*"]}):
        with pytest.raises(CatalogError, match=r"^open\.toml: bet 'sixes' pays the name 'x' for line 'win'"):
            ba.odds("classic", 1, **both, **more)
