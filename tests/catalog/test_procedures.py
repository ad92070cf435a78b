"""Dealing procedures: those of the library, those of files, and invalid ones."""

import json
from pathlib import Path

import pytest
from suite import Read, Run

from analyzer.catalog.procedures import procedure
from analyzer.catalog.reference import stems
from analyzer.catalog.sorts import PROCEDURE_KEYS
from analyzer.errors import CatalogError, RulesError, ShoeError
from analyzer.game.procedure import Burn, Procedure
from analyzer.game.shoe import Shoe

SOUND = 'burn = 10\nseen = "all"\ncut_card = 7\nextra_coups = 0\n'


def test_the_keys_of_a_file_are_the_fields_of_a_procedure() -> None:
    plain = Procedure("own", "own")
    assert (*plain.steps, *plain.manner) == PROCEDURE_KEYS


def test_the_procedures_of_the_library() -> None:
    found = {name: tuple(procedure(name).steps.values()) for name in stems("procedures")}
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


def test_a_procedure_from_a_file(tmp_path: Path) -> None:
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
        "FILE: cut_card: expected a number of cards from 0 to 100,000, or the fewest and the most, got -1",
    ]


def test_faults_of_a_range_and_of_the_handling_are_reported(tmp_path: Path) -> None:
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


def test_an_unknown_procedure_is_rejected() -> None:
    for asked, near in (("cut-13", "cut-14"), ("first-sead", "first-seed")):
        with pytest.raises(CatalogError, match=f"unknown procedure '{asked}'; did you mean '{near}'"):
            procedure(asked)


@pytest.mark.parametrize(
    ("field", "value", "said"),
    [
        ("burn", "second-card", "'first-card' or a number of cards from 0 to 100,000, got 'second-card'"),
        ("burn", -1, "'first-card' or a number of cards from 0 to 100,000, got -1"),
        ("seen", None, "'none', 'first-card' or 'all', got None"),
        ("cut_card", 14.0, "a number of cards from 0 to 100,000, or the fewest and the most, got 14.0"),
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
        ("cut_card", (), "the fewest and the most cards behind it, rising, from 0 to 100,000, got nothing"),
        (
            "cut_card",
            (1, 2, 3),
            "the fewest and the most cards behind it, rising, from 0 to 100,000, got 1, 2, 3",
        ),
        ("burn", True, "'first-card' or a number of cards from 0 to 100,000, got True"),
        ("reserve", 1, "true or false, got 1"),
        ("turning", "all", "'as-dealt' or 'hands', got 'all'"),
        ("handled_by", "player", "'dealer' or 'bettors', got 'player'"),
        ("extra_coups", 100_001, "a number of coups from 0 to 100,000, got 100001"),
    ],
)
def test_fields_out_of_range_are_rejected(field: str, value: object, said: str) -> None:
    with pytest.raises(RulesError) as caught:
        Procedure("own", "Own", **{field: value})  # type: ignore[arg-type]
    assert str(caught.value) == f"{field}: expected {said}"


def test_the_defaults_of_a_procedure() -> None:
    plain = Procedure("own", "Own", names={"de": "Eigen"}, source={"url": "u"})
    assert plain.steps == {"burn": "first-card", "seen": "first-card", "cut_card": 14, "extra_coups": 1}
    assert plain.manner == {"reserve": False, "turning": "as-dealt", "handled_by": "dealer"}
    assert (plain.note, plain.aliases, plain.depths) == (None, (), (14, 14))
    assert Procedure("own", "Own", 3, cut_card=(0, 100_000), extra_coups=0).depths == (0, 100_000)
    assert [plain.title.in_language(language) for language in ("de", "fr")] == ["Eigen", plain.name]


@pytest.mark.parametrize(
    ("burn", "shoe", "most"),
    [("first-card", "0=1 9=1", 11), ("first-card", "A=2 4=1", 5), ("first-card", "0=0", 1), (0, "0=5", 0)],
)
def test_the_most_cards_burned(burn: Burn, shoe: str, most: int) -> None:
    assert Procedure("own", "Own", burn).most_burned(Shoe.parse(shoe)) == most


MORE = "; give more cards, burn fewer or deal fewer extra coups"
FARTHER = "; put it further from the end or deal fewer extra coups"
SHORT = {
    "a burn of all": (
        Procedure("own", "Own", 10),
        10,
        "a shoe of at least 22 cards, up to 10 for the burn and 6 for each of 2 coups, got 10" + MORE,
    ),
    "a burn of more than all": (
        Procedure("own", "Own", 10),
        9,
        "a burn of at most the 9 cards of the shoe, got 10",
    ),
    "a burn of more than one": (
        Procedure("own", "Own", 2),
        1,
        "a burn of at most the 1 card of the shoe, got 2",
    ),
    "a first card that burns more": (
        Procedure("own", "Own"),
        10,
        "a shoe of at least 23 cards, up to 11 for the burn and 6 for each of 2 coups, got 10" + MORE,
    ),
    "a card too few": (
        Procedure("own", "Own", 10, cut_card=0, extra_coups=0),
        15,
        "a shoe of at least 16 cards, up to 10 for the burn and 6 for 1 coup, got 15" + MORE,
    ),
    "a cut card too far": (
        Procedure("own", "Own", 10, cut_card=(17, 90), extra_coups=2),
        100,
        "at least 18 cards behind the cut card, 6 for each coup from the one in which it shows on, got 17"
        + FARTHER,
    ),
    "a cut card among the burned": (
        Procedure("own", "Own", 10, cut_card=(18, 91), extra_coups=2),
        100,
        "a cut card inside the shoe, got 91 cards behind it although a burn may leave only 90 of 100; put it "
        "nearer to the end",
    ),
}


@pytest.mark.parametrize(("asked", "size", "said"), SHORT.values(), ids=SHORT.keys())
def test_shoes_that_a_procedure_does_not_fit(asked: Procedure, size: int, said: str) -> None:
    with pytest.raises(ShoeError) as error:
        asked.check(Shoe.parse(f"0={size}"), 6)
    assert str(error.value) == f"expected {said}"


@pytest.mark.parametrize(
    ("asked", "size"),
    [
        (Procedure("own", "Own", 10, cut_card=12), 22),
        (Procedure("own", "Own", cut_card=12), 23),
        (Procedure("own", "Own", 10, cut_card=(18, 90), extra_coups=2), 100),
        (Procedure("own", "Own", 0, cut_card=6, extra_coups=0), 6),
    ],
)
def test_shoes_that_a_procedure_just_fits(asked: Procedure, size: int) -> None:
    asked.check(Shoe.parse(f"0={size}"), 6)
    with pytest.raises(ShoeError):
        asked.check(Shoe.parse(f"0={size - 1}"), 6)


def test_procedures_are_listed(read: Read) -> None:
    items = {item["id"]: item for item in read("list", "procedures")["items"]}
    assert list(items) == list(stems("procedures"))
    assert items["reserve-cards"]["aliases"] == ["second-seed"]
    found = read("list", "procedures", "--where", "alias=first-seed")
    assert [item["id"] for item in found["items"]] == ["random-cut-card"]


def test_a_procedure_is_shown_in_words(tmp_path: Path, run: Run, read: Read) -> None:
    shown = read("show", "second-seed")
    meant = procedure("reserve-cards")
    told = {**meant.steps, **meant.manner, "cut_card": [14, 40], "aliases": ["second-seed"]}
    assert {key: shown[key] for key in told} == told
    rows = run("show", "second-seed", "--format", "md")[1].splitlines()[4:9]
    assert rows == [
        "| Burn | the first card, seen, then one more card per point (10 for a ten or a face card), unseen |",
        "| Cards behind the cut card | 14 to 40 (at random) |",
        "| Coups after the one in which the cut card appears | 0 |",
        "| Reserve cards pulled ahead | yes |",
        "| Cards turned | by the dealer, both Player cards, then both Banker cards |",
    ]
    assert "| 翻牌方式 | 由投注者" in run("show", "midi", "--format", "md", "--lang", "zh-Hans")[1]
    (tmp_path / "mine.toml").write_text(SOUND, "utf-8")
    assert "Cards behind the cut card                  7\n" in run("show", str(tmp_path / "mine.toml"))[1]


NEAR = SOUND.replace("= 7", "= 5")
LINTED = {
    "sound": (SOUND, (), {}),
    "a wrong word": (
        SOUND.replace('"all"', '"most"'),
        (),
        {"seen": "expected 'none', 'first-card' or 'all', got 'most'"},
    ),
    "fits no shoe": (
        NEAR,
        (),
        {
            "": "expected at least 6 cards behind the cut card, 6 for each coup from the one in "
            "which it shows on, got 5; put it further from the end or deal fewer "
            "extra coups"
        },
    ),
    "fits under other rules": (NEAR, ("--rules", "player-first-7"), {}),
    "fits no such shoe": (
        SOUND,
        ("--remaining", "A=15"),
        {
            "": "expected a shoe of at least 16 cards, up to 10 for the burn and 6 for 1 coup, got "
            "15; give more cards, burn fewer or deal fewer extra coups"
        },
    ),
    "limits": ('[[limit]]\nbets = ["tie"]\nmost = "9"\n', (), {}),
    "faulty limits": (
        '[[limit]]\nbets = ["tie"]\n',
        (),
        {"limit[1]": "'least', 'most' or 'table' is required"},
    ),
}


@pytest.mark.parametrize("name", LINTED)
def test_the_files_of_a_table_are_linted(tmp_path: Path, run: Run, name: str) -> None:
    path = tmp_path / "table.toml"
    text, options, said = LINTED[name]
    path.write_text(text, "utf-8")
    status, out, _ = run("lint", str(path), *options, "--format", "json")
    assert {fault["where"]: fault["message"] for fault in json.loads(out)["findings"]} == said
    assert status == bool(said)


def test_limits_are_linted_together_with_their_bets(tmp_path: Path, run: Run) -> None:
    limits, bets = str(tmp_path / "limits.toml"), str(tmp_path / "bets.toml")
    Path(limits).write_text('[[limit]]\nbets = ["twin"]\nmost = "9"\n', "utf-8")
    line = 'lines = [{ id = "win", when = "player_pair and banker_pair" }]'
    Path(bets).write_text(f'[[bet]]\nid = "twin"\n{line}\n[bet.paytable]\nwin = "100"\n', "utf-8")
    status, out, _ = run("lint", limits, "--format", "json")
    assert (status, [fault["where"] for fault in json.loads(out)["findings"]]) == (1, ["limit[1].bets[1]"])
    status, out, _ = run("lint", limits, bets, "--format", "json")
    assert (status, json.loads(out)["findings"]) == (0, [])


def test_the_error_for_a_file_that_cannot_be_compared_names_its_sort(tmp_path: Path, run: Run) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(SOUND, "utf-8")
    status, _, err = run("compare", str(path), str(path))
    assert (status, err) == (
        2,
        f"baccarat: {path}: expected rules, a variant or bets, got a dealing procedure; see baccarat deal "
        "--procedure\n",
    )
