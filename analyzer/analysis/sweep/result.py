"""The results of a sweep, exact functions of its sums: yields, frequencies, edges and EVs by depth."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from itertools import accumulate
from math import isqrt
from typing import Literal

from analyzer.analysis.count import Count
from analyzer.analysis.odds import LeavesOut
from analyzer.analysis.question import Question
from analyzer.analysis.sweep.tally import BIN_BITS, BITS, GROUP, PlayerSums, Spread, Tally
from analyzer.analysis.sweep.work import Work
from analyzer.bets.bet import Bet
from analyzer.errors import AnalyzerError
from analyzer.exact import falling

UNIT = 1 << BITS  # Parts of one unit: EVs were added up in whole numbers of these.
QUANTILES = tuple(Fraction(part, 100) for part in (1, 5, 25, 50, 75, 95, 99))  # For EVs at a depth.


@dataclass(frozen=True, slots=True)
class Estimate:
    """A value estimated from shoes played, and the square of its standard error, both exact Fractions.

    `value` is None if the divisor is 0, and `variance` also if there were fewer than two shoes.
    """

    value: Fraction | None
    variance: Fraction | None

    def off(self, expected: Fraction) -> Fraction | None:
        """By how many standard errors, truncated to a hundredth, the value is above an expected one.

        None if there is no standard error, or one of 0.
        """
        if self.value is None or not self.variance:
            return None
        distance = self.value - expected
        square = 10_000 * distance**2 / self.variance
        size = Fraction(isqrt(square // 1), 100)
        return size if distance >= 0 else -size


def mean(shoes: int, total: int, squares: int, unit: int = 1) -> Estimate:
    """The mean of a number per shoe, from its sum in 1/unit, and the sum of its squares in 1/unit².

    >>> mean(4, 10, 30)
    Estimate(value=Fraction(5, 2), variance=Fraction(5, 12))
    """
    return ratio(shoes, total, shoes, squares, total, shoes, unit)


def ratio(
    shoes: int, above: int, below: int, above_above: int, above_below: int, below_below: int, unit: int = 1
) -> Estimate:
    """Σ above / Σ below, of two numbers per shoe, from their sums and the sums of their products.

    `above` is in 1/unit. The estimate also has a bias of the order of the variance, far below the
    standard error.

    Source: W. G. Cochran, Sampling Techniques (3rd ed., 1977), section 6.4, for the variance of a ratio:
    n/(n − 1) · Σ(above − ratio · below)² over (Σ below)².

    >>> ratio(2, 3, 4, 5, 6, 10).value
    Fraction(3, 4)
    """
    if not below:
        return Estimate(None, None)
    value = Fraction(above, below)
    if shoes < 2:
        return Estimate(value / unit, None)
    squares = above_above - 2 * value * above_below + value**2 * below_below
    return Estimate(value / unit, Fraction(shoes, shoes - 1) * squares / below**2 / unit**2)


@dataclass(frozen=True, slots=True)
class Player:
    """A bettor who stakes one unit at a time, and the results.

    `sort` is "perfect" (on `bet` where its EV is above 0), "best" (on the bet of the greatest EV where that
    is above 0; `bet` is None) or "count" (on `bet` where `count` says so). `gain` is the yield in units and
    `bets` the bets made, both per shoe; `frequency` bets per coup; `edge` the mean EV of the bets made;
    `share` the part of the perfect player's yield on that bet, for counts only. `made` is the total number of
    bets; if it is 0, no standard error is known.
    """

    sort: Literal["perfect", "best", "count"]
    bet: Bet | None
    count: Count | None
    gain: Estimate
    bets: Estimate
    frequency: Estimate
    edge: Estimate
    share: Estimate | None
    made: int


@dataclass(frozen=True, slots=True)
class BeforeCoup:
    """The EV of a bet before a coup, over the shoes that reach it; in the share `positive` it is above 0.

    `off` is how many standard errors, if known, the mean is above the EV on the full shoe.
    """

    coup: int
    shoes: int
    ev: Estimate
    off: Fraction | None
    positive: Fraction


@dataclass(frozen=True, slots=True)
class AtDepth:
    """The EVs of a bet before coups `first` to `last`, all shoes together.

    Exact except that EVs are rounded to 2⁻⁴⁰; `quantiles` are those of `QUANTILES`, as the lower ends of
    bins 2⁻¹⁰ wide; `effect` is the mean less the full-shoe EV.
    """

    first: int
    last: int
    coups: int
    mean: Fraction
    variance: Fraction
    positive: Fraction
    least: Fraction
    greatest: Fraction
    quantiles: tuple[Fraction, ...]
    effect: Fraction


@dataclass(frozen=True, repr=False)
class SweepResult(LeavesOut):
    """The results of shoes played. Raises AnalyzerError if there are none."""

    question: Question
    work: Work
    tally: Tally
    too_coarse = ()

    def __post_init__(self) -> None:
        """Check that a shoe was played."""
        if not self.tally.shoes:
            raise AnalyzerError("at least one played shoe is required")

    @property
    def shoes(self) -> int:
        """How many shoes were played."""
        return self.tally.shoes

    @property
    def coups(self) -> Estimate:
        """Coups per shoe."""
        return mean(self.shoes, *self._coups)

    @property
    def coups_variance(self) -> Fraction | None:
        """The variance of the number of coups from shoe to shoe; its root is the standard deviation."""
        squared_error = self.coups.variance
        return None if squared_error is None else squared_error * self.shoes

    @property
    def fewest(self) -> int:
        """The fewest coups of a shoe; every shoe reached all coups up to this one."""
        return min(self.tally.lengths)

    @property
    def most(self) -> int:
        """The most coups of a shoe."""
        return max(self.tally.lengths)

    @property
    def reached(self) -> tuple[int, ...]:
        """How many shoes reach coup 1, coup 2, …"""
        ends = [self.tally.lengths.get(coup, 0) for coup in range(self.most)]
        return tuple(self.shoes - gone for gone in accumulate(ends))

    @cached_property
    def full_shoe(self) -> tuple[Fraction, ...]:
        """The EV of each bet on the full shoe, exact."""
        batch = self.work.batch
        gains = batch.gains([self.work.shoe.counts])
        deals = falling(self.work.shoe.size, self.work.rules.cards_from_shoe)
        return tuple(
            Fraction(int(gain), unit * deals) for [gain], unit in zip(gains, batch.units, strict=True)
        )

    @property
    def players(self) -> tuple[Player, ...]:
        """The bettors: the perfect player on each bet, the player of the best of all bets, and each count."""
        bets, players = self.work.bets, self.tally.players
        return (
            *(self._player(sums, bet) for bet, sums in zip(bets, players, strict=False)),
            self._player(players[len(bets)]),
            *(
                self._player(sums, bets[place], count, players[place])
                for (count, place), sums in zip(self.work.counts, players[len(bets) + 1 :], strict=True)
            ),
        )

    def before_coups(self, place: int) -> Iterator[BeforeCoup]:
        """The EV of the bet at this place before each coup."""
        full = self.full_shoe[place]
        for coup, (row, shoes) in enumerate(zip(self.tally.coups, self.reached, strict=True), 1):
            sums = row[place]
            ev = mean(shoes, sums.ev, sums.ev_ev, UNIT)
            yield BeforeCoup(coup, shoes, ev, ev.off(full), Fraction(sums.positive, shoes))

    def depths(self, place: int) -> Iterator[AtDepth]:
        """The EVs of the bet at this place by depth, ten coups each."""
        for depth, row in enumerate(self.tally.depths):
            begin = depth * GROUP
            sums = [coup[place] for coup in self.tally.coups[begin : begin + GROUP]]
            n = sum(self.reached[begin : begin + GROUP])
            total, squares, positive = map(sum, zip(*sums, strict=True))
            spread = row[place]
            yield AtDepth(
                begin + 1,
                begin + len(sums),
                n,
                average := Fraction(total, n * UNIT),
                Fraction(n * squares - total**2, (n * UNIT) ** 2),
                Fraction(positive, n),
                Fraction(spread.least, UNIT),
                Fraction(spread.greatest, UNIT),
                tuple(_quantile(spread, n, part) for part in QUANTILES),
                average - self.full_shoe[place],
            )

    def over_all_coups(self, place: int) -> Estimate:
        """The mean EV of the bet at this place over all coups of all shoes."""
        sums = self.tally.bets[place]
        coups, squared = self._coups
        return ratio(self.shoes, sums.ev, coups, sums.ev_ev, sums.ev_coups, squared, UNIT)

    def cut_card_effect(self, place: int) -> Estimate:
        """How far the mean EV over all coups is above the full-shoe EV, because a cut card ends a shoe.

        Whether a shoe has one more coup depends on its cards. Coups that all shoes reach show no effect.
        """
        ev = self.over_all_coups(place)
        assert ev.value is not None, "a shoe has a coup or more"
        return Estimate(ev.value - self.full_shoe[place], ev.variance)

    @property
    def _coups(self) -> tuple[int, int]:
        """The sum over shoes of their coups, and that of the squares."""
        lengths = self.tally.lengths.items()
        return sum(coups * n for coups, n in lengths), sum(coups**2 * n for coups, n in lengths)

    def _player(
        self,
        sums: PlayerSums,
        bet: Bet | None = None,
        count: Count | None = None,
        perfect: PlayerSums | None = None,
    ) -> Player:
        n, (coups, squared) = self.shoes, self._coups
        estimates = [
            mean(n, sums.gain, sums.gain_gain, UNIT),
            mean(n, sums.bets, sums.bets_bets),
            ratio(n, sums.bets, coups, sums.bets_bets, sums.bets_coups, squared),
            ratio(n, sums.gain, sums.bets, sums.gain_gain, sums.bets_gain, sums.bets_bets, UNIT),
        ]
        if perfect:
            products = sums.gain_gain, sums.gain_perfect, perfect.gain_gain
            estimates.append(ratio(n, sums.gain, perfect.gain, *products))
        if not sums.bets:  # a standard error of 0 would mean that no bet is ever made
            estimates = [replace(estimate, variance=None) for estimate in estimates]
        gain, bets, frequency, edge, *share = estimates
        sort: Literal["perfect", "best", "count"] = "count" if count else "perfect" if bet else "best"
        return Player(sort, bet, count, gain, bets, frequency, edge, share[0] if share else None, sums.bets)


def _quantile(spread: Spread, n: int, part: Fraction) -> Fraction:
    """The lower end of the first bin such that at least this part of n EVs is in or below it."""
    bins = sorted(spread.bins.items())
    ends = accumulate(times for _, times in bins)
    reached = (place for (place, _), end in zip(bins, ends, strict=True) if end >= part * n)
    return Fraction(next(reached), 1 << BIN_BITS)
