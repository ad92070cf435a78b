"""Lines of a bet that overlap earlier ones, and the results on which a bet loses, by exact count."""

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
"""The three results of a coup."""


def overlapping(
    rules: Rules, value: Valuation, shoe: Shoe, lines: Sequence[str], *, exhaustive: bool = False
) -> frozenset[str]:
    """The ids of those of `lines` whose condition can hold in the same coup as an earlier line's.

    `value` is the bet valued on the shoe; `exhaustive` counts even what needs more than 10⁸ patterns.
    """
    conditions = {line.id: line.when for line in value.bet.lines if line.id in lines}
    if not conditions:
        return frozenset()
    counted = census(rules, [(when,) for when in conditions.values()], NOTHING, exhaustive).ways(shoe)
    # An earlier line settles some of the coups in which the condition holds.
    return frozenset(
        line for line, (holding, _) in zip(conditions, counted, strict=True) if holding > value.ways[line]
    )


def lost_to(rules: Rules, value: Valuation, shoe: Shoe, *, exhaustive: bool = False) -> Split | None:
    """The results, out of WINNERS, on which a bet always loses, if it never loses on the others.

    None where its losses do not depend on the result alone, or a result cannot happen.
    """
    [ways] = census(rules, [WINNERS[:-1]]).ways(shoe)
    sums = {sum(results) for size in (1, 2) for results in combinations(ways, size)}
    if not all(ways) or value.ways[LOSE] not in sums:
        return None  # most bets; what follows takes longer
    lines = split(value.bet)
    [counted] = census(rules, [(*lines, *WINNERS[:-1])], NOTHING, exhaustive).ways(shoe)
    lost = counted[len(lines) :]
    if any(losing not in (0, total) for losing, total in zip(lost, ways, strict=True)):
        return None
    return tuple(compress(WINNERS, lost))
