"""Table limits: the minimum and the maximum that may be staked on a bet in one coup."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import product

from analyzer.bets.bet import Bet
from analyzer.exact import ratio_text
from analyzer.text import Figure, Message, Titled, message


@dataclass(frozen=True, slots=True)
class Limit:
    """What may be staked on some bets in one coup, in units of money; None where there is no limit.

    `bets` are ids, for a bet at every price, or references, for one price. `least` and `most` limit one stake
    of one bettor, `table` the stakes of all bettors on a bet. If `difference` is true, there are two bets,
    and `table` limits by how much the stakes on one may exceed those on the other.
    """

    bets: tuple[str, ...]
    least: Fraction | None = None
    most: Fraction | None = None
    table: Fraction | None = None
    difference: bool = False

    def digest_value(self) -> object:
        """The value of this limit from which its digest is computed."""
        amounts = (self.least, self.most, self.table)
        return {
            "bets": list(self.bets),
            "amounts": [None if amount is None else ratio_text(amount) for amount in amounts],
            "difference": self.difference,
        }

    def other(self, name: str) -> str:
        """The bet on the other side of a difference."""
        one, two = self.bets
        return two if name == one else one


@dataclass(frozen=True, slots=True)
class TableLimits(Titled):
    """The limits of a table, at most one per bet; a bet that no limit names accepts any stake."""

    id: str
    name: str
    limits: tuple[Limit, ...]
    names: Mapping[str, str] = field(default_factory=dict, hash=False)
    aliases: tuple[str, ...] = ()
    source: object = field(default=None, hash=False)
    note: str | None = None

    def digest_value(self) -> object:
        """The value of these limits from which their digest is computed."""
        return [limit.digest_value() for limit in self.limits]

    def limit_on(self, bet: Bet) -> tuple[Limit, str]:
        """The limit on a bet at its price, or at any price, and the bet's name in it; else an empty limit."""
        names = product((bet.reference, bet.id), self.limits)
        return next(((limit, name) for name, limit in names if name in limit.bets), (Limit(()), ""))

    def outside(self, bet: Bet, stake: Fraction) -> Message | None:
        """Why a stake is too small or too large, whatever else is staked; None if it is neither."""
        limit, _ = self.limit_on(bet)
        if limit.least is not None and stake < limit.least:
            return message("below the minimum stake of {least}", least=Figure(limit.least, "ratio"))
        if limit.most is not None and stake > limit.most:
            return message("above the maximum stake of {most}", most=Figure(limit.most, "ratio"))
        return None

    def refusal(
        self, bet: Bet, stake: Fraction, before: Mapping[Bet, Fraction], accepted: Mapping[Bet, Fraction]
    ) -> Message | None:
        """Why a stake does not fit the table limit, with the room that was left; None if it fits.

        `before` has the earlier stakes taken on each bet in the coup. `accepted` has all stakes not refused
        so far, earlier or later, since stakes on the other side of a difference make room in either order.
        """
        limit, name = self.limit_on(bet)
        if limit.table is None:
            return None
        room = limit.table - _on(name, before)
        if limit.difference:
            room += _on(limit.other(name), accepted)
        if stake <= room:
            return None
        values = {"table": Figure(limit.table, "ratio"), "room": Figure(room, "ratio")}
        if not limit.difference:
            return message("the table limit on it is {table}; there was room for {room}", **values)
        return message(
            "the table allows {table} more on it than on the other side; there was room for {room}", **values
        )

    def overloaded(self, bet: Bet, accepted: Mapping[Bet, Fraction]) -> bool:
        """Whether a bet is one side of a difference and the other side exceeds it by more than is allowed."""
        limit, name = self.limit_on(bet)
        if not limit.difference or limit.table is None:
            return False
        return _on(limit.other(name), accepted) > _on(name, accepted) + limit.table


def _on(name: str, placed: Mapping[Bet, Fraction]) -> Fraction:
    """The sum of the stakes on a bet named by id or by reference."""
    amounts = (amount for bet, amount in placed.items() if name in (bet.id, bet.reference))
    return sum(amounts, start=Fraction(0))
