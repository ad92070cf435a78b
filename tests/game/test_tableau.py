"""The tableau as a grid, and the rules around it."""

from typing import Any

import pytest
from grids import PUNTO_BANCO as GRID
from hypothesis import given
from hypothesis import strategies as st

from analyzer.errors import RulesError
from analyzer.game.rules import Rules
from analyzer.game.tableau import Tableau

STANDARD = Tableau.parse([0, 1, 2, 3, 4, 5], [8, 9], GRID)


def test_grid_round_trip() -> None:
    assert str(STANDARD) == GRID
    assert STANDARD.player_draws == frozenset({0, 1, 2, 3, 4, 5})
    assert STANDARD.naturals == frozenset({8, 9})
    assert len(STANDARD.banker) == 8


def test_rows_may_come_in_any_order_and_blank_lines_between() -> None:
    header, *rows = GRID.splitlines()
    assert Tableau.parse(range(6), {8, 9}, "\n\n  ".join([header, *reversed(rows)]) + "\n\n") == STANDARD


@pytest.mark.parametrize(
    ("total", "draws_after_stand", "draws_after"),
    [
        (0, True, "0123456789"),
        (1, True, "0123456789"),
        (2, True, "0123456789"),
        (3, True, "012345679"),
        (4, True, "234567"),
        (5, True, "4567"),
        (6, False, "67"),
        (7, False, ""),
    ],
)
def test_banker_draws(total: int, draws_after_stand: bool, draws_after: str) -> None:
    assert STANDARD.banker_draws_on(total, None) is draws_after_stand
    assert "".join(str(x) for x in range(10) if STANDARD.banker_draws_on(total, x)) == draws_after


def test_player_draws() -> None:
    assert [total for total in range(10) if STANDARD.player_draws_on(total)] == [0, 1, 2, 3, 4, 5]


@pytest.mark.parametrize(
    ("total", "column", "sentence"),
    [
        (8, None, "expected a Banker total that is not a natural, got 8"),
        (10, 0, "expected a Banker total that is not a natural, got 10"),
        (3, 10, "expected a column from 0 to 9, or None if Player stood, got 10"),
        (3, -1, "expected a column from 0 to 9, or None if Player stood, got -1"),
    ],
)
def test_a_missing_cell_is_rejected(total: int, column: int | None, sentence: str) -> None:
    with pytest.raises(RulesError) as error:
        STANDARD.banker_draws_on(total, column)
    assert str(error.value) == sentence


ROW_3 = "3 D D D D D D D D D S D"
FAULTS: dict[str, tuple[Any, Any, str, str]] = {
    "rows-of-no-total": (
        range(6),
        [8, 9],
        GRID + "\nx\n12" + " S" * 11,
        "banker: expected a row for a total from 0 to 9, got 'x'; "
        "banker: expected a row for a total from 0 to 9, got '12'",
    ),
    "missing-last-row": (range(6), [8], GRID, "banker: row 9 is missing"),
    "missing-row": (range(6), [8, 9], GRID.replace(ROW_3, ""), "banker: row 3 is missing"),
    "duplicate-row": (range(6), [8, 9], f"{GRID}\n{ROW_3}", "banker: row 3 is listed more than once"),
    "row-of-a-natural": (
        range(6),
        [8, 9],
        GRID + "\n8" + " S" * 11,
        "banker: row 8 is a natural, on which neither hand draws",
    ),
    "no-total": (
        range(6),
        [8, 9],
        GRID + "\n10" + " S" * 11,
        "banker: expected a row for a total from 0 to 9, got '10'",
    ),
    "short-row": (
        range(6),
        [8, 9],
        GRID.replace(ROW_3, ROW_3[:-2]),
        "banker: row 3: expected 11 cells, got 10",
    ),
    "long-row": (
        range(6),
        [8, 9],
        GRID.replace(ROW_3, ROW_3 + " D"),
        "banker: row 3: expected 11 cells, got 12",
    ),
    "bad-letter": (
        range(6),
        [8, 9],
        GRID.replace(ROW_3, "3 D D D D D D D D D x D"),
        "banker: row 3, column 8: expected D or S, got 'x'",
    ),
    "bad-letter-after-stand": (
        range(6),
        [8, 9],
        GRID.replace(ROW_3, "3 d D D D D D D D D S D"),
        "banker: row 3, column -: expected D or S, got 'd'",
    ),
    "bad-header": (
        range(6),
        [8, 9],
        GRID.replace("- 0 1", "- 1 0"),
        "banker: expected the header '- 0 1 2 3 4 5 6 7 8 9', got '- 1 0 2 3 4 5 6 7 8 9'",
    ),
    "empty": (range(6), [8, 9], " \n", "banker: expected the header '- 0 1 2 3 4 5 6 7 8 9', got nothing"),
    "drawing-natural": (range(9), [8, 9], GRID, "player_draws: 8 is a natural, on which neither hand draws"),
    "draws-out-of-range": ([0, 10], [8, 9], GRID, "player_draws: expected totals from 0 to 9, got 10"),
    "draws-twice": ([0, 1, 0], [8, 9], GRID, "player_draws: 0 is listed more than once"),
    "draws-text": (["0"], [8, 9], GRID, "player_draws: expected totals from 0 to 9, got '0'"),
    "draws-truth": ([True], [8, 9], GRID, "player_draws: expected totals from 0 to 9, got True"),
    "naturals-out-of-range": (range(6), [8, 9, -1], GRID, "naturals: expected totals from 0 to 9, got -1"),
    "one-natural-too-few": (range(6), [9], GRID, "banker: row 8 is missing"),
    "all-at-once": (
        [0, 12],
        [8, 9],
        GRID.replace(ROW_3, "3 D D").replace("2 D", "2 ?"),
        "player_draws: expected totals from 0 to 9, got 12; "
        "banker: row 2, column -: expected D or S, got '?'; banker: row 3: expected 11 cells, got 2",
    ),
    "bad-cell-and-missing-row": (
        range(6),
        [8, 9],
        GRID.replace(ROW_3, "").replace("2 D", "2 ?"),
        "banker: row 2, column -: expected D or S, got '?'; banker: row 3 is missing",
    ),
}


@pytest.mark.parametrize(("draws", "naturals", "grid", "sentence"), FAULTS.values(), ids=FAULTS.keys())
def test_tableau_errors(draws: Any, naturals: Any, grid: str, sentence: str) -> None:
    with pytest.raises(RulesError) as error:
        Tableau.parse(draws, naturals, grid)
    assert str(error.value) == sentence


@st.composite
def tableaux(draw: st.DrawFn) -> Tableau:
    naturals = draw(st.frozensets(st.integers(0, 9)))
    others = [total for total in range(10) if total not in naturals]
    draws = draw(st.frozensets(st.sampled_from(others))) if others else frozenset()
    row = st.tuples(*[st.booleans()] * 11)
    return Tableau(draws, naturals, tuple((total, draw(row)) for total in others))


@given(tableaux())
def test_tableau_round_trip(tableau: Tableau) -> None:
    assert Tableau.parse(tableau.player_draws, tableau.naturals, str(tableau)) == tableau


def test_rows_that_do_not_fit_a_grid_are_rejected() -> None:
    rows = [*STANDARD.banker[1:], (0, (True,) * 10), (10, (True,) * 12)]
    with pytest.raises(RulesError) as error:
        Tableau(STANDARD.player_draws, STANDARD.naturals, tuple(rows))
    assert str(error.value).split("; ") == [
        "banker: expected a total from 0 to 9, got 10",
        "banker: row 0: expected 11 cells, got 10",
        "banker: row 10: expected 11 cells, got 12",
    ]


@pytest.mark.parametrize(("rows", "rest"), [(100, []), (101, ["and 1 more fault"])])
def test_only_the_first_hundred_faults_are_listed(rows: int, rest: list[str]) -> None:
    names = "\n".join(f"{number:03} S" for number in range(rows))
    with pytest.raises(RulesError) as error:
        Tableau.parse([], range(10), f"{GRID.splitlines()[0]}\n{names}")
    each = [f"banker: expected a row for a total from 0 to 9, got '{number:03}'" for number in range(100)]
    assert str(error.value).split("; ") == each + rest


def test_columns_by_third_card_or_by_player_total() -> None:
    third = Rules("a", "A", STANDARD)
    total = Rules("b", "B", STANDARD, banker_by="player-total")
    # With 6, Banker draws in columns 6 and 7, and stands if Player stood.
    assert third.banker_draws_on(6, 7, 0)
    assert not third.banker_draws_on(6, 0, 7)
    assert total.banker_draws_on(6, 0, 7)
    assert not total.banker_draws_on(6, 7, 0)
    assert not third.banker_draws_on(6, None, 7)
    assert not total.banker_draws_on(6, None, 7)


def test_cards_from_the_shoe() -> None:
    assert Rules("a", "A", STANDARD).cards_from_shoe == 6
    assert Rules("b", "B", STANDARD, player_first=7).cards_from_shoe == 5


def test_rules_are_values() -> None:
    one = Rules("a", "A", STANDARD, names={"ko": "가"}, source=["a book"])
    other = Rules("a", "A", STANDARD, names={"ko": "가"}, source=["a book"])
    assert one == other
    assert hash(one) == hash(other)


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"banker_by": "third"}, "banker_by: expected 'third-card' or 'player-total', got 'third'"),
        ({"player_first": 0}, "player_first: expected a rank from 1 to 13, got 0"),
        ({"player_first": 14}, "player_first: expected a rank from 1 to 13, got 14"),
        ({"player_first": True}, "player_first: expected a rank from 1 to 13, got True"),
        ({"player_first": "7"}, "player_first: expected a rank from 1 to 13, got '7'"),
    ],
)
def test_rules_errors(fields: dict[str, Any], sentence: str) -> None:
    with pytest.raises(RulesError) as error:
        Rules("a", "A", STANDARD, **fields)
    assert str(error.value) == sentence
