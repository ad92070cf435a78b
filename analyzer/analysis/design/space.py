"""A grid of paytables: a draft of a bet, how often each line settles it, the pays to try, and limits."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from math import lcm, prod
from typing import NamedTuple

from analyzer.bets.bet import LOSE, Bet
from analyzer.bets.draft import Draft
from analyzer.displayable import Displayable, one_line
from analyzer.exact import root_float

Band = tuple[Fraction | None, Fraction | None]  # A least and a greatest number; None if an end is open.
OPEN: Band = (None, None)
Payer = str | Fraction  # What pays: a name of a draft, or the fixed pay of a line.


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


@dataclass(frozen=True, slots=True)
class Range:
    """The pays to try, to one: low, low + step, … up to high; `step` is above zero, and low at most high."""

    low: Fraction
    high: Fraction
    step: Fraction = Fraction(1)

    @property
    def size(self) -> int:
        """How many pays there are, 1 or more."""
        return int((self.high - self.low) / self.step) + 1

    def at(self, place: int) -> Fraction:
        """The pay at a place, counted from 0."""
        return self.low + self.step * place

    def below(self, pay: Fraction) -> int:
        """How many of the pays are below a pay."""
        return min(max(-((self.low - pay) // self.step), 0), self.size)

    def up_to(self, pay: Fraction) -> int:
        """How many of the pays are at most a pay."""
        return min(max((pay - self.low) // self.step + 1, 0), self.size)


class Symbol(NamedTuple):
    """A name for what lines pay: the ways of those lines, and its pays in units of 1/`Space.unit`."""

    name: str
    ways: int
    pays: range

    @property
    def largest(self) -> int:
        """The largest absolute value of a pay."""
        return max(abs(self.pays[0]), abs(self.pays[-1]))

    @property
    def hits(self) -> list[int]:
        """For each pay, the number of deals in which it is a gain."""
        return [self.ways if pay > 0 else 0 for pay in self.pays]


@dataclass(frozen=True)
class Space:
    """Every paytable of a draft with a pay from a range for each of its names, on one shoe.

    `ways` are those of each line, `lose` included, out of `total`. A paytable is identified by the places of
    its pays in their ranges, one per name, or by its number on a grid where the last name changes fastest.
    """

    draft: Draft
    ranges: Mapping[str, Range]
    ways: Mapping[str, int]
    total: int

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The draft's names, in the order of the lines."""
        return self.draft.symbols

    @cached_property
    def sizes(self) -> tuple[int, ...]:
        """How many pays each name has."""
        return tuple(self.ranges[name].size for name in self.names)

    @cached_property
    def candidates(self) -> int:
        """How many paytables there are."""
        return prod(self.sizes)

    @cached_property
    def strides(self) -> tuple[int, ...]:
        """For each name, by how much its next place raises a paytable's number."""
        return tuple(prod(self.sizes[place + 1 :]) for place in range(len(self.sizes)))

    @cached_property
    def fixed(self) -> tuple[tuple[int, Fraction, Fraction], ...]:
        """Ways, net gain and probability of every outcome of the lines with fixed pays."""
        return tuple(
            (self.ways[line], net, chance)
            for line, outcomes in self.draft.bet.outcomes.items()
            if line not in self.draft.names
            for net, chance in outcomes
        )

    @cached_property
    def unit(self) -> int:
        """A common denominator of all pays to try, and of each net gain of other lines times its chance."""
        pays = [x.denominator for pays in self.ranges.values() for x in (pays.low, pays.step)]
        return lcm(*pays, *(net.denominator * chance.denominator for _, net, chance in self.fixed))

    @cached_property
    def symbols(self) -> tuple[Symbol, ...]:
        """The names with whole numbers for their pays."""
        ways = dict.fromkeys(self.names, 0)
        for line, name in self.draft.names.items():
            ways[name] += self.ways[line]
        symbols = []
        for name in self.names:
            pays = self.ranges[name]
            first, step = int(pays.low * self.unit), int(pays.step * self.unit)
            symbols.append(Symbol(name, ways[name], range(first, first + step * pays.size, step)))
        return tuple(symbols)

    @cached_property
    def fixed_gain(self) -> int:
        """What all deals together gain on lines with fixed pays, in units of 1/`unit`."""
        return int(self.unit * sum(ways * net * chance for ways, net, chance in self.fixed))

    @cached_property
    def fixed_square(self) -> int:
        """The sum of all deals' squared gains on lines with fixed pays, in units of 1/`unit`²."""
        return int(self.unit**2 * sum(ways * net**2 * chance for ways, net, chance in self.fixed))

    @cached_property
    def fixed_hits(self) -> int:
        """`unit` times the mean number of deals that gain on lines with fixed pays."""
        return int(self.unit * sum(ways * chance for ways, net, chance in self.fixed if net > 0))

    def places(self, number: int) -> tuple[int, ...]:
        """The places of a paytable's pays, given its number on the grid."""
        return tuple(number // stride % size for stride, size in zip(self.strides, self.sizes, strict=True))

    def gain(self, places: Sequence[int]) -> int:
        """What all deals gain together, in units of 1/`unit`: the EV times `total` times `unit`."""
        return self.fixed_gain + sum(ways * pay for ways, pay in self._paid(places))

    def spread(self, places: Sequence[int]) -> int:
        """The variance of the net gain times (`total` · `unit`)²."""
        squares = self.fixed_square + sum(ways * pay**2 for ways, pay in self._paid(places))
        return self.total * squares - self.gain(places) ** 2

    def hits(self, places: Sequence[int]) -> int:
        """The hit rate times `total` · `unit`."""
        return self.fixed_hits + self.unit * sum(ways for ways, pay in self._paid(places) if pay > 0)

    def _paid(self, places: Sequence[int]) -> Iterator[tuple[int, int]]:
        """For each name, the ways of its lines and the pay at its place."""
        return ((symbol.ways, symbol.pays[place]) for symbol, place in zip(self.symbols, places, strict=True))

    def design(self, number: int) -> "Design":
        """The paytable with this number on the grid."""
        return Design(self, number, self.places(number))


@dataclass(frozen=True, repr=False)
class Design(Displayable):
    """A paytable of a space, and what the bet is worth with it, exactly."""

    space: Space = field(repr=False)
    number: int
    places: tuple[int, ...]

    def __repr__(self) -> str:
        """One line: the bet, and what its lines pay."""
        pays = (f"{line}={pay}" for line, pay in self.pays.items())
        return one_line(self, [self.space.draft.bet.id, *pays])

    @property
    def chosen(self) -> dict[str, Fraction]:
        """What each name of the draft pays, to one."""
        names, ranges = self.space.names, self.space.ranges
        return {name: ranges[name].at(place) for name, place in zip(names, self.places, strict=True)}

    @property
    def pays(self) -> dict[str, Fraction]:
        """What each line of the bet pays, to one, in the bet's order; the mean for a random multiplier."""
        chosen, draft = self.chosen, self.space.draft
        nets = {line: net for line, net in draft.bet.nets.items() if line != LOSE}
        return nets | {line: chosen[name] for line, name in draft.names.items()}

    @property
    def bet(self) -> Bet:
        """The bet with this paytable."""
        return self.space.draft.priced(self.chosen)

    @cached_property
    def ev(self) -> Fraction:
        """Expected net gain per unit staked."""
        return Fraction(self.space.gain(self.places), self.space.total * self.space.unit)

    @property
    def house_edge(self) -> Fraction:
        """Expected loss per unit staked, pushes included; negative when the bet favours the bettor."""
        return -self.ev

    @property
    def hit_rate(self) -> Fraction:
        """The probability of a gain, 0 to 1."""
        return Fraction(self.space.hits(self.places), self.space.total * self.space.unit)

    @cached_property
    def variance(self) -> Fraction:
        """Variance of the net gain of one unit staked, in squared units."""
        return Fraction(self.space.spread(self.places), (self.space.total * self.space.unit) ** 2)

    @property
    def standard_deviation(self) -> float:
        """Standard deviation of the net gain of one unit staked: the float nearest to the variance's root."""
        return root_float(self.variance)
