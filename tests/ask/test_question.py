"""A question means the same to every function, and every answer carries it."""

from dataclasses import replace
from pathlib import Path
from typing import Any, get_type_hints, is_typeddict

import pytest

import analyzer as ba
from analyzer.analysis import question as questions
from analyzer.analysis.question import Question
from analyzer.ask import parameters
from analyzer.ask.deal import dealing, records
from analyzer.catalog import load
from analyzer.census import census as censuses
from analyzer.census import plan as plans
from analyzer.game.cards import parse_cards

OWN = """\
[[bet]]
id = "banker-six"
name = "Banker six"
lines = [{ id = "win", when = "banker_wins and banker_total == 6" }]
paytable = { win = "15" }
"""
SHARED: dict[str, Any] = {"seen": "9c 9d", "bets": ["tie", "banker"], "pay": {"tie": 9}, "commission": "4%"}
ASKED: dict[str, dict[str, Any]] = {
    "odds": {},
    "removal": {"by": "points"},
    "tail": {"unseen": 6},
    "count": {"level": 2},
    "inside": {},
    "peek": {"cards": [5]},
    "joint": {"stakes": {"tie": 2, "banker": 1}},
    "bankroll": {"coups": 20},
    "kelly": {},
    "monitor": {"rounds": [100]},
    "count_form": {},
}
"""Functions that answer a question, and the parameters of their own to call them with."""


@pytest.mark.parametrize("name", ASKED)
def test_a_question_means_the_same_as_its_parts(name: str) -> None:
    asked = ba.question("classic", 6, **SHARED)
    assert getattr(asked, name)(**ASKED[name]) == getattr(ba, name)("classic", 6, **SHARED, **ASKED[name])


@pytest.mark.parametrize("name", ["inside", "peek", "prediction", "successive"])
def test_a_question_that_names_no_bets_has_the_usual_ones(name: str) -> None:
    own = {"shoes": 2, "coups": 0} if name == "prediction" else {}
    assert getattr(ba.question("classic", 1), name)(**own) == getattr(ba, name)("classic", 1, **own)


@pytest.mark.parametrize("name", ASKED)
def test_every_answer_carries_its_question(name: str) -> None:
    found = getattr(ba, name)("classic", 6, **SHARED, **ASKED[name])
    for each in found if isinstance(found, tuple) else (found,):
        carried = each.question
        assert (carried.variant.id, carried.rules.id) == ("classic", "punto-banco")
        assert carried.shoe == ba.Shoe.decks(6).without("9c 9d")
        assert carried.seen == parse_cards("9c 9d")
        assert {bet.id for bet in carried.bets} == {"tie", "banker"}


def test_dealt_and_recorded_shoes_carry_their_question() -> None:
    asked = ba.question("ez-baccarat", 6, seen="9c 9d")
    dealt = asked.deal_shoe(seed=3)
    assert dealt == ba.deal_shoe("ez-baccarat", 6, seen="9c 9d", seed=3)
    assert dealt.question is asked
    with pytest.raises(ba.AnalyzerError, match=r"^expected only a question, .*, got rules in addition$"):
        asked.deal_shoe(rules="punto-banco")
    with pytest.raises(ba.AnalyzerError, match="expected a question about whole coups, got one with"):
        ba.question("classic", dealt="P:9c").deal_shoe()
    [record] = records(dealing(asked, seed=3))
    [replayed] = ba.replay(record).shoes
    [settled] = ba.settle(record, stake={"tie": 1}).questions
    for carried in (replayed.question, settled):
        assert (carried.variant.id, carried.rules.id) == ("ez-baccarat", "punto-banco")
        assert carried.shoe == asked.shoe


def test_a_question_has_the_digests_that_its_page_states() -> None:
    asked = ba.question("classic", 6, pay={"tie": 9})
    for name, digest in asked.digests.items():
        assert f"\n{name} sha256:{digest}" in str(asked.odds())
    assert list(asked.digests) == ["rules", "bets"]
    assert asked.digests["rules"] == ba.question("standard").digests["rules"]
    assert asked.digests["bets"] != ba.question("classic", 6).digests["bets"]
    assert asked.digests == ba.question("classic", 8, pay={"tie": 9}).digests


def test_facts_known_of_the_coup_are_part_of_a_question() -> None:
    asked = ba.question("classic", dealt="P:9c", given="not tie", bets=["player"])
    assert asked.odds() == ba.odds("classic", dealt="P:9c", given="not tie", bets=["player"])
    assert asked.left == ba.Shoe.decks(8).without("9c")
    with pytest.raises(ba.AnalyzerError, match="expected a question about whole coups, got one with"):
        asked.removal()


def test_many_shoes_take_a_question_with_files_and_prices(tmp_path: Path) -> None:
    own = tmp_path / "own.toml"
    own.write_text(OWN, encoding="utf-8")
    asked = ba.question(
        "classic", bets=["tie", "banker-six"], bet_files=[own], pay={"banker-six": 20, "tie": 9}
    )
    counts = [ba.Shoe.decks(8).points, ba.Shoe.decks(6).points]
    for shoe, values, ways in zip((8, 6), ba.expected_values(asked, counts), asked.ways(counts), strict=True):
        report = ba.odds(
            "classic", shoe, bets=["tie", "banker-six"], bet_files=[own], pay={"banker-six": 20, "tie": 9}
        )
        assert values.tolist() == [float(report["tie"].ev), float(report["banker-six"].ev)]
        assert ways == {key: value.ways for key, value in report.items()}
    again = ba.ways(
        "classic", counts, bets=["tie", "banker-six"], bet_files=[own], pay={"banker-six": 20, "tie": 9}
    )
    assert again == ba.ways(asked, counts)


def test_a_question_cannot_be_combined_with_other_parameters() -> None:
    asked = ba.question("classic")
    assert ba.question(asked) is asked
    alone = r"^expected only a question, since it includes all parameters, got shoe, pay in addition$"
    with pytest.raises(ba.AnalyzerError, match=alone):
        ba.odds(asked, 6, pay={"tie": 9})


@pytest.mark.parametrize("name", ["nonesuch", "roads", "Card", "compare", "_private"])
def test_a_question_has_no_other_methods(name: str) -> None:
    with pytest.raises(AttributeError, match=f"^a question has no attribute '{name}'$"):
        getattr(ba.question("classic"), name)


@pytest.mark.parametrize(
    ("function", "word"),
    [
        *(
            ("odds", "shoes"),
            ("compare", "shoes"),
            ("removal", "dealt"),
            ("tail", "given"),
            ("inside", "exhaustive"),
        ),
        *(
            ("ways", "seen"),
            ("expected_values", "given"),
            ("prediction", "bets"),
            ("successive", "bet_files"),
        ),
        *(("closed_form", "shoe"), ("evidence", "seen"), ("explain", "bets")),
    ],
)
def test_an_unknown_keyword_is_a_type_error(function: str, word: str) -> None:
    own: dict[str, Any] = {"tail": {"unseen": 6}}.get(function, {})
    first: dict[str, list[Any]] = {
        "compare": ["tie/8", "tie/9"],
        "ways": ["classic", [ba.Shoe.decks(8).points]],
        "expected_values": ["classic", [ba.Shoe.decks(8).points]],
        "evidence": [ba.RecordedShoe("1", (ba.RecordedCoup(1, winner="tie"),))],
        "explain": ["tie"],
    }
    with pytest.raises(
        TypeError, match=f"^got an unexpected keyword argument '{word}'(; did you mean 'bet_files'\\?)?$"
    ):
        getattr(ba, function)(*first.get(function, ["classic"]), **{word: None}, **own)


@pytest.mark.parametrize("group", [group for group in vars(parameters).values() if is_typeddict(group)])
def test_every_keyword_of_a_group_is_accepted_and_optional(group: Any) -> None:
    parameters.check_parameters(dict.fromkeys(get_type_hints(group)), group)
    assert group.__required_keys__ == frozenset()


def test_a_bet_that_does_not_fit_the_rules_is_left_out_unless_named(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A bet of other rules is left out among all bets of the library, but answered if it is also named."""
    few = ("tie", "seven-up-banker", "seven-up-tie", "super-sevens")
    monkeypatch.setattr(load, "library", lambda: {name: load.library_bet(name) for name in few})
    every, with_one = ba.question(bets=["*"]), ba.question(bets=["*", "seven-up-banker"])
    others = ["seven-up-tie", "super-sevens"]
    assert [bet.id for bet, _ in every.unavailable] == ["seven-up-banker", *others]
    assert [bet.id for bet, _ in with_one.unavailable] == others
    assert with_one.bets == (*every.bets, ba.bet("seven-up-banker"))
    assert with_one.demanded == {ba.bet("seven-up-banker").reference}


def test_a_closed_form_in_decks_requires_full_decks() -> None:
    pairs = ba.question("classic", 6, seen="9c", bets=["player-pair"]).closed_form()
    assert pairs["player-pair"] == ba.closed_form("classic", seen="9c", bets=["player-pair"])["player-pair"]
    with pytest.raises(ba.AnalyzerError, match=r"^expected a question about full decks without"):
        ba.question("classic", "A=30 2=31 K=32", bets=["tie"]).closed_form()


def test_prices_of_other_bets_leave_a_question_usual() -> None:
    asked = ba.question("classic", pay={"tie": 9})
    assert asked.usual
    assert not ba.question("classic", bets=["tie"]).usual
    assert not replace(asked, bets=asked.bets[::-1]).usual


def test_a_question_made_of_values_names_no_variant() -> None:
    asked = Question.of(ba.rules("punto-banco"), [ba.bet("tie")], ba.Shoe.decks(8))
    assert str(asked) == "punto-banco, 8 decks, tie/8"
    assert asked.odds().valuations == ba.odds(bets=["tie"]).valuations
    assert repr(ba.question("classic", 6, bets=["tie"])) == "<Question: classic, 6 decks, tie/8>"


def test_odds_on_another_shoe_reuse_the_plan_of_the_same_bets(monkeypatch: pytest.MonkeyPatch) -> None:
    ba.odds("classic", 8)
    monkeypatch.setattr(censuses, "plan", None)
    monkeypatch.setattr(questions, "needs", None)
    partly_dealt = ba.odds("classic", "A=9 3=2 4=4 9=4 T=2")
    assert ba.odds("classic", 8, seen="9c 9d", pay={"tie": 9}).shoe.size == 414
    monkeypatch.undo()
    censuses._made.clear()
    for cache in (questions._needed, plans.plan, plans.few_patterns):
        cache.cache_clear()
    assert ba.odds("classic", "A=9 3=2 4=4 9=4 T=2").valuations == partly_dealt.valuations
