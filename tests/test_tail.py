"""Tails over every composition of the unseen cards: exact, and the same as one odds after another."""

import json
from collections import Counter
from fractions import Fraction
from itertools import combinations
from math import comb

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import analyzer as ba
from analyzer.analysis import tail as tails
from analyzer.analysis import unseen as unseen_cards
from analyzer.analysis.tail import Tail
from analyzer.census.compositions import Alike, alike, halves, number
from analyzer.cli.main import main
from analyzer.errors import AnalyzerError
from analyzer.game.shoe import KEYS, Shoe

F = Fraction


def slow(variant: str, shoe: Shoe, n: int, bet: str) -> dict[str, object]:
    """The tail of a bet, from the odds of each composition, of the cells of the shoe."""
    cards = [cell for cell, count in enumerate(shoe.counts) for _ in range(count)]
    drawn = Counter(combinations(cards, n))
    evs = {}
    for some in drawn:
        left = Counter(some)
        counts = tuple(left[cell] for cell in range(len(shoe.counts)))
        evs[some] = ba.odds(variant, Shoe(counts, shoe.fineness), bets=[bet])[bet.partition("/")[0]].ev
    chance = {some: F(times, comb(len(cards), n)) for some, times in drawn.items()}
    best = max(evs.values())
    at = [some for some, ev in evs.items() if ev == best]
    return {
        "compositions": len(drawn),
        "mean_ev": sum(chance[some] * ev for some, ev in evs.items()),
        "expected_positive": sum(chance[some] * ev for some, ev in evs.items() if ev > 0),
        "probability_positive": sum(chance[some] for some, ev in evs.items() if ev > 0),
        "max_ev": best,
        "max_compositions": len(at),
        "max_probability": sum(chance[some] for some in at),
        "places": [{KEYS[shoe.fineness][cell]: k for cell, k in Counter(some).items()} for some in at],
    }


def found(tail: Tail) -> dict[str, object]:
    """What of a tail the slow twin says too; the composition stands apart."""
    names = ("mean_ev", "expected_positive", "probability_positive", "max_ev")
    also = ("compositions", "max_compositions", "max_probability")
    return {name: getattr(tail, name) for name in (*names, *also)}


TINY = [
    pytest.param("standard", "0=3 5=2 6=2 9=2", 6, "tie", id="tie"),
    pytest.param("standard", "0=3 5=2 6=2 9=2", 7, "banker", id="a net in twentieths"),
    pytest.param("standard", "1=2 4=1 6=3 7=2 8=1", 8, "lucky-6", id="two lines"),
    pytest.param("niu-niu", "0=2 3=1 5=3 6=1 9=2", 6, "player", id="losses of several units"),
    pytest.param("standard", "2=3 9=2 T=3 K=1", 6, "player-pair", id="kinds alike, in part"),
    pytest.param("standard", "2=2 9=2 T=2 K=2", 7, "player-pair", id="kinds alike"),
    pytest.param("seven-up", "0=2 3=1 5=3 6=1 9=2", 5, "player", id="a first card given"),
    pytest.param("standard", "0=3 5=2 6=2 9=2", 9, "player", id="the whole shoe"),
]


@pytest.mark.parametrize(("variant", "text", "n", "bet"), TINY)
def test_a_tail_is_that_of_one_composition_after_another(variant: str, text: str, n: int, bet: str) -> None:
    shoe = Shoe.parse(text)
    [tail] = ba.tail(variant, shoe, bets=[bet], unseen=n, threads=1).tails
    expected = slow(variant, shoe, n, bet)
    places = expected.pop("places")
    assert found(tail) == expected
    assert isinstance(places, list)
    assert dict(tail.max_at) in places
    assert tail.listed <= tail.compositions


def test_kinds_finer_than_points_and_coarser_than_cards_are_told_apart_as_the_bet_needs() -> None:
    """A bet on red cards and points alone: what lists every card finds the same."""
    red = ba.Bet(
        "red", "Red", (ba.Line("win", ba.Condition.parse("p1.color == red and player_total == 9"), F(3)),)
    )
    shoe = Shoe.parse("9s=1 9h=2 9d=1 Kh=1 Ks=2 5d=1")
    [tail] = ba.tail("standard", shoe, bets=[red], unseen=6, threads=1).tails
    by_card = ba.Bet(
        "red",
        "Red",
        (
            ba.Line("win", ba.Condition.parse("p1.color == red and player_total == 9"), F(3)),
            ba.Line("never", ba.Condition.parse("p1.suit == spades and p1.color == red"), F(1)),
        ),
    )
    [finer] = ba.tail("standard", shoe, bets=[by_card], unseen=6, threads=1).tails
    assert tail.compositions < finer.compositions
    for name in ("mean_ev", "expected_positive", "probability_positive", "max_ev", "max_probability"):
        assert getattr(tail, name) == getattr(finer, name)


def test_the_tie_with_six_unseen_cards_is_as_published() -> None:
    [tie] = ba.tail("standard", bets=["tie"], unseen=6).tails
    assert (tie.compositions, tie.listed) == (5005, 5005)
    assert f"{float(tie.probability_positive):.4f} {float(tie.expected_positive):.4f}" == "0.3390 0.2469"
    assert tie.probability_positive == F(6395647007, 18864727791)
    assert tie.expected_positive == F(178552085848, 723147898655)
    assert (tie.max_ev, dict(tie.max_at), tie.max_compositions) == (8, {"5": 6}, 11)


def test_kinds_alike_are_listed_in_one_order_and_counted_in_all(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same as when every composition of ranks is listed; 9s are fewer, so not like the others."""
    bets = ["player-pair", "banker-pair"]
    short = ba.tail("standard", 2, seen="9c", bets=bets, unseen=6, threads=1)
    monkeypatch.setattr(unseen_cards, "_alike", each_apart)
    full = ba.tail("standard", 2, seen="9c", bets=bets, unseen=6, threads=1)
    for few, every in zip(short.tails, full.tails, strict=True):
        assert every.listed == every.compositions == 18564
        assert few.listed == sum(number([Alike(tuple(range(12)), 8)], 6 - nines) for nines in range(7))
        assert found(few) == found(every)


def each_apart(rules: object, bet: object, kinds: object, counts: tuple[int, ...]) -> tuple[Alike, ...]:
    return tuple(Alike((kind,), cards) for kind, cards in enumerate(counts))


ACE_PAIR = ba.Condition.parse("player_pair and p1.rank == ace")
LOW_NATURAL = ba.Condition.parse("player_natural and p1.rank in {1..3}")


@pytest.mark.parametrize(
    ("condition", "classes"),
    [
        (ba.Condition.parse("player_pair"), [13]),
        (ACE_PAIR, [12, 1]),
        (ba.Condition.parse("player_pair or banker_pair"), [13]),
        (ba.Condition.parse("player_wins"), [9, 1]),
    ],
    ids=["pair", "aces", "either pair", "points"],
)
def test_only_what_no_bet_tells_apart_is_alike(condition: ba.Condition, classes: list[int]) -> None:
    """By points nothing is alike, though each of 1 to 9 points has as many cards."""
    bet = ba.Bet("b", "B", (ba.Line("win", condition, F(1)),))
    [asked] = unseen_cards.by_kinds(ba.rules("punto-banco"), [bet], Shoe.decks(8), 6)
    sizes = sorted((len(some.kinds) for some in asked.classes), reverse=True)
    assert sizes == ([1] * 10 if classes == [9, 1] else classes)
