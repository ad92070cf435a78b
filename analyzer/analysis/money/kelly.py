"""Kelly stakes: the part of a bankroll that makes it grow fastest, for stakes with an advantage.

It is enclosed exactly for stakes in fixed proportions; for several bets, it is found by Newton's method.
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
    """The best part of a bankroll, and its mean logarithmic growth per coup; `half` if half is staked."""

    part: Bounds
    growth: Fraction
    half: Fraction


NONE = Growth(Bounds.exactly(0), Fraction(0), Fraction(0))
"""Where there is no advantage, nothing is staked."""


@dataclass(frozen=True, slots=True)
class Jointly:
    """The parts of a bankroll to stake on each of several bets at once, and the growth, to DIGITS decimals.

    `slope` is the largest absolute derivative of growth by the part on a staked bet, 0 at a maximum; `spare`
    the greatest by the part on another, then not above 0, None where there is none.
    """

    parts: tuple[Fraction, ...]
    growth: Fraction
    half: Fraction
    slope: Fraction
    spare: Fraction | None


def kelly(law: Distribution) -> Growth | None:
    """The part f of the bankroll that makes E log(1 + f·X) greatest, X being the gain per unit staked.

    None where nothing can be lost. f is where Σ pᵢ·xᵢ / (1 + f·xᵢ) falls through zero, which is enclosed
    between neighbours of DIGITS decimals by exact bisection.

    Source: J. L. Kelly, A New Interpretation of Information Rate (1956).

    >>> kelly(Distribution.of([(Fraction(1), Fraction(3, 5)), (Fraction(-1), Fraction(2, 5))])).part.low
    Fraction(1, 5)
    """
    if law.mean <= 0:
        return NONE
    if law.gains[0] >= 0:
        return None
    scale = 10**DIGITS
    low, high = 0, -(scale / law.gains[0] // 1)  # a coup could take everything at the higher end
    while high - low > 1:
        middle = (low + high) // 2
        part = Fraction(middle, scale)
        slope = sum((ways * gain / (1 + part * gain) for gain, ways in law), Fraction(0))
        if slope >= 0:
            low = middle
        if slope <= 0:
            high = middle
    bounds = Bounds(Fraction(low, scale), Fraction(high, scale))
    best = (bounds.low + bounds.high) / 2
    return Growth(bounds, growth(law, best), growth(law, best / 2))


def growth(law: Distribution, part: Fraction) -> Fraction:
    """The mean growth of the bankroll's natural logarithm per coup, at this part, to DIGITS decimals."""
    with mpmath.workdps(_WORKING):
        return rounded(sum(ways * mpmath.log1p(real(part * gain)) for gain, ways in law) / law.total)


def jointly(joint: Joint) -> Jointly:
    """The parts f ≥ 0 on each bet that make E log(1 + Σ f·X) greatest, over all joint outcomes.

    Growth is concave, so parts are best where the slopes of the bets staked are zero and the others are not
    above zero. Bets without an advantage are included: they can be worth it as a hedge.

    Raises:
        AnalyzerError: no maximum is found, as where something can be won and nothing lost.
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


Reals = NDArray[Any]
"""Numbers of mpmath."""


class _Newton:
    """A concave maximum by Newton's method on the bets staked so far; the others are at zero."""

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
            "expected bets of which some loss can come, got none for which a best part of the bankroll exists"
        )

    def slopes(self, parts: Reals) -> Reals:
        """The derivative of growth by each part."""
        return np.asarray((self._chances / self._left(parts)) @ self._gains)

    def growth(self, parts: Reals) -> Any:
        """The mean of the logarithm of what the bankroll is multiplied by."""
        return self._chances @ [mpmath.log(left) for left in self._left(parts)]

    def _left(self, parts: Reals) -> Reals:
        """What the bankroll is multiplied by in each outcome."""
        return np.asarray(1 + self._gains @ parts)

    def _step(self, parts: Reals, slopes: Reals, staked: Sequence[int]) -> tuple[Reals, set[int]]:
        """One of Newton's steps, shortened where a part would fall below zero or a coup take everything."""
        gains, left = self._gains[:, staked], self._left(parts)
        # Bets that are one another's multiples leave the parts open; a trace of a slope chooses among them.
        curve = (gains.T * (self._chances / left**2)) @ gains + self._tiny * np.eye(len(staked), dtype=object)
        way = self._zeros.copy()
        way[staked] = list(mpmath.lu_solve(mpmath.matrix(curve.tolist()), mpmath.matrix(slopes[staked])))
        longest, first = mpmath.mpf(1), None
        for bet in staked:
            if way[bet] < 0 and parts[bet] + longest * way[bet] <= 0:
                longest, first = -parts[bet] / way[bet], bet
        for fall, rest in zip(self._gains @ way, left, strict=True):
            if rest + longest * fall <= 0:
                longest, first = -rest / fall * mpmath.mpf("0.9"), None
        before = self.growth(parts)
        while True:
            moved = np.maximum(parts + longest * way, self._zeros)
            if longest < self._tiny or self.growth(moved) >= before:
                break
            longest, first = longest / 2, None
        if first is not None:
            moved[first] = mpmath.mpf(0)
        return moved, {bet for bet in staked if bet != first}
