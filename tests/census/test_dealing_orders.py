"""Dealing orders by multiset, of one coup and of two, compared with counts by hand."""

from collections import Counter, defaultdict
from itertools import product

import numpy as np
import pytest

from analyzer.bets.condition import Condition
from analyzer.catalog import load
from analyzer.census import two_coups as two_coups_module
from analyzer.census.dealing_orders import dealing_orders
from analyzer.census.two_coups import UsedUp, one_coup, outcome_pairs, two_coups
from analyzer.errors import ConditionError
from analyzer.game.dealt import Dealt

RULES = load.rules("punto-banco")
TWO_ACES = (Condition.parse("p1.rank == ace and p2.rank == ace"), Condition.parse("p1.rank == king"))
"""Conditions that look at two cards and distinguish three kinds: any other card, a king, an ace."""


def test_the_dealing_orders_of_two_cards() -> None:
    found = dealing_orders(RULES, TWO_ACES)
    assert found.kinds.names == ("23456789TJQ", "K", "A")
    assert found.unknown == 6
    assert found.outcomes == (
        {(2, 2): 1},
        {(0, 1): 1, (1, 1): 1, (1, 2): 1},
        {(0, 0): 1, (0, 1): 1, (0, 2): 2, (1, 2): 1},
    )


def test_the_dealing_orders_of_the_remaining_cards() -> None:
    found = dealing_orders(RULES, TWO_ACES, Dealt.parse("P:A"))
    assert found.unknown == 5
    assert found.outcomes == ({(2,): 1}, {}, {(0,): 1, (1,): 1})


def test_the_number_of_terms_of_a_polynomial_is_limited() -> None:
    assert len(dealing_orders(RULES, TWO_ACES, most=6).outcomes) == 3
    with pytest.raises(
        ConditionError, match="at most 5 terms, got one of up to 6 in the numbers of cards of 3 "
    ):
        dealing_orders(RULES, TWO_ACES, most=5)


def test_one_coup_uses_two_cards() -> None:
    found = one_coup(RULES, TWO_ACES)
    orders = dict(zip(map(tuple, found.held.tolist()), found.orders.tolist(), strict=True))
    assert orders == {
        (2, 0, 0): [0, 0, 1],
        (1, 1, 0): [0, 1, 1],
        (0, 2, 0): [0, 1, 0],
        (1, 0, 1): [0, 0, 2],
        (0, 1, 1): [0, 1, 1],
        (0, 0, 2): [1, 0, 0],
    }
    assert found.most == 2


def test_the_pairs_of_outcomes() -> None:
    assert outcome_pairs(3) == [(0, 0), (0, 1), (0, 2), (1, 1), (1, 2), (2, 2)]


def follows(one: UsedUp, two: UsedUp, outcomes: int) -> None:
    """Check that two coups use the cards of one coup and then another, in all orders of both."""
    expected: dict[tuple[int, ...], Counter[tuple[int, int]]] = defaultdict(Counter)
    for (held, orders), (more, others) in product(zip(one.held, one.orders, strict=True), repeat=2):
        for first, second in outcome_pairs(outcomes):
            expected[tuple((held + more).tolist())][first, second] += int(orders[first] * others[second])
    found = dict(zip(map(tuple, two.held.tolist()), two.orders.tolist(), strict=True))
    assert len(found) == len(two.held)
    assert expected.keys() <= found.keys()
    for held, orders in found.items():
        assert orders == [expected[held][pair] for pair in outcome_pairs(outcomes)]
    assert two.most == 2 * one.most
    assert two.held.sum(axis=1).min() == 2 * one.held.sum(axis=1).min()


@pytest.mark.parametrize(
    "split",
    [
        pytest.param(TWO_ACES, id="two cards of three kinds"),
        pytest.param((Condition.parse("p1.points == 9"),), id="a card of two kinds"),
        pytest.param((Condition.parse("p1.suit == hearts and b1.rank == 9"), *TWO_ACES), id="three cards"),
    ],
)
def test_two_coups_use_the_cards_of_one_and_then_another(split: tuple[Condition, ...]) -> None:
    follows(one_coup(RULES, split), two_coups(RULES, split), len(split) + 1)


@pytest.mark.parametrize("kinds", [2, 3, 4])
def test_two_coups_with_different_numbers_of_cards(kinds: int, monkeypatch: pytest.MonkeyPatch) -> None:
    held = [some for some in product(range(4), repeat=kinds) if 2 <= sum(some) <= 3]
    orders = [[place + 1, 2 * place + 5, place % 3] for place in range(len(held))]
    one = UsedUp(np.array(held), np.array(orders))
    monkeypatch.setattr(two_coups_module, "one_coup", lambda rules, split: one)
    follows(one, two_coups_module.two_coups.__wrapped__(RULES, ()), 3)
