"""What a line pays and what is kept as commission, read and changed; and drafts, bets whose pays are open."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from keyword import iskeyword
from numbers import Rational

from analyzer.bets.bet import Bet
from analyzer.displayable import Displayable
from analyzer.errors import AnalyzerError, CatalogError, did_you_mean
from analyzer.exact import parse_ratio, quoted, ratio_text

Ratio = Fraction | str | int
"""An exact number as people give it."""

_SPOKEN = re.compile(r"(\S+) (to|for) (\S+)")
_LESS = re.compile(r"(.+) less (\S+%)")

_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]{0,19}")
_TAKEN = ("push", "lose", "to", "for", "nan", "inf")
"""Words that mean, or are likely to be meant for, something else in place of a pay."""

UNSETTLED = Fraction(1)
"""The net in place of a pay that is not settled: any gain will do."""


def price_of(price: Ratio) -> Fraction:
    """The net gain per unit staked of a price: a number, or "8", "19/20", "7 to 2", "9 for 1", "push", "-3".

    A bare number is to one, the stake returned as well; "9 for 1" includes the stake, and is 8 to one. Of
    "9 less 5%" the gain is 9 to one, of which 5% is kept as commission: 8.55.

    Raises:
        AnalyzerError: it is no price, or no exact number.

    >>> price_of(8) == price_of("8 to 1") == price_of("9 for 1"), price_of("7 to 2")
    (True, Fraction(7, 2))
    """
    if not isinstance(price, str):
        return exact_of(price)
    if price == "push":
        return Fraction(0)
    if less := _LESS.fullmatch(price):
        misfit = AnalyzerError(f'expected a gain less a commission such as "9 less 5%", got {quoted(price)}')
        if _LESS.fullmatch(less[1]):
            raise misfit
        gain, rate = price_of(less[1]), parse_ratio(less[2], percent=True)
        if gain <= 0 or not 0 <= rate < 1:
            raise misfit
        return gain * (1 - rate)
    if (spoken := _SPOKEN.fullmatch(price)) is None:
        return parse_ratio(price)
    refusal = AnalyzerError(f'expected a price such as "8 to 1" or "9 for 1", got {quoted(price)}')
    try:
        pays, word, stake = parse_ratio(spoken[1]), spoken[2], parse_ratio(spoken[3])
    except AnalyzerError:
        raise refusal from None
    if stake <= 0 or pays < 0:
        raise refusal
    return pays / stake - (word == "for")


def commission_of(price: Ratio) -> Fraction:
    """The part of a gain that a price says is kept as commission; zero where it says nothing of one.

    >>> commission_of("9 less 5%"), commission_of("0.95")
    (Fraction(1, 20), Fraction(0, 1))
    """
    less = _LESS.fullmatch(price) if isinstance(price, str) else None
    return parse_ratio(less[2], percent=True) if less else Fraction(0)


def exact_of(number: object, *, percent: bool = False) -> Fraction:
    """The exact number of a number or text, "5%" if `percent`. Raises AnalyzerError otherwise."""
    if isinstance(number, str):
        return parse_ratio(number, percent=percent)
    if isinstance(number, Rational) and not isinstance(number, bool):
        return Fraction(number)
    example = '"5%" or Fraction(1, 20)' if percent else '"0.95" or Fraction(19, 20)'
    raise CatalogError(f"expected an exact number such as {example}, got {quoted(number)}")


def commissioned(bet: Bet, rate: Fraction) -> Bet:
    """The Banker bet with its winning price set to 1 − rate. Raises AnalyzerError if the bet pays no
    commission (not exactly one winning line, or one of even money or more), or the rate is not from 0 to
    below 1.
    """
    if not 0 <= rate < 1:
        expected = "a commission such as 4%, from 0% to below 100%"
        raise AnalyzerError(f"expected {expected}, got {ratio_text(100 * rate)}%")
    winning = [line for line in bet.lines if line.net > 0]
    if len(winning) != 1 or winning[0].net >= 1:
        way_out = f"set its price with --pay {bet.id}.LINE=RATIO"
        raise AnalyzerError(f"bet {bet.reference!r} pays no commission; {way_out}")
    return bet.priced({winning[0].id: 1 - rate}, {winning[0].id: rate})


def priced_line(bet: Bet) -> str:
    """The line that a bare price applies to: the only winning one. Raises AnalyzerError otherwise."""
    if len(bet.winning) == 1:
        return bet.winning[0]
    lines = bet.winning or [line.id for line in bet.lines]
    names = ", ".join(f"{bet.id}.{name}" for name in lines)
    raise AnalyzerError(
        f"expected a line's name, since bet {bet.id!r} has {len(bet.winning) or 'no'} winning lines; "
        f"choose from {names}"
    )


def is_name(pays: object) -> bool:
    """Whether what a line pays is a name: a letter, then letters, digits and underscores, at most 20 in all.

    Python's keywords are not names, so that polynomials can be read back.

    >>> is_name("x"), is_name("push"), is_name("20"), is_name("lambda")
    (True, False, False, False)
    """
    if not isinstance(pays, str) or iskeyword(pays):
        return False
    return bool(_NAME.fullmatch(pays)) and pays.lower() not in _TAKEN


@dataclass(frozen=True, slots=True)
class Draft(Displayable):
    """A bet some of whose lines pay a name instead of a number; it is no bet until it is `priced`.

    `names` maps the ids of those lines to the names; lines of one name pay the same. Their nets in `bet` mean
    nothing.
    """

    bet: Bet
    names: Mapping[str, str]

    @classmethod
    def opened(cls, bet: Bet, lines: Iterable[str]) -> "Draft":
        """A bet with the pays of some of its lines open, each named as the line.

        Raises:
            CatalogError: a line is not one of this bet's.
        """
        ids = [line.id for line in bet.lines]
        names = {}
        for line in lines:
            if line not in ids:
                near = did_you_mean(line[:64], ids)
                raise CatalogError(f"unknown line {line!r} in bet {bet.reference!r}{near}")
            names[line] = line
        return cls(bet, names)

    @property
    def symbols(self) -> tuple[str, ...]:
        """The names, each once, in the order of the lines."""
        return tuple(dict.fromkeys(self.names[line.id] for line in self.bet.lines if line.id in self.names))

    def settled(self, pays: Mapping[str, Fraction]) -> "Draft":
        """This draft with numbers for some of its names.

        Raises:
            CatalogError: a pay is for none of its names.
        """
        for name in pays:
            if name not in self.symbols:
                near = did_you_mean(name[:64], self.symbols)
                raise CatalogError(f"bet {self.bet.id!r} pays no {name!r}{near}")
        nets = {line: pays[name] for line, name in self.names.items() if name in pays}
        left = {line: name for line, name in self.names.items() if name not in pays}
        return Draft(self.bet.priced(nets), left) if nets else self

    def priced(self, pays: Mapping[str, Fraction]) -> Bet:
        """The bet at pays for all of its names.

        Raises:
            CatalogError: a name has no pay, or a pay is for none of its names.
        """
        settled = self.settled(pays)
        if settled.symbols:
            name = settled.symbols[0]
            raise CatalogError(f"expected a pay for {name!r} of bet {self.bet.id!r}, got none")
        return settled.bet
