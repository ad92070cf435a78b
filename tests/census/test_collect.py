"""Rows sorted into classes by their values in columns, with any number of values of any type."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

from analyzer.bets.condition import Condition
from analyzer.bets.evaluate import Block
from analyzer.bets.facts import POINTS, RANKS
from analyzer.bets.tree import Node, children
from analyzer.census import collect
from analyzer.census.collect import sum_weights
from analyzer.census.kinds import Kinds
from analyzer.census.polynomials import distinct

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
def test_each_row_has_the_value_of_its_digit(column: np.ndarray[Any, Any]) -> None:
    values, digit = collect._digits(column)
    digits = digit.astype(int).tolist()
    assert all(0 <= one < values for one in digits)
    assert (
        len(set(zip(digits, column.tolist(), strict=True))) == len(set(digits)) == len(set(column.tolist()))
    )
    assert values <= max(len(column), 4)


NUMBERS = {
    "few": [5, 0, 5, 2],
    "as-large-as-is-flagged": [2**20, 1, 2**20],
    "large": [2**20 + 1, 3, 2**21, 3],
    "huge": [10**15, 7, 10**15, 0],
    "none": [],
}


@pytest.mark.parametrize("numbers", NUMBERS.values(), ids=NUMBERS.keys())
def test_distinct_numbers_rise_and_their_weights_are_summed(numbers: list[int]) -> None:
    given = np.array(numbers, dtype=np.int64)
    found, which = distinct(given)
    assert found.tolist() == sorted(set(numbers))
    assert found[which].tolist() == numbers
    found, sums = sum_weights(given, np.arange(1, len(numbers) + 1))
    assert found.tolist() == sorted(set(numbers))
    assert sums.tolist() == [
        sum(place for place, number in enumerate(numbers, 1) if number == one) for one in found.tolist()
    ]


# Classes


def classified(*columns: np.ndarray[Any, Any]) -> dict[tuple[int, ...], int]:
    """The number of each class by its values in the columns; checks that every row is in the right class."""
    rows = [tuple(int(value) for value in row) for row in zip(*columns, strict=True)]
    number: dict[tuple[int, ...], int] = {}
    class_of = collect.classify(columns, number, len(rows)).tolist()
    assert class_of == [number[row] for row in rows]
    assert sorted(number.values()) == list(range(len(set(rows))))
    return number


def test_rows_that_agree_in_all_columns_share_a_class() -> None:
    found = classified(
        np.array([0, 1, 1, 0, 1], dtype=np.uint8),
        np.array([-7, 10**15, -7, -7, -7]),
        np.array([True, True, False, True, False]),
    )
    assert set(found) == {(0, -7, 1), (1, 10**15, 1), (1, -7, 0)}


@pytest.mark.parametrize("codes", [1, 2**10, 2**30])
def test_labels_of_many_columns_are_renumbered(codes: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(collect, "_MOST_LABELS", codes)
    random = np.random.default_rng(7)
    classified(*random.integers(0, 3, (9, 200)).astype(np.uint8))


def test_more_pairs_of_values_than_fit_sixteen_bits() -> None:
    found = classified(np.repeat(np.arange(260), 260), np.tile(np.arange(260), 260))
    assert len(found) == 260**2 > 2**16


@pytest.mark.parametrize("most", [1, 2, 7])
@pytest.mark.parametrize("columns", [1, 2, 3])
def test_a_few_columns_with_few_values(most: int, columns: int) -> None:
    classified(*np.random.default_rng(most).integers(0, most + 1, (columns, 60)))


def test_columns_whose_digits_together_exceed_sixty_four_bits() -> None:
    columns = np.zeros((9, 8), dtype=np.int64)
    columns[0] = [0, 2**16, 2**17, 0, 2**19, 2**16, 2**18, 0]
    columns[1:, 7] = 2**20 - 1
    columns[4, 3] = 5
    classified(*columns)


def test_classes_known_before_keep_their_numbers() -> None:
    number = {(4,): 0, (9,): 1}
    class_of = collect.classify([np.array([9, 2, 4, 2], dtype=np.uint8)], number, 4)
    assert class_of.tolist() == [1, 2, 0, 2]
    assert number == {(4,): 0, (9,): 1, (2,): 2}


def test_without_columns_there_is_one_class() -> None:
    number: dict[tuple[int, ...], int] = {}
    assert collect.classify([], number, 3).tolist() == [0, 0, 0]
    assert number == {(): 0}


# Outcomes of splits, and values of phrases


@pytest.mark.parametrize("number", [0, 1, 127, 128, 300])
def test_the_first_true_condition_is_the_outcome(number: int) -> None:
    split = (Condition.parse("p1.points == 12"),) * number + (Condition.parse("p1.rank == 9"),)
    found = collect.outcomes(split, block_of(3, p1=[32, 35, 0]))
    assert found.tolist() == [number, number, number + 1]


def phrase(text: str) -> Node:
    """The left side of a comparison."""
    return children(Condition.parse(text).tree)[0]


def test_a_number_about_an_undealt_card_is_zero() -> None:
    sum_of_thirds = phrase("p3.points + b3.points == 4")
    assert collect._column(sum_of_thirds, block_of(2, p3=[4, 16], b3=[0, 4])).tolist() == [2 + 1, 5 + 2]
    assert collect._column(sum_of_thirds, block_of(2, p3=[4, 16])).tolist() == [0, 0]
    assert collect._column(phrase("p3.points == 4"), block_of(2, p3=[4, 16])).tolist() == [2, 5]
    assert collect._column(Condition.parse("p3.points == 2").tree, block_of(2, p1=[4, 16])).tolist() == [0, 0]
    assert collect._column(Condition.parse("p3.points == 2").tree, block_of(2, p3=[4, 16])).tolist() == [1, 0]
    assert collect._column(Condition.parse("not (p3.points == 2)").tree, block_of(2)).tolist() == [1, 1]


def test_the_largest_phrases_that_kinds_determine_are_found() -> None:
    split = (Condition.parse("p1.points == 2 and (p1.rank == 11 or b1.points > p2.points)"),)
    second, third = children(children(split[0].tree)[1])
    assert collect.phrases_by_kinds([split], Kinds.distinguishing(RANKS)) == (split[0].tree,)
    found = collect.phrases_by_kinds([split, split], Kinds.distinguishing(POINTS))
    assert found == (children(split[0].tree)[0], third)
    assert second not in found
    assert collect.phrases_by_kinds([split], Kinds.distinguishing()) == ()


# Collecting


@pytest.mark.parametrize("most", [0, 3, 20_000_000])
def test_orders_are_summed_once_there_are_many_rows(most: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(collect, "_MOST_ROWS", most)
    collected = collect._Rows()
    for begin in range(4):
        collected.add(np.array([begin, 5, 7]), np.array([1, 10, 100]))
        assert sum(map(len, collected.keys)) <= max(most, 6) or most == 20_000_000
        assert len(collected.keys) == (1 if most == 0 or (begin and most == 3) else begin + 2)
    keys, weights = collected.summed()
    assert keys.tolist() == [0, 1, 2, 3, 5, 7]
    assert weights.tolist() == [1, 1, 1, 1, 40, 400]
