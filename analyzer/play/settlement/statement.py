"""A record's stakes settled: the ledger, and what stands beside it.

Settles nothing itself.
"""

from dataclasses import dataclass, replace
from fractions import Fraction

from analyzer.analysis.odds import LeftOut
from analyzer.bets.bet import Variant
from analyzer.game.rules import Rules
from analyzer.message import Text
from analyzer.play.settlement.accounts import Entry, Ledger
from analyzer.play.settlement.rounding import Rounded
from analyzer.shown import Shown


@dataclass(frozen=True, slots=True)
class Missed:
    """What of a shoe's record could not be read, and so is not settled: its place where known, and why."""

    shoe: str
    where: str
    why: Text


@dataclass(frozen=True, slots=True)
class Settlement(Shown):
    """A record's stakes settled, and what paying in chips does to the edge of each bet at each size staked.

    `games` are the variants of the record's shoes, each once, with the rules they are dealt under. `rounded`
    is empty where gains are paid exactly; its bets are valued on fresh shoes, as large as the record or else
    the variant says, and `left_out` are those that a fresh shoe does not say the worth of.
    """

    ledger: Ledger
    games: tuple[tuple[Variant, Rules], ...]
    rounded: tuple[Rounded, ...]
    left_out: LeftOut
    missed: tuple[Missed, ...]

    @property
    def entries(self) -> tuple[Entry, ...]:
        """Every stake, in order."""
        return self.ledger.entries

    @property
    def net(self) -> Fraction:
        """What all bettors gained together, as paid; negative where the house did."""
        return self.ledger.net

    def named(self, language: str) -> "Settlement":
        """The same with games and bets called by their names in a language."""
        limits = self.ledger.limits
        entries = tuple(replace(entry, bet=entry.bet.named(language)) for entry in self.entries)
        return replace(
            self,
            ledger=replace(self.ledger, entries=entries, limits=limits and limits.named(language)),
            games=tuple((game.named(language), rules) for game, rules in self.games),
            rounded=tuple(replace(one, value=one.value.named(language)) for one in self.rounded),
        )
