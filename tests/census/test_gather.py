"""Rows put into classes: by what columns hold in them, however many values those are and of whatever type."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

from analyzer.bets.condition import Condition
from analyzer.bets.evaluate import Block
from analyzer.bets.facts import POINTS, RANKS
from analyzer.bets.tree import Node, children
from analyzer.census import gather
from analyzer.census.distinct import added_up, distinct
from analyzer.census.kinds import Kinds

pytestmark = pytest.mark.kernel


def block_of(rows: int, **cards: Sequence[int]) -> Block:
    return Block({place: np.array(row) for place, row in cards.items()}, rows)


# The values of a column

COLUMNS = {
    "small": np.array([3, 0, 3, 1], dtype=np.uint8),
    "truths": np.array([True, False, True]),
    "small-and-signed": np.array([-1, 2, -128, 2], dtype=np.int8),
    "wide": np.array([10**12, 0, 7, 0]),
    "wide-and-signed": np.array([-5, 10**12, -5]),
    "one-of-a-width": np.array([300, 300], dtype=np.int16),
    "empty": np.zeros(0, dtype=np.uint8),
    "empty-and-wide": np.zeros(0, dtype=np.int64),
}


@pytest.mark.parametrize("column", COLUMNS.values(), ids=COLUMNS.keys())
def test_every_row_has_the_value_at_its_digit(column: np.ndarray[Any, Any]) -> None:
    values, digit = gather._values(column)
    assert [values[place] for place in digit.astype(int).tolist()] == column.tolist()
    assert len(values) <= max(len(column), 4)


NUMBERS = {
    "few": [5, 0, 5, 2],
    "as-large-as-is-flagged": [2**20, 1, 2**20],
    "large": [2**20 + 1, 3, 2**21, 3],
    "huge": [10**15, 7, 10**15, 0],
    "none": [],
}


@pytest.mark.parametrize("numbers", NUMBERS.values(), ids=NUMBERS.keys())
def test_distinct_numbers_rise_and_their_weights_are_added_up(numbers: list[int]) -> None:
    given = np.array(numbers, dtype=np.int64)
    found, which = distinct(given)
    assert found.tolist() == sorted(set(numbers))
    assert found[which].tolist() == numbers
    found, sums = added_up(given, np.arange(1, len(numbers) + 1))
    assert found.tolist() == sorted(set(numbers))
    assert sums.tolist() == [
        sum(place for place, number in enumerate(numbers, 1) if number == one) for one in found.tolist()
    ]


# Classes


def told_apart(*columns: np.ndarray[Any, Any]) -> dict[tuple[int, ...], int]:
    """Classes by what the columns hold, after every row was found to be in its own."""
    rows = [tuple(int(value) for value in row) for row in zip(*columns, strict=True)]
    number: dict[tuple[int, ...], int] = {}
    owner = gather._classify(columns, number, len(rows)).tolist()
    assert owner == [number[row] for row in rows]
    assert sorted(number.values()) == list(range(len(set(rows))))
    return number


def test_rows_are_of_one_class_where_all_columns_agree() -> None:
    found = told_apart(
        np.array([0, 1, 1, 0, 1], dtype=np.uint8),
        np.array([-7, 10**15, -7, -7, -7]),
        np.array([True, True, False, True, False]),
    )
    assert set(found) == {(0, -7, 1), (1, 10**15, 1), (1, -7, 0)}


@pytest.mark.parametrize("codes", [1, 2**10, 2**30])
def test_many_columns_are_numbered_anew_on_the_way(codes: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gather, "_CODES", codes)
    random = np.random.default_rng(7)
    told_apart(*random.integers(0, 3, (9, 200)).astype(np.uint8))


def test_more_pairs_of_values_than_sixteen_bits_hold() -> None:
    found = told_apart(np.repeat(np.arange(260), 260), np.tile(np.arange(260), 260))
    assert len(found) == 260**2 > 2**16


def test_classes_known_before_keep_their_numbers() -> None:
    number = {(4,): 0, (9,): 1}
    owner = gather._classify([np.array([9, 2, 4, 2], dtype=np.uint8)], number, 4)
    assert owner.tolist() == [1, 2, 0, 2]
    assert number == {(4,): 0, (9,): 1, (2,): 2}


def test_no_column_is_one_class() -> None:
    number: dict[tuple[int, ...], int] = {}
    assert gather._classify([], number, 3).tolist() == [0, 0, 0]
    assert number == {(): 0}


# Outcomes of splits, and values of phrases


@pytest.mark.parametrize("number", [0, 1, 127, 128, 300])
def test_the_first_condition_that_holds_is_the_outcome(number: int) -> None:
    split = (Condition.parse("p1.points == 12"),) * number + (Condition.parse("p1.rank == 9"),)
    found = gather.outcomes(split, block_of(3, p1=[32, 35, 0]))
    assert found.tolist() == [number, number, number + 1]


def phrase(text: str) -> Node:
    """The left side of a comparison."""
    return children(Condition.parse(text).tree)[0]


def test_a_number_about_a_card_not_dealt_stands_as_zero() -> None:
    sum_of_thirds = phrase("p3.points + b3.points == 4")
    assert gather._value(sum_of_thirds, block_of(2, p3=[4, 16], b3=[0, 4])).tolist() == [2 + 1, 5 + 2]
    assert gather._value(sum_of_thirds, block_of(2, p3=[4, 16])).tolist() == [0, 0]
    assert gather._value(phrase("p3.points == 4"), block_of(2, p3=[4, 16])).tolist() == [2, 5]
    assert gather._value(Condition.parse("p3.points == 2").tree, block_of(2, p1=[4, 16])).tolist() == [0, 0]
    assert gather._value(Condition.parse("p3.points == 2").tree, block_of(2, p3=[4, 16])).tolist() == [1, 0]
    assert gather._value(Condition.parse("not (p3.points == 2)").tree, block_of(2)).tolist() == [1, 1]


def test_phrases_that_kinds_answer_are_the_largest() -> None:
    split = (Condition.parse("p1.points == 2 and (p1.rank == 11 or b1.points > p2.points)"),)
    second, third = children(children(split[0].tree)[1])
    assert gather.told_phrases([split], Kinds.telling(RANKS)) == (split[0].tree,)
    told = gather.told_phrases([split, split], Kinds.telling(POINTS))
    assert told == (children(split[0].tree)[0], third)
    assert second not in told
    assert gather.told_phrases([split], Kinds.telling()) == ()


# Gathering


@pytest.mark.parametrize("most", [0, 3, 20_000_000])
def test_orders_are_summed_whenever_rows_are_many(most: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gather, "_GATHERED", most)
    gathered = gather._Gathered()
    for begin in range(4):
        gathered.add(np.array([begin, 5, 7]), np.array([1, 10, 100]))
        assert sum(map(len, gathered.keys)) <= max(most, 6) or most == 20_000_000
        assert len(gathered.keys) == (1 if most == 0 or (begin and most == 3) else begin + 2)
    keys, weights = gathered.sum()
    assert keys.tolist() == [0, 1, 2, 3, 5, 7]
    assert weights.tolist() == [1, 1, 1, 1, 40, 400]
