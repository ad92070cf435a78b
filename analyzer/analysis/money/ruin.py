"""The risk of ruin: that a bankroll does not last a number of coups.

Exact in whole numbers for few coups; for more, between proven bounds. Knows nothing of bets or shoes.
"""

from fractions import Fraction
from math import gcd, isqrt, lcm

from analyzer.analysis.money.coups import Bounds
from analyzer.analysis.money.distribution import Distribution

EXACT_WORK = 10**9
"""The most bits of all capitals, added up over the coups, for an exact answer: about two seconds."""

MOST_WORK = 6 * 10**9
"""The most bits for bounds: about eight seconds."""

BITS = 96
"""Binary places to which probabilities are kept where they are not exact."""


def ruin(law: Distribution, coups: int, bankroll: Fraction) -> Bounds | None:
    """The probability that within some coups less is left of a bankroll than the next coup can lose.

    One whole number holds the ways to every capital left, each in a field of bits, so that a coup takes as
    many products as it has gains. Where probabilities are rounded down, what is neither ruined nor left is
    exactly what rounding has lost.

    Args:
        law: the gain of one coup.
        coups: how many, 1 or more.
        bankroll: what there is at the beginning, in the units of the gains.

    Returns:
        None where it would take too long.
    """
    most = max(Fraction(0), -law.gains[0])
    if bankroll < most:
        return Bounds(Fraction(1), Fraction(1))
    if bankroll >= (coups + 1) * most:
        return Bounds(Fraction(0), Fraction(0))
    scale = lcm(*(gain.denominator for gain in law.gains))
    unit = gcd(*(int(gain * scale) for gain in law.gains))
    steps = [int(gain * scale) // unit for gain in law.gains]
    down = max(0, -steps[0])
    start = int((bankroll - most) * scale / unit)
    bits, ways, one = coups * law.total.bit_length() + 1, law.ways, law.total
    width = start + coups * max(0, steps[-1])
    rounded = coups * width * bits > 2 * EXACT_WORK
    if rounded:
        spread = 12 * isqrt(int(coups * law.variance * scale**2 / unit**2) + 1)
        likely = start + spread + max(0, int(coups * law.mean * scale / unit))
        bits, one = 2 * BITS + 2, 1 << BITS
        ways = tuple(one * way // law.total for way in law.ways)
        if coups * min(width, likely) * bits > MOST_WORK:
            return None
    # Coup by coup, the ways to every capital that can go on; field 0 is the least of these.
    left, gone = (one if rounded else 1) << (start * bits), 0
    below, field = (1 << (down * bits)) - 1, (1 << bits) - 1
    for coup in range(1, coups + 1):
        moved = sum(way * left << ((step + down) * bits) for step, way in zip(steps, ways, strict=True))
        # The fields of a number add up to its remainder when divided by the most that a field can hold.
        lost = (moved & below) % field
        left = moved >> (down * bits)
        if rounded:
            gone += lost >> BITS
            left = (left >> BITS) & _low(left.bit_length(), bits)
        else:
            gone += lost * one ** (coups - coup)
    if not rounded:
        return Bounds(*[Fraction(gone, one**coups)] * 2)
    return Bounds(Fraction(gone, one), Fraction(one - left % field, one))


def _low(length: int, bits: int) -> int:
    """Ones in the lower half of each field of a number of this length: the room of a product rounded down."""
    return ((1 << BITS + 1) - 1) * (((1 << ((length // bits + 1) * bits)) - 1) // ((1 << bits) - 1))
