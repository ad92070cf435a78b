"""Tests of order: runs, dependence on earlier coups and on the previous shoe, trends within a shoe.

All are conditional on which coups each shoe had: in a fair shoe every order of them is equally likely
(`Dealt.exchangeable`), however the shoe depletes and whatever the frequencies are. So the law of runs, and
all means and variances, are exact; sums over shoes are judged by a convolution or by the normal law.

Sources: A. Wald and J. Wolfowitz, On a test whether two samples are from the same population (1940);
W. H. Kruskal and W. A. Wallis, Use of ranks in one-criterion variance analysis (1952); W. Hoeffding, A
combinatorial central limit theorem (1951).
"""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise

import numpy as np

from analyzer.play.evidence.columns import NONE, Numbers
from analyzer.play.evidence.result import Law, Pattern
from analyzer.play.evidence.sequences import Dealt
from analyzer.play.evidence.statistics import farthest, least_likely, normal_two_sided, pattern
from analyzer.play.evidence.tails import SumDistribution, sum_of_all

LAGS = range(2, 9)
"""The lags at which a winner is compared with an earlier one; lag 1 is the test of runs."""

FEWEST = 30
"""The fewest coups for a test of order: with fewer, hardly any order is unlikely."""

_LONGEST, _MOST_LAWS = 1_000, 5_000
"""The longest sequence with an exact law of runs, and the most laws that are convolved exactly."""

PLAYER, BANKER, TIE = range(3)


def repeats(id: str, shoes: Iterable[Dealt], lags: Sequence[int]) -> Pattern | None:
    """The test of runs of Banker and Player wins at the least likely lag, p multiplied by the number of lags.

    Ties are left out. Lag 1 compares all wins in order, lag 2 every second win, and so on.
    """
    decided = [winner[winner < TIE] for winner in map(_winners, shoes)]
    coups = sum(map(len, decided))
    if coups < FEWEST:
        return None
    found = []
    for lag in lags:
        parts = [winner[first::lag] for winner in decided for first in range(lag)]
        counts = [(int((part == PLAYER).sum()), int((part == BANKER).sum())) for part in parts if len(part)]
        runs = sum(1 + int((part[1:] != part[:-1]).sum()) for part in parts if len(part))
        mean, variance = (sum(column) for column in zip(*map(_moments, counts), strict=True))
        if not variance:
            continue
        deviation, spread = float(runs - mean), float(variance) ** 0.5
        exact = len(counts) <= _MOST_LAWS and max(map(sum, counts)) <= _LONGEST
        if exact:
            [p] = sum_of_all(list(map(runs_law, counts))).p_values(np.array([runs]))
        else:
            [p] = normal_two_sided(max(0.0, abs(deviation) - 0.5) / spread)
        law: Law = "exact" if exact else "normal"
        wins, z = sum(map(sum, counts)), -deviation / spread
        found.append(pattern(id, coups, p * len(lags), law, wins - runs, wins - mean, z, str(lag)))
    return least_likely(found)


def _winners(shoe: Dealt) -> Numbers:
    winner = shoe.winner[shoe.exchangeable]
    return np.asarray(winner[winner != NONE])


@lru_cache(10_000)
def _moments(counts: tuple[int, int]) -> tuple[Fraction, Fraction]:
    """The mean and the variance of the number of runs, given the number of each of the two kinds."""
    m, n = counts
    size, both = m + n, 2 * m * n
    if not both:
        return Fraction(size > 0), Fraction(0)
    return Fraction(both, size) + 1, Fraction(both * (both - size), size * size * (size - 1))


@lru_cache(10_000)
def runs_law(counts: tuple[int, int]) -> SumDistribution:
    """The law of the number of runs in a sequence whose orders are all equally likely.

    With m of one kind and n of the other, 2·C(m−1, k−1)·C(n−1, k−1) of the C(m+n, m) orders have 2k runs, and
    C(m−1, k)·C(n−1, k−1) + C(m−1, k−1)·C(n−1, k) have 2k + 1 runs.
    """
    m, n = sorted(counts)
    if not m:
        return SumDistribution(min(n, 1), np.ones(1))
    logs = np.concatenate(([0.0], np.cumsum(np.log(np.arange(1, m + n + 1)))))

    def choose(of: int, k: Numbers) -> Numbers:
        inside = (k >= 0) & (k <= of)
        k = np.where(inside, k, 0)
        return np.where(inside, logs[of] - logs[k] - logs[of - k], -np.inf)

    number = np.arange(2, 2 * m + 2)
    k, odd = number // 2, number % 2 == 1
    one = choose(m - 1, np.where(odd, k, k - 1)) + choose(n - 1, k - 1)
    other = choose(m - 1, k - 1) + choose(n - 1, np.where(odd, k, k - 1))
    return SumDistribution(2, np.exp(np.logaddexp(one, other) - (logs[m + n] - logs[m] - logs[n])))


class _Linear:
    """Sums of weights times values, shoe by shoe, with their means and covariances if all orders of a shoe's
    values are equally likely.
    """

    def __init__(self, kinds: int = 1) -> None:
        self.total, self.expected, self.variance = np.zeros(kinds), np.zeros(kinds), np.zeros((kinds, kinds))
        self.coups = 0

    def add(self, weights: Numbers, values: Numbers) -> None:
        """Add a shoe: a weight per coup, and one value or several."""
        if (size := len(values)) < 2:
            return
        values = values.reshape(size, -1).astype(np.float64)
        differences, spread = values - values.mean(axis=0), np.square(weights - weights.mean()).sum()
        self.total += weights @ values
        self.expected += weights.sum() * values.mean(axis=0)
        self.variance += spread * (differences.T @ differences) / (size - 1)
        self.coups += size

    def normal(self, id: str, coups: int, half: float = 0.0) -> Pattern | None:
        """The test of one sum by the normal law; `half` is half the step between its values."""
        total, expected, variance = float(self.total[0]), float(self.expected[0]), float(self.variance[0, 0])
        if coups < FEWEST or variance <= 0:
            return None
        deviation = (total - expected) / variance**0.5
        [p] = normal_two_sided(np.array([max(0.0, abs(deviation) - half / variance**0.5)]))
        return pattern(id, coups, p, "normal", total, expected, deviation)


def _places(size: int) -> Numbers:
    """The places of a shoe's coups, evenly spaced from −1/2 to 1/2."""
    return np.asarray((np.arange(size) - (size - 1) / 2) / size)


def trend(shoes: Iterable[Dealt]) -> Pattern | None:
    """The test whether Player wins, Banker wins and Ties are equally early: Kruskal and Wallis, all shoes.

    `observed` and `expected` are χ² and its degrees of freedom, and `z` is how late the coups of the most
    extreme kind are.
    """
    late = _Linear(3)
    for winner in map(_winners, shoes):
        late.add(_places(len(winner)), np.eye(3)[winner])
    found = farthest(late.total, late.variance)
    if late.coups < FEWEST or found is None:
        return None
    p, distance, degrees, z, kind = found
    detail = ("player", "banker", "tie")[kind]
    return pattern("trend", late.coups, p, "chi-squared", distance, degrees, z, detail)


def points_trend(shoes: Iterable[Dealt]) -> Pattern | None:
    """The test whether the points of a coup's first four cards rise or fall within a shoe: linear ranks."""
    rise = _Linear()
    for shoe in shoes:
        points = shoe.points[shoe.exchangeable]
        points = points[points != NONE]
        rise.add(_places(len(points)), points)
    return rise.normal("points-trend", rise.coups)


def shoe_to_shoe(shoes: Sequence[Dealt]) -> Pattern | None:
    """The test whether the winner of a coup depends on that of the same coup of the previous shoe.

    `observed` is how often the same hand won both, minus how often the other hand did. Given the previous
    shoe, and which coups a shoe has, the sum has a known mean and variance, shoe by shoe.
    """
    same, coups = _Linear(), 0
    signs = np.array([-1.0, 1.0, 0.0, 0.0])  # of Player, Banker, Tie and unknown
    for before, shoe in pairwise(shoes):
        own = signs[shoe.winner[shoe.exchangeable]]
        if len(own) > 1:
            other = np.zeros(len(own))
            both = min(len(own), len(before.winner))
            other[:both] = signs[before.winner[:both]]
            same.add(other, own)
            coups += both
    return same.normal("shoe-to-shoe", coups, 0.5)
