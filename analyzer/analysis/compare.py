"""What changed between two reports, bet by bet and line by line, and between two sets of rules."""

from collections import Counter
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import product
from operator import attrgetter
from typing import Literal

from analyzer.analysis.events import Together, Twin, same_coups, same_event, settled_together, twins
from analyzer.analysis.odds import Report, odds
from analyzer.analysis.question import split
from analyzer.analysis.valuation import Valuation
from analyzer.bets.bet import LOSE, Bet, Variant
from analyzer.bets.digest import digest_of_rules
from analyzer.displayable import Answer
from analyzer.errors import AnalyzerError, ConditionError
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
    """A bet in A and the bet matched with it in B; one of the two may be None.

    `renamed` holds, for lines of A that B has under another id, that id: both settle the same coups.
    `together` has the lines that settle coups together, under the rules of either side; it is empty where the
    conditions are the same or one bet is missing, and None where they need too many patterns.
    `crossed` is B's bet under the rules and on the shoe of A, where that can differ from its value in B.
    """

    a: Valuation | None
    b: Valuation | None
    renamed: Mapping[str, str] = field(default_factory=dict)
    together: Together | None = field(default_factory=dict)
    crossed: Valuation | None = None

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
        """The line ids of both, in order, `lose` last; a line of the same coups in both has its id in A."""
        ids = [line.id for line in self.a.bet.lines] if self.a else []
        return (*dict.fromkeys((*ids, *self.in_b_order)), LOSE)

    @property
    def _ids_in_a(self) -> dict[str, str]:
        return {theirs: ours for ours, theirs in self.renamed.items()}

    @property
    def in_b_order(self) -> tuple[str, ...]:
        """The line ids of B's bet in its order; a line of the same coups in both has its id in A."""
        lines = self.b.bet.lines if self.b else ()
        return tuple(self._ids_in_a.get(line.id, line.id) for line in lines)

    def id_in_b(self, line: str) -> str:
        """The id that a line has in B."""
        return self.renamed.get(line, line)

    def _of_line(self, line: str, value: Callable[[Valuation, str], Fraction | None]) -> Change:
        sides = ((self.a, line), (self.b, self.id_in_b(line)))
        return Change(*(None if v is None else value(v, id) for v, id in sides))

    def net(self, line: str) -> Change:
        """The net gain of a line."""
        return self._of_line(line, lambda v, id: v.bet.nets.get(id))

    def probability(self, line: str) -> Change:
        """The probability of a line."""
        return self._of_line(line, lambda v, id: v.probability(id) if id in v.ways else None)

    def share(self, line: str) -> Change:
        """A line's share of the EV, 0 where the bet has no such line, so that differences add up."""
        return self._of_line(line, lambda v, id: v.contribution(id) if id in v.ways else Fraction(0))

    def repriced(self, line: str) -> bool:
        """Whether a line gains something else in B."""
        sides = ((self.a, line), (self.b, self.id_in_b(line)))
        outcomes = [v.bet.outcomes.get(id) for v, id in sides if v is not None]
        return len(set(outcomes)) > 1

    def moved(self, line: str) -> bool:
        """Whether the probability of a line changed."""
        chance = self.probability(line)
        return chance.a != chance.b

    def line_changed(self, line: str) -> bool:
        """Whether the pay or the probability of a line changed."""
        return self.repriced(line) or self.moved(line)

    @property
    def changed(self) -> bool:
        """Whether the bet is on one side only, or any of its lines changed."""
        return len(self.valuations) < 2 or any(map(self.line_changed, self.lines))

    @property
    def same_event(self) -> bool | None:
        """Whether both bets count the same coups, line by line; None if that needs too many patterns."""
        if self.together is None or len(self.valuations) < 2:
            return None
        return not self.together or same_event(self.together)

    def only(self, line: str) -> tuple[int, int] | None:
        """The ways, from `EVERY_PATTERN`, of the coups that a line settles in A alone, and in B alone."""
        if not self.together:
            return None if self.together is None else (0, 0)
        id = self.id_in_b(line)
        return (
            sum(ways for (a, b), ways in self.together.items() if a == line and b != id),
            sum(ways for (a, b), ways in self.together.items() if a != line and b == id),
        )


@dataclass(frozen=True, slots=True)
class Side:
    """One side of a comparison: its label, its odds, and what is compared there."""

    label: str
    report: Report
    item: object = None

    @property
    def content(self) -> tuple[object, ...]:
        """All that two sides must share to be the same: rules, bets, shoe, names, sources and notes."""
        question = self.report.question
        described: list[Variant | Rules] = [self.item] if isinstance(self.item, Variant) else []
        described += [question.rules] if isinstance(self.item, Variant | Rules) else []
        valued = [value.bet for value in self.report.valuations]
        bets = [(replace(bet, family=None), [line.commission for line in bet.lines]) for bet in valued]
        commented = [(d.name if d.name != d.id else None, dict(d.names), d.source, d.note) for d in described]
        return digest_of_rules(question.rules), bets, self.report.shoe, commented, self.report.excluded


Cause = Literal["conditions", "pays", "rules", "shoe"]


@dataclass(frozen=True, repr=False, slots=True)
class Comparison(Answer):
    """Two sides with their bets matched; `sort` is what they are: variants, rules, bets or shoes. `known` has
    bets of the library that count the same coups as a user's bet, by its side, 0 or 1, and its reference.
    """

    sort: str
    a: Side
    b: Side
    matches: tuple[Match, ...]
    known: Mapping[tuple[int, str], tuple[Twin, ...]] = field(default_factory=dict)

    @property
    def differs(self) -> bool:
        """Whether anything differs: rules, bets, shoe, names, sources or notes, or any figure."""
        return self.a.content != self.b.content or any(match.changed for match in self.matches)

    def causes(self, match: Match) -> tuple[Cause, ...]:
        """What makes the figures of a bet differ; empty if none do, or if one side has no such bet."""
        if len(match.valuations) < 2 or not match.changed:
            return ()
        undecided = match.same_event is None and not any(map(match.moved, match.lines))
        causes: list[Cause] = [] if match.same_event or undecided else ["conditions"]
        if any(match.repriced(line) for line in match.lines):
            causes.append("pays")
        worlds: list[Cause] = []
        a, b = self.a.report, self.b.report
        if len(dealt_under(self.a, self.b)) > 1:
            worlds.append("rules")
        if a.shoe != b.shoe:
            worlds.append("shoe")
        return (*causes, *(worlds if self._moved_by_rules_or_shoe(match) else ()))

    def _moved_by_rules_or_shoe(self, match: Match) -> bool:
        if match.same_event:
            return any(map(match.moved, match.lines))
        crossed, b = match.crossed, match.b
        return crossed is None or b is None or any(crossed.probability(x) != b.probability(x) for x in b.ways)


def compared(sort: str, a: Side, b: Side) -> Comparison:
    """The comparison of two sides: every bet of A in order, then those that only B has.

    Bets with the same id are matched, those at the same price first; then bets that count the same coups. If
    bets are compared and each side has only one, the two are matched whatever they are.
    """
    left, rest = a.report.valuations, list(b.report.valuations)
    if sort == "bets" and len(left) == len(rest) == 1:
        return Comparison(sort, a, b, (_match(a, b, left[0], rest[0]),))
    partner: dict[int, Valuation] = {}

    def pair(wanted: Callable[[Bet, Bet], bool]) -> None:
        for place, value in enumerate(left):
            matching = [other for other in rest if place not in partner and wanted(value.bet, other.bet)]
            if matching:
                partner[place] = matching[0]
                rest[:] = [other for other in rest if other is not matching[0]]

    rules = dealt_under(a, b)
    pair(lambda ours, theirs: ours.id == theirs.id and ours.nets == theirs.nets)
    pair(lambda ours, theirs: ours.id == theirs.id)
    pair(lambda ours, theirs: bool(twins(rules, ours, [theirs])))
    matches = [_match(a, b, value, partner.get(place)) for place, value in enumerate(left)]
    return Comparison(sort, a, b, (*matches, *(_match(a, b, None, other) for other in rest)))


def dealt_under(a: Side, b: Side) -> tuple[Rules, ...]:
    """The rules of both sides, once if they deal in the same way."""
    ours, theirs = a.report.rules, b.report.rules
    return (ours,) if digest_of_rules(ours) == digest_of_rules(theirs) else (ours, theirs)


def _match(a: Side, b: Side, ours: Valuation | None, theirs: Valuation | None) -> Match:
    """Two bets matched, with what their conditions have in common."""
    if ours is None or theirs is None:
        return Match(ours, theirs)
    rules, exhaustive = dealt_under(a, b), a.report.question.exhaustive
    if [line.tree for line in split(ours.bet)] == [line.tree for line in split(theirs.bet)]:
        same = zip(ours.bet.nets, theirs.bet.nets, strict=True)
        return Match(ours, theirs, {line: other for line, other in same if line != other})
    together: Counter[tuple[str, str]] = Counter()
    try:
        for dealt in rules:
            together.update(settled_together(dealt, ours.bet, theirs.bet, exhaustive))
    except ConditionError:
        return Match(ours, theirs, {}, None)
    alone = [
        {line.id for line in one.bet.lines} - {line.id for line in other.bet.lines}
        for one, other in ((ours, theirs), (theirs, ours))
    ]
    renamed = {x: y for x, y in same_coups(together).items() if x in alone[0] and y in alone[1]}
    crossed = None
    if len(rules) > 1 or a.report.shoe != b.report.shoe:
        with suppress(AnalyzerError):
            (crossed,) = odds(a.report.question.naming([theirs.bet])).valuations
    return Match(ours, theirs, renamed, together, crossed)


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
