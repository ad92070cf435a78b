"""Pattern classes: they add up to the ways of every line, and agree with counts by hand."""

from collections.abc import Sequence
from fractions import Fraction
from functools import cache

import pytest
from suite import one_in

import analyzer as ba
from analyzer.analysis.odds import odds
from analyzer.analysis.question import Question
from analyzer.bets.bet import Bet, Line
from analyzer.bets.condition import Condition
from analyzer.catalog import load
from analyzer.census.census import census
from analyzer.census.dealing_orders import Classes, classes
from analyzer.game.rules import Rules
from analyzer.game.shoe import Shoe

SHOES = [
    Shoe.decks(8),
    Shoe.decks(1).without("9c 9d Th Ks Ah 3c 3d 3h 3s"),
    Shoe.parse("As=3 2h=1 7d=2 8c=1 9s=4 Kh=2"),
]
"""A fresh shoe, a partly dealt one, and one that lacks most cards."""

TOO_FINE = {
    "all-black",
    "all-red",
    "banker-lucky-8",
    "jackpot-baccarat",
    "lucky-win-player",
    "player-lucky-8",
    "tiger-pair-same-card",
}
"""Bets of the library that need more patterns than the limit for classes."""

SLOW = {"perfect-pair", "perfect-pair-two-grade"}
"""Bets with 408,681 classes."""


def added_up(groups: Sequence[Classes], bets: Sequence[Bet], shoe: Shoe) -> dict[int, dict[str, int]]:
    """The ways of each line of each bet, by the bet's index."""
    totals = {index: dict.fromkeys(bet.nets, 0) for index, bet in enumerate(bets)}
    for group in groups:
        for row, ways in zip(group.rows, group.ways(shoe), strict=True):
            for index, line in zip(group.bets, row.lines, strict=True):
                totals[index][line] += ways
    return totals


def check(rules: Rules, bets: Sequence[Bet], shoes: Sequence[Shoe], given: str | None = None) -> None:
    stated = None if given is None else Condition.parse(given)
    groups = classes(rules, bets, stated)
    assert sorted(index for group in groups for index in group.bets) == list(range(len(bets)))
    for shoe in shoes:
        report = odds(Question.of(rules, bets, shoe, given=stated))
        found = added_up(groups, bets, shoe)
        assert found == {index: dict(value.ways) for index, value in enumerate(report.valuations)}


@cache
def library() -> dict[str, list[Bet]]:
    """One in eight of the library's bets, without slow ones, by the rules that they need."""
    found: dict[str, list[Bet]] = {}
    for name, (bet, *_) in list(load.library().items())[::8]:
        if name not in TOO_FINE | SLOW:
            found.setdefault(bet.rules or "punto-banco", []).append(bet)
    return found


@pytest.mark.parametrize("variant", one_in(3, load.variant_ids()))
def test_the_classes_of_a_variant_add_up_to_its_odds(variant: str) -> None:
    game = load.variant(variant)
    check(game.rules, game.bets, SHOES)


@pytest.mark.parametrize(
    "rules", ["punto-banco", "player-first-7", "thai-literal", "chemin-de-fer-stand-on-5"]
)
def test_the_classes_of_the_library_add_up_to_its_odds(rules: str) -> None:
    bets = library().get(rules, [load.bet(ref) for ref in ("player", "player-pair", "lucky-6")])
    check(load.rules(rules), bets, SHOES[1:2])


@pytest.mark.parametrize("given", ["player_wins", "p1.rank == 9", "banker_pair and cards == 4"])
@pytest.mark.parametrize("variant", ["standard", "seven-up"])
def test_only_coups_that_fulfil_the_given_condition_are_classed(variant: str, given: str) -> None:
    game = load.variant(variant)
    given = given.replace("p1", "p2")
    check(game.rules, game.bets, SHOES[:2], given)


def test_bets_with_the_same_kinds_and_places_share_their_classes() -> None:
    game = load.variant("standard")
    groups = classes(game.rules, game.bets)
    found = [([game.bets[i].id for i in g.bets], len(g.kinds), g.places, len(g.rows)) for g in groups]
    whole = ("p1", "p2", "p3", "b1", "b2", "b3")
    assert found == [
        (["player", "banker", "tie", "lucky-6"], 10, whole, 17318),
        (["player-pair"], 13, ("p1", "p2"), 91),
        (["banker-pair"], 13, ("b1", "b2"), 91),
        (["player-natural"], 10, ("p1", "p2"), 55),
        (["banker-natural"], 10, ("b1", "b2"), 55),
    ]


def test_orders_of_whole_coups_are_all_orders_of_six_kinds() -> None:
    # With the unseen cards included, 10 kinds have 10^6 rows of six cards.
    [group] = classes(load.rules("punto-banco"), [load.bet("tie")])
    assert sum(row.orders * 10 ** (6 - len(row.held)) for row in group.rows) == 10**6


def test_the_ways_of_a_class_are_counted() -> None:
    [group] = classes(load.rules("punto-banco"), [load.bet("player-pair")])
    place = next(i for i, row in enumerate(group.rows) if row.held == (9, 9))
    assert group.rows[place].lines == ("win",)
    assert group.rows[place].orders == 1
    assert group.ways(Shoe.decks(1))[place] == 4 * 3 * 50 * 49 * 48 * 47


def test_rows_are_sorted() -> None:
    [group] = classes(load.rules("punto-banco"), [load.bet("tie"), load.bet("lucky-6")])
    assert [(len(row.held), row.held) for row in group.rows] == sorted(
        (len(row.held), row.held) for row in group.rows
    )
    assert [row.lines for row in group.rows if row.held == (0, 0, 6, 9, 9)] == [("lose", "lose")]
    assert len({(row.held, row.lines) for row in group.rows}) == len(group.rows)


@pytest.mark.parametrize(("bet", "needed"), [("all-red", "5,698,728"), ("jackpot-baccarat", "7,311,616")])
def test_bets_with_too_many_patterns_are_rejected(bet: str, needed: str) -> None:
    with pytest.raises(ba.AnalyzerError) as refused:
        classes(load.rules("punto-banco"), [load.bet("tie"), load.bet(bet)])
    assert str(refused.value) == (
        f"expected bets that need at most 3,000,000 patterns, got bet {load.bet(bet).reference!r}, "
        f"which needs {needed}; leave it out"
    )


def test_the_limit_itself_is_allowed_and_the_error_names_the_first_bet() -> None:
    pairs = [
        Bet("one", "one", (Line("wins", Condition.parse("player_pair"), Fraction(1)),)),
        Bet("two", "two", (Line("wins", Condition.parse("p1.rank < p2.rank"), Fraction(1)),)),
    ]
    rules = load.rules("punto-banco")
    for bets, needed in ((pairs[:1], 91), (pairs, 169)):
        assert len(classes(rules, bets, most=needed)) == 1
        with pytest.raises(ba.AnalyzerError, match=f"bet '.*one.*', which needs {needed};"):
            classes(rules, bets, most=needed - 1)
    shoe = SHOES[1]
    ways = added_up(classes(rules, pairs), pairs, shoe)
    asked = census(rules, [(bet.lines[0].when,) for bet in pairs]).ways(shoe)
    assert [ways[place]["wins"] for place in (0, 1)] == [won for won, _ in asked]
