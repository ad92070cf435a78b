"""Prices: reads what a line pays and the commission kept from it, and changes them."""

import re
from decimal import Decimal
from fractions import Fraction

from analyzer.bets.bet import Bet
from analyzer.errors import AnalyzerError, CatalogError, parameter
from analyzer.exact import parse_ratio, quoted, rational
from analyzer.rates import PART, rate
from analyzer.text import message

Ratio = Fraction | Decimal | str | int  # An exact number in any of the forms that callers use.

_TO_OR_FOR = re.compile(r"(\S+) (to|for) (\S+)")
_LESS = re.compile(r"(.+) less (\S+)")


def price_of(price: Ratio) -> Fraction:
    """The net gain per unit staked of a price: a number, or "8", "19/20", "7 to 2", "9 for 1", "push", "-3".

    A bare number is to one: the stake is returned as well. "9 for 1" includes the stake, so it is 8 to one.
    "9 less 5%" is 9 to one less a commission of 5% on the gain: 8.55. Raises AnalyzerError if the argument is
    not a price or not an exact number.

    >>> price_of(8) == price_of("8 to 1") == price_of("9 for 1"), price_of("7 to 2")
    (True, Fraction(7, 2))
    """
    if not isinstance(price, str):
        return exact_of(price)
    if price == "push":
        return Fraction(0)
    if less := _LESS.fullmatch(price):
        if _LESS.fullmatch(less[1]) or less[2][-1] not in "%‰％" or (gain := price_of(less[1])) <= 0:
            raise AnalyzerError(
                'expected a gain less a commission such as "9 less 5%", got {price}', price=quoted(price)
            )
        return gain * (1 - rate(message("a commission"), less[2], PART))
    if (odds := _TO_OR_FOR.fullmatch(price)) is None:
        return parse_ratio(price)
    refusal = AnalyzerError(
        'expected a price such as "8 to 1" or "9 for 1", got {price}', price=quoted(price)
    )
    try:
        pays, word, stake = parse_ratio(odds[1]), odds[2], parse_ratio(odds[3])
    except AnalyzerError:
        raise refusal from None
    if stake <= 0 or pays < 0:
        raise refusal
    return pays / stake - (word == "for")


def commission_of(price: Ratio) -> Fraction:
    """The part of the gain that a price says is kept as commission; zero if it states none.

    >>> commission_of("9 less 5%"), commission_of("0.95")
    (Fraction(1, 20), Fraction(0, 1))
    """
    less = _LESS.fullmatch(price) if isinstance(price, str) else None
    return rate(message("a commission"), less[2], PART) if less else Fraction(0)


def exact_of(number: object) -> Fraction:
    """The exact value of a number or text. Raises AnalyzerError if it is not exact."""
    if isinstance(number, str):
        return parse_ratio(number)
    if (exact := rational(number)) is not None:
        return exact
    raise CatalogError(
        'expected an exact number such as "0.95" or Fraction(19, 20), got {number}', number=quoted(number)
    )


def commissioned(bet: Bet, commission: Fraction) -> Bet:
    """The Banker bet with its winning price set to 1 less a commission. Raises AnalyzerError if the bet pays
    no commission (it has not exactly one winning line, or that line pays even money or more), or if the
    commission is not from 0% to below 100%.
    """
    part = rate(message("a commission"), commission, PART)
    winning = [line for line in bet.lines if line.net > 0]
    if len(winning) != 1 or winning[0].net >= 1:
        raise AnalyzerError(
            "bet {bet} pays no commission; set its price with {pay}",
            bet=repr(bet.reference),
            pay=parameter("pay", {f"{bet.id}.LINE": "RATIO"}),
        )
    return bet.priced({winning[0].id: 1 - part}, {winning[0].id: part})


def priced_line(bet: Bet) -> str:
    """The only winning line, to which a bare price applies. Raises AnalyzerError if there is not just one."""
    if len(bet.winning) == 1:
        return bet.winning[0]
    names = tuple(f"{bet.id}.{name}" for name in bet.winning or [line.id for line in bet.lines])
    if not bet.winning:
        raise AnalyzerError(
            "the name of a line is required, because bet {bet} has no winning lines; choose from {names}",
            bet=repr(bet.id),
            names=names,
        )
    raise AnalyzerError(
        "the name of a line is required, because bet {bet} has {n} winning lines; choose from {names}",
        bet=repr(bet.id),
        n=len(bet.winning),
        names=names,
    )
