"""Columns of values: narrow without overflow, computed once, the same for any type of the cards' array."""

from collections.abc import Iterable
from functools import reduce
from typing import Any as Anything

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from suite import MULTIPLIER

from analyzer.bets.condition import Condition
from analyzer.bets.evaluate import Block, Column, evaluate
from analyzer.bets.facts import ATTRIBUTES, FACTS, POINTS, SCOPES, Type
from analyzer.bets.tree import (
    ARITHMETIC,
    COMPARISONS,
    All,
    Any,
    Attribute,
    Chain,
    Compare,
    Count,
    Distinct,
    Literal,
    Member,
    Node,
    Not,
    Word,
    children,
)
from analyzer.game.cards import card_at
from analyzer.game.coup import Coup

pytestmark = pytest.mark.kernel


def test_blocks_do_not_share_computed_values() -> None:
    tree = Condition.parse("player_total + count(suit == hearts) + distinct(rank) == 3").tree
    aces = {place: np.array([0, 4]) for place in ("p1", "p2", "b1", "b2")}
    nines = {place: np.array([33, 34, 35]) for place in aces}
    assert evaluate(tree, Block(aces, 2)).tolist() == [True, False]
    assert evaluate(tree, Block(nines, 3)).tolist() == [False, False, False]
    assert evaluate(tree, Block(aces, 2)).tolist() == [True, False]


@pytest.mark.parametrize("text", ["tie", "p1.rank == p2.rank", "not player_pair", "cards == 4", "5 == 5"])
def test_a_phrase_evaluated_twice_gives_the_same_column(text: str) -> None:
    block = Block({place: np.arange(52) for place in ("p1", "p2", "b1", "b2")}, 52)
    tree = Condition.parse(text).tree
    first = evaluate(tree, block).tolist()
    assert evaluate(tree, block).tolist() == first


def test_cached_columns_are_read_only() -> None:
    block = Block({place: np.arange(52) for place in ("p1", "p2", "b1", "b2")}, 52)
    truths = evaluate(Condition.parse("tie").tree, block)
    with pytest.raises(ValueError, match="read-only"):
        truths[0] = False


@pytest.mark.parametrize(
    "cards",
    [
        *(
            np.arange(52, dtype=dtype)
            for dtype in ("int8", "uint8", "int16", "uint16", "int32", "int64", "uint64")
        ),
        np.arange(104, dtype=np.uint8)[::2] // 2,
        np.repeat(np.arange(52), 3)[::3],
    ],
    ids=lambda cards: f"{cards.dtype} {cards.strides}",
)
def test_indices_may_be_of_any_width(cards: Column) -> None:
    block = Block({"p1": cards, "p2": np.broadcast_to(cards[:1], 52), "b1": cards[::-1], "b2": cards}, 52)
    for name, (_, labels) in ATTRIBUTES.items():
        assert evaluate(Attribute("p1", name), block).tolist() == list(labels)
        assert evaluate(Attribute("p2", name), block).tolist() == [labels[0]] * 52
    for text in ("player_suited_pair", "banker_pair and count(suit == hearts) == 2", "distinct(rank) == 3"):
        condition = Condition.parse(text)
        rows = zip(*(block.cards[place].tolist() for place in ("p1", "p2", "b1", "b2")), strict=True)
        four = [[card_at(index) for index in row] for row in rows]
        wanted = [condition.holds(Coup((p1, p2), (b1, b2))) for p1, p2, b1, b2 in four]
        assert evaluate(condition.tree, block).tolist() == wanted


def test_values_of_cards_take_one_byte_per_row() -> None:
    block = Block({place: np.arange(52) for place in SCOPES["coup"]}, 52)
    low = Compare("<", Attribute(None, "rank"), Literal(Type.NUMBER, 4))
    nodes: list[Node] = [Word(name) for name in FACTS]
    nodes += [Distinct(name, scope) for name in ATTRIBUTES for scope in SCOPES]
    nodes += [Count(low, scope) for scope in SCOPES]
    nodes += [Attribute(place, name) for place in SCOPES["coup"] for name in ATTRIBUTES]
    assert {evaluate(node, block).itemsize for node in nodes} == {1}


def right(first: int, rest: Iterable[tuple[str, int]]) -> int:
    """The result of arithmetic from left to right."""
    return reduce(lambda value, step: ARITHMETIC[step[0]](value, step[1]), rest, first)


def worked(first: str, *rest: tuple[str, int]) -> tuple[np.dtype[Anything], list[int], list[int]]:
    """Arithmetic on an attribute of all 52 cards: the column's type, its values, the correct values."""
    node = Chain(Attribute("p1", first), tuple((sign, Literal(Type.NUMBER, n)) for sign, n in rest))
    values = evaluate(node, Block({"p1": np.arange(52, dtype=np.uint8)}, 52))
    return values.dtype, values.tolist(), [right(label, rest) for label in ATTRIBUTES[first][1]]


@pytest.mark.parametrize(
    ("bits", "inside", "beyond"),
    [(7, "int8", "int16"), (15, "int16", "int32"), (31, "int32", "int64"), (63, "int64", "object")],
)
def test_columns_have_the_narrowest_type_that_fits(bits: int, inside: str, beyond: str) -> None:
    edge = 2**bits
    for rest, width in (
        ([("+", edge - 10)], inside),
        ([("+", edge - 9)], beyond),
        ([("+", -edge)], inside),
        ([("+", -edge - 1)], beyond),
        ([("*", (edge - 1) // 9)], inside),
        ([("*", (edge - 1) // 9 + 1)], beyond),
        ([("*", -(edge // 9))], inside),
        ([("*", -(edge // 9) - 1)], beyond),
        ([("-", edge - 7), ("%", 7)], inside),
        ([("-", edge - 6), ("%", 7)], beyond),
        ([("+", edge - 9), ("-", edge - 9)], beyond),
    ):
        dtype, values, wanted = worked("points", *rest)
        assert (dtype, values) == (np.dtype(width), wanted), rest


@pytest.mark.parametrize("bits", [7, 15, 31, 63])
def test_an_intermediate_step_beyond_the_width_does_not_overflow(bits: int) -> None:
    edge = 2**bits
    for rest in (
        [("*", edge // 9 + 1), ("-", edge // 9)],
        [("*", -(edge // 9) - 1), ("+", edge), ("%", 5)],
        [("+", edge - 5), ("%", edge - 1)],
        [("+", edge - 5), ("%", edge)],
        [("-", edge), ("%", 7), ("*", edge - 1), ("%", 7)],
        [("*", edge - 1), ("*", edge - 1), ("%", 10), ("-", 5), ("%", 3)],
        [("%", 5), ("-", 3), ("%", edge - 3), ("+", 3)],
    ):
        for name in ("points", "rank", "suit", "color"):
            _, values, wanted = worked(name, *rest)
            assert values == wanted, (name, rest)


@settings(max_examples=300 * MULTIPLIER)
@given(st.data())
def test_arithmetic_near_the_limits_of_the_types_is_exact(data: st.DataObject) -> None:
    edges = [
        sign * 2**bits + near for bits in (3, 7, 15, 31, 63) for sign in (1, -1) for near in range(-14, 15)
    ]
    rest = [
        (sign, data.draw(st.sampled_from([edge for edge in edges if edge > 0 or sign != "%"])))
        for sign in data.draw(st.lists(st.sampled_from("+-*%"), min_size=1, max_size=4))
    ]
    _, values, wanted = worked(data.draw(st.sampled_from(sorted(ATTRIBUTES))), *rest)
    assert values == wanted


@pytest.mark.parametrize("number", [127, 128, 255, 256, 300, 32768, 2**31, 2**32, 2**63, 2**64, 2**70])
def test_narrow_columns_compare_with_numbers_beyond_their_width(number: int) -> None:
    block = Block({"p1": np.arange(52, dtype=np.uint8)}, 52)
    points = Attribute("p1", "points")
    for value in (number, -number):
        literal = Literal(Type.NUMBER, value)
        beyond = Chain(points, (("+", literal),))
        for sign, compare in COMPARISONS.items():
            for left, right, wanted in (
                (points, literal, [compare(card, value) for card in POINTS]),
                (literal, points, [compare(value, card) for card in POINTS]),
                (points, beyond, [compare(card, card + value) for card in POINTS]),
            ):
                assert evaluate(Compare(sign, left, right), block).tolist() == wanted
    member = Member(points, ((-number, -1), (9, number)))
    assert evaluate(member, block).tolist() == [card == 9 for card in POINTS]


@pytest.mark.parametrize("number", [0, 1, -1, 300, 2**40, 2**63 - 1, 2**63, -(2**63) - 1, 2**70])
def test_a_phrase_of_literals_alone_is_a_full_column(number: int) -> None:
    literal = Literal(Type.NUMBER, number)
    doubled = Chain(literal, (("*", Literal(Type.NUMBER, 2)),))
    assert evaluate(literal, Block({}, 3)).tolist() == [number] * 3
    assert evaluate(doubled, Block({}, 3)).tolist() == [2 * number] * 3
    for truth in (True, False):
        same = evaluate(Compare("==" if truth else "!=", doubled, doubled), Block({}, 3))
        assert (same.dtype, same.tolist()) == (np.dtype(bool), [truth] * 3)
    assert evaluate(literal, Block({}, 0)).tolist() == []


def test_given_phrases_are_not_computed() -> None:
    tree = Condition.parse("player_total * 2 == 6 and tie").tree
    first, second = children(tree)
    assert isinstance(first, Compare)
    known = Block({}, 2, {first.left: np.array([6, 5]), second: np.array([True, True])})
    assert evaluate(tree, known).tolist() == [True, False]


@pytest.mark.parametrize("value", [3, 200, 40_000, 2**40, 2**63 - 1, 2**63, -(2**63) - 1, 2**70])
def test_given_phrases_can_be_columns_of_any_width_or_one_value(value: int) -> None:
    number = Condition.parse("player_total * 999999999999 * 999999999999 == 1").tree
    assert isinstance(number, Compare)
    product, tie = number.left, Condition.parse("tie").tree
    more = Chain(product, (("+", Attribute("p1", "rank")), ("%", Literal(Type.NUMBER, 1000))))
    cards = {"p1": np.array([0, 4, 8])}
    narrowest = next(
        (width for width in (np.int8, np.int16, np.int32, np.int64) if abs(value) <= np.iinfo(width).max),
        object,
    )
    one = np.array([1], dtype=np.int8)
    for mine in (
        value,
        np.array([value] * 3, narrowest),
        np.broadcast_to(np.array([value], narrowest), 3),
        np.array([value] * 3, object),
    ):
        for truth in (
            1,
            True,
            np.array([1, 1, 1]),
            np.broadcast_to(one, 3),
            np.array([True] * 3),
        ):
            block = Block(cards, 3, {product: mine, tie: truth})
            assert evaluate(product, block).tolist() == [value] * 3
            assert evaluate(more, block).tolist() == [(value + rank) % 1000 for rank in (1, 2, 3)]
            small = Compare("==", product, Literal(Type.NUMBER, value))
            for tree, wanted in (
                (tie, True),
                (Not(tie), False),
                (All((tie, small)), True),
                (Any((Not(tie), Not(small))), False),
                (All((tie, Compare("<", Attribute("p1", "rank"), Literal(Type.NUMBER, 9)))), True),
            ):
                found = evaluate(tree, block)
                assert (found.dtype, found.tolist()) == (np.dtype(bool), [wanted] * 3)


def test_a_value_given_for_a_card_that_was_not_drawn_is_not_read() -> None:
    tree = Condition.parse("p3.points * 2 == 0").tree
    assert isinstance(tree, Compare)
    cards = {place: np.array([33]) for place in ("p1", "p2", "b1", "b2")}
    for value in (0, np.array([0])):
        assert evaluate(tree, Block(cards, 1, {tree.left: value})).tolist() == [False]
        assert evaluate(Not(tree), Block(cards, 1, {tree.left: value})).tolist() == [True]
