"""Closed forms by the number of decks: every line's probability and the EV as a rational function of d.

The number of each card is a multiple of d, less the cards known, so the ways of a line are a polynomial in d
whose degree is at most the cards of the coup that are unknown. It is laid through census values at some
numbers of decks and then held against the census at others.
"""

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from math import lcm
from typing import Any

import numpy as np

from analyzer.analysis.closed_form.rational import (
    Coefficients,
    Extreme,
    RationalFunction,
    Run,
    added,
    near_roots,
    through,
    value,
)
from analyzer.analysis.odds import LeftOut, answerable, guard, keys_of, left_out, split, too_coarse
from analyzer.bets.bet import Bet
from analyzer.bets.condition import Condition
from analyzer.census.census import Census, census, needs
from analyzer.errors import AnalyzerError, ShoeError
from analyzer.exact import quoted
from analyzer.game.cards import Card
from analyzer.game.dealt import NOTHING, Dealt
from analyzer.game.rules import Rules
from analyzer.game.shoe import KEYS, MAX_DECKS, Fineness, Shoe

TERMS = 3
"""Powers of 1/d after the limit that are told."""

_CHECKED, _FAR = 12, 99
"""A form is checked at twelve numbers of decks from the first on, and at one so much farther."""


@dataclass(frozen=True)
class ClosedForm:
    """What a bet is worth on d fresh decks, less the cards known: exact for every d from `valid_from` on.

    `lines` are the probabilities by line id, `lose` included; `function` is the EV per unit staked.
    `checked` are the numbers of decks at which all of them were found equal to the census.
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
        """The EV per unit staked at a number of decks.

        Raises:
            AnalyzerError: the form does not hold at that number.
        """
        if type(decks) is not int or decks < self.valid_from:
            raise AnalyzerError(
                f"expected {self.valid_from} decks or more, where the closed form of bet "
                f"{self.bet.reference!r} holds, got {quoted(decks)}"
            )
        return self.function(decks)

    def __call__(self, decks: int) -> Fraction:
        """The EV at a number of decks; see `ev`."""
        return self.ev(decks)

    def sympy(self) -> Any:
        """The EV as an expression of sympy in the symbol d, factored."""
        return self.function.sympy()


@dataclass(frozen=True)
class ClosedForms(Mapping[str, ClosedForm]):
    """Closed forms of several bets: a mapping from bet id (or `id/paytable`), in order.

    `seen` and `dealt` have left the shoe of d decks; `least` is the smallest such shoe. `omitted` are bets
    that such shoes are too coarse to answer, and the fineness that each needs.
    """

    rules: Rules
    forms: tuple[ClosedForm, ...]
    least: Shoe
    seen: tuple[Card, ...] = ()
    dealt: Dealt = NOTHING
    given: Condition | None = None
    omitted: tuple[tuple[Bet, Fineness], ...] = ()
    elsewhere: LeftOut = ()

    def __getitem__(self, key: str) -> ClosedForm:
        """The form of a bet, by key or by `id/paytable`; an id alone is the first of that id."""
        for name, form in zip(self, self.forms, strict=True):
            if key == name:
                return form
        for form in self.forms:
            if key in (form.bet.id, form.bet.reference):
                return form
        raise KeyError(key)

    def __iter__(self) -> Iterator[str]:
        """The bets' keys; see `keys_of`."""
        return iter(keys_of([form.bet for form in self.forms]))

    def __len__(self) -> int:
        """The number of bets."""
        return len(self.forms)

    def named(self, language: str) -> "ClosedForms":
        """These forms with rules and bets called by their names in a language, where they have one there."""
        return replace(
            self,
            rules=self.rules.named(language),
            forms=tuple(replace(form, bet=form.bet.named(language)) for form in self.forms),
            omitted=tuple((bet.named(language), need) for bet, need in self.omitted),
            elsewhere=tuple((bet.named(language), why) for bet, why in self.elsewhere),
        )

    @property
    def left_out(self) -> LeftOut:
        """Every bet left out, with why."""
        return left_out(self.least, self.omitted, self.elsewhere)


def closed_forms(
    rules: Rules,
    bets: Sequence[Bet],
    *,
    seen: tuple[Card, ...] = (),
    dealt: Dealt = NOTHING,
    given: Condition | None = None,
    demanded: frozenset[str] = frozenset(),
    exhaustive: bool = False,
) -> ClosedForms:
    """What each bet is worth on d decks, as rational functions of d.

    Args:
        rules: how the coup is dealt.
        bets: what to value, in order.
        seen: cards gone from the shoe.
        dealt: cards of this coup that are known; they leave the shoe, too.
        given: what is known of the finished coup; probabilities are then conditional on it.
        demanded: references of bets that must be answered; others are left out where the shoe is too coarse.
        exhaustive: count also what needs more than 10⁸ patterns.

    Raises:
        ShoeError: no shoe holds the cards known, or it tells them apart too coarsely for what must be
            answered.
        ConditionError: a condition needs too many patterns.
        AnalyzerError: what is given, or known of the coup, cannot happen at any number of decks.
        ArithmeticError: a form is not what the census says; it never is.
    """
    known = (*seen, *dealt.from_shoe(rules))
    unknown = rules.cards_from_shoe - len(dealt.from_shoe(rules))
    shoes = _Shoes(known, unknown)
    first = guard(given)
    if not (need := needs(rules, first, dealt, exhaustive)).known_by(shoes.least.fineness):
        raise too_coarse(f"the condition given {str(given)!r}", need, shoes.least.fineness)
    answers = list(answerable(rules, bets, shoes.least.fineness, demanded, first, dealt, exhaustive))
    valued = [bet for bet, wanted in answers if wanted is None]
    counted = census(rules, [first, *(first + split(bet) for bet in valued)], dealt, exhaustive)
    by_bet = [
        [_Ways.of(shoes, column) for column in columns[len(first) :]] for columns in shoes.columns(counted)
    ]
    total = by_bet[0][0]
    if not total.coefficients:
        raise AnalyzerError(
            f"expected what can happen, got {_known(dealt, given)}, which no deal satisfies at any number of "
            f"decks under rules {rules.id!r}"
        )
    roots = (d for d in near_roots(total.coefficients, shoes.first) if not value(total.coefficients, d))
    valid_from = max((d + 1 for d in roots), default=shoes.first)
    forms = tuple(_form(bet, ways, total, valid_from) for bet, ways in zip(valued, by_bet[1:], strict=True))
    omitted = tuple((bet, wanted) for bet, wanted in answers if wanted is not None)
    return ClosedForms(rules, forms, shoes.least, seen, dealt, given, omitted)


def _known(dealt: Dealt, given: Condition | None) -> str:
    known = f"the cards dealt {str(dealt)!r}" if dealt != NOTHING else ""
    stated = f"the condition given {given.text!r}" if given is not None else ""
    return " together with ".join(part for part in (stated, known) if part)


class _Shoes:
    """Fresh shoes of d decks less some cards: those that forms are made from, and those they are held to.

    `first` is the least d whose decks hold the cards, with enough left for a coup, and `least` its shoe.
    """

    def __init__(self, known: tuple[Card, ...], unknown: int) -> None:
        """Find the first.

        Raises:
            ShoeError: no number of decks holds the cards.
        """
        self.known, self.unknown = known, unknown
        self._shoe(MAX_DECKS)
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

    def columns(self, counted: Census) -> list[list[dict[int, int]]]:
        """For each split and outcome, the ways by number of decks."""
        fineness = self.least.fineness
        step = len(KEYS["cards"]) // len(KEYS[fineness])
        found: list[list[dict[int, int]]] = [[{} for _ in range(len(split) + 1)] for split in counted.splits]
        # The largest shoe has more deals than a word holds: apart, it does not slow the others down.
        for sizes in ((*self.checked[:-1], *self.made), self.checked[-1:]):
            grown = step * (np.array(sizes, dtype=np.int64) - self.first)
            cells = np.array(self.least.counts, dtype=np.int64) + grown[:, None]
            for columns, tally in zip(found, counted.tallies(cells, fineness), strict=True):
                for column, ways in zip(columns, tally.T.tolist(), strict=True):
                    column |= zip(sizes, ways, strict=True)
        return found


@dataclass(frozen=True, slots=True)
class _Ways:
    """The ways of an outcome as a polynomial in d, and by the census at the numbers where it was checked."""

    coefficients: Coefficients
    counted: Mapping[int, int]

    @classmethod
    def of(cls, shoes: _Shoes, column: Mapping[int, int]) -> "_Ways":
        coefficients = through(shoes.made[0], [column[d] for d in shoes.made])
        return cls(coefficients, {d: column[d] for d in shoes.checked})


def _form(bet: Bet, ways: Sequence[_Ways], total: _Ways, valid_from: int) -> ClosedForm:
    """The form of a bet, held against the census in what people are given: reduced, line by line.

    Raises:
        ArithmeticError: it is not what the census says.
    """
    nets = bet.nets
    unit = lcm(*(net.denominator for net in nets.values()))
    lines = {
        line: RationalFunction.of(way.coefficients, total.coefficients)
        for line, way in zip(nets, ways, strict=True)
    }
    gained = added((int(net * unit), way.coefficients) for net, way in zip(nets.values(), ways, strict=True))
    function = RationalFunction.of(gained, [unit * c for c in total.coefficients])
    checked = tuple(d for d in total.counted if d >= valid_from)
    for d in checked:
        counted = [Fraction(way.counted[d], total.counted[d]) for way in ways]
        ev = sum((net * chance for net, chance in zip(nets.values(), counted, strict=True)), Fraction(0))
        if [line(d) for line in lines.values()] != counted or function(d) != ev:
            raise ArithmeticError(f"the closed form of bet {bet.reference!r} is not the census at {d} decks")
    return ClosedForm(bet, lines, function, valid_from, checked)
