"""When each line of a bet settles it, in words.

Knows nothing of prices.
"""

from collections.abc import Sequence
from functools import reduce

from analyzer.bets.bet import LOSE, Bet
from analyzer.bets.condition import Condition
from analyzer.bets.tree import Not, Word
from analyzer.message import Message, say
from analyzer.publish.phrases.conditions import both, either, event
from analyzer.publish.phrases.measure import exclusive


def event_of_line(bet: Bet, line_id: str) -> Message:
    """When a line settles a bet, as a clause; it says so where an earlier line may hold at the same time.

    `line_id` is the id of one of the bet's lines, or `lose`.
    """
    if line_id == LOSE:
        return say("no other line holds")
    place = [line.id for line in bet.lines].index(line_id)
    when, earlier = bet.lines[place].when, bet.lines[:place]
    if all(exclusive(when.tree, line.when.tree) for line in earlier):
        return event(when)
    return both(event(when), say("no earlier line holds"))


def is_plain(bet: Bet) -> bool:
    """Whether one fact alone decides a bet, so that words for its denial say when it loses."""
    return len(bet.lines) == 1 and isinstance(bet.lines[0].when.tree, Word)


def event_of_loss(bet: Bet, lost: Sequence[Condition] | None) -> Message:
    """When no line of a bet holds, as a clause: by itself where a few words say it, else by the lines.

    `lost` are conditions one of which holds in just those coups; None where none are known.
    """
    if is_plain(bet):
        denied = Not(bet.lines[0].when.tree)
        return event(Condition(f"not {bet.lines[0].when.text}", denied))
    return reduce(either, map(event, lost)) if lost else event_of_line(bet, LOSE)
