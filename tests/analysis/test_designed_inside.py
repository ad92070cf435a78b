"""Bets offered inside a coup are designed for the totals open at that point, never as if staked before it."""

from fractions import Fraction
from typing import Any

import pytest
from suite import Run

import analyzer as ba
from analyzer.analysis.design.solve import ForEdge
from analyzer.errors import AnalyzerError, CatalogError

BET = "insurance-player-wins/3"
OPEN = "player_two == 5 and banker_two == 6"
NOWHERE = (
    "bet 'insurance-player-wins/3' is only offered inside a coup, so its edge before the coup is not the "
    "edge at which it is offered; give the exposed cards with {}, or a condition with {}, such as "
    "'player_two == 5 and banker_two == 6'"
)
ASKED: dict[str, Any] = {
    "design": lambda **more: ba.design(BET, pays={"win": "3"}, **more),
    "solve": lambda **more: ba.solve(BET, edge="5%", **more),
    "symbolic": lambda **more: ba.symbolic(BET, **more),
}


@pytest.mark.parametrize("ask", ASKED.values(), ids=ASKED)
def test_what_is_offered_inside_a_coup_is_not_priced_before_it(ask: Any) -> None:
    with pytest.raises(CatalogError) as caught:
        ask()
    assert str(caught.value) == NOWHERE.format("dealt=...", "given=...")


def test_the_suggested_fix_works(run: Run) -> None:
    asked = ("design", BET, "--pays", "win=3")
    assert run(*asked) == (2, "", f"baccarat: {NOWHERE.format('--dealt', '--given')}\n")
    status, out, err = run(*asked, "--given", OPEN)
    assert (status, err) == (0, "")
    assert f"All figures are conditional on: {OPEN}." in out
    status, out, err = run("solve", BET, "--dealt", "P:2,3 B:K,6", "--edge", "5%", "--decks", "6")
    assert (status, err) == (0, "")
    assert "Known cards of this coup: P:2,3 B:K,6." in out


def test_the_edge_found_is_that_of_the_offer() -> None:
    offered = ba.inside(shoe=6, bets=[BET])[5, 6].valuations[0].house_edge
    [found] = ba.design(BET, 6, pays={"win": "3"}, given=OPEN)
    assert found.house_edge == offered == Fraction(-36354011, 428078651)
    assert ba.symbolic(BET, 6, given=OPEN).edge.at({"win": Fraction(3)}) == offered
    [solved] = ba.solve(BET, edge=offered, decks=6, given=OPEN).solutions
    assert isinstance(solved, ForEdge)
    assert solved.pay == 3


@pytest.mark.parametrize("shoe", [6, "A=9 2=9 3=9 5=9 6=9 K=9"], ids=str)
def test_designs_take_known_cards_into_account_as_odds_do(shoe: Any) -> None:
    known: dict[str, Any] = {"dealt": "P:2,3 B:K,6", "given": "not player_natural", "seen": "A"}
    odds = ba.odds(shoe=shoe, bets=[BET], **known)["insurance-player-wins"]
    [found] = ba.design(BET, shoe, pays={"win": "3"}, **known)
    assert (found.house_edge, found.variance) == (odds.house_edge, odds.variance)
    asked = {"decks": shoe} if isinstance(shoe, int) else {"shoe": shoe}
    answer = ba.solve(BET, edge=odds.house_edge, **asked, **known)
    assert [solved.pay for solved in answer.solutions if isinstance(solved, ForEdge)] == [3]
    assert answer.shoe == answer.question.left == ba.question(shoe=shoe, **known).left


def test_other_bets_can_also_be_designed_on_a_condition() -> None:
    tie = ba.odds(bets=["tie"], given="not player_pair")["tie"]
    [found] = ba.design("tie", pays={"win": "8"}, given="not player_pair")
    assert found.house_edge == tie.house_edge
    assert ba.solve("tie", edge="5%", decks=[6, 8]).question.given is None


def test_a_counter_gains_before_the_coup() -> None:
    with pytest.raises(AnalyzerError, match=r"^a counter's yield is that of bets before the coup; leave out"):
        ba.design("tie", pays={"win": "8"}, unseen=6, given="not tie")
