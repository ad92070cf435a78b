"""Kelly stakes: the part of a bankroll that makes it grow fastest, for stakes with an advantage.

For stakes in fixed proportions the part is enclosed by exact arithmetic; for several bets at once it is found
by Newton's method in many digits, and held to the conditions of a maximum. Knows no names of files.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Any

from analyzer.analysis.money.coups import Bounds
from analyzer.analysis.money.joint import Joint
from analyzer.analysis.money.law import Law
from analyzer.errors import AnalyzerError

DIGITS = 20
"""Decimals to which a part is proven, and growth is right."""

_WORKING = 50
"""Significant digits that logarithms and Newton's steps are worked out to."""

_STEPS = 500


@dataclass(frozen=True, slots=True)
class Growth:
    """The part of the bankroll to stake, and how fast it grows then: the mean growth of its logarithm a coup.

    `half` is the growth when half as much is staked. Both to DIGITS decimals.
    """

    part: Bounds
    growth: Fraction
    half: Fraction


NONE = Growth(Bounds(Fraction(0), Fraction(0)), Fraction(0), Fraction(0))
"""Where there is no advantage, nothing is staked."""


@dataclass(frozen=True, slots=True)
class Jointly:
    """The parts of a bankroll to stake on each of several bets at once, to DIGITS decimals; and the growth.

    `slope` is the most by which growth would change per part of the bankroll moved onto or off a bet that is
    staked, in size, and `spare` the most by which it would rise with a stake on one that is not: a maximum
    has a slope of 0 and nothing above 0 to spare. Both to DIGITS decimals; `spare` is None where all are
    staked.
    """

    parts: tuple[Fraction, ...]
    growth: Fraction
    half: Fraction
    slope: Fraction
    spare: Fraction | None


def kelly(law: Law) -> Growth | None:
    """The part f of the bankroll that makes E log(1 + f·X) greatest, X being the gain per unit staked.

    f is where Σ pᵢ·xᵢ / (1 + f·xᵢ) falls through zero. Its sign is found in whole numbers for f with DIGITS
    decimals, and the interval halved until two neighbours are left, or one that is exact.

    Returns:
        None where nothing can be lost, so that no part is enough.

    Source: J. L. Kelly, A New Interpretation of Information Rate (1956).

    >>> kelly(Law.of([(Fraction(1), Fraction(3, 5)), (Fraction(-1), Fraction(2, 5))])).part.low
    Fraction(1, 5)
    """
    if law.mean <= 0:
        return NONE
    if law.gains[0] >= 0:
        return None
    scale = 10**DIGITS
    low, high = 0, -(-scale * law.gains[0].denominator // -law.gains[0].numerator)
    while high - low > 1:
        middle = (low + high) // 2
        slope = _slope(law, Fraction(middle, scale))
        if slope == 0:
            low = high = middle
        elif slope is None or slope < 0:
            high = middle
        else:
            low = middle
    part = Bounds(Fraction(low, scale), Fraction(high, scale))
    best = (part.low + part.high) / 2
    return Growth(part, growth(law, best), growth(law, best / 2))


def _slope(law: Law, part: Fraction) -> Fraction | None:
    """The derivative of growth by the part, times the total; None where a coup could take everything."""
    if 1 + part * law.gains[0] <= 0:
        return None
    return sum(
        (ways * gain / (1 + part * gain) for gain, ways in zip(law.gains, law.ways, strict=True)), Fraction(0)
    )


def growth(law: Law, part: Fraction) -> Fraction:
    """The mean growth of the bankroll's natural logarithm a coup, at this part, to DIGITS decimals."""
    import mpmath  # noqa: PLC0415

    with mpmath.workdps(_WORKING):
        total = sum(
            ways * mpmath.log1p(_float(part * gain)) for gain, ways in zip(law.gains, law.ways, strict=True)
        )
        return _rounded(total / law.total)


def jointly(joint: Joint) -> Jointly:
    """The parts f ≥ 0 on each bet that make E log(1 + Σ f·X) greatest, over all joint outcomes.

    Growth is concave, so that where no bet's slope is above zero, and none below among those staked, no other
    parts do better. Bets without an advantage take part, too: they can be worth it as a hedge.

    Raises:
        AnalyzerError: no maximum is found, as where something can be won and nothing lost.
    """
    import mpmath  # noqa: PLC0415

    outcomes = list(_outcomes(joint))
    number = len(joint.bets)
    with mpmath.workdps(_WORKING):
        search = _Search([([*map(_float, gains)], _float(chance)) for gains, chance in outcomes], number)
        parts = search.best()
        slopes = search.slopes(parts)
        half = search.growth([part / 2 for part in parts])
        idle = [slope for part, slope in zip(parts, slopes, strict=True) if not part]
        return Jointly(
            tuple(map(_rounded, parts)),
            _rounded(search.growth(parts)),
            _rounded(half),
            _rounded(max((abs(s) for p, s in zip(parts, slopes, strict=True) if p), default=0)),
            _rounded(max(idle)) if idle else None,
        )


def _outcomes(joint: Joint) -> Iterator[tuple[tuple[Fraction, ...], Fraction]]:
    """What each bet gains in every joint outcome, with its probability; multipliers are drawn apart."""
    found: dict[tuple[Fraction, ...], Fraction] = {}
    per_bet = [bet.outcomes for bet in joint.bets]
    for lines, ways in joint.outcomes:
        for drawn in product(*(outcomes[line] for outcomes, line in zip(per_bet, lines, strict=True))):
            chance = Fraction(ways, joint.total)
            for _, odd in drawn:
                chance *= odd
            gains = tuple(net for net, _ in drawn)
            found[gains] = found.get(gains, Fraction(0)) + chance
    yield from found.items()


class _Search:
    """A concave maximum by Newton's method on the bets staked so far; the others are at zero."""

    def __init__(self, outcomes: Sequence[tuple[list[Any], Any]], number: int) -> None:
        import mpmath  # noqa: PLC0415

        self._mp, self._outcomes, self._number = mpmath, outcomes, number
        self._tiny = mpmath.mpf(10) ** -(DIGITS + 5)

    def best(self) -> list[Any]:
        """The parts of the maximum."""
        parts, staked = [self._mp.mpf(0)] * self._number, set[int]()
        for _ in range(_STEPS):
            slopes = self.slopes(parts)
            if all(abs(slopes[bet]) <= self._tiny for bet in staked):
                bet = max(range(self._number), key=lambda one: slopes[one])
                if slopes[bet] <= self._tiny:
                    return parts
                staked.add(bet)
            parts, staked = self._step(parts, slopes, sorted(staked))
        raise AnalyzerError(
            "expected bets of which some loss can come, got none for which a best part of the bankroll exists"
        )

    def slopes(self, parts: Sequence[Any]) -> list[Any]:
        """The derivative of growth by each part."""
        found = [self._mp.mpf(0)] * self._number
        for gains, chance in self._outcomes:
            share = chance / self._left(gains, parts)
            found = [slope + share * gain for slope, gain in zip(found, gains, strict=True)]
        return found

    def growth(self, parts: Sequence[Any]) -> Any:
        """The mean of the logarithm of what the bankroll is multiplied by."""
        return sum(chance * self._mp.log(self._left(gains, parts)) for gains, chance in self._outcomes)

    def _left(self, gains: Sequence[Any], parts: Sequence[Any]) -> Any:
        """What the bankroll is multiplied by."""
        return 1 + sum(part * gain for part, gain in zip(parts, gains, strict=True))

    def _step(self, parts: list[Any], slopes: list[Any], staked: list[int]) -> tuple[list[Any], set[int]]:
        """One of Newton's steps, shortened where a part would fall below zero or a coup take everything."""
        size = len(staked)
        curve = self._mp.zeros(size)
        for gains, chance in self._outcomes:
            share = chance / self._left(gains, parts) ** 2
            for row, one in enumerate(staked):
                for column, other in enumerate(staked):
                    curve[row, column] += share * gains[one] * gains[other]
        # Bets that are one another's multiples leave the parts open; a trace of a slope chooses among them.
        for row in range(size):
            curve[row, row] += self._tiny
        solved = self._mp.lu_solve(curve, self._mp.matrix([slopes[bet] for bet in staked]))
        way = [self._mp.mpf(0)] * self._number
        for row, bet in enumerate(staked):
            way[bet] = solved[row]
        longest, first = self._mp.mpf(1), None
        for bet in staked:
            if way[bet] < 0 and parts[bet] + longest * way[bet] <= 0:
                longest, first = -parts[bet] / way[bet], bet
        for gains, _ in self._outcomes:
            fall = sum(step * gain for step, gain in zip(way, gains, strict=True))
            left = self._left(gains, parts)
            if left + longest * fall <= 0:
                longest, first = -left / fall * self._mp.mpf("0.9"), None
        before = self.growth(parts)
        while True:
            moved = [
                max(part + longest * step, self._mp.mpf(0)) for part, step in zip(parts, way, strict=True)
            ]
            if longest < self._tiny or self.growth(moved) >= before:
                break
            longest, first = longest / 2, None
        if first is not None:
            moved[first] = self._mp.mpf(0)
        return moved, {bet for bet in staked if bet != first}


def _float(x: Fraction) -> Any:
    """A ratio as a number of mpmath's, at its working precision."""
    import mpmath  # noqa: PLC0415

    return mpmath.mpf(x.numerator) / x.denominator


def _rounded(value: Any) -> Fraction:
    """A number of mpmath's, rounded to DIGITS decimals."""
    import mpmath  # noqa: PLC0415

    return Fraction(int(mpmath.nint(value * 10**DIGITS)), 10**DIGITS)
