"""A bankroll over many coups from equal shoes: total gain, losing runs, the risk of ruin and Kelly stakes."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from math import isqrt

from analyzer.analysis.money import coups as sums
from analyzer.analysis.money import normal
from analyzer.analysis.money import runs as longest
from analyzer.analysis.money.coups import After, Bounds, Lattice, Level, Quantile, Span
from analyzer.analysis.money.distribution import Distribution
from analyzer.analysis.money.joint import Joint
from analyzer.analysis.money.kelly import Growth, Jointly, jointly, kelly
from analyzer.analysis.money.portfolio import OnPortfolio, Portfolio
from analyzer.analysis.money.runs import Runs
from analyzer.analysis.odds import Report
from analyzer.analysis.valuation import Valuation
from analyzer.errors import AnalyzerError

LEVELS = tuple(Fraction(percent, 100) for percent in (1, 5, 25, 50, 75, 95, 99))  # The default quantiles.
MOST_COUPS = 10**9  # The most coups or rounds that can be asked about.
_BINS, _WIDE = 40, 4  # The bars of a chart, and the standard deviations that they cover on either side.


@dataclass(frozen=True)
class Chance:
    """The probability that all coups gain within a span of the grid; `exact` is None if it takes too long.

    `normal` is the normal approximation, with a continuity correction, None if the gain is certain.
    """

    span: Span
    exact: Bounds | None
    normal: Fraction | None


@dataclass(frozen=True)
class Reached:
    """The gain at which a level is reached, exactly and by the normal distribution; None as in `Chance`."""

    level: Fraction
    exact: Quantile | None
    normal: Fraction | None


@dataclass(frozen=True, repr=False)
class Bankroll(OnPortfolio):
    """The results of stakes placed on every one of a number of coups.

    `after`, `runs` and `ruined` are None if they would take too long; `ruined` also without a `bankroll`.
    """

    portfolio: Portfolio
    coups: int
    after: After | None
    losses: tuple[Fraction, ...]
    levels: tuple[Fraction, ...]
    bankroll: Fraction | None
    ruined: Bounds | None
    push_ends: bool
    runs: Runs | None
    spans: tuple[Span, ...]

    @property
    def distribution(self) -> Distribution:
        """The distribution of the gain of one coup."""
        return self.portfolio.distribution

    @cached_property
    def reach(self) -> tuple[int, int]:
        """The most coups for an exact answer, and for one between bounds; each MOST_COUPS or less."""
        return sums.reach(self.distribution, MOST_COUPS)

    @property
    def staked(self) -> Fraction:
        """The total of all stakes on all coups."""
        return self.coups * self.portfolio.staked

    @property
    def mean(self) -> Fraction:
        """The expected gain of all coups."""
        return self.coups * self.distribution.mean

    @property
    def variance(self) -> Fraction:
        """The variance of the gain of all coups."""
        return self.coups * self.distribution.variance

    @cached_property
    def grid(self) -> Lattice:
        """The possible gains of all coups."""
        return Lattice.of(self.distribution, self.coups)

    @cached_property
    def chances(self) -> tuple[Chance, ...]:
        """The probabilities of a loss, of neither, of a gain, and then of losing each of `losses` or more."""
        return self._chances[: 3 + len(self.losses)]

    @property
    def bars(self) -> tuple[Chance, ...]:
        """The probabilities of adjacent spans around the mean, for a chart; empty if not wanted."""
        return self._chances[3 + len(self.losses) :]

    @cached_property
    def _chances(self) -> tuple[Chance, ...]:
        exact = self.after.chances if self.after else [None] * len(self.spans)
        return tuple(map(Chance, self.spans, exact, map(self._normal, self.spans)))

    def _normal(self, span: Span) -> Fraction | None:
        """The normal probability of a span, its ends half a unit lower; None if the gain is certain."""
        if not self.variance:
            return None
        below_start, below_stop = (
            normal.below(self.grid.gain(place) - self.grid.unit / 2, self.mean, self.variance)
            if 0 < place < self.grid.size
            else Fraction(place > 0)
            for place in span
        )
        return below_stop - below_start if span[0] < span[1] else Fraction(0)

    @cached_property
    def quantiles(self) -> tuple[Reached, ...]:
        """The gain at which each level is reached."""
        exact = self.after.quantiles if self.after else [None] * len(self.levels)
        deviation = normal.root(self.variance)
        return tuple(
            Reached(
                level, quantile, self.mean + normal.quantile(level) * deviation if self.variance else None
            )
            for level, quantile in zip(self.levels, exact, strict=True)
        )

    @cached_property
    def kelly(self) -> Growth | None:
        """The part of a bankroll to stake, divided in proportion to the stakes; see `kelly.kelly`."""
        staked, one = self.portfolio.staked, self.distribution
        return kelly(Distribution(tuple(gain / staked for gain in one.gains), one.ways))

    @cached_property
    def jointly(self) -> Jointly | None:
        """The part of a bankroll to stake on each of several bets; None for one bet, or without a maximum."""
        if len(self.portfolio.stakes) < 2:
            return None
        try:
            return jointly(self.portfolio.joint)
        except AnalyzerError:
            return None

    @cached_property
    def distributions(self) -> tuple[Distribution, ...]:
        """The distribution of the gain of one unit on each bet alone."""
        return tuple(map(distribution_of, self.portfolio.joint.valuations))


def distribution_of(valuation: Valuation) -> Distribution:
    """The distribution of the net gain of one unit staked."""
    return Distribution.of(
        (net, odd * valuation.probability(line))
        for line, outcomes in valuation.bet.outcomes.items()
        for net, odd in outcomes
    )


def singly(report: Report) -> tuple[Portfolio, ...]:
    """One portfolio for each bet of a report: one unit on that bet alone."""
    joints = (
        Joint(
            replace(report, valuations=(value,)),
            tuple(((line,), ways) for line, ways in value.ways.items() if ways),
        )
        for value in report.valuations
    )
    return tuple(Portfolio(joint, (Fraction(1),)) for joint in joints)


def bankroll(
    portfolio: Portfolio,
    coups: int,
    *,
    levels: Sequence[Fraction] = LEVELS,
    losses: Sequence[Fraction] = (),
    bankroll: Fraction | None = None,
    push_ends: bool = False,
    law: bool = False,
    bars: bool = False,
) -> Bankroll:
    """The results of placing the stakes of a portfolio on each of `coups` coups, 1 or more.

    They include the quantiles of `levels`, each above 0 and below 1; the probabilities of losing each of
    `losses`, above zero, or more; the risk of ruin, if a `bankroll` is given; and the spans of a chart, if
    `bars`. With `push_ends`, a coup without gain or loss ends a losing run. `law` keeps every gain's weight.
    """
    gain = portfolio.distribution
    grid = Lattice.of(gain, coups)
    below, above = grid.at(Fraction(0)), grid.after(Fraction(0))
    spans = [(0, below), (below, above), (above, grid.size), *((0, grid.after(-loss)) for loss in losses)]
    spans += _bars(grid, coups * gain.mean, coups * gain.variance) if bars else ()
    exact = sums.exact_within_reach(gain, coups)
    after = None
    if exact or sums.within_reach(gain, coups):
        after = sums.after(gain, coups, spans, [*map(Level, levels)], exact=exact, keep=law)
    runs = longest.runs(gain, coups, push_ends=push_ends)
    ruined = None if bankroll is None else longest.ruin(gain, coups, bankroll)
    losses, levels = tuple(losses), tuple(levels)
    return Bankroll(portfolio, coups, after, losses, levels, bankroll, ruined, push_ends, runs, tuple(spans))


def _bars(grid: Lattice, mean: Fraction, variance: Fraction) -> list[Span]:
    """Adjacent spans of equal width around the mean."""
    # Any integer above the deviation will do: only the chart depends on it.
    deviation = isqrt(int(variance / grid.unit**2)) + 1
    middle = grid.at(mean)
    step = -(-2 * _WIDE * deviation // _BINS)
    starts = range(middle - step // 2 - _BINS // 2 * step, middle + _BINS // 2 * step, step)
    spans = ((grid.within(start), grid.within(start + step)) for start in starts)
    return [span for span in spans if span[0] < span[1]]
