"""What changed between two reports, bet by bet and line by line, and what caused the change."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from operator import attrgetter
from typing import Literal, get_args

from analyzer.analysis.events import Together, Twin, same_coups, same_event, settled_together, twins
from analyzer.analysis.odds import Report, odds
from analyzer.analysis.question import Question, split
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

Cause = Literal["conditions", "pays", "locked", "rules", "shoe"]
CAUSES: tuple[Cause, ...] = get_args(Cause)


@dataclass(frozen=True, slots=True)
class Change:
    """A number in A and in B; None if it is missing."""

    a: Fraction | None
    b: Fraction | None

    @property
    def difference(self) -> Fraction | None:
        """B − A; None if either is missing."""
        return None if self.a is None or self.b is None else self.b - self.a


@dataclass(frozen=True)
class Match:
    """A bet in A and the bet matched with it in B; one of the two may be None.

    Attributes:
        renamed: for each line of A that has another id in B, that id; both settle the same coups.
        together: the lines that settle coups together, under the rules of either side; empty if the
            conditions are the same or one bet is missing, and None if they need too many patterns.
        causes: what makes the figures differ; empty if they do not, or if one bet is missing.
    """

    a: Valuation | None
    b: Valuation | None
    renamed: Mapping[str, str] = field(default_factory=dict)
    together: Together | None = field(default_factory=dict)
    causes: tuple[Cause, ...] = ()

    @property
    def valuations(self) -> tuple[Valuation, ...]:
        """The valuations that are not None, A's first."""
        return tuple(valuation for valuation in (self.a, self.b) if valuation is not None)

    @property
    def bet(self) -> Bet:
        """The bet in A, or the one in B if A has none."""
        return self.valuations[0].bet

    @cached_property
    def aligned(self) -> Valuation | None:
        """B's valuation, with the line ids of A for the lines that have another id in B."""
        return self.b and self.in_ids_of_a(self.b)

    def in_ids_of_a(self, theirs: Valuation) -> Valuation:
        """A valuation of B's bet with the line ids of A."""
        ids = {theirs: ours for ours, theirs in self.renamed.items()}
        lines = tuple(replace(line, id=ids.get(line.id, line.id)) for line in theirs.bet.lines)
        ways = {ids.get(line, line): ways for line, ways in theirs.ways.items()}
        return Valuation(replace(theirs.bet, lines=lines), theirs.total, ways)

    def change(self, quantity: Callable[[Valuation], Fraction | None]) -> Change:
        """A quantity in A and in B."""
        return Change(*(None if v is None else quantity(v) for v in (self.a, self.aligned)))

    @property
    def lines(self) -> tuple[str, ...]:
        """The line ids of both, in order, `lose` last; a line renamed in B has its id from A."""
        sides = [v for v in (self.a, self.aligned) if v is not None]
        return (*dict.fromkeys(line.id for v in sides for line in v.bet.lines), LOSE)

    def net(self, line: str) -> Change:
        """The net gain of a line."""
        return self.change(lambda v: v.bet.nets.get(line))

    def probability(self, line: str) -> Change:
        """The probability of a line."""
        return self.change(lambda v: v.probability(line) if line in v.ways else None)

    def share(self, line: str) -> Change:
        """A line's share of the EV, 0 if the bet has no such line, so that differences add up."""
        return self.change(lambda v: v.contribution(line) if line in v.ways else Fraction(0))

    def repriced(self, line: str) -> bool:
        """Whether a line gains a different amount in B."""
        return len({v.bet.outcomes.get(line) for v in (self.a, self.aligned) if v is not None}) > 1

    def line_changed(self, line: str) -> bool:
        """Whether the pay or the probability of a line changed."""
        chance = self.probability(line)
        return self.repriced(line) or chance.a != chance.b

    @property
    def locks_other_units(self) -> bool:
        """Whether the bet locks a different number of units in B, so that figures per unit locked differ."""
        return len({value.bet.locked for value in self.valuations}) > 1

    @property
    def changed(self) -> bool:
        """Whether the bet is on one side only, or any of its lines or the units that it locks changed."""
        changed = self.locks_other_units or any(map(self.line_changed, self.lines))
        return len(self.valuations) < 2 or changed

    @property
    def same_event(self) -> bool | None:
        """Whether both bets count the same coups, line by line; None if that needs too many patterns."""
        return None if self.together is None else same_event(self.together)

    def only(self, line: str) -> tuple[int, int] | None:
        """The ways, from `EVERY_PATTERN`, of the coups that a line settles in A alone, and in B alone."""
        if self.together is None:
            return None
        other = self.renamed.get(line, line)
        return (
            sum(ways for (a, b), ways in self.together.items() if a == line and b != other),
            sum(ways for (a, b), ways in self.together.items() if a != line and b == other),
        )


@dataclass(frozen=True, slots=True)
class Side:
    """One side of a comparison: its label, its odds, and what is compared there."""

    label: str
    report: Report
    item: object = None

    @property
    def described(self) -> tuple[Variant | Rules, ...]:
        """What is also compared by name, source and note: a variant and its rules, or the rules alone."""
        variant = (self.item,) if isinstance(self.item, Variant) else ()
        return (*variant, self.report.rules) if isinstance(self.item, Variant | Rules) else ()

    @property
    def content(self) -> tuple[object, ...]:
        """All that two sides must share to be the same: rules, bets, shoe, names, sources and notes."""
        bets = [
            (replace(value.bet, family=None), [line.commission for line in value.bet.lines])
            for value in self.report.valuations
        ]
        described = [(d.name if d.name != d.id else None, d.names, d.source, d.note) for d in self.described]
        return digest_of_rules(self.report.rules), bets, self.report.shoe, described, self.report.excluded


@dataclass(frozen=True, slots=True)
class Known:
    """A user's bet in A or B, and a bet of the library that counts the same coups, at one of its prices."""

    side: str
    bet: Bet
    twin: Twin


@dataclass(frozen=True, repr=False, slots=True)
class Comparison(Answer):
    """Two sides with their bets matched; `sort` is what they are: variants, rules, bets or shoes.

    `known` lists the bets of the library that count the same coups as a user's bet.
    """

    sort: str
    a: Side
    b: Side
    matches: tuple[Match, ...]
    known: tuple[Known, ...] = ()

    def called(self, side: str, label: str) -> "Comparison":
        """The same comparison with another label for one of its sides, `a` or `b`."""
        return replace(self, **{side: replace(getattr(self, side), label=label)})

    @property
    def left_out(self) -> frozenset[str]:
        """The ids of the bets left out on either side, and so not compared."""
        return frozenset(bet.id for side in (self.a, self.b) for bet, _ in side.report.excluded)

    @property
    def differs(self) -> bool:
        """Whether anything differs: rules, bets, shoe, names, sources or notes, or any figure."""
        return self.a.content != self.b.content or any(match.changed for match in self.matches)


def compared(sort: str, a: Side, b: Side) -> Comparison:
    """The comparison of two sides: every bet of A in order, then those that only B has.

    Bets with the same id are matched, those at the same price first; then bets that count the same coups. If
    bets are compared and each side has only one, the two are matched whatever they are.
    """
    left, rest = a.report.valuations, list(b.report.valuations)
    partner: dict[int, Valuation] = {}

    def pair(wanted: Callable[[Bet, Bet], bool]) -> None:
        for place, value in enumerate(left):
            matching = [other for other in rest if place not in partner and wanted(value.bet, other.bet)]
            if matching:
                partner[place] = matching[0]
                rest[:] = [other for other in rest if other is not matching[0]]

    rules = dealt_under(a, b)
    if sort == "bets" and len(left) == len(rest) == 1:
        pair(lambda ours, theirs: True)
    pair(lambda ours, theirs: ours.id == theirs.id and ours.nets == theirs.nets)
    pair(lambda ours, theirs: ours.id == theirs.id)
    pair(lambda ours, theirs: bool(twins(rules, ours, [theirs])))
    exhaustive = a.report.question.exhaustive
    matches = [_match(rules, exhaustive, value, partner.get(place)) for place, value in enumerate(left)]
    steps = list(_steps(a.report, b.report, len(rules) > 1, [match for match in matches if match.changed]))
    matches = [replace(match, causes=tuple(_causes(match, steps))) for match in matches]
    return Comparison(sort, a, b, (*matches, *(Match(None, other) for other in rest)))


def dealt_under(a: Side, b: Side) -> tuple[Rules, ...]:
    """The rules of both sides, once if they deal in the same way."""
    ours, theirs = a.report.rules, b.report.rules
    return (ours,) if digest_of_rules(ours) == digest_of_rules(theirs) else (ours, theirs)


Step = tuple[Cause, Mapping[Bet, Valuation]]
"""What is taken from B, in addition to what earlier steps took, and what B's bets are then worth."""


def _steps(a: Report, b: Report, other_rules: bool, changed: Sequence[Match]) -> Iterator[Step]:
    """From A to B, one thing at a time: bets, rules, shoe; a step is empty if it cannot be counted."""
    of_other_coups = [match.b.bet for match in changed if match.b and not match.same_event]
    worlds: dict[Cause, Question] = {"conditions": a.question.about(of_other_coups)}
    if other_rules:
        theirs = a.question.about(match.b.bet for match in changed if match.b)
        worlds["rules"] = replace(theirs, rules=b.rules)
    if a.shoe != b.shoe:
        worlds["shoe"] = b.question
    *between, last = worlds
    for cause in between:
        values: tuple[Valuation, ...] = ()
        with suppress(AnalyzerError):
            values = odds(worlds[cause]).valuations
        yield cause, {value.bet: value for value in values}
    yield last, {value.bet: value for value in b.valuations}


def _causes(match: Match, steps: Sequence[Step]) -> Iterator[Cause]:
    """What makes a bet's figures differ: its pays or units locked, and steps that change a probability."""
    if match.a is None or match.b is None:
        return
    found: set[Cause] = {"pays"} if any(map(match.repriced, match.lines)) else set()
    found |= {"locked"} if match.locks_other_units else set()
    taken, before = set[Cause](), _law(match.a)
    for cause, values in steps:
        if cause != "conditions" or not match.same_event:
            taken.add(cause)
        if (value := values.get(match.b.bet)) is not None:
            after = _law(match.in_ids_of_a(value))
            found |= taken if after != before else set()
            taken, before = set(), after
    yield from (cause for cause in CAUSES if cause in found)


def _law(value: Valuation) -> dict[str, Fraction]:
    return {line: value.probability(line) for line in value.ways}


def _match(rules: Sequence[Rules], exhaustive: bool, ours: Valuation, theirs: Valuation | None) -> Match:
    """The match of two bets, with what their conditions have in common."""
    if theirs is None:
        return Match(ours, None)
    if [line.tree for line in split(ours.bet)] == [line.tree for line in split(theirs.bet)]:
        same = zip(ours.bet.nets, theirs.bet.nets, strict=True)
        return Match(ours, theirs, {line: other for line, other in same if line != other})
    together: Counter[tuple[str, str]] = Counter()
    try:
        for dealt in rules:
            together.update(settled_together(dealt, ours.bet, theirs.bet, exhaustive))
    except ConditionError:
        return Match(ours, theirs, {}, None)
    in_both = ours.ways.keys() & theirs.ways.keys()
    renamed = {x: y for x, y in same_coups(together).items() if not in_both & {x, y}}
    return Match(ours, theirs, renamed, together)
