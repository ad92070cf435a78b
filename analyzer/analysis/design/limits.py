"""Limits on paytables, as given and as bounds on integers."""

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from analyzer.analysis.design.space import Space

Band = tuple[Fraction | None, Fraction | None]
"""A least and a greatest number; None where an end is open."""


OPEN: Band = (None, None)


Payer = str | Fraction
"""What pays: a name of a draft, or the fixed pay of a line."""


@dataclass(frozen=True, slots=True)
class DesignLimits:
    """Limits that paytables must satisfy; by default anything is allowed.

    `edge` is per unit staked; `deviation` is the standard deviation in units staked, 0 or more; `exposure` is
    the most that one unit may lose, over lines that can happen. In each pair of `falling`, the first must pay
    at least as much as the second.
    """

    edge: Band = OPEN
    hit_rate: Band = OPEN
    deviation: Band = OPEN
    exposure: Fraction | None = None
    falling: tuple[tuple[Payer, Payer], ...] = ()


WholeBand = tuple[int | None, int | None]


@dataclass(frozen=True)
class Bounded:
    """A space, and its limits as bounds on integers."""

    space: Space
    limits: DesignLimits

    @cached_property
    def possible(self) -> bool:
        """Whether the fixed pays satisfy the limits."""
        exposure = self.limits.exposure
        nets = [net for ways, net, chance in self.space.fixed if ways * chance > 0]
        if exposure is not None and any(net < -exposure for net in nets):
            return False
        return all(isinstance(a, str) or isinstance(b, str) or a >= b for a, b in self.limits.falling)

    @cached_property
    def places(self) -> tuple[range, ...]:
        """For each name, the places of its pays within the limits that involve no other name."""
        ranges, exposure = self.space.ranges, self.limits.exposure
        low = dict.fromkeys(ranges, 0)
        high = {name: pays.size for name, pays in ranges.items()}
        if exposure is not None:
            low |= {name: ranges[name].below(-exposure) for name, ways, _ in self.space.symbols if ways}
        for more, less in self.limits.falling:
            if isinstance(more, str) and isinstance(less, Fraction):
                low[more] = max(low[more], ranges[more].below(less))
            elif isinstance(more, Fraction) and isinstance(less, str):
                high[less] = min(high[less], ranges[less].up_to(more))
        return tuple(range(low[name], high[name]) for name in self.space.names)

    @cached_property
    def pairs(self) -> tuple[tuple[int, int], ...]:
        """Pairs of names by their places; the first must pay at least as much as the second."""
        names = self.space.names
        return tuple(
            (names.index(more), names.index(less))
            for more, less in self.limits.falling
            if isinstance(more, str) and isinstance(less, str)
        )

    @cached_property
    def gain(self) -> WholeBand:
        """The band of `Space.gain` that corresponds to the band of the edge."""
        low, high = (None if edge is None else -edge for edge in reversed(self.limits.edge))
        return self._scaled(low, high)

    @cached_property
    def hits(self) -> WholeBand:
        """The band of `Space.hits` that corresponds to the band of the hit rate."""
        return self._scaled(*self.limits.hit_rate)

    @cached_property
    def spread(self) -> WholeBand:
        """The band of `Space.spread` that corresponds to the band of the standard deviation."""
        low, high = (None if end is None else end**2 for end in self.limits.deviation)
        return self._scaled(low, high, power=2)

    def _scaled(self, low: Fraction | None, high: Fraction | None, power: int = 1) -> WholeBand:
        scale = (self.space.total * self.space.unit) ** power
        return None if low is None else -(-low * scale // 1), None if high is None else high * scale // 1
