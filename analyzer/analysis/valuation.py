"""What a bet is worth: every statistic of it as an exact number, derived from ways and nets."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from analyzer.bets.bet import Bet
from analyzer.displayable import Answer
from analyzer.exact import root_float

VOLATILITY_QUANTILE = Fraction(196, 100)
"""The quantile of the normal distribution for limits at 95% confidence, rounded as laboratories print it."""


@dataclass(frozen=True, repr=False)
class Valuation(Answer):
    """A bet and the ways of each of its lines; all else follows.

    `ways` maps the id of each line, including the implicit last line `lose`, to the number of ordered deals
    that it settles; these add up to `total`, which is above zero.

    >>> from analyzer.bets.bet import Line
    >>> from analyzer.bets.condition import Condition
    >>> tie = Bet("tie", "Tie", (Line("win", Condition.parse("tie"), Fraction(8)),))
    >>> Valuation(tie, 21, {"win": 2, "lose": 19}).house_edge
    Fraction(1, 7)
    """

    bet: Bet
    total: int
    ways: Mapping[str, int]

    def __post_init__(self) -> None:
        """Check the ways against the bet's lines and the total."""
        if list(self.ways) != list(self.bet.nets):
            raise ValueError(f"expected ways for the lines {list(self.bet.nets)}, got {list(self.ways)}")
        if sum(self.ways.values()) != self.total or self.total <= 0 or min(self.ways.values()) < 0:
            raise ValueError(f"the ways of bet {self.bet.id!r} do not add up to {self.total}")

    def probability(self, line: str) -> Fraction:
        """The probability that a line settles the bet, 0 to 1."""
        return Fraction(self.ways[line], self.total)

    def one_in(self, line: str) -> Fraction | None:
        """The mean number of coups per coup settled by a line; None if none ever is."""
        return Fraction(self.total, self.ways[line]) if self.ways[line] else None

    def contribution(self, line: str) -> Fraction:
        """A line's share of the EV, in units staked: its mean net times its probability."""
        return self.bet.nets[line] * self.probability(line)

    @cached_property
    def ev(self) -> Fraction:
        """Expected net gain per unit staked; negative when the house has the edge."""
        return self._mean(1)

    @property
    def house_edge(self) -> Fraction:
        """Expected loss per unit staked, pushes included; negative when the bet favours the bettor."""
        return -self.ev

    @property
    def rtp(self) -> Fraction:
        """Return to player: the mean part of the stakes that is returned, 1 + EV."""
        return 1 + self.ev

    @cached_property
    def hit_rate(self) -> Fraction:
        """The probability of a gain, 0 to 1."""
        return sum((chance for _, net, chance in self._outcomes() if net > 0), Fraction(0))

    @cached_property
    def push_rate(self) -> Fraction:
        """The probability that the stake is returned, 0 to 1."""
        return sum((chance for _, net, chance in self._outcomes() if net == 0), Fraction(0))

    @property
    def edge_on_resolved(self) -> Fraction | None:
        """House edge per unit staked on bets that do not push; None if every bet pushes."""
        return None if self.push_rate == 1 else self.house_edge / (1 - self.push_rate)

    @property
    def exposure(self) -> Fraction:
        """The most one unit staked can lose, in units, over lines that can happen; 0 if none loses."""
        return max(Fraction(0), *(-net for line, net, _ in self._outcomes() if self.ways[line]))

    @cached_property
    def variance(self) -> Fraction:
        """Variance of the net gain of one unit staked, in squared units."""
        return self._mean(2) - self.ev**2

    @property
    def standard_deviation(self) -> float:
        """Standard deviation of the net gain of one unit staked: the float nearest to the variance's root."""
        return root_float(self.variance)

    @property
    def volatility_index_squared(self) -> Fraction:
        """The square of the volatility index: 1.96 standard deviations of one round, for 95% confidence."""
        return VOLATILITY_QUANTILE**2 * self.variance

    @property
    def volatility_index(self) -> float:
        """1.96 standard deviations of the net gain of one unit staked, the float nearest to it."""
        return root_float(self.volatility_index_squared)

    @property
    def skewness(self) -> float | None:
        """Skewness of the net gain, the float nearest to its exact value; None if the gain is certain."""
        squared = self.skewness_squared
        return None if squared is None else root_float(abs(squared), squared < 0)

    @cached_property
    def skewness_squared(self) -> Fraction | None:
        """The square of the skewness with its sign, ±μ₃²/σ⁶; None if the gain is certain."""
        if self.variance == 0:
            return None
        third = self._mean(3) - 3 * self.ev * self._mean(2) + 2 * self.ev**3
        return third * abs(third) / self.variance**3

    @property
    def ev_per_locked(self) -> Fraction | None:
        """Expected net gain per unit locked before the coup; None if no more than the stake is locked."""
        return None if self.bet.locked is None else self.ev / self.bet.locked

    @property
    def house_edge_per_locked(self) -> Fraction | None:
        """Expected loss per unit locked before the coup; None if no more than the stake is locked."""
        return None if self.bet.locked is None else self.house_edge / self.bet.locked

    def _mean(self, power: int) -> Fraction:
        """The mean of a power of the net gain, 1 to 3; in whole numbers, reduced once."""
        scale, by_line = self.bet.moments[power]
        return Fraction(sum(self.ways[line] * mean for line, mean in by_line.items()), scale * self.total)

    def _outcomes(self) -> Iterator[tuple[str, Fraction, Fraction]]:
        """Line, net gain and probability of every outcome of one unit staked."""
        for line, outcomes in self.bet.outcomes.items():
            for net, chance in outcomes:
                yield line, net, self.probability(line) * chance
