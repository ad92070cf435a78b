"""Constant parts of a condition are replaced by their values; it stays true in the same coups."""

import pytest
from hypothesis import given
from sentences import conditions, coups

from analyzer.bets.condition import Condition
from analyzer.bets.fold import folded
from analyzer.catalog import load
from analyzer.census.plan import one_layer, plan
from analyzer.game.coup import Coup
from analyzer.game.dealt import NOTHING

PUNTO_BANCO = load.rules("punto-banco")
FOLDED = {
    "0 * p1.rank == 0": "13 == 13",
    "0 * p1.rank * b1.rank + player_total == 4 and tie": "0 + player_total == 4 and tie",
    "p1.rank * 0 > 0 or tie": "tie",
    "p1.rank % 1 == 0 and tie": "tie",
    "13 in {1..13}": "13 == 13",
    "13 in {1..6, 7..12}": "13 != 13",
    "p1.rank in {1..6, 7..13} and tie": "tie",
    "p1.rank in {1..6, 8..13}": "p1.rank in {1..6, 8..13}",
    "p1.suit in {spades, hearts, diamonds, clubs}": "13 == 13",
    "p1.points <= 9 and not (b1.rank < 1) and tie": "tie",
    "player_total > 9 or tie": "tie",
    "0 * p3.rank == 0": "player_draws",
    "0 * p3.rank != 0": "13 != 13",
    "not (0 * p3.rank == 0)": "not player_draws",
    "p3.rank + 0 * b3.rank == 7": "banker_draws and p3.rank + 0 == 7",
    "0 * p3.rank * b3.rank == 0": "player_draws and banker_draws",
    "count(rank > 13) == 0": "13 == 13",
    "count(rank > 13 or suit == hearts, player) == 1": "count(suit == hearts, player) == 1",
    "spades == hearts or tie": "tie",
}


@pytest.mark.parametrize(("text", "as_if"), FOLDED.items(), ids=FOLDED)
def test_constant_parts_are_replaced_by_their_values(text: str, as_if: str) -> None:
    assert folded(Condition.parse(text).tree) == folded(Condition.parse(as_if).tree)


@given(conditions(), coups())
def test_a_folded_condition_holds_in_the_same_coups(text: str, coup: Coup) -> None:
    condition = Condition.parse(text)
    assert Condition(text, folded(condition.tree)).holds(coup) is condition.holds(coup)


@given(conditions())
def test_a_folded_condition_needs_no_finer_cards(text: str) -> None:
    condition = Condition.parse(text)
    again = folded(condition.tree)
    assert folded(again) == again
    before, after = (one_layer(PUNTO_BANCO, [each], NOTHING) for each in (condition, Condition("", again)))
    assert before == after


def test_parts_without_effect_need_no_patterns() -> None:
    for text in (
        "tie and p1.rank * 0 + b1.rank * 0 == 0",
        "tie and (0 * p1.rank * b1.rank == 0 or p1.suit == b1.suit and p2.suit == b2.suit)",
        "tie and not (13 in {1..12} and distinct(suit) == 2 and p1.rank < b1.rank and p2.suit == b2.suit)",
    ):
        asked = plan(PUNTO_BANCO, (Condition.parse(text),), NOTHING)
        assert asked == plan(PUNTO_BANCO, (Condition.parse("tie"),), NOTHING)
