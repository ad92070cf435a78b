"""What the stakes of a recorded coup gained, checked against the lines of their bets.

Knows bets and one coup, and nothing of shoes.
"""

from collections.abc import Iterator, Mapping
from fractions import Fraction

from analyzer.bets.bet import Bet
from analyzer.census.worked_example import settling
from analyzer.errors import CardError
from analyzer.game.coup import Coup
from analyzer.play.record import RecordedCoup, Stake
from analyzer.play.replay.fault import Fault
from analyzer.play.settlement.settlement import EXACT, Chips, payments
from analyzer.text import Figure, Message, Value, message


class Cashier:
    """The bets of a record by the references that its stakes have, and the chips in which gains are paid."""

    def __init__(self, bets: Mapping[str, Bet], chips: Chips = EXACT) -> None:
        """Begin with no stake settled."""
        self._bets, self._chips = bets, chips

    def faults(self, recorded: RecordedCoup, coup: Coup | None) -> Iterator[Fault]:
        """A fault for each stake whose net is not what the coup gives; a coup called off returns every stake.

        A stake without a net is not checked, nor is one where the coup or the deciding suit is unknown.

        Args:
            recorded: the coup as it is recorded.
            coup: the coup as it should have been, None where that is unknown.
        """
        for stake in recorded.stakes:
            if stake.net is None:
                continue
            where = stake.where or recorded.where
            if stake.bet not in self._bets:
                what = message("bet {bet} is not known here, so what it gained is not checked", bet=stake.bet)
                yield Fault("bet", what, recorded.number, where)
            elif (gains := self._gains(recorded, coup, stake)) and stake.net not in gains:
                yield Fault("net", _wrong(stake, stake.net, gains), recorded.number, where)

    def _gains(self, recorded: RecordedCoup, coup: Coup | None, stake: Stake) -> tuple[Fraction, ...]:
        """What a stake can have gained, as paid; several where chance multiplies it, none where unknown."""
        if recorded.status == "cancelled":
            return (Fraction(0),)
        if coup is None:
            return ()
        bet = self._bets[stake.bet]
        try:
            return payments(bet, settling(bet, coup), stake.amount, self._chips)
        except CardError:
            return ()


def _wrong(stake: Stake, net: Fraction, gains: tuple[Fraction, ...]) -> Message:
    """What a stake is recorded to have gained, and what it gained."""
    values: dict[str, Value] = {
        "stake": Figure(stake.amount, "ratio"),
        "bet": stake.bet,
        "said": Figure(net, "ratio"),
        "gain": tuple(Figure(gain, "ratio") for gain in gains),
    }
    if not stake.bettor:
        return message(
            "the net of the stake of {stake} on {bet} is recorded as {said} and is {gain}", **values
        )
    return message(
        "the net of the stake of {stake} on {bet} by {bettor} is recorded as {said} and is {gain}",
        bettor=stake.bettor,
        **values,
    )
