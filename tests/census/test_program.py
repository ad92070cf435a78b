"""Programs: their cost, and that each is equal only to itself."""

import numpy as np
import pytest
from test_twins import counted

from analyzer.bets.facts import RANKS
from analyzer.census.evaluators import ProgramEvaluator
from analyzer.census.kinds import Kinds
from analyzer.census.polynomials import PolynomialTerms, compile_program
from analyzer.census.program import Program
from analyzer.game.shoe import Shoe

pytestmark = pytest.mark.kernel


def made() -> Program:
    """3 (a)₂ b + 2 a c, for cards of kinds a, b and c; the second term has fewer seen cards."""
    terms = PolynomialTerms(
        polynomial=np.array([0, 0]),
        orders=np.array([3, 2]),
        row=np.array([0, 1]),
        gone=np.zeros((2, 0), dtype=np.int64),
        kinds=np.array([[0, 0, 1], [0, 2, 3]]),
    )
    return compile_program(3, terms, 1, 3).for_cells([[0], [1], [2]])


def test_each_product_entry_and_row_costs_one_multiplication() -> None:
    program = made()
    assert program.multiply_adds == (program.products - 1) + 2 + 2


def test_the_workspace_has_room_for_every_intermediate_value() -> None:
    program = made()
    counted = (program.cells, program.kinds, program.polynomials, program.sums, program.outcomes)
    assert counted == (3, 4, 1, 0, 1)
    assert program.workspace == 3 + 4 + len(program.factor_kind) + len(program.parent) + 1


def test_a_program_is_equal_only_to_itself() -> None:
    one, other = made(), made()
    assert len({one, other, one}) == 2
    assert one.packed() == other.packed()


@pytest.mark.parametrize(
    ("name", "costs", "rooms"),
    [
        ("standard", [12_398, 76, 76], [778, 103, 103]),
        ("points", [5_320], [729]),
        ("third-card", [3_492], [726]),
        ("first-four-by-card", [1_599], [1_058]),
        ("close-hand", [28_354], [4_004]),
        ("close-suits", [90_090], [4_990]),
    ],
)
def test_bets_cost_no_more_than_before(name: str, costs: list[int], rooms: list[int]) -> None:
    """Of many equivalent layouts of a program, the cheapest one found is used."""
    found = []
    for _, part in counted(name).evaluators:
        assert isinstance(part, ProgramEvaluator)
        found.append(part.polynomials.program)
    assert [program.multiply_adds for program in found] == costs
    assert [program.workspace for program in found] == rooms


def test_kinds_by_rank_are_the_cells_of_a_shoe_by_rank() -> None:
    kinds = Kinds.distinguishing(RANKS)
    shoe = Shoe.parse("As=1 Kh=2 9c=3 Td=4").coarsen("ranks")
    held = kinds.of(shoe)
    assert [held[kinds.labels[4 * place]] for place in (0, 12, 8, 9)] == [1, 2, 3, 4]
    assert sum(held) == 10
