"""A count that needs too much memory is rejected before it allocates it; users see no MemoryError."""

import pytest
from suite import Run

import analyzer as ba
from analyzer import heavy
from analyzer.bets.condition import Condition
from analyzer.catalog import load
from analyzer.census import evaluators, kernel
from analyzer.census import plan as plans
from analyzer.errors import AnalyzerError, ConditionError
from analyzer.game.dealt import NOTHING

PUNTO_BANCO = load.rules("punto-banco")
LARGE = (
    "(player_suited_pair or count(suit == hearts) == 3) and p3.rank == b3.rank and distinct(suit) == 2",
    "player_suited_pair and banker_suited_pair and count(suit == hearts) > 1",
    "p1.suit == b1.suit and p2.suit == b2.suit and p3.suit == b3.suit and player_suited_pair",
)
SMALL = "player_suited_pair and banker_suited_pair and tie"
ADVICE = (
    "look at fewer cards, or at fewer of their suits and ranks, or count on a shoe of fewer different cards"
)


@pytest.mark.parametrize("text", LARGE)
def test_counts_that_need_too_much_memory_are_rejected_in_advance(text: str, run: Run) -> None:
    """The first one ended in a numpy traceback, or took 23.5 GB until the system killed the program."""
    assert run("odds", "--bet", "tie", "--exhaustive", "--given", text) == (
        2,
        "",
        "baccarat: expected a count that takes at most 4.0 GB of memory, got one that needs about 27 GB; "
        f"{ADVICE}\n",
    )


@pytest.mark.parametrize("text", LARGE)
def test_the_advice_of_fewer_different_cards_works(text: str) -> None:
    eight = "As=1 Ah=1 2h=1 3d=1 5s=2 9h=1 8d=1 Kc=1"
    assert ba.odds(shoe=eight, bets=["tie"], given=f"not ({text})").total_ways > 0


def test_no_plan_takes_more_than_the_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = PUNTO_BANCO, (Condition.parse(SMALL),), NOTHING
    usual = plans.plan(*asked)
    least, more = (plans._bytes(PUNTO_BANCO, each, NOTHING, 2) for each in (usual, plans.one_layer(*asked)))
    assert least < more
    for place in (plans, heavy):
        monkeypatch.setattr(place, "MOST_BYTES", least)
    plans.plan.cache_clear()
    assert plans.plan(*asked) == usual
    for place in (plans, heavy):
        monkeypatch.setattr(place, "MOST_BYTES", least - 1)
    plans.plan.cache_clear()
    with pytest.raises(ConditionError, match=r"^expected a count that takes at most"):
        plans.plan(*asked)


MADE_OR_WEIGHED = pytest.mark.parametrize(
    "where", [(evaluators, "arrangements"), (kernel, "weigh")], ids=["made", "weighed"]
)


@MADE_OR_WEIGHED
def test_too_little_memory_is_an_error_of_one_sentence(
    monkeypatch: pytest.MonkeyPatch, where: tuple[object, str]
) -> None:
    def without(*_: object) -> None:
        raise MemoryError("Unable to allocate 43.3 GiB for an array")

    monkeypatch.setattr(*where, without)
    given = f"player_suited_pair and p3.rank == {len(where[1])} and p3.suit == hearts"
    with pytest.raises(AnalyzerError, match=r"^expected enough memory for the count, got too little; look"):
        ba.odds(bets=["tie"], given=given)
