"""Records judged: what was observed, what was expected, and how unlikely the difference is."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import chain, compress, islice, pairwise
from operator import mul

import numpy as np

from analyzer.analysis.money import monitor, normal
from analyzer.analysis.money.bankroll import singly
from analyzer.analysis.odds import Report, odds
from analyzer.analysis.question import Question
from analyzer.bets.bet import Bet
from analyzer.errors import AnalyzerError
from analyzer.game.shoe import Shoe
from analyzer.play.evidence import statistics
from analyzer.play.evidence.columns import FAULTS, Columns, Start, columns
from analyzer.play.evidence.patterns import Patterns
from analyzer.play.evidence.power import HALF, Size, departures
from analyzer.play.evidence.result import Evidence, Faulty, OutcomeCount, Sorting, Wager
from analyzer.play.evidence.statistics import GainScale, Test, gain_variance
from analyzer.play.evidence.sums import TABLES, SplitSums, Sums, split_of
from analyzer.play.evidence.times import checked

AT_ONCE = 16_384
"""About how many coups are processed at once: the columns should stay in the cache."""

MOST_LISTED = 10
"""The most faulty coups, and pairs of equal shoes, that are listed."""

_LIMITS_WITHIN = 60_000  # The most distinct gains for exact RTP limits: half a second per bet.


def evidence(question: Question, starts: Iterable[Start], alpha: Fraction, confidence: Fraction) -> Evidence:
    """What records of one or more shoes, read one after another, say for or against fair dealing.

    One unit of each of the question's bets is staked on every coup. `alpha` is the probability of an alarm on
    fair records, and `confidence` that of the limits of the RTP; both are above 0 and below 1.
    """
    rules, bets = question.rules, question.bets
    splits = [*map(split_of, TABLES), *(tuple(line.when for line in bet.lines) for bet in bets)]
    split_sums = SplitSums(rules, splits)
    wrong = np.zeros(len(FAULTS), dtype=np.int64)
    faulty: list[Faulty] = []
    counts: Counter[str] = Counter()
    distinct: dict[Shoe, None] = {}

    def counted() -> Iterator[Start]:
        for start in starts:
            distinct[start.shoe] = None
            counts["shoes"] += 1
            counts["unread"] += len(start.record.unread)
            counts["broken off"] += None in start.record.stream
            counts["cancelled"] += sum(coup.status == "cancelled" for coup in start.record.coups)
            numbers = [coup.number for coup in start.record.coups]
            counts["missing"] += sum(max(0, after - before - 1) for before, after in pairwise(numbers))
            yield start

    patterns = Patterns(rules)
    for batch in _batches(counted()):
        coups = columns(rules, batch)
        split_sums.add(coups)
        patterns.add(coups, batch)
        wrong += coups.wrong.sum(axis=0)
        faulty += islice(_faulty(coups), MOST_LISTED - len(faulty))
    first = next(iter(distinct))
    fresh = odds(question.about(bets, first))
    by_bet = list(zip(bets, split_sums.sums[len(TABLES) :], strict=True))
    made: list[tuple[Sorting | Wager, Test]] = [
        *filter(None, map(_sorting, TABLES, split_sums.sums)),
        *filter(None, (_wager(bet, sums, fresh, confidence) for bet, sums in by_bet)),
    ]
    if not made:
        raise AnalyzerError(
            "the records have no coup that can be tested; a coup needs a winner or all its cards"
        )
    least = statistics.least_p_values(rules, first, [test for _, test in made])
    size = Size.of(
        fresh, len(patterns.sequences.shoes), max(test.coups for _, (*_, test) in made), split_sums.read
    )
    ran, not_run = patterns.tested(size.winners, alpha)
    share = HALF if ran else 1
    adjusted = [statistics.adjusted(float(test.p), len(made), least) for test, _ in made]
    tests = [
        replace(test, adjusted=min(Fraction(1), Fraction(p) / share))
        for (test, _), p in zip(made, adjusted, strict=True)
    ]
    sortings = tuple(test for test in tests if isinstance(test, Sorting))
    wagers = tuple(test for test in tests if isinstance(test, Wager))
    outcomes: list[str | Bet] = [*(test.id for test in sortings), *(test.bet for test in wagers)]
    # Shoes with equal cards also have equal results; they are listed once, by their cards.
    copied = {pair[1:3]: pair for copies in reversed(patterns.copies) for pair in copies.equal}
    bounds = {copies.id: copies.bound for copies in patterns.copies}
    return Evidence(
        fresh,
        shoes=counts["shoes"],
        coups=split_sums.coups,
        read=split_sums.read,
        unread=counts["unread"],
        cancelled=counts["cancelled"],
        missing=counts["missing"],
        broken_off=counts["broken off"],
        same_shoe=len(distinct) == 1,
        wrong=dict(zip(FAULTS, wrong.tolist(), strict=True)),
        faulty=tuple(faulty),
        sortings=sortings,
        wagers=wagers,
        patterns=tuple(ran),
        not_run=tuple(not_run),
        copied=tuple(copied.values()),
        unordered=patterns.sequences.left_out,
        times=checked(patterns.sequences.shoes),
        departures=tuple(departures(size, alpha, outcomes, [test.id for test in ran], bounds)),
        untested=tuple(bet for bet, sums in by_bet if not sums.coups),
        alpha=alpha,
        confidence=confidence,
        simulated=0 if least is None else len(least),
    )


def _batches(starts: Iterable[Start]) -> Iterator[list[Start]]:
    """Shoes in batches of about AT_ONCE coups."""
    batch: list[Start] = []
    coups = 0
    for start in chain.from_iterable(map(_pieces, starts)):
        batch.append(start)
        coups += len(start.record.coups) + len(start.record.stream) // 4
        if coups >= AT_ONCE:
            yield batch
            batch, coups = [], 0
    if batch:
        yield batch


def _pieces(start: Start) -> Iterator[Start]:
    """A shoe, or its pieces if it is a long list of results without cards, which do not change the shoe."""
    coups = start.record.coups
    if len(coups) <= AT_ONCE or any(coup.player or coup.banker or coup.drawn for coup in coups):
        yield start
    else:
        for first in range(0, len(coups), AT_ONCE):
            piece = replace(start.record, coups=coups[first : first + AT_ONCE])
            yield replace(start, record=piece, continued=first > 0)


def _faulty(coups: Columns) -> Iterator[Faulty]:
    for row in np.nonzero(coups.wrong.any(axis=1))[0].tolist():
        shoe, coup = coups.coups[row]
        yield Faulty(shoe, coup.number, coup.where, tuple(compress(FAULTS, coups.wrong[row])))


Tested = tuple[Fraction, Fraction, Fraction | None, Fraction, bool]
"""The fields `expected` to `exact` of a test of a gain."""


def _gain(nets: Sequence[Fraction], sums: Sums) -> tuple[GainScale, Tested]:
    """The scale of a gain, given by its net per outcome, and its test."""
    scale = statistics.gain_scale(statistics.steps_of(nets), sums)
    variance = gain_variance(nets, sums)
    expected = sum(map(mul, nets, sums.means), Fraction(0))
    difference = sum(map(mul, nets, sums.observed), Fraction(0)) - expected
    p = Fraction(scale.p_values(np.array([sums.observed]))[0])
    z = difference / normal.root(variance) if variance > 0 else None
    return scale, (expected, variance, z, p, scale.distribution is not None)


def _counts(ids: Iterable[str], sums: Sums) -> tuple[OutcomeCount, ...]:
    counts = []
    for place, (id, observed) in enumerate(zip(ids, sums.observed, strict=False)):
        if sums.expected[place]:
            nets = [Fraction(place == other) for other in range(len(sums.observed))]
            counts.append(OutcomeCount(id, observed, *_gain(nets, sums)[1]))
    return tuple(counts)


def _sorting(table: Bet, sums: Sums) -> tuple[Sorting, Test] | None:
    """The test of one way to sort coups; None if there is nothing to test."""
    scale = statistics.sort_scale(sums) if sums.coups else None
    if scale is None:
        return None
    counts = np.array([sums.observed], dtype=np.float64)
    impossible = any(n for place, n in enumerate(sums.observed) if place not in scale.sorts)
    sorting = Sorting(
        table.id,
        table.name,
        sums.coups,
        _counts(table.nets, sums),
        chi_squared=Fraction(scale.distances(counts)[0]),
        degrees=scale.degrees,
        p=Fraction(0 if impossible else scale.p_values(counts)[0]),
        exact=scale.table is not None,
    )
    return sorting, (table, scale, sums)


def _wager(bet: Bet, sums: Sums, fresh: Report, confidence: Fraction) -> tuple[Wager, Test] | None:
    """The test of one bet; None if there is nothing to test."""
    nets = list(bet.nets.values())
    if not sums.coups or gain_variance(nets, sums) <= 0:
        return None
    gained = sum(map(mul, nets, sums.observed), Fraction(0))
    scale, tested = _gain(nets, sums)
    valued = next(value for value in fresh.valuations if value.bet is bet)
    [stake] = singly(replace(fresh, valuations=(valued,)))
    [limits] = monitor.monitor(stake, (sums.coups,), (confidence,), most=_LIMITS_WITHIN).limits
    wager = Wager(bet, sums.coups, _counts(bet.nets, sums), gained, *tested, valued.rtp, limits)
    return wager, (bet, scale, sums)
