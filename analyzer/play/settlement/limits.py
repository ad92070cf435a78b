"""Limits of a table: the least and the most that may be staked on a bet in one coup.

Knows nothing of files, of balances or of how a coup ends.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from analyzer.bets.bet import Bet
from analyzer.exact import ratio_text
from analyzer.text import Figure, Message, Titled, message


@dataclass(frozen=True, slots=True)
class Limit:
    """What may be staked on some bets in one coup, in units of money; None where there is no such limit.

    `bets` are ids, which stand for every price, or references of one price. `least` and `most` limit one
    stake of one bettor, `table` all stakes of all bettors on a bet together. Where `difference` is set there
    are two bets, and `table` limits by how much the stakes on one may exceed those on the other.
    """

    bets: tuple[str, ...]
    least: Fraction | None = None
    most: Fraction | None = None
    table: Fraction | None = None
    difference: bool = False

    def digest_value(self) -> object:
        """What a digest of this limit is of."""
        amounts = (self.least, self.most, self.table)
        return {
            "bets": list(self.bets),
            "amounts": [None if amount is None else ratio_text(amount) for amount in amounts],
            "difference": self.difference,
        }

    def other(self, name: str) -> str:
        """The other side of a difference."""
        one, two = self.bets
        return two if name == one else one


@dataclass(frozen=True, slots=True)
class Limits(Titled):
    """The limits of a table, at most one per bet; a bet that no limit names may have any stake."""

    id: str
    name: str
    limits: tuple[Limit, ...]
    names: Mapping[str, str] = field(default_factory=dict, hash=False)
    aliases: tuple[str, ...] = ()
    source: object = field(default=None, hash=False)
    note: str | None = None

    def digest_value(self) -> object:
        """What a digest of these limits is of."""
        return [limit.digest_value() for limit in self.limits]

    def limit_on(self, bet: Bet) -> tuple[Limit, str] | None:
        """The limit of a bet, and the name by which it names the bet; None where there is none.

        A limit that names the bet at its price has precedence over one that names it at any price.
        """
        for name in (bet.reference, bet.id):
            for limit in self.limits:
                if name in limit.bets:
                    return limit, name
        return None

    def refusal(
        self, bet: Bet, stake: Fraction, before: Mapping[Bet, Fraction], lying: Mapping[Bet, Fraction]
    ) -> Message | None:
        """Why a stake is refused, with the room there was; None where it is taken.

        Of all bettors together, `before` has the earlier stakes on each bet of the coup, and `lying` all
        stakes, earlier and later, that may be taken together: those on the other side of a difference make
        room, whoever came first.
        """
        found = self.limit_on(bet)
        if found is None:
            return None
        limit, name = found
        if limit.least is not None and stake < limit.least:
            return message("less than the least stake of {least}", least=_money(limit.least))
        if limit.most is not None and stake > limit.most:
            return message("more than the most of one stake, {most}", most=_money(limit.most))
        if limit.table is None:
            return None
        room = limit.table - _on(name, before)
        if limit.difference:
            room += _on(limit.other(name), lying)
        if stake <= room:
            return None
        table, left = _money(limit.table), _money(room)
        if limit.difference:
            return message(
                "the table takes {table} more on it than on the other side; there was room for {room}",
                table=table,
                room=left,
            )
        return message("the table takes {table} on it; there was room for {room}", table=table, room=left)

    def overloaded(self, bet: Bet, lying: Mapping[Bet, Fraction]) -> bool:
        """Whether a bet is one side of a difference and the other side exceeds it by more than is allowed."""
        found = self.limit_on(bet)
        if found is None:
            return False
        limit, name = found
        if not limit.difference or limit.table is None:
            return False
        return _on(limit.other(name), lying) > _on(name, lying) + limit.table


def _on(name: str, placed: Mapping[Bet, Fraction]) -> Fraction:
    """The stakes on a bet that is named by id or by reference."""
    return sum(
        (amount for bet, amount in placed.items() if name in (bet.id, bet.reference)), start=Fraction(0)
    )


def _money(amount: Fraction) -> Figure:
    return Figure(amount, "ratio")
