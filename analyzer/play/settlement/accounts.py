"""What a ledger says: what became of every stake, and what each bettor's come to.

Knows nothing of cards or of files, and settles nothing.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from analyzer.bets.bet import Bet
from analyzer.message import Message
from analyzer.play.settlement.limits import Limits
from analyzer.play.settlement.settlement import Chips

Became = Literal["settled", "push", "refunded", "refused", "open"]
"""What became of a stake: won or lost, returned by its line, returned since the coup was cancelled, never
taken, or taken and not settled."""

ZERO = Fraction(0)


@dataclass(frozen=True, slots=True)
class Entry:
    """What became of one stake; money in the unit of the stakes.

    `held` was taken out of the balance before the coup. `line` settled it. `gain` is exact, besides the
    stake, after `commission`; `net` is what was paid. `balance` is the bettor's own after this entry, what is
    held included: the sum of all nets where the bettor brought none. `reason` says why, where it is refused,
    refunded, open, or settled late.
    """

    shoe: str
    coup: int
    bettor: str
    bet: Bet
    stake: Fraction
    status: Became
    balance: Fraction
    held: Fraction = ZERO
    line: str | None = None
    gain: Fraction = ZERO
    commission: Fraction = ZERO
    net: Fraction = ZERO
    reason: Message | None = None
    where: str = ""

    @property
    def rounding(self) -> Fraction:
        """What paying in chips added to the gain, or took from it."""
        return self.net - self.gain


@dataclass(frozen=True, slots=True)
class Account:
    """One bettor's entries together: `opening` is None where no balance was said, and nothing is short then.

    `staked` is what was taken and settled, pushes included. `held` is still held for open stakes.
    """

    bettor: str
    opening: Fraction | None
    closing: Fraction
    held: Fraction
    staked: Fraction
    commission: Fraction
    rounding: Fraction
    net: Fraction


def account(bettor: str, opening: Fraction | None, held: Fraction, entries: Iterable[Entry]) -> Account:
    """One bettor's own entries together, with what was brought and what is still held."""
    staked = commission = rounding = net = ZERO
    for entry in entries:
        if entry.status in ("settled", "push"):
            staked += entry.stake
        commission += entry.commission
        rounding += entry.rounding
        net += entry.net
    return Account(bettor, opening, (opening or ZERO) + net, held, staked, commission, rounding, net)


@dataclass(frozen=True, slots=True)
class Ledger:
    """Every stake of a record, settled, in order, and what it comes to."""

    entries: tuple[Entry, ...]
    accounts: tuple[Account, ...]
    chips: Chips
    limits: Limits | None

    @property
    def net(self) -> Fraction:
        """What all bettors gained together, as paid; negative where the house did."""
        return sum((entry.net for entry in self.entries), ZERO)
