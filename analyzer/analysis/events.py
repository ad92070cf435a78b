"""Whether bets count the same coups, compared over every pattern, never by equal numbers of ways alone."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, product

import numpy as np

from analyzer.analysis.question import split
from analyzer.bets.bet import LOSE, Bet
from analyzer.bets.condition import Condition
from analyzer.bets.evaluate import Block
from analyzer.bets.facts import POSITIONS
from analyzer.bets.tree import All
from analyzer.census.census import census
from analyzer.census.collect import outcomes
from analyzer.census.worked_example import dealt_coups
from analyzer.errors import ConditionError
from analyzer.game.dealt import NOTHING
from analyzer.game.rules import Rules
from analyzer.game.shoe import Shoe

Together = Mapping[tuple[str, str], int]
"""The pairs of lines of two bets, `lose` included, that settle some coup together, with their ways."""

EVERY_PATTERN = Shoe.decks(8)
"""A shoe from which every pattern can be dealt: a coup takes at most six cards, and it has eight of each."""

_COUPS = 1_000  # Coups on which two bets must agree before all patterns are counted.


def settled_together(rules: Rules, a: Bet, b: Bet, exhaustive: bool = False) -> Together:
    """Which lines of two bets settle coups together, with the ways from `EVERY_PATTERN`.

    A pair's ways are a sum of positive numbers, one for each pattern that the pair settles, so a pair is
    missing exactly if it settles no pattern. Raises ConditionError if the conditions need too many patterns.
    """
    one, other = ([*(line.when.tree for line in bet.lines), None] for bet in (a, b))
    # In this order, the first pair that holds consists of the first line of each bet that holds.
    cells = [All(tuple(tree for tree in pair if tree is not None)) for pair in product(one, other)]
    counted = _ways(rules, tuple(Condition("", cell) for cell in cells[:-1]), exhaustive)
    return {pair: ways for pair, ways in zip(product(a.nets, b.nets), counted, strict=True) if ways}


@lru_cache(maxsize=256)
def _ways(rules: Rules, lines: tuple[Condition, ...], exhaustive: bool) -> Sequence[int]:
    [counted] = census(rules, [lines], NOTHING, exhaustive).ways(EVERY_PATTERN)
    return counted


def same_coups(together: Iterable[tuple[str, str]]) -> dict[str, str]:
    """The lines of A that settle exactly the coups that one line of B settles, each with that line."""
    pairs = set(together)
    of_a, of_b = ([pair[side] for pair in pairs] for side in (0, 1))
    return {a: b for a, b in pairs if of_a.count(a) == of_b.count(b) == 1}


def same_event(together: Iterable[tuple[str, str]]) -> bool:
    """Whether two bets count the same coups: each line of one settles exactly those of one line of the
    other, and both lose in the same coups.
    """
    pairs = set(together)
    return same_coups(pairs).keys() == {a for a, _ in pairs} and all(
        (a == LOSE) == (b == LOSE) for a, b in pairs
    )


@dataclass(frozen=True, slots=True)
class Twin:
    """A bet that counts the same coups as another, and whether it gains the same in each."""

    bet: Bet
    same_pays: bool


def twins(rules: Sequence[Rules], bet: Bet, others: Iterable[Bet], exhaustive: bool = False) -> list[Twin]:
    """The `others` that count the same coups as a bet under each of the rules; those that need too many
    patterns together with the bet are left out.
    """
    seen = [signature(dealt, bet) for dealt in rules]
    found = []
    for other in others:
        if [signature(dealt, other) for dealt in rules] != seen:
            continue
        try:
            together = [settled_together(dealt, bet, other, exhaustive) for dealt in rules]
        except ConditionError:
            continue
        pairs = frozenset(chain.from_iterable(together))
        if same_event(pairs):
            found.append(Twin(other, all(bet.outcomes[a] == other.outcomes[b] for a, b in pairs)))
    return found


@lru_cache(maxsize=4096)
def signature(rules: Rules, bet: Bet) -> bytes:
    """How a bet settles some coups dealt at random: equal for bets that count the same coups.

    Lines are numbered in the order in which they first settle one of the coups, so their names do not matter.
    """
    found = np.concatenate([outcomes(split(bet), block) for block in _blocks(rules)]).tolist()
    numbers = {len(bet.lines): 0}
    return bytes(numbers.setdefault(line, len(numbers)) for line in found)


@lru_cache(maxsize=8)
def _blocks(rules: Rules) -> tuple[Block, ...]:
    """Coups dealt at random, in a block for each pair of numbers of cards."""
    by_places: dict[tuple[str, ...], list[list[int]]] = {}
    for coup in dealt_coups(rules, EVERY_PATTERN, _COUPS):
        places = POSITIONS[: len(coup.player)] + POSITIONS[3 : 3 + len(coup.banker)]
        cards = [4 * (card.rank - 1) + (card.suit or 0) for card in (*coup.player, *coup.banker)]
        by_places.setdefault(places, []).append(cards)
    return tuple(
        Block(dict(zip(places, np.array(rows, dtype=np.int8).T, strict=True)), len(rows))
        for places, rows in by_places.items()
    )
