"""Every bet of the library against the oracle, line by line, on small shoes in which each line can occur."""

from functools import cache
from itertools import combinations
from random import Random

import pytest
from library_bets import BETS, IMPOSSIBLE, PUNTO_BANCO
from oracle import dealer
from shoes import brief, random_shoes

from analyzer.bets.bet import Bet, Line
from analyzer.bets.condition import Condition
from analyzer.bets.tree import All, Not
from analyzer.catalog import load
from analyzer.census.census import Census, census, needs
from analyzer.census.worked_example import example_cards
from analyzer.game.cards import Card, card_at
from analyzer.game.rules import Rules
from analyzer.game.shoe import KEYS, Fineness, Shoe

pytestmark = pytest.mark.kernel

SEVEN_FIRST = load.rules("player-first-7")
DEEP = Shoe.decks(8)


def split_of(bet: Bet) -> tuple[Condition, ...]:
    return tuple(line.when for line in bet.lines)


def alone(bet: Bet, line: Line) -> Condition:
    """The condition that a line settles the bet: it is true, and no earlier line is."""
    before = bet.lines[: bet.lines.index(line)]
    return Condition(line.when.text, All((line.when.tree, *(Not(other.when.tree) for other in before))))


@cache
def fineness(name: str) -> Fineness:
    rules, bet = BETS[name]
    return needs(rules, split_of(bet)).fineness


@cache
def possible(sort: Fineness) -> list[tuple[str, str]]:
    """The lines of all bets that need this fineness, except those that cannot occur."""
    lines = [
        (name, line.id) for name, (_, bet) in BETS.items() if fineness(name) == sort for line in bet.lines
    ]
    return [line for line in lines if line not in IMPOSSIBLE]


@cache
def shoe_with(name: str, line: Line) -> Shoe:
    """About seven cards that include those of a coup that the line settles, of few kinds, so dealing is fast.

    Suits that the line leaves open are random. One further card, a different one each time, is not from that
    coup, so that a condition that confuses two cards is detected.
    """
    rules, bet = BETS[name]
    found = example_cards(rules, alone(bet, line), DEEP)
    assert found is not None
    random = Random(f"{name} {line.id}")
    cards = [
        Card(card.rank, random.randrange(4) if card.suit is None else card.suit)
        for card in found.from_shoe(rules)
    ]
    cards.append(card_at(possible(fineness(name)).index((name, line.id)) * 11 % 52))
    cards += random.choices(cards, k=max(1, rules.cards_from_shoe + 1 - len(cards)))
    counts = [0] * 52
    for card in cards:
        counts[card.index] += 1
    return Shoe(tuple(counts), "cards").coarsen(fineness(name))


@cache
def alone_counted(rules: Rules, split: tuple[Condition, ...]) -> Census:
    return census(rules, [split])


@pytest.mark.parametrize("name", BETS)
def test_every_line_of_every_bet_agrees_with_the_oracle(name: str) -> None:
    rules, bet = BETS[name]
    counted = alone_counted(rules, split_of(bet))
    for number, line in enumerate(bet.lines):
        if (name, line.id) in IMPOSSIBLE:
            continue
        shoe = shoe_with(name, line)
        [ways] = counted.ways(shoe)
        assert ways[number] > 0
        assert ways == dealer(rules, shoe.fineness).ways(shoe, split_of(bet)), brief(shoe)


@pytest.mark.parametrize(("name", "line"), IMPOSSIBLE)
def test_a_line_that_cannot_occur_has_no_ways(name: str, line: str) -> None:
    rules, bet = BETS[name]
    [when] = [one.when for one in bet.lines if one.id == line]
    rank = KEYS["ranks"][IMPOSSIBLE[name, line] - 1]
    for other in KEYS["ranks"]:
        shoe = Shoe.from_mapping({rank: 6, other: 6})
        assert dealer(rules, "ranks").ways(shoe, [when])[0] == census(rules, [(when,)]).ways(shoe)[0][0] == 0


@pytest.mark.parametrize("sort", KEYS)
def test_each_card_is_in_the_shoe_of_some_bet(sort: Fineness) -> None:
    held = [0] * len(KEYS[sort])
    for name, id in possible(sort):
        [line] = [line for line in BETS[name][1].lines if line.id == id]
        held = [n + more for n, more in zip(held, shoe_with(name, line).counts, strict=True)]
    assert all(held), brief(Shoe(tuple(held), sort))


BY_POINTS = list(
    dict.fromkeys(split_of(bet) for name, (_, bet) in BETS.items() if fineness(name) == "points")
)
TELLING = Shoe.parse("0=0 3=3 4=1 6=1 9=3")
"""A shoe on which each set of rules gives different numbers of wins."""


@pytest.mark.parametrize("number", range(len(load.rules_ids())))
def test_bets_on_points_agree_with_the_oracle_under_all_rules(number: int) -> None:
    """Every third bet under each set of rules, so that each bet meets three or four of them."""
    rules = load.rules(load.rules_ids()[number])
    splits = BY_POINTS[number % 3 :: 3]
    counted = census(rules, splits).ways(TELLING)
    dealt = [dealer(rules, "points").ways(TELLING, split) for split in splits]
    assert counted == dealt


def test_the_shoe_distinguishes_all_rules() -> None:
    player = split_of(load.bet("player"))
    won = {name: dealer(load.rules(name), "points").ways(TELLING, player) for name in load.rules_ids()}
    assert [pair for pair in combinations(won, 2) if won[pair[0]] == won[pair[1]]] == []


@pytest.mark.parametrize("rules", [PUNTO_BANCO, SEVEN_FIRST], ids=lambda rules: rules.id)
def test_counting_all_bets_together_equals_counting_each_alone(rules: Rules) -> None:
    splits = list({split_of(bet) for own, bet in BETS.values() if own == rules})
    together = census(rules, splits)
    [shoe] = random_shoes("cards", 3)[2:]
    assert together.ways(shoe) == [alone_counted(rules, split).ways(shoe)[0] for split in splits]
