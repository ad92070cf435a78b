"""What a sweep found: yields, frequencies, edges and EVs by depth, with their standard errors.

Reads sums; plays nothing. Every number is an exact function of the sums, with the error of what it estimates.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from itertools import accumulate
from typing import Literal

from analyzer.analysis.batch import Question
from analyzer.analysis.count import Count
from analyzer.analysis.sweep.estimate import Estimate, mean, ratio
from analyzer.analysis.sweep.tally import BIN_BITS, BITS, GROUP, PlayerSums, Spread, Tally
from analyzer.analysis.sweep.work import Work
from analyzer.bets.bet import Bet
from analyzer.errors import AnalyzerError
from analyzer.exact import falling
from analyzer.shown import Shown

UNIT = 1 << BITS
"""Parts of a unit in which EVs were added up."""

QUANTILES = tuple(Fraction(part, 100) for part in (1, 5, 25, 50, 75, 95, 99))
"""The quantiles told of the EVs at a depth."""


@dataclass(frozen=True, slots=True)
class Player:
    """Who bets one unit at a time, and how that goes.

    `sort` is "perfect" (on `bet` where its EV is above 0), "best" (on the bet of the greatest EV where that
    is above 0; `bet` is None) or "count" (on `bet` where `count` says so). `gain` is the yield in units and
    `bets` the bets made, both per shoe; `frequency` bets per coup; `edge` the mean EV of the bets made;
    `share` what part of the perfect player's yield on that bet it is, told of counts only. `made` is how many
    bets were made in all; where there was none, no standard error is known.
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
    """The EV of a bet before a coup, over the shoes that reach it.

    `off` is by how many standard errors the mean is above the EV on the full shoe, None where they are 0 or
    unknown; `positive` the part of shoes in which the EV is above 0.
    """

    coup: int
    shoes: int
    ev: Estimate
    off: Fraction | None
    positive: Fraction


@dataclass(frozen=True, slots=True)
class AtDepth:
    """The EVs of a bet before coups `first` to `last`, all shoes together.

    `mean` is exact but for the rounding of EVs to 2⁻⁴⁰, and so are `variance`, `least` and `greatest`;
    `quantiles` are the lower ends of bins 2⁻¹⁰ wide, by part of the coups below or in the bin; `effect` is
    the mean less the full-shoe EV.
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


@dataclass(frozen=True)
class Result(Shown):
    """The sums of shoes played, read.

    Raises:
        AnalyzerError: no shoe was played.
    """

    work: Work
    tally: Tally

    def __post_init__(self) -> None:
        """Refuse a result of nothing."""
        if not self.tally.shoes:
            raise AnalyzerError("expected one shoe played or more, got none")

    @property
    def shoes(self) -> int:
        """How many shoes were played."""
        return self.tally.shoes

    @property
    def coups(self) -> Estimate:
        """Coups per shoe."""
        return mean(self.shoes, self._coups, self._coups_squared)

    @property
    def coups_variance(self) -> Fraction | None:
        """The variance of the number of coups from shoe to shoe; its root is the standard deviation."""
        found = self.coups.variance
        return None if found is None else found * self.shoes

    @property
    def fewest(self) -> int:
        """The fewest coups of a shoe; every coup up to it was reached by all."""
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
        question = Question(self.work.rules, self.work.bets)
        gains = question.gains([self.work.shoe.counts])
        deals = falling(self.work.shoe.size, self.work.rules.cards_from_shoe)
        return tuple(
            Fraction(int(gain[0]), unit * deals) for gain, unit in zip(gains, question.units, strict=True)
        )

    @property
    def players(self) -> tuple[Player, ...]:
        """Who bets: the perfect player on each bet, who takes the best of all bets, and each count."""
        perfect = self.tally.players
        found = [self._player("perfect", bet, None, perfect[i]) for i, bet in enumerate(self.work.bets)]
        found.append(self._player("best", None, None, perfect[len(found)]))
        for (count, place), sums in zip(self.work.counts, perfect[len(found) :], strict=True):
            found.append(self._player("count", self.work.bets[place], count, sums, perfect[place]))
        return tuple(found)

    def before_coups(self, place: int) -> Iterator[BeforeCoup]:
        """The EV of the bet at this place before each coup."""
        full = self.full_shoe[place]
        for coup, (row, shoes) in enumerate(zip(self.tally.coups, self.reached, strict=True), 1):
            sums = row[place]
            found = mean(shoes, sums.ev, sums.ev_ev, UNIT)
            yield BeforeCoup(coup, shoes, found, found.off(full), Fraction(sums.positive, shoes))

    def depths(self, place: int) -> Iterator[AtDepth]:
        """The EVs of the bet at this place by depth, ten coups each."""
        for depth, row in enumerate(self.tally.depths):
            begin = depth * GROUP
            sums = [coup[place] for coup in self.tally.coups[begin : begin + GROUP]]
            n = sum(self.reached[begin : begin + GROUP])
            total, squares = sum(one.ev for one in sums), sum(one.ev_ev for one in sums)
            spread = row[place]
            yield AtDepth(
                begin + 1,
                begin + len(sums),
                n,
                average := Fraction(total, n * UNIT),
                Fraction(n * squares - total**2, (n * UNIT) ** 2),
                Fraction(sum(one.positive for one in sums), n),
                Fraction(spread.least, UNIT),
                Fraction(spread.greatest, UNIT),
                tuple(_quantile(spread, n, part) for part in QUANTILES),
                average - self.full_shoe[place],
            )

    def over_all_coups(self, place: int) -> Estimate:
        """The mean EV over all coups of all shoes of the bet at this place."""
        sums = self.tally.bets[place]
        return ratio(self.shoes, sums.ev, self._coups, sums.ev_ev, sums.ev_coups, self._coups_squared, UNIT)

    def cut_card_effect(self, place: int) -> Estimate:
        """How far the mean EV over all coups is above the full-shoe EV, because a cut card ends a shoe.

        When it shows hangs on the cards that were dealt, so that which shoes have one coup more does too. Up
        to a coup that every shoe reaches there is no such effect.
        """
        found = self.over_all_coups(place)
        assert found.value is not None, "a shoe has a coup or more"
        return Estimate(found.value - self.full_shoe[place], found.variance)

    @property
    def _coups(self) -> int:
        return sum(coups * n for coups, n in self.tally.lengths.items())

    @property
    def _coups_squared(self) -> int:
        return sum(coups**2 * n for coups, n in self.tally.lengths.items())

    def _player(
        self,
        sort: Literal["perfect", "best", "count"],
        bet: Bet | None,
        count: Count | None,
        sums: PlayerSums,
        perfect: PlayerSums | None = None,
    ) -> Player:
        n = self.shoes
        share = perfect and ratio(
            n, sums.gain, perfect.gain, sums.gain_gain, sums.gain_perfect, perfect.gain_gain
        )
        return Player(
            sort,
            bet,
            count,
            _told(sums, mean(n, sums.gain, sums.gain_gain, UNIT)),
            _told(sums, mean(n, sums.bets, sums.bets_bets)),
            _told(
                sums,
                ratio(n, sums.bets, self._coups, sums.bets_bets, sums.bets_coups, self._coups_squared),
            ),
            ratio(n, sums.gain, sums.bets, sums.gain_gain, sums.bets_gain, sums.bets_bets, UNIT),
            share and _told(sums, share),
            sums.bets,
        )


def _told(sums: PlayerSums, found: Estimate) -> Estimate:
    """The estimate, without a standard error where no bet was made: 0 would say that none ever is."""
    return found if sums.bets else replace(found, variance=None)


def _quantile(spread: Spread, n: int, part: Fraction) -> Fraction:
    """The lower end of the first bin by which at least this part of n EVs is reached."""
    ends = accumulate(spread.bins.values())
    reached = (place for place, end in zip(spread.bins, ends, strict=True) if end >= part * n)
    return Fraction(next(reached), 1 << BIN_BITS)
