"""Certificates: a genuine one is accepted, and one with anything changed is rejected, by both checkers.

The checkers are `verify`, which deals with the package's plain rules, and `certificate_checker.py`, which
shares no code with it.
"""

import json
import pickle
import random
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from copy import deepcopy
from functools import cache
from pathlib import Path
from typing import Any

import certificate_checker as checker
import pytest
from certificates import Document, alone, in_first_schema, package, remade_as_it_stands, signed
from suite import one_in

import analyzer as ba
from analyzer.ask.audit import certify as certificate
from analyzer.ask.audit import known_library
from analyzer.audit import certificate as audit
from analyzer.audit import dealing
from analyzer.audit.certificate import read, verify
from analyzer.bets.digest import digest, digest_of_bet, digest_of_rules
from analyzer.catalog import load
from analyzer.cli.main import main
from analyzer.render.formats.render import readable_json

FEW = "As=3 7d=2 9s=4 Kh=2"
"""Eleven cards of four kinds, so that every coup is dealt quickly."""

LIBRARY = known_library()


def made(variant: str = "standard", shoe: str | None = None, **asked: Any) -> str:
    game = load.variant(variant)
    return readable_json(certificate(ba.odds(game, shoe, **asked)))


@cache
def certified(variant: str) -> str:
    """The certificate of a variant on few cards."""
    return made(variant, FEW)


@pytest.mark.parametrize("variant", one_in(3, load.variant_ids()))
def test_the_certificate_of_a_variant_holds(variant: str) -> None:
    document = read(certified(variant))
    assert package(document) == ""
    assert alone(document) == ""


CASES: dict[str, dict[str, Any]] = {
    "given": {"given": "player_wins and banker_pair", "bets": ("banker", "tie/9")},
    "cards-named-in-order": {"given": "p1.rank == 9 and b1.points != p2.points", "bets": ("player",)},
    "third-cards-not-drawn": {"given": "p3.rank != 9 or not b3.rank in {2..8}", "bets": ("banker",)},
    "arithmetic": {"given": "-margin + 2 * cards - player_two % 3 in {-3..7, 9, king}", "bets": ("tie",)},
    "counts": {"given": "count(points >= 6, player) > distinct(rank, first_four) - 2", "bets": ("tie",)},
    "other-rules": {"rules": "thai-literal", "bets": ("player",)},
    "a-card-given-away": {"rules": "player-first-7", "bets": ("seven-up-tie", "super-sevens", "banker-pair")},
    "shoe-by-points": {"shoe": "0=3 1=2 6=2 7=1 9=2", "bets": ("banker", "tie")},
    "shoe-by-ranks": {"shoe": "A=3 T=2 K=1 6=2 9=2", "bets": ("either-pair", "tie")},
    "suits": {"bets": ("player-perfect-pair", "banker-black"), "shoe": "As=3 Ah=2 9s=4 9d=1 Kh=2 Kd=1"},
    "close-kinds": {"bets": ("super-lucky-7", "monkey-6", "tiger-bull")},
    "price": {"pay": {"tie": "19/2"}, "bets": ("tie",)},
    "cards-one-by-one": {"bets": ("all-red",), "shoe": "As=1 Kh=1 9d=1 2c=1 7s=1 8h=1 3d=1 Th=1"},
}


@pytest.mark.parametrize("case", CASES)
def test_a_certificate_of_any_question_holds(case: str) -> None:
    asked = {"shoe": FEW, **CASES[case]}
    document = read(made(**asked))
    assert package(document) == ""
    assert alone(document) == ""


@pytest.mark.slow
def test_the_independent_checker_confirms_a_certificate_of_eight_decks(tmp_path: Path) -> None:
    file = tmp_path / "standard.json"
    assert main(["certify", "standard", "-o", str(file)]) == 0
    command = [sys.executable, "-I", checker.__file__, str(file)]
    ran = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stdout.split("\n")[0], ran.stderr) == (0, "holds", "")
    assert ran.stdout.endswith("or that the given condition was true.\n")
    document = json.loads(file.read_text(encoding="utf-8"))
    tie = next(line for bet in document["bets"] if bet["id"] == "tie" for line in bet["lines"])
    assert tie["ways"] == "475627426473216" == str(sum(int(ways) for _, _, ways in tie["classes"]))
    small = json.loads(certified("classic"))
    small["bets"][2]["lines"][0]["classes"][0][1] += 1
    file.write_text(json.dumps(signed(small)), encoding="utf-8")
    ran = subprocess.run(command, capture_output=True, text=True, check=False)
    assert ran.returncode == 1
    assert ran.stdout.startswith("does not hold: WrongError: 'certificate: claimed ")


def test_the_package_confirms_a_bet_on_eight_decks() -> None:
    document = read(made(shoe=None, bets=["tie/8"]))
    assert package(document) == ""


@pytest.mark.parametrize(
    "when",
    [
        "cards < 100 and player_pair",
        "player_total in {0..9} and tie",
        "tie or cards > 9",
        "not (cards < 4) and player_natural",
        "not (cards > 9 and tie) and player_pair",
        "player_two + banker_two < 19 and b1.rank == 3",
        "margin in {10..12} or -player_total > 0 or tie",
        "count(rank == 3) > 6 or player_pair",
        "player_total % 3 < 3 and p3.rank < 14",
        "tie and not p3.rank > 13",
        "p1.rank == b1.rank and (tie or cards == 4 or cards in {4..6})",
        "cards < 100",
    ],
)
def test_a_condition_that_is_always_true_depends_on_no_card(when: str, tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    line = f'lines = [{{ id = "win", when = "{when}" }}]'
    file.write_text(f'[[bet]]\nid = "mine"\nname = "Mine"\n{line}\npaytable = {{ win = "3" }}\n', "utf-8")
    report = ba.odds("standard", "A=2 2=1 3=2 9=2 K=1", bets=["mine"], bet_files=[file])
    assert checker.check(json.loads(json.dumps(ba.certify(report)))) == ["variant standard", "bet mine"]


def test_the_checker_is_short_and_shares_no_code() -> None:
    source = Path(checker.__file__).read_text(encoding="utf-8")
    assert len(source.splitlines()) <= 668  # it derives the kinds itself
    imported = set(re.findall(r"^\s*(?:import|from) (\w+)", source, re.MULTILINE))
    assert imported <= sys.stdlib_module_names


def test_two_certificates_of_one_question_are_the_same_text() -> None:
    certified.cache_clear()
    once = certified("classic")
    certified.cache_clear()
    assert certified("classic") == once


def test_a_certificate_has_one_line_per_class() -> None:
    lines = certified("classic").splitlines()
    assert '      ["0 1 7 9", 4, "8064"],' in lines
    assert '   "9": {"cards": "9s 9h 9d 9c", "count": 4}' in lines


def test_digests_can_be_recomputed_from_the_certificate() -> None:
    game = load.variant("niu-niu")
    document = json.loads(certified("niu-niu"))
    rules = {key: part for key, part in document["rules"].items() if key not in ("id", "sha256")}
    assert document["rules"]["sha256"] == digest(rules) == digest_of_rules(game.rules)
    for stated, bet in zip(document["bets"], game.bets, strict=True):
        assert stated["sha256"] == digest_of_bet(bet)
    assert digest_of_rules(load.rules("punto-banco")) != digest_of_rules(load.rules("thai-literal"))
    assert digest_of_bet(load.bet("tie/8")) != digest_of_bet(load.bet("tie/9"))


FORGED: dict[str, dict[str, Any]] = {
    "standard": {
        "shoe": "As=3 9s=2 Kd=4",
        "bets": ["banker/commission-5", "tie/8", "player-pair", "lucky-6"],
    },
    "power": {"shoe": "0=3 1=2 8=2", "variant": "power-baccarat-98", "bets": ["power-98-player"]},
    "niu-niu": {"shoe": "0=3 1=2 8=2", "variant": "niu-niu", "bets": ["player"], "given": "margin < 8"},
}


@cache
def genuine(name: str) -> str:
    """The genuine certificate from which forgeries are made."""
    return made(**FORGED[name])


KNOWN: dict[str | bytes, Any] = {}
"""Results of dealing, by question."""


@pytest.fixture
def remembering(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make both checkers deal each question only once; claims are still compared each time."""
    deal, weigh = audit.count_by_dealing, checker.exact_bet

    def dealt_out(rules: Any, bets: Any, shoe: Any, given: Any) -> Any:
        key = pickle.dumps((rules, bets, shoe, given))
        if key not in KNOWN:
            KNOWN[key] = deal(rules, bets, shoe, given)
        return KNOWN[key]

    def exact_bet(bet: Document, document: Document, size: int) -> Document:
        bare = {**bet, "ev": "", "house_edge": "", "sha256": ""}
        bare["lines"] = [{**line, "ways": "", "classes": []} for line in bet["lines"]]
        asked = [document[key] for key in ("rules", "kinds", "given", "shoe")]
        key = json.dumps([bare, asked, size, sorted(map(len, bet))])
        if key not in KNOWN:
            KNOWN[key] = weigh(bare, document, size)
        lines = zip(bet["lines"], KNOWN[key]["lines"], strict=True)
        return {**bet, **KNOWN[key], "lines": [{**claimed, **exact} for claimed, exact in lines]}

    monkeypatch.setattr(audit, "count_by_dealing", dealt_out)
    monkeypatch.setattr(checker, "exact_bet", exact_bet)


TEXTS = ("meaning", "version", "variant", "name")
"""Keys whose text has no effect on the numbers."""


def integers(part: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], Any]]:
    """Every place of an integer, and the value there after the integer is changed."""
    if isinstance(part, dict | list):
        for key, value in part.items() if isinstance(part, dict) else enumerate(part):
            if key not in TEXTS:
                yield from integers(value, (*path, key))
    elif type(part) is int:
        yield from ((path, part + step) for step in (-1, 1) if part + step >= 0)
    elif isinstance(part, str) and path[-1] not in ("id", "sha256"):
        for found in re.finditer(r"[0-9]+", part):
            yield path, part[: found.start()] + str(int(found[0]) + 1) + part[found.end() :]


def changed(document: Document, path: tuple[Any, ...], value: Any) -> Document:
    """A copy of a document with another value at one place."""
    copy = dict(document)
    part: Any = copy
    for key in path[:-1]:
        part[key] = part[key].copy()
        part = part[key]
    part[path[-1]] = value
    return copy


@pytest.mark.usefixtures("remembering")
@pytest.mark.parametrize("name", FORGED)
def test_a_certificate_with_any_integer_changed_is_rejected(name: str) -> None:
    document = json.loads(genuine(name))
    assert package(document) == alone(document) == ""
    every = list(integers(document))
    small = [place for place in every if "classes" not in place[0] and "counts" not in place[0]]
    many = [place for place in every if "classes" in place[0] or "counts" in place[0]]
    for number, (path, value) in enumerate(small[::2] + random.Random(5).sample(many, 10)):
        forged = changed(document, path, value)
        assert package(signed(forged)), (path, value)
        assert alone(signed(forged)), (path, value)
        if number % 10 == 0:
            assert package(forged), (path, value)
            assert alone(forged), (path, value)


@pytest.mark.usefixtures("remembering")
def test_a_certificate_with_any_cell_of_the_tableau_changed_is_rejected() -> None:
    document = json.loads(genuine("standard"))
    grid = document["rules"]["banker"]
    for place in [place for place, cell in enumerate(grid) if cell in "DS"][::3]:
        flipped = grid[:place] + ("S" if grid[place] == "D" else "D") + grid[place + 1 :]
        forged = signed(changed(document, ("rules", "banker"), flipped))
        assert package(forged), place
        assert alone(forged), place


def swap(lines: list[Document]) -> None:
    lines[0], lines[1] = lines[1], lines[0]


def swap_ways(lines: list[Document]) -> None:
    for key in ("ways", "classes"):
        lines[0][key], lines[1][key] = lines[1][key], lines[0][key]


SLY: dict[str, Callable[[Document], object]] = {
    "lines-swapped": lambda d: swap(d["bets"][0]["lines"]),
    "ways-of-lines-swapped": lambda d: swap_ways(d["bets"][0]["lines"]),
    "class-deleted": lambda d: d["bets"][0]["lines"][0]["classes"].pop(),
    "class-of-a-card-too-many": lambda d: d["bets"][0]["lines"][0]["classes"].append(["9 9 9 0 0 0", 1, "0"]),
    "class-of-a-card-that-is-not-there": lambda d: d["bets"][2]["lines"][0]["classes"].insert(
        1, ["2 2", 1, "0"]
    ),
    "class-twice": lambda d: d["bets"][0]["lines"][0]["classes"].append(
        d["bets"][0]["lines"][0]["classes"][-1]
    ),
    "classes-in-another-order": lambda d: d["bets"][0]["lines"][0]["classes"].reverse(),
    "class-in-another-line": lambda d: d["bets"][0]["lines"][0]["classes"].append(
        d["bets"][0]["lines"][1]["classes"].pop()
    ),
    "bet-deleted-but-its-kinds": lambda d: d["bets"].pop(2),
    "truth-for-one": lambda d: d["bets"][2]["lines"][0]["classes"][0].__setitem__(1, True),
    "decimal": lambda d: d["kinds"]["points"]["9"].update(count=2.0),
    "text-for-a-count": lambda d: d["shoe"]["counts"].update({"9s": "2"}),
    "zero-before-a-number": lambda d: d.update(total_ways="0" + d["total_ways"]),
    "blank-before-a-number": lambda d: d.update(total_ways=" " + d["total_ways"]),
    "net-not-in-lowest-terms": lambda d: d["bets"][0]["lines"][0].update(net="38/40"),
    "net-missing": lambda d: d["bets"][0]["lines"][0].pop("net"),
    "id-of-a-line": lambda d: d["bets"][0]["lines"][0].update(id="lose"),
    "bet-renamed": lambda d: d["bets"][0].update(id="bank"),
    "places": lambda d: d["bets"][2].update(places=["b1", "b2"]),
    "kinds": lambda d: d["bets"][2].update(kinds="points"),
    "kinds-merged": lambda d: d["kinds"]["points"].update(
        {"0": {"cards": d["kinds"]["points"]["0"]["cards"] + " As Ah Ad Ac", "count": 7}}
    ),
    "label-of-a-kind-there-is-none-of": lambda d: d["kinds"]["ranks"].update(
        {"5x": d["kinds"]["ranks"].pop("5")}
    ),
    "what-is-given": lambda d: d.update(given="cards >= 4 and tie"),
    "no-bets": lambda d: d.update(bets=[]),
    "another-schema": lambda d: d.update(schema="baccarat-certificate/1"),
    "relabelled-with-names": lambda d: d.update(
        {key: d["about"][key] for key in ("version", "variant")}, schema="baccarat-certificate/1"
    ),
    "about-other-rules": lambda d: d["about"].update(rules="thai-literal"),
    "about-another-digest-of-rules": lambda d: d["about"].update(rules_sha256="0" * 64),
    "about-another-fineness": lambda d: d["about"]["shoe"].update(fineness="points"),
    "about-other-cards": lambda d: d["about"]["shoe"]["points"].reverse(),
    "about-something-given": lambda d: d["about"].update(given="tie"),
    "about-another-bet": lambda d: d["about"]["bets"][0].update(bet="tie"),
    "about-another-paytable": lambda d: d["about"]["bets"][0].update(paytable="other"),
    "about-another-digest-of-a-bet": lambda d: d["about"]["bets"][0].update(sha256="0" * 64),
    "about-fewer-bets": lambda d: d["about"]["bets"].pop(),
    "about-more": lambda d: d["about"].update(seed=7),
    "about-without-version": lambda d: d["about"].pop("version"),
    "about-version-as-a-number": lambda d: d["about"].update(version=1),
    "about-as-text": lambda d: d.update(about=d["meaning"]),
}


@pytest.mark.usefixtures("remembering")
@pytest.mark.parametrize("name", SLY)
def test_a_cleverly_forged_certificate_is_rejected(name: str) -> None:
    document = json.loads(genuine("standard"))
    assert document["bets"][2]["lines"][0]["classes"][0][1] == 1
    SLY[name](document)
    for forged in (document, signed(document)):
        assert package(forged)
        assert alone(forged)


@pytest.mark.usefixtures("remembering")
@pytest.mark.parametrize("name", FORGED)
def test_a_certificate_of_version_1_still_holds_unless_it_is_changed(name: str) -> None:
    document = in_first_schema(json.loads(genuine(name)))
    assert package(document) == alone(document) == ""
    places = [place for place in integers(document) if place[0][0] not in ("schema", "about")]
    for path, value in random.Random(6).sample(places, 10):
        forged = signed(changed(document, path, value))
        assert package(forged), (path, value)
        assert alone(forged), (path, value)


FIRST_DIGEST = "7d58185a8ac3f7f0aeee71bc2e109dcf2ee25e44e7e374c8827eb1f488446606"
"""The sha256 of the certificate of `FORGED["standard"]` that version 1 of the program wrote."""


@pytest.mark.usefixtures("remembering")
def test_a_certificate_in_the_first_schema_is_unchanged() -> None:
    document = in_first_schema(json.loads(genuine("standard")))
    assert document["sha256"] == FIRST_DIGEST


THOROUGH: dict[str, tuple[tuple[Any, ...], Any]] = {
    "net": (("bets", 0, "lines", 0, "net"), "1"),
    "number-of-a-condition": (("bets", 3, "lines", 0, "when"), "banker_wins and banker_total == 9"),
    "natural": (("rules", "naturals"), [9]),
    "drawing-totals": (("rules", "player_draws"), [0, 1, 2, 3, 4]),
    "given": (("given",), "margin <= 8"),
    "other-columns": (("rules", "banker_by"), "player-total"),
}


@pytest.mark.usefixtures("remembering")
@pytest.mark.parametrize("name", THOROUGH)
def test_a_forgery_with_correct_digests_is_rejected(name: str) -> None:
    document = json.loads(genuine("standard"))
    assert remade_as_it_stands(deepcopy(document)) == document
    forged = remade_as_it_stands(changed(deepcopy(document), *THOROUGH[name]))
    assert package(forged)
    assert alone(forged)


def test_every_difference_is_listed() -> None:
    document = json.loads(genuine("standard"))
    document["total_ways"] = "1"
    del document["bets"][1]["lines"][0]["classes"][0]
    document["bets"][0]["lines"][0]["classes"][1][1] += 1
    document["bets"][0]["lines"][0]["classes"].insert(0, "x")
    found = verify(document, LIBRARY)
    assert not found.holds
    assert [one.where for one in found.differences] == [
        "total_ways",
        "bets[0].lines[0].classes[0]",
        "bets[0].lines[0].classes[0 0 1 9][1]",
        "bets[1].lines[0].classes[0 0 9 9]",
        "sha256",
    ]
    assert found.differences[0].claimed == '"1"'
    assert found.differences[0].exact == '"60480"'


UNREADABLE = {
    "": "expected a certificate in JSON, got other text at line 1, column 1",
    "[1,": "expected a certificate in JSON, got other text at line 1, column 4",
    "[" * 100_000: "expected a certificate in JSON, got something else",
    "9" * 5_000: "expected a certificate in JSON, got something else",
    '{"a": NaN}': "expected whole numbers and texts in a certificate, got the number 'NaN'",
    '{"a": 1.5}': "expected whole numbers and texts in a certificate, got the number '1.5'",
    '{"a": 1, "a": 2}': "expected each key of a certificate once, got 'a' twice",
    "3": "certificate: expected an object, got 3",
    "{}": "certificate: missing key 'schema'",
    '{"schema": 7}': "schema: expected text, got 7",
    '{"schema": "x"}': "expected a certificate of schema 'baccarat-certificate/2', got 'x'; certify again",
    '"\\ud800"': r"expected text that can be shown in a certificate, got '\ud800'",
    '"\\u202e"': r"expected text that can be shown in a certificate, got '\u202e'",
    "[" * 30 + "]" * 30: "expected a certificate, got a document with far deeper nesting",
    "1" + "0" * 40: "expected long numbers of a certificate as text, got an integer of 133 bits",
}


@pytest.mark.parametrize("text", UNREADABLE, ids=range(len(UNREADABLE)))
def test_anything_but_a_certificate_is_rejected_in_one_sentence(text: str) -> None:
    with pytest.raises(ba.AnalyzerError) as refused:
        verify(read(text), LIBRARY)
    assert str(refused.value) == UNREADABLE[text]


@pytest.mark.parametrize("chances", [("5/6", "1/7"), ("1", "0"), ("7/6", "-1/6")])
def test_the_probabilities_of_a_multiplier_are_above_zero_and_add_up_to_one(chances: tuple[str, str]) -> None:
    document = json.loads(genuine("power"))
    law = [[factor, chance] for factor, chance in zip(("1", "21/20"), chances, strict=True)]
    forged = changed(document, ("bets", 0, "lines", 0, "multiplier"), law)
    assert package(forged) == "bets[0].lines[0].multiplier: expected probabilities above 0 that add up to 1"


@pytest.mark.parametrize(
    ("lines", "sentence"),
    [
        (0, "expected a certificate of 1 to 5,000 lines, got 0"),
        (5_000, "bets[0].lines[0]: expected an object, got 7"),
        (5_001, "expected a certificate of 1 to 5,000 lines, got 5,001"),
    ],
)
def test_a_certificate_has_at_most_five_thousand_lines(lines: int, sentence: str) -> None:
    document = json.loads(genuine("power"))
    assert package(changed(document, ("bets", 0, "lines"), [7] * lines)) == sentence


def test_at_most_fifty_million_conditions_are_evaluated(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dealing, "_judged", lambda rules, view, bets, shoe, given: [{}] * len(bets))
    bet, shoe = load.bet("tie"), ba.Shoe.decks(8)

    def counted(times: int) -> int:
        return len(dealing.count_by_dealing(LIBRARY.rules["punto-banco"], [bet] * times, shoe))

    # One evaluation for the line and one for the condition given, on each of (10 · 11 / 2 · 10)² coups.
    most = 50_000_000 // (2 * 550**2)
    assert counted(most) == most
    with pytest.raises(ba.AnalyzerError) as refused:
        counted(most + 1)
    assert str(refused.value) == (
        "expected bets that need at most 50,000,000 evaluations of conditions, got bets that may need "
        "50,215,000; take fewer bets at once"
    )


ODD: list[Any] = [None, True, -1, 10**29, "", "9" * 40, [], {}, [[]], {"a": []}, ["D"], "\n", "margin > 9"]


@pytest.mark.usefixtures("remembering")
def test_any_value_in_a_certificate_gives_a_verdict_or_one_sentence() -> None:
    document = json.loads(genuine("standard"))

    def places(part: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], Any]]:
        for key, value in part.items() if isinstance(part, dict) else enumerate(part[:2]):
            yield (*path, key), value
            if isinstance(value, dict | list):
                yield from places(value, (*path, key))

    chosen = random.Random(7)
    for path, value in places(document):
        if path not in (("meaning",), ("sha256",)):
            odd = chosen.choice([odd for odd in ODD if odd != value])
            refused = package(signed(changed(document, path, odd)))
            proves = not set(path) & {*TEXTS, "paytable", "given"}
            assert refused or not proves, (path, odd)


def test_the_commands_write_and_check_a_certificate(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = str(tmp_path / "tie.json")
    asked = ["certify", "classic", "--remaining", "0=3 1=2 8=2", "--bet", "tie", "--pay", "tie=9"]
    assert main([*asked, "-o", file]) == 0
    assert main(asked) == 0
    assert capsys.readouterr().out == Path(file).read_text(encoding="utf-8")
    assert main(["verify-certificate", file, "--format", "json"]) == 0
    assert json.loads(capsys.readouterr().out)["holds"] is True
    assert main(["verify-certificate", file]) == 0
    assert "holds" in capsys.readouterr().out
    document = json.loads(Path(file).read_text(encoding="utf-8"))
    document["bets"][0]["lines"][0]["net"] = "8"
    Path(file).write_text(json.dumps(signed(document)), encoding="utf-8")
    assert main(["verify-certificate", file, "--format", "json"]) == 1
    stated = json.loads(capsys.readouterr().out)
    assert [one["where"] for one in stated["differences"]] == [
        "about.bets[0].sha256",
        "bets[0].sha256",
        "bets[0].ev",
        "bets[0].house_edge",
    ]
    assert main(["verify-certificate", file, "--format", "csv"]) == 1
    capsys.readouterr()
    assert main(["verify-certificate", str(tmp_path / "none.json")]) == 2
    assert capsys.readouterr().err.endswith("none.json: cannot be read (no such file or directory)\n")


def test_a_coup_with_known_cards_is_not_certified(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["certify", "--dealt", "P:9"]) == 2
    assert capsys.readouterr().err == (
        "baccarat: expected no --dealt, since a certificate is about whole coups; name cards removed from "
        "the shoe with --seen, or state what is known of the coup with --given\n"
    )
    game = load.variant("classic")
    with pytest.raises(ba.AnalyzerError, match="expected a report on whole coups, which a certificate needs"):
        certificate(ba.odds(game, dealt="P:9"))


def test_a_bet_of_too_many_patterns_is_not_certified(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["certify", "--bet", "all-red"]) == 2
    assert capsys.readouterr().err == (
        "baccarat: expected bets that need at most 1,000,000 patterns, got bet 'all-red/22', which needs "
        "5,698,728; leave it out\n"
    )
