"""Drafts: bets with lines whose pay is not decided yet and has a name, such as `x`, instead of a number."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from keyword import iskeyword

from analyzer.bets.bet import Bet
from analyzer.displayable import Displayable
from analyzer.errors import CatalogError, did_you_mean

_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]{0,19}")

_TAKEN = ("push", "lose", "to", "for", "nan", "inf")
"""Words that cannot be names, because as a pay they mean, or probably mean, something else."""

UNSETTLED = Fraction(1)  # A placeholder for the net of a line whose pay is open; any gain would do.


def is_name(pays: object) -> bool:
    """Whether what a line pays is a name: a letter, then letters, digits and underscores, at most 20 in all.
    Python's keywords are not names, so that polynomials can be read back.

    >>> is_name("x"), is_name("push"), is_name("20"), is_name("lambda")
    (True, False, False, False)
    """
    if not isinstance(pays, str) or iskeyword(pays):
        return False
    return bool(_NAME.fullmatch(pays)) and pays.lower() not in _TAKEN


@dataclass(frozen=True, repr=False, slots=True)
class Draft(Displayable):
    """A bet with lines that pay a name instead of a number; `priced` turns it into a bet.

    `names` maps the ids of those lines to their names; lines with the same name pay the same. The nets of
    these lines in `bet` are placeholders.
    """

    bet: Bet
    names: Mapping[str, str]

    @classmethod
    def opened(cls, bet: Bet, lines: Iterable[str]) -> "Draft":
        """The bet with the pays of these lines open, each named after its line.

        Raises CatalogError if a line is not one of this bet's.
        """
        ids = [line.id for line in bet.lines]
        names = {}
        for line in lines:
            if line not in ids:
                raise CatalogError(
                    "unknown line {line} in bet {bet}{hint}",
                    line=repr(line),
                    bet=repr(bet.reference),
                    hint=did_you_mean(line[:64], ids),
                )
            names[line] = line
        return cls(bet, names)

    @property
    def symbols(self) -> tuple[str, ...]:
        """The names, each once, in the order of the lines."""
        return tuple(dict.fromkeys(self.names[line.id] for line in self.bet.lines if line.id in self.names))

    def settled(self, pays: Mapping[str, Fraction]) -> "Draft":
        """This draft with numbers in place of some of its names.

        Raises CatalogError if a name in `pays` is not one of its names.
        """
        for name in pays:
            if name not in self.symbols:
                raise CatalogError(
                    "unknown name {name} in the pays of bet {bet}{hint}",
                    name=repr(name),
                    bet=repr(self.bet.id),
                    hint=did_you_mean(name[:64], self.symbols),
                )
        nets = {line: pays[name] for line, name in self.names.items() if name in pays}
        still_open = {line: name for line, name in self.names.items() if name not in pays}
        return Draft(self.bet.priced(nets), still_open) if nets else self

    def priced(self, pays: Mapping[str, Fraction]) -> Bet:
        """The bet with a pay for each of its names.

        Raises CatalogError if a name has no pay, or a name in `pays` is not one of its names.
        """
        settled = self.settled(pays)
        if settled.symbols:
            raise CatalogError(
                "a pay for {name} of bet {bet} is required",
                name=repr(settled.symbols[0]),
                bet=repr(self.bet.id),
            )
        return settled.bet
