"""The sizes of shoe at which the number type changes: counts are exact on both sides, at every width.

Six unknown cards are counted in doubles up to 458 cards, in signed words up to 1,450, in unsigned words up to
1,627, in pairs of words up to 2,642,248, and in Python integers beyond; the Python twin has only Python
integers beyond 1,627. With fewer unknown cards the same limits are reached at other sizes.
"""

from dataclasses import replace
from functools import cache
from itertools import combinations_with_replacement
from math import factorial, prod

import numpy as np
import pytest
from by_hands import by_hands
from oracle import dealer
from shoes import sized_shoes, spread
from test_twins import CONDITIONS, SEEDS, fineness_of, programs
from twins import ENGINES, Engine, Reading, by_terms, every_engine, using, wrapped

from analyzer.bets.condition import Condition
from analyzer.bets.facts import POINTS
from analyzer.catalog import load
from analyzer.census._kernel_py import DOUBLES, PAIRS, WORDS
from analyzer.census.census import Census, census
from analyzer.census.kinds import Kinds
from analyzer.census.polynomials import Polynomials, PolynomialTerms, compile_program, number_type
from analyzer.exact import falling
from analyzer.game.dealt import NOTHING, Dealt
from analyzer.game.rules import Rules
from analyzer.game.shoe import MAX_CARDS, Shoe

PUNTO_BANCO, THAI = load.rules("punto-banco"), load.rules("thai-literal")
GIVEN_SEVEN = replace(PUNTO_BANCO, id="first-card-seven", player_first=7)
MAIN = (Condition.parse("player_wins"), Condition.parse("banker_wins"))

BOUNDS = {2**53: 458, 2**63 - 1: 1_450, 2**64 - 1: 1_627, 2**128 - 1: 2_642_248}
"""The most cards whose ordered deals of six fit a number type."""


def last(bound: int, unknown: int) -> int:
    """The most cards from which `unknown` cards can be dealt in at most `most` ways."""
    low, high = 0, bound + unknown
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if falling(middle, unknown) <= bound else (low, middle - 1)
    return low


def sizes(unknown: int) -> list[int]:
    """The sizes of shoe on both sides of each switch, 1,000 decks, and the largest allowed shoe."""
    beside = [last(bound, unknown) + more for bound in BOUNDS for more in (0, 1)]
    return [*(size for size in beside if size <= MAX_CARDS), 52_000, MAX_CARDS]


def test_the_sizes_are_where_all_deals_exceed_the_number_types() -> None:
    assert {bound: last(bound, 6) for bound in BOUNDS} == BOUNDS
    assert sizes(6) == [458, 459, 1_450, 1_451, 1_627, 1_628, 52_000, 100_000]


# Real bets, counted in another way


@cache
def won(rules: Rules, counts: tuple[int, ...]) -> list[int]:
    return by_hands(rules, counts)


SHAPES = [(16, *[4] * 9), (1, 7, 0, 2, 9, 1, 30, 3, 11, 5), (0, 0, 0, 1, *[0] * 6)]


@every_engine
@pytest.mark.parametrize("rules", [PUNTO_BANCO, THAI], ids=lambda rules: rules.id)
@pytest.mark.parametrize("cards", sizes(6))
def test_winners_agree_with_a_count_by_hand(engine: Engine, rules: Rules, cards: int) -> None:
    for weights in SHAPES:
        shoe = spread(cards, weights)
        with using(engine):
            assert census(rules, [MAIN]).ways(shoe) == [won(rules, shoe.counts)]


@cache
def dealt_by_the_oracle(
    rules: Rules, dealt: Dealt, shoe: Shoe, splits: tuple[tuple[Condition, ...], ...]
) -> list[list[int]]:
    """Ways of each split; the shoe has only a few kinds of card, because each of their orders is dealt."""
    return [dealer(rules, shoe.fineness, dealt).ways(shoe, split) for split in splits]


def four_sorts(cards: int, sorts: str) -> Shoe:
    """A shoe of exactly this number of cards."""
    some, few = cards // 4, cards // 7
    return Shoe.parse(sorts.format(cards - 2 * some - few, some, some, few))


CLOSE = tuple(
    (Condition.parse(text),)
    for text in (
        "player_suited_pair",
        "count(suit == hearts) >= 3 and player_wins",
        "player_pair and banker_suited_pair",
        "p1.rank < p2.rank and count(suit == spades, first_four) == 2",
        "p3.suit != b3.suit or tie",
    )
)


@every_engine
@pytest.mark.parametrize("cards", sizes(6))
def test_suit_layers_agree_with_the_oracle_at_the_switches(engine: Engine, cards: int) -> None:
    shoe = four_sorts(cards, "Ks={} 4h={} 9c={} 4s={}")
    with using(engine):
        assert census(PUNTO_BANCO, CLOSE).ways(shoe) == dealt_by_the_oracle(PUNTO_BANCO, NOTHING, shoe, CLOSE)


FEWER = {
    "five": (PUNTO_BANCO, "P:9c", 5),
    "five-beside-a-given-card": (GIVEN_SEVEN, "", 5),
    "four": (PUNTO_BANCO, "P:4d B:?,Kc", 4),
    "three": (PUNTO_BANCO, "P:4d,Kc B:9c", 3),
    "two": (PUNTO_BANCO, "P:4d,Kc B:9c,4d", 2),
    "one": (PUNTO_BANCO, "P:4d,Kc,9c B:9c,4d", 1),
}
POINTED = (MAIN, (Condition.parse("tie and cards == 6"), Condition.parse("b3.points == 8")))


@every_engine
@pytest.mark.parametrize(("rules", "text", "unknown"), FEWER.values(), ids=FEWER.keys())
def test_fewer_unknown_cards_agree_with_the_oracle(
    engine: Engine, rules: Rules, text: str, unknown: int
) -> None:
    dealt = Dealt.parse(text) if text else NOTHING
    asked = census(rules, POINTED, dealt)
    assert asked.unknown == unknown
    for cards in sizes(unknown):
        shoe = four_sorts(cards, "0={} 4={} 8={} 9={}")
        with using(engine):
            assert asked.ways(shoe) == dealt_by_the_oracle(rules, dealt, shoe, POINTED)


# The largest possible outcome


@cache
def all_deals_but_one() -> tuple[PolynomialTerms, Polynomials]:
    """Outcomes: all deals of six; all but one order of six certain kinds; that order."""
    rows = list(combinations_with_replacement(range(10), 6))
    orders = [factorial(6) // prod(factorial(row.count(kind)) for kind in set(row)) for row in rows]
    apart = rows.index((0, 1, 2, 3, 4, 5))
    orders[apart] -= 1
    terms = PolynomialTerms(
        polynomial=np.array([*[0] * len(rows), 1]),
        orders=np.array([*orders, 1]),
        row=np.array([*range(len(rows)), apart]),
        gone=np.zeros((len(rows), 0), dtype=np.int64),
        kinds=np.array(rows),
    )
    program = compile_program(10, terms, 2, 6, [([0, 1], []), ([0], []), ([1], [])])
    return terms, Polynomials(Kinds.distinguishing(POINTS), program)


def one_deal_apart(cards: int) -> np.ndarray:
    """A shoe in which exactly one deal has that order, so that the number of all others is odd."""
    return np.array([[1, 1, 1, 1, 1, 1, cards - 6, 0, 0, 0]])


@every_engine
@pytest.mark.parametrize(
    ("numbers", "bound"), [(DOUBLES, 2**53), (WORDS, 2**63 - 1), (WORDS, 2**64 - 1), (PAIRS, 2**128 - 1)]
)
def test_one_more_card_would_not_be_counted_exactly(engine: Engine, numbers: int, bound: int) -> None:
    """The number of all deals of 459 cards is divisible by 32, so doubles are exact; one less is not."""
    _, polynomials = all_deals_but_one()
    program = polynomials.program.for_cells(polynomials.kinds.members("points"))
    for cards, fits in ((BOUNDS[bound], True), (BOUNDS[bound] + 1, False)):
        deals = falling(cards, 6)
        assert (deals <= bound) == fits
        words = engine.words(numbers, program, one_deal_apart(cards))
        found = [int(word) for word in words[0]]
        if bound == 2**63 - 1:
            found = words.view(np.int64)[0].tolist()
        if numbers == PAIRS:
            found = [low + (high << 64) for low, high in zip(found[::2], found[1::2], strict=True)]
        assert (found == [deals, deals - 1, 1]) == fits
        assert (found[1] == deals - 1) == fits
        cells = one_deal_apart(cards)
        with using(engine):
            assert polynomials.weigh(cells, "points", deals).tolist() == [[deals, deals - 1, 1]]


@every_engine
def test_a_bound_decides_the_number_type(engine: Engine) -> None:
    """Up to the bound itself, for any shoe: a batch is counted in the type that its largest shoe needs.

    A suit layer multiplies and adds in the type that `number_type` returns, in the same steps.
    """
    _, polynomials = all_deals_but_one()
    expected = [[falling(100, 6), falling(100, 6) - 1, 1]]
    counted_in = []
    spied = replace(
        engine, weigh=lambda numbers, *rest: counted_in.append(numbers) or engine.weigh(numbers, *rest)
    )
    for most, close, dtype in (
        (falling(100, 6), np.float64, np.int64),
        (2**53, np.float64, np.int64),
        (2**53 + 1, np.int64, np.int64),
        (2**63 - 1, np.int64, np.int64),
        (2**63, np.int64, np.uint64),
        (2**64 - 1, np.int64, np.uint64),
        (2**64, object, object),
        (2**128 - 1, object, object),
        (2**128, object, object),
    ):
        assert number_type(most) is close
        with using(spied):
            found = polynomials.weigh(one_deal_apart(100), "points", most)
        assert (found.dtype, found.tolist()) == (dtype, expected)
    assert counted_in == [DOUBLES] * 2 + [WORDS] * 4 + [PAIRS] * 2 * (engine.bits == 128)


@every_engine
def test_beyond_all_words_python_integers_are_used(engine: Engine) -> None:
    terms, polynomials = all_deals_but_one()
    cells = np.array([[10**9 + 7 * cell for cell in range(10)], [10**9] + [0] * 9, [10**12] * 10, [1] * 10])
    values = [by_terms(terms, 2, 6, row) for row in cells.tolist()]
    with using(engine):
        found = polynomials.weigh(cells, "points", falling(10**13, 6))
    assert found.tolist() == [[sum(value), *value] for value in values]
    assert [sum(value) for value in values] == [falling(row, 6) for row in cells.sum(axis=1).tolist()]


# Intermediate numbers


def fully_stocked(cells: np.ndarray) -> np.ndarray:
    """The shoes with at least six cards in every cell, so that no card can be missing."""
    return cells[(cells >= 6).all(axis=1)]


@pytest.mark.parametrize("name", [*SEEDS, *CONDITIONS])
def test_programs_meet_only_numbers_that_doubles_represent(name: str) -> None:
    """Products, partial sums and differences of real programs, in shoes of all sizes up to 458 cards."""
    for program, close in programs(name):
        cells = np.concatenate([sized_shoes(fineness_of(program), 24, most) for most in (12, 458)])
        if close:
            cells = fully_stocked(np.concatenate([cells, cells // 2 + 6]))
            cells = cells[cells.sum(axis=1) <= 458][:3]
        assert len(cells) >= 3
        readings = [Reading(program, row) for row in cells[:: 1 + len(program.inner) // 3_000].tolist()]
        assert max(reading.largest for reading in readings) <= 2**53
        for reading, row in zip(readings, cells[:: 1 + len(program.inner) // 3_000], strict=True):
            words = wrapped(DOUBLES, [reading.outcomes], program.outcomes)
            assert all((engine.words(DOUBLES, program, row[None, :]) == words).all() for engine in ENGINES)


@pytest.mark.parametrize(("rules", "text", "unknown"), FEWER.values(), ids=FEWER.keys())
def test_programs_with_fewer_unknown_cards_meet_only_numbers_that_doubles_represent(
    rules: Rules, text: str, unknown: int
) -> None:
    asked: Census = census(rules, [MAIN], Dealt.parse(text) if text else NOTHING)
    [(_, part)] = asked.evaluators
    program = part.polynomials.program.for_cells(part.polynomials.kinds.members("points"))
    most = min(last(2**53, unknown), MAX_CARDS)
    for cells in np.concatenate([sized_shoes("points", 6, 12), sized_shoes("points", 6, most)]).tolist():
        reading = Reading(program, cells)
        assert reading.largest <= 2**53
        assert sum(reading.outcomes) == falling(sum(cells), unknown)
