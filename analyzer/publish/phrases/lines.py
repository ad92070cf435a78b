"""When each line of a bet settles it, in words.

Knows nothing of prices.
"""

from analyzer.bets.bet import Bet, Line
from analyzer.message import Message, say
from analyzer.publish.phrases.conditions import both, event
from analyzer.publish.phrases.measure import exclusive


def event_of_line(bet: Bet, line_id: str) -> Message:
    """When a line settles a bet, as a clause; it says so where an earlier line may hold at the same time.

    `line_id` is the id of one of the bet's lines, or `lose`.
    """
    earlier: list[Line] = []
    for line in bet.lines:
        if line.id == line_id:
            words = event(line.when)
            if all(exclusive(line.when.tree, before.when.tree) for before in earlier):
                return words
            return both(words, say("no earlier line holds"))
        earlier.append(line)
    return say("no other line holds")
