"""Closed forms by the cards left: the EV as a quotient of polynomials in the numbers of cards."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from math import gcd, lcm
from typing import Any

from sympy import Symbol

from analyzer.analysis.closed_form.falling import FallingSum
from analyzer.analysis.odds import ByBet, OnReport, Report, odds
from analyzer.analysis.question import FINENESS_WORDS, Question, guard, split
from analyzer.bets.bet import Bet
from analyzer.census.collect import Multiset
from analyzer.census.dealing_orders import Orders, dealing_orders
from analyzer.census.kinds import Kinds
from analyzer.displayable import Answer
from analyzer.errors import AnalyzerError, ConditionError, ShoeError
from analyzer.game.shoe import Shoe
from analyzer.text import Message, message, plural

_DECKS = (*range(1, 13), 100)  # Fresh shoes at which a form is checked.
_UNEVEN = Shoe(tuple(range(1, 53)), "cards")  # Checked too: fresh shoes have kinds in equal number.


@dataclass(frozen=True, repr=False)
class CountForm(Answer):
    """What a bet is worth on a coup from any shoe: a quotient of polynomials in the cards left of each kind.

    It is valid where the denominator is not zero. `value` is the EV on the question's shoe. On that shoe, on
    an uneven one and on the numbers of fresh decks in `checked`, the form was found equal to the census.
    """

    bet: Bet
    kinds: Kinds
    numerator: FallingSum
    denominator: FallingSum
    value: Fraction
    checked: tuple[int, ...]

    @cached_property
    def variables(self) -> dict[str, str]:
        """The kind of cards that each variable counts, by its name, such as `n0` for cards of 0 points."""
        return {f"n{name.replace('+', '_')}": name for name in self.kinds.names}

    def ev(self, shoe: Shoe) -> Fraction:
        """The EV per unit staked on a coup from a shoe.

        Raises ShoeError if the shoe is known too coarsely, or is too small.
        """
        if not self.kinds.known_by(shoe.fineness):
            raise ShoeError(
                "expected a shoe known by {need} for the polynomial of bet {bet}, got one known by {known}",
                need=FINENESS_WORDS[self.kinds.fineness],
                bet=repr(self.bet.reference),
                known=FINENESS_WORDS[shoe.fineness],
            )
        counts = self.kinds.of(shoe)
        below = self.denominator.at(counts)
        if shoe.size < self.denominator.top or not below:
            raise ShoeError(
                plural(
                    "no coup that agrees with what is known can be dealt from a shoe of {n} card",
                    "no coup that agrees with what is known can be dealt from a shoe of {n} cards",
                    shoe.size,
                )
            )
        return Fraction(self.numerator.at(counts), below)

    def sympy(self) -> Any:
        """The EV as an expression of sympy in the symbols of `variables`."""
        symbols = [Symbol(name) for name in self.variables]
        return self.numerator.at(symbols) / self.denominator.at(symbols)


@dataclass(frozen=True, repr=False)
class CountForms(ByBet[CountForm], OnReport):
    """The forms of several bets by the cards left: a mapping with the same keys as `report`, the odds."""

    per_bet = "forms"

    report: Report
    forms: tuple[CountForm, ...]


def count_forms(question: Question) -> CountForms:
    """What each bet is worth, as a quotient of polynomials in the cards left of each kind.

    A bet whose polynomial would have too many terms is left out unless it is demanded.

    Raises:
        ShoeError: the shoe is too small, or known too coarsely for a demanded bet.
        ConditionError: a demanded bet, or every bet, has too many terms.
        AnalyzerError: the given condition, or what is known of the coup, cannot happen on this shoe.
        ArithmeticError: a form does not agree with the census, which should never happen.
    """
    rules, dealt, given = question.rules, question.dealt, question.given
    first = guard(given)
    counted: dict[Bet, Orders] = {}
    unavailable: list[tuple[Bet, Message]] = []
    for bet in question.bets:
        try:
            counted[bet] = dealing_orders(rules, first + split(bet), dealt)
        except ConditionError as error:
            if bet.reference in question.demanded:
                raise ConditionError(
                    "bet {bet}: {fault}", bet=repr(bet.reference), fault=error.message
                ) from None
            unavailable.append((bet, message("has a polynomial of too many terms")))
    if not counted:
        raise ConditionError("the polynomial of every bet has too many terms; ask by decks")
    unavailable += question.unavailable
    report = odds(replace(question, bets=tuple(counted), unavailable=tuple(unavailable)))
    answered = [valuation.bet for valuation in report.valuations]
    fresh = {n: _possible(question.about(answered, Shoe.decks(n))) for n in _DECKS}
    checked = tuple(decks for decks, possible in fresh.items() if possible)
    others = [report, *filter(None, [*fresh.values(), _possible(question.about(answered, _UNEVEN))])]
    forms = []
    for place, bet in enumerate(answered):
        quotient = _quotient(bet, counted[bet], len(first), given is None and not dealt.tells_draws)
        form = CountForm(bet, counted[bet].kinds, *quotient, report.valuations[place].ev, checked)
        if any(form.ev(other.shoe) != other.valuations[place].ev for other in others):
            raise ArithmeticError(f"the polynomial of bet {bet.reference!r} is not the census")
        forms.append(form)
    return CountForms(report, tuple(forms))


def _possible(question: Question) -> Report | None:
    """The odds; None if what is known cannot be dealt."""
    try:
        return odds(question)
    except AnalyzerError:
        return None


def _quotient(bet: Bet, counted: Orders, guards: int, complete: bool) -> tuple[FallingSum, FallingSum]:
    """The EV's numerator and denominator, without a common integer factor."""
    unit = lcm(*(net.denominator for net in bet.nets.values()))
    nets = [int(net * unit) for net in bet.nets.values()]
    lines = counted.outcomes[guards:]
    below: dict[Multiset, int] = {(): unit}
    if complete:  # without conditions the total is a product; subtracting one line's net from all saves terms
        base, gained = min(
            ((base, _gained([net - base for net in nets], lines)) for base in nets),
            key=lambda pair: len(pair[1]),
        )
        gained |= {(): base} if base else {}
    else:
        gained, below = _gained(nets, lines), _gained([unit] * len(nets), lines)
    top = max(map(len, (*gained, *below)))
    common = gcd(*gained.values(), *below.values())
    above, below = ({multiset: n // common for multiset, n in terms.items()} for terms in (gained, below))
    return FallingSum(above, top), FallingSum(below, top)


def _gained(nets: Sequence[int], lines: Sequence[Mapping[Multiset, int]]) -> dict[Multiset, int]:
    """What all dealing orders of each multiset gain together, unless that is zero."""
    gained: Counter[Multiset] = Counter()
    for net, orders in zip(nets, lines, strict=True):
        for multiset, number in orders.items():
            gained[multiset] += net * number
    return {multiset: number for multiset, number in gained.items() if number}
