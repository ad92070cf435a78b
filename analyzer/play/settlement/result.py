"""The results of a record's stakes, and where the record disagrees with them."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from analyzer.analysis.question import Excluded, Question
from analyzer.analysis.valuation import Valuation
from analyzer.bets.bet import Bet
from analyzer.displayable import Answer
from analyzer.game.shoe import Shoe
from analyzer.play.record import Stake
from analyzer.play.settlement.limits import TableLimits
from analyzer.play.settlement.settlement import ZERO, Chips
from analyzer.text import Message, Text, message

EntryStatus = Literal["settled", "push", "refunded", "refused", "open"]
"""The status of a stake: won or lost, returned by its line, returned because the coup was cancelled, never
taken, or taken but not settled."""


STATUSES: dict[EntryStatus, Message] = {
    "settled": message("settled"),
    "push": message("stake returned"),
    "refunded": message("refunded"),
    "refused": message("refused"),
    "open": message("open"),
}
"""The status of a stake as pages show it."""

PARTS = {
    "net": message("the net"),
    "gain": message("the exact gain"),
    "commission": message("the commission"),
    "rounding": message("the rounding"),
    "held": message("the amount held"),
    "balance": message("the balance after the entry"),
    "status": message("the status"),
    "line": message("the line"),
}
"""What a record can state about a settled stake, by attribute of `SettledStake`."""


@dataclass(frozen=True, slots=True)
class SettledStake:
    """The result of one stake; money is in the unit of the stakes.

    `held` is the amount set aside before the coup. `gain` is exact, without the stake and after `commission`;
    `net` is what was paid. `balance` is the bettor's balance after this entry, including amounts held; it
    starts at 0 if no opening balance was given. `reason` states why a stake was refused, refunded, left open,
    or settled late. `deviations` states where the record disagrees, such as on the net, balance or status.
    """

    shoe: str
    coup: int
    bettor: str
    bet: Bet
    stake: Fraction
    status: EntryStatus
    balance: Fraction
    held: Fraction = ZERO
    line: str | None = None
    gain: Fraction = ZERO
    commission: Fraction = ZERO
    net: Fraction = ZERO
    reason: Message | None = None
    where: str = ""
    deviations: tuple[Message, ...] = ()

    @property
    def rounding(self) -> Fraction:
        """What rounding to chips added to the gain; negative if it lowered the gain."""
        return self.net - self.gain


@dataclass(frozen=True, slots=True)
class Account:
    """The sums of one bettor's entries; if `opening`, the opening balance, is None, no stake is too large.

    `staked` is the sum of settled stakes, pushes included; `held` is the amount still held for open stakes.
    `before` is the opening balance implied by the first balance in the record, if none was given.
    """

    bettor: str
    opening: Fraction | None
    closing: Fraction
    held: Fraction
    staked: Fraction
    commission: Fraction
    rounding: Fraction
    net: Fraction
    before: Fraction | None = None


@dataclass(frozen=True, slots=True)
class Ledger:
    """Every stake of a record, settled in order, and the account of every bettor."""

    entries: tuple[SettledStake, ...]
    accounts: tuple[Account, ...]
    chips: Chips
    limits: TableLimits | None

    @property
    def net(self) -> Fraction:
        """The gain of all bettors together, as paid; negative if the house gained."""
        return sum((entry.net for entry in self.entries), ZERO)


@dataclass(frozen=True, slots=True)
class Rounded:
    """A bet on a shoe at stakes of one size, with gains paid in chips; EVs are exact, per unit staked."""

    value: Valuation
    stake: Fraction
    chips: Chips
    shoe: Shoe

    @property
    def ev(self) -> Fraction:
        """Expected net gain per unit staked, as paid."""
        paid = (
            self.chips.paid(self.stake, self.stake * net) * chance * self.value.ways[line]
            for line, outcomes in self.value.bet.outcomes.items()
            for net, chance in outcomes
        )
        return sum(paid, ZERO) / (self.stake * self.value.total)

    @property
    def house_edge(self) -> Fraction:
        """Expected loss per unit staked, as paid."""
        return -self.ev

    @property
    def change(self) -> Fraction:
        """What rounding to chips adds to the house edge per unit staked; negative if it lowers the edge."""
        return self.value.ev - self.ev


@dataclass(frozen=True, slots=True)
class Missed:
    """A part of a shoe's record that could not be read or settled: its place and coup, if known, and why."""

    shoe: str
    where: str
    why: Text
    coup: int | None = None

    @property
    def sentence(self) -> Message:
        """The sentence that it could not be read, and why."""
        return message("this could not be read: {why}", why=self.why)


@dataclass(frozen=True, slots=True)
class Deviation:
    """A disagreement between a record and its settlement: its kind (a short id), its place, what differs.

    The kind is that of a fault of the coup, as in `replay`; or `payment` if the record states a different
    result of a stake; `bet` for a stake on an unknown bet, which is not settled; `coup` for a stake on a coup
    that is not in the record.
    """

    kind: str
    shoe: str
    coup: int
    where: str
    what: Message
    bettor: str = ""

    @property
    def sentence(self) -> Message:
        """What differs, preceded by the name of the bettor, if any."""
        return message("{bettor}: {what}", bettor=self.bettor, what=self.what) if self.bettor else self.what


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A stake on an unknown bet: neither taken nor settled, and in no sum."""

    shoe: str
    coup: int
    stake: Stake


@dataclass(frozen=True, repr=False, slots=True)
class Settlement(Answer):
    """A record's stakes settled, and how rounding to chips changes the edge of each bet at each stake size.

    `questions` has one question for each variant and rules of the record's shoes. `rounded` is empty if gains
    are paid exactly; its bets are valued on fresh shoes of the size given by the record or else the variant,
    and `excluded` has the bets that cannot be valued on a fresh shoe.

    `deviations` has the disagreements with the record, those of stakes on unknown bets first; these stakes
    are `left_out`. `by_record` counts the coups with missing cards whose stakes were settled by the recorded
    result. `ignored` has the names of the columns and keys that were not read. `replaced` counts the record's
    own stakes that were replaced by those of a ledger.
    """

    ledger: Ledger
    questions: tuple[Question, ...]
    rounded: tuple[Rounded, ...]
    excluded: Excluded
    missed: tuple[Missed, ...]
    deviations: tuple[Deviation, ...] = ()
    left_out: tuple[LeftOut, ...] = ()
    by_record: int = 0
    ignored: tuple[str, ...] = ()
    replaced: int = 0

    @property
    def agrees(self) -> bool:
        """Whether all of the record was read and settled without a disagreement."""
        return not (self.deviations or self.missed)

    @property
    def entries(self) -> tuple[SettledStake, ...]:
        """Every stake, in order."""
        return self.ledger.entries

    @property
    def net(self) -> Fraction:
        """The gain of all bettors together, as paid; negative if the house gained."""
        return self.ledger.net
