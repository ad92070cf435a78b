"""One stake settled by the line of its bet that holds: what it gains, and what of it is paid in chips.

Knows nothing of records, balances or limits: those are of `accounts`.
"""

from dataclasses import dataclass
from fractions import Fraction
from typing import Literal, get_args

from analyzer.bets.bet import Bet
from analyzer.errors import AnalyzerError, did_you_mean
from analyzer.exact import quoted

Rounding = Literal["none", "down", "up"]
"""Which way a gain is paid that the smallest chip does not divide."""


@dataclass(frozen=True, slots=True)
class Chips:
    """The smallest chip of a table, in units of money, and which way gains that it does not divide are paid.

    Only gains are rounded: what is lost are stakes, or several times a stake, which stand in chips already.

    Raises:
        AnalyzerError: the chip is not above zero, or there is no such rounding.

    >>> Chips(Fraction(1), "down").paid(Fraction(95, 4))
    Fraction(23, 1)
    """

    chip: Fraction = Fraction(1)
    rounding: Rounding = "none"

    def __post_init__(self) -> None:
        """Refuse chips that nobody can pay in."""
        if self.chip <= 0:
            raise AnalyzerError(f"expected a chip above 0, got '{self.chip}'")
        if self.rounding not in get_args(Rounding):
            hint = did_you_mean(str(self.rounding)[:40], get_args(Rounding))
            raise AnalyzerError(f"unknown rounding {quoted(self.rounding)}{hint}")

    def paid(self, gain: Fraction) -> Fraction:
        """A gain as it is paid; a loss, and a gain in whole chips, as it is."""
        if gain <= 0 or self.rounding == "none":
            return gain
        whole = gain // self.chip * self.chip
        return whole if self.rounding == "down" or whole == gain else whole + self.chip


EXACT = Chips()
"""Every gain paid to the last fraction."""


@dataclass(frozen=True, slots=True)
class Settled:
    """What became of a stake: the line that settled it, and money in the unit of the stake.

    `gain` is exact, besides the stake, negative where it is lost, the commission taken; `net` is the gain as
    paid in chips. `commission` is what was kept of a gain of `gain + commission`.
    """

    line: str
    gain: Fraction
    commission: Fraction
    net: Fraction


def settled(
    bet: Bet, line: str, stake: Fraction, chips: Chips = EXACT, said: Fraction | None = None
) -> Settled:
    """A stake on a bet settled by one of its lines.

    Args:
        bet: what is staked on, at its price.
        line: the id of the line that holds, `lose` included.
        stake: the amount staked, above zero.
        chips: in what a gain is paid.
        said: what the record says the stake gained. Only where chance multiplies what the line pays it
            decides which of the possible gains it was; else what it says is not asked.

    Raises:
        AnalyzerError: chance, apart from the cards, multiplies what the line pays, and `said` is none of the
            possible gains.
    """
    gains = _gains(bet, line, stake)
    possible = gains if len(gains) == 1 else [gain for gain in gains if said in (gain, chips.paid(gain))]
    if len(possible) != 1:
        came = "nothing" if said is None else f"'{said}'"
        several = ", ".join(map(str, payments(bet, line, stake, chips)))
        raise AnalyzerError(
            f"expected the record to say what bet {bet.reference!r} gained, for chance multiplies what line "
            f"{line!r} pays; choose from {several}, got {came}"
        )
    (gain,) = possible
    rate = next((one.commission for one in bet.lines if one.id == line), Fraction(0))
    return Settled(line, gain, gain / (1 - rate) * rate, chips.paid(gain))


def payments(bet: Bet, line: str, stake: Fraction, chips: Chips = EXACT) -> tuple[Fraction, ...]:
    """What a stake can gain by a line, as paid in chips: one amount, several where chance multiplies it."""
    return tuple(dict.fromkeys(map(chips.paid, _gains(bet, line, stake))))


def _gains(bet: Bet, line: str, stake: Fraction) -> list[Fraction]:
    return [stake * net for net, _ in bet.outcomes[line]]


def held(bet: Bet, stake: Fraction) -> Fraction:
    """What a stake takes out of a balance before the coup: the units that are locked, or that can be lost.

    >>> from analyzer.bets.bet import Bet
    >>> held(Bet("player", "Player", (), locked=Fraction(9)), Fraction(10))
    Fraction(90, 1)
    """
    return stake * (bet.exposure if bet.locked is None else bet.locked)
