"""What a rule sheet adds to the odds of bets: other decks, other pays, worked coups, checks."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations, compress

from analyzer.analysis.checks import Check, Coups, checks, guarded
from analyzer.analysis.fresh import SHOES, Decks, fresh, fresh_decks
from analyzer.analysis.lint import SheetFault, lint
from analyzer.analysis.odds import OnReport, Report
from analyzer.analysis.question import split
from analyzer.analysis.valuation import Valuation
from analyzer.bets.bet import LOSE
from analyzer.bets.condition import Condition
from analyzer.census.census import census
from analyzer.census.collect import Split
from analyzer.census.worked_example import example_coup
from analyzer.errors import AnalyzerError
from analyzer.exact import quoted
from analyzer.game.dealt import NOTHING
from analyzer.game.rules import Rules
from analyzer.game.shoe import Shoe

_COMMISSION = Fraction(1, 100)  # One percent: a pay below even money is a commission in another form.


@dataclass(frozen=True, slots=True)
class Repriced:
    """A bet with another pay for one line (to one, before any multiplier), and what it is then worth."""

    line: str
    pays: Fraction
    valuation: Valuation


@dataclass(frozen=True, repr=False)
class RuleSheet(OnReport):
    """A report, and for each of its bets, in order: coups, decks and remarks.

    `coups` maps each line to a coup that it settles, None where no coup does. `decks` maps fresh shoes to
    what the bet is worth on them; empty where the shoe of the report is not fresh. `remarks` are the faults
    that `lint` finds in the bet. Coups and remarks are empty where cards of the coup are known.
    """

    report: Report
    coups: Coups
    decks: tuple[Mapping[Decks, Valuation], ...]
    remarks: tuple[tuple[SheetFault, ...], ...]
    checks: tuple[Check, ...]

    @property
    def failed(self) -> tuple[Check, ...]:
        """The checks that did not hold."""
        return tuple(check for check in self.checks if check.failed)


def rule_sheet(report: Report) -> RuleSheet:
    """The rule sheet of a report. Raises AnalyzerError if `report` is not a Report."""
    if not isinstance(report, Report):
        raise AnalyzerError(f"expected a report, as odds gives it, got {quoted(report)}")
    coups = worked_coups(report)
    bets = [[value.bet] for value in report.valuations]
    remarks = lint(report.rules, report.shoe, bets) if report.dealt == NOTHING else []
    decks: tuple[Mapping[Decks, Valuation], ...] = ()
    if fresh_decks(report):
        asked = [(value.bet, None) for value in report.valuations]
        by_decks = fresh(report.rules, asked, SHOES, exhaustive=report.question.exhaustive)
        decks = tuple(
            {d: value for d, value in zip(by_decks, bet, strict=True) if value is not None}
            for bet in zip(*by_decks.values(), strict=True)
        )
    return RuleSheet(report, coups, decks, tuple(map(tuple, remarks)), checks(report, coups))


def repriced(valuation: Valuation) -> Iterator[Repriced]:
    """What a bet is worth with the pay of one winning line a step lower, then a step higher, line by line.

    The step is one to one, and below even money also one hundredth. A pay at which the line would lose, or
    nothing would be left to multiply, is left out.
    """
    for line in valuation.bet.lines:
        if line.net <= 0:
            continue
        steps = (Fraction(1),) if line.net >= 1 else (_COMMISSION, Fraction(1))
        for pays in sorted(line.net + sign * step for step in steps for sign in (-1, 1)):
            if pays > 0 or (pays == 0 and not line.multiplier):
                bet = valuation.bet.priced({line.id: pays})
                yield Repriced(line.id, pays, replace(valuation, bet=bet))


def worked_coups(report: Report) -> Coups:
    """A coup settled by each line of every bet, None where there is none; empty where cards are known."""
    if report.dealt != NOTHING:
        return ()
    return tuple(
        {
            line: example_coup(report.rules, guarded(value.bet, report.given), line, report.shoe)
            for line in value.bet.nets
        }
        for value in report.valuations
    )


WINNERS: Split = tuple(map(Condition.parse, ("player_wins", "banker_wins", "tie")))
"""The three results of a coup."""


def overlapping(
    rules: Rules, value: Valuation, shoe: Shoe, lines: Sequence[str], *, exhaustive: bool = False
) -> frozenset[str]:
    """The ids of those `lines` of a bet, valued on this shoe, that can hold together with an earlier one."""
    conditions = {line.id: line.when for line in value.bet.lines if line.id in lines}
    if not conditions:
        return frozenset()
    counted = census(rules, [(when,) for when in conditions.values()], NOTHING, exhaustive).ways(shoe)
    # An earlier line settles some of the coups in which the condition holds.
    return frozenset(
        line for line, (holding, _) in zip(conditions, counted, strict=True) if holding > value.ways[line]
    )


def lost_to(rules: Rules, value: Valuation, shoe: Shoe, *, exhaustive: bool = False) -> Split | None:
    """The results, out of WINNERS, on which a bet always loses, if it never loses on the others.

    None where its losses do not depend on the result alone, or a result cannot happen.
    """
    [ways] = census(rules, [WINNERS[:-1]]).ways(shoe)
    sums = {sum(results) for size in (1, 2) for results in combinations(ways, size)}
    if not all(ways) or value.ways[LOSE] not in sums:
        return None  # so for most bets; the rest takes longer
    lines = split(value.bet)
    [counted] = census(rules, [(*lines, *WINNERS[:-1])], NOTHING, exhaustive).ways(shoe)
    lost = counted[len(lines) :]
    if any(losing not in (0, total) for losing, total in zip(lost, ways, strict=True)):
        return None
    return tuple(compress(WINNERS, lost))
