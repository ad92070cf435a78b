"""Checks that a report is right: laws it must obey, a second way of counting, coups dealt card by card."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product

import numpy as np

from analyzer.analysis.odds import Report
from analyzer.analysis.question import guard, keys_of, split
from analyzer.bets.bet import Bet, Line
from analyzer.bets.condition import Condition
from analyzer.census.census import census
from analyzer.census.dealing_orders import classes
from analyzer.census.patterns import pattern_count
from analyzer.census.plan import one_layer
from analyzer.census.worked_example import settling
from analyzer.errors import AnalyzerError
from analyzer.exact import falling
from analyzer.game.coup import Coup, deal
from analyzer.game.dealt import NOTHING
from analyzer.game.rules import Rules
from analyzer.text import Message, message, plural

Coups = tuple[Mapping[str, Coup | None], ...]
"""For each bet of a report, by line, a coup that the line settles; None where no coup does."""

MOST_PATTERNS = 200_000
"""The most patterns of a bet that is counted a second time; a whole coup by points has 103,411."""

_HALF_DEALT = message("Cards of this coup are known.")


@dataclass(frozen=True, slots=True)
class Check:
    """What was checked, how, on how many bets or lines, which failed, and what was not tried and why."""

    law: Message
    how: Message
    tried: Message
    failed: tuple[str, ...]
    reserve: Message | None = None


def checks(report: Report, coups: Coups) -> tuple[Check, ...]:
    """The results of all checks of a report.

    `coups` are the worked coups, each said to be settled by its line; empty where there are none.
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
        message("The drawing table answers every case."),
        message(
            "Each total of Banker that is no natural, with Player standing and with each column, looked up."
        ),
        plural("{n} cell", "{n} cells", 11 * len(totals)),
        tuple(failed),
    )


def _ways_add_up(report: Report, keys: Sequence[str]) -> Check:
    total = report.total_ways
    if report.given is None and report.dealt == NOTHING:
        total = falling(report.shoe.size, report.rules.cards_from_shoe)
        how = message("Ways of a bet's lines added up; deals multiplied out: {n}.", n=total)
    else:
        how = message("Ways of a bet's lines added up; deals that agree with what is known: {n}.", n=total)
    law = message("The lines of a bet share out all deals.")
    return _of_bets(law, how, keys, [sum(v.ways.values()) == v.total == total for v in report.valuations])


def _shares_add_up(report: Report, keys: Sequence[str]) -> Check:
    law = message("The lines' shares add up to the EV.")
    how = message("Net times ways of each line, over all deals, added up; EV = −house edge = RTP − 1.")
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
    counted = census(report.rules, splits, report.dealt, report.question.exhaustive)
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
            "Each line counted on {n} shoes of one card less; its mean probability is the one shown.",
            n=len(cards),
        ),
        _lines(sum(len(value.ways) for value in report.valuations)),
        tuple(failed),
    )


def _second_count(report: Report, keys: Sequence[str]) -> Check:
    rules, bets = report.rules, [value.bet for value in report.valuations]
    places = [place for place, bet in enumerate(bets) if _few_patterns(rules, bet, report.given)]
    reserve = None
    if report.dealt != NOTHING:
        places, reserve = [], _HALF_DEALT
    elif others := tuple(key for place, key in enumerate(keys) if place not in places):
        reserve = message("Not for what needs more than {n} patterns: {bets}.", n=MOST_PATTERNS, bets=others)
    tried, failed = 0, []
    for group in classes(rules, [bets[place] for place in places], report.given):
        ways = group.ways(report.shoe)
        for column, member in enumerate(group.bets):
            value, key = report.valuations[places[member]], keys[places[member]]
            counted = dict.fromkeys(value.ways, 0)
            for row, row_ways in zip(group.rows, ways, strict=True):
                counted[row.lines[column]] += row_ways
            tried += len(counted)
            failed += [f"{key}.{line}" for line in counted if counted[line] != value.ways[line]]
    return Check(
        message("A second way of counting finds the same ways."),
        message(
            "Each set of cards and the orders it can be dealt in, written out one by one and multiplied."
        ),
        _lines(tried),
        tuple(failed),
        reserve,
    )


def _few_patterns(rules: Rules, bet: Bet, given: Condition | None) -> bool:
    """Whether a bet can be counted a second time within `MOST_PATTERNS` patterns."""
    plan = one_layer(rules, split(guarded(bet, given)), NOTHING)
    needed = pattern_count(rules, plan.kinds, NOTHING, plan.positions, plan.ordered, plan.drawing)
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
            "Its cards dealt one by one from the shoe by the drawing rules, the conditions read in order."
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
