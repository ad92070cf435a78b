"""A ledger: stakes through many coups, with balances that are held, limits that refuse, and what each gained.

Knows nothing of cards or of files: which line settles a bet is said.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Literal

from analyzer.bets.bet import Bet
from analyzer.errors import AnalyzerError
from analyzer.message import Figure, Message, say
from analyzer.play.record import Stake
from analyzer.play.settlement.limits import Limits
from analyzer.play.settlement.settlement import EXACT, Chips, held, settled

Status = Literal["settled", "push", "refunded", "refused", "open"]
"""What became of a stake: won or lost, returned by its line, returned since the coup was cancelled, never
taken, or taken and not settled."""

ZERO = Fraction(0)


@dataclass(frozen=True, slots=True)
class Placed:
    """A stake as its bettor wants it: on which bet, and the line that settles it or why none does yet."""

    stake: Stake
    bet: Bet
    line: str | Message


@dataclass(frozen=True, slots=True)
class Round:
    """A coup with all its stakes in the order they stand; `number` counts the coups of a shoe from 1."""

    shoe: str
    number: int
    placed: tuple[Placed, ...]
    status: Literal["played", "cancelled", "interrupted"] = "played"


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
    status: Status
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


@dataclass(slots=True)
class _Purse:
    """A bettor's money while a ledger is written."""

    opening: Fraction | None
    balance: Fraction
    held: Fraction = ZERO

    def short(self, amount: Fraction) -> Message | None:
        """Why an amount cannot be held; None where it can."""
        if self.opening is None or amount <= self.balance - self.held:
            return None
        return say(
            "it holds {amount} before the coup, and {free} are free",
            amount=Figure(amount, "ratio"),
            free=Figure(self.balance - self.held, "ratio"),
        )


@dataclass(slots=True)
class _Book:
    """A ledger while it is written."""

    opening: Mapping[str, Fraction]
    usual: Fraction | None
    limits: Limits | None
    chips: Chips
    purses: dict[str, _Purse] = field(default_factory=dict)

    def purse(self, bettor: str) -> _Purse:
        if bettor not in self.purses:
            opening = self.opening.get(bettor, self.usual)
            self.purses[bettor] = _Purse(opening, opening or ZERO)
        return self.purses[bettor]

    def play(self, round_: Round) -> Iterable[Entry]:
        """The entries of one coup: all stakes are taken or refused before any is settled."""
        on: dict[Bet, Fraction] = {}
        refused = [self._refusal(placed, on) for placed in round_.placed]
        for placed, reason in zip(round_.placed, refused, strict=True):
            if reason is None:
                yield self._settled(round_, placed)
            else:
                purse = self.purse(placed.stake.bettor)
                yield _entry(round_, placed, "refused", purse, reason=reason)

    def _refusal(self, placed: Placed, on: dict[Bet, Fraction]) -> Message | None:
        """Why a stake is refused; where it is not, it lies on the table from here on, and is held."""
        bet, stake = placed.bet, placed.stake.amount
        if stake <= 0:
            return say("expected a stake above 0")
        purse, amount = self.purse(placed.stake.bettor), held(bet, stake)
        reason = self.limits.refusal(bet, stake, on) if self.limits else None
        if reason := reason or purse.short(amount):
            return reason
        on[bet] = on.get(bet, ZERO) + stake
        purse.held += amount
        return None

    def _settled(self, round_: Round, placed: Placed) -> Entry:
        """The entry of a stake that was taken; what it held is free again unless it stays open."""
        purse, amount = self.purse(placed.stake.bettor), held(placed.bet, placed.stake.amount)
        if round_.status == "cancelled":
            purse.held -= amount
            reason = say("the coup was cancelled")
            return _entry(round_, placed, "refunded", purse, held=amount, reason=reason)
        late = say("interrupted") if round_.status == "interrupted" else None
        if isinstance(placed.line, Message):
            reason = placed.line if late is None else say("{late}, {why}", late=late, why=placed.line)
            return _entry(round_, placed, "open", purse, held=amount, reason=reason)
        stake = placed.stake
        try:
            found = settled(placed.bet, placed.line, stake.amount, self.chips, stake.net)
        except AnalyzerError:
            reason = say("chance multiplies what line {line} pays; the record must say", line=placed.line)
            return _entry(round_, placed, "open", purse, held=amount, reason=reason)
        purse.held -= amount
        purse.balance += found.net
        return Entry(
            round_.shoe,
            round_.number,
            stake.bettor,
            placed.bet,
            stake.amount,
            "settled" if found.gain else "push",
            purse.balance,
            amount,
            found.line,
            found.gain,
            found.commission,
            found.net,
            late and say("interrupted, settled by the final result"),
            stake.where,
        )


def _entry(
    round_: Round, placed: Placed, status: Status, purse: _Purse, *, reason: Message, held: Fraction = ZERO
) -> Entry:
    """An entry that gains nothing."""
    stake = placed.stake
    return Entry(
        round_.shoe,
        round_.number,
        stake.bettor,
        placed.bet,
        stake.amount,
        status,
        purse.balance,
        held,
        reason=reason,
        where=stake.where,
    )


def ledger(
    rounds: Iterable[Round],
    *,
    opening: Mapping[str, Fraction] | None = None,
    usual: Fraction | None = None,
    limits: Limits | None = None,
    chips: Chips = EXACT,
) -> Ledger:
    """Stakes settled coup by coup, in the order they stand.

    A stake that breaks a limit, or holds more than the bettor has free, is refused whole. What a stake holds
    is free again after its coup; a stake that stays open goes on being held, and is neither won nor lost.

    Args:
        rounds: coups in order.
        opening: the balances that bettors bring, by name.
        usual: that of any other bettor; None is no balance, from which nothing can be short.
        limits: the limits of the table; None is none.
        chips: in what gains are paid.
    """
    book = _Book(opening or {}, usual, limits, chips)
    entries = tuple(entry for round_ in rounds for entry in book.play(round_))
    accounts = tuple(_account(bettor, purse, entries) for bettor, purse in book.purses.items())
    return Ledger(entries, accounts, chips, limits)


def _account(bettor: str, purse: _Purse, entries: Iterable[Entry]) -> Account:
    own = [entry for entry in entries if entry.bettor == bettor]
    return Account(
        bettor,
        purse.opening,
        purse.balance,
        purse.held,
        sum((entry.stake for entry in own if entry.status in ("settled", "push")), ZERO),
        sum((entry.commission for entry in own), ZERO),
        sum((entry.rounding for entry in own), ZERO),
        sum((entry.net for entry in own), ZERO),
    )
