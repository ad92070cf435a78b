"""A portfolio: stakes on several bets of one coup, and what they gain together."""

from collections import defaultdict
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import combinations

from analyzer.analysis.money.distribution import Distribution
from analyzer.analysis.money.joint import Joint, Settled
from analyzer.analysis.question import Question
from analyzer.analysis.valuation import Valuation
from analyzer.displayable import Answer
from analyzer.exact import root_float


@dataclass(frozen=True, slots=True)
class ExtremeGain:
    """The greatest or the least net gain of a coup, and the joint outcomes that lead to it, likeliest first.

    An outcome has one line for each bet with a stake above zero. Its probability is that it happens and leads
    to this gain: with a random multiplier, it can also lead to others.
    """

    net: Fraction
    outcomes: tuple[tuple[Settled, Fraction], ...]

    @property
    def probability(self) -> Fraction:
        """The probability of this gain."""
        return sum((chance for _, chance in self.outcomes), Fraction(0))


@dataclass(frozen=True, slots=True)
class Part:
    """One stake of a portfolio: the bet's worth alone, the stake, and its covariance with the portfolio.

    `share` is its share of the portfolio's variance, None if that is 0; a negative one reduces the variance.
    """

    valuation: Valuation
    stake: Fraction
    covariance: Fraction
    share: Fraction | None

    @property
    def ev(self) -> Fraction:
        """Expected net gain of the stake."""
        return self.stake * self.valuation.ev

    @property
    def variance(self) -> Fraction:
        """Variance of the stake's net gain, alone."""
        return self.stake**2 * self.valuation.variance


@dataclass(frozen=True, repr=False)
class Portfolio(Answer):
    """Stakes on the bets of `joint`, in their order; none is negative and at least one is above zero."""

    joint: Joint
    stakes: tuple[Fraction, ...]

    def __post_init__(self) -> None:
        """Check that the stakes fit the bets."""
        if len(self.stakes) != len(self.joint.bets) or min(self.stakes) < 0 or not any(self.stakes):
            raise ValueError(f"expected {len(self.joint.bets)} stakes, none negative and not all zero")

    @property
    def question(self) -> Question:
        """The question."""
        return self.joint.question

    @cached_property
    def distribution(self) -> Distribution:
        """The distribution of the net gain of one coup."""
        return self.joint.distribution(self.stakes)

    @property
    def staked(self) -> Fraction:
        """The total of all stakes."""
        return sum(self.stakes, Fraction(0))

    @property
    def ev(self) -> Fraction:
        """Expected net gain."""
        return self.distribution.mean

    @property
    def house_edge(self) -> Fraction:
        """Expected loss per unit staked, pushes included; negative when the stakes favour the bettor."""
        return -self.ev / self.staked

    @property
    def variance(self) -> Fraction:
        """Variance of the net gain."""
        return self.distribution.variance

    @property
    def standard_deviation(self) -> float:
        """Standard deviation of the net gain: the float nearest to the variance's root."""
        return root_float(self.variance)

    @property
    def facts(self) -> tuple[str, ...]:
        """The game, the cards left, and the stakes, in a few words each."""
        stakes = (f"{self.joint.bets[place].reference}={self.stakes[place]}" for place in self._staked)
        return (*self.question.setting, *stakes)

    @property
    def gain(self) -> Fraction:
        """The probability that the stakes together gain."""
        return Fraction(self.distribution.by_sign[2], self.distribution.total)

    @property
    def even(self) -> Fraction:
        """The probability that the stakes together neither gain nor lose."""
        return Fraction(self.distribution.by_sign[1], self.distribution.total)

    @property
    def loss(self) -> Fraction:
        """The probability that the stakes together lose."""
        return Fraction(self.distribution.by_sign[0], self.distribution.total)

    @property
    def exposure(self) -> Fraction:
        """The most that the stakes together can lose in one coup; 0 if they cannot."""
        return max(Fraction(0), -self.distribution.gains[0])

    @property
    def best(self) -> ExtremeGain:
        """The greatest gain, and the joint outcomes that lead to it."""
        return self._extreme(-1)

    @property
    def worst(self) -> ExtremeGain:
        """The least gain, usually a loss, and the joint outcomes that lead to it."""
        return self._extreme(0)

    @cached_property
    def parts(self) -> tuple[Part, ...]:
        """The stakes above zero, in the order of the bets; their covariances add up to the variance."""
        parts = []
        for i in self._staked:
            row, stake = self.joint.covariances[i], self.stakes[i]
            covariance = stake * sum((self.stakes[j] * row[j] for j in self._staked), Fraction(0))
            share = covariance / self.variance if self.variance else None
            parts.append(Part(self.joint.valuations[i], stake, covariance, share))
        return tuple(parts)

    def net(self, lines: Settled) -> Fraction:
        """The net gain if these lines settle the bets; the mean if a pay has a random multiplier."""
        settled = zip(self.stakes, self.joint.nets, lines, strict=True)
        return sum((stake * nets[line] for stake, nets, line in settled), Fraction(0))

    @property
    def offsetting(self) -> tuple[tuple[int, int], ...]:
        """The pairs of staked bets, by place, whose gains have a negative covariance."""
        return tuple((i, j) for i, j in combinations(self._staked, 2) if self.joint.covariances[i][j] < 0)

    @property
    def _staked(self) -> list[int]:
        """The places of the bets with a stake above zero."""
        return [place for place, stake in enumerate(self.stakes) if stake]

    def _extreme(self, place: int) -> ExtremeGain:
        net = self.distribution.gains[place]
        chances: defaultdict[Settled, Fraction] = defaultdict(Fraction)
        for lines, ways in self.joint.outcomes:
            if chance := self.joint.gains(lines, self.stakes).get(net):
                staked = tuple(lines[place] for place in self._staked)
                chances[staked] += chance * Fraction(ways, self.joint.total)
        return ExtremeGain(net, tuple(sorted(chances.items(), key=lambda outcome: (-outcome[1], outcome[0]))))


class OnPortfolio(Answer):
    """An answer about the stakes of a portfolio."""

    portfolio: Portfolio

    @property
    def question(self) -> Question:
        """The question."""
        return self.portfolio.question
