"""The ledger of a record's stakes: coup by coup, each stake is taken or refused, held, and settled."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from analyzer.bets.bet import Bet
from analyzer.errors import AnalyzerError
from analyzer.play.record import Stake, Status
from analyzer.play.settlement.limits import TableLimits
from analyzer.play.settlement.settlement import EXACT, ZERO, Chips, Settled, amount_held, settle
from analyzer.play.settlement.statement import EntryStatus, Ledger, SettledStake, account
from analyzer.text import Figure, Message, message


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
    writer = _LedgerWriter(opening or {}, usual, limits, chips)
    entries = tuple(entry for round_ in rounds for entry in writer.play(round_))
    by_bettor: defaultdict[str, list[SettledStake]] = defaultdict(list)
    for entry in entries:
        by_bettor[entry.bettor].append(entry)
    funds = writer.funds.items()
    accounts = (account(bettor, money.opening, money.held, by_bettor[bettor]) for bettor, money in funds)
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


@dataclass(slots=True)
class _LedgerWriter:
    """A ledger that is being written."""

    opening: Mapping[str, Fraction]
    usual: Fraction | None
    limits: TableLimits | None
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
        for bettor in dict.fromkeys(placed.stake.bettor for placed in round_.placed):
            funds = self.funds_of(bettor)
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
            reason = self.limits.refusal(bet, stake, before, accepted) if self.limits else None
            if reason := reason or funds.short(held):
                refused[place] = reason
                accepted[bet] -= stake
                if self.limits and self.limits.overloaded(bet, accepted):
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
