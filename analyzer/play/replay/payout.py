"""What the stakes of a recorded coup gained, held against the lines of their bets.

Knows bets and one coup, and nothing of shoes.
"""

from collections.abc import Iterator, Mapping
from fractions import Fraction

from analyzer.bets.bet import Bet
from analyzer.census.worked import settling
from analyzer.errors import CardError
from analyzer.game.coup import Coup
from analyzer.message import Figure, Message, say
from analyzer.play.record import RecordedCoup, Stake
from analyzer.play.replay.fault import Fault
from analyzer.play.settlement.settlement import EXACT, Chips, payments


class Cashier:
    """The bets of a record by the references that its stakes have, and the chips in which gains are paid."""

    def __init__(self, bets: Mapping[str, Bet], chips: Chips = EXACT) -> None:
        """Begin with no stake settled."""
        self._bets, self._chips = bets, chips

    def faults(self, recorded: RecordedCoup, coup: Coup | None) -> Iterator[Fault]:
        """A fault for each stake whose net is not what the coup gives; a coup called off returns every stake.

        Nothing is said of a stake without a net, nor where nobody can know the coup or the suit that decides.

        Args:
            recorded: the coup as it is recorded.
            coup: the coup as it should have been, None where nobody can know.
        """
        for stake in recorded.stakes:
            if stake.net is None:
                continue
            if stake.bet not in self._bets:
                what = say("bet {bet} is not known here, so what it gained is not checked", bet=stake.bet)
                yield _fault("bet", what, recorded, stake)
                continue
            gains = self._gains(recorded, coup, stake)
            if gains and stake.net not in gains:
                yield _fault("net", _wrong(stake, gains), recorded, stake)

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


def _fault(kind: str, what: Message, recorded: RecordedCoup, stake: Stake) -> Fault:
    return Fault(kind, what, recorded.number, stake.where or recorded.where)


def _wrong(stake: Stake, gains: tuple[Fraction, ...]) -> Message:
    """What a stake is recorded to have gained, and what it gained."""
    amount, said = Figure(stake.amount, "ratio"), Figure(stake.net or Fraction(0), "ratio")
    gain = tuple(Figure(gain, "ratio") for gain in gains)
    if stake.bettor:
        return say(
            "the net of the stake of {stake} on {bet} by {bettor} is recorded as {said} and is {gain}",
            stake=amount,
            bet=stake.bet,
            bettor=stake.bettor,
            said=said,
            gain=gain,
        )
    return say(
        "the net of the stake of {stake} on {bet} is recorded as {said} and is {gain}",
        stake=amount,
        bet=stake.bet,
        said=said,
        gain=gain,
    )
