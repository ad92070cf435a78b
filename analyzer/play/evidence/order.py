"""Tests of order: runs, dependence on earlier coups and on the shoe before, trends within a shoe.

All are conditional on which coups each shoe had: in a fair shoe every order of these is equally likely
(`Dealt.exchangeable`), however the shoe depletes and whatever the frequencies are. So the law of runs, and
all means and variances, are exact; sums over shoes have the law of a convolution, or the normal law.

Sources: A. Wald and J. Wolfowitz, On a test whether two samples are from the same population (1940);
W. H. Kruskal and W. A. Wallis, Use of ranks in one-criterion variance analysis (1952); W. Hoeffding, A
combinatorial central limit theorem (1951).
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise

import numpy as np

from analyzer.play.evidence.columns import NONE, Numbers
from analyzer.play.evidence.result import Law, Pattern
from analyzer.play.evidence.sequences import Dealt
from analyzer.play.evidence.statistics import chi_squared, normal_two_sided
from analyzer.play.evidence.tails import SumDistribution, convolved

LAGS = range(2, 9)
"""How many coups before a coup the winner is compared with; with the one before, that is the test of runs."""

FEWEST = 30
"""The fewest coups of a test of order: with fewer hardly any order is unlikely."""

_LONGEST, _MOST_LAWS = 1_000, 5_000
"""The longest sequence with an exact law of runs, and the most laws that are added up exactly."""

PLAYER, BANKER, TIE = range(3)


def runs(shoes: Iterable[Dealt]) -> Pattern | None:
    """The test of runs of Banker and Player wins, Ties left out; None if there are too few coups."""
    return _repeats("runs", shoes, (1,))


def lags(shoes: Iterable[Dealt]) -> Pattern | None:
    """The test of runs among every second coup, every third and so on, whichever is the least likely.

    `p` is that of the lag multiplied by the number of lags.
    """
    return _repeats("lags", shoes, LAGS)


def _repeats(id: str, shoes: Iterable[Dealt], lags: Sequence[int]) -> Pattern | None:
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
        deviation = float(runs - mean)
        exact = len(counts) <= _MOST_LAWS and max(map(sum, counts)) <= _LONGEST
        if exact:
            p = float(_law(counts).p_values(np.array([runs]))[0])
        else:
            p = float(normal_two_sided(max(0.0, abs(deviation) - 0.5) / float(variance) ** 0.5)[0])
        repeated, expected = sum(map(sum, counts)) - runs, sum(map(sum, counts)) - mean
        z = Fraction(-deviation / float(variance) ** 0.5)
        law: Law = "exact" if exact else "normal"
        p = min(1.0, p * len(lags))
        found.append(
            Pattern(id, coups, Fraction(p), law, Fraction(repeated), Fraction(expected), z, detail=str(lag))
        )
    return min(found, key=lambda test: test.p, default=None)


def _winners(shoe: Dealt) -> Numbers:
    winner = shoe.winner[shoe.exchangeable]
    return np.asarray(winner[winner != NONE])


@lru_cache(10_000)
def _moments(counts: tuple[int, int]) -> tuple[Fraction, Fraction]:
    """The mean and the variance of the number of runs of this many of one kind and of the other."""
    m, n = counts
    size, both = m + n, 2 * m * n
    if not both:
        return Fraction(size > 0), Fraction(0)
    return Fraction(both, size) + 1, Fraction(both * (both - size), size * size * (size - 1))


def _law(counts: Iterable[tuple[int, int]]) -> SumDistribution:
    """The law of the number of runs of all sequences, each with its counts of both kinds."""
    laws = list(map(runs_law, counts))
    while len(laws) > 1:
        laws = [*map(convolved, laws[::2], laws[1::2]), *laws[len(laws) // 2 * 2 :]]
    return laws[0]


@lru_cache(10_000)
def runs_law(counts: tuple[int, int]) -> SumDistribution:
    """The law of the number of runs in a sequence of which every order is equally likely.

    Of m and n, 2k runs come about in 2·C(m−1, k−1)·C(n−1, k−1) of C(m+n, m) orders, and 2k + 1 runs in
    C(m−1, k)·C(n−1, k−1) + C(m−1, k−1)·C(n−1, k) orders.
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


def trend(shoes: Iterable[Dealt]) -> Pattern | None:
    """The test whether Player wins, Banker wins and Ties lie equally early: Kruskal and Wallis, all shoes.

    The places of a shoe's coups are spread from −1/2 to 1/2. `observed` and `expected` are χ² and its degrees
    of freedom, and `z` is how late the Banker wins lie.
    """
    total, variance, coups = np.zeros(3), np.zeros((3, 3)), 0
    for winner in map(_winners, shoes):
        size = len(winner)
        if size < 2:
            continue
        places = _places(size)
        counts = np.bincount(winner, minlength=3).astype(np.float64)
        total += np.bincount(winner, places, 3)
        spread = places @ places / (size * (size - 1))
        variance += spread * (np.diag(counts * size) - np.outer(counts, counts))
        coups += size
    degrees = int(np.linalg.matrix_rank(variance))
    if coups < FEWEST or not degrees:
        return None
    distance = float(total @ np.linalg.pinv(variance, hermitian=True) @ total)
    deviations = np.sqrt(np.diag(variance))
    each = np.divide(total, deviations, out=np.zeros(3), where=deviations > 0)
    worst = int(np.abs(each).argmax())
    p = chi_squared(np.array([distance]), degrees)[0]
    return Pattern(
        "trend",
        coups,
        Fraction(p),
        "chi-squared",
        Fraction(distance),
        Fraction(degrees),
        Fraction(each[worst]),
        detail=("player", "banker", "tie")[worst],
    )


def _places(size: int) -> Numbers:
    """Places of a shoe's coups, evenly from −1/2 to 1/2."""
    return np.asarray((np.arange(size) - (size - 1) / 2) / size)


def points_trend(shoes: Iterable[Dealt]) -> Pattern | None:
    """The test whether the points of a coup's first four cards rise or fall within a shoe: linear ranks."""
    total, variance, coups = 0.0, 0.0, 0
    for shoe in shoes:
        points = shoe.points[shoe.exchangeable]
        points = points[points != NONE].astype(np.float64)
        if (size := len(points)) < 2:
            continue
        places, differences = _places(size), points - points.mean()
        total += float(places @ differences)
        variance += float((places @ places) * (differences @ differences)) / (size - 1)
        coups += size
    return _normal("points-trend", coups, total, variance, 0.0)


def shoe_to_shoe(shoes: Sequence[Dealt]) -> Pattern | None:
    """The test whether the winner of a coup depends on that of the same coup of the shoe before.

    `observed` is how often the same hand won both, less how often the other one did. Given the shoe before,
    and which coups a shoe has, the sum has a known mean and variance, shoe by shoe.
    """
    total, expected, variance, coups = 0.0, 0.0, 0.0, 0
    signs = np.array([-1.0, 1.0, 0.0, 0.0])  # of Player, Banker, Tie and unknown
    for before, shoe in pairwise(shoes):
        own = signs[shoe.winner[shoe.exchangeable]]
        if (size := len(own)) < 2:
            continue
        other = np.zeros(size)
        same = min(size, len(before.winner))
        other[:same] = signs[before.winner[:same]]
        total += float(other @ own)
        expected += float(other.sum() * own.mean())
        spread = float(np.square(other - other.mean()).sum() * np.square(own - own.mean()).sum())
        variance += spread / (size - 1)
        coups += same
    found = _normal("shoe-to-shoe", coups, total - expected, variance, 0.5)
    return found and replace(found, observed=Fraction(total), expected=Fraction(expected))


def _normal(id: str, coups: int, total: float, variance: float, half: float) -> Pattern | None:
    """The test of a sum with mean 0 by the normal law; `half` is half the step between its values."""
    if coups < FEWEST or variance <= 0:
        return None
    deviation = variance**0.5
    p = normal_two_sided(np.array([max(0.0, abs(total) - half) / deviation]))[0]
    return Pattern(
        id, coups, Fraction(p), "normal", Fraction(total), Fraction(0), Fraction(total / deviation)
    )
