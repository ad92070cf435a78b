"""The items of the library, listed in Python: the same ones, in the same order, as in `baccarat list`."""

import json
from pathlib import Path

import pytest

import analyzer as ba
from analyzer.cli.main import main


def listed(sort: str, capsys: pytest.CaptureFixture[str]) -> list[str]:
    """The ids of `baccarat list`, in either form of its document."""
    assert main(["list", sort, "--format", "json"]) == 0
    document = json.loads(capsys.readouterr().out)
    items = document["items"] if isinstance(document, dict) else document
    return [item["id"] for item in items]


def test_items_are_those_of_the_command_in_its_order(capsys: pytest.CaptureFixture[str]) -> None:
    assert [item.id for item in ba.variants()] == listed("variants", capsys)
    assert [item.id for item in ba.rule_sets()] == listed("rules", capsys)
    assert [item.id for item in ba.counts()] == listed("counts", capsys)
    assert list(dict.fromkeys(item.id for item in ba.bets())) == listed("bets", capsys)


def test_items_are_the_values_that_their_ids_name() -> None:
    assert all(item == ba.variant(item.id) for item in ba.variants())
    assert all(item == ba.rules(item.id) for item in ba.rule_sets())
    assert all(item == ba.bet(item.reference) for item in ba.bets())
    assert len({item.reference for item in ba.bets()}) == len(ba.bets())


def test_the_bets_of_a_file_include_every_paytable(tmp_path: Path) -> None:
    file = tmp_path / "my.toml"
    file.write_text(
        '[[bet]]\nid = "nine"\nname = "Nine"\nlines = [{ id = "win", when = "player_total == 9" }]\n'
        'paytables = { low = { win = "4" }, high = { win = "5" } }\n',
        encoding="utf-8",
    )
    found = ba.load_bets(file)
    assert [bet.reference for bet in found] == ["nine/low", "nine/high"]
    assert found == ba.load_bets(str(file))
    assert ba.odds(bets=found).valuations == ba.odds(bets=[], bet_files=[file]).valuations


def test_load_bets_reports_the_faults_of_a_file(tmp_path: Path) -> None:
    file = tmp_path / "bad.toml"
    file.write_text('[[bet]]\nid = "nine"\n', encoding="utf-8")
    with pytest.raises(ba.CatalogError, match=r"bad\.toml: bet\[1\]: missing key 'lines'"):
        ba.load_bets(file)
    with pytest.raises(ba.CatalogError, match="no such file"):
        ba.load_bets(tmp_path / "none.toml")
    with pytest.raises(ba.CatalogError, match=r"^expected the path of a bet file, got 3$"):
        ba.load_bets(3)  # type: ignore[arg-type]
