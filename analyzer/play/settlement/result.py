"""What became of the stakes of a record, and where the record says otherwise."""

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
"""What became of a stake: won or lost, returned by its line, returned because the coup was cancelled, never
taken, or taken and not settled."""


STATUSES: dict[EntryStatus, Message] = {
    "settled": message("settled"),
    "push": message("stake returned"),
    "refunded": message("refunded"),
    "refused": message("refused"),
    "open": message("open"),
}
"""What became of a stake, in a word or two."""

PARTS = {
    "net": message("the net"),
    "gain": message("the exact gain"),
    "commission": message("the commission"),
    "rounding": message("the rounding"),
    "held": message("the amount held"),
    "balance": message("the balance after the entry"),
    "status": message("the status"),
}
"""What a record can say of what became of a stake, by attribute of `SettledStake`."""


@dataclass(frozen=True, slots=True)
class SettledStake:
    """What became of one stake; money in the unit of the stakes.

    `held` was taken out of the balance before the coup. `gain` is exact, without the stake and after
    `commission`; `net` is what was paid. `balance` is the bettor's after this entry, including what is held;
    it begins at 0 if the bettor brought none. `reason` says why a stake was refused, refunded, left open, or
    settled late. `deviations` are what the record says of it otherwise: its net, its balance, its status.
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
        """What paying in chips added to the gain, or took from it."""
        return self.net - self.gain


@dataclass(frozen=True, slots=True)
class Account:
    """The sums of one bettor's entries; if `opening`, the balance brought, is None, no stake is too large.

    `staked` is the sum of settled stakes, pushes included; `held` is what open stakes still hold. `before` is
    the balance before the first coup by the first one that the record states, if none was brought.
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
        """What all bettors gained together, as paid; negative if the house gained."""
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
        """What paying in chips adds to the house edge per unit staked; negative if it lowers the edge."""
        return self.value.ev - self.ev


@dataclass(frozen=True, slots=True)
class Missed:
    """A part of a shoe's record that could not be read or settled: its place and coup if known, and why."""

    shoe: str
    where: str
    why: Text
    coup: int | None = None

    @property
    def sentence(self) -> Message:
        """That it could not be read, and why."""
        return message("this could not be read: {why}", why=self.why)


@dataclass(frozen=True, slots=True)
class Deviation:
    """Where a record and its settlement do not agree: the kind (a short id), the place, and what differs.

    The kind is that of a fault of the coup, as `replay` has it; `payment` if the record says otherwise of
    what became of a stake; `bet` for a stake on an unknown bet, which is not settled; `coup` for one on a
    coup that the record does not have.
    """

    kind: str
    shoe: str
    coup: int
    where: str
    what: Message
    bettor: str = ""

    @property
    def sentence(self) -> Message:
        """What differs, after the name of the bettor, if there is one."""
        return message("{bettor}: {what}", bettor=self.bettor, what=self.what) if self.bettor else self.what


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A stake on an unknown bet: neither taken nor settled, and in no sum."""

    shoe: str
    coup: int
    stake: Stake


@dataclass(frozen=True, repr=False, slots=True)
class Settlement(Answer):
    """A record's stakes settled, and how paying in chips changes the edge of each bet at each stake size.

    `questions` has one question for each variant and rules of the record's shoes. `rounded` is empty if gains
    are paid exactly; its bets are valued on fresh shoes of the size that the record or else the variant
    gives, and `excluded` are the bets that cannot be valued on a fresh shoe.

    `deviations` are where the record says otherwise, stakes on unknown bets first; those are `left_out`.
    `by_record` counts the coups without all their cards whose stakes the record's own result settled, and
    `ignored` has the names of the columns and keys that were not read. `replaced` counts the record's own
    stakes where those of a ledger took their place.
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
        """Whether all of the record was read and settled, and says nothing else."""
        return not (self.deviations or self.missed)

    @property
    def entries(self) -> tuple[SettledStake, ...]:
        """Every stake, in order."""
        return self.ledger.entries

    @property
    def net(self) -> Fraction:
        """What all bettors gained together, as paid; negative if the house gained."""
        return self.ledger.net
