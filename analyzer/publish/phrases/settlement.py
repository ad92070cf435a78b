"""What a line of a bet does to a stake, in words.

Knows nothing of when a line holds.
"""

from fractions import Fraction

from analyzer.bets.bet import Bet
from analyzer.message import Figure, Message, say

STAKE = 100
"""The stake that is told of: so large that a commission in whole percents leaves no fraction."""


def pays_in_words(bet: Bet, line_id: str) -> Message:
    """Whether a line of a bet, or `lose`, wins, pushes or loses, and what it pays, as a sentence."""
    outcomes, net = bet.outcomes[line_id], bet.nets[line_id]
    if len(outcomes) > 1:
        drawn = tuple(
            say("{pays} to 1 with probability {probability}", pays=_ratio(pays), probability=_ratio(chance))
            for pays, chance in outcomes
        )
        return say("The bet wins; what it pays is drawn by chance, apart from the cards: {pays}.", pays=drawn)
    if net > 0:
        return _won(net, next(line.commission for line in bet.lines if line.id == line_id))
    if net == 0:
        return say("The bet pushes.")
    if net == -1:
        return say("The bet loses.")
    if net > -1:
        return say("The bet loses a part of the stake.")
    return say("The bet loses {units} times the stake.", units=_ratio(-net))


def settled_in_words(bet: Bet, line_id: str) -> Message:
    """What becomes of a stake of 100 that a line of a bet, or `lose`, settles, as a sentence."""
    stake, gain = STAKE, STAKE * bet.nets[line_id]
    wins, loses = _amount(gain), _amount(-gain)
    if len(bet.outcomes[line_id]) > 1:
        mean = Figure(gain, "decimal")
        return say("On average, a stake of {stake} wins {gain} and is returned.", stake=stake, gain=mean)
    if gain > 0:
        return say("A stake of {stake} wins {gain} and is returned.", stake=stake, gain=wins)
    if gain == 0:
        return say("A stake of {stake} is returned, and nothing is won.", stake=stake)
    if gain == -stake:
        return say("A stake of {stake} is lost.", stake=stake)
    if gain > -stake:
        rest = _amount(stake + gain)
        return say(
            "Of a stake of {stake}, {loss} is lost and {rest} is returned.",
            stake=stake,
            loss=loses,
            rest=rest,
        )
    more = _amount(-gain - stake)
    return say("A stake of {stake} costs {loss}: itself and {more} more.", stake=stake, loss=loses, more=more)


def _won(net: Fraction, commission: Fraction) -> Message:
    if not commission:
        return say("The bet wins and pays {pays} to 1.", pays=_ratio(net))
    rate = Message("{rate}%", (("rate", _ratio(100 * commission)),))
    return say(
        "The bet wins and pays {gross} to 1 less a commission of {rate}, which makes {pays} to 1.",
        gross=_ratio(net / (1 - commission)),
        rate=rate,
        pays=_ratio(net),
    )


def _ratio(x: Fraction) -> Figure:
    return Figure(x, "ratio")


def _amount(x: Fraction) -> int | Figure:
    return x.numerator if x.denominator == 1 else _ratio(x)
