"""Lines of a bet that overlap earlier ones, and the results on which a bet loses, by exact count.

Knows nothing of words, and nothing of prices.
"""

from collections.abc import Sequence
from itertools import combinations, compress

from analyzer.analysis.question import split
from analyzer.analysis.valuation import Valuation
from analyzer.bets.bet import LOSE
from analyzer.bets.condition import Condition
from analyzer.census.census import census
from analyzer.census.collect import Split
from analyzer.game.dealt import NOTHING
from analyzer.game.rules import Rules
from analyzer.game.shoe import Shoe

WINNERS: Split = tuple(map(Condition.parse, ("player_wins", "banker_wins", "tie")))
"""The three ends of a coup."""


def overlapping(
    rules: Rules, value: Valuation, shoe: Shoe, lines: Sequence[str], *, exhaustive: bool = False
) -> frozenset[str]:
    """The lines, among the given ids, whose condition can hold in the same coup as an earlier line's.

    `value` is the bet valued on the shoe; `exhaustive` counts even what needs more than 10⁸ patterns.
    """
    asked = [line for line in value.bet.lines if line.id in lines]
    alone = [(line.when,) for line in asked]
    counted = census(rules, alone, NOTHING, exhaustive).ways(shoe) if alone else []
    return frozenset(
        line.id for line, (own, _) in zip(asked, counted, strict=True) if own > value.ways[line.id]
    )


def lost_to(rules: Rules, value: Valuation, shoe: Shoe, *, exhaustive: bool = False) -> Split | None:
    """The results, among WINNERS, on which a bet loses and on no other.

    None where its losses do not depend on the result alone, or a result cannot happen. Takes what
    `overlapping` takes.
    """
    [ends] = census(rules, [WINNERS[:-1]]).ways(shoe)
    sums = {sum(some) for size in (1, 2) for some in combinations(ends, size)}
    if not all(ends) or value.ways[LOSE] not in sums:
        return None  # most bets; what follows takes longer
    lines = split(value.bet)
    [counted] = census(rules, [(*lines, *WINNERS[:-1])], NOTHING, exhaustive).ways(shoe)
    losing = counted[len(lines) :]
    if any(ways not in (0, every) for ways, every in zip(losing, ends, strict=True)):
        return None
    return tuple(compress(WINNERS, losing))
