"""The patterns: their published numbers, and agreement with a plain loop."""

from collections import Counter
from itertools import combinations_with_replacement, product

import numpy as np
import pytest

from analyzer.bets.facts import CARDS, COLORS, POINTS, RANKS, SUITS, WHOLE, Labels
from analyzer.catalog import load
from analyzer.census.kinds import Kinds
from analyzer.census.patterns import Groups, courses, pattern_count, patterns
from analyzer.game.dealt import NOTHING, Dealt
from analyzer.game.rules import Rules

pytestmark = pytest.mark.kernel

RULES = load.rules("punto-banco")


@pytest.mark.parametrize(
    ("labels", "number"),
    [
        pytest.param((POINTS,), 103_411, id="points"),
        pytest.param((RANKS,), 491_869, id="ranks"),
        pytest.param((POINTS, COLORS), 5_698_728, id="points and colour"),
        pytest.param((POINTS, SUITS), 338_150_944, id="points and suit"),
        pytest.param((CARDS,), 1_674_942_256, id="cards"),
    ],
)
def test_the_number_of_patterns_of_a_whole_coup(labels: tuple[Labels, ...], number: int) -> None:
    assert (
        pattern_count(RULES, Kinds.distinguishing(*labels), NOTHING, WHOLE, frozenset(), drawing=True)
        == number
    )


@pytest.mark.parametrize("ordered", [frozenset(), frozenset("p"), frozenset("b"), frozenset("pb")])
@pytest.mark.parametrize("dealt", ["", "P:9c", "P:?,5d", "B:K,7", "P:2,3,4", "B:?,?,7h", "next:5=9c"])
def test_the_number_equals_that_of_the_patterns_laid_out(ordered: frozenset[str], dealt: str) -> None:
    known = Dealt.parse(dealt) if dealt else NOTHING
    kinds = Kinds.distinguishing(POINTS, tuple(int(rank == 13) for rank in RANKS))
    laid_out = sum(
        len(batch.orders)
        for course in courses(RULES, known, WHOLE)
        for batch in patterns(RULES, kinds, course, ordered, True, Groups(len(kinds), ()))
    )
    assert pattern_count(RULES, kinds, known, WHOLE, ordered, drawing=True) == laid_out


def plain(rules: Rules) -> Counter[tuple[int | None, ...]]:
    """Dealing orders of every coup by points, p1 p2 p3 b1 b2 b3, first two cards sorted."""
    orders: Counter[tuple[int | None, ...]] = Counter()
    tableau = rules.tableau
    hands = list(combinations_with_replacement(range(10), 2))
    first = None if rules.player_first is None else min(rules.player_first, 10) % 10
    players = hands if first is None else [(first, second) for second in range(10)]
    for player, banker in product(players, hands):
        weight = (1 + (first is None and player[0] != player[1])) * (1 + (banker[0] != banker[1]))
        totals = sum(player) % 10, sum(banker) % 10
        over = bool(set(totals) & tableau.naturals)
        thirds: list[int | None] = [None]
        if not over and totals[0] in tableau.player_draws:
            thirds = list(range(10))
        for third in thirds:
            final = (totals[0] + (third or 0)) % 10
            draws = not over and rules.banker_draws_on(totals[1], third, final)
            for last in range(10) if draws else [None]:
                orders[(*player, third, *banker, last)] += weight
    return orders


@pytest.mark.parametrize("name", load.rules_ids())
def test_patterns_equal_those_of_a_plain_loop(name: str) -> None:
    rules = load.rules(name)
    found: Counter[tuple[int | None, ...]] = Counter()
    for course in courses(rules, NOTHING, WHOLE):
        for batch in patterns(rules, Kinds.distinguishing(POINTS), course, frozenset(), True, Groups(10, ())):
            columns = [
                [POINTS[card] for card in batch.cards[place].tolist()]
                if place in batch.cards
                else [None] * len(batch.orders)
                for place in ("p1", "p2", "p3", "b1", "b2", "b3")
            ]
            for row, weight in zip(zip(*columns, strict=True), batch.orders.tolist(), strict=True):
                assert row not in found
                found[row] += weight
    assert found == plain(rules)


GROUPS = {
    "none": (),
    "one-place": (("p2",),),
    "first-four": (("p1", "p2", "b1", "b2"),),
    "by-hand": (("p1", "p2", "p3"), ("b1", "b2", "b3")),
    "all": (("p1", "p2", "p3", "b1", "b2", "b3"),),
    "some-and-the-others": (("b1",), ("p1", "b2"), ("p2", "p3", "b3")),
    "one-by-one": (("b3",), ("b2",), ("b1",), ("p3",), ("p2",), ("p1",)),
}


@pytest.mark.parametrize("places", GROUPS.values(), ids=GROUPS.keys())
@pytest.mark.parametrize("number", [1, 2, 3, 5])
def test_codes_number_all_multisets_without_gaps(places: tuple[tuple[str, ...], ...], number: int) -> None:
    """The order within a group is colexicographic: multisets with larger largest kinds come later."""
    groups = Groups(number, places)
    every = [
        sorted(combinations_with_replacement(range(number), len(group)), key=lambda kinds: kinds[::-1])
        for group in places
    ]
    assert groups.sizes == [len(multisets) for multisets in every]
    rows = list(product(*every))[:20_000]
    held = groups.decode(np.arange(len(rows)))
    assert len(held) == len(places)
    for group, kinds in enumerate(held):
        assert [tuple(row) for row in kinds.tolist()] == [row[group] for row in rows]
    if places:
        assert groups.encode(held).tolist() == list(range(len(rows)))


@pytest.mark.parametrize("places", GROUPS.values(), ids=GROUPS.keys())
@pytest.mark.parametrize("dealt", ["", "P:9c", "B:?,?,7h"])
def test_the_code_of_a_pattern_determines_the_kinds_of_its_groups(
    places: tuple[tuple[str, ...], ...], dealt: str
) -> None:
    kinds = Kinds.distinguishing(POINTS)
    for course in courses(RULES, Dealt.parse(dealt) if dealt else NOTHING, WHOLE):
        groups = Groups(
            10, tuple(tuple(place for place in group if place in course.dealt) for group in places)
        )
        for batch in patterns(RULES, kinds, course, frozenset("p"), True, groups):
            assert batch.codes.min() >= 0 and batch.codes.max() < groups.size
            for group, held in zip(groups.places, groups.decode(batch.codes), strict=True):
                there = [np.array(kinds.labels)[batch.cards[place]] for place in group]
                assert (held == np.sort(np.array(there).reshape(len(group), len(held)).T, axis=1)).all()
