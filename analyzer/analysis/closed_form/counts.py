"""Closed forms by the cards left: the EV as a polynomial in the numbers of cards over another.

The census is such a polynomial already; it is written down here, and held against shoes weighed as always.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from math import gcd, lcm
from typing import Any

from sympy import Symbol

from analyzer.analysis.closed_form.falling import FallingSum
from analyzer.analysis.odds import LeftOut, Report, guard, odds, split
from analyzer.bets.bet import Bet
from analyzer.bets.condition import Condition
from analyzer.census.kinds import Kinds
from analyzer.census.orders import Multiset, Orders, dealing_orders
from analyzer.errors import AnalyzerError, ConditionError, ShoeError
from analyzer.game.dealt import NOTHING, Dealt
from analyzer.game.rules import Rules
from analyzer.game.shoe import Shoe
from analyzer.message import Message, say
from analyzer.shown import Shown

_DECKS = (*range(1, 13), 100)
"""Fresh shoes at which a form is checked."""

_UNEVEN = Shoe(tuple(range(1, 53)), "cards")
"""A shoe with another number of every card: fresh ones cannot tell kinds apart that they hold as many of."""


@dataclass(frozen=True)
class CountForm(Shown):
    """What a bet is worth on a coup from any shoe: a quotient of polynomials in the cards left of each kind.

    It holds wherever the denominator is not zero. `value` is the EV on the shoe asked about; `checked` are
    the numbers of fresh decks at which the form was found equal to the census, besides that shoe and an
    uneven one.
    """

    bet: Bet
    kinds: Kinds
    numerator: FallingSum
    denominator: FallingSum
    value: Fraction
    checked: tuple[int, ...]

    @cached_property
    def variables(self) -> dict[str, str]:
        """The name of the number of cards of each kind, and the kind: `n0` of the cards worth nothing."""
        return {f"n{name.replace('+', '_')}": name for name in self.kinds.names}

    def ev(self, shoe: Shoe) -> Fraction:
        """The EV per unit staked on a coup from a shoe, which must know the kinds.

        Raises:
            ShoeError: the shoe is known too coarsely, or too small.
        """
        if not self.kinds.known_by(shoe.fineness):
            raise ShoeError(
                f"expected a shoe known by {self.kinds.fineness} for the polynomial of bet "
                f"{self.bet.reference!r}, got one known by {shoe.fineness}"
            )
        counts = self.kinds.of(shoe)
        below = self.denominator.at(counts)
        if shoe.size < self.denominator.top or not below:
            raise ShoeError(
                f"expected a shoe from which what is known can be dealt, got one of {shoe.size} cards"
            )
        return Fraction(self.numerator.at(counts), below)

    def sympy(self) -> Any:
        """The EV as an expression of sympy in the symbols of `variables`."""
        symbols = [Symbol(name) for name in self.variables]
        return self.numerator.at(symbols) / self.denominator.at(symbols)


@dataclass(frozen=True)
class CountForms(Shown, Mapping[str, CountForm]):
    """Forms by the cards left of several bets: a mapping from the keys of `report`, the odds they agree with.

    `elsewhere` are bets left out, with why.
    """

    report: Report
    forms: tuple[CountForm, ...]
    elsewhere: LeftOut = ()

    def __getitem__(self, key: str) -> CountForm:
        """The form of a bet, by key or by `id/paytable`; an id alone is the first of that id."""
        wanted = self.report[key]
        places = (place for place, value in enumerate(self.report.valuations) if value is wanted)
        return self.forms[next(places)]

    def __iter__(self) -> Iterator[str]:
        """The bets' keys; see `keys_of`."""
        return iter(self.report)

    def __len__(self) -> int:
        """The number of bets."""
        return len(self.forms)

    def named(self, language: str) -> "CountForms":
        """These forms with rules and bets called by their names in a language, where they have one there."""
        return replace(
            self,
            report=self.report.named(language),
            forms=tuple(replace(form, bet=form.bet.named(language)) for form in self.forms),
            elsewhere=tuple((bet.named(language), why) for bet, why in self.elsewhere),
        )

    @property
    def left_out(self) -> LeftOut:
        """Every bet left out, with why."""
        return (*self.report.left_out, *self.elsewhere)


def count_forms(
    rules: Rules,
    bets: Sequence[Bet],
    shoe: Shoe,
    *,
    dealt: Dealt = NOTHING,
    given: Condition | None = None,
    demanded: frozenset[str] = frozenset(),
) -> CountForms:
    """What each bet is worth, as a quotient of polynomials in the cards left of each kind.

    Args:
        rules: how the coup is dealt.
        bets: what to value, in order.
        shoe: where to evaluate the polynomials, the cards of `dealt` still among it.
        dealt: cards of this coup that are known; they are not among the cards left.
        given: what is known of the finished coup; the EV is then conditional on it.
        demanded: references of bets that must be answered; others are left out where their polynomial would
            have too many terms, or the shoe is too coarse.

    Raises:
        ShoeError: the shoe is too small, or known too coarsely for a bet that must be answered.
        ConditionError: a bet that must be answered has too many terms.
        AnalyzerError: what is given, or known of the coup, cannot happen on this shoe.
        ArithmeticError: a form is not what the census says; it never is.
    """
    first = guard(given)
    counted: dict[Bet, Orders] = {}
    elsewhere: list[tuple[Bet, Message]] = []
    for bet in bets:
        try:
            counted[bet] = dealing_orders(rules, first + split(bet), dealt)
        except ConditionError as error:
            if bet.reference in demanded:
                raise ConditionError(f"bet {bet.reference!r}: {error}") from None
            elsewhere.append((bet, say("has a polynomial of too many terms")))
    if not counted:
        raise ConditionError("expected a bet whose polynomial has few terms enough, got none; ask by decks")
    report = odds(rules, list(counted), shoe, dealt=dealt, given=given, demanded=demanded)
    answered = [valuation.bet for valuation in report.valuations]
    fresh = {n: _possible(rules, answered, Shoe.decks(n), dealt, given) for n in _DECKS}
    checked = tuple(decks for decks, found in fresh.items() if found)
    others = [report, *filter(None, [*fresh.values(), _possible(rules, answered, _UNEVEN, dealt, given)])]
    complete = given is None and not dealt.tells_draws
    forms = []
    for place, bet in enumerate(answered):
        quotient = _quotient(bet, counted[bet], len(first), complete)
        form = CountForm(bet, counted[bet].kinds, *quotient, report.valuations[place].ev, checked)
        for other in others:
            if form.ev(other.shoe) != other.valuations[place].ev:
                raise ArithmeticError(f"the polynomial of bet {bet.reference!r} is not the census")
        forms.append(form)
    return CountForms(report, tuple(forms), tuple(elsewhere))


def _possible(
    rules: Rules, bets: Sequence[Bet], shoe: Shoe, dealt: Dealt, given: Condition | None
) -> Report | None:
    """The odds on a shoe; None where what is known cannot be dealt from it."""
    try:
        return odds(rules, bets, shoe, dealt=dealt, given=given)
    except AnalyzerError:
        return None


def _quotient(bet: Bet, counted: Orders, guards: int, complete: bool) -> tuple[FallingSum, FallingSum]:
    """The EV's numerator and denominator, without a common whole number.

    Where all deals are looked at, their number is a product; and what every line gains at least, or at most,
    is set apart from the sum if that leaves fewer terms.
    """
    unit = lcm(*(net.denominator for net in bet.nets.values()))
    nets = [int(net * unit) for net in bet.nets.values()]
    lines = counted.outcomes[guards:]
    below: dict[Multiset, int] = {(): unit}
    if complete:
        base, gained = min(
            ((base, _gained([net - base for net in nets], lines)) for base in nets),
            key=lambda pair: len(pair[1]),
        )
        gained |= {(): base} if base else {}
    else:
        gained, below = _gained(nets, lines), _gained([unit] * len(nets), lines)
    top = max(map(len, (*gained, *below)))
    common = gcd(*gained.values(), *below.values())
    above, under = (
        FallingSum({held: number // common for held, number in terms.items()}, top)
        for terms in (gained, below)
    )
    return above, under


def _gained(nets: Sequence[int], lines: Sequence[Mapping[Multiset, int]]) -> dict[Multiset, int]:
    """What the dealing orders of every multiset gain together, where it is not nothing."""
    found: dict[Multiset, int] = {}
    for net, orders in zip(nets, lines, strict=True):
        for held, number in orders.items():
            found[held] = found.get(held, 0) + net * number
    return {held: number for held, number in found.items() if number}
