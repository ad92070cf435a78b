"""Bets, their lines, and variants: what is offered and what it pays. Knows nothing of shoes."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from math import lcm

from analyzer.bets.condition import Condition
from analyzer.displayable import Displayable, brief
from analyzer.errors import CatalogError, did_you_mean
from analyzer.exact import quoted
from analyzer.game.rules import Rules
from analyzer.text import Titled

LOSE = "lose"  # The id of the implicit last line, which applies if no other line does: one unit is lost.
NONE_KEPT: Mapping[str, Fraction] = {}  # No line pays a commission.

_NO_MULTIPLIER = ((Fraction(1), Fraction(1)),)
_LOST = ((Fraction(-1), Fraction(1)),)


@dataclass(frozen=True, repr=False, slots=True)
class Line:
    """One way a bet is settled: the condition under which it applies, and the net gain per unit staked.

    `net` is the bettor's gain in addition to the stake: 8 for "8 to 1", 0 for a push, -3 for a loss of three
    units. `multiplier` is the distribution of a random factor on `net`, independent of the cards: factors and
    their probabilities, which add up to 1; empty if there is none. `commission` is the part of the gain that
    the house keeps, already deducted from `net`: a line that pays "9 less 5%" has a net of 8.55.
    """

    id: str
    when: Condition
    net: Fraction
    multiplier: tuple[tuple[Fraction, Fraction], ...] = ()
    # Two lines with the same net are equal, whether or not a commission is part of it.
    commission: Fraction = field(default=Fraction(0), compare=False)

    def __repr__(self) -> str:
        """One line: the id, the net gain, and the condition if it is short."""
        return brief(self)

    @property
    def outcomes(self) -> tuple[tuple[Fraction, Fraction], ...]:
        """The possible net gains of this line, each with its probability if the line applies."""
        return tuple((self.net * factor, chance) for factor, chance in self.multiplier or _NO_MULTIPLIER)


@dataclass(frozen=True, repr=False)
class Bet(Displayable, Titled):
    """A bet: its lines in order. The first whose condition is true settles it; else one unit is lost.

    `paytable` is the name of its paytable if the library has several for these lines, else None.
    `locked` is the number of units set aside before the coup if that is more than the stake, else None.
    `complete` is a condition that the lines claim to cover: whenever it is true, that of some line should be.
    `family` is the stem of the library file that the bet comes from; None if it comes from a user.
    `rules` is the id of the rules that it needs, None if it works under any. `inside_coup` is true if it is
    offered only after some cards of the coup are exposed, so that its value in a fresh coup is meaningless.
    `usual` is its nets before a question changed some of them, None if none was changed.
    """

    id: str
    name: str
    lines: tuple[Line, ...]
    paytable: str | None = None
    locked: Fraction | None = None
    names: Mapping[str, str] = field(default_factory=dict, hash=False)
    source: object = field(default=None, hash=False)
    note: str | None = None
    aliases: tuple[str, ...] = ()
    family: str | None = None
    complete: Condition | None = None
    rules: str | None = None
    inside_coup: bool = False
    usual: Mapping[str, Fraction] | None = field(default=None, hash=False, compare=False, repr=False)

    def __hash__(self) -> int:
        """The hash of only the bet's reference, because hashing all fields takes ten times as long."""
        return hash((self.id, self.paytable))

    @property
    def reference(self) -> str:
        """The text that names this bet at this price: `tie/8`, or `player` if there is only one price."""
        return self.id if self.paytable is None else f"{self.id}/{self.paytable}"

    @cached_property
    def outcomes(self) -> Mapping[str, tuple[tuple[Fraction, Fraction], ...]]:
        """Net gains per unit staked with their probabilities, by line id, in order, including `lose`."""
        return {line.id: line.outcomes for line in self.lines} | {LOSE: _LOST}

    @cached_property
    def nets(self) -> Mapping[str, Fraction]:
        """Net gain per unit staked by line id, including `lose`; the mean if a line has a multiplier."""
        return {
            line: sum((net * chance for net, chance in outcomes), Fraction(0))
            for line, outcomes in self.outcomes.items()
        }

    @cached_property
    def moments(self) -> tuple[tuple[int, Mapping[str, int]], ...]:
        """For powers 0 to 3 of the net gain: a scale, and its mean by line id times the scale."""
        means = [
            {
                line: sum((net**power * chance for net, chance in outcomes), Fraction(0))
                for line, outcomes in self.outcomes.items()
            }
            for power in range(4)
        ]
        scales = [lcm(*(mean.denominator for mean in by_line.values())) for by_line in means]
        return tuple(
            (scale, {line: int(mean * scale) for line, mean in by_line.items()})
            for scale, by_line in zip(scales, means, strict=True)
        )

    @property
    def winning(self) -> tuple[str, ...]:
        """The ids of the lines with a net gain above 0."""
        return tuple(line.id for line in self.lines if line.net > 0)

    @property
    def exposure(self) -> Fraction:
        """The most one unit staked can lose, in units; 1 or more."""
        return -min(net for outcomes in self.outcomes.values() for net, _ in outcomes)

    def priced(self, prices: Mapping[str, Fraction], kept: Mapping[str, Fraction] = NONE_KEPT) -> "Bet":
        """This bet with other nets for some of its lines, by line id; it then has no named paytable.

        `kept` is the part of the gain that is kept as commission, by line id. Raises CatalogError if a line
        id is not one of this bet's, or a line with a multiplier would gain nothing.
        """
        ids = [line.id for line in self.lines]
        if not isinstance(prices, Mapping):
            raise CatalogError("expected prices by line id, got {prices}", prices=quoted(prices))
        for line_id in prices:
            if line_id not in ids:
                raise CatalogError(
                    "unknown line {line} in bet {bet}{hint}",
                    line=repr(line_id),
                    bet=repr(self.id),
                    hint=did_you_mean(line_id, ids),
                )
        lines = tuple(
            replace(line, net=prices[line.id], commission=kept.get(line.id, Fraction(0)))
            if line.id in prices
            else line
            for line in self.lines
        )
        for line in lines:
            if line.multiplier and line.net <= 0:
                raise CatalogError(
                    "expected a gain, because line {line} of bet {bet} has a multiplier, got {net}",
                    line=repr(line.id),
                    bet=repr(self.id),
                    net=repr(str(line.net)),
                )
        return replace(self, lines=lines, paytable=None)


@dataclass(frozen=True, slots=True)
class Uncomputable(Titled):
    """A game or bet that cannot be computed from the shoe alone; `reason` says what else it depends on."""

    id: str
    name: str
    reason: str
    names: Mapping[str, str] = field(default_factory=dict, hash=False)
    aliases: tuple[str, ...] = ()
    source: object = field(default=None, hash=False)

    def digest_value(self) -> object:
        """The value that its digest is computed from."""
        return {"id": self.id, "reason": self.reason}


@dataclass(frozen=True, repr=False, slots=True)
class Variant(Displayable, Titled):
    """A game as it is offered: rules, the number of decks, and the bets at their prices.

    `local` has the bets that it defines itself, by id, one per paytable; they replace the library's.
    """

    id: str
    name: str
    rules: Rules
    decks: int
    bets: tuple[Bet, ...]
    names: Mapping[str, str] = field(default_factory=dict, hash=False)
    source: object = field(default=None, hash=False)
    note: str | None = None
    local: Mapping[str, tuple[Bet, ...]] = field(default_factory=dict, hash=False)
