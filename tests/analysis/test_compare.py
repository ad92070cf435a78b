"""`baccarat compare`: what changes between two variants, bets, rules or shoes, exactly and in words."""

import json
import re
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from suite import Run, bet_text

import analyzer as ba
from analyzer.errors import AnalyzerError

TOTAL = 4998398275503360
TIES = 475627426473216

STRICT = ba.rules("punto-banco").tableau
OTHER_RULES = f"""
name = "Banker draws on 3 against 8"
player_draws = [0, 1, 2, 3, 4, 5, 6]
naturals = [8, 9]
player_first = 7
banker = '''
{str(STRICT).replace("3 D D D D D D D D D S D", "3 D D D D D D D D D D D").replace("7 S S", "7 S D")}
'''
"""
TWO_PRICES = """
[[bet]]
id = "own"
name = "Own"
lines = [{ id = "win", when = "tie" }]
paytables = { low = { win = "8" }, high = { win = "9" } }
"""
MULTIPLIED = """
[[bet]]
id = "tie"
name = "Tie"
lines = [{ id = "win", when = "tie", multiplier = { "1" = "1/2", "3" = "1/2" } }]
paytable = { win = "4" }
"""


def cells(text: str) -> list[list[str]]:
    """The cells of the rows of a text page that fit on one line."""
    return [re.split(r" {2,}", line) for line in text.splitlines()]


@pytest.fixture
def run(run: Run) -> Run:
    return lambda command: run("compare", *command.split())


@pytest.fixture
def read(run: Run) -> Callable[[str], dict[str, Any]]:
    """The JSON answer by bet."""

    def go(command: str) -> dict[str, Any]:
        status, out, err = run(f"{command} --format json")
        assert (status, err) == (0, ""), err
        return {entry["bet"]: entry for entry in json.loads(out)["bets"]}

    return go


def test_two_prices_of_a_bet(read: Callable[[str], dict[str, Any]]) -> None:
    tie = read("tie/8 tie/9")["tie"]
    assert list(tie)[:4] == ["bet", "a", "b", "difference"]
    assert (tie["a"], tie["b"]) == ("103841353768/723147898655", "63053127805/1301666217579")
    assert Fraction(tie["difference"]) == Fraction(-TIES, TOTAL)
    assert tie["paytable"] == {"a": "8", "b": "9"}
    assert tie["quantities"]["hit_rate"]["difference"] == "0"
    assert Fraction(tie["quantities"]["rtp"]["difference"]) == Fraction(TIES, TOTAL)
    win, lose = tie["lines"]
    chance = str(Fraction(TIES, TOTAL))
    assert win == {
        "id": "win",
        "a": {"net": "8", "ways": str(TIES), "probability": chance},
        "b": {"net": "9", "ways": str(TIES), "probability": chance},
        "difference": "0",
    }
    assert (lose["id"], lose["difference"]) == ("lose", "0")


def test_values_are_those_of_odds(read: Callable[[str], dict[str, Any]]) -> None:
    found = read("6 8 --variant classic --commission 4% --pay tie=9 --seen 9c")
    for bet, entry in found.items():
        for side, decks in (("a", 6), ("b", 8)):
            value = ba.odds("classic", decks, seen="9c", commission="4%", pay={"tie": 9})[bet]
            assert Fraction(entry[side]) == value.house_edge
            for name, quantity in entry["quantities"].items():
                assert Fraction(quantity[side]) == getattr(value, name)
            for line in entry["lines"]:
                assert int(line[side]["ways"]) == value.ways[line["id"]]
        assert Fraction(entry["b"]) - Fraction(entry["a"]) == Fraction(entry["difference"])


def test_a_bet_in_one_variant_only_has_null_on_the_other_side(read: Callable[[str], dict[str, Any]]) -> None:
    found = read("standard ez-baccarat")
    assert list(found) == [
        *("player", "banker", "tie", "player-pair", "banker-pair", "lucky-6"),
        *("player-natural", "banker-natural", "dragon-7", "panda-8"),
    ]
    dragon = found["dragon-7"]
    assert (dragon["a"], dragon["difference"]) == (None, None)
    assert dragon["b"] == str(ba.odds(bets=["dragon-7"])["dragon-7"].house_edge)
    assert dragon["paytable"] == {"a": None, "b": None}
    assert dragon["lines"][0]["a"] is None
    assert found["lucky-6"]["b"] is None
    assert [bet for bet, entry in found.items() if not entry["changed"]] == ["player", "tie"]
    assert found["player"]["difference"] == "0"


def test_two_different_bets_are_matched(read: Callable[[str], dict[str, Any]]) -> None:
    [(bet, entry)] = read("dragon-7 panda-8").items()
    assert (bet, entry["name"]) == ("dragon-7, panda-8", "Dragon 7 (A), Panda 8 (B)")
    value = ba.odds(bets=["dragon-7", "panda-8"])
    edges = value["dragon-7"].house_edge, value["panda-8"].house_edge
    assert (entry["a"], entry["b"]) == tuple(map(str, edges))
    assert entry["difference"] == str(edges[1] - edges[0])


def test_bets_of_one_id_are_matched_at_the_same_price_first(tmp_path: Path) -> None:
    (tmp_path / "a.toml").write_text(TWO_PRICES)
    (tmp_path / "b.toml").write_text(TWO_PRICES.replace('low = { win = "8" }', 'top = { win = "10" }'))
    (tmp_path / "c.toml").write_text(TWO_PRICES.replace('low = { win = "8" }, ', ""))

    def matched(a: str, b: str) -> list[tuple[str | None, str | None]]:
        found = ba.compare(tmp_path / a, tmp_path / b)
        return [(m.a and m.a.bet.paytable, m.b and m.b.bet.paytable) for m in found.matches]

    assert matched("a.toml", "b.toml") == [("low", "top"), ("high", "high")]
    assert matched("a.toml", "c.toml") == [("low", None), ("high", "high")]
    assert matched("c.toml", "a.toml") == [("high", "high"), (None, "low")]
    changed = [match.changed for match in ba.compare(tmp_path / "a.toml", tmp_path / "b.toml").matches]
    assert changed == [True, False]


def test_bet_files_only_define_names_where_bets_are_compared(tmp_path: Path) -> None:
    (tmp_path / "own.toml").write_text(TWO_PRICES)
    [match] = ba.compare("tie/9", "own", bet_files=[tmp_path / "own.toml"]).matches
    assert match.a is not None and match.b is not None
    assert (match.a.bet.reference, match.b.bet.reference) == ("tie/9", "own/low")
    assert match.change(lambda v: v.house_edge).difference == Fraction(TIES, TOTAL)
    both = ba.compare(8, 6, bets=["tie", "own/low", "own/high"], bet_files=[tmp_path / "own.toml"])
    assert [match.bet.reference for match in both.matches] == ["tie/8", "own/low", "own/high"]


def test_a_factor_of_equal_mean_is_a_change(tmp_path: Path) -> None:
    (tmp_path / "tie.toml").write_text(MULTIPLIED)
    [match] = ba.compare("tie/8", tmp_path / "tie.toml").matches
    assert match.change(lambda v: v.house_edge).difference == 0
    assert match.changed
    change = match.change(lambda v: v.variance).difference
    assert change == Fraction(TIES, TOTAL) * (Fraction(4**2 + 12**2, 2) - 8**2)


def test_objects_of_the_library_can_be_given() -> None:
    by_value = ba.compare(ba.rules("punto-banco"), ba.rules("thai-literal"), variant=ba.variant("classic"))
    by_id = ba.compare("punto-banco", "thai-literal", variant="classic")
    assert by_value.matches == by_id.matches
    assert (by_value.a.label, by_value.b.label) == ("punto-banco", "thai-literal")
    assert ba.compare(8, "6 decks").matches == ba.compare(ba.Shoe.decks(8), 6).matches
    assert ba.compare(ba.bet("tie/8"), ba.bet("tie/9")).matches == ba.compare("tie", "tie/9").matches


def test_a_bare_bet_has_the_price_of_the_variant() -> None:
    [match] = ba.compare("banker", "banker/commission-5", variant="ez-baccarat").matches
    assert match.a is not None and match.b is not None
    assert (match.a.bet.nets["win"], match.b.bet.nets["win"]) == (1, Fraction(19, 20))


def test_shares_of_the_lines_add_up_to_the_change_of_the_ev() -> None:
    for match in ba.compare("standard", "niu-niu").matches:
        if len(match.valuations) == 2:
            shares = [match.share(line).difference for line in match.lines]
            assert sum(filter(None, shares)) == match.change(lambda v: v.ev).difference


def test_text_of_two_sets_of_rules(run: Run) -> None:
    status, out, err = run("punto-banco thai-literal")
    assert (status, err) == (0, "")
    assert "Player    1.2351%   0.7217%  -0.5133%  rules\n" in out
    assert "Player Pair" not in out
    assert "4 bets did not change; --all shows them too.\n" in out
    assert (
        "Rules  What the columns of the         Player's third card  Player's final total\n"
        "       drawing table stand for; its\n"
        "       letters are the same (Banker\n"
        "       plays differently in 84 of 480\n"
        "       cases of Banker's total,\n"
        "       Player's total and third card)\n" in out
    )
    assert max(map(len, out.split("\n"))) <= 80
    everything = run("punto-banco thai-literal --all")[1]
    assert "Player Pair     10.3614%  10.3614%   0.0000%  –\n" in everything


def test_different_rules_are_described_in_words(run: Run, tmp_path: Path) -> None:
    (tmp_path / "other.toml").write_text(OTHER_RULES)
    _, out, err = run("punto-banco other.toml")
    assert err == ""
    for row in (
        ["Rules", "Player draws on", "0 to 5", "0 to 6"],
        ["Rules", "Player's first card", "from the shoe", "given, of rank 7"],
        ["Rules", "Banker 3, Player's third card 8", "stands", "draws"],
        ["Rules", "Banker 7, Player's third card 0", "stands", "draws"],
    ):
        assert row in cells(out)
    assert sum("third card " in row[1] for row in cells(out) if row[0] == "Rules") == 2


def test_prices_of_one_bet_are_distinguished_by_their_references(run: Run, tmp_path: Path) -> None:
    (tmp_path / "a.toml").write_text(TWO_PRICES)
    (tmp_path / "b.toml").write_text(TWO_PRICES.replace('"9"', '"10"').replace('"8"', '"7"'))
    out = run(f"{tmp_path}/a.toml {tmp_path}/b.toml --lines --format md")[1]
    rows = [line.split(" | ")[0] for line in out.split("\n") if "all: EV" in line]
    assert rows == ["| Own (own/low)", "| Own (own/high)"]
    assert "| Own (own/low) | win: net | 8 | 7 |\n" in out


def test_differences_of_a_bet_are_shown_line_by_line(run: Run) -> None:
    _, out, _ = run("standard ez-baccarat --format md")
    assert "| Banker | win: net | 0.95 | 1 |" in out
    coups = (
        "(they settle different coups: of the deals of 8 decks, 0 in A only, 112,633,011,329,024 in B only)"
    )
    assert (
        f"| Banker | push: condition {coups} | tie: Player and Banker tie | tie or (banker\\_wins and " in out
    )
    assert "| Lucky 6 | Offered; pays | 12 / 20 | – |" in out
    assert "| Panda 8 | Offered; pays | – | 25 |" in out
    text = run("standard ez-baccarat")[1]
    assert "Banker          0.95     1        1.0579%   1.0183%  -0.0396%  conditions, pays\n" in text
    assert "Panda 8         –        25             –  10.1876%         –  only in B\n" in text
    _, out, _ = run("standard niu-niu --bet player --format md")
    assert "| Player | win: the line itself | 1, if Player wins | – |" in out
    assert "| Player | Units locked for each unit staked | 1 | 9 |" in out


def test_lines(run: Run) -> None:
    _, out, _ = run("lucky-6/12-20 lucky-6/12-23 --lines")
    rows = [line.split() for line in out.split("\n") if line.startswith("Lucky 6  ") and "%" in line]
    assert rows == [
        ["Lucky", "6", "three-card", "20", "23", "1.6617%", "1.6617%", "0.0000%", "4.9851%"],
        ["Lucky", "6", "all:", "EV", "–", "–", "-16.6836%", "-11.6985%", "4.9851%", "4.9851%"],
    ]
    _, out, _ = run("lucky-6/12-20 lucky-6/12-23 --lines --all")
    assert "two-card" in out
    assert max(map(len, out.split("\n"))) <= 80


NOTED = {
    "bets that --bet leaves aside": (
        "ez-baccarat ez-baccarat --bet tie",
        "No difference between A and B in anything that was compared.",
        "A was compared with changes: without: Player, Banker, Dragon 7, Panda 8.",
    ),
    "rules that --rules puts aside": (
        "a.toml b.toml --rules punto-banco",
        "No difference between A and B in anything that was compared.",
        "B was compared with changes: rules: Punto banco (punto-banco) instead of Punto banco by "
        "Player's total (thai-literal).",
    ),
    "prices that --pay puts aside": (
        "tie/8 tie/9 --pay tie=10",
        "No difference between A and B in anything that was compared.",
        "B was compared with changes: at another price: Tie.",
    ),
    "no bet in common": (
        "a.toml e.toml",
        "A and B have no bet in common, so no figures were compared.",
        "2 bets are on one side only.",
    ),
    "a bet left out of both": (
        "0=20,1=9,9=9 0=20,1=9,8=9",
        "The figures of 6 of 6 bets compared differ between A and B.",
        "2 bets were left out.",
    ),
    "one address for another": (
        "c.toml d.toml --all",
        "The figures of the 1 bet compared are the same, but A and B differ.",
        "own Source House, https://a.example/x House, https://a.example/y",
    ),
    "a bet offered inside a coup": (
        "insurance-tie insurance-player-wins",
        "The figures of 1 of 1 bet compared differ between A and B.",
        'valued here as if staked before it: "Insurance: tie", "Banker insurance: Player wins".',
    ),
    "a pay multiplied by chance": (
        "tie/8 power-98-tie",
        "Tie (Power Baccarat 98): the pay of win, 8 to one, is multiplied at random: by 1 with",
    ),
    "cards of the coup": (
        "8 6 --seen 9c --dealt P:9d --bet tie",
        "Standard baccarat: A is 8 decks (414 cards), B is 6 decks (310 cards)",
        "Known cards of this coup: P:9d.",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", NOTED)
def test_a_page_notes_what_was_not_compared_as_it_is(run: Run, tmp_path: Path, name: str) -> None:
    game = 'name = "Own"\ndecks = 8\nrules = "punto-banco"\nbets = ["player"]\n'
    (tmp_path / "a.toml").write_text(game)
    (tmp_path / "b.toml").write_text(game.replace("punto-banco", "thai-literal"))
    (tmp_path / "e.toml").write_text(game.replace("player", "tie"))
    for file, end in (("c", "x"), ("d", "y")):
        own = bet_text("own", ("win", "tie", "8"), source="SOURCE")
        source = f'{{ title = "House", url = "https://a.example/{end}" }}'
        (tmp_path / f"{file}.toml").write_text(own.replace('"SOURCE"', source))
    command, *sentences = NOTED[name]
    status, out, err = run(command)
    assert (status, err) == (0, "")
    assert [sentence for sentence in sentences if sentence not in " ".join(out.split())] == []


def test_wide_tables_are_divided_in_formats_for_people(run: Run) -> None:
    pages = {form: run(f"tie/8 tie/9 --format {form}")[1] for form in ("md", "html", "csv")}
    assert "| Bet | Pays A | Pays B | Edge A | Edge B | B−A | Cause |\n" in pages["md"]
    assert "| Bet | Hit rate A | Hit rate B | Hit rate B−A | Push rate A |" in pages["md"]
    assert "Returns and variances" in pages["html"]
    assert "house_edge_difference_percent,cause,hit_rate_a," in pages["csv"]
    lines = run("classic ez-baccarat --lines --format md")[1]
    assert "--all shows the texts" not in lines and "pushes if it wins with a three-card 7" in lines


@pytest.mark.parametrize("command", ["standard standard", "8 8", "tie/9 tie/9", "punto-banco punto-banco"])
def test_equal_sides_are_reported_as_equal(run: Run, command: str) -> None:
    status, out, err = run(f"{command} --exit-code")
    assert (status, err) == (0, "")
    same = "No difference between A and B: rules, bets, shoe, names, sources and notes are the same."
    assert same in " ".join(out.split())
    assert "What differs" not in out


def test_a_shoe_too_coarse_for_a_bet_is_noted(run: Run) -> None:
    coarse = "0=128,1=32,2=32,3=32,4=32,5=32,6=32,7=32,8=32,9=32"
    _, out, _ = run(f"8 {coarse}")
    left_out = (
        "Left out of B: Player Pair, Banker Pair, each of which needs the shoe by ranks, not by points."
    )
    assert left_out in " ".join(out.split())
    assert "Player Pair  10.3614%       –    –  left out of B\n" in out
    assert "Only in" not in out


def test_given_and_names_of_a_language(run: Run) -> None:
    _, out, _ = run("8 6 --given player_natural --lang zh-Hans --bet tie")
    assert out.startswith("百家乐：A为8副牌（416张牌），B为6副牌（312张牌），条件：player_natural\n")
    assert "\n给定条件，所有数值均以此为前提：player_natural。\n" in out
    assert "\n和" in out


def test_a_shoe_in_a_file(run: Run, tmp_path: Path) -> None:
    (tmp_path / "shoe.json").write_text(json.dumps({"A": 30, "9": 30, "T": 30}))
    _, out, _ = run("8 @shoe.json --bet tie")
    assert out.startswith("Standard baccarat: A is 8 decks (416 cards), B is shoe.json (90 cards)\n")


@pytest.mark.parametrize("format", ["md", "csv", "latex", "html"])
def test_every_format(run: Run, format: str) -> None:
    for extra in ("", "--lines"):
        status, out, err = run(f"standard ez-baccarat --format {format} {extra}")
        assert (status, err) == (0, "")
        assert len(out) > 200


def test_anything_that_cannot_be_compared_is_refused() -> None:
    for thing in (1.5, None, [8], ("tie",)):
        with pytest.raises(AnalyzerError, match=r"^expected a variant, rules, a bet or a shoe to "):
            ba.compare(thing, 8)  # type: ignore[arg-type]
