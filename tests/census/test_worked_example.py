"""Example coups of lines: the same each time, and dealt from cards in the shoe."""

from dataclasses import replace
from fractions import Fraction
from itertools import islice

import pytest

import analyzer as ba
from analyzer.bets.bet import Bet, Line
from analyzer.bets.condition import Condition
from analyzer.catalog import load
from analyzer.census import plan, worked_example
from analyzer.census.worked_example import example_cards, example_coup
from analyzer.errors import ConditionError, ShoeError
from analyzer.game.cards import Card
from analyzer.game.dealt import NOTHING, Dealt
from analyzer.game.shoe import Fineness, Shoe

RULES = load.rules("punto-banco")


def test_the_random_numbers_are_those_of_the_named_generator() -> None:
    # The C++ standard states the 10,000th number of its minstd_rand: 26.6.5 [rand.predef].
    numbers = list(islice(worked_example._numbers(), 10_000))
    assert numbers[0] == 48271
    assert numbers[-1] == 399268537


def test_three_hundred_coups_are_tried_before_a_search() -> None:
    coups = worked_example.dealt_coups(RULES, Shoe.decks(8), worked_example._TRIED)
    assert len(coups) == 300
    assert str(coups[0]) == "P: Ah 5s (6)  B: Kd 6c (6)"


@pytest.mark.parametrize(
    ("bet", "line", "coup"),
    [
        ("tie", "win", "P: Ah 5s (6)  B: Kd 6c (6)"),  # the first coup
        ("tie", "lose", "P: 8d 4h Ad (3)  B: Kh 7h (7)"),
        ("lucky-6", "two-card", "P: Ts Jd Ac (1)  B: Kh 6c (6)"),
        ("lucky-6", "three-card", "P: 9s 4c Ad (4)  B: Kc Qd 6s (6)"),
        ("lucky-6", "lose", "P: Ah 5s (6)  B: Kd 6c (6)"),
    ],
)
def test_the_example_of_a_common_line_is_the_first_coup_that_it_settles(
    bet: str, line: str, coup: str
) -> None:
    assert str(example_coup(RULES, load.bet(bet), line, Shoe.decks(8))) == coup


@pytest.mark.parametrize(
    ("left", "number", "cell"),
    [([2, 0, 1], 0, 0), ([2, 0, 1], 1, 0), ([2, 0, 1], 2, 2), ([2, 0, 1], 3, 0), ([0, 1, 4], 5, 1)],
)
def test_a_card_is_taken_by_its_place_among_the_cards_left(left: list[int], number: int, cell: int) -> None:
    after = [n - (place == cell) for place, n in enumerate(left)]
    assert worked_example._taken(left, range(3), "ranks", iter([number])) == Card(cell + 1)
    assert left == after


@pytest.mark.parametrize(
    ("card", "fineness", "cells"),
    [
        (Card(13), "points", [0]),
        (Card(9), "points", [9]),
        (Card(1), "ranks", [0]),
        (Card(13), "ranks", [12]),
        (Card(1), "cards", [0, 1, 2, 3]),
        (Card(13), "cards", [48, 49, 50, 51]),
        (Card(13, 2), "cards", [50]),
    ],
)
def test_the_cells_of_a_card(card: Card, fineness: Fineness, cells: list[int]) -> None:
    assert list(worked_example._cells(card, fineness)) == cells


def rare(*conditions: str) -> Bet:
    lines = [Line(f"line-{n}", Condition.parse(text), Fraction(1)) for n, text in enumerate(conditions)]
    return Bet("rare", "Rare", tuple(lines))


SEVENS = "p1.rank == 7 and p2.rank == 7 and b1.rank == 7 and b2.rank == 7"


def test_the_example_of_a_rare_line_is_found_by_search() -> None:
    bet = rare(
        f"{SEVENS} and p1.suit == hearts and p2.suit == hearts", f"{SEVENS} and b2.suit == clubs", SEVENS
    )
    for line in ("line-0", "line-1", "line-2"):
        coup = example_coup(RULES, bet, line, Shoe.decks(8))
        assert coup is not None and worked_example.settling(bet, coup) == line
        assert [card.rank for card in (*coup.player[:2], *coup.banker[:2])] == [7, 7, 7, 7]
        assert all(card.suit is not None for card in (*coup.player, *coup.banker))


@pytest.mark.parametrize(
    ("condition", "shoe"),
    [
        ("p1.rank == 7 and p2.suit == hearts and p3.rank == 5 and b2.rank == 9 and b1.rank == 5", "8"),
        ("player_cards == 2 and b3.rank == 9 and b3.suit == clubs and b1.rank == 3 and p2.rank == 6", "8"),
        ("p3.rank == king and p3.suit == spades and b3.rank == king and b3.suit == hearts", "8"),
        ("b2.rank == 4 and b2.suit == diamonds and p2.rank == 4 and p2.suit == diamonds and tie", "8"),
        ("p1.points == 9 and p2.points == 9 and b1.points == 9 and b2.points == 9", "0=96 9=4"),
        (SEVENS, "7=4 K=32"),
        (f"{SEVENS} and player_cards == 3", "7=4 Q=60"),
        (f"{SEVENS} and player_cards == 3", "7s=1 7h=2 7c=1 Kd=60"),
    ],
)
@pytest.mark.parametrize("first", [None, 7])
def test_a_coup_found_by_search_fits_the_shoe_and_the_rules(
    condition: str, shoe: str, first: int | None
) -> None:
    rules, bet, cards = replace(RULES, player_first=first), rare(condition), Shoe.parse(shoe)
    assert not any(
        worked_example.settling(bet, coup) == "line-0"
        for coup in worked_example.dealt_coups(rules, cards, worked_example._TRIED)
    )
    coup = example_coup(rules, bet, "line-0", cards)
    if coup is None:
        assert first == 7 and ba.odds("standard", cards, rules=rules, bets=[bet])["rare"].ways["line-0"] == 0
        return
    assert worked_example.settling(bet, coup) == "line-0"
    shown = [*coup.player, *coup.banker]
    if first is not None:
        assert shown.pop(0).rank == first
    cards.without(shown)


def test_exclusive_lines_and_losing_each_have_an_example() -> None:
    bet = rare(f"{SEVENS} and b2.suit == clubs", f"{SEVENS} and b2.suit == hearts", f"not ({SEVENS})")
    for line in ("line-0", "line-1", "line-2", "lose"):
        coup = example_coup(RULES, bet, line, Shoe.decks(8))
        assert coup is not None and worked_example.settling(bet, coup) == line


def test_a_line_that_never_settles_has_no_example() -> None:
    assert example_coup(RULES, rare("p1.rank == 7", SEVENS), "line-1", Shoe.decks(8)) is None


def test_a_coup_needs_as_many_cards_as_the_rules_can_take() -> None:
    tie = load.bet("tie")
    assert str(example_coup(RULES, tie, "win", Shoe.parse("K=6"))) == "P: K K K (0)  B: K K K (0)"
    with pytest.raises(ShoeError, match="expected at least 6 cards for a coup, got a shoe of 5"):
        example_coup(RULES, tie, "win", Shoe.parse("K=5"))


@pytest.mark.parametrize(
    ("condition", "shoe", "dealt"),
    [
        ("player_pair", "8", Dealt((Card(10), Card(10)), ())),
        ("banker_pair", "8", Dealt((), (Card(10), Card(10)))),
        ("b1.rank == 9 and b1.suit == clubs", "9d=1 9c=1 Kd=9", Dealt((), (Card(9, 3),))),
        (SEVENS, "7=4 K=8", Dealt((Card(7), Card(7)), (Card(7), Card(7)))),
        (SEVENS, "7=3 K=8", None),
        (SEVENS, "7=1 K=8", None),
        ("p2.points == 7 and b2.points == 0", "0=4 7=4", Dealt((None, Card(7)), (None, Card(10)))),
        ("1 == 1", "8", Dealt((), ())),
    ],
)
def test_an_example_has_the_cards_that_its_condition_needs(
    condition: str, shoe: str, dealt: Dealt | None
) -> None:
    assert example_cards(RULES, Condition.parse(condition), Shoe.parse(shoe)) == dealt


def test_an_example_is_found_for_any_number_of_patterns(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plan, "_ONE_LAYER", 0)
    monkeypatch.setattr(plan, "MAX_PATTERNS", 0)
    condition = Condition.parse("p2.suit == hearts and b2.suit == clubs and b1.rank == 2 and player_wins")
    with pytest.raises(ConditionError, match="at most 0 patterns"):
        plan.plan(RULES, (condition,), NOTHING)
    dealt = example_cards(RULES, condition, Shoe.decks(8))
    assert dealt is not None
    p2, b1, b2 = dealt.player[1], *dealt.banker[:2]
    assert p2 and b1 and b2 and (p2.suit, b1.rank, b2.suit) == (1, 2, 3)
