"""Records judged: what was observed against what was to be expected, and how unlikely that is.

Knows no names of files or library entries, and no way to say what it found.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import chain, islice
from typing import NamedTuple

import numpy as np

from analyzer.analysis.money import monitor, normal
from analyzer.analysis.money.bankroll import singly
from analyzer.analysis.odds import Report, odds
from analyzer.bets.bet import Bet, Variant
from analyzer.errors import AnalyzerError
from analyzer.game.rules import Rules
from analyzer.game.shoe import Shoe
from analyzer.play.evidence.columns import FAULTS, Columns, Start, columns
from analyzer.play.evidence.result import Evidence, Faulty, Sorting, Tally, Wager
from analyzer.play.evidence.scales import gain_scale, marks_of, sort_scale, spread
from analyzer.play.evidence.sums import TABLES, Sums, Weighed, split_of
from analyzer.play.evidence.together import Asked, adjusted, least_p_values

AT_ONCE = 16_384
"""Coups worked on at once, about: few enough for columns to stay in the cache."""

NAMED = 10
"""Faulty coups that are named."""

_LIMITS_WITHIN = 60_000
"""Gains told apart for exact limits of an RTP: about half a second a bet."""


def evidence(
    variant: Variant,
    rules: Rules,
    bets: Sequence[Bet],
    starts: Iterable[Start],
    alpha: Fraction,
    confidence: Fraction,
) -> Evidence:
    """What records of shoes say for or against fair dealing.

    Args:
        variant: the game.
        rules: how the coups are dealt.
        bets: what is wagered on every coup.
        starts: the shoes, at least one; taken in one after the other.
        alpha: how often an alarm may be raised though all is fair, above 0 and below 1.
        confidence: of the limits of the RTP, above 0 and below 1.
    """
    weighed = Weighed(
        rules, [*map(split_of, TABLES), *(tuple(line.when for line in bet.lines) for bet in bets)]
    )
    wrong = np.zeros(len(FAULTS), dtype=np.int64)
    faulty: list[Faulty] = []
    shoes = unread = broken_off = 0
    first: Shoe | None = None
    alike = True

    def counted() -> Iterator[Start]:
        nonlocal shoes, unread, broken_off, first, alike
        for start in starts:
            first = first or start.shoe
            alike = alike and start.shoe == first
            shoes += 1
            unread += len(start.record.unread)
            broken_off += None in start.record.stream
            yield start

    for part in _parts(counted()):
        found = columns(rules, part)
        weighed.add(found)
        wrong += found.wrong.sum(axis=0)
        faulty += islice(_named(found), NAMED - len(faulty))
    if first is None:
        raise AnalyzerError("expected a record of one shoe or more, got none")
    fresh = odds(rules, bets, first)
    at = len(TABLES)
    made = [
        *(_sorting(table, sums) for table, sums in zip(TABLES, weighed.sums[:at], strict=True)),
        *(_wager(bet, sums, fresh, confidence) for bet, sums in zip(bets, weighed.sums[at:], strict=True)),
    ]
    tests, asked = [one.test for one in made if one], [one.asked for one in made if one]
    if not tests:
        raise AnalyzerError("expected a record with one coup or more that can be tested, got none")
    least = least_p_values(rules, first, asked)
    found_all = [
        replace(test, adjusted=Fraction(adjusted(float(test.p), len(tests), least))) for test in tests
    ]
    return Evidence(
        variant,
        fresh,
        shoes,
        weighed.coups,
        weighed.read,
        unread,
        broken_off,
        alike,
        dict(zip(FAULTS, wrong.tolist(), strict=True)),
        tuple(faulty),
        tuple(test for test in found_all if isinstance(test, Sorting)),
        tuple(test for test in found_all if isinstance(test, Wager)),
        tuple(bet for bet, sums in zip(bets, weighed.sums[at:], strict=True) if not sums.coups),
        alpha,
        confidence,
        0 if least is None else len(least),
    )


def _parts(starts: Iterable[Start]) -> Iterator[list[Start]]:
    """Whole shoes, together about as many coups as are worked on at once."""
    part: list[Start] = []
    coups = 0
    for start in chain.from_iterable(map(_pieces, starts)):
        part.append(start)
        coups += len(start.record.coups) + len(start.record.stream) // 4
        if coups >= AT_ONCE:
            yield part
            part, coups = [], 0
    if part:
        yield part


def _pieces(start: Start) -> Iterator[Start]:
    """A shoe in pieces, where it is a long list of results without cards, which leaves the shoe as it is."""
    coups = start.record.coups
    if len(coups) <= AT_ONCE or any(coup.player or coup.banker or coup.drawn for coup in coups):
        yield start
    else:
        for first in range(0, len(coups), AT_ONCE):
            piece = replace(start.record, coups=coups[first : first + AT_ONCE])
            yield replace(start, record=piece)


def _named(found: Columns) -> Iterator[Faulty]:
    """The coups that are told otherwise than their cards are."""
    for row in np.nonzero(found.wrong.any(axis=1))[0].tolist():
        shoe, coup = found.coups[row]
        faults = tuple(fault for fault, wrong in zip(FAULTS, found.wrong[row], strict=True) if wrong)
        yield Faulty(shoe, coup.number, coup.where, faults)


def _tallies(ids: Iterable[str], sums: Sums) -> tuple[Tally, ...]:
    """How often each outcome came, each by itself."""
    found = []
    for place, id in enumerate(ids):
        if place >= len(sums.observed) or not sums.expected[place]:
            continue
        marks = tuple(int(place == other) for other in range(len(sums.observed)))
        scale = gain_scale(marks, sums)
        observed, mean, variance = sums.observed[place], sums.means[place], sums.covariance(place, place)
        p = scale.p_values(np.array([sums.observed]))[0]
        found.append(
            Tally(id, observed, mean, variance, _z(observed - mean, variance), Fraction(p), bool(scale.law))
        )
    return tuple(found)


def _z(apart: Fraction, variance: Fraction) -> Fraction | None:
    return apart / normal.root(variance) if variance > 0 else None


class _Made(NamedTuple):
    """A test by itself, and what is to be asked of it together with the others."""

    asked: Asked
    test: Sorting | Wager


def _sorting(table: Bet, sums: Sums) -> _Made | None:
    """The test of one way to sort coups; None where there is nothing to test."""
    scale = sort_scale(sums) if sums.coups else None
    if scale is None:
        return None
    counts = np.array([sums.observed], dtype=np.float64)
    impossible = any(n for place, n in enumerate(sums.observed) if place not in scale.sorts)
    return _Made(
        (table, scale, sums),
        Sorting(
            table.id,
            table.name,
            sums.coups,
            _tallies(table.nets, sums),
            Fraction(scale.distances(counts)[0]),
            scale.degrees,
            Fraction(0 if impossible else scale.p_values(counts)[0]),
            scale.table is not None,
        ),
    )


def _wager(bet: Bet, sums: Sums, fresh: Report, confidence: Fraction) -> _Made | None:
    """The test of one bet; None where there is nothing to test."""
    nets = list(bet.nets.values())
    variance = spread(nets, sums)
    if not sums.coups or variance <= 0:
        return None
    gained = sum((net * n for net, n in zip(nets, sums.observed, strict=True)), Fraction(0))
    expected = sum((net * mean for net, mean in zip(nets, sums.means, strict=True)), Fraction(0))
    scale = gain_scale(marks_of(nets), sums)
    valued = next(value for value in fresh.valuations if value.bet is bet)
    alone = replace(fresh, valuations=(valued,))
    [stake] = singly(alone)
    [limits] = monitor.monitor(stake, (sums.coups,), (confidence,), most=_LIMITS_WITHIN).limits
    return _Made(
        (bet, scale, sums),
        Wager(
            bet,
            sums.coups,
            _tallies(bet.nets, sums),
            gained,
            expected,
            variance,
            _z(gained - expected, variance),
            Fraction(scale.p_values(np.array([sums.observed]))[0]),
            scale.law is not None,
            valued.rtp,
            limits,
        ),
    )
