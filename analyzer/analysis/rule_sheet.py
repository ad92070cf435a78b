"""What a rule sheet adds to the odds of bets: other decks, other pays, worked coups and checks.

The checks are laws that a report must obey, a second way of counting, and coups dealt card by card.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations, compress, product

import numpy as np

from analyzer.analysis.lint import SheetFault, lint
from analyzer.analysis.odds import SHOES, Decks, OnReport, Report, fresh, fresh_decks
from analyzer.analysis.question import guard, keys_of, split
from analyzer.analysis.valuation import Valuation
from analyzer.bets.bet import LOSE, Bet, Line
from analyzer.bets.condition import Condition
from analyzer.census.census import census
from analyzer.census.collect import Split
from analyzer.census.dealing_orders import classes
from analyzer.census.kinds import held
from analyzer.census.patterns import pattern_count
from analyzer.census.plan import one_layer
from analyzer.census.worked_example import example_coup, settling
from analyzer.errors import AnalyzerError
from analyzer.exact import falling, quoted
from analyzer.game.coup import Coup, deal
from analyzer.game.dealt import NOTHING
from analyzer.game.rules import Rules
from analyzer.game.shoe import Shoe
from analyzer.text import Message, message, plural

Coups = tuple[Mapping[str, Coup | None], ...]  # For each bet, by line, a coup that the line settles, or None.
MOST_PATTERNS = 200_000  # The most patterns of a bet counted again; a whole coup by points has 103,411.
_HALF_DEALT = message("Cards of this coup are known.")
_COMMISSION = Fraction(1, 100)  # One percent: a pay below even money is a commission in another form.


@dataclass(frozen=True, slots=True)
class Check:
    """What was checked, how, on how many bets or lines, which failed, and what was not tried and why."""

    law: Message
    how: Message
    tried: Message
    failed: tuple[str, ...]
    reserve: Message | None = None


@dataclass(frozen=True, slots=True)
class Repriced:
    """A bet with another pay for one line (to one, before any multiplier), and what it is then worth."""

    line: str
    pays: Fraction
    valuation: Valuation


@dataclass(frozen=True, repr=False)
class RuleSheet(OnReport):
    """A report, and for each of its bets, in order: coups, decks and remarks.

    `coups` maps each line to a coup that it settles, None if no coup does. `decks` maps fresh shoes to
    what the bet is worth on them; empty if the shoe of the report is not fresh. `remarks` are the faults
    that `lint` finds in the bet. Coups and remarks are empty if cards of the coup are known.
    """

    report: Report
    coups: Coups
    decks: tuple[Mapping[Decks, Valuation], ...]
    remarks: tuple[tuple[SheetFault, ...], ...]
    checks: tuple[Check, ...]

    @property
    def failed(self) -> tuple[Check, ...]:
        """The checks that failed."""
        return tuple(check for check in self.checks if check.failed)

    @property
    def wrong(self) -> tuple[SheetFault, ...]:
        """The remarks that are errors, such as an edge for the bettor."""
        return tuple(fault for faults in self.remarks for fault in faults if fault.severity == "error")


def rule_sheet(report: Report) -> RuleSheet:
    """The rule sheet of a report. Raises AnalyzerError if `report` is not a Report."""
    if not isinstance(report, Report):
        raise AnalyzerError("expected a report as returned by odds, got {report}", report=quoted(report))
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
    """A coup settled by each line of every bet, None if there is none; empty if cards are known."""
    if report.dealt != NOTHING:
        return ()
    return tuple(
        {
            line: example_coup(report.rules, guarded(value.bet, report.given), line, report.shoe)
            for line in value.bet.nets
        }
        for value in report.valuations
    )


WINNERS: Split = tuple(map(Condition.parse, ("player_wins", "banker_wins", "tie")))  # The results of a coup.


def overlapping(
    rules: Rules, value: Valuation, shoe: Shoe, lines: Sequence[str], *, exhaustive: bool = False
) -> frozenset[str]:
    """The ids of those `lines` of a bet, valued on this shoe, that can hold together with an earlier one."""
    conditions = {line.id: line.when for line in value.bet.lines if line.id in lines}
    if not conditions:
        return frozenset()
    cards = held(shoe.counts, shoe.fineness)
    counted = census(rules, [(when,) for when in conditions.values()], NOTHING, exhaustive, cards).ways(shoe)
    # An earlier line settles some of the coups in which the condition holds.
    return frozenset(
        line for line, (holding, _) in zip(conditions, counted, strict=True) if holding > value.ways[line]
    )


def lost_to(rules: Rules, value: Valuation, shoe: Shoe, *, exhaustive: bool = False) -> Split | None:
    """The results, out of WINNERS, on which a bet always loses, if it never loses on the others.

    None if its losses do not depend on the result alone, or a result cannot happen.
    """
    [ways] = census(rules, [WINNERS[:-1]]).ways(shoe)
    sums = {sum(results) for size in (1, 2) for results in combinations(ways, size)}
    if not all(ways) or value.ways[LOSE] not in sums:
        return None  # the case for most bets; the rest takes longer
    lines = split(value.bet)
    cards = held(shoe.counts, shoe.fineness)
    [counted] = census(rules, [(*lines, *WINNERS[:-1])], NOTHING, exhaustive, cards).ways(shoe)
    lost = counted[len(lines) :]
    if any(losing not in (0, total) for losing, total in zip(lost, ways, strict=True)):
        return None
    return tuple(compress(WINNERS, lost))


def checks(report: Report, coups: Coups) -> tuple[Check, ...]:
    """The results of all checks of a report.

    `coups` are the worked coups, each of which its line should settle; empty if there are none.
    """
    keys = keys_of([value.bet for value in report.valuations])
    return (
        _complete_table(report.rules),
        _ways_add_up(report, keys),
        _shares_add_up(report, keys),
        _unseen_card(report, keys),
        _second_count(report, keys),
        _worked_coups(report, keys, coups),
    )


def guarded(bet: Bet, given: Condition | None) -> Bet:
    """The bet with an unnamed first line for coups in which the given condition does not hold."""
    first = tuple(Line("", condition, Fraction(0)) for condition in guard(given))
    return replace(bet, lines=(*first, *bet.lines))


def _complete_table(rules: Rules) -> Check:
    totals = [total for total in range(10) if total not in rules.tableau.naturals]
    failed = []
    for total, column in product(totals, (None, *range(10))):
        try:
            rules.tableau.banker_draws_on(total, column)
        except AnalyzerError:
            failed.append(f"{total}/{'-' if column is None else column}")
    return Check(
        message("The drawing table covers every case."),
        message(
            "Every Banker total except naturals is looked up, with Player standing and with each column."
        ),
        plural("{n} cell", "{n} cells", 11 * len(totals)),
        tuple(failed),
    )


def _ways_add_up(report: Report, keys: Sequence[str]) -> Check:
    total = report.total_ways
    if report.given is None and report.dealt == NOTHING:
        total = falling(report.shoe.size, report.rules.cards_from_shoe)
        how = message(
            "The ways of a bet's lines are added up and compared with all deals, multiplied out: {n}.",
            n=total,
        )
    else:
        how = message(
            "The ways of a bet's lines are added up and compared with the deals that agree with what is "
            "known: {n}.",
            n=total,
        )
    law = message("The ways of a bet's lines add up to all deals.")
    return _of_bets(law, how, keys, [sum(v.ways.values()) == v.total == total for v in report.valuations])


def _shares_add_up(report: Report, keys: Sequence[str]) -> Check:
    law = message("The lines' shares add up to the EV.")
    how = message(
        "For each line, net times ways is divided by all deals; the sum is compared with EV, −house edge and "
        "RTP − 1."
    )
    holds = [
        sum(map(value.contribution, value.ways)) == value.ev == -value.house_edge == value.rtp - 1
        for value in report.valuations
    ]
    return _of_bets(law, how, keys, holds)


def _of_bets(law: Message, how: Message, keys: Sequence[str], holds: Sequence[bool]) -> Check:
    failed = tuple(key for key, holding in zip(keys, holds, strict=True) if not holding)
    return Check(law, how, plural("{n} bet", "{n} bets", len(keys)), failed)


def _unseen_card(report: Report, keys: Sequence[str]) -> Check:
    """Σ nₖ · ways(shoe − k) = (N − c) · ways(shoe), where a coup has c cards that are not known yet."""
    shoe, first = report.shoe, guard(report.given)
    splits = [first + split(value.bet) for value in report.valuations]
    asked = report.question
    counted = census(report.rules, splits, report.dealt, asked.exhaustive, asked.cards)
    full = np.array(shoe.counts, dtype=np.int64)
    cells = np.flatnonzero(full)
    # A shoe with too few cards for a coup after losing one has no ways, and none are counted.
    rows = full - np.eye(len(full), dtype=np.int64)[cells]
    cards = full[cells].astype(object)
    failed = []
    for key, value, tally in zip(keys, report.valuations, counted.tallies(rows, shoe.fineness), strict=True):
        sums = cards @ tally[:, len(first) :].astype(object)
        for (line, ways), added in zip(value.ways.items(), sums, strict=True):
            if added != (shoe.size - report.question.unknown) * ways:
                failed.append(f"{key}.{line}")
    return Check(
        message("An unseen card changes no line's probability."),
        message(
            "Each line is counted on {n} shoes with one card fewer; its mean probability is compared with "
            "the one shown.",
            n=len(cards),
        ),
        _lines(sum(len(value.ways) for value in report.valuations)),
        tuple(failed),
    )


def _second_count(report: Report, keys: Sequence[str]) -> Check:
    rules, bets = report.rules, [value.bet for value in report.valuations]
    places = [place for place, bet in enumerate(bets) if _few_patterns(report, bet)]
    reserve = None
    if report.dealt != NOTHING:
        places, reserve = [], _HALF_DEALT
    elif others := tuple(key for place, key in enumerate(keys) if place not in places):
        reserve = message(
            "Not checked because they need more than {n} patterns: {bets}.", n=MOST_PATTERNS, bets=others
        )
    tried, failed = 0, []
    counted_again = [bets[place] for place in places]
    for group in classes(rules, counted_again, report.given, cards=report.question.cards):
        by_lines: dict[tuple[str, ...], int] = {}
        for row, ways in zip(group.rows, group.ways(report.shoe), strict=True):
            by_lines[row.lines] = by_lines.get(row.lines, 0) + ways
        every_ways = np.array([*by_lines.values()], dtype=object)
        for column, member in enumerate(group.bets):
            value, key = report.valuations[places[member]], keys[places[member]]
            number = {line: place for place, line in enumerate(value.ways)}
            settled = np.array([number[lines[column]] for lines in by_lines])
            counted = {line: every_ways[settled == place].sum() for line, place in number.items()}
            tried += len(counted)
            failed += [f"{key}.{line}" for line in counted if counted[line] != value.ways[line]]
    return Check(
        message("A second method of counting finds the same ways."),
        message("Each set of cards is listed with the orders in which it can be dealt, and multiplied out."),
        _lines(tried),
        tuple(failed),
        reserve,
    )


def _few_patterns(report: Report, bet: Bet) -> bool:
    """Whether a bet can be counted a second time within `MOST_PATTERNS` patterns of the shoe's cards."""
    rules, cards = report.rules, report.question.cards
    plan = one_layer(rules, split(guarded(bet, report.given)), NOTHING)
    needed = pattern_count(rules, plan.kinds, NOTHING, plan.positions, plan.ordered, plan.drawing, cards)
    return needed <= MOST_PATTERNS


def _worked_coups(report: Report, keys: Sequence[str], coups: Coups) -> Check:
    failed = [
        f"{key}.{line}"
        for key, value, shown in zip(keys, report.valuations, coups, strict=False)
        for line, coup in shown.items()
        if not _settles(report, guarded(value.bet, report.given), line, coup, value.ways[line])
    ]
    return Check(
        message("Each worked coup is settled by its line."),
        message(
            "Its cards are dealt one by one from the shoe under the drawing rules; the conditions are tried "
            "in order."
        ),
        _lines(sum(map(len, coups))),
        tuple(failed),
        None if report.dealt == NOTHING else _HALF_DEALT,
    )


def _settles(report: Report, bet: Bet, line: str, coup: Coup | None, ways: int) -> bool:
    """Whether the line settles the coup; without a coup, whether the line has no ways."""
    if coup is None:
        return ways == 0
    # The cards in the order in which they left the shoe, without a first card that the rules give.
    given_first = report.rules.player_first is not None
    first_four = (coup.player[0], coup.banker[0], coup.player[1], coup.banker[1])
    cards = (*first_four[given_first:], *coup.player[2:], *coup.banker[2:])
    try:
        report.shoe.without(cards)
        again = deal(report.rules, cards)
    except AnalyzerError:
        return False
    return again == coup and settling(bet, again) == line


def _lines(n: int) -> Message:
    return plural("{n} line", "{n} lines", n)
