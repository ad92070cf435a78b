"""Every bet of the library against the oracle, line by line, on small shoes in which each line can come."""

from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from itertools import combinations
from pathlib import Path
from random import Random

import pytest
from oracle import Oracle
from shoes import brief

from analyzer.bets.bet import Bet, Line
from analyzer.bets.condition import Condition
from analyzer.bets.tree import All, Not
from analyzer.catalog import load
from analyzer.catalog.sheets import sheet
from analyzer.census.census import census, needs
from analyzer.census.example import example
from analyzer.game.cards import Card, card_at
from analyzer.game.rules import Rules
from analyzer.game.shoe import KEYS, Fineness, Shoe

CATALOG = Path(str(files("analyzer.catalog")))
PUNTO_BANCO, SEVEN_FIRST = load.rules("punto-banco"), load.rules("player-first-7")
DEEP = Shoe.decks(8)


def bets_everywhere() -> Iterator[tuple[str, Rules, Bet]]:
    """Every bet with the rules it is meant for: of the library, of its variants, of its claims.

    Prices do not matter here: a bet has the same lines at all of them.
    """
    for name, prices in load.library().items():
        yield name, SEVEN_FIRST if prices[0].family == "seven-up" else PUNTO_BANCO, prices[0]
    for variant in map(load.variant, load.variant_ids()):
        for name, prices in variant.local.items():
            yield f"{variant.id}:{name}", variant.rules, prices[0]
    for stem in load.claim_stems():
        for _, prices in sheet(str(CATALOG / "claims" / f"{stem}.toml")).bets:
            yield f"{stem}:{prices[0].id}", PUNTO_BANCO, prices[0]


BETS = {name: (rules, bet) for name, rules, bet in bets_everywhere()}

IMPOSSIBLE = {
    (f"matching-dragon-{rank}", line) for rank in (3, 4, 8, 9) for line in ("five", "six")
}  # priced for every rank alike, but four of these make the two hands stand


def split_of(bet: Bet) -> tuple[Condition, ...]:
    return tuple(line.when for line in bet.lines)


def alone(bet: Bet, line: Line) -> Condition:
    """That a line holds and none before it."""
    before = bet.lines[: bet.lines.index(line)]
    return Condition(line.when.text, All((line.when.tree, *(Not(other.when.tree) for other in before))))


@cache
def fineness(name: str) -> Fineness:
    rules, bet = BETS[name]
    return needs(rules, split_of(bet)).fineness


@cache
def shoe_with(name: str, line: Line) -> Shoe:
    """Seven cards or so, among them those of a coup that the line settles; few kinds, to be dealt fast.

    Where the line leaves a card or its suit open, chance fills it.
    """
    rules, bet = BETS[name]
    found = example(rules, alone(bet, line), DEEP)
    assert found is not None
    random = Random(f"{name} {line.id}")
    cards = [card_at(random.randrange(52)) if card.suit is None else card for card in found.from_shoe(rules)]
    cards = [
        card if told.suit else Card(told.rank, card.suit)
        for card, told in zip(cards, found.from_shoe(rules), strict=True)
    ]
    cards.append(card_at(random.randrange(52)))
    cards += random.choices(cards, k=max(1, rules.cards_from_shoe + 1 - len(cards)))
    counts = [0] * 52
    for card in cards:
        counts[card.index] += 1
    return Shoe(tuple(counts), "cards").coarsen(fineness(name))


@pytest.mark.parametrize("name", BETS)
def test_every_line_of_every_bet_is_as_the_oracle_deals_it(name: str) -> None:
    rules, bet = BETS[name]
    counted = census(rules, [split_of(bet)])
    for number, line in enumerate(bet.lines):
        if (bet.id, line.id) in IMPOSSIBLE:
            continue
        shoe = shoe_with(name, line)
        [ways] = counted.ways(shoe)
        assert ways[number] > 0
        assert ways == Oracle(rules, shoe.fineness).ways(shoe, split_of(bet)), brief(shoe)
