"""The ledger of a record's stakes: coup by coup, each stake is taken or refused, held, and settled."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from operator import attrgetter
from typing import Any, Literal

from analyzer.analysis.question import Excluded, Question
from analyzer.analysis.valuation import Valuation
from analyzer.bets.bet import Bet
from analyzer.displayable import Answer
from analyzer.errors import AnalyzerError
from analyzer.game.shoe import Shoe
from analyzer.play.record import Stake, Status
from analyzer.play.settlement.limits import TableLimits
from analyzer.play.settlement.settlement import EXACT, ZERO, Chips, Settled, amount_held, settle
from analyzer.text import Figure, Message, Text, message

EntryStatus = Literal["settled", "push", "refunded", "refused", "open"]
"""What became of a stake: won or lost, returned by its line, returned because the coup was cancelled, never
taken, or taken and not settled."""


@dataclass(frozen=True, slots=True)
class SettledStake:
    """What became of one stake; money in the unit of the stakes.

    `held` was taken out of the balance before the coup. `gain` is exact, without the stake and after
    `commission`; `net` is what was paid. `balance` is the bettor's after this entry, including what is held;
    it begins at 0 if the bettor brought none. `reason` says why a stake was refused, refunded, left open, or
    settled late.
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
    """The sums of one bettor's entries; if `opening`, the balance brought, is None, no stake is too large.

    `staked` is the sum of settled stakes, pushes included; `held` is what open stakes still hold.
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
    """A part of a shoe's record that could not be read or settled: its place if known, and why."""

    shoe: str
    where: str
    why: Text


@dataclass(frozen=True, repr=False, slots=True)
class Settlement(Answer):
    """A record's stakes settled, and how paying in chips changes the edge of each bet at each stake size.

    `questions` has one question for each variant and rules of the record's shoes. `rounded` is empty if gains
    are paid exactly; its bets are valued on fresh shoes of the size that the record or else the variant
    gives, and `excluded` are the bets that cannot be valued on a fresh shoe.
    """

    ledger: Ledger
    questions: tuple[Question, ...]
    rounded: tuple[Rounded, ...]
    excluded: Excluded
    missed: tuple[Missed, ...]

    @property
    def entries(self) -> tuple[SettledStake, ...]:
        """Every stake, in order."""
        return self.ledger.entries

    @property
    def net(self) -> Fraction:
        """What all bettors gained together, as paid; negative if the house gained."""
        return self.ledger.net


@dataclass(frozen=True, slots=True)
class Placed:
    """A stake above zero, its bet, and the line that settles it or why none does."""

    stake: Stake
    bet: Bet
    line: str | Message


@dataclass(frozen=True, slots=True)
class Round:
    """A coup with all its stakes in order; `begun` if it has cards and should not have been cancelled."""

    shoe: str
    number: int
    placed: tuple[Placed, ...]
    status: Status
    begun: bool


def ledger(
    rounds: Iterable[Round],
    *,
    opening: Mapping[str, Fraction] | None = None,
    usual: Fraction | None = None,
    limits: TableLimits | None = None,
    chips: Chips = EXACT,
) -> Ledger:
    """Stakes settled coup by coup, in the order recorded.

    A stake that breaks a limit, or must hold more than the bettor has free, is refused as a whole. What a
    stake holds is free again after its coup; a stake that stays open remains held, neither won nor lost.

    `opening` are the balances that bettors bring, by name, and `usual` is that of any other bettor; for a
    bettor without a balance, no stake is too large.
    """
    writer = _LedgerWriter(opening or {}, usual, limits or TableLimits("", "", ()), chips)
    entries = tuple(entry for round_ in rounds for entry in writer.play(round_))
    by_bettor: defaultdict[str, list[SettledStake]] = defaultdict(list)
    for entry in entries:
        by_bettor[entry.bettor].append(entry)
    accounts = (money.account(bettor, by_bettor[bettor]) for bettor, money in writer.funds.items())
    return Ledger(entries, tuple(accounts), chips, limits)


@dataclass(slots=True)
class _Funds:
    """A bettor's money while a ledger is written; `reserved` is for the stakes taken on the current coup."""

    opening: Fraction | None
    balance: Fraction
    held: Fraction = ZERO
    reserved: Fraction = ZERO

    def short(self, amount: Fraction) -> Message | None:
        free = self.balance - self.held - self.reserved
        if self.opening is None or amount <= free:
            return None
        values = {"amount": Figure(amount, "ratio"), "free": Figure(free, "ratio")}
        return message("it holds {amount} before the coup, and {free} are free", **values)

    def account(self, bettor: str, entries: Sequence[SettledStake]) -> Account:
        staked = sum((entry.stake for entry in entries if entry.status in ("settled", "push")), ZERO)
        sums = (sum(map(attrgetter(key), entries), ZERO) for key in ("commission", "rounding", "net"))
        return Account(bettor, self.opening, self.balance, self.held, staked, *sums)


@dataclass(slots=True)
class _LedgerWriter:
    opening: Mapping[str, Fraction]
    usual: Fraction | None
    limits: TableLimits
    chips: Chips
    funds: dict[str, _Funds] = field(default_factory=dict)

    def funds_of(self, bettor: str) -> _Funds:
        """The money of a bettor, which is the opening balance at the first stake."""
        if bettor not in self.funds:
            opening = self.opening.get(bettor, self.usual)
            self.funds[bettor] = _Funds(opening, opening or ZERO)
        return self.funds[bettor]

    def play(self, round_: Round) -> Iterator[SettledStake]:
        """The entries of one coup: all stakes are taken or refused before any is settled."""
        refused: dict[int, Message] = {}
        while self._refuse(round_.placed, refused):
            pass
        for funds in self.funds.values():
            funds.held, funds.reserved = funds.held + funds.reserved, ZERO
        for place, placed in enumerate(round_.placed):
            if place in refused:
                yield self._entry(round_, placed, "refused", reason=refused[place])
            else:
                yield self._taken(round_, placed)

    def _refuse(self, all_placed: Sequence[Placed], refused: dict[int, Message]) -> bool:
        """Refuse the stakes that cannot be taken with the others; True if all must be examined again."""
        accepted: defaultdict[Bet, Fraction] = defaultdict(Fraction)
        for place, placed in enumerate(all_placed):
            self.funds_of(placed.stake.bettor).reserved = ZERO
            if place not in refused:
                accepted[placed.bet] += placed.stake.amount
        before: defaultdict[Bet, Fraction] = defaultdict(Fraction)
        for place, placed in enumerate(all_placed):
            if place in refused:
                continue
            bet, stake, funds = placed.bet, placed.stake.amount, self.funds_of(placed.stake.bettor)
            held = amount_held(bet, stake)
            if reason := self.limits.refusal(bet, stake, before, accepted) or funds.short(held):
                refused[place] = reason
                accepted[bet] -= stake
                if self.limits.overloaded(bet, accepted):
                    return True
            else:
                before[bet] += stake
                funds.reserved += held
        return False

    def _taken(self, round_: Round, placed: Placed) -> SettledStake:
        """The entry of a stake that was taken; what it holds is freed unless it stays open."""
        funds, held = self.funds_of(placed.stake.bettor), amount_held(placed.bet, placed.stake.amount)
        if round_.status == "cancelled":
            funds.held -= held
            reason = message("the coup was cancelled")
            if round_.begun:
                reason = message("the coup was cancelled, though it has cards")
            return self._entry(round_, placed, "refunded", held=held, reason=reason)
        settled = self._settled(placed)
        late = round_.status == "interrupted"
        if isinstance(settled, Message):
            reason = message("{late}, {why}", late=message("interrupted"), why=settled) if late else settled
            return self._entry(round_, placed, "open", held=held, reason=reason)
        funds.held -= held
        funds.balance += settled.net
        status: EntryStatus = "settled" if settled.gain else "push"
        late_reason = message("interrupted, settled by the final result") if late else None
        return self._entry(round_, placed, status, held=held, reason=late_reason, **settled._asdict())

    def _settled(self, placed: Placed) -> Settled | Message:
        """How a stake that was taken is settled; if nothing settles it, why."""
        if isinstance(placed.line, Message):
            return placed.line
        try:
            return settle(placed.bet, placed.line, placed.stake.amount, self.chips, placed.stake.net)
        except AnalyzerError:
            return message("chance multiplies what line {line} pays; the record must say", line=placed.line)

    def _entry(self, round_: Round, placed: Placed, status: EntryStatus, **outcome: Any) -> SettledStake:
        """The entry of a stake with what became of it; it gains nothing unless `outcome` says so."""
        stake, balance = placed.stake, self.funds_of(placed.stake.bettor).balance
        what = (round_.shoe, round_.number, stake.bettor, placed.bet, stake.amount)
        return SettledStake(*what, status, balance, where=stake.where, **outcome)
