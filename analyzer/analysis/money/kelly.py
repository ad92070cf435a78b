"""Kelly stakes: the part of a bankroll to stake so that it grows fastest, for stakes with an advantage.

For stakes in fixed proportions it is enclosed by exact bounds; for several bets, Newton's method finds it.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import prod
from typing import Any

import mpmath
import numpy as np
from numpy.typing import NDArray

from analyzer.analysis.money.coups import Bounds
from analyzer.analysis.money.distribution import Distribution
from analyzer.analysis.money.joint import Joint
from analyzer.analysis.money.normal import DIGITS, real, rounded
from analyzer.errors import AnalyzerError

_WORKING = 50  # Significant digits to which logarithms and Newton's steps are calculated.
_STEPS = 500


@dataclass(frozen=True, slots=True)
class Growth:
    """The best part of a bankroll to stake, and its mean logarithmic growth per coup.

    `half` is the growth if half of that part is staked.
    """

    part: Bounds
    growth: Fraction
    half: Fraction


NONE = Growth(Bounds.exactly(0), Fraction(0), Fraction(0))  # Without an advantage, nothing is staked.


@dataclass(frozen=True, slots=True)
class Jointly:
    """The parts of a bankroll to stake on each of several bets at once, and the growth, to DIGITS decimals.

    `slope` is the largest absolute derivative of growth by the part of a bet with a stake, 0 at a maximum.
    `spare` is the greatest derivative by the part of any other bet, at most 0; None if there is no other.
    """

    parts: tuple[Fraction, ...]
    growth: Fraction
    half: Fraction
    slope: Fraction
    spare: Fraction | None


def kelly(distribution: Distribution) -> Growth | None:
    """The part f of the bankroll with the greatest E log(1 + f·X), where X is the gain per unit staked.

    None if nothing can be lost. At f, Σ pᵢ·xᵢ / (1 + f·xᵢ) falls through zero; exact bisection encloses f
    between adjacent numbers of DIGITS decimals.

    Source: J. L. Kelly, A New Interpretation of Information Rate (1956).

    >>> kelly(Distribution.of([(Fraction(1), Fraction(3, 5)), (Fraction(-1), Fraction(2, 5))])).part.low
    Fraction(1, 5)
    """
    if distribution.mean <= 0:
        return NONE
    if distribution.gains[0] >= 0:
        return None
    scale = 10**DIGITS
    low, high = 0, -(scale / distribution.gains[0] // 1)  # at the higher end, one coup could take everything
    while high - low > 1:
        middle = (low + high) // 2
        part = Fraction(middle, scale)
        slope = sum((ways * gain / (1 + part * gain) for gain, ways in distribution), Fraction(0))
        if slope >= 0:
            low = middle
        if slope <= 0:
            high = middle
    bounds = Bounds(Fraction(low, scale), Fraction(high, scale))
    best = (bounds.low + bounds.high) / 2
    return Growth(bounds, growth(distribution, best), growth(distribution, best / 2))


def growth(distribution: Distribution, part: Fraction) -> Fraction:
    """The mean growth per coup of the bankroll's natural logarithm, staking this part, to DIGITS decimals."""
    with mpmath.workdps(_WORKING):
        logs = (ways * mpmath.log1p(real(part * gain)) for gain, ways in distribution)
        return rounded(sum(logs) / distribution.total)


def jointly(joint: Joint) -> Jointly:
    """The part f ≥ 0 of a bankroll on each bet with which E log(1 + Σ f·X) is greatest, over joint outcomes.

    Growth is concave, so it is greatest where its slope is zero for every bet with a stake and not above zero
    for any other. Bets without an advantage are included: they can be worth a stake as a hedge. Raises
    AnalyzerError if no maximum is found, for example because nothing can be lost.
    """
    # What each bet gains in every joint outcome, with its probability; multipliers are independent.
    probabilities: defaultdict[tuple[Fraction, ...], Fraction] = defaultdict(Fraction)
    per_bet = [bet.outcomes for bet in joint.bets]
    for lines, ways in joint.outcomes:
        for drawn in product(*(outcomes[line] for outcomes, line in zip(per_bet, lines, strict=True))):
            gains, chances = zip(*drawn, strict=True)
            probabilities[gains] += prod(chances, start=Fraction(ways, joint.total))
    with mpmath.workdps(_WORKING):
        search = _Newton(probabilities)
        parts = search.best()
        slopes = search.slopes(parts)
        idle = slopes[parts == 0].tolist()
        return Jointly(
            tuple(map(rounded, parts)),
            rounded(search.growth(parts)),
            rounded(search.growth(parts / 2)),
            rounded(max(map(abs, slopes[parts != 0]), default=0)),
            rounded(max(idle)) if idle else None,
        )


Reals = NDArray[Any]  # Arrays of mpmath numbers.


class _Newton:
    """Newton's method for a concave maximum, on the bets staked so far; the others stay at zero."""

    def __init__(self, outcomes: Mapping[tuple[Fraction, ...], Fraction]) -> None:
        self._gains = np.array([[*map(real, gains)] for gains in outcomes], dtype=object)
        self._chances = np.array([*map(real, outcomes.values())], dtype=object)
        self._zeros = np.full(self._gains.shape[1], mpmath.mpf(0), dtype=object)
        self._tiny = mpmath.mpf(10) ** -(DIGITS + 5)

    def best(self) -> Reals:
        """The parts of the maximum."""
        parts, staked = self._zeros, set[int]()
        for _ in range(_STEPS):
            slopes = self.slopes(parts)
            if all(abs(slopes[bet]) <= self._tiny for bet in staked):
                bet = int(slopes.argmax())
                if slopes[bet] <= self._tiny:
                    return parts
                staked.add(bet)
            parts, staked = self._step(parts, slopes, sorted(staked))
        raise AnalyzerError(
            "there is no best part of the bankroll to stake on these bets, for example because none can lose"
        )

    def slopes(self, parts: Reals) -> Reals:
        """The derivative of growth by each part."""
        return np.asarray((self._chances / self._factors(parts)) @ self._gains)

    def growth(self, parts: Reals) -> Any:
        """The mean logarithm of the factor by which a coup multiplies the bankroll."""
        return self._chances @ [mpmath.log(factor) for factor in self._factors(parts)]

    def _factors(self, parts: Reals) -> Reals:
        """The factor by which each outcome multiplies the bankroll."""
        return np.asarray(1 + self._gains @ parts)

    def _step(self, parts: Reals, slopes: Reals, staked: Sequence[int]) -> tuple[Reals, set[int]]:
        """One Newton step, shortened where a part would fall below zero or a coup could take everything."""
        gains, factors = self._gains[:, staked], self._factors(parts)
        # If bets are multiples of each other, many parts are best; a tiny extra curvature chooses among them.
        curve = (gains.T * (self._chances / factors**2)) @ gains
        curve += self._tiny * np.eye(len(staked), dtype=object)
        step = self._zeros.copy()
        step[staked] = list(mpmath.lu_solve(mpmath.matrix(curve.tolist()), mpmath.matrix(slopes[staked])))
        length, dropped = mpmath.mpf(1), None
        for bet in staked:
            if step[bet] < 0 and parts[bet] + length * step[bet] <= 0:
                length, dropped = -parts[bet] / step[bet], bet
        for change, factor in zip(self._gains @ step, factors, strict=True):
            if factor + length * change <= 0:
                length, dropped = -factor / change * mpmath.mpf("0.9"), None
        before = self.growth(parts)
        while True:
            moved = np.maximum(parts + length * step, self._zeros)
            if length < self._tiny or self.growth(moved) >= before:
                break
            length, dropped = length / 2, None
        if dropped is not None:
            moved[dropped] = mpmath.mpf(0)
        return moved, {bet for bet in staked if bet != dropped}
