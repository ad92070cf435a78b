"""Closed forms by the number of decks: every line's probability and the EV as a rational function of d.

The ways of a line are a polynomial in d, whose degree is at most the number of unknown cards of the coup. The
polynomial is interpolated from counts at some numbers of decks, and then compared with counts at others.
"""

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import lcm
from typing import Any

import numpy as np

from analyzer.analysis.closed_form import rational
from analyzer.analysis.closed_form.rational import Coefficients, Extreme, RationalFunction, Run
from analyzer.analysis.odds import ByBet, excluded, stated
from analyzer.analysis.question import Excluded, Question, TooCoarse, answerable, guard, split
from analyzer.bets.bet import Bet
from analyzer.census.census import Census, census
from analyzer.census.program import Numbers
from analyzer.displayable import Answer
from analyzer.errors import AnalyzerError, ShoeError
from analyzer.exact import quoted
from analyzer.game.cards import Card
from analyzer.game.shoe import KEYS, MAX_DECKS, Shoe
from analyzer.text import plural

TERMS = 3  # How many powers of 1/d an expansion has after the limit.


@dataclass(frozen=True, repr=False)
class ClosedForm(Answer):
    """What a bet is worth on d fresh decks without the known cards: exact for every d from `valid_from` on.

    `lines` are the probabilities by line id, `lose` included; `function` is the EV per unit staked. At the
    numbers of decks in `checked`, all of these were found equal to the census.
    """

    bet: Bet
    lines: Mapping[str, RationalFunction]
    function: RationalFunction
    valid_from: int
    checked: tuple[int, ...]

    @property
    def numerator(self) -> Coefficients:
        """The EV's numerator: integer coefficients, in rising powers of d."""
        return self.function.numerator

    @property
    def denominator(self) -> Coefficients:
        """The EV's denominator: integer coefficients, in rising powers of d."""
        return self.function.denominator

    @property
    def limit(self) -> Fraction:
        """The EV per unit staked as d grows without bound."""
        return self.function.limit

    @cached_property
    def expansion(self) -> tuple[Fraction, ...]:
        """The limit, and the coefficients of 1/d, 1/d² and 1/d³ after it."""
        return self.function.expansion(TERMS)

    @property
    def degree(self) -> int:
        """The higher of the degrees of numerator and denominator."""
        return max(len(self.numerator), len(self.denominator)) - 1

    @cached_property
    def best(self) -> Extreme:
        """The number of decks with the highest EV."""
        return self.function.greatest(self.valid_from)

    @cached_property
    def worst(self) -> Extreme:
        """The number of decks with the lowest EV."""
        return self.function.least(self.valid_from)

    @cached_property
    def signs(self) -> tuple[Run, ...]:
        """Where the EV is positive, negative or zero, by numbers of decks."""
        return self.function.signs(self.valid_from)

    @property
    def fair(self) -> tuple[Run, ...]:
        """The numbers of decks at which the EV is zero."""
        return tuple(run for run in self.signs if run.sign == 0)

    def ev(self, decks: int) -> Fraction:
        """The EV per unit staked with a number of decks.

        Raises AnalyzerError if the form is not valid for that number.
        """
        if type(decks) is not int or decks < self.valid_from:
            raise AnalyzerError(
                plural(
                    "expected {n} deck or more, where the closed form of bet {bet} is valid, got {decks}",
                    "expected {n} decks or more, where the closed form of bet {bet} is valid, got {decks}",
                    self.valid_from,
                    bet=repr(self.bet.reference),
                    decks=quoted(decks),
                )
            )
        return self.function(decks)

    __call__ = ev

    def sympy(self) -> Any:
        """The EV as an expression of sympy in the symbol d, factored."""
        return self.function.sympy()


@dataclass(frozen=True, repr=False)
class ClosedForms(ByBet[ClosedForm]):
    """Closed forms of several bets: a mapping from bet id (or `id/paytable`), in order.

    The cards seen and dealt have left the shoe of d decks; `least` is the smallest such shoe. `too_coarse`
    lists the bets that need a shoe known more finely, with the fineness that each needs.
    """

    per_bet = "forms"

    question: Question
    forms: tuple[ClosedForm, ...]
    least: Shoe
    too_coarse: TooCoarse = ()

    @property
    def excluded(self) -> Excluded:
        """Every bet left out, with the reason."""
        return excluded(self.least, self.too_coarse, self.question.unavailable)


_CHECKED, _FAR = 12, 99  # Forms are checked at the first 12 numbers of decks, and 99 above the first.


def closed_forms(question: Question) -> ClosedForms:
    """The closed form of each bet: the shoe is d fresh decks without the cards seen and those dealt.

    Raises:
        ShoeError: no shoe contains the known cards, or they are known too coarsely for a demanded bet or the
            given condition.
        ConditionError: a condition needs too many patterns.
        AnalyzerError: the given condition, or what is known of the coup, cannot happen at any number of
            decks.
    """
    rules, dealt = question.rules, question.dealt
    shoes = _FreshShoes((*question.seen, *dealt.from_shoe(rules)), question.unknown)
    first = guard(question.given)
    valued, coarse = answerable(question, shoes.least.fineness)
    counted = census(rules, [first, *(first + split(bet) for bet in valued)], dealt, question.exhaustive)
    by_bet = [ways[len(first) :] for ways in shoes.ways(counted)]
    total = by_bet[0][0]
    if not total.coefficients:
        raise AnalyzerError(
            "no deal satisfies {known} at any number of decks under rules {rules}",
            known=stated(question),
            rules=repr(rules.id),
        )
    near = rational.near_roots(total.coefficients, shoes.first)
    roots = [d for d in near if not rational.value(total.coefficients, d)]
    valid_from = max(roots, default=shoes.first - 1) + 1
    forms = tuple(_form(bet, ways, total, valid_from) for bet, ways in zip(valued, by_bet[1:], strict=True))
    return ClosedForms(question, forms, shoes.least, coarse)


@dataclass(frozen=True, slots=True)
class _Ways:
    """The ways of an outcome as a polynomial in d, and as counted at the numbers of decks that check it."""

    coefficients: Coefficients
    counted: Mapping[int, int]


class _FreshShoes:
    """Shoes of d fresh decks without the known cards: d in `made` to make forms, in `checked` to check them.

    `first` is the least d whose decks contain these cards and leave enough for a coup; `least` is its shoe.
    """

    def __init__(self, known: tuple[Card, ...], unknown: int) -> None:
        self.known, self.unknown = known, unknown
        self._shoe(MAX_DECKS)  # raises a ShoeError if no number of decks contains the cards
        self.first = 1 + bisect_left(range(1, MAX_DECKS), True, key=self._holds)
        self.least = self._shoe(self.first)
        begin = self.first + _CHECKED
        self.made = range(begin, begin + unknown + 1)
        self.checked = (*range(self.first, begin), self.first + _FAR)

    def _shoe(self, decks: int) -> Shoe:
        return Shoe.decks(decks).without(self.known)

    def _holds(self, decks: int) -> bool:
        try:
            return self._shoe(decks).size >= self.unknown
        except ShoeError:
            return False

    def ways(self, counted: Census) -> list[list[_Ways]]:
        """The ways of each outcome of each split."""
        fineness = self.least.fineness
        step = len(KEYS["cards"]) // len(KEYS[fineness])
        least = np.array(self.least.counts)

        def tallies(decks: Sequence[int]) -> list[Numbers]:
            return counted.tallies(least + step * (np.array(decks)[:, None] - self.first), fineness)

        # The ways of the largest shoe may need more than 64 bits, which would slow down the counting of the
        # others, so it is counted on its own.
        small, large = tallies((*self.made, *self.checked[:-1])), tallies(self.checked[-1:])
        both = [np.vstack(pair).T.tolist() for pair in zip(small, large, strict=True)]
        n = len(self.made)

        def of_outcome(ways: Sequence[int]) -> _Ways:
            checks = dict(zip(self.checked, ways[n:], strict=True))
            return _Ways(rational.through(self.made[0], ways[:n]), checks)

        return [list(map(of_outcome, outcomes)) for outcomes in both]


def _form(bet: Bet, ways: Sequence[_Ways], total: _Ways, valid_from: int) -> ClosedForm:
    """The form of a bet, checked against the census line by line, in the lowest terms that are shown."""
    nets, below = bet.nets, total.coefficients
    unit = lcm(*(net.denominator for net in nets.values()))
    lines = {line: RationalFunction.of(way.coefficients, below) for line, way in zip(nets, ways, strict=True)}
    settled = [*zip(nets.values(), ways, strict=True)]
    gained = rational.added((int(net * unit), way.coefficients) for net, way in settled)
    function = RationalFunction.of(gained, [unit * coefficient for coefficient in below])
    checked = tuple(d for d in total.counted if d >= valid_from)
    for d in checked:
        counted = [Fraction(way.counted[d], total.counted[d]) for way in ways]
        ev = sum((net * chance for net, chance in zip(nets.values(), counted, strict=True)), Fraction(0))
        if [line(d) for line in lines.values()] != counted or function(d) != ev:
            raise ArithmeticError(f"the closed form of bet {bet.reference!r} is not the census at {d} decks")
    return ClosedForm(bet, lines, function, valid_from, checked)
