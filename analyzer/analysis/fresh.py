"""Bets on fresh shoes of any number of decks, the endless shoe included, all in one go.

The ways of a line on d decks are a polynomial in d whose degree is the cards of a coup, because the number of
each card is a multiple of d. The endless shoe, where each card drawn is put back, is where d grows without
bound: probabilities there are ratios of leading coefficients, and a leading coefficient is the polynomial's
sixth difference over 6!. Nothing is rounded.
"""

from collections.abc import Iterable, Sequence
from math import comb
from typing import Literal

import numpy as np

from analyzer.analysis.odds import split
from analyzer.analysis.valuation import Valuation
from analyzer.bets.bet import Bet
from analyzer.bets.condition import Condition
from analyzer.bets.tree import Not
from analyzer.census.census import census
from analyzer.census.gather import Split
from analyzer.game.rules import Rules

Decks = int | Literal["infinite"]
"""How many decks a fresh shoe has; `infinite` is the endless shoe."""

DECK = 52
"""Cards in a deck."""


def fresh(
    rules: Rules, bets: Sequence[Bet], decks: Iterable[Decks], given: Condition | None = None
) -> dict[Decks, list[Valuation] | None]:
    """What each bet is worth on fresh shoes of these numbers of decks; None where `given` cannot happen.

    The ways of the endless shoe are no deals but 6! times the sequences of six cards out of 52, so that their
    ratios are its probabilities.

    Args:
        rules: how the coup is dealt.
        bets: what to value, in order.
        decks: numbers of decks, each 1 or more, or "infinite".
        given: what is known of the finished coup; probabilities are then conditional on it.

    Raises:
        ConditionError: a condition needs too many patterns.
    """
    wanted = list(dict.fromkeys(decks))
    degree = rules.cards_from_shoe
    low = range(1, degree + 2) if "infinite" in wanted else ()
    sizes = sorted({size for size in wanted if size != "infinite"} | set(low))
    guard: Split = () if given is None else (Condition(f"not ({given})", Not(given.tree)),)
    counted = census(rules, [guard, *(guard + split(bet) for bet in bets)])
    cells = np.repeat(np.array(sizes, dtype=np.int64)[:, None], DECK, axis=1)
    tallies = [tally.tolist() for tally in counted.tallies(cells, "cards")]
    found: dict[Decks, list[Valuation] | None] = {}
    for size in wanted:
        if size == "infinite":
            ways = [
                [_difference(column) for column in zip(*tally[: degree + 1], strict=True)]
                for tally in tallies
            ]
        else:
            ways = [tally[sizes.index(size)] for tally in tallies]
        total = ways[0][-1]
        found[size] = (
            [
                Valuation(bet, total, dict(zip(bet.nets, by_line[len(guard) :], strict=True)))
                for bet, by_line in zip(bets, ways[1:], strict=True)
            ]
            if total
            else None
        )
    return found


def _difference(values: Sequence[int]) -> int:
    """The last difference of values at successive places: the leading coefficient times its factorial.

    >>> _difference([1, 8, 27, 64])
    6
    """
    last = len(values) - 1
    return sum((-1) ** (last - place) * comb(last, place) * value for place, value in enumerate(values))
