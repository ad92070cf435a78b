"""Closed forms by the number of decks: every line's probability and the EV as a rational function of d.

The number of each card is a multiple of d, less the cards known, so the ways of a line are a polynomial in d
whose degree is at most the cards of the coup that are unknown. It is laid through census values at some
numbers of decks and then held against the census at others.
"""

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm

import numpy as np

from analyzer.analysis.closed_form.form import ClosedForm, ClosedForms
from analyzer.analysis.closed_form.rational import (
    Coefficients,
    RationalFunction,
    added,
    near_roots,
    through,
    value,
)
from analyzer.analysis.odds import answerable, guard, split, too_coarse
from analyzer.bets.bet import Bet
from analyzer.bets.condition import Condition
from analyzer.census.census import Census, census, needs
from analyzer.errors import AnalyzerError, ShoeError
from analyzer.game.cards import Card
from analyzer.game.dealt import NOTHING, Dealt
from analyzer.game.rules import Rules
from analyzer.game.shoe import KEYS, MAX_DECKS, Shoe

_CHECKED, _FAR = 12, 99
"""A form is checked at twelve numbers of decks from the first on, and at one so much farther."""


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
