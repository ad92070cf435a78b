"""A bankroll over many coups: what stakes gain in all, how they run, and what part of it they are worth.

Every coup is dealt from such a shoe as the first: nothing is learnt or lost from one to the next, so that the
gains of coups are independent. Knows no names of files or library entries.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from math import isqrt

from analyzer.analysis.money import coups as sums
from analyzer.analysis.money import normal
from analyzer.analysis.money import runs as longest
from analyzer.analysis.money.coups import After, Bounds, Grid, Level, Quantile, Span
from analyzer.analysis.money.joint import Joint
from analyzer.analysis.money.kelly import Growth, Jointly, jointly, kelly
from analyzer.analysis.money.law import Law
from analyzer.analysis.money.portfolio import Portfolio
from analyzer.analysis.money.ruin import ruin
from analyzer.analysis.money.runs import Runs
from analyzer.analysis.odds import Report
from analyzer.analysis.valuation import Valuation
from analyzer.errors import AnalyzerError
from analyzer.shown import Shown

LEVELS = tuple(Fraction(percent, 100) for percent in (1, 5, 25, 50, 75, 95, 99))
"""The quantiles given where none are asked for."""

MOST_COUPS = 10**9
"""The most coups or rounds that can be asked about."""

_BINS = 40
_WIDE = 4
"""How many bars a drawing has, and the standard deviations on either side of the mean that they cover."""


@dataclass(frozen=True)
class Chance:
    """The probability that the gain of all coups is in a span of the grid.

    `exact` is None where it would take too long; `normal` is the approximation of the normal law, with half a
    step of the grid added at both ends, None where the gain is certain.
    """

    span: Span
    exact: Bounds | None
    normal: Fraction | None


@dataclass(frozen=True)
class Reached:
    """A quantile: the level, where it is reached, and where by the normal law; None as in `Chance`."""

    level: Fraction
    exact: Quantile | None
    normal: Fraction | None


@dataclass(frozen=True)
class Bankroll(Shown):
    """What stakes, placed on every one of so many coups, come to.

    `after` is None where the gains of all coups are too many to be told apart, `runs` and `ruined` where they
    would take too long; `ruined` is None, too, where no `bankroll` is given.
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
    def law(self) -> Law:
        """The gain of one coup."""
        return self.portfolio.law

    @cached_property
    def reach(self) -> tuple[int, int]:
        """Up to how many coups the answer is exact, and up to how many between bounds; MOST_COUPS at most."""
        return sums.reach(self.law, MOST_COUPS)

    @property
    def staked(self) -> Fraction:
        """All stakes of all coups."""
        return self.coups * self.portfolio.staked

    @property
    def mean(self) -> Fraction:
        """The expected gain of all coups."""
        return self.coups * self.law.mean

    @property
    def variance(self) -> Fraction:
        """The variance of the gain of all coups."""
        return self.coups * self.law.variance

    @cached_property
    def grid(self) -> Grid:
        """What the coups can gain."""
        return Grid.of(self.law, self.coups)

    @cached_property
    def chances(self) -> tuple[Chance, ...]:
        """The probabilities of a loss, of neither, of a gain, and then of each of the losses or more."""
        return self._chances[: 3 + len(self.losses)]

    @property
    def bars(self) -> tuple[Chance, ...]:
        """The probabilities of neighbouring spans about the mean, if they were asked for."""
        return self._chances[3 + len(self.losses) :]

    @cached_property
    def _chances(self) -> tuple[Chance, ...]:
        known = self.after.chances if self.after else (None,) * len(self.spans)
        return tuple(
            Chance(span, exact, self._normal(span)) for span, exact in zip(self.spans, known, strict=True)
        )

    def _normal(self, span: Span) -> Fraction | None:
        if not self.variance:
            return None
        start, stop = (
            None if edge in (0, self.grid.size)
            else normal.below(self.grid.gain(edge) - self.grid.unit / 2, self.mean, self.variance)
            for edge in span
        )  # fmt: skip
        if span[0] >= span[1]:
            return Fraction(0)
        return (Fraction(1) if stop is None else stop) - (Fraction(0) if start is None else start)

    @cached_property
    def quantiles(self) -> tuple[Reached, ...]:
        """Where each level is reached."""
        known = self.after.quantiles if self.after else (None,) * len(self.levels)
        deviation = normal.root(self.variance)
        return tuple(
            Reached(level, exact, self.mean + normal.quantile(level) * deviation if self.variance else None)
            for level, exact in zip(self.levels, known, strict=True)
        )

    @cached_property
    def kelly(self) -> Growth | None:
        """The part of a bankroll to stake, in the proportions of the stakes; see `kelly.kelly`."""
        staked = self.portfolio.staked
        return kelly(Law(tuple(gain / staked for gain in self.law.gains), self.law.ways))

    @cached_property
    def jointly(self) -> Jointly | None:
        """The parts to stake on each bet where there are several.

        None where there is one, or where no parts are best, as something can be won and nothing lost.
        """
        if len(self.portfolio.stakes) < 2:
            return None
        try:
            return jointly(self.portfolio.joint)
        except AnalyzerError:
            return None

    @cached_property
    def laws(self) -> tuple[Law, ...]:
        """The gain of one unit on each bet, alone."""
        return tuple(map(law_of, self.portfolio.joint.valuations))

    def named(self, language: str) -> "Bankroll":
        """The same with bets called by their names in a language, where they have one there."""
        return replace(self, portfolio=self.portfolio.named(language))


def law_of(valuation: Valuation) -> Law:
    """The law of the net gain of one unit staked."""
    return Law.of(
        (net, odd * valuation.probability(line))
        for line, outcomes in valuation.bet.outcomes.items()
        for net, odd in outcomes
    )


def singly(report: Report) -> tuple[Portfolio, ...]:
    """One unit on each bet of a report, alone."""
    return tuple(
        Portfolio(
            Joint(
                replace(report, valuations=(value,)),
                tuple(((line,), ways) for line, ways in value.ways.items() if ways),
            ),
            (Fraction(1),),
        )
        for value in report.valuations
    )


def bankroll(
    portfolio: Portfolio,
    coups: int,
    *,
    levels: Sequence[Fraction] = LEVELS,
    losses: Sequence[Fraction] = (),
    purse: Fraction | None = None,
    push_ends: bool = False,
    law: bool = False,
    bars: bool = False,
) -> Bankroll:
    """What stakes come to that are placed on every one of some coups.

    Args:
        portfolio: the stakes on one coup.
        coups: how many, 1 or more.
        levels: the quantiles wanted, each above 0 and below 1.
        losses: losses above zero of which the probability is wanted that the coups lose as much or more.
        purse: the bankroll whose risk of ruin is wanted.
        push_ends: whether a coup without gain or loss ends a losing run.
        law: whether to keep every gain with its probability.
        bars: whether to ask for the spans that a drawing shows.
    """
    one = portfolio.law
    grid = Grid.of(one, coups)
    below, above = grid.at(Fraction(0)), grid.after(Fraction(0))
    spans = [(0, below), (below, above), (above, grid.size)]
    spans = [_within(span, grid) for span in spans]
    spans += [_within((0, grid.after(-loss)), grid) for loss in losses]
    spans += _bars(grid, coups * one.mean, coups * one.variance) if bars else ()
    exact = sums.exact_within_reach(one, coups)
    after = None
    if exact or sums.within_reach(one, coups):
        wanted = [Level(level) for level in levels]
        after = sums.after(one, coups, spans, wanted, exact=exact, keep=law)
    return Bankroll(
        portfolio,
        coups,
        after,
        tuple(losses),
        tuple(levels),
        purse,
        None if purse is None else ruin(one, coups, purse),
        push_ends,
        longest.runs(one, coups, push_ends=push_ends)
        if longest.within_reach(one, coups, push_ends=push_ends)
        else None,
        tuple(spans),
    )


def _within(span: Span, grid: Grid) -> Span:
    """A span without the places that the grid does not have."""
    start, stop = (min(max(edge, 0), grid.size) for edge in span)
    return start, max(start, stop)


def _bars(grid: Grid, mean: Fraction, variance: Fraction) -> list[Span]:
    """Neighbouring spans of equal width about the mean."""
    # A whole number above the deviation will do: only the drawing depends on it.
    deviation = isqrt(int(variance / grid.unit**2)) + 1
    middle = grid.at(mean)
    step = -(-2 * _WIDE * deviation // _BINS)
    starts = range(middle - step // 2 - _BINS // 2 * step, middle + _BINS // 2 * step, step)
    spans = (_within((start, start + step), grid) for start in starts)
    return [span for span in spans if span[0] < span[1]]
