"""Estimates from sums over shoes: means and ratios, each with the square of its standard error.

All are exact Fractions of the sums. They are over shoes because those are independent, unlike coups.
"""

from dataclasses import dataclass
from fractions import Fraction
from math import isqrt


@dataclass(frozen=True, slots=True)
class Estimate:
    """A value estimated from shoes played, and the square of its standard error.

    `value` is None where the divisor is 0, and `variance` also where there were fewer than two shoes.
    """

    value: Fraction | None
    variance: Fraction | None

    def off(self, expected: Fraction) -> Fraction | None:
        """By how many standard errors, truncated to a hundredth, the value is above an expected one.

        None where there is no standard error, or one of 0.
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
    if not shoes:
        return Estimate(None, None)
    value = Fraction(total, shoes * unit)
    if shoes < 2:
        return Estimate(value, None)
    spread = shoes * squares - total**2
    return Estimate(value, Fraction(spread, shoes**2 * (shoes - 1) * unit**2))


def ratio(
    shoes: int, above: int, below: int, above_above: int, above_below: int, below_below: int, unit: int = 1
) -> Estimate:
    """Σ above over Σ below, two numbers per shoe, from their sums and those of their products.

    The numbers above are in 1/unit. The estimate also has a bias of the order of the variance, far below the
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
