"""Fresh shoes of any number of decks, and the infinite shoe, against other ways of counting."""

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from itertools import product
from math import factorial

import pytest

import analyzer as ba
from analyzer.analysis.odds import Decks, fresh, odds
from analyzer.analysis.question import Question
from analyzer.analysis.valuation import Valuation
from analyzer.bets.bet import Bet, Line
from analyzer.bets.condition import Condition
from analyzer.catalog import load
from analyzer.game.cards import card_at
from analyzer.game.rules import Rules

pytestmark = pytest.mark.kernel

STANDARD = load.rules("punto-banco")
SEVEN = load.rules("player-first-7")
BETS = tuple(load.bet(ref) for ref in ("player", "banker/commission-5", "tie/8", "player-pair", "lucky-6"))
SUITED = Bet("suited", "Suited pair", (Line("win", Condition.parse("player_suited_pair"), Fraction(25)),))
CHOICE: tuple[Decks, ...] = (1, 2, 6, 8, 11, "infinite")


def of(rules: Rules, bet: Bet, decks: Decks, given: Condition | None = None) -> Valuation:
    (value,) = fresh(rules, [(bet, given)], [decks])[decks]
    assert value is not None
    return value


@pytest.mark.parametrize("decks", [1, 3, 8, 12])
@pytest.mark.parametrize("rules", [STANDARD, SEVEN], ids=lambda rules: rules.id)
def test_decks_are_valued_as_by_odds(rules: Rules, decks: int) -> None:
    found = fresh(rules, [(bet, None) for bet in BETS], [decks])
    report = odds(Question.of(rules, BETS, ba.Shoe.decks(decks)))
    assert found == {decks: list(report.valuations)}


def test_a_given_condition_works_as_in_odds() -> None:
    given = Condition.parse("player_natural and not tie")
    asked = [(BETS[0], given), (BETS[2], given), (BETS[0], None)]
    found = fresh(STANDARD, asked, [6])[6]
    report = odds(Question.of(STANDARD, [BETS[0], BETS[2]], ba.Shoe.decks(6), given=given))
    assert found[:2] == list(report.valuations)
    assert found[2] == odds(Question.of(STANDARD, [BETS[0]], ba.Shoe.decks(6))).valuations[0]


def test_an_impossible_condition_gives_no_value() -> None:
    never, always = Condition.parse("player_natural and player_draws"), Condition.parse("player_natural")
    found = fresh(STANDARD, [(BETS[0], never), (BETS[0], always)], [1, "infinite"])
    assert found[1][0] is found["infinite"][0] is None
    assert found[1][1] is not None
    assert found["infinite"][1] is not None


def test_a_condition_possible_only_on_some_shoes_gives_no_value_on_others() -> None:
    five = Condition.parse("count(rank == ace) >= 5")
    found = fresh(STANDARD, [(BETS[0], five)], [1, 2])
    assert found[1] == [None]
    assert found[2][0] is not None


def test_many_shoes_at_once_give_the_same_values_as_each_alone() -> None:
    together = fresh(STANDARD, [(bet, None) for bet in BETS], CHOICE)
    assert list(together) == list(CHOICE)
    for decks in CHOICE:
        assert together[decks] == [of(STANDARD, bet, decks) for bet in BETS]


def test_a_shoe_named_twice_is_valued_once() -> None:
    assert fresh(STANDARD, [(BETS[0], None)], [8, 8]) == fresh(STANDARD, [(BETS[0], None)], [8])


# the infinite shoe: every card is drawn with replacement

Ends = Counter[tuple[int, int, int, int]]
"""Ways of both final totals and both numbers of cards, out of 13ⁿ for n cards from the shoe."""

RANKS = [4, *[1] * 9]
"""How many of the 13 ranks have this many points."""


@cache
def infinite(rules: Rules) -> Ends:
    """Every coup dealt with replacement: two-card totals, then third cards; cards not drawn can be any."""
    two: Counter[int] = Counter()
    for first, second in product(range(10), repeat=2):
        two[(first + second) % 10] += RANKS[first] * RANKS[second]
    of_player = two if rules.player_first is None else Counter({(7 + v) % 10: RANKS[v] for v in range(10)})
    ends: Ends = Counter()
    for (p, p_ways), (b, b_ways) in product(of_player.items(), two.items()):
        ways = p_ways * b_ways
        if p in rules.tableau.naturals or b in rules.tableau.naturals:
            ends[p, b, 2, 2] += ways * 169
            continue
        for third, of_third in enumerate(RANKS) if rules.tableau.player_draws_on(p) else [(None, 13)]:
            final = p if third is None else (p + third) % 10
            cards = 2 if third is None else 3
            if not rules.banker_draws_on(b, third, final):
                ends[final, b, cards, 2] += ways * of_third * 13
                continue
            for last, of_last in enumerate(RANKS):
                ends[final, (b + last) % 10, cards, 3] += ways * of_third * of_last
    assert ends.total() == 13**rules.cards_from_shoe
    return ends


def chance(rules: Rules, holds: Callable[[int, int, int, int], bool]) -> Fraction:
    ends = infinite(rules)
    return Fraction(sum(ways for end, ways in ends.items() if holds(*end)), ends.total())


@pytest.mark.parametrize("rules", [STANDARD, SEVEN], ids=lambda rules: rules.id)
def test_the_infinite_shoe_over_points(rules: Rules) -> None:
    player, banker, tie, _, six = (of(rules, bet, "infinite") for bet in BETS)
    assert player.probability("win") == banker.probability("lose") == chance(rules, lambda p, b, *_: p > b)
    assert banker.probability("win") == chance(rules, lambda p, b, *_: p < b)
    assert tie.probability("win") == player.probability("push") == chance(rules, lambda p, b, *_: p == b)
    two = chance(rules, lambda p, b, _, cards: b == 6 > p and cards == 2)
    assert six.probability("two-card") == two
    assert six.probability("three-card") == chance(rules, lambda p, b, *_: b == 6 > p) - two


def test_the_infinite_shoe_given_a_condition() -> None:
    given = Condition.parse("banker_cards == 3")
    value = of(STANDARD, BETS[1], "infinite", given)
    drawn = chance(STANDARD, lambda p, b, m, n: n == 3)
    assert value.probability("win") == chance(STANDARD, lambda p, b, m, n: n == 3 and b > p) / drawn
    assert value.probability("push") == chance(STANDARD, lambda p, b, m, n: n == 3 and b == p) / drawn


def test_the_infinite_shoe_over_cards() -> None:
    two = Condition.parse("p1.suit == b2.suit and p1.rank < b2.rank and b2.points != 0 and p1.color == red")
    bet = Bet("two", "Two cards", (Line("win", two, Fraction(1)),))
    cards = [card_at(index) for index in range(52)]
    pairs = sum(
        p.suit == b.suit and p.suit in (1, 2) and p.rank < b.rank < 10 for p, b in product(cards, cards)
    )
    assert of(STANDARD, bet, "infinite").probability("win") == Fraction(pairs, 52**2) == Fraction(72, 52**2)
    assert of(STANDARD, SUITED, "infinite").probability("win") == Fraction(1, 52)


def test_the_infinite_shoe_over_suits_of_whole_coups() -> None:
    """With replacement, suits are independent of points: n cards have no spade with probability (3/4)ⁿ."""
    none = Bet("none", "No spade", (Line("win", Condition.parse("count(suit == spades) == 0"), Fraction(1)),))
    ends = infinite(STANDARD)
    spadeless = sum(ways * Fraction(3, 4) ** (m + n) for (_, _, m, n), ways in ends.items())
    expected = spadeless / ends.total()
    assert of(STANDARD, none, "infinite").probability("win") == expected


def test_ways_of_the_infinite_shoe_are_sequences_times_a_factorial() -> None:
    assert of(STANDARD, BETS[0], "infinite").total == factorial(6) * 52**6
    assert of(SEVEN, BETS[0], "infinite").total == factorial(5) * 52**5


def test_more_decks_approach_the_infinite_shoe() -> None:
    limit = of(STANDARD, BETS[1], "infinite").house_edge
    distances = [abs(of(STANDARD, BETS[1], decks).house_edge - limit) for decks in (8, 100, 1000)]
    assert distances == sorted(distances, reverse=True)
    assert distances[-1] * 100 < distances[0]
