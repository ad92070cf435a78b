"""Bets on fresh shoes of any number of decks, and on the infinite shoe, where each card drawn is put back.

The ways of a line on d decks are a polynomial in d whose degree n is the number of cards in a coup. On the
infinite shoe, the limit, a probability is a ratio of leading coefficients: of n-th differences divided by n!.
"""

from collections.abc import Iterable, Sequence
from typing import Literal

import numpy as np

from analyzer.analysis.odds import Report
from analyzer.analysis.question import guard, split
from analyzer.analysis.valuation import Valuation
from analyzer.bets.bet import Bet
from analyzer.bets.condition import Condition
from analyzer.census.census import census
from analyzer.game.dealt import NOTHING
from analyzer.game.rules import Rules
from analyzer.game.shoe import CARDS_IN_DECK, Shoe

Decks = int | Literal["infinite"]
"""How many decks a fresh shoe has; `infinite` where each card drawn is put back."""

SHOES: tuple[Decks, ...] = (*range(1, 9), "infinite")
"""The fresh shoes that are compared."""

_DECK = Shoe.decks(1)

ConditionalBet = tuple[Bet, Condition | None]
"""A bet, and what is known of the finished coup, None if nothing is."""


def fresh(
    rules: Rules,
    bets: Sequence[ConditionalBet],
    decks: Iterable[Decks],
    *,
    deck: Shoe = _DECK,
    exhaustive: bool = False,
) -> dict[Decks, list[Valuation | None]]:
    """What bets are worth on fresh shoes, by number of decks; None where what is known cannot happen.

    On the infinite shoe the ways are n! times the sequences of n cards drawn from one `deck`, each put back.
    Raises ConditionError if a condition needs too many patterns.
    """
    wanted = list(dict.fromkeys(decks))
    degree = rules.cards_from_shoe
    low = range(1, degree + 2) if "infinite" in wanted else ()
    sizes = sorted({size for size in wanted if size != "infinite"} | set(low))
    counted = census(rules, [guard(given) + split(bet) for bet, given in bets], exhaustive=exhaustive)
    cells = np.outer(sizes, deck.counts)
    by_decks: dict[Decks, list[Valuation | None]] = {size: [] for size in wanted}
    for (bet, given), tally in zip(bets, counted.tallies(cells, deck.fineness), strict=True):
        for size in wanted:
            if size == "infinite":
                ways = np.diff(tally[: degree + 1].astype(object), degree, axis=0)[0].tolist()
            else:
                ways = tally[sizes.index(size)].tolist()
            by_line = dict(zip(bet.nets, ways[len(guard(given)) :], strict=True))
            total = sum(by_line.values())
            by_decks[size].append(Valuation(bet, total, by_line) if total else None)
    return by_decks


def fresh_decks(report: Report) -> int:
    """Number of decks in the shoe of a report, if it is fresh and nothing is known of the coup; else 0."""
    return decks_of(report.shoe) if report.dealt == NOTHING and report.given is None else 0


def decks_of(shoe: Shoe) -> int:
    """Number of full decks in a shoe, however coarsely it is known; 0 if it is not made of full decks."""
    decks = shoe.size // CARDS_IN_DECK
    return decks if decks and shoe == Shoe.decks(decks).coarsen(shoe.fineness) else 0
