"""The Python functions: questions as people write them, and a Report that is a mapping."""

from collections.abc import Mapping
from fractions import Fraction
from math import perm
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import analyzer as ba
from analyzer.ask.explain import explain_each
from analyzer.errors import AnalyzerError, CatalogError, ConditionError, ShoeError

pytestmark = pytest.mark.kernel

OWN = """
[[bet]]
id = "own"
name = "Own"
lines = [{ id = "win", when = "tie and player_total == 6" }]
paytables = { low = { win = "40" }, high = { win = "45" } }
[[bet]]
id = "lucky-6"
name = "Another Lucky 6"
lines = [{ id = "win", when = "banker_wins and banker_total == 6" }]
paytable = { win = "14" }
"""


@pytest.fixture
def own(tmp_path: Path) -> Path:
    path = tmp_path / "own.toml"
    path.write_text(OWN)
    return path


def test_fresh_shoe() -> None:
    report = ba.odds("standard", ba.Shoe.decks(8))
    assert report.total_ways == 4998398275503360
    assert report["banker"].ev == Fraction(-114753351728, 10847218479825)
    assert report["tie"].ways == {"win": 475627426473216, "lose": 4522770849030144}
    assert report["player"].ways["win"] == 2230518282592256


def test_report_is_a_mapping_in_the_order_of_the_variant() -> None:
    report = ba.odds("standard")
    assert isinstance(report, Mapping)
    assert len(report) == 8
    names = "player banker tie player-pair banker-pair lucky-6 player-natural banker-natural"
    assert list(report) == names.split()
    assert [valuation.bet.id for valuation in report.values()] == list(report)
    assert "tie" in report
    assert "nonesuch" not in report
    assert report.get("nonesuch") is None
    with pytest.raises(KeyError, match="nonesuch"):
        report["nonesuch"]


def test_a_report_can_be_indexed_by_reference() -> None:
    report = ba.odds("standard")
    assert report["tie/8"] is report["tie"]
    assert report["banker/commission-5"] is report["banker"]
    with pytest.raises(KeyError):
        report["tie/9"]


def test_report_of_one_bet_at_two_prices() -> None:
    report = ba.odds("classic", bets=["tie/9", "player", "tie/8"])
    assert list(report) == ["tie/9", "player", "tie/8"]
    assert [report[key].bet.nets["win"] for key in ("tie/9", "tie/8", "tie")] == [9, 8, 9]


def test_report_of_a_file_whose_bet_has_the_id_of_another(own: Path) -> None:
    """Each key leads to its own bet; an exact key takes precedence over a bet with that id."""
    report = ba.odds("standard", bet_files=[own])
    assert list(report)[-3:] == ["own/low", "own/high", "lucky-6"]
    assert "lucky-6/12-20" in list(report)
    assert report["lucky-6"].bet.name == "Another Lucky 6"
    assert report["lucky-6/12-20"].bet.name == "Lucky 6"
    assert [report[key].bet.reference for key in report] == [v.bet.reference for v in report.valuations]


def test_a_bet_of_a_file_is_found_by_its_aliases_before_the_librarys(tmp_path: Path) -> None:
    (tmp_path / "own.toml").write_text("""
[[bet]]
id = "own"
name = "Own"
aliases = ["mine", "tiger"]
lines = [{ id = "win", when = "tie" }]
paytables = { low = { win = "8" }, high = { win = "9" } }
""")
    report = ba.odds(bets=["mine/high", "tiger"], bet_files=[tmp_path / "own.toml"])
    assert list(report) == ["own/high", "own/low"]


def test_a_bet_of_a_file_can_be_named_by_its_alias(tmp_path: Path) -> None:
    file = tmp_path / "alias.toml"
    file.write_text(
        '[[bet]]\nid = "mine"\nname = "Mine"\naliases = ["my-own", "other"]\n'
        'lines = [{ id = "win", when = "tie" }]\npaytables = { low = { win = "8" }, high = { win = "9" } }\n'
        '[[bet]]\nid = "other"\nname = "Other"\n'
        'lines = [{ id = "win", when = "player_pair" }]\npaytable = { win = "11" }\n'
    )
    report = ba.odds("standard", bets=["my-own/high", "other"], bet_files=[file])
    assert [value.bet.reference for value in report.valuations] == ["mine/high", "other"]
    (match,) = ba.compare("my-own/low", "tie/9", bet_files=[file]).matches
    assert match.change(lambda value: value.ev).difference == Fraction(619306544887, 6508331087895)


def test_report_of_bets_with_one_reference_keeps_keys_apart() -> None:
    line = ba.Line("win", ba.Condition.parse("tie"), Fraction(8))
    bets = [ba.Bet("x", name, (line,)) for name in ("first", "second", "third")]
    report = ba.odds("classic", bets=bets)
    assert list(report) == ["x", "x (2)", "x (3)"]
    assert [report[key].bet.name for key in report] == ["first", "second", "third"]
    assert len(dict(report)) == len(report) == 3


@pytest.mark.parametrize("shoe", [6, "6", "6 decks", ba.Shoe.decks(6), np.int64(6)], ids=repr)
def test_a_shoe_can_be_written_in_several_ways(shoe: Any) -> None:
    assert ba.odds("classic", shoe).total_ways == 878869206895680


def test_the_shoe_is_the_variants_own_by_default() -> None:
    assert ba.odds("classic").shoe == ba.Shoe.decks(8)


def test_seen_cards_can_be_text_or_cards() -> None:
    left = ba.Shoe.decks(8).without("9c 9d")
    assert ba.odds("classic", seen="9c 9d").shoe == left
    assert ba.odds("classic", left)["banker"].ev == ba.odds("classic", seen="9c,9♦")["banker"].ev
    assert ba.odds("classic", seen="9c 9").shoe == left.coarsen("ranks")
    assert ba.odds("classic", "0=128 9=32", seen="9c 9d Kh").shoe.points == (127, *[0] * 8, 30)


def test_variant_rules_and_bets_can_be_values_ids_or_files(tmp_path: Path, own: Path) -> None:
    variant = tmp_path / "mine.toml"
    variant.write_text('name = "Mine"\ndecks = 6\nrules = "punto-banco"\nbets = ["player", "banker"]\n')
    rules = tmp_path / "rules.toml"
    grid = str(ba.rules("punto-banco").tableau)
    rules.write_text(f'player_draws = [0, 1, 2, 3, 4, 5]\nnaturals = [8, 9]\nbanker = """\n{grid}\n"""\n')
    expected = ba.odds("classic", 6)["banker"].ev
    for given in (variant, str(variant), ba.variant(str(variant))):
        for by in (None, rules, str(rules), "punto-banco", ba.rules("punto-banco")):
            assert ba.odds(given, rules=by)["banker"].ev == expected
    assert ba.odds(variant, bets=[ba.bet("tie/9"), "banker", "own/high"], bet_files=[str(own)])["tie"]


def test_the_thai_rules_differ_where_banker_looks() -> None:
    report = ba.odds("classic", rules="thai-literal")
    assert report.rules.id == "thai-literal"
    assert report.total_ways == 4998398275503360
    assert report["banker"].ev != ba.odds("classic")["banker"].ev


def test_given_is_conditional_probability() -> None:
    plain = ba.odds("standard")
    given = ba.odds("standard", given="not tie")
    assert given.total_ways == plain.total_ways - plain["tie"].ways["win"]
    assert given["player"].ways == plain["player"].ways | {"push": 0}
    assert given["player"].ev == -plain["player"].edge_on_resolved
    assert ba.odds("standard", given=ba.Condition.parse("not tie"))["tie"].ev == -1
    assert given.given is not None
    assert given.given.text == "not tie"


def test_a_first_card_given_by_the_rules_leaves_five_from_the_shoe() -> None:
    free = ba.Rules("free", "Free", ba.rules("punto-banco").tableau, player_first=7)
    report = ba.odds("classic", rules=free)
    assert report.total_ways == perm(416, 5)
    assert ba.odds("classic", rules=free, given="p1.rank == 7").total_ways == perm(416, 5)
    with pytest.raises(ConditionError, match="suit or colour of the Player's first card under rules 'free'"):
        ba.odds("classic", rules=free, given="p1.suit == spades")
    with pytest.raises(AnalyzerError, match=r"^no deal of the [0-9]+ cards left satisfies "):
        ba.odds("classic", rules=free, given="p1.rank == 8")


def test_bets_too_fine_for_the_shoe_are_left_out_unless_named() -> None:
    report = ba.odds("standard", "0=128 5=32 9=32")
    assert [(bet.id, need) for bet, need in report.too_coarse] == [
        ("player-pair", "ranks"),
        ("banker-pair", "ranks"),
    ]
    assert "player-pair" not in report
    with pytest.raises(ShoeError) as caught:
        ba.odds("standard", "0=128 5=32 9=32", bets=["tie", "player-pair"])
    assert str(caught.value) == (
        "bet 'player-pair/11' needs ranks, but the shoe is known only by points; "
        "give the shoe and the cards seen or dealt by ranks"
    )


def test_a_condition_too_fine_for_the_shoe_is_rejected() -> None:
    with pytest.raises(
        ShoeError, match=r"the given condition 'p1.color == red' needs suits, but the shoe is known only"
    ):
        ba.odds("classic", "A=32 9=32", given="p1.color == red")


def test_errors_are_value_errors() -> None:
    assert issubclass(ba.AnalyzerError, ValueError)
    for name in ("CardError", "CatalogError", "ConditionError", "RenderError", "RulesError", "ShoeError"):
        assert issubclass(getattr(ba, name), ba.AnalyzerError)
    with pytest.raises(ValueError, match="did you mean 'standard'"):
        ba.odds("standart")


@pytest.mark.parametrize("text", ["ten", "-1", "20..10", "10..", ""])
def test_a_malformed_cut_card_of_a_record_is_rejected_with_the_name_of_its_shoe(text: str) -> None:
    shoe = ba.RecordedShoe("7", (ba.RecordedCoup(1, winner="tie"),), settings={"cut_card": text})
    with pytest.raises(CatalogError) as caught:
        ba.replay([shoe])
    assert str(caught.value) == (
        f"shoe '7': expected a number of cards behind the cut card such as 14 or 10..20, got {text!r}"
    )


def test_a_file_can_be_named_by_its_path(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text('name = "Mine"\ndecks = 6\nrules = "punto-banco"\nbets = ["tie"]\n')
    assert ba.variant(file).decks == 6


def test_unknown_names_are_rejected() -> None:
    with pytest.raises(CatalogError, match="unknown variant 'ez-bacarat'; did you mean 'ez-baccarat'"):
        ba.expected_values("ez-bacarat", np.ones((1, 10), int))
    with pytest.raises(CatalogError, match="unknown bet 'tei' in variant 'classic'; did you mean 'tie'"):
        ba.ways("classic", np.ones((1, 10), int), bets=["tei"])
    with pytest.raises(CatalogError, match="unknown rules 'punto'; did you mean 'punto-banco'"):
        ba.ways("classic", np.ones((1, 10), int), rules="punto")


# As printed in the fifth seed document: decks, Banker 5 %, Banker 4 %, Player, Tie 9, Tie 8.
@pytest.mark.parametrize(
    ("decks", "five", "four", "player", "nine", "eight"),
    [
        (6, "1.05585", "0.59720", "1.23741", "4.93129", "14.43816"),
        (8, "1.05791", "0.59931", "1.23508", "4.84403", "14.35963"),
    ],
)
def test_fifth_seeds_house_edges(
    decks: int, five: str, four: str, player: str, nine: str, eight: str
) -> None:
    plain = ba.odds("classic", decks)
    other = ba.odds("classic", decks, commission="4%", pay={"tie": 9})
    edges = (plain["banker"], other["banker"], plain["player"], other["tie"], plain["tie"])
    assert [f"{round(edge.house_edge * 10**7):d}" for edge in edges] == [
        printed.replace(".", "").lstrip("0") for printed in (five, four, player, nine, eight)
    ]


def test_a_question_is_exhaustive_only_on_request() -> None:
    given = "p1.suit == b1.suit and p2.suit == b2.suit and p3.suit == b3.suit"
    bet = ba.Bet("mine", "Mine", (ba.Line("win", ba.Condition.parse(given), Fraction(1)),))
    for ask in (
        lambda: ba.compare("tie/8", "tie/9", given=given),
        lambda: ba.odds(bets=[bet]),
        lambda: explain_each([bet]),
    ):
        with pytest.raises(ConditionError, match="needs at most 100,000,000 patterns, got one that needs"):
            ask()


def test_repeated_questions_are_resolved_once() -> None:
    """By id or by value; another price, list or value makes another question."""
    one = np.array([[128, *[32] * 9]])
    line = ba.Line("win", ba.Condition.parse("tie"), Fraction(8))
    mine, yours = ba.Bet("tie", "Mine", (line,)), ba.Bet("tie", "Yours", (line,))
    cheap = ba.Bet("tie", "Cheap", (ba.Line("win", line.when, Fraction(7)),))
    for asked in (None, ["tie/8"], ["tie/9"], ("tie/9",), [mine], [yours], [cheap], [mine, cheap, "tie/9"]):
        for variant in ("classic", ba.variant("classic")):
            for rules in (None, "thai-literal", ba.rules("thai-literal")):
                report = ba.odds(variant, "0=128 1=32 2=32 3=32 4=32 5=32 6=32 7=32 8=32 9=32",
                                 bets=asked, rules=rules)  # fmt: skip
                [values] = ba.expected_values(variant, one, bets=asked, rules=rules)
                assert values.tolist() == [float(report[key].ev) for key in report]
    growing = ["tie"]
    assert ba.expected_values("classic", one, bets=growing).shape == (1, 1)
    growing.append("player")
    assert ba.expected_values("classic", one, bets=growing).shape == (1, 2)
    for bets in ("tie", [], [8], ["nonesuch"]):
        for _ in range(2):
            with pytest.raises(CatalogError):
                ba.ways("classic", one, bets=bets)  # type: ignore[arg-type]


def test_values_deleted_and_created_are_not_mistaken_for_each_other() -> None:
    one = np.array([[128, *[32] * 9]])
    for price in range(200):
        bets = [ba.Bet("tie", "Tie", (ba.Line("win", ba.Condition.parse("tie"), Fraction(price)),))]
        [[value]] = ba.expected_values("classic", one, bets=bets)
        assert value == ((price + 1) * 475627426473216 - 4998398275503360) / 4998398275503360


def test_files_are_read_again_for_every_batch(tmp_path: Path) -> None:
    one = np.array([[128, *[32] * 9]])
    variant, rules = tmp_path / "mine.toml", tmp_path / "rules.toml"
    for given in (variant, str(variant)):
        for bets in ('"player", "banker"', '"tie/9"'):
            variant.write_text(f'name = "Mine"\ndecks = 6\nrules = "punto-banco"\nbets = [{bets}]\n')
            assert ba.expected_values(given, one).shape == (1, bets.count(",") + 1)
    for given in (rules, str(rules)):
        for name in ("punto-banco", "thai-literal"):
            known = ba.rules(name)
            draws = sorted(known.tableau.player_draws)
            text = f"player_draws = {draws}\nnaturals = {sorted(known.tableau.naturals)}\n"
            rules.write_text(f'{text}banker = """\n{known.tableau}\n"""\nbanker_by = "{known.banker_by}"\n')
            found = ba.ways("classic", one, rules=given)
            assert found == ba.ways("classic", one, rules=name)
    assert ba.ways("classic", one) != ba.ways("classic", one, rules="thai-literal")
