"""What a bet with open pays is worth: EV and house edge are linear in its pays, the variance is quadratic."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import combinations_with_replacement
from math import prod
from typing import Any

from analyzer.analysis.closed_form.falling import signed_sum, times
from analyzer.analysis.valuation import Valuation
from analyzer.bets.draft import Draft
from analyzer.bets.pricing import Ratio, exact_of, price_of
from analyzer.displayable import Answer
from analyzer.errors import CatalogError, did_you_mean
from analyzer.exact import Root, quadratic
from analyzer.rates import rate
from analyzer.text import message

Term = tuple[str, ...]
"""The names multiplied in a term, in order: a squared name appears twice, the constant term has none."""


def written(name: str) -> str:
    """A line's id as a variable: underscores for its hyphens, never with a digit first.

    >>> written("three-card"), written("6-cards"), written("x")
    ('three_card', '_6_cards', 'x')
    """
    text = name.replace("-", "_")
    return f"_{text}" if text[0].isdigit() else text


@dataclass(frozen=True, slots=True)
class Polynomial:
    """A number that depends on pays: its exact coefficients by term, none of them zero.

    >>> str(Polynomial.of({(): Fraction(1, 7), ("x",): Fraction(-2, 21)}))
    '1/7 - 2*x/21'
    """

    terms: Mapping[Term, Fraction]

    @classmethod
    def of(cls, terms: Mapping[Term, Fraction]) -> "Polynomial":
        """The polynomial of these terms; zero coefficients are left out."""
        return cls({term: coefficient for term, coefficient in terms.items() if coefficient})

    def coefficient(self, *names: str) -> Fraction:
        """The coefficient of the term with these names; without names, the constant."""
        return self.terms.get(names, Fraction(0))

    @property
    def names(self) -> tuple[str, ...]:
        """The names on which the number depends."""
        return tuple(dict.fromkeys(name for term in self.terms for name in term))

    def at(self, pays: Mapping[str, Fraction]) -> Fraction:
        """The number, given a pay for each of its names."""
        return self.settled(pays).coefficient()

    def settled(self, pays: Mapping[str, Fraction]) -> "Polynomial":
        """The polynomial in the other names, given pays for some of them."""
        terms: defaultdict[Term, Fraction] = defaultdict(Fraction)
        for term, value in self.terms.items():
            rest = tuple(name for name in term if name not in pays)
            terms[rest] += prod((pays[name] for name in term if name in pays), start=value)
        return Polynomial.of(terms)

    def __neg__(self) -> "Polynomial":
        """The negative of the number."""
        return Polynomial({term: -value for term, value in self.terms.items()})

    def __add__(self, other: "Polynomial") -> "Polynomial":
        """The sum of two numbers."""
        terms = dict.fromkeys((*self.terms, *other.terms))
        return Polynomial.of({term: self.coefficient(*term) + other.coefficient(*term) for term in terms})

    @property
    def expression(self) -> Any:
        """The polynomial as a sympy expression."""
        import sympy  # noqa: PLC0415

        return sympy.Add(
            *(
                sympy.Rational(value) * sympy.Mul(*(sympy.Symbol(written(name)) for name in term))
                for term, value in self.terms.items()
            )
        )

    def __str__(self) -> str:
        """The polynomial as exact text with `+ - * / **`, the constant first."""
        terms = sorted(self.terms.items(), key=lambda pair: len(pair[0]))
        return signed_sum(_term_text(value, term) for term, value in terms) or "0"


def _term_text(value: Fraction, term: Term) -> str:
    powers = {name: term.count(name) for name in term}
    factors = [written(name) if power == 1 else f"{written(name)}**{power}" for name, power in powers.items()]
    over = f"/{value.denominator}" if value.denominator != 1 else ""
    return times(value.numerator, "*".join(factors)) + over


@dataclass(frozen=True, repr=False)
class Symbolic(Answer):
    """A draft of a bet on a shoe, and what it is worth, as polynomials in the pays that are open.

    `counted` is a valuation of the draft's bet, of which only the ways are used.
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
        """The mean of the random multiplier of what a line pays; 1 if it has none."""
        return sum((factor * p for factor, p in self._multipliers(line)), Fraction(0))

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
        return -self.mean

    @cached_property
    def spread(self) -> Polynomial:
        """Variance of the net gain of one unit staked, in squared units."""
        terms = defaultdict(Fraction, self._moment(2).terms)
        for (one, a), (other, b) in combinations_with_replacement(self.mean.terms.items(), 2):
            terms[one + other] -= a * b if one == other else 2 * a * b
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
        """The probability of a gain, 0 to 1, if every open pay is above zero."""
        return self._chance(lambda net: net > 0)

    @property
    def push_rate(self) -> Fraction:
        """The probability that the stake is returned, 0 to 1, if every open pay is above zero."""
        return self._chance(lambda net: net == 0)

    def at(self, pays: Mapping[str, Ratio] | None = None, /, **named: Ratio) -> Valuation:
        """What the bet is worth, given a pay for each of its names; `three_card=20` stands for `three-card`.

        Raises CatalogError if a name has no pay, or is unknown.
        """
        return Valuation(self.draft.priced(self._pays({**(pays or {}), **named})), self.total_ways, self.ways)

    def settled(self, pays: Mapping[str, Ratio]) -> "Symbolic":
        """The same bet with numbers for some of its names.

        Raises CatalogError if a name is unknown.
        """
        draft = self.draft.settled(self._pays(pays))
        return Symbolic(draft, Valuation(draft.bet, self.total_ways, self.ways))

    def pay_for(self, name: str, edge: Fraction) -> Polynomial:
        """The pay of a name that gives a house edge: linear in the other names, a number if there are none.

        Raises CatalogError if there is no such name, or no deal pays it.
        """
        self._check(name)
        slope = self.mean.coefficient(name)
        terms = (self.mean + Polynomial({(): edge})).terms
        return Polynomial.of({term: -value / slope for term, value in terms.items() if term != (name,)})

    def pays_for_variance(self, name: str, variance: Fraction) -> tuple[Root, ...]:
        """The pays of a name that give a variance, in squared units: none, one or two, ascending.

        Raises CatalogError if there is no such name, no deal or every deal pays it, or other names are open.
        """
        self._check(name)
        if others := [other for other in self.names if other != name]:
            raise CatalogError(
                "a pay for {name} of bet {bet} is required, because pays that give a standard deviation are "
                "found for one name at a time; add {assignment}",
                name=repr(others[0]),
                bet=repr(self.draft.bet.id),
                assignment=f"{others[0]}=RATIO",
            )
        square = self.spread.coefficient(name, name)
        if not square:
            raise CatalogError(
                "every deal pays {name}, so the standard deviation does not depend on it", name=repr(name)
            )
        return quadratic(square, self.spread.coefficient(name), self.spread.coefficient() - variance)

    def solve(self, name: str, edge: Ratio | None = None, *, sd: Ratio | None = None) -> Any:
        """The pay of a name that gives a house edge such as "5%", or the pays that give a standard deviation.

        For an edge, a sympy expression that is linear in the other names; for a standard deviation, a tuple
        of none, one or two sympy numbers, ascending. Raises AnalyzerError if there is no such name, nothing
        depends on it, or there is not exactly one exact edge or deviation.
        """
        if (edge is None) == (sd is None):
            raise CatalogError("expected either a house edge or a standard deviation, got both or neither")
        if sd is None:
            return self.pay_for(name, rate(message("a house edge"), edge)).expression
        import sympy  # noqa: PLC0415

        roots = self.pays_for_variance(name, exact_of(sd) ** 2)
        return tuple(sympy.Rational(root.rational) + root.sign * sympy.sqrt(root.square) for root in roots)

    def _check(self, name: str) -> None:
        if name not in self.names:
            near = did_you_mean(str(name)[:64], self.names)
            raise CatalogError(
                "unknown name {name} in the pays of bet {bet}{hint}",
                name=repr(name),
                bet=repr(self.draft.bet.id),
                hint=near,
            )
        if not self.mean.coefficient(name):
            raise CatalogError(
                "no deal of this shoe pays {name}, so its pay makes no difference", name=repr(name)
            )

    def _pays(self, pays: Mapping[str, Ratio]) -> dict[str, Fraction]:
        ids = {written(name): name for name in self.names}
        return {ids.get(name, name): price_of(pay) for name, pay in pays.items()}

    def _share(self, line: str, power: int) -> Polynomial:
        """What a line contributes to the mean of a power of the net gain."""
        name = self.draft.names.get(line)
        mean = sum((factor**power * p for factor, p in self._factors(line)), Fraction(0))
        return Polynomial.of({() if name is None else (name,) * power: self.probability(line) * mean})

    def _factors(self, line: str) -> Iterable[tuple[Fraction, Fraction]]:
        """The nets of a line, or the multipliers of its open pay, with their probabilities."""
        return self._multipliers(line) if line in self.draft.names else self.draft.bet.outcomes[line]

    def _multipliers(self, line: str) -> Iterable[tuple[Fraction, Fraction]]:
        """The random multipliers of what a line pays, with their probabilities."""
        multiplier = next(each.multiplier for each in self.draft.bet.lines if each.id == line)
        return multiplier or ((Fraction(1), Fraction(1)),)

    def _moment(self, power: int) -> Polynomial:
        return sum((self._share(line, power) for line in self.ways), Polynomial({}))

    def _chance(self, holds: Callable[[Fraction], bool]) -> Fraction:
        """The probability of a net gain for which `holds` is true; an open pay counts as above zero."""
        chances = (
            self.probability(line) * p for line in self.ways for net, p in self._factors(line) if holds(net)
        )
        return sum(chances, Fraction(0))
