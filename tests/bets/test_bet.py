"""Bets, lines, variants and their digests as values, and the defaults of their fields."""

import json
from dataclasses import replace
from fractions import Fraction
from hashlib import sha256

import pytest

from analyzer.bets.bet import Bet, Line, Uncomputable, Variant
from analyzer.bets.condition import Condition
from analyzer.bets.digest import bet_value, digest, digest_of_bet, digest_of_rules, rules_value
from analyzer.errors import CatalogError
from analyzer.game.rules import Rules
from analyzer.game.tableau import Tableau

F = Fraction
TIE = Line("tie", Condition.parse("tie"), F(8))
PAIR = Line("pair", Condition.parse("player_pair"), F(2), ((F(1), F(3, 4)), (F(5), F(1, 4))))
BACK = Line("back", Condition.parse("cards == 4"), F(0))
HARD = Line("hard", Condition.parse("cards == 6"), F(-3))
BET = Bet("x", "X", (TIE, BACK, PAIR, HARD), "eight", names={"de": "Das X"}, source={"url": "u"})

EMPTY = "\n".join(["- 0 1 2 3 4 5 6 7 8 9", *(f"{total}{' S' * 11}" for total in range(8))])
RULES = Rules("r", "R", Tableau.parse([0], [8, 9], EMPTY), names={"de": "Das R"}, source=["s"])


def test_a_bet_with_only_the_required_fields() -> None:
    plain = Bet("x", "X", ())
    assert (plain.paytable, plain.locked, plain.note, plain.family, plain.complete) == (None,) * 5
    assert (plain.rules, plain.inside_coup, plain.aliases, plain.names, plain.source) == (
        None,
        False,
        (),
        {},
        None,
    )
    assert (TIE.multiplier, TIE.commission) == ((), 0)
    assert (plain.reference, BET.reference) == ("x", "x/eight")


def test_outcomes_of_a_bet() -> None:
    assert BET.outcomes == {
        "tie": ((8, 1),),
        "pair": ((2, F(3, 4)), (10, F(1, 4))),
        "back": ((0, 1),),
        "hard": ((-3, 1),),
        "lose": ((-1, 1),),
    }
    assert BET.nets == {"tie": 8, "pair": 4, "back": 0, "hard": -3, "lose": -1}
    assert BET.winning == ("tie", "pair")
    assert (BET.exposure, Bet("x", "X", (TIE,)).exposure) == (3, 1)


def test_equal_nets_are_equal_with_or_without_a_commission() -> None:
    priced = BET.priced({"tie": F(9)}, {"tie": F(1, 2), "hard": F(1)})
    assert priced.paytable is None
    assert [line.net for line in priced.lines] == [9, 0, 2, -3]
    assert [line.commission for line in priced.lines] == [F(1, 2), 0, 0, 0]
    again = priced.priced({"tie": F(9)})
    assert [line.commission for line in again.lines] == [0, 0, 0, 0]
    assert priced == again
    assert len({priced, again, BET}) == 2


def test_usual_nets_do_not_affect_equality() -> None:
    changed = replace(BET, usual={"tie": F(8)})
    assert (BET.usual, changed) == (None, BET)
    assert len({changed, BET}) == 1
    assert "usual" not in repr(changed)


@pytest.mark.parametrize(
    ("prices", "sentence"),
    [
        ({"ties": F(9)}, "unknown line 'ties' in bet 'x'; did you mean 'tie'?"),
        (
            {"pair": F(0)},
            "expected a gain, because line 'pair' of bet 'x' has a multiplier, got '0'",
        ),
    ],
    ids=["unknown", "multiplied"],
)
def test_invalid_prices_of_lines(prices: dict[str, Fraction], sentence: str) -> None:
    with pytest.raises(CatalogError) as error:
        BET.priced(prices)
    assert str(error.value) == sentence
    assert BET.priced({"tie": F(0), "pair": F(1, 2)}).nets["pair"] == 1


VALUES = [
    BET,
    RULES,
    Uncomputable("x", "X", "nobody knows", {"de": "Das X"}, ("y",), {"url": "u"}),
    Variant("v", "V", RULES, 8, (BET,), {"de": "Das V"}, {"url": "u"}, None, {"x": (BET,)}),
]


@pytest.mark.parametrize("value", VALUES, ids=lambda value: type(value).__name__)
def test_values_have_titles_and_are_hashable(
    value: Bet | Rules | Uncomputable | Variant,
) -> None:
    assert value.title.in_language("de") == f"Das {value.name}"
    assert value.title.in_language("fr") == str(value.title) == value.name
    assert len({value, replace(value, name="other")}) == 2
    assert len({value.title, replace(value, name="other").title}) == 2


def test_fields_of_uncomputable_games() -> None:
    plain = Uncomputable("x", "X", "nobody knows")
    assert (plain.names, plain.aliases, plain.source) == ({}, (), None)
    with pytest.raises(TypeError):
        Uncomputable()  # type: ignore[call-arg]


def test_digests_are_of_canonical_json() -> None:
    text = '{"a":[1,null,true],"é":{"b":"ä","c":-1}}'
    value = {"é": {"c": -1, "b": "ä"}, "a": [1, None, True]}
    assert digest(value) == sha256(text.encode()).hexdigest()
    assert rules_value(RULES) == {
        "player_draws": [0],
        "naturals": [8, 9],
        "banker": EMPTY,
        "banker_by": "third-card",
        "player_first": None,
    }
    lines = [
        {"id": "tie", "when": "tie", "net": "8"},
        {"id": "back", "when": "cards == 4", "net": "0"},
        {"id": "pair", "when": "player_pair", "net": "2", "multiplier": [["1", "3/4"], ["5", "1/4"]]},
        {"id": "hard", "when": "cards == 6", "net": "-3"},
    ]
    assert bet_value(BET) == {"id": "x", "paytable": "eight", "lines": lines}
    assert bet_value(Bet("x", "X", (), locked=F(3, 2))) == {
        "id": "x",
        "paytable": None,
        "locked": "3/2",
        "lines": [],
    }
    canonical = json.dumps(bet_value(BET), sort_keys=True, separators=(",", ":"))
    assert digest_of_bet(BET) == sha256(canonical.encode()).hexdigest()
    assert digest_of_rules(RULES) == digest(rules_value(RULES))
