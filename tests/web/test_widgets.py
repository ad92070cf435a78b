"""Widgets without a browser: changes of the state on either side, and input that is rejected."""

import json
import sys
from collections.abc import Callable
from fractions import Fraction

import pytest

import analyzer as ba
from analyzer.errors import AnalyzerError
from analyzer.widgets import Board, LiveShoe, PaytableBench

EIGHT = ba.Shoe.decks(8)


def sent(widget: LiveShoe | PaytableBench | Board, **state: str) -> None:
    """Set the state as a notebook does when the browser changes it."""
    widget.set_state({"state": {key.replace("_", "."): text for key, text in state.items()}})


@pytest.mark.parametrize(
    ("shoe", "expected"),
    [
        (EIGHT.without("9c 9d"), EIGHT.without("9c 9d")),
        (6, ba.Shoe.decks(6)),
        ("A=30 9=4", ba.Shoe.parse("A=30 9=4")),
        (EIGHT.coarsen("points"), EIGHT.coarsen("points")),
        (None, EIGHT),
    ],
)
def test_the_shoe_can_be_set(shoe: object, expected: ba.Shoe) -> None:
    w = LiveShoe("standard", 2)
    w.seen = "9 T"
    w.shoe = shoe
    assert w.shoe == expected
    assert w.seen == ()
    assert w.state == {"shoe.start": str(expected)}


def test_cards_dealt_in_the_browser_leave_the_shoe() -> None:
    w = LiveShoe()
    changes: list[dict[str, str]] = []
    w.observe(lambda change: changes.append(change["new"]), "state")
    sent(w, shoe_log="9 T ? / A 4")
    assert w.shoe == EIGHT.coarsen("ranks").without("9 T A 4")
    assert [str(card) for card in w.seen] == ["9", "T", "A", "4"]
    assert changes == [{"shoe.log": "9 T ? / A 4"}]
    expected = ba.odds("standard", EIGHT.coarsen("ranks").without("9 T A 4"))
    assert {key: value.ev for key, value in w.odds().items()} == {
        key: value.ev for key, value in expected.items()
    }


def test_suits_are_kept_if_a_bet_needs_them() -> None:
    w = LiveShoe(bets=["player-suited-pair", "tie"])
    sent(w, shoe_log="9h Ad")
    assert w.shoe == EIGHT.without("9h Ad")
    sent(w, shoe_log="9h Ad 2")
    assert w.shoe == EIGHT.coarsen("ranks").without("9 A 2")
    # Without such a bet, the browser counts ranks only: nine 9h are nine 9s.
    plain = LiveShoe()
    sent(plain, shoe_log=" ".join(["9h"] * 9))
    assert plain.shoe == EIGHT.coarsen("ranks").without("9 " * 9)


def test_the_parameters_of_a_question_apply_to_the_widget() -> None:
    w = LiveShoe("classic", 6, seen="9c", pay={"tie": 9}, bets=["tie"], lang="th")
    assert w.shoe == ba.Shoe.decks(6).without("9c")
    assert w.odds()["tie"].ev == ba.odds("classic", 6, seen="9c", pay={"tie": 9}, bets=["tie"])["tie"].ev
    data = json.loads(w._data)
    assert (data["room"], data["shoe"]["text"]) == ("shoe", str(w.shoe))
    assert [line["net"] for line in data["bets"][0]["lines"]] == ["9", "-1"]
    assert w.state == {"lang": "th"}


def test_pays_can_be_set_in_python_and_in_the_browser() -> None:
    w = PaytableBench("standard", 6)
    assert (w.bet, dict(w.pays)) == ("player", {"win": 1, "push": 0})
    w.bet = "tie"
    w.pays = {"win": "9 for 1"}
    assert w.state == {"bench.bet": "tie"}
    w.pays = {"win": Fraction(19, 2)}
    assert w.state == {"bench.bet": "tie", "bench.pays": "tie.win=19/2"}
    sent(w, bench_bet="tie", bench_pays="banker.win=1,tie.win=8.5")
    assert w.pays == {"win": Fraction(17, 2)}
    for decks in (6, 8):
        expected = ba.odds("standard", decks, bets=["tie"], pay={"tie": "8.5"})["tie"]
        assert w.odds(decks)["tie"].house_edge == expected.house_edge
    assert w.odds()["tie"].ev == w.odds(6)["tie"].ev
    w.pays = {}
    assert w.state["bench.pays"] == "banker.win=1"
    w.bet = "banker"
    assert w.pays["win"] == 1


def test_the_mapping_of_pays_is_read_only() -> None:
    with pytest.raises(TypeError):
        PaytableBench().pays["win"] = 9


def test_coups_can_be_set_in_python_and_in_the_browser() -> None:
    w = Board(["B", "Pp"])
    assert w.state == {"board": "B Pp"}
    sent(w, board="B Pp T  # a tie", boardAsk="B")
    assert [str(coup) for coup in w.coups] == ["B", "Pp", "T"]
    assert w.roads == ba.roads("B Pp T")
    w.coups = "P P"
    assert w.state == {"board": "P P", "boardAsk": "B"}
    w.coups = ()
    assert w.coups == ()


REFUSED: dict[str, tuple[type, str, object, str]] = {
    "few cards": (LiveShoe, "shoe", "A=3", "expected at least 6 cards for a coup, got a shoe of 3"),
    "no shoe": (LiveShoe, "shoe", 8.5, "expected a shoe, its text form or a number of decks, got 8.5"),
    "not there": (
        LiveShoe,
        "seen",
        "9 " * 33,
        "expected to remove only cards that the shoe has, got 33 of 9",
    ),
    "no card": (LiveShoe, "seen", "x", "expected a card such as 9c, Th or K, got 'x'"),
    "bet": (PaytableBench, "bet", "tje", "unknown bet on the bench 'tje'; did you mean 'tie'?"),
    "no bet": (PaytableBench, "bet", ["tie"], "unknown bet on the bench a list; choose from player"),
    "line": (PaytableBench, "pays", {"won": 2}, "unknown line 'won' in bet 'player'; did you mean 'win'?"),
    "float": (PaytableBench, "pays", {"win": 0.95}, "expected an exact number such as"),
    "no mapping": (PaytableBench, "pays", 9, 'expected prices by line such as {"win": 9}, got 9'),
    "coup": (Board, "coups", "B X", "line 1, coup 2: expected a coup as B, P or T, "),
    "key": (
        Board,
        "state",
        {"bord": "B"},
        "expected 'lang' or a key that begins with 'board', got 'bord'",
    ),
    "no state": (Board, "state", "B", "expected a mapping of keys to texts, got 'B'"),
    "value": (Board, "state", {"board": 5}, "expected a text for 'board', got 5"),
    "language": (Board, "state", {"lang": "xx"}, "unknown language 'xx'; choose from en, ko, th, vi, zh-"),
}


@pytest.mark.parametrize("what", REFUSED)
def test_a_wrong_value_is_rejected_and_changes_nothing(what: str) -> None:
    made, name, value, sentence = REFUSED[what]
    w = made()
    before = w.state
    with pytest.raises(AnalyzerError) as refusal:
        setattr(w, name, value)
    assert str(refusal.value).startswith(sentence)
    assert w.state == before


def test_a_widget_has_no_coup_in_progress() -> None:
    with pytest.raises(
        AnalyzerError, match="expected a question about whole coups, got one with cards dealt"
    ):
        LiveShoe(dealt="P:9")


@pytest.mark.parametrize(
    ("made", "state", "read", "sentence"),
    [
        (LiveShoe, {"shoe_log": "9 zz"}, "shoe", "expected a card such as 9c, Th or K, got 'zz'"),
        (LiveShoe, {"shoe_log": "9 " * 33}, "shoe", "expected to remove only cards that the shoe has"),
        (LiveShoe, {"shoe_start": "A=3 2=4", "shoe_log": "A" + " ?" * 7}, "shoe", "expected at most 6 cards"),
        (LiveShoe, {"shoe_start": "A=1"}, "seen", "expected at least 6 cards"),
        (LiveShoe, {"shoe_start": "8.5"}, "question", "expected a shoe such as"),
        (PaytableBench, {"bench_bet": "file:x"}, "bet", "unknown bet on the bench 'file:x'"),
        (PaytableBench, {"bench_pays": "player.win=1e3"}, "pays", "expected a price of line 'win' such as"),
        (PaytableBench, {"bench_pays": "player.win=1/0"}, "pays", "expected a price of line 'win' such as"),
        (PaytableBench, {"bench_pays": "player.won=1"}, "question", "unknown line 'won'"),
        (Board, {"board": "B Q"}, "coups", "line 1, coup 2: expected a coup"),
    ],
)
def test_unreadable_state_from_the_browser_raises_an_error_when_it_is_read(
    made: Callable, state: dict[str, str], read: str, sentence: str
) -> None:
    w = made()
    sent(w, **state)
    with pytest.raises(AnalyzerError) as refusal:
        getattr(w, read)
    assert str(refusal.value).startswith(sentence)
    assert w.state == {key.replace("_", "."): text for key, text in state.items()}


@pytest.mark.parametrize("state", [{"shoe.log": 9}, {"page": "x"}, {"lang": "xx"}, {"board": "B"}])
def test_a_state_with_a_wrong_key_or_value_is_not_accepted(state: dict[str, object]) -> None:
    w = LiveShoe()
    w.seen = "9"
    with pytest.raises(AnalyzerError):
        w.set_state({"state": state})
    assert w.state == {"shoe.log": "9"}


def test_a_missing_extra_is_named_in_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("analyzer.widgets", "analyzer.web.widgets"):
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "anywidget", None)
    with pytest.raises(AnalyzerError) as missing:
        import analyzer.widgets  # noqa: F401
    expected = "a widget needs the extra 'widgets', which is not installed: pip install anywidget traitlets"
    assert str(missing.value) == expected
