"""Which lines of a bet hold together with an earlier one, and whose wins the bet loses, by exact count.

Knows nothing of words, and nothing of prices.
"""

from collections.abc import Iterator, Sequence
from itertools import compress, product

from analyzer.analysis.odds import split
from analyzer.analysis.valuation import Valuation
from analyzer.bets.bet import LOSE
from analyzer.bets.condition import Condition
from analyzer.census.census import census
from analyzer.census.gather import Split
from analyzer.game.dealt import NOTHING
from analyzer.game.rules import Rules
from analyzer.game.shoe import Shoe

WINNERS: Split = tuple(map(Condition.parse, ("player_wins", "banker_wins", "tie")))
"""The three ends of a coup."""


def overlapping(
    rules: Rules, value: Valuation, shoe: Shoe, lines: Sequence[str], *, exhaustive: bool = False
) -> frozenset[str]:
    """Those of some lines of a bet that a coup of the shoe satisfies together with an earlier line.

    Args:
        rules: how the coups are dealt.
        value: the bet, valued on the shoe.
        shoe: the cards.
        lines: the ids of the lines in question.
        exhaustive: count also what needs more than 10⁸ patterns.
    """
    asked = [line for line in value.bet.lines if line.id in lines]
    alone = [(line.when,) for line in asked]
    counted = census(rules, alone, NOTHING, exhaustive).ways(shoe) if alone else []
    return frozenset(
        line.id for line, (own, _) in zip(asked, counted, strict=True) if own > value.ways[line.id]
    )


def lost_to(rules: Rules, value: Valuation, shoe: Shoe, *, exhaustive: bool = False) -> Split | None:
    """Those of WINNERS in just whose coups a bet loses; None where no such tell it, or not all can happen.

    Args:
        rules: how the coups are dealt.
        value: the bet, valued on the shoe.
        shoe: the cards.
        exhaustive: count also what needs more than 10⁸ patterns.
    """
    [ends] = census(rules, [WINNERS[:-1]]).ways(shoe)
    if not all(ends) or not any(sum(some) == value.ways[LOSE] for some in _some(ends)):
        return None  # most bets; what follows takes longer
    lines = split(value.bet)
    [counted] = census(rules, [(*lines, *WINNERS[:-1])], NOTHING, exhaustive).ways(shoe)
    losing = counted[len(lines) :]
    if any(ways not in (0, every) for ways, every in zip(losing, ends, strict=True)):
        return None
    return tuple(compress(WINNERS, losing))


def _some(ends: Sequence[int]) -> Iterator[list[int]]:
    """Some of several numbers but not all of them, in every way."""
    for chosen in product((False, True), repeat=len(ends)):
        if len(set(chosen)) > 1:
            yield list(compress(ends, chosen))
