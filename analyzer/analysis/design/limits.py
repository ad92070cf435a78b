"""What paytables must keep to, and the same as bounds on whole numbers for those of one space.

Knows nothing of how paytables are searched.
"""

from dataclasses import dataclass, field
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
    """What paytables must keep to; where nothing is said they may be any.

    `edge` and `hit_rate` are of one unit staked, `deviation` is the standard deviation in units staked (its
    ends are at least 0), `exposure` the most one unit may lose, over lines that can happen. Of each pair of
    `falling` the first pays at least what the second pays.
    """

    edge: Band = OPEN
    hit_rate: Band = OPEN
    deviation: Band = OPEN
    exposure: Fraction | None = None
    falling: tuple[tuple[Payer, Payer], ...] = ()


@dataclass(frozen=True, slots=True)
class Bounds:
    """A band of whole numbers, both ends included; None where an end is open."""

    low: int | None
    high: int | None

    @property
    def open(self) -> bool:
        """Whether every number is in it."""
        return self.low is None and self.high is None

    def holds(self, number: int) -> bool:
        """Whether a number is in it."""
        return (self.low is None or self.low <= number) and (self.high is None or number <= self.high)


@dataclass(frozen=True)
class Bounded:
    """A space and its limits as whole numbers."""

    space: Space
    limits: Limits
    places: tuple[Bounds, ...] = field(init=False)
    """For each name, the first and the last place that its own limits leave."""

    possible: bool = field(init=False)
    """Whether what is settled keeps to the limits."""

    def __post_init__(self) -> None:
        """Bring what concerns one name alone to places of its pays."""
        space, exposure = self.space, self.limits.exposure
        low = dict.fromkeys(space.names, 0)
        high = {name: size - 1 for name, size in zip(space.names, space.sizes, strict=True)}
        possible = True
        if exposure is not None:
            possible = all(net >= -exposure for ways, net, chance in space.fixed if ways * chance > 0)
            for some in space.symbols:
                if some.ways:
                    low[some.name] = space.ranges[some.name].below(-exposure)
        for more, less in self.limits.falling:
            if isinstance(more, str) and isinstance(less, Fraction):
                low[more] = max(low[more], space.ranges[more].below(less))
            elif isinstance(more, Fraction) and isinstance(less, str):
                high[less] = min(high[less], space.ranges[less].up_to(more) - 1)
            elif isinstance(more, Fraction) and isinstance(less, Fraction):
                possible = possible and more >= less
        object.__setattr__(self, "places", tuple(Bounds(low[name], high[name]) for name in space.names))
        object.__setattr__(self, "possible", possible)

    @cached_property
    def pairs(self) -> tuple[tuple[int, int], ...]:
        """Of each pair, the name that must pay at least what the other pays; both by their places."""
        names = self.space.names
        return tuple(
            (names.index(more), names.index(less))
            for more, less in self.limits.falling
            if isinstance(more, str) and isinstance(less, str)
        )

    @cached_property
    def gain(self) -> Bounds:
        """The gain of all deals, in the space's unit, for which the edge is in its band."""
        low, high = self.limits.edge
        return _scaled(
            None if high is None else -high, None if low is None else -low, self.space.total * self.space.unit
        )

    @cached_property
    def hits(self) -> Bounds:
        """The hit rate's band, times the deals and the space's unit."""
        return _scaled(*self.limits.hit_rate, self.space.total * self.space.unit)

    @cached_property
    def spread(self) -> Bounds:
        """The band of the variance, times the square of the deals and the space's unit."""
        low, high = (None if end is None else end**2 for end in self.limits.deviation)
        return _scaled(low, high, (self.space.total * self.space.unit) ** 2)

    def holds(self, number: int) -> bool:
        """Whether a paytable of the space, by its number on the grid, keeps to the limits: one by one."""
        places = self.space.places(number)
        pays = [
            self.space.ranges[name].at(place) for name, place in zip(self.space.names, places, strict=True)
        ]
        return (
            self.possible
            and all(bounds.holds(place) for bounds, place in zip(self.places, places, strict=True))
            and all(pays[more] >= pays[less] for more, less in self.pairs)
            and self.gain.holds(self.space.gain(places))
            and self.hits.holds(self.space.hits(places))
            and self.spread.holds(self.space.spread(places))
        )


def _scaled(low: Fraction | None, high: Fraction | None, scale: int) -> Bounds:
    """The whole numbers that are from `low` to `high` times the scale."""
    return Bounds(
        None if low is None else -(-low.numerator * scale // low.denominator),
        None if high is None else high.numerator * scale // high.denominator,
    )
