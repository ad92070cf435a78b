"""Stakes settled by the lines of their bets that hold, in chips; and what became of all stakes of a record.

Knows nothing of cards or of files; limits and balances belong to `ledger`.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal, NamedTuple, get_args

from analyzer.analysis.question import Excluded
from analyzer.analysis.valuation import Valuation
from analyzer.bets.bet import Bet, Variant
from analyzer.bets.pricing import Ratio, exact_of
from analyzer.displayable import Answer
from analyzer.errors import AnalyzerError, did_you_mean
from analyzer.exact import quoted
from analyzer.game.rules import Rules
from analyzer.game.shoe import Shoe
from analyzer.play.settlement.limits import Limits
from analyzer.text import Message, Text

Rounding = Literal["none", "down", "up"]
"""Which way a payout is rounded that is not a multiple of the smallest chip."""

EntryStatus = Literal["settled", "push", "refunded", "refused", "open"]
"""What became of a stake: won or lost, returned by its line, returned because the coup was cancelled, never
taken, or taken and not settled."""

ZERO = Fraction(0)


@dataclass(frozen=True, slots=True)
class Chips:
    """The smallest chip of a table, in units of money, and which way payouts are rounded to it.

    Only what is paid is rounded: gains, and the part returned of a stake that is lost in part. A stake that
    is lost whole, once or several times, already lies in chips.

    Raises:
        AnalyzerError: the chip is not above zero, or there is no such rounding.

    >>> Chips(Fraction(1), "down").paid(Fraction(25), Fraction(95, 4))
    Fraction(23, 1)
    """

    chip: Fraction = Fraction(1)
    rounding: Rounding = "none"

    def __post_init__(self) -> None:
        """Refuse chips and roundings that cannot be."""
        if self.chip <= 0:
            raise AnalyzerError(f"expected a chip above 0, got '{self.chip}'")
        if self.rounding not in get_args(Rounding):
            hint = did_you_mean(str(self.rounding)[:40], get_args(Rounding))
            raise AnalyzerError(f"unknown rounding {quoted(self.rounding)}{hint}")

    def paid(self, stake: Fraction, gain: Fraction) -> Fraction:
        """The gain of a stake as paid: its exact gain, with the payout rounded to chips."""
        if -stake < gain < 0:
            return self._rounded(stake + gain) - stake
        return self._rounded(gain) if gain > 0 else gain

    def _rounded(self, amount: Fraction) -> Fraction:
        if self.rounding == "none":
            return amount
        whole = amount // self.chip * self.chip
        return whole if self.rounding == "down" or whole == amount else whole + self.chip


EXACT = Chips()
"""Every gain paid to the last fraction."""


def chips_of(chip: Ratio | None, rounding: Rounding | None) -> Chips:
    """The chips of a chip size and a rounding: of 1 where no chip is given, paid exactly without a rounding.

    Raises:
        AnalyzerError: either is malformed, or there is a chip without a rounding.
    """
    if chip is not None and rounding is None:
        raise AnalyzerError(
            f"expected a rounding beside a chip of {chip}, down or up (or none, to pay exactly), got nothing"
        )
    return Chips(exact_of(1 if chip is None else chip), "none" if rounding is None else rounding)


class Settled(NamedTuple):
    """What became of a stake: the line that settled it, and money in the unit of the stake.

    `gain` is exact, without the stake and after `commission`, negative for a loss; `net` is as paid in chips.
    """

    line: str
    gain: Fraction
    commission: Fraction
    net: Fraction


def settle(
    bet: Bet, line: str, stake: Fraction, chips: Chips = EXACT, recorded: Fraction | None = None
) -> Settled:
    """A stake above zero on a bet settled by one of its lines, `lose` included.

    Raises:
        AnalyzerError: chance, apart from the cards, multiplies what the line pays, and `recorded`, which else
            is ignored, is none of the possible gains.
    """
    gains = [stake * net for net, _ in bet.outcomes[line]]
    if len(gains) > 1:
        gains = [gain for gain in gains if recorded in (gain, chips.paid(stake, gain))]
    if len(gains) != 1:
        came = "nothing" if recorded is None else f"'{recorded}'"
        several = ", ".join(map(str, payments(bet, line, stake, chips)))
        raise AnalyzerError(
            f"expected the record to say what bet {bet.reference!r} gained, for chance multiplies what line "
            f"{line!r} pays; choose from {several}, got {came}"
        )
    (gain,) = gains
    rate = next((priced.commission for priced in bet.lines if priced.id == line), Fraction(0))
    return Settled(line, gain, gain / (1 - rate) * rate, chips.paid(stake, gain))


def payments(bet: Bet, line: str, stake: Fraction, chips: Chips = EXACT) -> tuple[Fraction, ...]:
    """What a stake can gain by a line, as paid in chips: one amount, several where chance multiplies it."""
    return tuple(dict.fromkeys(chips.paid(stake, stake * net) for net, _ in bet.outcomes[line]))


def amount_held(bet: Bet, stake: Fraction) -> Fraction:
    """What a stake takes out of a balance before the coup: the units that are locked, or that can be lost.

    >>> from analyzer.bets.bet import Bet
    >>> amount_held(Bet("player", "Player", (), locked=Fraction(9)), Fraction(10))
    Fraction(90, 1)
    """
    return stake * (bet.exposure if bet.locked is None else bet.locked)


@dataclass(frozen=True, slots=True)
class Entry:
    """What became of one stake; money in the unit of the stakes.

    `held` was taken out of the balance before the coup. `gain` is exact, without the stake and after
    `commission`; `net` is what was paid. `balance` is the bettor's own after this entry, with what is held:
    the sum of all nets where the bettor brought none. `reason` says why a stake was refused, refunded, left
    open, or settled late.
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

    @property
    def rounding(self) -> Fraction:
        """What paying in chips added to the gain, or took from it."""
        return self.net - self.gain


@dataclass(frozen=True, slots=True)
class Account:
    """One bettor's entries together; where `opening`, the balance brought, is None, no stake is too large.

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


def account(bettor: str, opening: Fraction | None, held: Fraction, entries: Sequence[Entry]) -> Account:
    """One bettor's own entries together, with what was brought and what is still held."""
    staked = sum((entry.stake for entry in entries if entry.status in ("settled", "push")), ZERO)
    commission = sum((entry.commission for entry in entries), ZERO)
    rounding = sum((entry.rounding for entry in entries), ZERO)
    net = sum((entry.net for entry in entries), ZERO)
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


@dataclass(frozen=True, slots=True)
class Rounded:
    """A bet valued on a shoe, its gains paid in chips, at stakes of one size; EVs per unit staked, exact."""

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
        """What paying in chips adds to the house edge per unit staked; negative where it lowers the edge."""
        return self.value.ev - self.ev


@dataclass(frozen=True, slots=True)
class Missed:
    """A part of a shoe's record that could not be read or settled: its place where known, and why."""

    shoe: str
    where: str
    why: Text


@dataclass(frozen=True, repr=False, slots=True)
class Settlement(Answer):
    """A record's stakes settled, and what paying in chips does to the edge of each bet at each size staked.

    `games` are the variants of the record's shoes, each once, with the rules they are dealt under. `rounded`
    is empty where gains are paid exactly; its bets are valued on fresh shoes, as large as the record or else
    the variant says, and `excluded` are the bets that cannot be valued on a fresh shoe.
    """

    ledger: Ledger
    games: tuple[tuple[Variant, Rules], ...]
    rounded: tuple[Rounded, ...]
    excluded: Excluded
    missed: tuple[Missed, ...]

    @property
    def entries(self) -> tuple[Entry, ...]:
        """Every stake, in order."""
        return self.ledger.entries

    @property
    def net(self) -> Fraction:
        """What all bettors gained together, as paid; negative where the house did."""
        return self.ledger.net
