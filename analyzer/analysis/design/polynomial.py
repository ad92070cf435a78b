"""Polynomials in named pays, with exact coefficients."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import prod
from typing import Any

from analyzer.analysis.closed_form.falling import signed_sum, times

Term = tuple[str, ...]
"""The names multiplied in a term, in order: a squared name stands twice, the constant term has none."""


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
                sympy.Rational(value.numerator, value.denominator)
                * sympy.Mul(*(sympy.Symbol(written(name)) for name in term))
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
