"""Known cards, for all places and cards at once, agree with a census for each of them alone."""

from collections.abc import Sequence
from dataclasses import replace
from random import Random

import pytest
from shoes import brief, random_shoes
from suite import MULTIPLIER
from test_few_cards import BY, GIVEN_SEVEN, PUNTO_BANCO

import analyzer as ba
from analyzer.bets.condition import Condition
from analyzer.census import known_card
from analyzer.census.census import census
from analyzer.census.collect import Split
from analyzer.census.kinds import card_in_cell
from analyzer.census.known_card import ways_by_card
from analyzer.errors import ConditionError
from analyzer.game.dealt import Dealt
from analyzer.game.rules import Rules
from analyzer.game.shoe import Shoe

SOME = 2 * MULTIPLIER  # A census with suits takes a third of a second for each place.

BY_TOTAL = replace(PUNTO_BANCO, id="by-total", banker_by="player-total")


def conditions(*texts: str) -> Split:
    return tuple(map(Condition.parse, texts))


OF_SUITS = [
    conditions("player_total == 8 and distinct(suit, player) == 1 and player_cards == 3", "banker_wins"),
    conditions("count(color == red) == cards", "tie"),
    conditions("distinct(suit, first_four) == 1 and p1.rank < p2.rank", "distinct(rank, first_four) == 4"),
    conditions("p3.suit == b3.suit", "p3.suit == spades and banker_two == 5"),
    # The next two splits look at the same suits.
    conditions("distinct(suit, player) == 1 and distinct(suit, banker) < 3", "player_total == 8"),
    conditions("distinct(suit, banker) == 2 and distinct(suit, player) == 2 or tie", "banker_wins"),
]
OF_RANKS = [BY["ranks"], BY["points"], (), *map(conditions, ("1 == 2", "player_pair or b2.rank == 9"))]


def check(rules: Rules, splits: Sequence[Split], shoe: Shoe, random: Random, most: int = 6) -> None:
    """Check that the ways at `most` places for each split are those of a census that knows the card there."""
    present = [cell for cell, n in enumerate(shoe.counts) if n]
    for split, found in zip(splits, ways_by_card(rules, splits, shoe), strict=True):
        assert found is not None
        places = range(1, rules.cards_from_shoe + 1)
        for place in random.sample(places, min(most, len(places))):
            card = card_in_cell(random.choice(present), shoe.fineness)
            [ways] = census(rules, [split], Dealt(ahead=((place, card),))).ways(shoe.without([card]))
            assert found.given(place, card) == tuple(ways), (split, place, str(card), brief(shoe))


@pytest.mark.kernel
@pytest.mark.parametrize("rules", [PUNTO_BANCO, GIVEN_SEVEN, BY_TOTAL], ids=lambda rules: rules.id)
def test_every_place_agrees_with_a_census_of_the_known_card(rules: Rules) -> None:
    for number, shoe in enumerate(random_shoes("ranks", 3 * MULTIPLIER)[::2]):
        check(rules, OF_RANKS, shoe, Random(number))


@pytest.mark.parametrize(
    "most", [0, pytest.param(10**7, marks=pytest.mark.kernel)], ids=["suit layer", "one layer"]
)
def test_known_suits_with_and_without_a_suit_layer(most: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(known_card, "_MOST_PATTERNS", most)
    parts = [OF_SUITS[:3], OF_SUITS[3:]] if most == 0 else [OF_SUITS[2:3]] * 2
    for number, shoe in enumerate(random_shoes("cards", 3 * MULTIPLIER)[::2]):
        check(PUNTO_BANCO, parts[number % 2], shoe, Random(number), SOME)
    check(GIVEN_SEVEN, OF_SUITS[3:4], Shoe.decks(1), Random(0), SOME)


@pytest.mark.slow
def test_splits_that_look_at_the_same_suits_are_weighed_together() -> None:
    check(PUNTO_BANCO, OF_SUITS[4:], Shoe.decks(1), Random(1), SOME)


@pytest.mark.kernel
@pytest.mark.parametrize("decks", [9, 40, 1923])
def test_large_shoes_are_counted_in_integers(decks: int) -> None:
    check(PUNTO_BANCO, [BY["points"]], Shoe.decks(decks).coarsen("points"), Random(decks))


def test_if_memory_is_short_a_census_is_made_for_each_card(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = ba.question("standard", 1, bets=["all-red"])
    found = ba.peek(asked, cards=[3, 5])
    monkeypatch.setattr(known_card, "_MOST_PATTERNS", 0)

    def refuse(*arguments: object) -> None:
        raise ConditionError("expected less")

    monkeypatch.setattr(known_card, "_joint", refuse)
    assert ba.peek(asked, cards=[3, 5]).places == found.places
