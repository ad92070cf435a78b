"""Whether bets count the same coups, and whether a comparison names everything that differs."""

import json
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from suite import Run, bet_text, one_in

import analyzer as ba
from analyzer.analysis import compare
from analyzer.analysis.compare import Side, compared
from analyzer.analysis.events import same_coups, same_event, settled_together, twins
from analyzer.bets.bet import Bet
from analyzer.bets.condition import Condition
from analyzer.bets.digest import digest_of_bets
from analyzer.catalog import load
from analyzer.census.worked_example import dealt_coups, settling
from analyzer.errors import ConditionError
from analyzer.report.comparison.differences import differences

PUNTO, THAI = ba.rules("punto-banco"), ba.rules("thai-literal")
EIGHT = ba.Shoe.decks(8)
RULES = PUNTO.tableau

TIE = bet_text(
    "tie",
    ("win", "tie and player_natural", "9"),
    ("other", "tie", "8"),
    name="Tie",
    source="house rules",
)
GAME = f"""
name = "Harbour"
source = "rev. C"
decks = 8
rules = "RULES"
bets = ["tie", "player", "banker"]
{TIE}
"""
GRID = f"""
player_draws = [0, 1, 2, 3, 4, 5]
naturals = [8, 9]
banker = '''
{RULES}
'''
"""


def bet(*lines: tuple[str, str, int]) -> Bet:
    """A bet of lines, each an id, a condition and a net."""
    made = [ba.Line(id, Condition.parse(when), Fraction(net)) for id, when, net in lines]
    return Bet("own", "own", tuple(made))


SAME = {
    "one fact in other words": (
        bet(("x", "tie", 1)),
        bet(("y", "player_total - banker_total == 0", 2)),
        True,
    ),
    "a special case listed first": (
        bet(("six", "banker_wins and banker_total == 6", 1), ("win", "banker_wins", 1)),
        bet(("win", "banker_wins and banker_total != 6", 1), ("six", "banker_wins", 1)),
        True,
    ),
    "a pair by suits": (
        bet(("x", "player_suited_pair", 1)),
        bet(("y", "p1.rank == p2.rank and p1.suit == p2.suit", 1)),
        True,
    ),
    "equal ways, other coups": (bet(("x", "player_pair", 1)), bet(("x", "banker_pair", 1)), False),
    "losses called a line": (bet(("x", "tie", 1)), bet(("x", "not tie", 1)), False),
    "a push of its own": (bet(("x", "player_wins", 1)), bet(("x", "player_wins", 1), ("p", "tie", 0)), False),
    "the tableau decides": (
        bet(("x", "player_two <= 5 and not banker_natural", 1)),
        bet(("y", "player_draws", 1)),
        True,
    ),
    "one card of one suit in 52": (
        bet(("x", "p1.rank == 7 and p1.suit == hearts", 1)),
        bet(("x", "p1.rank == 7 and p1.suit == hearts and not (b1.rank == king and b1.suit == clubs)", 1)),
        False,
    ),
}


@pytest.mark.parametrize("name", SAME)
def test_bets_that_count_the_same_coups(name: str) -> None:
    one, other, same = SAME[name]
    together = settled_together(PUNTO, one, other)
    assert same_event(together) is same
    assert bool(twins([PUNTO], one, [other])) is same
    for coup in dealt_coups(PUNTO, EIGHT, 100):
        assert (settling(one, coup), settling(other, coup)) in together
    assert sum(together.values()) == ba.odds().total_ways


def test_rules_can_make_two_events_the_same() -> None:
    one, other = (
        bet(("x", "banker_cards == 3", 1)),
        bet(
            (
                "x",
                "banker_cards == 3 and not (banker_two == 6 and player_cards == 3 and p3.points in {6..7})",
                1,
            )
        ),
    )
    never = "\n".join(row.replace("D", "S") if row[0] == "6" else row for row in str(RULES).splitlines())
    stands = replace(PUNTO, tableau=ba.Tableau.parse([0, 1, 2, 3, 4, 5], [8, 9], never))
    assert (bool(twins([stands], one, [other])), bool(twins([PUNTO], one, [other]))) == (True, False)
    assert twins([stands, PUNTO], one, [other]) == []


def test_lines_of_the_same_coups_are_paired() -> None:
    one, other, _ = SAME["a special case listed first"]
    assert same_coups(settled_together(PUNTO, one, other)) == {"six": "six", "win": "win", "lose": "lose"}
    renamed = replace(other, lines=tuple(replace(line, id=f"their-{line.id}") for line in other.lines))
    assert same_coups(settled_together(PUNTO, one, renamed))["win"] == "their-win"


@pytest.mark.parametrize("ref", one_in(40, load.bet_ids()))
def test_every_bet_of_the_library_is_its_own_twin_under_other_names(ref: str) -> None:
    usual = ba.bet(ref)
    other = replace(
        usual,
        id="own",
        family=None,
        lines=tuple(
            replace(line, id=f"line-{n}", when=Condition.parse(f"not not ({line.when})"), net=line.net + 1)
            for n, line in enumerate(usual.lines)
        ),
    )
    rules = ba.rules(load.rules_id_of(usual))
    (found,) = twins([rules], other, [usual])
    assert not found.same_pays


@pytest.fixture
def read(run: Run, tmp_path: Path) -> Callable[..., dict[str, Any]]:
    """The JSON document of a comparison of two files, made from texts."""

    def go(a: str, b: str, *more: str) -> dict[str, Any]:
        for name, text in (("a", a), ("b", b)):
            (tmp_path / f"{name}.toml").write_text(text)
        status, out, err = run("compare", "a.toml", "b.toml", *more, "--format", "json")
        assert (status, err) == (0, "")
        found: dict[str, Any] = json.loads(out)
        return found

    return go


def rows(found: dict[str, Any]) -> list[list[str | None]]:
    """The differences of a document: what, where, in A and in B."""
    return [[row[key] for key in ("what", "where", "a", "b")] for row in found["differences"]]


NATURAL = '{ id = "win", when = "tie and player_natural" }, '
USUAL = GAME.replace("RULES", "punto-banco")
CHANGED = {
    "a cell": (GRID, GRID.replace("6 S S S S S S S D D", "6 S S S S S S S S D"),
               ["cell", "Banker 6, Player's third card 6", "draws", "stands"]),
    "Player stood": (GRID, GRID.replace("6 S S S", "6 D S S"),
                     ["cell", "Banker 6, Player stood", "stands", "draws"]),
    "naturals": (GRID, GRID.replace("[8, 9]", "[9]").replace("7 S S S", "8 S S S S S S S S S S S\n7 S S S"),
                 ["naturals", "Naturals", "8 or 9", "9"]),
    "Player draws": (GRID, GRID.replace("4, 5]", "4]"),
                     ["player-draws", "Player draws on", "0 to 5", "0 to 4"]),
    "first card": (GRID, f"player_first = 7\n{GRID}",
                   ["player-first", "Player's first card", "from the shoe", "given, of rank 7"]),
    "a note on rules": (GRID, f"note = 'as amended'\n{GRID}", ["note", "Note", None, "as amended"]),
    "a condition": (USUAL, USUAL.replace('"tie" }', '"tie and cards > 4" }'),
                    ["condition", "other: condition", "tie: Player and Banker tie",
                     "tie and cards > 4: Player and Banker tie and the coup has 5 or 6 cards"]),
    "the same in other words": (USUAL, USUAL.replace('"tie" }', '"not (player_wins or banker_wins)" }'),
                                ["condition", "other: condition", "tie: Player and Banker tie", None]),
    "order of lines": (USUAL, USUAL.replace('{ id = "win", when = "tie and player_natural" }, ', "").replace(
        'when = "tie" }]', 'when = "tie" }, { id = "win", when = "tie and player_natural" }]'),
                       ["line-order", "Order of the lines", "win, other", "other, win"]),
    "a pay": (USUAL, USUAL.replace('"9"', '"10"'), ["pays", "win: net", "9", "10"]),
    "a commission": (USUAL, USUAL.replace('"9"', '"10 less 10%"'),
                     ["commission", "win: commission", None, "10% of the gain"]),
    "a source": (USUAL, USUAL.replace("rev. C", "rev. D"), ["source", "Source", "rev. C", "rev. D"]),
    "a source of a bet": (USUAL, USUAL.replace("house rules", "rev. D"),
                          ["source", "Source", "house rules", "rev. D"]),
    "a name": (USUAL, USUAL.replace('"Harbour"', '"Port"'), ["name", "Name", "Harbour", "Port"]),
    "a shoe": (USUAL, USUAL.replace("decks = 8", "decks = 6"),
               ["shoe", "Cards left", "8 decks (416 cards)", "6 decks (312 cards)"]),
    "the order of bets": (USUAL, USUAL.replace('["tie", "player"', '["player", "tie"'),
                          ["bets-order", "Order of the bets",
                           "Tie (tie), Player (player), Banker (banker/commission-5)",
                           "Player (player), Tie (tie), Banker (banker/commission-5)"]),
    "a bet": (USUAL, USUAL.replace(', "banker"]', "]"), ["only", "Offered; pays", "0.95", None]),
    "a line": (USUAL, USUAL.replace(NATURAL, "").replace('win = "9", ', ""),
               ["line", "win: the line itself", "9, if Player and Banker tie and Player has a natural",
                None]),
    "an id of a line": (USUAL, USUAL.replace("other", "rest"), ["line-id", "other: id", "other", "rest"]),
}  # fmt: skip


@pytest.mark.parametrize("name", CHANGED)
def test_the_cause_of_every_difference_is_named(read: Callable[..., dict[str, Any]], name: str) -> None:
    a, b, row = CHANGED[name]
    found = read(a, b, "--bet", "tie") if "player_draws" in a else read(a, b)
    assert found["differs"] and found["verdict"]["holds"] is None
    assert row[:3] in [other[:3] for other in rows(found)]
    assert row in rows(found) or row[3] is None
    assert not read(a, a)["differs"]
    assert rows(read(a, a)) == []


def test_a_renamed_line_changes_no_figures(read: Callable[..., dict[str, Any]]) -> None:
    found = read(USUAL, USUAL.replace("other", "rest"))
    assert [line.get("id_b") for line in found["bets"][0]["lines"]] == [None, "rest", None]
    assert [entry["changed"] for entry in found["bets"]] == [False, False, False]
    assert (
        found["verdict"]["sentence"] == "The figures of the 3 bets compared are the same, but A and B differ."
    )
    assert found["about"]["a"]["bets"] != found["about"]["b"]["bets"]


CAUSES = {
    "units locked": (USUAL, USUAL.replace('name = "Tie"', 'name = "Tie"\nlocked = "2"'), {"tie": ["locked"]}),
    "pays": (USUAL, USUAL.replace('"9"', '"10"'), {"tie": ["pays"]}),
    "conditions": (USUAL, USUAL.replace('"tie" }', '"tie and cards > 4" }'), {"tie": ["conditions"]}),
    "shoe": (USUAL, USUAL.replace("decks = 8", "decks = 6"),
             {bet: ["shoe"] for bet in ("tie", "player", "banker")}),
    "rules and pays": (
        USUAL, GAME.replace("RULES", "thai-literal").replace('"9"', '"10"'),
        {"tie": ["pays", "rules"], "player": ["rules"], "banker": ["rules"]},
    ),
    "rules and shoe, each where it matters": (
        GAME.replace("RULES", "punto-banco").replace('"banker"]', '"banker", "player-pair"]'),
        GAME.replace("RULES", "thai-literal").replace('"banker"]', '"banker", "player-pair"]')
        .replace("decks = 8", "decks = 6"),
        {bet: ["rules", "shoe"] for bet in ("tie", "player", "banker")} | {"player-pair": ["shoe"]},
    ),
    "other coups, as many of them": (
        USUAL.replace("tie and player_natural", "player_pair").replace('"tie" }', '"player_pair" }'),
        USUAL.replace("tie and player_natural", "banker_pair").replace('"tie" }', '"banker_pair" }')
        .replace('"9"', '"10"'),
        {"tie": ["pays"]},
    ),
    "rules in vain": (
        USUAL.replace("tie and player_natural", "player_pair").replace('"tie" }', '"banker_pair" }'),
        GAME.replace("RULES", "thai-literal").replace("tie and player_natural", "player_pair")
        .replace('"tie" }', '"banker_suited_pair" }'),
        {"tie": ["conditions"], "player": ["rules"], "banker": ["rules"]},
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", CAUSES)
def test_causes_of_changed_figures(read: Callable[..., dict[str, Any]], name: str) -> None:
    a, b, causes = CAUSES[name]
    found = read(a, b)
    assert {entry["bet"]: entry["causes"] for entry in found["bets"] if entry["changed"]} == causes


def test_nothing_differs_only_if_digests_are_equal() -> None:
    odds = ba.odds("classic")
    side = Side("a", odds, ba.variant("classic"))
    for change in (
        {"note": "else"}, {"source": "else"}, {"name": "else"}, {"aliases": ("else",)}, {"inside_coup": True},
        {"complete": Condition.parse("tie")}, {"locked": Fraction(3)}, {"rules": "thai-literal"},
        {"id": "else"}, {"paytable": "else"},
        {"lines": (replace(odds["tie"].bet.lines[0], commission=Fraction(1, 20)),)},
        {"lines": (replace(odds["tie"].bet.lines[0], when=Condition.parse("(tie)")),)},
    ):  # fmt: skip
        tie = replace(odds["tie"], bet=replace(odds["tie"].bet, **change))
        report = replace(odds, valuations=(*odds.valuations[:2], tie))
        comparison = compared("variants", side, Side("b", report, ba.variant("classic")))
        assert comparison.differs and list(differences(comparison))
        assert any(match.changed for match in comparison.matches) is ("locked" in change)
    same = compared("variants", side, side)
    assert not same.differs and not list(differences(same))
    assert digest_of_bets(same.a.report.question.bets) == digest_of_bets(same.b.report.question.bets)


REGULATION = """
name = "Regulation 12"
decks = 8
rules = "punto-banco"
bets = ["three-card-seven", "either-six", "nothing-known"]
""" + "".join(
    bet_text(id, *lines)
    for id, *lines in (
        (
            "three-card-seven",
            ("dragon", "banker_total == 7 and banker_cards == 3 and player_total < 7", "35"),
        ),
        (
            "either-six",
            ("three", "banker_wins and banker_total == 6 and banker_draws", "20"),
            ("two", "banker_wins and banker_total == 6", "12"),
        ),
        ("nothing-known", ("win", "tie and player_total == 7 and cards == 5", "35")),
    )
)


def test_a_regulations_bets_are_recognised(
    run: Run, tmp_path: Path, read: Callable[..., dict[str, Any]]
) -> None:
    found = read(REGULATION, USUAL)
    known = [
        (row["bet"], row["library"]["bet"], row["library"]["paytable"], row["same_pays"])
        for row in found["library"]
        if row["side"] == "a"
    ]
    assert ("three-card-seven", "dragon-7", None, False) in known
    assert [row for row in known if row[0] == "either-six"] == [
        ("either-six", "lucky-6", "12-20", True),
        ("either-six", "lucky-6", "12-23", False),
        ("either-six", "super-6-plus", "12-18", False),
    ]
    assert not [row for row in known if row[0] == "nothing-known"]
    (tmp_path / "reg.toml").write_text(REGULATION)
    _, out, _ = run("compare", "reg.toml", "ez-baccarat", "--format", "md")
    assert out.startswith(
        "# 8 decks (416 cards): A is reg.toml (Regulation 12), B is ez-baccarat (EZ Baccarat)\n"
    )
    assert "| three-card-seven (A), Dragon 7 (B) | 35 | 40 | 18.8782% | 7.6113% |" in out
    assert "| three-card-seven (A), Dragon 7 (B) | Id (both settle the same coups) |" in out
    assert "| either-six | A | Lucky 6 (lucky-6/12-20), same price |" in out
    assert "| either-six | A | Super 6+ (super-6-plus/12-18), other price | 20 / 12 | 12 / 18 |" in out


def test_titles_name_files_as_they_were_written(run: Run, tmp_path: Path) -> None:
    for place in ("old", "new", "."):
        (tmp_path / place).mkdir(exist_ok=True)
        (tmp_path / place / "game.toml").write_text(USUAL)
    title = "8 decks (416 cards): A is {} (Harbour), B is {}"
    for a, b, shown in (
        ("game.toml", "classic", title.format("game.toml", "classic (Classic baccarat)")),
        (f"{tmp_path}/game.toml", "classic", title.format("game.toml", "classic (Classic baccarat)")),
        ("old/game.toml", "new/game.toml", title.format("old/game.toml", "new/game.toml (Harbour)")),
    ):
        assert " ".join(run("compare", a, b)[1].split()).startswith(f"{shown} ")


def test_long_texts_are_shown_on_request(run: Run) -> None:
    note = "pushes if it wins with a three-card 7"
    assert note not in run("compare", "classic", "ez-baccarat")[1]
    assert "--all shows the texts too." in run("compare", "classic", "ez-baccarat")[1]
    assert note in " ".join(run("compare", "classic", "ez-baccarat", "--format", "md")[1].split())


def test_bets_that_need_too_many_patterns_are_not_called_the_same(
    monkeypatch: pytest.MonkeyPatch, read: Callable[..., dict[str, Any]]
) -> None:
    def refuse(*asked: object) -> None:
        raise ConditionError("too many")

    monkeypatch.setattr(compare, "settled_together", refuse)
    found = read(USUAL, USUAL.replace('"tie" }', '"not (player_wins or banker_wins)" }'))
    (row,) = found["differences"]
    assert (row["what"], row["remark"]) == ("condition", "not compared: too many patterns")
    assert found["differs"]
    other = read(USUAL, USUAL.replace('"tie" }', '"tie and cards > 4" }'))
    assert other["bets"][0]["causes"] == ["conditions"]
