"""The worth of a bet whose pays are not all settled: EV, house edge and variance as polynomials in its pays.

The probabilities do not depend on the pays, so the EV is linear in them and the variance quadratic. All
coefficients are exact; a polynomial is made sympy's only where it is asked for. Knows no names of files.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, reduce
from itertools import combinations
from typing import Any

from analyzer.analysis.design.polynomial import Polynomial, written
from analyzer.analysis.valuation import Valuation
from analyzer.bets.pricing import Draft, Ratio, exact_of, price_of
from analyzer.displayable import Answer
from analyzer.errors import CatalogError, did_you_mean
from analyzer.exact import Root, quadratic


@dataclass(frozen=True, repr=False)
class Symbolic(Answer):
    """A draft of a bet on a shoe: what it is worth, as polynomials in the pays that are open.

    `counted` is the valuation of the draft's bet on that shoe. Only its ways are used: the nets of open
    lines, and all that follows from them, have no meaning.
    """

    draft: Draft
    counted: Valuation

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the open pays, each once, in the order of the lines."""
        return self.draft.symbols

    @property
    def ways(self) -> Mapping[str, int]:
        """Ordered deals that each line settles, by line id, `lose` included."""
        return self.counted.ways

    @property
    def total_ways(self) -> int:
        """All ordered deals."""
        return self.counted.total

    def probability(self, line: str) -> Fraction:
        """The probability that a line settles the bet, 0 to 1."""
        return self.counted.probability(line)

    def factor(self, line: str) -> Fraction:
        """The mean of the factor that chance puts on what a line pays; 1 where there is none."""
        return sum((factor * p for factor, p in self._law(line)), Fraction(0))

    def contribution(self, line: str) -> Polynomial:
        """A line's share of the EV, in units staked."""
        return self._share(line, 1)

    @cached_property
    def mean(self) -> Polynomial:
        """Expected net gain per unit staked."""
        return self._moment(1)

    @cached_property
    def edge(self) -> Polynomial:
        """Expected loss per unit staked, pushes included."""
        return self.mean.scaled(Fraction(-1))

    @cached_property
    def spread(self) -> Polynomial:
        """Variance of the net gain of one unit staked, in squared units."""
        terms = dict(self._moment(2).terms)
        for term, value in self.mean.terms.items():
            terms[term * 2] = terms.get(term * 2, Fraction(0)) - value**2
        for (one, a), (other, b) in combinations(self.mean.terms.items(), 2):
            terms[one + other] = terms.get(one + other, Fraction(0)) - 2 * a * b
        return Polynomial.of(terms)

    @property
    def ev(self) -> Any:
        """Expected net gain per unit staked, linear in the names: a sympy expression."""
        return self.mean.expression

    @property
    def house_edge(self) -> Any:
        """Expected loss per unit staked, pushes included, linear in the names: a sympy expression."""
        return self.edge.expression

    @property
    def variance(self) -> Any:
        """Variance of the net gain of one unit staked, quadratic in the names: a sympy expression."""
        return self.spread.expression

    @property
    def hit_rate(self) -> Fraction:
        """The probability of a gain, 0 to 1, where every name stands for one."""
        return self._chance(lambda net: net > 0)

    @property
    def push_rate(self) -> Fraction:
        """The probability that the stake is returned, 0 to 1, where every name stands for a gain."""
        return self._chance(lambda net: net == 0)

    def at(self, pays: Mapping[str, Ratio] | None = None, /, **named: Ratio) -> Valuation:
        """What the bet is worth at pays for all of its names; `three_card=20` is for `three-card`.

        Raises:
            CatalogError: a name has no pay, or a pay is for none of the names.
        """
        bet = self.draft.priced(self._pays({**(pays or {}), **named}))
        return Valuation(bet, self.total_ways, self.ways)

    def settled(self, pays: Mapping[str, Ratio]) -> "Symbolic":
        """The same with numbers for some of the names.

        Raises:
            CatalogError: a pay is for none of the names.
        """
        draft = self.draft.settled(self._pays(pays))
        return Symbolic(draft, Valuation(draft.bet, self.total_ways, self.ways))

    def pay_for(self, name: str, edge: Fraction) -> Polynomial:
        """The pay of a name that makes a house edge: a number, linear in the other names.

        Raises:
            CatalogError: there is no such name, or no deal is paid it.
        """
        self._check(name)
        slope = self.mean.coefficient(name)
        return Polynomial.of(
            {
                term: -value / slope
                for term, value in self.mean.plus(Polynomial({(): edge})).terms.items()
                if term != (name,)
            }
        )

    def pays_for_variance(self, name: str, variance: Fraction) -> tuple[Root, ...]:
        """The pays of a name that make a variance, in squared units: none, one or two, ascending.

        Raises:
            CatalogError: there is no such name, no deal is paid it, every deal is, so that the variance does
                not depend on it, or other names are open.
        """
        self._check(name)
        if others := [other for other in self.names if other != name]:
            raise CatalogError(
                f"expected a pay for {others[0]!r} of bet {self.draft.bet.id!r}, since the pays that make a "
                f"standard deviation are found for one name at a time, got none; give it {others[0]}=RATIO"
            )
        square = self.spread.coefficient(name, name)
        if not square:
            raise CatalogError(f"every deal pays {name!r}, so the standard deviation does not hang on it")
        return quadratic(square, self.spread.coefficient(name), self.spread.coefficient() - variance)

    def solve(self, name: str, edge: Ratio | None = None, *, sd: Ratio | None = None) -> Any:
        """The pay of a name that makes a house edge such as "5%", or the pays that make a standard deviation.

        Sympy's: for an edge an expression, linear in the other names; for a standard deviation a tuple of
        none, one or two numbers, ascending.

        Raises:
            AnalyzerError: there is no such name, or nothing depends on it; or not exactly one of edge and
                standard deviation is given, as an exact number.
        """
        if (edge is None) == (sd is None):
            raise CatalogError("expected either a house edge or a standard deviation, got both or neither")
        if sd is None:
            return self.pay_for(name, exact_of(edge, percent=True)).expression
        return tuple(map(expression_of, self.pays_for_variance(name, exact_of(sd) ** 2)))

    def _check(self, name: str) -> None:
        if name not in self.names:
            raise CatalogError(
                f"bet {self.draft.bet.id!r} pays no {name!r}" + did_you_mean(str(name)[:64], self.names)
            )
        if not self.mean.coefficient(name):
            raise CatalogError(f"no deal of this shoe pays {name!r}, so no pay of it makes a difference")

    def _pays(self, pays: Mapping[str, Ratio]) -> dict[str, Fraction]:
        spoken = {written(name): name for name in self.names}
        return {spoken.get(name, name): price_of(pay) for name, pay in pays.items()}

    def _share(self, line: str, power: int) -> Polynomial:
        """A line's part of the mean of the net gain's power."""
        chance, name = self.probability(line), self.draft.names.get(line)
        if name is None:
            part = sum((net**power * p for net, p in self.draft.bet.outcomes[line]), Fraction(0))
            return Polynomial.of({(): chance * part})
        return Polynomial.of(
            {(name,) * power: chance * sum(factor**power * p for factor, p in self._law(line))}
        )

    def _law(self, line: str) -> Iterable[tuple[Fraction, Fraction]]:
        """The factors that chance puts on what a line pays, each with its probability."""
        return next(its.multiplier for its in self.draft.bet.lines if its.id == line) or (
            (Fraction(1), Fraction(1)),
        )

    def _moment(self, power: int) -> Polynomial:
        return reduce(Polynomial.plus, (self._share(line, power) for line in self.ways))

    def _chance(self, holds: Callable[[Fraction], bool]) -> Fraction:
        """The probability that this holds of the net gain, an open pay being above zero."""
        found = Fraction(0)
        for line, outcomes in self.draft.bet.outcomes.items():
            nets = self._law(line) if line in self.draft.names else outcomes
            found += self.probability(line) * sum(p for net, p in nets if holds(net))
        return found


def expression_of(root: Root) -> Any:
    """A root as sympy's, rational where it is."""
    import sympy  # noqa: PLC0415

    rational, square = (
        sympy.Rational(part.numerator, part.denominator) for part in (root.rational, root.square)
    )
    return rational + root.sign * sympy.sqrt(square)
