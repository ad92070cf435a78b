"""The kernel's twins give the same answers: weighing at every vector width, and laying out patterns."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import cache
from itertools import combinations_with_replacement
from math import factorial, prod
from random import Random
from typing import Any

import numpy as np
import pytest
from shoes import random_shoes, sized_shoes
from suite import MULTIPLIER
from twins import ENGINES, PYTHON, Engine, Reading, by_terms, every_engine, integers, needs_c, using, wrapped
from twins import C as C_ENGINES

from analyzer.bets.condition import Condition
from analyzer.bets.facts import CARDS, COLORS, POINTS, RANKS, SUITS, WHOLE
from analyzer.catalog import load
from analyzer.census import _kernel_py
from analyzer.census import patterns as patterns_module
from analyzer.census._kernel_py import DOUBLES, PAIRS, WORDS
from analyzer.census.census import Census, census
from analyzer.census.evaluators import ProgramEvaluator
from analyzer.census.kinds import Kinds
from analyzer.census.patterns import Course, Groups, courses, patterns
from analyzer.census.polynomials import PolynomialTerms, compile_program
from analyzer.census.program import Ints, Program
from analyzer.game.dealt import NOTHING, Dealt
from analyzer.game.rules import Rules
from analyzer.game.shoe import KEYS, Fineness

SHOES = 120 * MULTIPLIER
RULES = load.rules("punto-banco")
ALL_NUMBERS = (DOUBLES, WORDS, PAIRS)

# Random programs


def made_at_random(random: Random) -> tuple[Program, PolynomialTerms, int, int, list[list[int]]]:
    """A program without cells, and the terms that it was made from."""
    kinds = random.choice([1, 2, 3, 5, 10, 11, 13, 20, 52])
    unknown, number = random.randint(0, 6), random.randint(0, 6)
    complete = number > 0 and random.random() < 0.5
    terms = (all_deals if complete else some_deals)(random, kinds, unknown, number)
    sums = [random.sample(range(number), random.randint(0, number)) for _ in range(random.randint(0, 5))]
    if random.random() < 0.3:
        sums = [[i] for i in range(number)]
    added = [(members, []) for members in sums]
    program = compile_program(kinds, terms, number, unknown, added, parts=number if complete else 0)
    return program, terms, number, unknown, sums


def some_deals(random: Random, kinds: int, unknown: int, number: int) -> PolynomialTerms:
    """Random terms with any possible number of cards, some of them already gone."""
    gone = random.randint(0, unknown)
    rows = random.choice([0, 1, 5, 40])
    size = random.choice([0, 1, 7, 100]) if rows and number else 0
    dealt = [random.choices(range(kinds), k=random.randint(0, unknown - gone)) for _ in range(rows)]
    width = random.randint(unknown - gone, 6)
    return PolynomialTerms(
        polynomial=np.array([random.randrange(number) for _ in range(size)], dtype=np.int64),
        orders=np.array([random.choice([1, 2, 6, 720]) for _ in range(size)], dtype=np.int64),
        row=np.array([random.randrange(rows) for _ in range(size)], dtype=np.int64),
        gone=matrix([random.choices(range(kinds), k=gone) for _ in range(rows)], gone),
        kinds=matrix([sorted(row) + [kinds] * (width - len(row)) for row in dealt], width),
    )


def matrix(rows: list[list[int]], width: int) -> Ints:
    return np.array(rows, dtype=np.int64).reshape(len(rows), width)


def all_deals(random: Random, kinds: int, unknown: int, number: int) -> PolynomialTerms:
    """All ordered deals of few enough cards for some hundred terms, divided at random among polynomials."""
    seen = next(n for n in range(unknown, -1, -1) if kinds**n <= 600 * factorial(n))
    rows = list(combinations_with_replacement(range(kinds), seen))
    terms = []
    for row, held in enumerate(rows):
        left = factorial(seen) // prod(factorial(held.count(kind)) for kind in set(held))
        while left:
            orders = random.randint(1, left)
            terms.append((random.randrange(number), orders, row))
            left -= orders
    polynomial, orders_, row = np.array(terms, dtype=np.int64).T
    return PolynomialTerms(
        polynomial, orders_, row, matrix([[]] * len(rows), 0), matrix(list(map(list, rows)), seen)
    )


@pytest.mark.parametrize("seed", range(60 * MULTIPLIER))
def test_random_programs_agree_with_a_count_term_by_term(seed: int) -> None:
    random = Random(f"program {seed}")
    bare, terms, number, unknown, sums = made_at_random(random)
    members: list[list[int]] = [[kind] for kind in range(bare.kinds - 1)]
    for cell in range(bare.kinds - 1, bare.kinds - 1 + random.choice([0, 3, 30])):
        random.choice(members).append(cell)
    program = bare.for_cells(members)
    most = max(1, min(35, 3_000 // (1 + len(program.inner))))
    for top in (1, 8, 60, 2_000, 10**9):
        cells = np.array(
            [[random.randint(0, top) for _ in range(program.cells)] for _ in range(random.randint(1, most))]
        )
        values = [
            by_terms(terms, number, unknown, [sum(row[cell] for cell in kind) for kind in members])
            for row in cells.tolist()
        ]
        expected = [[sum(value[i] for i in outcome) for outcome in sums] for value in values]
        assert integers(program, cells).tolist() == expected
        fits = top < 100 and max(Reading(program, row).largest for row in cells.tolist()) <= 2**53
        for numbers in ALL_NUMBERS if fits else (WORDS, PAIRS):
            words = wrapped(numbers, expected, len(sums))
            for engine in ENGINES:
                assert (engine.words(numbers, program, cells) == words).all(), (engine.name, numbers, top)


@every_engine
def test_the_last_values_are_the_answer(engine: Engine) -> None:
    """The polynomials themselves if there are no sums, else the sums."""
    terms = all_deals(Random("last values"), 5, 3, 6)
    cells = np.array([[4, 0, 7, 9, 2], [1, 1, 1, 1, 1], [30, 2, 0, 8, 5]])
    alone = [[i] for i in range(6)]
    for sums in (alone, [[5, 0], [1], [2, 3, 4], [], [0], [1, 2]]):
        laid_out = compile_program(5, terms, 6, 3, None if sums is alone else [(each, []) for each in sums])
        program = laid_out.for_cells([[kind] for kind in range(5)])
        assert program.sums == (0 if sums is alone else 12)
        values = [by_terms(terms, 6, 3, row) for row in cells.tolist()]
        expected = [[sum(value[i] for i in outcome) for outcome in sums] for value in values]
        for outcomes in range(7):
            fewer = replace(program, outcomes=outcomes)
            found = engine.words(WORDS, fewer, cells).tolist()
            assert found == [row[6 - outcomes :] for row in expected]


@pytest.mark.parametrize("dense", [0, 10**9], ids=["row-by-row", "full-matrices"])
def test_the_python_twin_agrees_in_full_matrices_and_row_by_row(
    dense: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(_kernel_py, "_DENSE", dense)
    for seed in range(20):
        bare, terms, number, unknown, sums = made_at_random(Random(f"dense or not {seed}"))
        program = bare.for_cells([[kind] for kind in range(bare.kinds - 1)])
        cells = np.random.default_rng(seed).integers(0, 9, (9, program.cells))
        values = [by_terms(terms, number, unknown, row) for row in cells.tolist()]
        expected = [[sum(value[i] for i in outcome) for outcome in sums] for value in values]
        _kernel_py._steps.cache_clear()
        assert integers(program, cells).tolist() == expected
        assert (PYTHON.words(WORDS, program, cells) == wrapped(WORDS, expected, len(sums))).all()


# The programs of real bets and conditions

SEEDS = ["standard", "commission-free", "niu-niu", "ez-baccarat", "classic"]
CONDITIONS = {
    "points": "margin in {1, 3..5, 9} and not tie",
    "third-card": "p3.points != 8 or not (b3.points in {0, 4..9})",
    "two-cards": "player_two > 3",
    "one-kind": "1 == 1",
    "ranks": "count(rank == king) == 2 or count(rank == ace, banker) == 1",
    "ranks-in-order": "p1.rank < p2.rank and not (b1.rank < b2.rank)",
    "first-four-by-card": "player_suited_pair and banker_pair",
    "first-four-by-suit": "p1.suit == b1.suit and p2.suit != b2.suit",
    "close-suits": "count(suit == hearts) >= 3 and player_wins",
    "close-hand": "player_suited_pair and banker_wins",
    "close-third": "p3.rank in {ace, 4..9, king} or not (b3.points in {0..9})",
    "close-ranks": "distinct(rank) == cards",
}


@cache
def counted(name: str) -> Census:
    if name in CONDITIONS:
        return census(RULES, [(Condition.parse(CONDITIONS[name]),)])
    variant = load.variant(name)
    return census(variant.rules, [tuple(line.when for line in bet.lines) for bet in variant.bets])


def programs(name: str) -> Iterator[tuple[Program, bool]]:
    """The programs of a census for the cells of the coarsest shoe, and whether each has a suit layer."""
    for _, part in counted(name).evaluators:
        plain, courses = (part, []) if isinstance(part, ProgramEvaluator) else (part.decided, part.courses)
        found = [] if plain is None else [(plain.polynomials, False)]
        for polynomials, close in [*found, *((course.base, True) for course in courses)]:
            kinds = polynomials.kinds
            yield polynomials.program.for_cells(kinds.members(kinds.fineness)), close


def fineness_of(program: Program) -> Fineness:
    levels: list[Fineness] = ["points", "ranks", "cards"]
    return next(level for level in levels if len(KEYS[level]) == program.cells)


def shoes_for(program: Program, numbers: int, close: bool) -> Ints:
    """Shoes of all sizes and shapes for which a number type is used."""
    fineness = fineness_of(program)
    most = {DOUBLES: 458, WORDS: 1_627, PAIRS: 100_000}[numbers]
    cells = sized_shoes(fineness, SHOES // 2 if close else SHOES, most)
    if numbers == DOUBLES:
        dealt = [shoe.counts for shoe in random_shoes(fineness, len(cells) // 2)]
        cells = np.concatenate([cells, dealt])
        cells = cells[cells.sum(axis=1) <= most]
    if close and numbers == DOUBLES:
        # Rows of a suit layer have a meaning only if the shoe has their cards.
        cells = np.concatenate([cells // 2 + 6, cells + 6])
        cells = cells[cells.sum(axis=1) <= most]
    return cells


@needs_c
@pytest.mark.parametrize("name", [*SEEDS, *CONDITIONS])
def test_every_engine_weighs_the_programs_of_bets_the_same(name: str) -> None:
    for program, close in programs(name):
        for numbers in ALL_NUMBERS:
            cells = shoes_for(program, numbers, close)
            words = PYTHON.words(min(numbers, WORDS), program, cells)
            sample = slice(None, None, 1 + len(cells) * len(program.inner) // 300_000)
            exact = wrapped(numbers, integers(program, cells[sample]).tolist(), program.outcomes)
            for engine in C_ENGINES:
                found = engine.words(numbers, program, cells)
                assert (found[:, :: 1 + (numbers == PAIRS)] == words).all(), (engine.name, numbers)
                assert (found[sample] == exact).all(), (engine.name, numbers)


@needs_c
@pytest.mark.parametrize("name", [*SEEDS, *CONDITIONS])
def test_every_engine_gives_the_same_census(name: str) -> None:
    for most, number in ((458, 40), (1_450, 20), (1_627, 20), (100_000, 4)):
        cells = np.concatenate(
            [sized_shoes("cards", number, most), [shoe.counts for shoe in random_shoes("cards", number)]]
        )
        cells = cells[cells.sum(axis=1) <= most]
        with using(PYTHON):
            expected = counted(name).tallies(cells, "cards")
        for engine in C_ENGINES:
            with using(engine):
                found = counted(name).tallies(cells, "cards")
            for mine, yours in zip(found, expected, strict=True):
                assert mine.dtype == yours.dtype
                assert (mine == yours).all()


# Batches, slices and threads

BATCHES = [0, 1, 2, 7, 8, 9, 31, 32, 33, 100]


@every_engine
@pytest.mark.parametrize("numbers", ALL_NUMBERS, ids=["doubles", "words", "pairs"])
def test_a_batch_is_weighed_like_its_slices(engine: Engine, numbers: int) -> None:
    [(program, _), *_] = programs("standard")
    most = 33 if engine is PYTHON else 100  # only the C twin has vectors
    cells = sized_shoes("points", most, 458)
    whole = engine.words(numbers, program, cells)
    for size in (size for size in BATCHES if size <= most):
        assert (engine.words(numbers, program, cells[:size]) == whole[:size]).all()
        assert (engine.words(numbers, program, cells[most - size :]) == whole[most - size :]).all()
        slices = range(0, most, size) if size else []
        parts = [engine.words(numbers, program, cells[begin:][:size]) for begin in slices]
        assert not parts or (np.concatenate(parts) == whole).all()
    assert engine.words(numbers, program, cells[:0]).shape == (0, whole.shape[1])


@every_engine
def test_a_shoe_is_weighed_the_same_anywhere_in_a_batch(engine: Engine) -> None:
    [(program, _), *_] = programs("standard")
    cells = sized_shoes("points", 66, 458)
    for numbers in ALL_NUMBERS:
        [alone] = engine.words(numbers, program, cells[:1])
        for place in range(0, 66, 13 if engine is PYTHON else 1):  # only the C twin has vectors
            turned = np.roll(cells, place, axis=0)
            assert (engine.words(numbers, program, turned)[place] == alone).all()


@every_engine
def test_threads_do_not_disturb_each_other(engine: Engine) -> None:
    """Eight threads weigh the same and different programs in all number types at the same time."""
    work = [
        (numbers, program, sized_shoes(fineness_of(program), size, 458))
        for name in ("standard", "points", "ranks", "close-suits")
        for program, close in programs(name)
        for numbers in ((WORDS,) if close else (DOUBLES, WORDS, PAIRS))
        for size in (3, 50)
    ]
    expected = [engine.words(*job) for job in work]
    with ThreadPoolExecutor(8) as pool:
        for _ in range(1 if engine is PYTHON else 3):
            found = pool.map(lambda job: engine.words(*job), work)
            again = pool.map(lambda job: engine.words(*job), [work[0]] * 40)
            assert all((mine == yours).all() for mine, yours in zip(found, expected, strict=True))
            assert all((mine == expected[0]).all() for mine in again)


# Patterns

GIVEN_SEVEN = Rules("first-card-seven", "First card seven", RULES.tableau, player_first=7)
FIRST_FOUR = frozenset({"p1", "p2", "b1", "b2"})
ONE_CARD = tuple(int(card == 17) for card in range(52))

LAID_OUT: dict[str, tuple[Rules, tuple[Any, ...], str, frozenset[str], frozenset[str]]] = {
    "points": (RULES, (POINTS,), "", WHOLE, frozenset()),
    "points-in-order": (RULES, (POINTS,), "", WHOLE, frozenset("pb")),
    "ranks": (RULES, (RANKS,), "", WHOLE, frozenset()),
    "ranks-players-order": (RULES, (RANKS,), "P:?,?,5", WHOLE, frozenset("p")),
    "one-card": (RULES, (POINTS, ONE_CARD), "", WHOLE, frozenset()),
    "points-and-colours": (RULES, (POINTS, COLORS), "P:9c B:?,5d", WHOLE, frozenset("b")),
    "cards": (RULES, (CARDS,), "P:9c,4d B:2h", WHOLE, frozenset()),
    "first-four": (RULES, (RANKS, SUITS), "B:4h,?", FIRST_FOUR, frozenset()),
    "first-four-in-order": (RULES, (SUITS,), "", FIRST_FOUR, frozenset("p")),
    "first-two": (RULES, (CARDS,), "", frozenset({"b1", "b2"}), frozenset()),
    "one-place": (RULES, (RANKS,), "", frozenset({"p2"}), frozenset()),
    "one-of-each-hand": (RULES, (CARDS,), "", frozenset({"p1", "b2"}), frozenset("p")),
    "no-place": (RULES, (), "", frozenset(), frozenset()),
    "all-known": (RULES, (POINTS,), "P:9c,5d,2h B:3h,4c,?", WHOLE, frozenset()),
    "banker-drew": (RULES, (POINTS,), "B:?,?,7h", WHOLE, frozenset("p")),
    "next": (RULES, (RANKS,), "next:5=9c next:2=4d", WHOLE, frozenset()),
    "thai": (load.rules("thai-literal"), (POINTS,), "", WHOLE, frozenset("b")),
    "given-card": (GIVEN_SEVEN, (POINTS,), "", WHOLE, frozenset()),
    "given-card-in-order": (GIVEN_SEVEN, (RANKS,), "P:?,3", WHOLE, frozenset("p")),
}


@needs_c
@pytest.mark.parametrize("at_once", [2_000_000, 997])
@pytest.mark.parametrize("case", LAID_OUT.values(), ids=LAID_OUT.keys())
def test_both_kernels_lay_out_the_same_patterns(
    case: tuple[Rules, tuple[Any, ...], str, frozenset[str], frozenset[str]],
    at_once: int,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Cards, dealing orders and codes are equal, and nothing is written after the last pattern."""
    rules, labels, dealt, positions, ordered = case
    kinds = Kinds.distinguishing(*labels)
    called = 0

    def both(*arguments: Any) -> int:
        nonlocal called
        called += 1
        *given, columns, orders, codes = arguments
        there = [np.full_like(columns, 253), np.full_like(orders, 253), np.full_like(codes, -253)]
        rows = PYTHON.enumerate_patterns(*given, *there)
        for array in (columns, orders, codes):
            array[...] = -253 if array is codes else 253
        assert C_ENGINES[0].enumerate_patterns(*given, columns, orders, codes) == rows
        for mine, yours in zip(there, (columns, orders, codes), strict=True):
            assert (mine == yours).all()
        assert (codes[:rows] >= 0).all() and (codes[rows:] == -253).all()
        return rows

    monkeypatch.setattr(patterns_module, "enumerate_patterns", both)
    monkeypatch.setattr(patterns_module, "_AT_ONCE", at_once * max(1, len(kinds) // 10))
    known = Dealt.parse(dealt) if dealt else NOTHING
    for course in courses(rules, known, positions):
        for groups in groupings(course, len(kinds)):
            for _ in patterns(rules, kinds, course, ordered, positions == WHOLE, groups):
                pass
    assert called


def groupings(course: Course, kinds: int) -> Iterator[Groups]:
    """Ways to group the places of a course with unknown cards."""
    free = course.free
    yield Groups(kinds, ())
    yield Groups(kinds, (free,))
    yield Groups(kinds, (free[1::2], free[0::2]))
    yield Groups(kinds, (free[-1:], free[:-1]))
    yield Groups(kinds, (free[:1],))
