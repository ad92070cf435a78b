"""The lines of a bet in words: when each line settles the bet, and what happens to the stake."""

from collections.abc import Sequence
from fractions import Fraction
from functools import reduce

from analyzer.bets.bet import LOSE, Bet
from analyzer.bets.condition import Condition
from analyzer.bets.tree import Not, Word
from analyzer.phrases.conditions import both, either, event
from analyzer.phrases.quantities import exclusive
from analyzer.text import Figure, Message, Value, message


def event_of_line(bet: Bet, line_id: str) -> Message:
    """When a line, or `lose`, settles a bet, as a clause; it excludes earlier lines that can apply too."""
    if line_id == LOSE:
        return message("no other line applies")
    place = [line.id for line in bet.lines].index(line_id)
    when, earlier = bet.lines[place].when, bet.lines[:place]
    if all(exclusive(when.tree, line.when.tree) for line in earlier):
        return event(when)
    return both(event(when), message("no earlier line applies"))


def is_plain(bet: Bet) -> bool:
    """Whether a bet has one line with one fact, so that it loses exactly when that fact is false."""
    return len(bet.lines) == 1 and isinstance(bet.lines[0].when.tree, Word)


def event_of_loss(bet: Bet, lost: Sequence[Condition] | None) -> Message:
    """When a bet loses, as a clause: by the conditions `lost` if known (not None), else that no line applies.

    At least one condition of `lost` is true in exactly the coups that lose.
    """
    if is_plain(bet):
        return event(Condition(f"not {bet.lines[0].when}", Not(bet.lines[0].when.tree)))
    return reduce(either, map(event, lost)) if lost else event_of_line(bet, LOSE)


def pays_in_words(bet: Bet, line_id: str) -> Message:
    """Whether a line of a bet, or `lose`, wins, pushes or loses, and what it pays, as a sentence."""
    outcomes, net = bet.outcomes[line_id], bet.nets[line_id]
    if len(outcomes) > 1:
        pays = tuple(
            message("{pays} to 1 with probability {probability}", pays=_ratio(x), probability=_ratio(chance))
            for x, chance in outcomes
        )
        return message("The bet wins and pays a random amount, independent of the cards: {pays}.", pays=pays)
    if net > 0:
        return _won(net, next(line.commission for line in bet.lines if line.id == line_id))
    if net == 0:
        return message("The bet pushes.")
    if net == -1:
        return message("The bet loses.")
    if net > -1:
        return message("The bet loses part of the stake.")
    return message("The bet loses {units} times the stake.", units=_ratio(-net))


def settled_in_words(bet: Bet, line_id: str) -> Message:
    """What happens to a stake of 100 if a line of a bet, or `lose`, settles it, as a sentence."""
    stake = 100  # a commission of a whole percentage leaves no fraction
    gain = stake * bet.nets[line_id]
    if len(bet.outcomes[line_id]) > 1:
        mean = Figure(gain, "decimal")
        return message("On average, a stake of {stake} wins {gain} and is returned.", stake=stake, gain=mean)
    if gain > 0:
        return message("A stake of {stake} wins {gain} and is returned.", stake=stake, gain=_amount(gain))
    if gain == 0:
        return message("A stake of {stake} is returned, and nothing is won.", stake=stake)
    loss = _amount(-gain)
    if gain == -stake:
        return message("A stake of {stake} is lost.", stake=stake)
    lost: dict[str, Value] = {"stake": stake, "loss": loss}
    if gain > -stake:
        rest = _amount(stake + gain)
        return message("Of a stake of {stake}, {loss} is lost and {rest} is returned.", rest=rest, **lost)
    more = _amount(-gain - stake)
    return message("A stake of {stake} loses {loss}: the stake and {more} more.", more=more, **lost)


def _won(net: Fraction, commission: Fraction) -> Message:
    if not commission:
        return message("The bet wins and pays {pays} to 1.", pays=_ratio(net))
    rate = Message("{rate}%", (("rate", _ratio(100 * commission)),))
    return message(
        "The bet wins and pays {gross} to 1 less a commission of {rate}, which is {pays} to 1 net.",
        gross=_ratio(net / (1 - commission)),
        rate=rate,
        pays=_ratio(net),
    )


def _ratio(x: Fraction) -> Figure:
    return Figure(x, "ratio")


def _amount(x: Fraction) -> int | Figure:
    return x.numerator if x.denominator == 1 else _ratio(x)
