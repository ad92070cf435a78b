"""The plain loops that every kernel is tested against: by hand, and at the limit of each number type."""

from functools import cache
from random import Random

import numpy as np
import pytest
from suite import MULTIPLIER
from test_twins import made_at_random
from twins import Engine, Reading, every_engine, wrapped

from analyzer.census._kernel_py import DOUBLES, PAIRS, WORDS
from analyzer.census.polynomials import PolynomialTerms, compile_program
from analyzer.census.program import Ints, Program

pytestmark = pytest.mark.kernel


def test_a_program_is_carried_out_step_by_step() -> None:
    """Three outcomes for kinds a, b, c: 3 (a)₂ b + 2 a c times any further card; the second term; nothing."""
    terms = PolynomialTerms(
        polynomial=np.array([0, 1]),
        orders=np.array([3, 2]),
        row=np.array([0, 1]),
        gone=np.zeros((2, 0), dtype=np.int64),
        kinds=np.array([[0, 0, 1], [0, 2, 3]]),
    )
    program = compile_program(3, terms, 2, 3, [([0, 1], []), ([1], []), ([], [])]).for_cells(
        [[0, 2], [1], [3]]
    )
    a, b, c = 4 + 1, 7, 9
    first, second = 3 * a * (a - 1) * b, 2 * a * c * (a + b + c - 2)
    assert program.weigh([4, 7, 1, 9]) == [first + second, second, 0]
    assert program.weigh([0, 7, 0, 9]) == [0, 0, 0]
    assert program.weigh([10**30, 1, 0, 0]) == [3 * 10**30 * (10**30 - 1), 0, 0]


MOST = {DOUBLES: 2**53, WORDS: 2**64 - 1, PAIRS: 2**128 - 1}
"""The largest number of each number type."""


def at_the_edge(program: Program, numbers: int, random: Random) -> Ints:
    """Shoes just small enough that every intermediate number fits the type."""
    found = []
    for _ in range(5):
        shares = [random.random() ** 2 for _ in range(program.cells)]
        low, high = 0, 2**40
        while low + 1 < high:
            middle = (low + high) // 2
            cells = [int(share * middle) for share in shares]
            low, high = (middle, high) if Reading(program, cells).largest <= MOST[numbers] else (low, middle)
        found.append([int(share * low) for share in shares])
    return np.array(found)


@cache
def programs_at_the_edge(numbers: int) -> list[tuple[Program, Ints]]:
    """Random programs, each with shoes at the limit of a number type and with small shoes."""
    found: list[tuple[Program, Ints]] = []
    seed = 0
    while len(found) < 12 * MULTIPLIER:
        random, seed = Random(f"edge {seed}"), seed + 1
        program = made_at_random(random)[0]
        program = program.for_cells([[kind] for kind in range(program.kinds - 1)])
        if 0 < len(program.inner) < 200 and program.outcomes:
            small = [[random.randint(0, 9) for _ in range(program.cells)] for _ in range(35)]
            found.append((program, np.concatenate([at_the_edge(program, numbers, random), np.array(small)])))
    return found


@every_engine
@pytest.mark.parametrize("numbers", MOST, ids=["doubles", "words", "pairs"])
def test_every_kernel_gives_the_answers_of_the_plain_loops(engine: Engine, numbers: int) -> None:
    largest = 0
    for program, cells in programs_at_the_edge(numbers):
        answers = [program.weigh(row) for row in cells.tolist()]
        largest = max(largest, *map(max, answers))
        words = wrapped(numbers, answers, program.outcomes)
        assert (engine.words(numbers, program, cells) == words).all()
    assert MOST[numbers] // 4 < largest <= MOST[numbers]
