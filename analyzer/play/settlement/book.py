"""A ledger written: stakes through many coups, taken or refused, held, and settled.

Knows nothing of cards or of files: which line settles a bet is said.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from analyzer.bets.bet import Bet
from analyzer.errors import AnalyzerError
from analyzer.message import Figure, Message, say
from analyzer.play.record import Stake, Status
from analyzer.play.settlement.accounts import ZERO, Became, Entry, Ledger, account
from analyzer.play.settlement.limits import Limits
from analyzer.play.settlement.settlement import EXACT, Chips, Settled, held, settled


@dataclass(frozen=True, slots=True)
class Placed:
    """A stake above zero as its bettor wants it: on which bet, and which line settles it or why none does."""

    stake: Stake
    bet: Bet
    line: str | Message


@dataclass(frozen=True, slots=True)
class Round:
    """A coup with all its stakes in the order they stand; `number` counts the coups of a shoe from 1.

    `begun` is whether cards of it were dealt, so that it should not have been cancelled.
    """

    shoe: str
    number: int
    placed: tuple[Placed, ...]
    status: Status = "played"
    begun: bool = False


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
    own: dict[str, list[Entry]] = {}
    for entry in entries:
        own.setdefault(entry.bettor, []).append(entry)
    accounts = tuple(
        account(bettor, purse.opening, purse.held, own[bettor]) for bettor, purse in book.purses.items()
    )
    return Ledger(entries, accounts, chips, limits)


@dataclass(slots=True)
class _Purse:
    """A bettor's money while a ledger is written; `bound` is what stakes of the coup looked at would hold."""

    opening: Fraction | None
    balance: Fraction
    held: Fraction = ZERO
    bound: Fraction = ZERO

    def short(self, amount: Fraction) -> Message | None:
        """Why an amount cannot be held; None where it can."""
        free = self.balance - self.held - self.bound
        if self.opening is None or amount <= free:
            return None
        return say(
            "it holds {amount} before the coup, and {free} are free",
            amount=Figure(amount, "ratio"),
            free=Figure(free, "ratio"),
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

    def play(self, round_: Round) -> Iterator[Entry]:
        """The entries of one coup: all stakes are taken or refused before any is settled."""
        refused: dict[int, Message] = {}
        while self._refuse(round_.placed, refused):
            pass
        for bettor in dict.fromkeys(placed.stake.bettor for placed in round_.placed):
            purse = self.purse(bettor)
            purse.held, purse.bound = purse.held + purse.bound, ZERO
        for place, placed in enumerate(round_.placed):
            if place in refused:
                yield self._idle(round_, placed, "refused", refused[place])
            else:
                yield self._settled(round_, placed)

    def _refuse(self, every: Sequence[Placed], refused: dict[int, Message]) -> bool:
        """Refuse the stakes that cannot lie with the others, with why, by place; bind what the others hold.

        Whether to begin again: with a stake on one side of a difference goes the room that it made on the
        other, and a stake before it may lie there no more.
        """
        lying: dict[Bet, Fraction] = {}
        for place, placed in enumerate(every):
            self.purse(placed.stake.bettor).bound = ZERO
            if place not in refused:
                lying[placed.bet] = lying.get(placed.bet, ZERO) + placed.stake.amount
        before: dict[Bet, Fraction] = {}
        for place, placed in enumerate(every):
            if place in refused:
                continue
            bet, stake, purse = placed.bet, placed.stake.amount, self.purse(placed.stake.bettor)
            reason = self.limits.refusal(bet, stake, before, lying) if self.limits else None
            if reason := reason or purse.short(held(bet, stake)):
                refused[place] = reason
                lying[bet] -= stake
                if self.limits and self.limits.overloaded(bet, lying):
                    return True
            else:
                before[bet] = before.get(bet, ZERO) + stake
                purse.bound += held(bet, stake)
        return False

    def _settled(self, round_: Round, placed: Placed) -> Entry:
        """The entry of a stake that was taken; what it held is free again unless it stays open."""
        stake, purse = placed.stake, self.purse(placed.stake.bettor)
        amount = held(placed.bet, stake.amount)
        if round_.status == "cancelled":
            purse.held -= amount
            reason = say("the coup was cancelled")
            if round_.begun:
                reason = say("the coup was cancelled, though it has cards")
            return self._idle(round_, placed, "refunded", reason, amount)
        found, late = self._by_line(placed), round_.status == "interrupted"
        if isinstance(found, Message):
            reason = say("{late}, {why}", late=say("interrupted"), why=found) if late else found
            return self._idle(round_, placed, "open", reason, amount)
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
            held=amount,
            line=found.line,
            gain=found.gain,
            commission=found.commission,
            net=found.net,
            reason=say("interrupted, settled by the final result") if late else None,
            where=stake.where,
        )

    def _by_line(self, placed: Placed) -> Settled | Message:
        """What a stake that was taken comes to; where nothing settles it, why."""
        if isinstance(placed.line, Message):
            return placed.line
        try:
            return settled(placed.bet, placed.line, placed.stake.amount, self.chips, placed.stake.net)
        except AnalyzerError:
            return say("chance multiplies what line {line} pays; the record must say", line=placed.line)

    def _idle(
        self, round_: Round, placed: Placed, status: Became, reason: Message, amount: Fraction = ZERO
    ) -> Entry:
        """An entry that gains nothing; `amount` is what it held."""
        stake = placed.stake
        return Entry(
            round_.shoe,
            round_.number,
            stake.bettor,
            placed.bet,
            stake.amount,
            status,
            self.purse(stake.bettor).balance,
            held=amount,
            reason=reason,
            where=stake.where,
        )
