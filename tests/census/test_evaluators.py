"""The parts of a census: suit layers, shared evaluators and the choice of plans."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import chain

import numpy as np
import pytest
from oracle import dealer
from twins import forget

from analyzer.bets.condition import Condition
from analyzer.catalog import load
from analyzer.census import census as census_module
from analyzer.census import collect as collect_module
from analyzer.census import evaluators, suit_terms
from analyzer.census.census import Census, census, needs
from analyzer.census.patterns import Groups
from analyzer.census.plan import one_layer, plan
from analyzer.errors import ConditionError
from analyzer.game.dealt import NOTHING, Dealt
from analyzer.game.shoe import Shoe

pytestmark = pytest.mark.kernel

RULES = load.rules("punto-banco")

# Rows of kinds


def test_rows_of_kinds_are_found_in_any_order_within_groups() -> None:
    groups = Groups(6, (("p1",), ("b1", "b2")))
    held = np.array([[4, 1, 5], [0, 0, 0], [1, 1, 2], [5, 4, 5]])
    codes = groups.encode([held[:, :1], held[:, 1:]])
    known = np.sort(codes)
    rows = np.array(
        [[0, 0, 0], [4, 5, 1], [4, 1, 5], [4, 5, 5], [1, 2, 1], [1, 1, 2], [5, 4, 5], [5, 5, 5]],
        dtype=np.int8,
    )
    found = evaluators._find(known, groups, rows)
    assert [codes.tolist().index(known[at]) if at >= 0 else -1 for at in found] == [1, 0, 0, -1, 2, 2, 3, -1]
    assert evaluators._find(known[:0], groups, rows).tolist() == [-1] * 8


# Suit layers

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


@pytest.fixture
def layered(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Prevent suit layers from being written out."""
    monkeypatch.setattr(suit_terms, "MOST_TERMS", -1)
    forget()
    yield
    forget()


def close(texts: tuple[str, ...], dealt: Dealt) -> Census:
    found = census(RULES, [tuple(map(Condition.parse, texts))], dealt)
    assert all(isinstance(part, evaluators.SuitLayerEvaluator) for _, part in found.evaluators)
    return found


@pytest.mark.usefixtures("layered")
@pytest.mark.parametrize(("texts", "known"), LOOKED_AT.values(), ids=LOOKED_AT.keys())
def test_a_suit_layer_agrees_with_the_oracle(texts: tuple[str, ...], known: str) -> None:
    dealt = Dealt.parse(known) if known else NOTHING
    counted = close(texts, dealt)
    assert counted.ways(SMALL) == [dealer(RULES, "cards", dealt).ways(SMALL, counted.splits[0])]


@pytest.mark.usefixtures("layered")
@pytest.mark.parametrize("name", ["one-hand", "card-by-card"])
def test_shoes_are_weighed_the_same_in_batches_of_any_size(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    counted = close(LOOKED_AT[name][0], NOTHING)
    cells = np.array([shoe.counts for shoe in (SMALL, Shoe.decks(8), SMALL, Shoe.decks(6), SMALL)])
    together = [ways.tolist() for ways in counted.tallies(cells, "cards")]
    [(_, part)] = counted.evaluators
    for most in (1, part.width, 3 * part.width):
        monkeypatch.setattr(evaluators, "_AT_ONCE", most)
        assert [ways.tolist() for ways in counted.tallies(cells, "cards")] == together
    one_by_one = chain.from_iterable(counted.tallies(row[None, :], "cards")[0].tolist() for row in cells)
    assert list(one_by_one) == together[0]


# Known cards and limits


@pytest.mark.parametrize("known", ["P:?,?,?", "B:?,?,9c", "P:9c", "P:3c,3c"])
def test_deals_excluded_by_known_cards_are_not_counted(known: str) -> None:
    split = (Condition.parse("player_wins"), Condition.parse("banker_total == 8"))
    dealt = Dealt.parse(known)
    counted = census(RULES, [split], dealt)
    assert counted.ways(SMALL) == [dealer(RULES, "cards", dealt).ways(SMALL, split)]


def test_needs_rejects_the_same_splits_as_census() -> None:
    split = (Condition.parse("p1.suit == p2.suit and b1.suit == b2.suit and p3.suit == b3.suit and tie"),)
    for asked in (needs, lambda rules, one: census(rules, [one])):
        with pytest.raises(ConditionError, match="needs at most 100,000,000 patterns"):
            asked(RULES, split)
    assert needs(RULES, split, exhaustive=True).fineness == "cards"


# Splits of one evaluator

TIES = [(Condition.parse(f"tie and player_total == {total}"),) for total in range(10)]
SPADES = [(Condition.parse(f"count(suit == spades) == {number}"),) for number in range(5)]


@pytest.mark.parametrize(("most", "runs"), [(1, 10), (2, 10), (3, 5), (4, 4), (10, 2), (11, 1)])
def test_splits_share_an_evaluator_up_to_a_number_of_classes(
    most: int, runs: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In each class, at most one split has its first outcome, so each further split adds one class."""
    expected = census(RULES, TIES).ways(SMALL)
    monkeypatch.setattr(census_module, "_MOST_CLASSES", most)
    forget()
    counted = census(RULES, TIES)
    assert [*chain.from_iterable(members for members, _ in counted.evaluators)] == [*range(10)]
    assert len(counted.evaluators) == runs
    assert counted.ways(SMALL) == expected
    forget()


@pytest.mark.parametrize(("most", "runs"), [(1, 5), (3, 5), (4, 3), (8, 2), (32, 1)])
def test_suit_layers_share_an_evaluator_up_to_a_number_of_joint_outcomes(
    most: int, runs: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    expected = census(RULES, SPADES).ways(SMALL)
    monkeypatch.setattr(collect_module, "MOST_OUTCOMES", most)
    forget()
    counted = census(RULES, SPADES)
    assert len(counted.evaluators) == runs
    assert counted.ways(SMALL) == expected
    forget()


def test_draws_are_laid_out_only_if_the_first_four_cards_do_not_settle() -> None:
    for text, drawn, ordered in (
        ("count(color == red, first_four) == 4", False, ""),
        ("player_two > banker_two", False, ""),
        ("p1.suit == b2.suit", False, "pb"),
        ("b1.rank < b2.rank", False, "b"),
        ("player_wins", True, ""),
        ("p3.points == 2", True, ""),
    ):
        found = one_layer(RULES, (Condition.parse(text),), NOTHING)
        assert (found.drawing, found.suit_looks, found.ordered) == (drawn, frozenset(), frozenset(ordered))
        assert one_layer(RULES, (Condition.parse(text),), Dealt.parse("P:?,?,?")).drawing


SEVEN = replace(RULES, id="first-card-seven", player_first=7)


@pytest.mark.parametrize("text", ["p1.suit == spades", "p1.color == red", "count(suit == clubs) == 2"])
def test_the_suit_of_a_given_first_card_is_rejected(text: str) -> None:
    with pytest.raises(ConditionError, match="first card under rules 'first-card-seven'"):
        one_layer(SEVEN, (Condition.parse(text),), NOTHING)


@pytest.mark.parametrize(
    "text", ["p1.rank == 7", "p2.suit == spades", "count(rank == 8 and suit == clubs) == 2", "player_pair"]
)
def test_the_rank_of_a_given_first_card_can_be_used(text: str) -> None:
    assert not one_layer(SEVEN, (Condition.parse(text),), NOTHING).suit_looks


def test_splits_that_share_patterns_are_counted_like_each_alone() -> None:
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
    assert alone[0] == dealer(RULES, "cards", NOTHING).ways(SMALL, splits[0])


@pytest.mark.parametrize(
    ("text", "kinds", "suit_kinds", "ordered"),
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
def test_the_cheapest_plan_is_taken(text: str, kinds: int, suit_kinds: int, ordered: str) -> None:
    chosen = plan(RULES, (Condition.parse(text),), NOTHING)
    assert (len(chosen.kinds), len(chosen.suit_kinds), "".join(sorted(chosen.ordered))) == (
        kinds,
        suit_kinds,
        ordered,
    )
    assert bool(chosen.suit_looks) == (suit_kinds > 1)
