"""Limits for a measured RTP: how far it may stray from the exact one after a number of rounds.

A round is all stakes on a coup from an equal shoe. Rounds are independent, the stakes within a round are not.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property

from analyzer.analysis.money import coups as sums
from analyzer.analysis.money import normal
from analyzer.analysis.money.coups import Bounds, Lattice, Level
from analyzer.analysis.money.portfolio import OnPortfolio, Portfolio

ROUNDS = (1_000, 10_000, 100_000, 1_000_000)
CONFIDENCES = tuple(map(Fraction, ("0.95", "0.99", "0.999")))  # The default confidences.


@dataclass(frozen=True, slots=True)
class RtpLimits:
    """The limits between which a measured RTP is after some rounds, with at least this confidence.

    `low` and `high` are the narrowest measurable limits that leave at most half of the remaining probability
    on either side; `within` is the probability of an RTP from `low` to `high`, rounded down by at most 10⁻¹².
    All three are None if they take too long. By the normal distribution, the RTP may stray from the exact
    `rtp` by `deviation` either way, or by `apart` if the bets of one coup were independent.
    """

    rtp: Fraction
    rounds: int
    confidence: Fraction
    low: Fraction | None
    high: Fraction | None
    within: Fraction | None
    deviation: Fraction
    apart: Fraction

    @property
    def normal_low(self) -> Fraction:
        """The lower limit by the normal distribution."""
        return self.rtp - self.deviation

    @property
    def normal_high(self) -> Fraction:
        """The upper limit by the normal distribution."""
        return self.rtp + self.deviation


@dataclass(frozen=True, slots=True)
class Observed:
    """A measured RTP after some rounds, and how likely it is to be as far off.

    `z` is its distance from the exact RTP in standard deviations, to 20 decimals; `normal`, the probability
    of that distance or more by the normal distribution; both None if the gain is certain. `below` and `above`
    are the probabilities of an RTP up to this one, and from it on, None if they take too long.
    """

    rtp: Fraction
    rounds: int
    confidence: Fraction
    z: Fraction | None
    normal: Fraction | None
    below: Bounds | None
    above: Bounds | None

    @property
    def p_value(self) -> Bounds | None:
        """Twice the smaller of `below` and `above`, at most 1; None if they take too long."""
        if self.below is None or self.above is None:
            return None
        low, high = min(self.below.low, self.above.low), min(self.below.high, self.above.high)
        return Bounds(min(Fraction(1), 2 * low), min(Fraction(1), 2 * high))

    @property
    def within(self) -> bool | None:
        """Whether the RTP is within limits, by `p_value`, or `normal` if that is None; None if undecided."""
        level = 1 - self.confidence
        if (exact := self.p_value) is not None:
            return True if exact.low > level else False if exact.high <= level else None
        return None if self.normal is None else self.normal > level


@dataclass(frozen=True, repr=False)
class Monitor(OnPortfolio):
    """Limits for the RTP of stakes, by number of rounds and confidence; `observed` if an RTP was measured."""

    portfolio: Portfolio
    limits: tuple[RtpLimits, ...]
    observed: Observed | None = None

    @property
    def rtp(self) -> Fraction:
        """The exact RTP: the mean fraction of the stakes that is returned."""
        return 1 + self.portfolio.ev / self.portfolio.staked

    @cached_property
    def variance(self) -> Fraction:
        """The variance of the RTP of one round."""
        return self.portfolio.variance / self.portfolio.staked**2

    @cached_property
    def variance_apart(self) -> Fraction:
        """The variance that the RTP of one round would have if the bets of a coup were independent."""
        return sum((part.variance for part in self.portfolio.parts), Fraction(0)) / self.portfolio.staked**2


def monitor(
    portfolio: Portfolio,
    rounds: Sequence[int] = ROUNDS,
    confidences: Sequence[Fraction] = CONFIDENCES,
    *,
    observed: tuple[Fraction, int, Fraction] | None = None,
    most: int = sums.MOST_CELLS,
) -> Monitor:
    """The limits of an RTP measured over these numbers of rounds, with these confidences above 0 and below 1.

    `observed` is a measured RTP, its number of rounds, and the confidence of the verdict; `most` is how many
    likely gains there may be for exact limits.
    """
    bare = Monitor(portfolio, ())
    limits = [limit for n in rounds for limit in _limits(bare, n, confidences, most)]
    seen = None if observed is None else _observed(bare, *observed)
    return replace(bare, limits=tuple(limits), observed=seen)


def gains(portfolio: Portfolio, rounds: Sequence[int]) -> int:
    """How many likely gains `monitor` weighs; numbers of rounds with too many are not counted."""
    numbers = (sums.likely_gains(portfolio.distribution, n) for n in rounds)
    return sum(number for number in numbers if number <= sums.MOST_CELLS)


def _limits(of: Monitor, rounds: int, confidences: Sequence[Fraction], most: int) -> list[RtpLimits]:
    distribution, staked = of.portfolio.distribution, rounds * of.portfolio.staked
    zs = [normal.quantile((1 + confidence) / 2) for confidence in confidences]
    exact: list[tuple[Fraction | None, Fraction | None, Fraction | None]] = [(None, None, None)] * len(zs)
    if sums.within_reach(distribution, rounds, most):
        tails = [(1 - confidence) / 2 for confidence in confidences]
        levels = [Level(tail, above=True) for tail in tails] + [Level(1 - tail) for tail in tails]
        ends = sums.after(distribution, rounds, levels=levels, exact=False).quantiles
        # Bounds leave a limit undecided if a tail is almost exactly as large as it may be.
        if any(end.gain != end.earliest for end in ends) and sums.exact_within_reach(distribution, rounds):
            ends = sums.after(distribution, rounds, levels=levels, exact=True).quantiles
        # Where a limit is still undecided, the outer one is certainly valid.
        exact = [
            (1 + low.earliest / staked, 1 + high.gain / staked, high.up_to - low.below)
            for low, high in zip(ends[: len(tails)], ends[len(tails) :], strict=True)
        ]
    roots = normal.root(of.variance / rounds), normal.root(of.variance_apart / rounds)
    return [
        RtpLimits(of.rtp, rounds, confidence, *ends, z * roots[0], z * roots[1])
        for confidence, ends, z in zip(confidences, exact, zs, strict=True)
    ]


def _observed(of: Monitor, rtp: Fraction, rounds: int, confidence: Fraction) -> Observed:
    distribution = of.portfolio.distribution
    gain = (rtp - 1) * rounds * of.portfolio.staked
    below = above = None
    if sums.within_reach(distribution, rounds):
        grid = Lattice.of(distribution, rounds)
        spans = [(0, grid.after(gain)), (grid.at(gain), grid.size)]
        below, above = sums.after(distribution, rounds, spans, exact=False).chances
    z = two_sided = None
    if of.variance:
        z = (rtp - of.rtp) / normal.root(of.variance / rounds)
        two_sided = 2 * normal.below(-abs(rtp - of.rtp), Fraction(0), of.variance / rounds)
    return Observed(rtp, rounds, confidence, z, two_sided, below, above)
