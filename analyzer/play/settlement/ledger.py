"""The ledger of a record's stakes: coup by coup, each stake is taken or refused, held, and settled."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from operator import attrgetter
from typing import Any

from analyzer.bets.bet import Bet
from analyzer.errors import AnalyzerError
from analyzer.play.record import Stake, Status
from analyzer.play.settlement.limits import TableLimits
from analyzer.play.settlement.result import PARTS, STATUSES, Account, EntryStatus, Ledger, SettledStake
from analyzer.play.settlement.settlement import EXACT, ZERO, Chips, Settled, amount_held, payments, settle
from analyzer.text import Figure, Message, Value, message


@dataclass(frozen=True, slots=True)
class Placed:
    """A stake above zero, its bet, and the line that settles it, or why no line does."""

    stake: Stake
    bet: Bet
    line: str | Message


@dataclass(frozen=True, slots=True)
class Round:
    """A coup with all its stakes in order; `begun` is why it cannot have been cancelled, None if it can."""

    shoe: str
    number: int
    placed: tuple[Placed, ...]
    status: Status
    begun: Message | None = None


def ledger(
    rounds: Iterable[Round],
    *,
    opening: Mapping[str, Fraction] | None = None,
    usual: Fraction | None = None,
    limits: TableLimits | None = None,
    chips: Chips = EXACT,
) -> Ledger:
    """Stakes settled coup by coup, in the order recorded.

    A stake that breaks a limit, or requires more than the bettor has available, is refused as a whole. The
    amount held for a stake is released after its coup, unless the stake stays open, neither won nor lost.

    `opening` has the opening balances of bettors by name, and `usual` is that of any other bettor; for a
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
    """A bettor's money while a ledger is written; `reserved` is for the stakes taken on the current coup.

    `before` is the opening balance implied by the first balance in the record, if none was given.
    """

    opening: Fraction | None
    balance: Fraction
    held: Fraction = ZERO
    reserved: Fraction = ZERO
    before: Fraction | None = None

    def short(self, amount: Fraction) -> Message | None:
        free = self.balance - self.held - self.reserved
        if self.opening is None or amount <= free:
            return None
        values = {"amount": Figure(amount, "ratio"), "free": Figure(free, "ratio")}
        return message("it requires {amount} before the coup, but only {free} is available", **values)

    def account(self, bettor: str, entries: Sequence[SettledStake]) -> Account:
        staked = sum((entry.stake for entry in entries if entry.status in ("settled", "push")), ZERO)
        sums = {key: sum(map(attrgetter(key), entries), ZERO) for key in ("commission", "rounding", "net")}
        return Account(bettor, self.opening, self.balance, self.held, staked, before=self.before, **sums)


def _sums(all_placed: Iterable[Placed]) -> defaultdict[Bet, Fraction]:
    """The sum of the stakes on each bet."""
    sums: defaultdict[Bet, Fraction] = defaultdict(Fraction)
    for placed in all_placed:
        sums[placed.bet] += placed.stake.amount
    return sums


@dataclass(slots=True)
class _LedgerWriter:
    opening: Mapping[str, Fraction]
    usual: Fraction | None
    limits: TableLimits
    chips: Chips
    funds: dict[str, _Funds] = field(default_factory=dict)

    def funds_of(self, bettor: str) -> _Funds:
        """The money of a bettor; at the first stake, the opening balance."""
        if bettor not in self.funds:
            opening = self.opening.get(bettor, self.usual)
            self.funds[bettor] = _Funds(opening, opening or ZERO)
        return self.funds[bettor]

    def play(self, round_: Round) -> Iterator[SettledStake]:
        """The entries of one coup; all stakes are taken or refused before any is settled."""
        refused = self._refused(round_.placed)
        for funds in self.funds.values():
            funds.held, funds.reserved = funds.held + funds.reserved, ZERO
        for place, placed in enumerate(round_.placed):
            if place in refused:
                yield self._entry(round_, placed, "refused", reason=refused[place])
            else:
                yield self._taken(round_, placed)

    def _refused(self, all_placed: Sequence[Placed]) -> dict[int, Message]:
        """Why stakes are refused, by place; the room stated in a reason counts only stakes that are taken.

        Stakes outside the limits of a single stake are refused first, and the others are examined in rounds.
        If a refusal leaves more on the other side than the table allows, it is final, and the next round
        begins. At the end, a refused stake is taken after all if it fits with all stakes taken.
        """
        final: dict[int, Message] = {}
        for place, placed in enumerate(all_placed):
            if reason := self.limits.outside(placed.bet, placed.stake.amount):
                final[place] = reason
        outside = {*final}
        refused, overloading = self._examined(all_placed, final)
        while overloading is not None:
            final[overloading] = refused[overloading]
            refused, overloading = self._examined(all_placed, final)
        taken = _sums(placed for place, placed in enumerate(all_placed) if place not in refused)
        again = sorted({*refused} - outside)
        while again:
            placed = all_placed[place := again.pop(0)]
            if reason := self._too_much(placed, taken, taken):
                refused[place] = reason
            else:
                del refused[place]
                self._take(placed, taken)
                again = sorted({*refused} - outside)  # it makes room on the other side
        before = self._none_taken(all_placed)
        for place, placed in enumerate(all_placed):
            if place not in refused:
                self._take(placed, before)
            elif place not in outside:
                refused[place] = self._too_much(placed, before, taken) or refused[place]
        return refused

    def _examined(
        self, all_placed: Sequence[Placed], final: Mapping[int, Message]
    ) -> tuple[dict[int, Message], int | None]:
        """One round: the stakes refused, and the stake whose refusal overloads the other side, if any."""
        refused = {**final}
        accepted = _sums(placed for place, placed in enumerate(all_placed) if place not in refused)
        before = self._none_taken(all_placed)
        for place, placed in enumerate(all_placed):
            if place in refused:
                continue
            if reason := self._too_much(placed, before, accepted):
                refused[place] = reason
                accepted[placed.bet] -= placed.stake.amount
                if self.limits.overloaded(placed.bet, accepted):
                    return refused, place
            else:
                self._take(placed, before)
        return refused, None

    def _none_taken(self, all_placed: Iterable[Placed]) -> defaultdict[Bet, Fraction]:
        """No stakes taken on any bet, after resetting the reserved amount of every bettor."""
        for placed in all_placed:
            self.funds_of(placed.stake.bettor).reserved = ZERO
        return defaultdict(Fraction)

    def _too_much(
        self, placed: Placed, before: Mapping[Bet, Fraction], accepted: Mapping[Bet, Fraction]
    ) -> Message | None:
        """Why a stake does not fit the table or its bettor's balance; None if it fits."""
        held = amount_held(placed.bet, placed.stake.amount)
        reason = self.limits.refusal(placed.bet, placed.stake.amount, before, accepted)
        return reason or self.funds_of(placed.stake.bettor).short(held)

    def _take(self, placed: Placed, before: defaultdict[Bet, Fraction]) -> None:
        """Add a stake to those on its bet, and reserve what it holds."""
        before[placed.bet] += placed.stake.amount
        self.funds_of(placed.stake.bettor).reserved += amount_held(placed.bet, placed.stake.amount)

    def _taken(self, round_: Round, placed: Placed) -> SettledStake:
        """The entry of a stake that was taken; the amount held is released unless the stake stays open."""
        funds, held = self.funds_of(placed.stake.bettor), amount_held(placed.bet, placed.stake.amount)
        if round_.status == "cancelled" and round_.begun is None:
            funds.held -= held
            reason = message("the coup was cancelled")
            return self._entry(round_, placed, "refunded", held=held, reason=reason)
        settled = round_.begun or self._settled(placed)
        late = round_.status == "interrupted"
        if isinstance(settled, Message):
            return self._entry(round_, placed, "open", held=held, reason=settled)
        funds.held -= held
        funds.balance += settled.net
        status: EntryStatus = "settled" if settled.gain else "push"
        late_reason = message("interrupted; settled by the final result") if late else None
        return self._entry(round_, placed, status, held=held, reason=late_reason, **settled._asdict())

    def _settled(self, placed: Placed) -> Settled | Message:
        """How a stake that was taken is settled, or why it is not."""
        if isinstance(placed.line, Message):
            return placed.line
        try:
            return settle(placed.bet, placed.line, placed.stake.amount, self.chips, placed.stake.net)
        except AnalyzerError:
            gains = payments(placed.bet, placed.line, placed.stake.amount, self.chips)
            values: dict[str, Value] = {
                "line": placed.line,
                "gains": tuple(Figure(g, "ratio") for g in gains),
            }
            return message(
                "the gain of line {line} is drawn at random from {gains}; the record must state it", **values
            )

    def _entry(self, round_: Round, placed: Placed, status: EntryStatus, **outcome: Any) -> SettledStake:
        """The entry of a stake with its status; it gains nothing unless `outcome` says so."""
        stake, funds = placed.stake, self.funds_of(placed.stake.bettor)
        what = (round_.shoe, round_.number, stake.bettor, placed.bet, stake.amount)
        entry = SettledStake(*what, status, funds.balance, where=stake.where, **outcome)
        return replace(entry, deviations=tuple(_deviations(entry, stake, funds)))


def _deviations(entry: SettledStake, stake: Stake, funds: _Funds) -> Iterator[Message]:
    """Where the record contradicts the entry of a stake.

    If no opening balance was given, the first recorded balance is assumed to be right.
    """
    settled = entry.status in ("settled", "push")
    for part, recorded in (*(() if stake.net is None else (("net", stake.net),)), *stake.said):
        found = getattr(entry, part)
        if part == "balance" and isinstance(recorded, Fraction):
            if funds.opening is None and funds.before is None:
                funds.before = recorded - found
            found += funds.before or ZERO
        if recorded == found or (part == "line" and recorded not in entry.bet.nets):
            continue  # a line may be named in any language
        values: dict[str, Value] = {
            "part": PARTS[part],
            "bet": entry.bet.title,
            "stake": Figure(entry.stake, "ratio"),
        }
        values |= {"said": _shown(recorded), "found": _shown(found), "status": STATUSES[entry.status]}
        if settled or part in ("status", "balance"):
            yield message(
                "{part} of the stake of {stake} on {bet} is recorded as {said} but is {found}", **values
            )
        else:
            yield message(
                "{part} of the stake of {stake} on {bet} is recorded as {said}, but the stake is {status}",
                **values,
            )


def _shown(value: Fraction | str) -> Value:
    return value if isinstance(value, str) else Figure(value, "ratio")
