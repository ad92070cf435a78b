"""When each line of a bet settles it, in words.

Knows nothing of prices.
"""

from analyzer.bets.bet import LOSE, Bet
from analyzer.message import Message, say
from analyzer.publish.phrases.conditions import both, event
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
