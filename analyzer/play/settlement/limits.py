"""Limits of a table: the least and the most that may be staked on a bet in one coup.

Knows nothing of files, of balances or of how a coup ends.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction

from analyzer.bets.bet import Bet
from analyzer.message import Figure, Message, say


@dataclass(frozen=True, slots=True)
class Limit:
    """What may be staked on some bets in one coup, in units of money; None where there is no such limit.

    `bets` are ids, each at whatever price, or references of one price. `least` and `most` hold for one stake
    of one bettor, `table` for all stakes that all bettors have on a bet together. Where `difference` is set
    there are two bets, and `table` holds for what lies on the one more than on the other.
    """

    bets: tuple[str, ...]
    least: Fraction | None = None
    most: Fraction | None = None
    table: Fraction | None = None
    difference: bool = False

    def other(self, name: str) -> str:
        """The other side of a difference."""
        one, two = self.bets
        return two if name == one else one


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits of a table, at most one for a bet; a bet that none names may have any stake."""

    id: str
    name: str
    each: tuple[Limit, ...]
    names: Mapping[str, str] = field(default_factory=dict, hash=False)
    aliases: tuple[str, ...] = ()
    source: object = field(default=None, hash=False)
    note: str | None = None

    def named(self, language: str) -> "Limits":
        """These limits called by their name in a language, or as before where they have none there."""
        return replace(self, name=self.names.get(language, self.name))

    def holding(self, bet: Bet) -> tuple[Limit, str] | None:
        """The limit that holds for a bet, and what it calls the bet; None where none does.

        A limit that names the bet at its price goes before one that names it at any.
        """
        for name in (bet.reference, bet.id):
            for limit in self.each:
                if name in limit.bets:
                    return limit, name
        return None

    def refusal(
        self, bet: Bet, stake: Fraction, before: Mapping[Bet, Fraction], lying: Mapping[Bet, Fraction]
    ) -> Message | None:
        """Why a stake is refused, with the room there was; None where it is taken.

        Args:
            bet: what would be staked on.
            stake: the amount.
            before: what stakes that stand before this one have on each bet of the coup, all bettors together.
            lying: what all stakes of the coup have there that may lie together, wherever they stand: those on
                the other side of a difference make room, whoever came first.
        """
        found = self.holding(bet)
        if found is None:
            return None
        limit, name = found
        if limit.least is not None and stake < limit.least:
            return say("less than the least stake of {least}", least=_money(limit.least))
        if limit.most is not None and stake > limit.most:
            return say("more than the most of one stake, {most}", most=_money(limit.most))
        if limit.table is None:
            return None
        room = limit.table - _on(name, before)
        if limit.difference:
            room += _on(limit.other(name), lying)
        if stake <= room:
            return None
        table, left = _money(limit.table), _money(room)
        if limit.difference:
            return say(
                "the table takes {table} more on it than on the other side; there was room for {room}",
                table=table,
                room=left,
            )
        return say("the table takes {table} on it; there was room for {room}", table=table, room=left)

    def overloaded(self, bet: Bet, lying: Mapping[Bet, Fraction]) -> bool:
        """Whether a bet is one side of a difference and more lies on the other than the table takes."""
        found = self.holding(bet)
        if found is None:
            return False
        limit, name = found
        if not limit.difference or limit.table is None:
            return False
        return _on(limit.other(name), lying) > _on(name, lying) + limit.table


def _on(name: str, placed: Mapping[Bet, Fraction]) -> Fraction:
    """What lies on a bet that goes by an id or a reference."""
    return sum(
        (amount for bet, amount in placed.items() if name in (bet.id, bet.reference)), start=Fraction(0)
    )


def _money(amount: Fraction) -> Figure:
    return Figure(amount, "ratio")
