"""Prices changed: a commission, or another pay for one line.

Knows nothing of shoes.
"""

from fractions import Fraction

from analyzer.bets.bet import Bet
from analyzer.errors import AnalyzerError
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


def priced_line(bet: Bet) -> str:
    """The line that a price without a line's name is for: the only one that wins.

    Raises:
        AnalyzerError: the bet has not exactly one winning line.
    """
    if len(bet.winning) == 1:
        return bet.winning[0]
    lines = bet.winning or [line.id for line in bet.lines]
    names = ", ".join(f"{bet.id}.{name}" for name in lines)
    raise AnalyzerError(
        f"expected a line's name, since bet {bet.id!r} has {len(bet.winning) or 'no'} winning lines; "
        f"choose from {names}"
    )
