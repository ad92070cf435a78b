"""The longest losing run and the risk of ruin over independent coups, exact or between proven bounds."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import comb, gcd, isqrt, lcm
from operator import mul

from analyzer.analysis.money.coups import Bounds, enclosed
from analyzer.analysis.money.distribution import Distribution

EXACT_COUPS = 100  # The most coups for exact probabilities, which would have thousands of digits for more.
MOST_STEPS = 8_000_000  # The most coups times lengths of runs to calculate: about four seconds.
BITS, DIGITS = 192, 50  # Binary places of inexact probabilities, and decimals of a binomial distribution.
TAIL = Fraction(1, 10**13)  # Lengths are calculated until longer ones add no more than this to the mean.
EXACT_WORK = 10**9  # The most bits of capitals over all coups for an exact risk of ruin: about two seconds.
MOST_WORK = 6 * 10**9  # The most such bits for bounds of the risk of ruin: about eight seconds.
RUIN_BITS = 96  # Binary places of the probabilities of capitals if they are not exact.


@dataclass(frozen=True)
class Runs:
    """For lengths 1, 2, …, the probability that the longest losing run of some coups is as long or longer.

    The probabilities of all lengths beyond the last one add up to TAIL or less.
    """

    coups: int
    lose: Fraction
    neutral: Fraction
    reached: tuple[Bounds, ...]

    def probability(self, length: int) -> Bounds:
        """The probability that the longest losing run has this length or more."""
        if length < 1 or length > self.coups:
            return Bounds.exactly(int(length < 1))
        return self.reached[length - 1] if length <= len(self.reached) else Bounds(Fraction(0), self._rest)

    @property
    def _rest(self) -> Fraction:
        """The greatest total probability of lengths beyond the last one."""
        return TAIL if self.lose and len(self.reached) < self.coups else Fraction(0)

    @cached_property
    def mean(self) -> Bounds:
        """The mean length of the longest losing run: the sum of the probabilities of all lengths."""
        low = sum((chance.low for chance in self.reached), Fraction(0))
        high = sum((chance.high for chance in self.reached), Fraction(0))
        return Bounds(low, high + self._rest)

    @cached_property
    def median(self) -> int:
        """The least length that the longest losing run exceeds in at most half of all cases."""
        return self.least(Fraction(1, 2))

    def least(self, chance: Fraction) -> int:
        """The least length that is exceeded with no more than this probability."""
        lengths = (length for length, longer in enumerate(self.reached) if longer.high <= chance)
        return next(lengths, len(self.reached))


def runs(distribution: Distribution, coups: int, *, push_ends: bool = False) -> Runs | None:
    """The longest losing run in `coups` coups, 1 or more; `distribution` is that of one coup's gain.

    With `push_ends`, a coup without gain or loss ends a run; else it neither ends nor lengthens one. None if
    it would take more than MOST_STEPS.
    """
    lose, neutral, win = distribution.by_sign
    if push_ends:
        win, neutral = win + neutral, 0
    most = _lengths(lose, win, coups)
    if coups * most > MOST_STEPS:
        return None
    probabilities = _exact if coups <= EXACT_COUPS else _bounded
    reached = tuple(probabilities(lose, win, neutral, coups, range(1, most + 1)))
    return Runs(coups, Fraction(lose, distribution.total), Fraction(neutral, distribution.total), reached)


def _lengths(lose: int, win: int, coups: int) -> int:
    """How many lengths to calculate: all, or until longer ones add no more than TAIL to the mean."""
    if not lose:
        return 0
    if not win or coups <= EXACT_COUPS:
        return coups
    # A run of r or more can begin at any coup, so its probability is at most coups · (lose / decisive)^r, a
    # geometric series over r. The power is rounded up to few digits, so that it stays a bound.
    part = Fraction(lose, lose + win)
    scale = 1 << 128
    factor, power, length = -((-part.numerator << 128) // part.denominator), scale, 0
    goal = TAIL * (1 - part) * scale / coups
    most = min(coups, MOST_STEPS // coups + 1)
    while power * part > goal and length < most:
        power = -((-power * factor) >> 128)
        length += 1
    return length


def _exact(lose: int, win: int, neutral: int, coups: int, lengths: Sequence[int]) -> Iterator[Bounds]:
    """Exact probabilities, from the ways of m decisive coups without the run, spread among neutral coups."""
    decisive, total = lose + win, (lose + win + neutral) ** coups
    among = [comb(coups, m) * neutral ** (coups - m) for m in range(coups + 1)]
    for length in lengths:
        run = lose**length
        # The first run of the length begins after a win, or with the first coup.
        without = [decisive**m for m in range(min(length, coups + 1))]
        for m in range(length, coups + 1):
            first = run if m == length else win * run * without[m - length - 1]
            without.append(decisive * without[m - 1] - first)
        yield Bounds.exactly(1 - Fraction(sum(map(mul, among, without)), total))


def _bounded(lose: int, win: int, neutral: int, coups: int, lengths: Sequence[int]) -> Iterator[Bounds]:
    """Probabilities between bounds: integers in units of 2^−BITS, rounded down, and a bound of the error."""
    # P(no run in m decisive coups) is s(m) = s(m−1) − c·s(m−r−1) with c = P(win)·P(lose)^r. A rounding error
    # propagates by the same recurrence, times a number from 0 to 1/(1 − P(lose)^r), so it stays small.
    # There are two roundings per coup and some at the beginning. The number of decisive coups has a binomial
    # distribution, whose own loss by rounding is known.
    decisive, one = lose + win, 1 << BITS
    start, among, whole = coups, [10**DIGITS], 10**DIGITS
    if neutral:
        start, among = enclosed((0, 1), (neutral, decisive), coups, DIGITS)
    ever = Fraction(decisive, win) if win else Fraction(1)
    error = (2 * coups + 4) * ever / one + Fraction(len(among), one) + Fraction(1, whole)
    lost = 1 - Fraction(sum(among), whole)
    run = one
    for length in lengths:
        run = run * lose // decisive
        step = run * win // decisive
        without = [one] * min(length, coups + 1)
        if length <= coups:
            without.append(one - run)
        for m in range(length + 1, coups + 1):
            without.append(without[m - 1] - (step * without[m - length - 1] >> BITS))
        alive = Fraction(sum(map(mul, among, without[start:])), whole << BITS)
        yield Bounds(max(Fraction(0), 1 - alive - lost - error), min(Fraction(1), 1 - alive + error))


def ruin(distribution: Distribution, coups: int, bankroll: Fraction) -> Bounds | None:
    """The probability that within `coups` coups, 1 or more, a bankroll falls below what the next can lose.

    None if it would take too long. A single integer contains the ways to reach every capital, each in a
    field of bits, so that a coup takes one product for each of its gains. If probabilities are rounded down,
    those of ruin and of no ruin fall short of 1 by exactly what rounding has lost.
    """
    most = max(Fraction(0), -distribution.gains[0])
    if bankroll < most or bankroll >= (coups + 1) * most:
        return Bounds.exactly(int(bankroll < most))
    scale = lcm(*(gain.denominator for gain in distribution.gains))
    unit = gcd(*(int(gain * scale) for gain in distribution.gains))
    steps = [int(gain * scale) // unit for gain in distribution.gains]
    down = max(0, -steps[0])
    start = int((bankroll - most) * scale / unit)
    bits, ways, one = coups * distribution.total.bit_length() + 1, distribution.ways, distribution.total
    width = start + coups * max(0, steps[-1])
    rounded = coups * width * bits > 2 * EXACT_WORK
    if rounded:
        spread = 12 * isqrt(int(coups * distribution.variance * scale**2 / unit**2) + 1)
        likely = start + spread + max(0, int(coups * distribution.mean * scale / unit))
        bits, one = 2 * RUIN_BITS + 2, 1 << RUIN_BITS
        ways = tuple(one * way // distribution.total for way in distribution.ways)
        if coups * min(width, likely) * bits > MOST_WORK:
            return None
    # Coup by coup, the ways to reach every capital that covers the next coup; field 0 is the least of these.
    alive, ruined = (one if rounded else 1) << (start * bits), 0
    below, field = (1 << (down * bits)) - 1, (1 << bits) - 1
    for coup in range(1, coups + 1):
        moved = sum(way * alive << ((step + down) * bits) for step, way in zip(steps, ways, strict=True))
        # The fields of a number add up to its remainder modulo the largest value of a field.
        lost = (moved & below) % field
        alive = moved >> (down * bits)
        if rounded:
            ruined += lost >> RUIN_BITS
            # Round every field down; the mask removes the bits that come from the field above.
            fields = ((1 << ((alive.bit_length() // bits + 1) * bits)) - 1) // field
            alive = (alive >> RUIN_BITS) & ((1 << RUIN_BITS + 1) - 1) * fields
        else:
            ruined += lost * one ** (coups - coup)
    if not rounded:
        return Bounds.exactly(Fraction(ruined, one**coups))
    return Bounds(Fraction(ruined, one), Fraction(one - alive % field, one))
