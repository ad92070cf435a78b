"""What changed between two reports, bet by bet and line by line, and between two sets of rules."""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from operator import attrgetter

from analyzer.analysis.odds import Report
from analyzer.analysis.valuation import Valuation
from analyzer.bets.bet import LOSE, Bet
from analyzer.displayable import Answer
from analyzer.game.rules import Rules

QUANTITIES: dict[str, Callable[[Valuation], Fraction]] = {
    name: attrgetter(name) for name in ("house_edge", "hit_rate", "rtp", "push_rate", "variance", "ev")
}
"""The quantities of a bet that are compared, by name."""


@dataclass(frozen=True, slots=True)
class Change:
    """A number in A and in B; None where it is missing."""

    a: Fraction | None
    b: Fraction | None

    @property
    def difference(self) -> Fraction | None:
        """B − A; None where either is missing."""
        return None if self.a is None or self.b is None else self.b - self.a


@dataclass(frozen=True, slots=True)
class Match:
    """A bet in A and the bet matched with it in B; one of the two may be None."""

    a: Valuation | None
    b: Valuation | None

    @property
    def valuations(self) -> tuple[Valuation, ...]:
        """The valuations that are not None, A's first."""
        return tuple(valuation for valuation in (self.a, self.b) if valuation is not None)

    @property
    def bet(self) -> Bet:
        """The bet in A, or the one in B if A has none."""
        return self.valuations[0].bet

    def change(self, quantity: Callable[[Valuation], Fraction | None]) -> Change:
        """A quantity in A and in B."""
        return Change(*(None if v is None else quantity(v) for v in (self.a, self.b)))

    @property
    def lines(self) -> tuple[str, ...]:
        """The line ids of both, in order, `lose` last."""
        return (*dict.fromkeys(line.id for v in self.valuations for line in v.bet.lines), LOSE)

    def net(self, line: str) -> Change:
        """The net gain of a line."""
        return self.change(lambda v: v.bet.nets.get(line))

    def probability(self, line: str) -> Change:
        """The probability of a line."""
        return self.change(lambda v: v.probability(line) if line in v.ways else None)

    def share(self, line: str) -> Change:
        """A line's share of the EV, 0 where the bet has no such line, so that differences add up."""
        return self.change(lambda v: v.contribution(line) if line in v.ways else Fraction(0))

    def line_changed(self, line: str) -> bool:
        """Whether the pay or the probability of a line changed."""
        pays = {v.bet.outcomes.get(line) for v in self.valuations}
        chance = self.probability(line)
        return len(pays) > 1 or chance.a != chance.b

    @property
    def changed(self) -> bool:
        """Whether the bet is on one side only, or any of its lines changed."""
        return len(self.valuations) < 2 or any(map(self.line_changed, self.lines))


@dataclass(frozen=True, slots=True)
class Side:
    """One side of a comparison: its label and its odds."""

    label: str
    report: Report


@dataclass(frozen=True, repr=False, slots=True)
class Comparison(Answer):
    """Two sides with their bets matched; `sort` is what they are: variants, rules, bets or shoes."""

    sort: str
    a: Side
    b: Side
    matches: tuple[Match, ...]

    @property
    def differs(self) -> bool:
        """Whether anything that was compared differs."""
        return self.a.report.rules != self.b.report.rules or any(match.changed for match in self.matches)


def compared(sort: str, a: Side, b: Side) -> Comparison:
    """The comparison of two sides: every bet of A in order, then those that only B has.

    Bets with the same id are matched, those at the same price first. If bets are compared and each side has
    only one, the two are matched whatever their ids.
    """
    left, rest = a.report.valuations, list(b.report.valuations)
    if sort == "bets" and len(left) == len(rest) == 1:
        return Comparison(sort, a, b, (Match(left[0], rest[0]),))
    partner: dict[int, Valuation] = {}
    for same_price in (True, False):
        for place, value in enumerate(left):
            same_id = (other for other in rest if other.bet.id == value.bet.id)
            matching = [other for other in same_id if not same_price or other.bet.nets == value.bet.nets]
            if place not in partner and matching:
                partner[place] = matching[0]
                rest = [other for other in rest if other is not matching[0]]
    matches = [Match(value, partner.get(place)) for place, value in enumerate(left)]
    return Comparison(sort, a, b, (*matches, *(Match(None, other) for other in rest)))


def cells_changed(a: Rules, b: Rules) -> list[tuple[tuple[int, int | None], bool, bool]]:
    """The cells in which the drawing tables differ, each with whether Banker draws in A and in B.

    A cell is Banker's total and the column, None where Player stood.
    """
    totals = sorted(set(range(10)) - a.tableau.naturals - b.tableau.naturals)
    cells = [
        (cell, a.tableau.banker_draws_on(*cell), b.tableau.banker_draws_on(*cell))
        for cell in product(totals, (None, *range(10)))
    ]
    return [(cell, in_a, in_b) for cell, in_a, in_b in cells if in_a != in_b]
