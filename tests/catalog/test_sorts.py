"""A file, name or value of the wrong sort: one sentence says what it is, and how to use it."""

from itertools import product
from pathlib import Path
from typing import Any

import pytest

import analyzer as ba
from analyzer.catalog.reference import CATALOG
from analyzer.cli.main import main

FILES = {
    "bets": "bets/lucky-6.toml",
    "rules": "rules/punto-banco.toml",
    "variant": "variants/classic.toml",
    "counts": "counts/jacobson.toml",
    "claims": "claims/first-seed.toml",
    "procedure": "procedures/cut-14.toml",
}
GIVEN = {
    "bets": ("odds --bets", "a file of bets", "write --bets"),
    "rules": ("odds --rules", "rules", "write --rules"),
    "variant": ("odds", "a variant", "write baccarat odds"),
    "counts": ("sweep --count", "counts", "write --count"),
    "claims": ("audit", "claims", "write baccarat audit"),
    "procedure": ("deal --procedure", "a dealing procedure", "write --procedure"),
}
"""For each sort: a command that expects it, what errors call it, and how such a file is given."""

WITHOUT_THE_OPTION = {
    *product(("bets", "rules", "variant"), ("counts", "procedure")),
    *product(("claims",), ("bets", "rules", "counts", "procedure")),
    *product(("procedure",), ("bets", "counts")),
}
"""Commands that expect one sort and have no option for the other, so that a hint would not work."""


@pytest.mark.parametrize(("wanted", "got"), [pair for pair in product(GIVEN, FILES) if pair[0] != pair[1]])
def test_a_file_of_another_sort_is_named(
    wanted: str,
    got: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    text = CATALOG.joinpath(*FILES[got].split("/")).read_text(encoding="utf-8")
    Path("file.toml").write_text(text, encoding="utf-8")
    command, expected, _ = GIVEN[wanted]
    assert main([*command.split(), "file.toml"]) == 2
    out, err = capsys.readouterr()
    use = f"; {GIVEN[got][2]} file.toml" if (wanted, got) not in WITHOUT_THE_OPTION else ""
    assert (out, err) == ("", f"baccarat: file.toml: expected {expected}, got {GIVEN[got][1]}{use}\n")


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        (6, "expected a variant as a value, an id or a file, got 6; write shoe=6"),
        (
            ba.Shoe.decks(6),
            "expected a variant as a value, an id or a file, got an object of type Shoe; write shoe=…",
        ),
        (
            ba.bet("tie"),
            "expected a variant as a value, an id or a file, got an object of type Bet; write bets=[…]",
        ),
        (
            ba.rules("punto-banco"),
            "expected a variant as a value, an id or a file, got an object of type Rules; write rules=…",
        ),
        ("6", "unknown variant '6'; for 6 decks write shoe=6"),
        ("dragon-7", "unknown variant 'dragon-7'; it is a bet: write bets=['dragon-7']"),
    ],
    ids=str,
)
def test_a_value_of_another_sort_is_named(given: Any, sentence: str) -> None:
    with pytest.raises(ba.CatalogError) as caught:
        ba.odds(given)
    assert str(caught.value) == sentence


@pytest.mark.parametrize(
    ("function", "word", "meant"),
    [
        (ba.odds, "bet", "bets"),
        (ba.odds, "decks", "shoe"),
        (ba.odds, "remaining", "shoe"),
        (ba.odds, "comission", "commission"),
        (ba.closed_form, "decks", None),
        (ba.odds, "colour", None),
    ],
)
def test_a_word_of_the_command_line_is_named(function: Any, word: str, meant: str | None) -> None:
    with pytest.raises(TypeError) as caught:
        function("classic", **{word: 6})
    hint = f"; did you mean {meant!r}?" if meant else ""
    assert str(caught.value) == f"got an unexpected keyword argument {word!r}{hint}"
