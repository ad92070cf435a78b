"""Certificates whose labels contradict their content: both checkers reject them, even with correct digests.

The forger here is as able as the program: every number, sum and digest follows from what was changed.
"""

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from itertools import cycle
from pathlib import Path
from typing import Any

import certificate_checker as checker
import pytest
from certificates import Document, alone, in_first_schema, package, remade_as_it_stands, signed
from suite import Run, bet_text

import analyzer as ba
from analyzer.ask.audit import known_library, sheet_of
from analyzer.audit.certificate import verify
from analyzer.audit.labels import against
from analyzer.audit.proof import Certified
from analyzer.bets.digest import digest

FEW = "0=3 1=2 8=2"
"""Seven cards of three kinds, so that every coup is dealt quickly."""


def certified(variant: str = "standard", shoe: str = FEW, **asked: Any) -> Document:
    """A certificate, as a separate copy each time."""
    return json.loads(_certified(variant, shoe, **(asked or {"bets": ("player", "tie/8", "lucky-6")})))


@cache
def _certified(variant: str, shoe: str, **asked: Any) -> str:
    return json.dumps(ba.certify(ba.odds(variant, shoe, **asked)))


def remade(document: Document) -> Document:
    """A certificate with everything recomputed that follows from its labels, rules, shoe and bets."""
    exact = json.loads(json.dumps(verify(document, known_library()).exact))
    exact.pop("own", None)
    return signed(exact | {key: part for key, part in document.items() if key == "own"})


def put(*path: str | int, to: Any) -> Callable[[Document], None]:
    """A change of the value at one place."""

    def change(document: Document) -> None:
        part: Any = document
        for key in path[:-1]:
            part = part[key]
        part[path[-1]] = to

    return change


def swapped(*path: str | int, a: Any, b: Any) -> Callable[[Document], None]:
    """A change that exchanges two members."""

    def change(document: Document) -> None:
        part: Any = document
        for key in path:
            part = part[key]
        part[a], part[b] = part[b], part[a]

    return change


def swap_conditions(document: Document) -> None:
    one, other, _ = document["bets"][2]["lines"]
    one["when"], other["when"] = other["when"], one["when"]


def all_of(*changes: Callable[[Document], None]) -> Callable[[Document], None]:
    return lambda document: [change(document) for change in changes] and None


GRID = certified()["rules"]["banker"]
DRAWS_ON_7 = GRID.replace("7 S", "7 D")
TIE, LUCKY = ("bets", 1), ("bets", 2)

FORGERIES: dict[str, tuple[Callable[[Document], None], str]] = {
    "tie/8 that pays 9": (put(*TIE, "lines", 0, "net", to="9"), "bets[1].paytable"),
    "tie/8 of another event": (put(*TIE, "lines", 0, "when", to="player_wins"), "bets[1].paytable"),
    "tie/8 under blanks": (put(*TIE, "lines", 0, "when", to=" tie"), "bets[1].paytable"),
    "tie/9 that pays 8": (put(*TIE, "paytable", to="9"), "bets[1].paytable"),
    "a price without a name": (put(*TIE, "paytable", to=None), "bets[1].id"),
    "a price that the library does not have": (put(*TIE, "paytable", to="10"), "bets[1].id"),
    "Player that pays 2": (put("bets", 0, "lines", 0, "net", to="2"), "bets[0].id"),
    "units locked": (put("bets", 0, "locked", to="2"), "bets[0].id"),
    "conditions of two lines exchanged": (swap_conditions, "bets[2].paytable"),
    "two lines exchanged": (swapped(*LUCKY, "lines", a=0, b=1), "bets[2].paytable"),
    "a line renamed": (put(*TIE, "lines", 0, "id", to="tie"), "bets[1].paytable"),
    "a bet of an unknown name": (put(*TIE, "id", to="egality"), "bets[1].id"),
    "a bet with another's name": (put(*TIE, "id", to="banker"), "bets[1].id"),
    "a bet named as bet and price": (
        all_of(put(*TIE, "id", to="tie/8"), put(*TIE, "paytable", to=None)), "ids of lower-case letters"),
    "a bet that is called Banker": (put(*TIE, "name", to="Banker"), "bets[1].name"),
    "an unknown variant": (put("about", "variant", to="macau"), "about.variant"),
    "a variant with other bets": (put("about", "variant", to="niu-niu"), "about.variant"),
    "a variant without such a bet": (put("about", "variant", to="classic"), "about.variant"),
    "unknown rules": (put("rules", "id", to="house"), "rules.id"),
    "other rules' name": (put("rules", "id", to="thai-literal"), "rules.id"),
    "another drawing table": (put("rules", "banker", to=DRAWS_ON_7), "Banker on 7, where Player stood"),
    "other naturals": (
        all_of(put("rules", "naturals", to=[9]), put("rules", "banker", to=GRID + "\n8" + " S" * 11)),
        "rules.naturals"),
    "another drawing table under an unknown name": (
        all_of(put("rules", "banker", to=DRAWS_ON_7), put("rules", "id", to="house")), "rules.id"),
    "a later version": (put("about", "version", to="9.9.9"), "about.version"),
    "an earlier version": (put("about", "version", to="0.0.1"), "about.version"),
    "no version": (put("about", "version", to=""), "about.version"),
    "a library's bet as the user's own": (put("own", to=["bet tie/8"]), "own"),
    "a label of nothing as the user's own": (put("own", to=["bet none"]), "own"),
    "an empty list of the user's own": (put("own", to=[]), "own"),
    "the user's own as a text": (put("own", to="bet tie/8"), "own"),
    "tie/8 that pays 9 as the user's own": (
        all_of(put(*TIE, "lines", 0, "net", to="9"), put("own", to=["variant standard", "bet tie/8"])),
        "bets[1].paytable"),
    "rules of the library as the user's own": (
        all_of(put("rules", "banker", to=DRAWS_ON_7), put("own", to=["rules punto-banco"])),
        "rules.id"),
}  # fmt: skip


def test_the_certificate_before_any_forgery_is_accepted() -> None:
    document = certified()
    assert remade(document) == document
    assert package(document) == alone(document) == ""


@pytest.mark.parametrize("name", FORGERIES)
def test_a_label_that_contradicts_its_content_is_rejected(name: str) -> None:
    change, where = FORGERIES[name]
    document = certified()
    change(document)
    try:
        forged = remade(document)
    except ba.AnalyzerError:  # not even a certificate
        forged = signed(document)
    assert where in package(forged)
    assert alone(forged).startswith("WrongError: ")


@pytest.mark.parametrize("name", ["tie/8 that pays 9", "an unknown variant", "a later version"])
def test_a_forgery_is_rejected_in_the_first_schema_too(name: str) -> None:
    document = certified()
    FORGERIES[name][0](document)
    first = in_first_schema(remade(document))
    assert package(first)
    assert alone(first).startswith("WrongError: ")


STATED: dict[str, tuple[Callable[[Document], None], list[str]]] = {
    "a price": (
        all_of(put(*TIE, "paytable", to=None), put(*TIE, "lines", 0, "net", to="9")),
        ["variant standard", "bet tie"],
    ),
    "a bet": (
        all_of(put(*TIE, "id", to="my-tie"), put(*TIE, "name", to="My Tie")),
        ["variant standard", "bet my-tie/8"],
    ),
    "a variant": (put("about", "variant", to="macau"), ["variant macau"]),
    "rules": (
        all_of(put("rules", "banker", to=DRAWS_ON_7), put("rules", "id", to="house")),
        ["variant standard", "rules house"],
    ),
}


@pytest.mark.parametrize("name", STATED)
def test_labels_marked_as_the_users_own_are_accepted_and_named_in_the_verdict(
    name: str, tmp_path: Path, run: Run
) -> None:
    change, own = STATED[name]
    document = certified()
    change(document)
    assert package(remade(document))
    stated = remade(document | {"own": own})
    assert package(stated) == alone(stated) == ""
    file = tmp_path / "own.json"
    file.write_text(json.dumps(stated), encoding="utf-8")
    status, out, _ = run("verify-certificate", str(file), "--format", "md")
    assert status == 0
    first = out.splitlines()[0]
    users = ", ".join(label for label in own if label != "variant standard")
    assert f"; the user's own: {users}.**" in first
    known = "with rules, bets or prices that the library's variant standard does not have; "
    assert (known in first) == ("variant standard" in own)


def test_a_shoe_that_is_not_full_decks_is_printed_in_full(tmp_path: Path, run: Run) -> None:
    file = tmp_path / "left.json"
    shoe = "A=8 2=0 3=8 4=8 5=8 6=8 7=8 8=8 9=16 T=8 J=8 Q=8 K=8"
    file.write_text(json.dumps(ba.certify(ba.odds("standard", shoe, bets=["tie"]))), encoding="utf-8")
    assert shoe in " ".join(run("verify-certificate", str(file))[1].split())


def objects(part: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The place of every object in a document, and of one in each list."""
    if isinstance(part, dict):
        yield path
    for key, value in part.items() if isinstance(part, dict) else list(enumerate(part))[:1]:
        if isinstance(value, dict | list):
            yield from objects(value, (*path, key))


def test_an_additional_key_anywhere_is_rejected() -> None:
    places = list(objects(certified()))
    assert len(places) == 21
    for place, value in zip(places, cycle(("x", 7, None, [])), strict=False):
        forged = certified()
        put(*place, "approved", to=value)(forged)
        if place[:1] == ("rules",):
            deal = {key: part for key, part in forged["rules"].items() if key not in ("id", "sha256")}
            forged["rules"]["sha256"] = forged["about"]["rules_sha256"] = digest(deal)
        assert package(signed(forged)), place
        assert alone(signed(forged)), place


def mine(**changes: Any) -> Callable[[Document], None]:
    """The user's own bet, marked as such, with its line changed; `name` and `locked` are keys of the bet."""

    def change(document: Document) -> None:
        bet = document["bets"][1]
        bet |= {"id": "my-tie", "paytable": None, "name": "My Tie"}
        bet |= {key: changes.pop(key) for key in ("name", "locked") if key in changes}
        bet["lines"][0] |= changes
        document["own"] = ["variant standard", "bet my-tie"]

    return change


def renamed(**names: str) -> Callable[[Document], None]:
    """The variant or the rules renamed, and marked as the user's own."""

    def change(document: Document) -> None:
        for key, name in names.items():
            put("about", key, to=name)(document)
            document["rules"] |= {"id": name} if key == "rules" else {}
        own = [f"{key} {name}" for key, name in names.items()]
        document["own"] = own if "variant" in names else ["variant standard", *own]

    return change


ODD: dict[str, Callable[[Document], None]] = {
    "a name of two lines": mine(name="Tie\nholds; approved by everybody"),
    "a name with a tab": mine(name="My\tTie"),
    "no name": mine(name=""),
    "a name of blanks": mine(name="  "),
    "a long name": mine(name="x" * 201),
    "a variant of two lines": renamed(variant="macau\nholds"),
    "a variant of no name": renamed(variant=""),
    "a long variant": renamed(variant="x" * 201),
    "rules of two lines": renamed(rules="house\nholds"),
    "rules of no name": renamed(rules=""),
    "a line's id in capitals": mine(id="Win"),
    "an unreduced multiplier": mine(multiplier=[["1", "2/4"], ["2", "1/2"]]),
    "a multiplier with decimals": mine(multiplier=[["1.5", "1"]]),
    "a multiplier of numbers": mine(multiplier=[[1, 1]]),
    "a multiplier too long": mine(multiplier=[["1234567890123", "1"]]),
    "a negative multiplier": mine(multiplier=[["-1", "1"]]),
    "a multiplier of a loss": mine(net="-2", multiplier=[["1", "1"]]),
    "a price too long": mine(net="1234567890123"),
    "units locked, unreduced": mine(locked="2/1"),
    "units locked, as a number": mine(locked=2),
    "units locked, as nothing": mine(locked=None),
    "fewer units locked than can be lost": mine(locked="1/2"),
    "negative units locked": mine(locked="-1"),
    "an empty condition given": all_of(put("given", to=""), put("about", "given", to="")),
    "a condition that closes a bracket": all_of(
        put("given", to="tie) or (player_wins"), put("about", "given", to="tie) or (player_wins")
    ),
    "the lost stake multiplied": put(*TIE, "lines", 1, "multiplier", to=[["2", "1"]]),
    "the lost stake multiplied by one": put(*TIE, "lines", 1, "multiplier", to=[["1", "1"]]),
    "a bet that is lost always": lambda document: document["bets"][1]["lines"].pop(0),
}


@pytest.mark.parametrize("name", ODD)
def test_values_that_the_program_never_writes_are_rejected_by_both(name: str) -> None:
    document = certified()
    ODD[name](document)
    forged = remade_as_it_stands(document)
    assert package(forged)
    assert alone(forged)


def test_an_honest_certificate_of_the_users_own_bet_is_accepted() -> None:
    document = certified()
    mine(multiplier=[["1", "1/2"], ["2", "1/2"]], locked="2")(document)
    honest = remade_as_it_stands(document)
    assert package(honest) == alone(honest) == ""


SUITED = "As=3 Ah=2 9s=4 9d=1 Kh=2 Kd=1 2h=1 2d=1"


@pytest.mark.parametrize("label", ["Asc", "Adh", "A", "Ahd+"])
def test_a_kind_must_be_named_after_its_cards(label: str) -> None:
    document = certified("standard", SUITED, bets=("all-red",))
    (name, kinds), *_ = document["kinds"].items()
    text = json.dumps(document)
    assert kinds["Ahd"]["cards"] == "Ah Ad"
    assert alone(document) == ""
    forged = signed(json.loads(text.replace("Ahd", label)))
    assert name == "kinds-1"
    assert package(forged)
    assert alone(forged)


def test_kinds_too_coarse_for_a_condition_are_rejected() -> None:
    places, groups, _ = checker.settle(["count(rank == king and suit == spades) == 6"], None, None)
    assert (places, len(groups)) == (checker.PLACES, 11)
    places, groups, _ = checker.settle(["player_pair"], None, None)
    assert (places, len(groups)) == (["p1", "p2"], 13)
    document = certified("standard", SUITED, bets=("player-perfect-pair",))
    document["bets"][0]["places"] = ["p1"]
    with pytest.raises(checker.UnsureError):
        checker.check(signed(document))


EIGHT = "As=1 Kh=1 9d=1 2c=1 7s=1 8h=1 3d=1 Th=1"
ROWS: dict[str, Callable[[list[list[Any]]], object]] = {
    "a class left out": lambda classes: classes.pop(2),
    "a class of cards not in the shoe": lambda classes: classes.insert(0, ["2hd 3hd 8hd 9hd", 8, "192"]),
    "a class of one card twice": lambda classes: classes.insert(0, ["3hd 3hd 8hd 9hd", 8, "192"]),
}  # fmt: skip


@pytest.mark.parametrize("name", ROWS)
def test_classes_must_be_those_of_the_shoe_even_if_every_sum_agrees(name: str) -> None:
    document = certified("standard", EIGHT, bets=("all-red",))
    assert package(document) == alone(document) == ""
    win, lose = document["bets"][0]["lines"]
    ROWS[name](win["classes"])
    ways = sum(int(row[2]) for row in win["classes"])
    total = ways + int(lose["ways"])
    ev = Fraction(int(win["net"]) * ways - int(lose["ways"]), total)
    win["ways"], document["total_ways"] = str(ways), str(total)
    document["bets"][0] |= {"ev": str(ev), "house_edge": str(-ev)}
    assert "bets[0].lines[0].classes[" in package(signed(document))
    assert alone(signed(document)).startswith("WrongError: ")


def test_a_bet_listed_twice_is_rejected() -> None:
    document = certified()
    document["bets"].append(document["bets"][1])
    document["about"]["bets"].append(document["about"]["bets"][1])
    for sentence in (package(signed(document)), alone(signed(document))):
        assert "expected each bet of a certificate once" in sentence


def test_the_meaning_of_the_numbers_cannot_be_rewritten() -> None:
    forged = certified()
    forged["meaning"] += " Approved by the regulator."
    assert package(signed(forged)).startswith("meaning: ")
    assert alone(signed(forged)).startswith("WrongError: digest of the meaning")


TEXTS: dict[str, Callable[[str], bytes]] = {
    "a key twice": lambda text: text.replace('"given"', '"total_ways": "1", "given"', 1).encode(),
    "a key twice, the same": lambda text: text.replace('"given"', '"given": null, "given"', 1).encode(),
    "a key twice, deep": lambda text: text.replace('"net": "8"', '"net": "9", "net": "8"', 1).encode(),
    "a decimal": lambda text: text.replace('"cards": 7', '"cards": 7.0').encode(),
    "a power": lambda text: text.replace('"cards": 7', '"cards": 7e0').encode(),
    "no number": lambda text: text.replace('"cards": 7', '"cards": NaN').encode(),
    "without end": lambda text: text.replace('"cards": 7', '"cards": Infinity').encode(),
    "a huge number": lambda text: text.replace('"cards": 7', '"cards": 1' + "0" * 4_000).encode(),
    "a longer number": lambda text: text.replace('"cards": 7', '"cards": 1' + "0" * 9_000).encode(),
    "as text": lambda text: text.replace('"cards": 7', '"cards": "7"').encode(),
    "true": lambda text: text.replace('"cards": 7', '"cards": true').encode(),
    "nested": lambda text: text.replace('"given": null', f'"given": {"[" * 99}{"]" * 99}').encode(),
    "nested far deeper": lambda text: text.replace('"given": null', f'"given": {"[" * 99_999}').encode(),
    "cut": lambda text: text[: len(text) // 2].encode(),
    "cut by a byte": lambda text: text[:-1].encode(),
    "with more after it": lambda text: (text + "{}").encode(),
    "empty": lambda text: b"",
    "another encoding": lambda text: text.encode("utf-16"),
    "no text": lambda text: text.encode() + b"\xff",
    "a list": lambda text: f"[{text}]".encode(),
    "a hidden mark": lambda text: text.replace('"standard"', '"standard\u200b"').encode(),
    "a mark of direction": lambda text: text.replace('"Tie"', '"\u202eTie"').encode(),
}


@pytest.mark.parametrize("name", TEXTS)
def test_a_malformed_file_is_rejected_by_both(name: str, tmp_path: Path) -> None:
    text, file = json.dumps(certified(), ensure_ascii=False), tmp_path / "certificate.json"
    file.write_bytes(TEXTS[name](text))
    assert file.read_bytes() != text.encode()
    try:
        refused = not ba.verify_certificate(str(file)).holds
    except ba.AnalyzerError:
        refused = True
    assert refused
    with pytest.raises((ValueError, KeyError, TypeError, RecursionError, checker.WrongError)):
        checker.check(checker.read(file))


def test_a_byte_order_mark_changes_nothing(tmp_path: Path) -> None:
    file = tmp_path / "certificate.json"
    file.write_text(json.dumps(certified()), encoding="utf-8-sig")
    assert ba.verify_certificate(file).holds
    assert checker.check(checker.read(file)) == []


def test_the_verdict_states_the_condition(
    tmp_path: Path, run: Run, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "given.json"
    file.write_text(json.dumps(certified("classic", given="tie", bets=("tie/8",))), encoding="utf-8")
    status, out, _ = run("verify-certificate", str(file), "--format", "md")
    assert status == 0
    assert "holds: odds under the condition tie, not of a fresh coup" in out.splitlines()[0]
    assert "| Given condition | Player and Banker tie: tie |" in out
    assert checker.main([str(file)]) == 0
    (first, *_) = capsys.readouterr().out.splitlines()
    assert first.startswith("holds; under its condition only, not for a fresh coup; odds of ")


def test_both_state_first_that_a_shoe_is_not_fresh(
    tmp_path: Path, run: Run, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "shoe.json"
    for shoe, limit in ("T=20 A=30 4=50", "odds of 100 cards left, not of a fresh shoe"), (2, ""):
        file.write_text(json.dumps(certified("standard", shoe, bets=("player-pair",))), encoding="utf-8")
        status, out, _ = run("verify-certificate", str(file), "--format", "md")
        assert (status, limit in out.splitlines()[0], "fresh shoe" in out) == (0, True, bool(limit))
        assert checker.main([str(file)]) == 0
        (first, *_) = capsys.readouterr().out.splitlines()
        assert first == (f"holds; {limit}" if limit else "holds")


def test_another_shoe_is_printed_and_differs_from_the_rule_sheet(tmp_path: Path, run: Run) -> None:
    document = certified("classic", "As=3 9s=2 Kd=4", bets=("tie/8",))
    document["shoe"]["counts"]["9s"] = 9
    file = tmp_path / "shoe.json"
    file.write_text(json.dumps(remade(document)), encoding="utf-8")
    status, out, _ = run("verify-certificate", str(file), "--format", "json")
    found = json.loads(out)["certified"]
    assert (status, found["shoe"]["cards"], found["seen"]) == (0, 16, "452 cards of 9 decks")
    status, out, _ = run("verify-certificate", str(file), "--against", "classic", "--format", "json")
    assert (status, json.loads(out)["against"]["differences"]) == (
        1,
        [{"where": "shoe", "claimed": "16 cards, not a fresh shoe", "exact": "8 decks, 416 cards"}],
    )
    assert checker.main([str(file), "--against", "classic"]) == 1


def rules_text(player_draws: str, banker: str) -> str:
    return f"name = 'House'\nplayer_draws = {player_draws}\nnaturals = [8, 9]\nbanker = '''\n{banker}\n'''\n"


SEVEN_OF_SIX = ("shoe", "7 cards, not a fresh shoe", "6 decks, 312 cards")
SEVEN = ("shoe", "7 cards, not a fresh shoe", "a fresh shoe")
NO_CONDITION = "no condition: odds of every coup"
SHEETS: dict[str, tuple[str, list[tuple[str, str, str]]]] = {
    "the same": (bet_text("tie", ("win", " tie ", "8"), name="Stand-off"), []),
    "several prices and bets": (
        bet_text("other", ("win", "tie", "8"))
        + """
[[bet]]
id = "tie"
lines = [{ id = "win", when = "tie" }]
paytables.high.win = "9 to 1"
paytables.low.win = "9 for 1"
""",
        [],
    ),
    "more lines": (
        bet_text("tie", ("six", "tie and player_total == 6", "8"), ("win", "tie", "7")),
        [
            ("bet tie/8.lines", '["win"]', '["six", "win"]'),
            ("bet tie/8.line six", "missing", '{"when": "tie and player_total == 6", "net": "8"}'),
            ("bet tie/8.line win.net", '"8"', '"7"'),
        ],
    ),
    "another bet": (
        bet_text("egality", ("win", "tie", "8"), name="Tie"),
        [("bet tie/8", '"tie/8"', "no such bet")],
    ),
    "other rules": (
        rules_text("[0, 1, 2, 3, 4]", DRAWS_ON_7),
        [
            ("rules.player_draws", "[0, 1, 2, 3, 4, 5]", "[0, 1, 2, 3, 4]"),
            ("rules.Banker on 7, where Player stood", '"stands"', '"draws"'),
        ],
    ),
    "other decks": (
        'name = "Mine"\ndecks = 6\nrules = "punto-banco"\nbets = ["tie/8"]',
        [SEVEN_OF_SIX],
    ),
}


RULES_OF = "holds, but not for the rules alone of sheet.toml"


@pytest.mark.parametrize("name", SHEETS)
def test_a_certificate_is_compared_with_a_rule_sheet_by_both(
    name: str, tmp_path: Path, run: Run, capsys: pytest.CaptureFixture[str]
) -> None:
    text, differences = SHEETS[name]
    sheet, file = tmp_path / "sheet.toml", tmp_path / "tie.json"
    sheet.write_text(text, encoding="utf-8")
    file.write_text(json.dumps(certified("classic", bets=("tie/8",))), encoding="utf-8")
    status, out, _ = run("verify-certificate", str(file), "--against", str(sheet), "--format", "json")
    found = json.loads(out)["against"]
    stated = [(one["where"], one["claimed"], one["exact"]) for one in found["differences"]]
    differences = differences if SEVEN_OF_SIX in differences else [*differences, SEVEN]
    assert (stated, status, found["agrees"]) == (differences, 1, False)
    assert checker.main([str(file), "--against", str(sheet)]) == 1
    first, about, *unlike = capsys.readouterr().out.partition("\nversion")[0].splitlines()
    assert first in ("holds, but not for the rule sheet sheet.toml", RULES_OF)
    assert about == "about the certificate: odds of 7 cards left, not of a fresh shoe"
    notes = [line for line in unlike if line.startswith(("the ", "on sheet.toml"))]
    unlike = [line for line in unlike if line not in notes]
    details = json.loads(out)["verdict"]["details"]
    assert len(notes) == len(details)
    assert [("decks" in one, "not certified" in one) for one in notes] == [
        ("decks" in one, "not certified" in one) for one in details
    ]
    assert unlike.pop().startswith("shoe: certified 7 cards, on the sheet a fresh shoe")
    assert bool(unlike) == bool(differences[:-1])


DEALT_SO_FAR: dict[str, tuple[dict[str, Any], list[tuple[str, str, str]]]] = {
    "fresh": ({}, []),
    "fresh, by ranks": ({"shoe": ba.Shoe.decks(8).coarsen("ranks")}, []),
    "other decks": ({"shoe": 6}, [("shoe", "6 decks, 312 cards", "8 decks, 416 cards")]),
    "one deck": ({"shoe": 1}, [("shoe", "1 deck, 52 cards", "8 decks, 416 cards")]),
    "a card seen": ({"seen": "Kc"}, [("shoe", "415 cards, not a fresh shoe", "8 decks, 416 cards")]),
    "given": ({"given": "banker_two == 9"}, [("given", '"banker_two == 9"', NO_CONDITION)]),
    "what is always so, given": ({"given": "cards >= 4"}, [("given", '"cards >= 4"', NO_CONDITION)]),
    "both": (
        {"given": "tie", "seen": "Kc"},
        [
            ("given", '"tie"', NO_CONDITION),
            ("shoe", "415 cards, not a fresh shoe", "8 decks, 416 cards"),
        ],
    ),
}


@pytest.mark.parametrize("name", DEALT_SO_FAR)
def test_a_rule_sheet_covers_whole_coups_from_a_fresh_shoe(name: str) -> None:
    asked, differences = DEALT_SO_FAR[name]
    odds = ba.odds("standard", bets=("tie",), **asked)
    certificate = Certified("", "standard", odds.rules, odds.shoe, odds.given, odds.question.bets)
    found = against(certificate, sheet_of("standard")).differences
    assert [(one.where, str(one.claimed), str(one.exact)) for one in found] == differences
    document = ba.certify(odds)
    unlike = checker.differences(document, checker.sheet_of("standard", checker.library_of(checker.LIBRARY)))
    assert [line.partition(":")[0] for line in unlike] == [where for where, *_ in differences]


def test_both_print_the_digest_of_a_certificate(
    tmp_path: Path, run: Run, capsys: pytest.CaptureFixture[str]
) -> None:
    document, file = certified("classic", bets=("tie/8",)), tmp_path / "tie.json"
    file.write_text(json.dumps(document), encoding="utf-8")
    _, out, _ = run("verify-certificate", str(file))
    assert f"certificate sha256:{document['sha256']}" in " ".join(out.split())
    _, out, _ = run("verify-certificate", str(file), "--format", "json")
    assert json.loads(out)["sha256"] == document["sha256"]
    assert checker.main([str(file)]) == 0
    assert f"\ncertificate sha256 {document['sha256']}\n" in capsys.readouterr().out
    file.write_text(json.dumps(document | {"sha256": "0" * 64}), encoding="utf-8")
    status, out, _ = run("verify-certificate", str(file), "--format", "json")
    assert (status, json.loads(out)["sha256"]) == (1, None)


def test_the_page_states_what_is_certified(tmp_path: Path, run: Run) -> None:
    asked: dict[str, Any] = {"given": "tie", "bets": ("lucky-6", "player-natural")}
    document, file = certified("standard", **asked), tmp_path / "given.json"
    file.write_text(json.dumps(document), encoding="utf-8")
    _, out, _ = run("verify-certificate", str(file), "--format", "md")
    rows = [line.strip("| ").split(" | ") for line in out.splitlines() if line.startswith("| ")]
    assert [row for row in rows if len(row) == 2 and ":-" not in row[0]][1:10] == [
        ["Variant", "Standard baccarat (standard), the library's"],
        ["Rules", "Punto banco (punto-banco), the library's"],
        ["Drawing table", f"sha256:{document['rules']['sha256']}"],
        ["Shoe", "7 cards"],
        ["Cards left", "0=3 1=2 2=0 3=0 4=0 5=0 6=0 7=0 8=2 9=0"],
        ["Missing cards", "45 cards of 1 deck"],
        ["Known cards of the coup", "none: whole coups are counted"],
        ["Given condition", "Player and Banker tie: tie"],
        ["Version", ba.__version__],
    ]
    lucky, natural = ["Lucky 6", "lucky-6/12-20"], ["Player Natural", "player-natural"]
    assert [row for row in rows if len(row) == 5][2:] == [
        [*lucky, "two-card", "Banker wins with a two-card total of 6", "12"],
        [*lucky, "three-card", "Banker wins with a three-card total of 6", "20"],
        [*lucky, "lose", "no other line applies", "\\-1"],
        [*natural, "win", "Player has a natural", "3.5"],
        [*natural, "lose", "no other line applies", "\\-1"],
    ]
    assert [row[0] for row in rows if "roved" in row[0]] == ["Proved"] * 2 + ["Not proved"] * 4
    for bet in document["bets"]:
        assert f"sha256:{bet['sha256']}" in out


def test_the_verdict_on_a_rule_sheet_comes_first(tmp_path: Path, run: Run) -> None:
    file = tmp_path / "tie.json"
    file.write_text(json.dumps(certified("classic", bets=("tie/8",))), encoding="utf-8")
    limit = "odds of 7 cards left, not of a fresh shoe"
    status, out, _ = run("verify-certificate", str(file), "--against", "classic", "--format", "json")
    verdict = (
        f"The certificate tie.json holds, but not for the rule sheet classic. About the certificate: {limit}."
    )
    assert (status, json.loads(out)["verdict"]["sentence"]) == (1, verdict)
    status, out, _ = run("verify-certificate", str(file), "--against", "seven-up", "--format", "md")
    assert status == 1
    first, *_ = out.splitlines()
    assert first.endswith(f" holds, but not for the rule sheet seven-up. About the certificate: {limit}.**")


def test_the_verdict_states_what_a_rule_sheet_lacks(
    tmp_path: Path, run: Run, capsys: pytest.CaptureFixture[str]
) -> None:
    file, rules, bets = tmp_path / "one.json", tmp_path / "rules.toml", tmp_path / "bets.toml"
    text = bet_text("one", ("win", "player_pair", "8")) + bet_text("two", ("win", "tie", "8"))
    bets.write_text(text, encoding="utf-8")
    rules.write_text(rules_text("[0, 1, 2, 3, 4, 5]", GRID), encoding="utf-8")
    odds = ba.odds("classic", ba.Shoe.decks(1), bet_files=[bets], bets=["one"])
    file.write_text(json.dumps(ba.certify(odds)), encoding="utf-8")
    names = "with names of the user's own"
    expected = {
        rules: (
            "The certificate one.json holds for the rules alone of rules.toml. About the certificate: ",
            ["The rule sheet rules.toml has only rules: the bets and the number of decks were not compared."],
            [
                "holds for the rules alone of rules.toml",
                f"about the certificate: {names}",
                "the bets and number of decks were not compared: rules.toml has none",
            ],
        ),
        bets: (
            "The certificate one.json holds for the rule sheet bets.toml. About the certificate: ",
            [
                "The rule sheet bets.toml states no number of decks, so the number of decks was not "
                "compared.",
                "On the rule sheet bets.toml but not certified: two.",
            ],
            [
                "holds for the rule sheet bets.toml",
                f"about the certificate: {names}",
                "the number of decks was not compared: bets.toml has none",
                "on bets.toml, and not certified: 'two'",
            ],
        ),
    }
    for sheet, (sentence, details, lines) in expected.items():
        status, out, _ = run("verify-certificate", str(file), "--against", str(sheet), "--format", "json")
        verdict = json.loads(out)["verdict"]
        assert (status, verdict["sentence"].startswith(sentence), verdict["details"]) == (0, True, details)
        assert checker.main([str(file), "--against", str(sheet)]) == 0
        assert capsys.readouterr().out.partition("\nversion")[0].splitlines() == lines
    page = " ".join(run("verify-certificate", str(file), "--against", str(rules))[1].split())
    assert page.index("has only rules: the bets and") < page.index("What is certified")


def test_the_checker_ends_quietly_on_a_closed_pipe(tmp_path: Path) -> None:
    file = tmp_path / "tie.json"
    file.write_text(json.dumps(certified("classic", bets=("tie/8",))), encoding="utf-8")
    reading, writing = os.pipe()
    os.close(reading)
    command = [sys.executable, "-I", checker.__file__, str(file)]
    ended = subprocess.run(command, stdout=writing, stderr=subprocess.PIPE, check=False)
    os.close(writing)
    assert (ended.returncode, ended.stderr) == (0, b"")


RULES = rules_text("[0]", GRID)
NINE = bet_text("tie", ("win", "tie", "9")).replace("paytable = {", "paytables.8 = {")


@pytest.mark.parametrize(("name", "text"), [("punto-banco.toml", RULES), ("bets.toml", NINE)])
def test_no_certificate_is_made_if_its_labels_contradict_the_library(
    name: str, text: str, tmp_path: Path
) -> None:
    file = tmp_path / name
    file.write_text(text, encoding="utf-8")
    asked: dict[str, Any] = {"rules": file, "bets": ["player"]}
    if text == NINE:
        asked = {"bet_files": [file], "bets": ["tie/8"]}
    with pytest.raises(ba.AnalyzerError, match="names of the library only for what the library has"):
        ba.certify(ba.odds("classic", FEW, **asked))
