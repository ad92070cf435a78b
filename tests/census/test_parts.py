"""The working parts of a census: how what is looked at closely is found, told apart and added up."""

from dataclasses import replace
from itertools import chain

import numpy as np
import pytest
from oracle import Oracle

from analyzer.bets.condition import Condition
from analyzer.catalog import load
from analyzer.census import census as census_module
from analyzer.census import parts
from analyzer.census.census import Census, census, needs
from analyzer.census.plan import laid_out, plan
from analyzer.errors import ConditionError
from analyzer.game.dealt import NOTHING, Dealt
from analyzer.game.shoe import Shoe

pytestmark = pytest.mark.kernel

RULES = load.rules("punto-banco")

# Rows and columns


def test_rows_of_kinds_are_found_among_those_held_in_any_order_within_groups() -> None:
    held = np.array([[4, 1, 5], [0, 0, 0], [1, 2, 1], [5, 5, 4]])
    rows = np.array(
        [[0, 0, 0], [4, 5, 1], [4, 1, 5], [4, 5, 5], [1, 2, 1], [1, 1, 2], [5, 4, 5], [5, 5, 5]],
        dtype=np.int8,
    )
    # In the first group is one place, in the second are two.
    sorted_held = np.sort(held[:, 1:], axis=1)
    found = parts._find(np.concatenate([held[:, :1], sorted_held], axis=1), rows, (1, 2))
    assert found.tolist() == [1, 0, 0, -1, 2, 2, 3, -1]
    assert parts._find(np.zeros((0, 3), dtype=np.int64), rows, (1, 2)).tolist() == [-1] * 8


@pytest.mark.parametrize("most", [1, 2, 7])
@pytest.mark.parametrize("rows", [1, 2, 3])
def test_two_columns_have_one_sign_where_they_are_equal(most: int, rows: int) -> None:
    told_apart(np.random.default_rng(most).integers(0, most + 1, (rows, 60)))


def test_columns_are_told_apart_where_their_digits_outgrow_sixty_four_bits() -> None:
    columns = np.zeros((9, 8), dtype=np.int64)
    columns[0] = [0, 2**16, 2**17, 0, 2**19, 2**16, 2**18, 0]
    columns[1:, 7] = 2**20 - 1
    columns[4, 3] = 5
    told_apart(columns)


def told_apart(columns: np.ndarray) -> None:
    sign, first = parts._signs(columns)
    rows = list(map(tuple, columns.T.tolist()))
    assert len(first) == len(set(rows))
    assert [rows[first[one]] for one in sign] == rows
    assert [rows.index(rows[one]) for one in first] == first.tolist()


def test_ways_are_added_up_where_they_belong() -> None:
    ways = np.array([[1, 2, 4, 8], [10, 20, 40, 80]])
    assert parts._added(ways, np.array([0, 2, 2, 3]), 5).tolist() == [[1, 0, 6, 8, 0], [10, 0, 60, 80, 0]]
    assert parts._added(ways, np.array([1, 1, 1, 1]), 3).tolist() == [[0, 15, 0], [0, 150, 0]]
    assert parts._added(ways[:, :0], np.zeros(0, dtype=np.int64), 2).tolist() == [[0, 0], [0, 0]]


def test_each_class_has_a_share_in_its_outcome() -> None:
    assert parts._share([2, 0, 0], 4).tolist() == [[0, 0, 1, 0], [1, 0, 0, 0], [1, 0, 0, 0]]


# Close looks

LOOKED_AT = {
    "one-hand": (("player_suited_pair and banker_wins",), ""),
    "card-by-card": (("p1.suit == b1.suit and player_wins", "player_pair"), ""),
    "colours": (("count(color == red) == cards", "tie"), ""),
    "thirds": (("p3.suit == b3.suit", "p3.rank == 2", "b3.suit == hearts"), ""),
    "two-groups": (("count(suit == clubs, first_four) == 1 and count(suit == clubs, player) == 1",), ""),
    "beside-known-cards": (("player_suited_pair and banker_wins", "tie"), "P:9c"),
    "where-player-drew": (("count(suit == clubs) == 2 and p1.rank < b2.rank", "p3.suit == clubs"), "P:?,?,?"),
}
SMALL = Shoe.parse("9c=2 9h=1 Kh=2 3s=1 3c=2")


def close(texts: tuple[str, ...], dealt: Dealt) -> Census:
    found = census(RULES, [tuple(map(Condition.parse, texts))], dealt)
    assert all(isinstance(part, parts.ClosePart) for _, part in found.parts)
    return found


@pytest.mark.parametrize(("texts", "known"), LOOKED_AT.values(), ids=LOOKED_AT.keys())
def test_a_close_look_is_as_the_oracle_deals_it(texts: tuple[str, ...], known: str) -> None:
    dealt = Dealt.parse(known) if known else NOTHING
    counted = close(texts, dealt)
    assert counted.ways(SMALL) == [Oracle(RULES, "cards", dealt).ways(SMALL, counted.splits[0])]


@pytest.mark.parametrize("name", ["one-hand", "card-by-card"])
def test_shoes_are_weighed_alike_however_many_at_once(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    counted = close(LOOKED_AT[name][0], NOTHING)
    cells = np.array([shoe.counts for shoe in (SMALL, Shoe.decks(8), SMALL, Shoe.decks(6), SMALL)])
    together = [ways.tolist() for ways in counted.tallies(cells, "cards")]
    [(_, part)] = counted.parts
    for most in (1, part.width, 3 * part.width):
        monkeypatch.setattr(parts, "_AT_ONCE", most)
        assert [ways.tolist() for ways in counted.tallies(cells, "cards")] == together
    one_by_one = chain.from_iterable(counted.tallies(row[None, :], "cards")[0].tolist() for row in cells)
    assert list(one_by_one) == together[0]


# What is asked, and what is left over


@pytest.mark.parametrize("known", ["P:?,?,?", "B:?,?,9c", "P:9c", "P:3c,3c"])
def test_what_known_cards_rule_out_is_in_no_outcome(known: str) -> None:
    split = (Condition.parse("player_wins"), Condition.parse("banker_total == 8"))
    dealt = Dealt.parse(known)
    counted = census(RULES, [split], dealt)
    assert counted.ways(SMALL) == [Oracle(RULES, "cards", dealt).ways(SMALL, split)]


def test_kinds_are_named_as_far_as_a_census_would_be_made() -> None:
    split = (Condition.parse("p1.suit == p2.suit and b1.suit == b2.suit and p3.suit == b3.suit and tie"),)
    for asked in (needs, lambda rules, one: census(rules, [one])):
        with pytest.raises(ConditionError, match="at most 100,000,000 patterns settle"):
            asked(RULES, split)
    assert needs(RULES, split, exhaustive=True).fineness == "cards"


@pytest.mark.parametrize(
    ("joint", "runs"),
    [
        (1, [(0,), (2,), (1,), (3,)]),
        (11, [(0,), (2, 1), (3,)]),
        (12, [(0, 2), (1, 3)]),
        (71, [(0, 2, 1), (3,)]),
        (72, [(0, 2, 1, 3)]),
        (4096, [(0, 2, 1, 3)]),
    ],
)
def test_splits_are_weighed_together_up_to_so_many_joint_outcomes(
    joint: int, runs: list[tuple[int, ...]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(census_module, "_JOINT", joint)
    one = Condition.parse("tie")
    assert census_module._together((0, 2, 1, 3), ((one,) * 3, (one,), (one,) * 2, (one,) * 2)) == runs
    assert census_module._together((), ()) == []


def test_only_what_the_first_four_cards_do_not_settle_is_drawn() -> None:
    for text, drawn, ordered in (
        ("count(color == red, first_four) == 4", False, ""),
        ("player_two > banker_two", False, ""),
        ("p1.suit == b2.suit", False, "pb"),
        ("b1.rank < b2.rank", False, "b"),
        ("player_wins", True, ""),
        ("p3.points == 2", True, ""),
    ):
        found = laid_out(RULES, (Condition.parse(text),), NOTHING)
        assert (found.drawing, found.close, found.ordered) == (drawn, frozenset(), frozenset(ordered))
        assert laid_out(RULES, (Condition.parse(text),), Dealt.parse("P:?,?,?")).drawing


SEVEN = replace(RULES, id="first-card-seven", player_first=7)


@pytest.mark.parametrize("text", ["p1.suit == spades", "p1.color == red", "count(suit == clubs) == 2"])
def test_what_a_first_card_given_shows_besides_its_rank_is_not_asked_for(text: str) -> None:
    with pytest.raises(ConditionError, match="first card under rules 'first-card-seven'"):
        laid_out(SEVEN, (Condition.parse(text),), NOTHING)


@pytest.mark.parametrize(
    "text", ["p1.rank == 7", "p2.suit == spades", "count(rank == 8 and suit == clubs) == 2", "player_pair"]
)
def test_what_a_first_card_given_tells_by_its_rank_is_answered(text: str) -> None:
    assert not laid_out(SEVEN, (Condition.parse(text),), NOTHING).close


def test_splits_that_share_patterns_are_as_each_alone() -> None:
    texts = (
        "player_wins",
        "p1.points < p2.points and tie",
        "b1.points < b2.points",
        "player_pair",
        "banker_pair",
    )
    splits = [(Condition.parse(text),) for text in texts]
    alone = [census(RULES, [split]).ways(SMALL)[0] for split in splits]
    for some in ([0, 1, 2, 3, 4], [4, 3, 2, 1, 0], [1, 0], [0, 0, 3]):
        assert census(RULES, [splits[i] for i in some]).ways(SMALL) == [alone[i] for i in some]
    assert alone[0] == Oracle(RULES, "cards", NOTHING).ways(SMALL, splits[0])


@pytest.mark.parametrize(
    ("text", "kinds", "marks", "ordered"),
    [
        ("margin in {1, 3..5, 9} and not tie", 10, 1, ""),
        ("1 == 1", 1, 1, ""),
        ("p3.points != 8 or not (b3.points in {0, 4..9})", 10, 1, ""),
        ("count(rank == king) == 2 or count(rank == ace, banker) == 1", 11, 1, ""),
        ("p1.rank < p2.rank and not (b1.rank < b2.rank)", 13, 1, "bp"),
        ("player_suited_pair and banker_pair", 13, 52, ""),
        ("p1.suit == b1.suit and p2.suit != b2.suit", 4, 1, "bp"),
        ("count(suit == hearts) >= 3 and player_wins", 10, 2, ""),
        ("player_suited_pair and count(rank == ace) == 1", 10, 52, ""),
        ("distinct(rank) == cards", 13, 1, ""),
        ("p1.suit == b1.suit and player_wins", 10, 4, "bp"),
        ("count(rank == king and suit == hearts) == 1 and player_wins", 11, 1, ""),
        ("distinct(suit) == 4 and count(rank == 9, player) == 1", 10, 4, ""),
    ],
)
def test_the_cheapest_plan_is_taken(text: str, kinds: int, marks: int, ordered: str) -> None:
    chosen = plan(RULES, (Condition.parse(text),), NOTHING)
    assert (len(chosen.kinds), len(chosen.marks), "".join(sorted(chosen.ordered))) == (kinds, marks, ordered)
    assert bool(chosen.close) == (marks > 1)
