"""Programs kept in a file when the package is built: equal to new ones; a wrong file is ignored."""

import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from suite import ROOT

import analyzer
from analyzer.bets.condition import Condition
from analyzer.bets.parse import parse
from analyzer.bets.tree import Not
from analyzer.census import census as censuses
from analyzer.census import kept
from analyzer.census.census import Census, census
from analyzer.census.evaluators import ProgramEvaluator
from analyzer.game.dealt import NOTHING
from analyzer.game.rules import Rules
from analyzer.game.shoe import Shoe

RULES = analyzer.rules("punto-banco")
TEXTS = "player_pair", "player_wins", "banker_total == 6 and count(suit == spades) == cards"


def splits(texts: tuple[str, ...] = TEXTS) -> list[tuple[Condition, ...]]:
    return [(Condition.parse(text),) for text in texts]


def made(rules: Rules = RULES, asked: list[tuple[Condition, ...]] | None = None) -> Census:
    """A census made without any earlier evaluators."""
    censuses.ready.clear()
    return censuses._census(rules, tuple(asked or splits()), NOTHING, False, censuses.EVERY_CARD)


def programs(one: Census) -> list[tuple[tuple[int, ...], bytes]]:
    found = []
    for members, evaluator in one.evaluators:
        assert isinstance(evaluator, ProgramEvaluator)
        found.append((members, evaluator.polynomials.program.packed()))
    return found


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A file with the programs for `TEXTS`, which is read again, even for the smallest question."""
    path = tmp_path / "programs.bin"
    for cached in ("_file", "_index"):
        monkeypatch.setattr(kept, cached, getattr(kept, cached).__wrapped__)
    monkeypatch.setattr(kept, "FILE", path)
    monkeypatch.setattr(censuses, "_MANY", 0)
    one = made()
    path.write_bytes(kept.written(censuses.ready))
    assert len(one.evaluators) == len(TEXTS)
    return path


@pytest.fixture
def laid_out(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """A list that grows with every run of splits whose patterns are laid out."""
    runs: list[int] = []
    for name in ("_plain", "_close"):
        make = getattr(censuses, name)
        monkeypatch.setattr(censuses, name, lambda *args, make=make: runs.append(1) or make(*args))
    return runs


def test_kept_programs_equal_new_ones(
    file: Path, laid_out: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    found = made()
    assert not laid_out
    file.unlink()
    fresh = made()
    assert len(laid_out) == len(TEXTS)
    assert programs(found) == programs(fresh)
    assert found.ways(Shoe.decks(8)) == fresh.ways(Shoe.decks(8))


def test_a_kept_program_is_used_only_for_its_own_question(file: Path, laid_out: list[int]) -> None:
    tableau = RULES.tableau
    other = replace(RULES, tableau=replace(tableau, player_draws=tableau.player_draws - {5}))
    for rules in (other, replace(RULES, banker_by="player-total")):
        laid_out.clear()
        made(rules)
        assert len(laid_out) == len(TEXTS)
    laid_out.clear()
    named_alike = [(Condition(text, Not(parse(text))),) for text in TEXTS]
    assert made(RULES, named_alike).ways(Shoe.decks(8)) == [
        ways[::-1] for ways in made(RULES).ways(Shoe.decks(8))
    ]
    assert len(laid_out) == len(TEXTS)
    laid_out.clear()
    assert made(RULES, [*splits(), *splits(("tie",))]).ways(Shoe.decks(8))[:3] == made().ways(Shoe.decks(8))
    assert len(laid_out) == 1


def test_a_small_question_reads_no_file(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    monkeypatch.setattr(censuses, "kept", None)
    censuses.ready.clear()
    assert census(RULES, splits(("player_wins",)))


@pytest.mark.parametrize(
    "harm",
    [
        lambda whole: None,
        lambda whole: b"",
        lambda whole: whole[:-1],
        lambda whole: whole + b" ",
        lambda whole: whole[:-9] + bytes([whole[-9] ^ 1]) + whole[-8:],
        lambda whole: b"\n" + whole.partition(b"\n")[2],
    ],
    ids=["missing", "empty", "cut off", "longer", "changed", "no digest"],
)
def test_a_damaged_or_missing_file_is_ignored(
    file: Path, laid_out: list[int], harm: Callable[[bytes], bytes | None]
) -> None:
    whole = file.read_bytes()
    file.unlink()
    if (harmed := harm(whole)) is not None:
        assert harmed != whole
        file.write_bytes(harmed)
    made()
    assert len(laid_out) == len(TEXTS)


@pytest.mark.parametrize("folder", kept._CODE)
def test_a_file_from_another_version_of_the_code_is_ignored(
    folder: str, file: Path, laid_out: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kept, "_CODE", tuple(one for one in kept._CODE if one != folder))
    made()
    assert len(laid_out) == len(TEXTS)


def test_questions_about_the_whole_library_lay_out_no_patterns(tmp_path: Path) -> None:
    """The file is built, then used by another process; answers with and without it are equal."""
    code = """
import runpy, sys
from pathlib import Path
import setuptools
setuptools.setup = lambda **_: None
Path(sys.argv[1]).write_bytes(runpy.run_path("setup.py")["library_programs"]())
from analyzer.cli.main import main
assert main(["odds", "standard", "--bet", "*", "--all"]) == 0
"""
    asked = """
import sys
from pathlib import Path
from analyzer.census import census, kept
from analyzer.cli.main import main
kept.FILE = Path(sys.argv[1])
census._plain = census._close = None
assert main(["odds", "standard", "--bet", "*", "--all"]) == 0
"""
    path = str(tmp_path / "programs.bin")
    made, found = (
        subprocess.run(
            [sys.executable, "-c", one, path],
            cwd=ROOT,
            capture_output=True,
            env=os.environ | {"SOURCE_DATE_EPOCH": "0"},
            encoding="utf-8",
            check=True,
            timeout=60,
        ).stdout
        for one in (code, asked)
    )
    assert made == found and len(found.splitlines()) > 200
