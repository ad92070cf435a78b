"""Limits that paytables must keep to, and the same limits as whole numbers for one space of paytables.

Knows nothing of how paytables are searched.
"""

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from analyzer.analysis.design.space import Space

Band = tuple[Fraction | None, Fraction | None]
"""From the first to the second, both included; None where an end is open."""

OPEN: Band = (None, None)

Payer = str | Fraction
"""A name of a draft, or the pay of a line that is settled."""


@dataclass(frozen=True, slots=True)
class Limits:
    """What paytables must keep to; by default anything is allowed.

    `edge` and `hit_rate` are of one unit staked, `deviation` is the standard deviation in units staked (its
    ends are at least 0), `exposure` the most one unit may lose, over lines that can happen. Of each pair of
    `falling` the first pays at least what the second pays.
    """

    edge: Band = OPEN
    hit_rate: Band = OPEN
    deviation: Band = OPEN
    exposure: Fraction | None = None
    falling: tuple[tuple[Payer, Payer], ...] = ()


WholeBand = tuple[int | None, int | None]
"""A band of whole numbers."""


@dataclass(frozen=True)
class Bounded:
    """A space, and its limits in whole numbers."""

    space: Space
    limits: Limits

    @cached_property
    def possible(self) -> bool:
        """Whether the pays that are settled keep to the limits."""
        exposure, falling = self.limits.exposure, self.limits.falling
        happening = [net for ways, net, chance in self.space.fixed if ways * chance > 0]
        return (exposure is None or all(net >= -exposure for net in happening)) and all(
            more >= less
            for more, less in falling
            if isinstance(more, Fraction) and isinstance(less, Fraction)
        )

    @cached_property
    def places(self) -> tuple[range, ...]:
        """For each name, the places of its pays that its own limits allow."""
        ranges, exposure = self.space.ranges, self.limits.exposure
        low = dict.fromkeys(ranges, 0)
        high = {name: pays.size for name, pays in ranges.items()}
        if exposure is not None:
            low |= {some.name: ranges[some.name].below(-exposure) for some in self.space.symbols if some.ways}
        for more, less in self.limits.falling:
            if isinstance(more, str) and isinstance(less, Fraction):
                low[more] = max(low[more], ranges[more].below(less))
            elif isinstance(more, Fraction) and isinstance(less, str):
                high[less] = min(high[less], ranges[less].up_to(more))
        return tuple(range(low[name], high[name]) for name in self.space.names)

    @cached_property
    def pairs(self) -> tuple[tuple[int, int], ...]:
        """Pairs of names by their places; the first must pay at least what the second pays."""
        names = self.space.names
        return tuple(
            (names.index(more), names.index(less))
            for more, less in self.limits.falling
            if isinstance(more, str) and isinstance(less, str)
        )

    @cached_property
    def gain(self) -> WholeBand:
        """The gain of all deals, in the space's unit, for which the edge is in its band."""
        low, high = (None if edge is None else -edge for edge in reversed(self.limits.edge))
        return _scaled(low, high, self.space.total * self.space.unit)

    @cached_property
    def hits(self) -> WholeBand:
        """The hit rate's band, times the deals and the space's unit."""
        return _scaled(*self.limits.hit_rate, self.space.total * self.space.unit)

    @cached_property
    def spread(self) -> WholeBand:
        """The band of the variance, times the square of the deals and the space's unit."""
        low, high = (None if end is None else end**2 for end in self.limits.deviation)
        return _scaled(low, high, (self.space.total * self.space.unit) ** 2)


def _scaled(low: Fraction | None, high: Fraction | None, scale: int) -> WholeBand:
    """The whole numbers from `low` to `high` times the scale."""
    return None if low is None else -(-low * scale // 1), None if high is None else high * scale // 1
