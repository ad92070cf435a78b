"""The library's catalog, and every error sentence on a faulty file."""

import tomllib
from fractions import Fraction
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from grids import PUNTO_BANCO

from analyzer.catalog import load
from analyzer.catalog.limits import offers
from analyzer.catalog.lint_input import inspect_file
from analyzer.catalog.toml_table import Faults, TomlTable
from analyzer.errors import CatalogError

CATALOG = Path(str(files("analyzer.catalog")))
SHIPPED = sorted(path for kind in ("rules", "bets", "variants") for path in (CATALOG / kind).glob("*.toml"))

BET = """
[[bet]]
id = "my-bet"
name = "Mine"
lines = [{ id = "win", when = "player_wins" }, { id = "push", when = "tie" }]
paytable = { win = "5", push = "push" }
"""
VARIANT = """
name = "Mine"
decks = 8
rules = "punto-banco"
bets = ["player", "tie/9"]
"""
GRID = f"""
name = "Mine"
player_draws = [0, 1, 2, 3, 4, 5]
naturals = [8, 9]
banker = '''
{PUNTO_BANCO}
'''
"""


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def refused(read: Any, name: str) -> list[str]:
    with pytest.raises(CatalogError) as caught:
        read(name)
    return str(caught.value).split("\n")


def changed(text: str, *changes: tuple[str, str]) -> str:
    for old, new in changes:
        assert old in text
        text = text.replace(old, new, 1)
    return text


# the library


def test_ids() -> None:
    assert {"standard", "commission-free", "niu-niu", "ez-baccarat", "classic"} <= set(load.variant_ids())
    assert {"punto-banco", "thai-literal"} <= set(load.rules_ids())
    for ids in (load.variant_ids(), load.rules_ids(), load.bet_ids()):
        assert list(ids) == sorted(set(ids))


def test_everything_shipped_loads_strictly() -> None:
    """As strictly as a user's file: every bet, not only those requested."""
    for path in SHIPPED:
        read = {"rules": load.rules, "bets": load.bets_of, "variants": load.variant}[path.parent.name]
        assert read(str(path)), path


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_every_shipped_file_has_a_source(path: Path) -> None:
    raw = tomllib.loads(path.read_text("utf-8"))
    named = [raw["source"]] if "source" in raw else [bet["source"] for bet in raw["bet"]]
    for source in named:
        for one in source if isinstance(source, list) else [source]:
            assert load.citation(one)
            assert isinstance(one, dict) or one in load.sources(), one


def test_library_contains_every_bet_once() -> None:
    raw = [tomllib.loads(path.read_text("utf-8")) for path in SHIPPED if path.parent.name == "bets"]
    ids = [bet["id"] for document in raw for bet in document["bet"]]
    assert sorted(ids) == list(load.bet_ids()) == sorted(load.library())
    aliases = [alias for document in raw for bet in document["bet"] for alias in bet.get("aliases", [])]
    assert len({*aliases, *ids}) == len(aliases) + len(ids)


def test_a_single_winning_line_is_called_win_and_a_returned_stake_push() -> None:
    for variant in map(load.variant, load.variant_ids()):
        for bet in variant.bets:
            assert len(bet.winning) != 1 or bet.winning == ("win",), bet.reference
            assert {line.id for line in bet.lines if line.net == 0} <= {"push"}, bet.reference


@pytest.mark.parametrize(
    ("variant", "references"),
    [
        (
            "standard",
            "player banker/commission-5 tie/8 player-pair/11 banker-pair/11 lucky-6/12-20 "
            "player-natural banker-natural",
        ),
        (
            "commission-free",
            "player banker tie/8 player-pair/11 banker-pair/11 lucky-6/12-20 player-natural banker-natural",
        ),
        ("niu-niu", "player banker tie/8"),
        ("ez-baccarat", "player banker tie/8 dragon-7 panda-8"),
        ("classic", "player banker/commission-5 tie/8"),
    ],
)
def test_bets_of_variants(variant: str, references: str) -> None:
    loaded = load.variant(variant)
    assert [bet.reference for bet in loaded.bets] == references.split()
    assert (loaded.decks, loaded.rules.id, loaded.id) == (8, "punto-banco", variant)


@pytest.mark.parametrize(
    ("variant", "bet", "nets"),
    [
        ("standard", "player", "win=1 push=0 lose=-1"),
        ("standard", "banker", "win=19/20 push=0 lose=-1"),
        ("standard", "tie", "win=8 lose=-1"),
        ("standard", "player-pair", "win=11 lose=-1"),
        ("standard", "lucky-6", "two-card=12 three-card=20 lose=-1"),
        ("standard", "banker-natural", "win=7/2 lose=-1"),
        ("commission-free", "banker", "win-6=1/2 win=1 push=0 lose=-1"),
        ("ez-baccarat", "banker", "win=1 push=0 lose=-1"),
        ("ez-baccarat", "dragon-7", "win=40 lose=-1"),
        ("ez-baccarat", "panda-8", "win=25 lose=-1"),
        ("classic", "banker/commission-4", "win=24/25 push=0 lose=-1"),
        ("classic", "tie/9", "win=9 lose=-1"),
        (
            "niu-niu",
            "player",
            "win-1=1 win-2=2 win-3=3 win-4=4 win-5=5 win-6=6 win-7=7 win-8=8 win-9=171/20 push=0 "
            "lose-1=-1 lose-2=-2 lose-3=-3 lose-4=-4 lose-5=-5 lose-6=-6 lose-7=-7 lose-8=-8 lose-9=-9 "
            "lose=-1",
        ),
    ],
)
def test_prices(variant: str, bet: str, nets: str) -> None:
    offered = load.offered(load.variant(variant), bet)
    assert " ".join(f"{line}={net}" for line, net in offered.nets.items()) == nets


def test_niu_niu_locks_nine_units() -> None:
    for bet in load.variant("niu-niu").bets[:2]:
        assert bet.locked == bet.exposure == 9


def test_names_are_those_of_the_seeds() -> None:
    assert load.bet("banker").names["zh-Hant"] == "莊家"
    assert load.variant("niu-niu").names["zh-Hans"] == "牛牛百家乐"


# references


def test_references() -> None:
    assert load.bet("tie").reference == "tie/8"
    assert load.bet("tie/9").nets["win"] == 9
    assert load.bet("dragon").id == "dragon-7"
    ez = load.variant("ez-baccarat")
    assert load.offered(ez, "banker").paytable is None
    assert load.offered(ez, "bank") is load.offered(ez, "banker") is ez.bets[1]
    assert load.offered(ez, "banker/commission-5").nets["win"] == Fraction(19, 20)
    assert load.offered(ez, "lucky-6/12-23").nets["three-card"] == 23
    assert load.bet("banker", ez.local) is ez.bets[1]


@pytest.mark.parametrize(
    ("variant", "ref", "sentence"),
    [
        (
            "ez-baccarat",
            "dragon7",
            "unknown bet 'dragon7' in variant 'ez-baccarat'; did you mean 'dragon-7'?",
        ),
        (
            "standard",
            "tie/10",
            "unknown paytable '10' of bet 'tie' in variant 'standard'; choose from 8, 9",
        ),
        (
            "standard",
            "player/x",
            "unknown paytable 'x' of bet 'player' in variant 'standard'; this bet has only one price",
        ),
    ],
)
def test_unknown_bets(variant: str, ref: str, sentence: str) -> None:
    assert refused(lambda ref: load.offered(load.variant(variant), ref), ref) == [sentence]


@pytest.mark.parametrize(
    ("read", "ref", "sentence"),
    [
        (load.variant, "ez-bacarat", "unknown variant 'ez-bacarat'; did you mean 'ez-baccarat'?"),
        (load.rules, "punto-blanco", "unknown rules 'punto-blanco'; did you mean 'punto-banco'?"),
        (load.bet, "lucky6", "unknown bet 'lucky6'; did you mean 'lucky-6'?"),
    ],
)
def test_unknown_ids(read: Any, ref: str, sentence: str) -> None:
    assert refused(read, ref) == [sentence]


def test_the_error_for_a_long_id_is_short() -> None:
    for read in (load.variant, load.rules, load.bet):
        assert len(refused(read, "é" * 1_000_000)[0]) < 300


# users' files


def test_bets_of_returns_each_paytable(here: Path) -> None:
    text = changed(
        BET,
        ('paytable = { win = "5", push = "push" }', 'paytables = { a = { win = "5/2", push = "push" },'),
    )
    (here / "my-bets.toml").write_text(text.rstrip() + ' b = { win = "0.5", push = "-3" } }\n' + "# end\n")
    bets = load.bets_of("my-bets.toml")
    assert [(bet.reference, *bet.nets.values()) for bet in bets] == [
        ("my-bet/a", Fraction(5, 2), 0, -1),
        ("my-bet/b", Fraction(1, 2), -3, -1),
    ]
    assert bets[1].exposure == 3


def test_a_file_may_have_a_byte_order_mark_and_windows_line_ends(here: Path) -> None:
    (here / "my-bets.toml").write_bytes(b"\xef\xbb\xbf" + BET.replace("\n", "\r\n").encode())
    assert [bet.id for bet in load.bets_of("my-bets.toml")] == ["my-bet"]


def test_rules_and_variant_by_path(here: Path) -> None:
    folder = here / "mine"
    folder.mkdir()
    (folder / "my-rules.toml").write_text(GRID + 'banker_by = "player-total"\nplayer_first = 7\n')
    (folder / "my-variant.toml").write_text(
        changed(VARIANT, ('"punto-banco"', '"my-rules.toml"'), ('"player"', '"my-bet"')) + BET
    )
    variant = load.variant("mine/my-variant.toml")
    assert (variant.id, variant.rules.id, variant.rules.player_first) == ("my-variant", "my-rules", 7)
    assert [bet.reference for bet in variant.bets] == ["my-bet", "tie/9"]
    assert load.rules("mine/my-rules.toml").banker_by == "player-total"


def test_a_local_bet_replaces_the_library_s_only_inside_its_variant(here: Path) -> None:
    (here / "v.toml").write_text(VARIANT + changed(BET, ('"my-bet"', '"player"')))
    assert load.variant("v.toml").bets[0].nets["win"] == 5
    assert load.bet("player").nets["win"] == 1


def test_the_list_of_naturals_may_be_empty(here: Path) -> None:
    rows = "7 S S S S S S S S S S S\n"
    text = changed(GRID, ("[8, 9]", "[]"), (rows, rows + rows.replace("7", "8") + rows.replace("7", "9")))
    (here / "r.toml").write_text(text)
    assert load.rules("r.toml").tableau.naturals == frozenset()


LINES = 'lines = [{ id = "win", when = "player_wins" }, { id = "push", when = "tie" }]'
PAYTABLE = 'paytable = { win = "5", push = "push" }'
BAD_BETS = {
    "unknown rules": (
        ("lines =", 'rules = "punto"\nlines ='),
        "bet[1].rules: unknown rules 'punto'; did you mean 'punto-banco'?",
    ),
    "rules by alias": (
        ("lines =", 'rules = "seven-up"\nlines ='),
        f"bet[1].rules: unknown rules 'seven-up'; choose from {', '.join(load.rules_ids())}",
    ),
    "inside_coup": (
        ("lines =", 'inside_coup = "yes"\nlines ='),
        "bet[1].inside_coup: expected true or false, got 'yes'",
    ),
    "float": (
        ('"5"', "40.0"),
        'bet[1].paytable.win: expected a ratio in quotes such as "40" or "19/20", got 40.0',
    ),
    "integer": (
        ('"5"', "40"),
        'bet[1].paytable.win: expected a ratio in quotes such as "40" or "19/20", got 40',
    ),
    "not a ratio": (
        ('"5"', '"1e10000000"'),
        'bet[1].paytable.win: expected a ratio such as "12", "0.95" or "19/20", got \'1e10000000\'',
    ),
    "nan": (
        ('"5"', '"nan"'),
        'bet[1].paytable.win: expected a ratio such as "12", "0.95" or "19/20", got \'nan\'',
    ),
    "zero denominator": (
        ('"5"', '"1/0"'),
        "bet[1].paytable.win: expected a ratio with a denominator other than zero, got '1/0'",
    ),
    "unknown key": (("name", "nmae"), "bet[1]: unknown key 'nmae'; did you mean 'name'?"),
    "unknown top key": (
        ("[[bet]]", 'colour = "red"\n[[bet]]'),
        "unknown key 'colour'; choose from bet, source",
    ),
    "wrong type": (('"Mine"', "7"), "bet[1].name: expected text in quotes, got 7"),
    "truth value": (('"Mine"', "true"), "bet[1].name: expected text in quotes, got true"),
    "date": (('"Mine"', "2024-01-01"), "bet[1].name: expected text in quotes, got a date or time"),
    "single table": (("[[bet]]", "[bet]"), "bet: expected a list of tables, got a table"),
    "table of numbers": (('[[bet]]\nid = "my-bet"', "bet = [3]"), "bet[1]: expected a table, got 3"),
    "no lines": ((LINES, ""), "bet[1]: missing key 'lines'"),
    "empty lines": ((LINES, "lines = []"), "bet[1].lines: one table or more is required"),
    "no id": (('id = "my-bet"', ""), "bet[1]: missing key 'id'"),
    "no when": ((', when = "tie"', ""), "bet[1].lines[2]: missing key 'when'"),
    "no paytable": ((PAYTABLE, ""), "bet[1]: missing key 'paytable'"),
    "both paytables": (
        (PAYTABLE, PAYTABLE + "\npaytables = {}"),
        "bet[1]: expected paytable or paytables, got both",
    ),
    "empty paytables": (
        (PAYTABLE, "paytables = {}"),
        "bet[1].paytables: one paytable or more is required",
    ),
    "paytable name": (
        (PAYTABLE, 'paytables = { "A b" = { win = "5", push = "push" } }'),
        "bet[1].paytables.'A b': expected an id of 1 to 64 lower-case letters, digits and hyphens, got 'A b'",
    ),
    "bad id": (
        ('"my-bet"', '"My bet"'),
        "bet[1].id: expected an id of 1 to 64 lower-case letters, digits and hyphens, got 'My bet'",
    ),
    "hyphen first": (
        ('"my-bet"', '"-bet"'),
        "bet[1].id: expected an id of 1 to 64 lower-case letters, digits and hyphens, got '-bet'",
    ),
    "line feed in id": (
        ('"my-bet"', '"my-bet\\n"'),
        "bet[1].id: expected an id of 1 to 64 lower-case letters, digits and hyphens, got 'my-bet\\n'",
    ),
    "long id": (
        ('"my-bet"', f'"{"a" * 65}"'),
        f"bet[1].id: expected an id of 1 to 64 lower-case letters, digits and hyphens, got '{'a' * 39}…'",
    ),
    "reserved line": (
        ('id = "push"', 'id = "lose"'),
        "bet[1].lines[2].id: 'lose' is reserved for coups to which no line applies; choose another id",
    ),
    "duplicate line": (
        ('id = "push"', 'id = "win"'),
        "bet[1].lines[2].id: expected a unique id, got 'win', the id of bet[1].lines[1]",
    ),
    "price missing": ((', push = "push" }', " }"), "bet[1].paytable: a price for line 'push' is required"),
    "price of unknown line": (
        ('win = "5"', 'win = "5", psh = "1"'),
        "bet[1].paytable.psh: unknown line 'psh'; did you mean 'push'?",
    ),
    "price of lose": (
        ('win = "5"', 'win = "5", lose = "-2"'),
        "bet[1].paytable.lose: 'lose' always loses one unit and has no price",
    ),
    "control character": (
        ('"Mine"', '"Mi\\u0007ne"'),
        "bet[1].name: expected text without control or direction characters, got 'Mi\\x07ne'",
    ),
    "direction character": (
        ('"Mine"', '"Mi\\u202ene"'),
        "bet[1].name: expected text without control or direction characters, got 'Mi\\u202ene'",
    ),
    "empty name": (('"Mine"', '" "'), "bet[1].name: expected text, got ' '"),
    "long name": (('"Mine"', f'"{"a" * 201}"'), "bet[1].name: expected at most 200 characters, got 201"),
    "language": (
        ('name = "Mine"', 'names = { zh = "我的" }'),
        "bet[1].names: unknown key 'zh'; choose from en, ko, th, vi, zh-Hans, zh-Hant",
    ),
    "locked too little": (
        (PAYTABLE, 'locked = "2"\npaytable = { win = "5", push = "-3" }'),
        "bet[1].locked: expected at least the 3 units that can be lost, got '2'",
    ),
    "float in source": (
        ('name = "Mine"', "source = { page = [1.5] }"),
        "bet[1].source.page[1]: expected text, or a list or table of texts, got 1.5",
    ),
    "number for a source": (
        ('name = "Mine"', "source = 5"),
        "bet[1].source: expected text, or a list or table of texts, got 5",
    ),
    "lists in source": (
        ('name = "Mine"', 'source = [1, [2, [3, ["four deep"]]]]'),
        "bet[1].source[2][2][2]: expected text, or a list or table of texts, got a list",
    ),
    "tables in source": (
        ('name = "Mine"', 'source = { a = 1, b = { a = 2, b = { a = 3, b = { a = "four deep" } } } }'),
        "bet[1].source.b.b.b: expected text, or a list or table of texts, got a table",
    ),
    "alias": (
        ('name = "Mine"', 'aliases = ["A"]'),
        "bet[1].aliases[1]: expected an id of 1 to 64 lower-case letters, digits and hyphens, got 'A'",
    ),
}


@pytest.mark.parametrize(("change", "sentence"), BAD_BETS.values(), ids=BAD_BETS.keys())
def test_bad_bets(here: Path, change: tuple[str, str], sentence: str) -> None:
    (here / "my-bets.toml").write_text(changed(BET, change))
    expected = f"my-bets.toml: {sentence}"
    assert expected in refused(load.bets_of, "my-bets.toml")


def test_texts_and_numbers_of_the_largest_allowed_size(here: Path) -> None:
    (here / "my-bets.toml").write_text(changed(BET, ("Mine", "a" * 200)))
    assert [bet.name for bet in load.bets_of("my-bets.toml")] == ["a" * 200]
    (here / "v.toml").write_text(changed(VARIANT, ("decks = 8", "decks = 1923")))
    assert load.variant("v.toml").decks == 1923


def test_one_fault_makes_one_line(here: Path) -> None:
    """A fault causes no further faults, except in prices that still name a renamed line."""
    two = {"table of numbers", "reserved line", "duplicate line"}
    for name in BAD_BETS.keys() - two:
        change, sentence = BAD_BETS[name]
        (here / "my-bets.toml").write_text(changed(BET, change))
        assert refused(load.bets_of, "my-bets.toml") == [f"my-bets.toml: {sentence}"], name


def test_a_condition_that_cannot_be_parsed_marks_its_place(here: Path) -> None:
    (here / "my-bets.toml").write_text(changed(BET, ('"player_wins"', '"player_total = 3"')))
    sentence, text, caret = refused(load.bets_of, "my-bets.toml")
    assert sentence.startswith("my-bets.toml: bet[1].lines[1].when: ")
    assert text.strip() == "player_total = 3"
    assert caret.index("^") == text.index("=")


def test_a_bet_states_its_rules_and_whether_it_is_offered_inside_a_coup(here: Path) -> None:
    said = 'rules = "player-first-7"\ninside_coup = true\nlines ='
    (here / "my-bets.toml").write_text(BET + changed(BET, ("lines =", said), ('"my-bet"', '"other"')))
    assert [(bet.rules, bet.inside_coup) for bet in load.bets_of("my-bets.toml")] == [
        (None, False),
        ("player-first-7", True),
    ]


def test_decks_make_a_file_of_bets_a_variant(here: Path) -> None:
    (here / "my-bets.toml").write_text("decks = 8\n" + BET)
    assert [(where, str(what)) for where, what in inspect_file("my-bets.toml").faults] == [
        ("", "missing key 'rules'; a file with 'decks' is read as a variant"),
        ("", "missing key 'bets'"),
    ]


def test_duplicate_bet_ids(here: Path) -> None:
    (here / "my-bets.toml").write_text(BET + BET)
    assert refused(load.bets_of, "my-bets.toml") == [
        "my-bets.toml: bet[2].id: expected a unique id, got 'my-bet', the id of bet[1]"
    ]


BAD_VARIANTS = {
    "decks 0": (("decks = 8", "decks = 0"), "decks: expected a whole number from 1 to 1923, got 0"),
    "decks 1924": (("decks = 8", "decks = 1924"), "decks: expected a whole number from 1 to 1923, got 1924"),
    "decks float": (("decks = 8", "decks = 8.0"), "decks: expected a whole number from 1 to 1923, got 8.0"),
    "decks inf": (("decks = 8", "decks = inf"), "decks: expected a whole number from 1 to 1923, got inf"),
    "decks true": (("decks = 8", "decks = true"), "decks: expected a whole number from 1 to 1923, got true"),
    "decks huge": (
        ("decks = 8", f"decks = 0x{'f' * 10000}"),
        "decks: expected a whole number from 1 to 1923, got an integer of 40,000 bits",
    ),
    "no decks": (("decks = 8", ""), "missing key 'decks'"),
    "no rules": (
        ('rules = "punto-banco"', ""),
        "missing key 'rules'; a file with 'decks' is read as a variant",
    ),
    "unknown rules": (
        ('"punto-banco"', '"punto"'),
        "rules: unknown rules 'punto'; did you mean 'punto-banco'?",
    ),
    "missing rules file": (('"punto-banco"', '"x.toml"'), "rules: x.toml: no such file"),
    "no bets": (('["player", "tie/9"]', "[]"), "bets: one bet or more is required"),
    "unknown bet": (('"player"', '"plyer"'), "bets[1]: unknown bet 'plyer'; did you mean 'player'?"),
    "unknown paytable": (("tie/9", "tie/7"), "bets[2]: unknown paytable '7' of bet 'tie'; choose from 8, 9"),
    "bet twice": (('"player"', '"tie/8"'), "bets[2]: expected each bet once, got 'tie' again"),
    "bet of wrong type": (('"player"', "8.5"), 'bets[1]: expected a bet such as "tie/8", got 8.5'),
    "unknown key": (("name", "nmae"), "unknown key 'nmae'; did you mean 'name'?"),
    "not a list": (
        ('["player", "tie/9"]', '"player"'),
        "bets: expected a list, each a bet such as \"tie/8\", got 'player'",
    ),
}


@pytest.mark.parametrize(("change", "sentence"), BAD_VARIANTS.values(), ids=BAD_VARIANTS.keys())
def test_bad_variants(here: Path, change: tuple[str, str], sentence: str) -> None:
    (here / "v.toml").write_text(changed(VARIANT, change))
    assert refused(load.variant, "v.toml") == [f"v.toml: {sentence}"]


def test_a_file_of_bets_is_not_a_variant(here: Path) -> None:
    (here / "my-bets.toml").write_text(BET)
    assert refused(load.variant, "my-bets.toml") == [
        "my-bets.toml: expected a variant, got a file of bets; write bet_files=['my-bets.toml']"
    ]


def test_insurance_is_offered_after_four_or_five_cards(monkeypatch: pytest.MonkeyPatch) -> None:
    offer: dict[str, object] = {"bets": [], "banker": [7]}
    tables = [offer, offer | {"after": 4}, offer | {"after": 5}]
    file = TomlTable(Faults("offers.toml"), "", {"offer": tables})
    monkeypatch.setattr(load, "packaged", lambda kind, stem: file)
    assert [offer.after for offer in offers.__wrapped__()] == [4, 4, 5]
    tables += [offer | {"after": 3}, offer | {"after": 6}]
    assert refused(lambda _: offers.__wrapped__(), "") == [
        "offers.toml: offer[4].after: expected a whole number from 4 to 5, got 3",
        "offers.toml: offer[5].after: expected a whole number from 4 to 5, got 6",
    ]


def test_a_faulty_local_bet_is_reported_once(here: Path) -> None:
    (here / "v.toml").write_text(changed(VARIANT, ('"player"', '"my-bet"')) + changed(BET, ('"5"', "5")))
    assert refused(load.variant, "v.toml") == [
        'v.toml: bet[1].paytable.win: expected a ratio in quotes such as "40" or "19/20", got 5'
    ]


BAD_RULES = {
    "missing row": (("7 S S S S S S S S S S S\n", ""), "banker: row 7 is missing"),
    "short row": (("7 S S", "7 S"), "banker: row 7: expected 11 cells, got 10"),
    "cell": (("3 D", "3 X"), "banker: row 3, column -: expected D or S, got 'X'"),
    "total": (("[8, 9]", "[8, 9, 10]"), "naturals: expected totals from 0 to 9, got 10"),
    "float total": (("[8, 9]", "[8, 9.0]"), "naturals[2]: expected a whole number from 0 to 9, got 9.0"),
    "banker_by": (
        ('name = "Mine"', 'banker_by = "total"'),
        "banker_by: expected 'third-card' or 'player-total', got 'total'",
    ),
    "player_first": (
        ('name = "Mine"', "player_first = 14"),
        "player_first: expected a whole number from 1 to 13, got 14",
    ),
    "no naturals": (("naturals = [8, 9]", ""), "missing key 'naturals'"),
    "list for grid": (
        ("banker = '''", "banker = []\nnote = '''"),
        "banker: expected the grid as text in quotes, got a list",
    ),
}


@pytest.mark.parametrize(("change", "sentence"), BAD_RULES.values(), ids=BAD_RULES.keys())
def test_bad_rules(here: Path, change: tuple[str, str], sentence: str) -> None:
    (here / "r.toml").write_text(changed(GRID, change))
    assert f"r.toml: {sentence}" in refused(load.rules, "r.toml")


def test_each_fault_of_rules_has_its_own_line(here: Path) -> None:
    (here / "r.toml").write_text(changed(GRID, ("3 D", "3 X"), ("5 D", "5 Y"), ("[8, 9]", "[8, 11]")))
    assert refused(load.rules, "r.toml") == [
        "r.toml: naturals: expected totals from 0 to 9, got 11",
        "r.toml: banker: row 3, column -: expected D or S, got 'X'",
        "r.toml: banker: row 5, column -: expected D or S, got 'Y'",
    ]


def test_ten_faults_make_ten_lines(here: Path) -> None:
    (here / "my-bets.toml").write_text("""
author = "me"
[[bet]]
id = "One"
name = 1
odds = "5"
lines = [{ id = "win", when = "player_wins" }, { id = "lose", when = "tie" }]
paytable = { win = 5.0 }
[[bet]]
id = "two"
name = "\\u202e"
lines = [{ id = "win", when = "player_wins" }, { id = "push", when = "tie" }]
paytable = { win = "five", psh = "push" }
""")
    assert refused(load.bets_of, "my-bets.toml") == [
        "my-bets.toml: unknown key 'author'; choose from bet, source",
        "my-bets.toml: bet[1]: unknown key 'odds'; choose from aliases, complete, id, inside_coup, lines, "
        "locked, name, names, note, paytable, paytables, rules, source",
        "my-bets.toml: bet[1].id: expected an id of 1 to 64 lower-case letters, digits and hyphens, "
        "got 'One'",
        "my-bets.toml: bet[1].name: expected text in quotes, got 1",
        "my-bets.toml: bet[1].lines[2].id: 'lose' is reserved for coups to which no line applies; "
        "choose another id",
        'my-bets.toml: bet[1].paytable.win: expected a ratio in quotes such as "40" or "19/20", got 5.0',
        "my-bets.toml: bet[2].name: expected text without control or direction characters, got '\\u202e'",
        "my-bets.toml: bet[2].paytable.psh: unknown line 'psh'; did you mean 'push'?",
        'my-bets.toml: bet[2].paytable.win: expected a ratio such as "12", "0.95" or "19/20", '
        "got the name 'five'; only a file of bets may leave a pay open, for baccarat design, "
        "or for bet_files=... with pay={'BET.LINE': 'RATIO'}",
        "my-bets.toml: bet[2].paytable: a price for line 'push' is required",
    ]


def test_a_fault_is_reported_once(here: Path) -> None:
    (here / "my-bets.toml").write_text("""
[[bet]]
id = "twice"
name = "Twice"
lines = [{ id = "win", when = "tie" }, { id = "win", when = "player_wins" }]
paytable = { win = 8 }
""")
    assert refused(load.bets_of, "my-bets.toml") == [
        "my-bets.toml: bet[1].lines[2].id: expected a unique id, got 'win', the id of bet[1].lines[1]",
        'my-bets.toml: bet[1].paytable.win: expected a ratio in quotes such as "40" or "19/20", got 8',
    ]


def test_an_id_that_two_lines_share_is_suggested_once(here: Path) -> None:
    (here / "my-bets.toml").write_text("""
[[bet]]
id = "twice"
name = "Twice"
lines = [{ id = "win", when = "tie" }, { id = "win", when = "player_wins" }]
paytable = { win = "8", first = "1" }
""")
    assert refused(load.bets_of, "my-bets.toml")[1:] == [
        "my-bets.toml: bet[1].paytable.first: unknown line 'first'; choose from win"
    ]


def test_only_the_first_of_thousands_of_faults_are_listed(here: Path) -> None:
    (here / "my-bets.toml").write_text("[[bet]]\n" * 1000)
    found = refused(load.bets_of, "my-bets.toml")
    assert (len(found), found[-1]) == (101, "my-bets.toml: and 2,900 more faults")


# files that are not TOML, or not files


@pytest.mark.parametrize("read", [load.rules, load.variant, load.bets_of])
def test_files_that_cannot_be_read(here: Path, read: Any) -> None:
    (here / "folder.toml").mkdir()
    (here / "latin.toml").write_bytes(b'name = "caf\xe9"')
    (here / "large.toml").write_bytes(b"#" * 1_000_001)
    (here / "largest.toml").write_bytes(b"#" * 1_000_000)
    (here / "text.toml").write_text("name = \nx")
    (here / "digits.toml").write_text("decks = " + "9" * 5000)
    (here / "nul.toml").write_bytes(b"\0")
    (here / "dots.toml").write_text("a." * 400_000 + "a = 1")
    assert refused(read, "none.toml") == ["none.toml: no such file"]
    assert refused(read, "folder.toml") == ["folder.toml: expected a file, got a folder"]
    assert refused(read, "text.toml/x.toml") == [
        "text.toml/x.toml: cannot be read: part of its path is a file, not a folder"
    ]
    assert refused(read, "latin.toml") == ["latin.toml: expected UTF-8 text, got byte 0xe9 at position 11"]
    assert refused(read, "large.toml") == ["large.toml: expected a file of at most 1 MB"]
    assert refused(read, "dots.toml") == ["dots.toml: expected TOML with at most 2,000 dots per line"]
    assert refused(read, "largest.toml")[0].startswith("largest.toml: missing key ")
    (sentence,) = refused(read, "text.toml")
    assert sentence.startswith(
        "text.toml: expected TOML: a value is missing or malformed; text needs quotes (line 1, column 8)"
    )
    assert refused(read, "digits.toml")[0].startswith("digits.toml: expected TOML: ")
    assert refused(read, "nul.toml")[0].startswith("nul.toml: expected TOML: ")
    assert refused(read, "a\0b.toml")[0].startswith("'a\\x00b.toml': ")
    assert refused(read, "a\nb.toml") == ["'a\\nb.toml': no such file"]
    assert len(refused(read, "a" * 5000 + ".toml")) == 1


@pytest.mark.parametrize("read", [load.rules, load.variant, load.bets_of])
@pytest.mark.parametrize("depth", [50, 500, 5000, 400_000])
@pytest.mark.parametrize("brackets", ["[]", "{}"])
def test_nested_brackets(here: Path, read: Any, depth: int, brackets: str) -> None:
    left, right = ("[", "]") if brackets == "[]" else ("{a=", "}")
    (here / "deep.toml").write_text(("source = " + left * depth + "1" + right * depth)[:999_999])
    found = refused(read, "deep.toml")
    assert all(line.startswith("deep.toml: ") for line in found)
    assert len(found) < 10
