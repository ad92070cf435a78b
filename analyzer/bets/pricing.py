"""Prices changed: a commission, or another pay for one line.

Knows nothing of shoes.
"""

from fractions import Fraction

from analyzer.bets.bet import Bet
from analyzer.errors import AnalyzerError, did_you_mean
from analyzer.exact import ratio_text


def commissioned(bet: Bet, rate: Fraction) -> Bet:
    """The Banker bet with its winning price set to 1 − rate.

    Raises:
        AnalyzerError: the bet pays no commission (it has not exactly one winning line, or that pays at least
            even money), or the rate is not from 0 up to, but not including, 1.
    """
    if not 0 <= rate < 1:
        raise AnalyzerError(f"expected a commission from 0% to below 100%, got {ratio_text(100 * rate)}%")
    winning = [line for line in bet.lines if line.net > 0]
    if len(winning) != 1 or winning[0].net >= 1:
        raise AnalyzerError(
            f"bet {bet.reference!r} pays no commission; set its price with --pay {bet.id}.LINE=RATIO"
        )
    return bet.priced({winning[0].id: 1 - rate})


def repriced(bet: Bet, line: str | None, price: Fraction) -> Bet:
    """The bet with another price for one line, or for its only winning line where none is named.

    Raises:
        AnalyzerError: the line is unknown, or none is named and the bet has not exactly one that wins.
    """
    if line is None and len(bet.winning) != 1:
        names = ", ".join(f"{bet.id}.{name}" for name in bet.winning)
        raise AnalyzerError(f"bet {bet.id!r} has {len(bet.winning)} winning lines; name one of {names}")
    if line is not None and line not in bet.nets:
        raise AnalyzerError(f"unknown line {line!r} in bet {bet.id!r}" + did_you_mean(line, bet.nets))
    return bet.priced({line or bet.winning[0]: price})
