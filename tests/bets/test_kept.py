"""Conditions kept in a file when the package is built: equal to parsed ones; a wrong file is ignored."""

import json
import runpy
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
import setuptools
from suite import ROOT

from analyzer.bets import kept
from analyzer.bets.condition import Condition
from analyzer.bets.parse import parse

TEXT = "player_total == 6 or banker_total in {0..2, 8}"


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A file with one condition, which is read again."""
    path = tmp_path / "conditions.json"
    path.write_bytes(kept.written({TEXT: parse(TEXT)}))
    monkeypatch.setattr(kept, "FILE", path)
    monkeypatch.setattr(kept, "_lines", kept._lines.__wrapped__)
    return path


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The file that building the package writes."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(setuptools, "setup", lambda **_: None)
        patch.setattr(sys, "path", [*sys.path])
        patch.setenv("SOURCE_DATE_EPOCH", "0")
        patch.chdir(ROOT)
        data = runpy.run_path(str(ROOT / "setup.py"))["parsed_conditions"]()
    path = tmp_path_factory.mktemp("built") / "conditions.json"
    path.write_bytes(data)
    return path


def test_every_kept_condition_of_the_library_equals_the_parsed_one(
    built: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kept, "FILE", built)
    lines = kept._lines.__wrapped__()
    texts = list(map(json.loads, lines))
    assert len(texts) > 300
    trees = {text: parse(text) for text in texts}
    assert kept.written(trees) == built.read_bytes()
    monkeypatch.setattr(kept, "_lines", lambda: lines)
    assert {text: kept.kept(text) for text in texts} == trees


def test_a_condition_that_is_not_kept_is_parsed(file: Path) -> None:
    assert kept.kept(f" {TEXT}") is None
    assert Condition.parse(f" {TEXT}").tree == kept.kept(TEXT) == parse(TEXT)


@pytest.mark.parametrize(
    "harm",
    [
        lambda whole: None,
        lambda whole: b"",
        lambda whole: b"\xff" + whole[1:],
        lambda whole: whole[:-1],
        lambda whole: whole + b" ",
        lambda whole: whole.replace(b",6]", b",7]"),
        lambda whole: whole.replace(b"\n", b"\r\n"),
        lambda whole: b"\n" + whole.partition(b"\n")[2],
    ],
    ids=["missing", "empty", "no text", "cut off", "longer", "changed", "other line ends", "no digest"],
)
def test_a_damaged_or_missing_file_is_ignored(file: Path, harm: Callable[[bytes], bytes | None]) -> None:
    whole = file.read_bytes()
    file.unlink()
    if (harmed := harm(whole)) is not None:
        assert harmed != whole
        file.write_bytes(harmed)
    assert kept.kept(TEXT) is None
    assert Condition.parse(TEXT).tree == parse(TEXT)


def test_a_file_from_another_version_of_the_language_is_ignored(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in kept._LANGUAGE:
        with monkeypatch.context() as patch:
            patch.setattr(kept, "_LANGUAGE", tuple(one for one in kept._LANGUAGE if one != name))
            assert kept.kept(TEXT) is None
    assert kept.kept(TEXT) is not None


def test_odds_of_library_bets_load_no_parser(built: Path) -> None:
    code = f"""
import sys
from pathlib import Path
from analyzer.bets import kept
from analyzer.cli.main import main
kept.FILE = Path({str(built)!r})
assert main(["odds", "commission-free", "--bet", "*"]) == 0
assert "lark" not in sys.modules
"""
    subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, timeout=60)
