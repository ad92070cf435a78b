"""Closed forms of bets: the worth of a bet on d decks, and what follows from it."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

from analyzer.analysis.answers import ByBet
from analyzer.analysis.closed_form.rational import Coefficients, Extreme, RationalFunction, Run
from analyzer.analysis.question import Excluded, Question, TooCoarse, excluded
from analyzer.bets.bet import Bet
from analyzer.displayable import Answer
from analyzer.errors import AnalyzerError
from analyzer.exact import quoted
from analyzer.game.shoe import Shoe

TERMS = 3
"""Powers of 1/d after the limit that are given."""


@dataclass(frozen=True, repr=False)
class ClosedForm(Answer):
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


@dataclass(frozen=True, repr=False)
class ClosedForms(ByBet[ClosedForm]):
    """Closed forms of several bets.

    The cards seen and dealt have left the shoe of d decks; `least` is the smallest such shoe. `too_coarse`
    are bets for which such shoes are known too coarsely, and the fineness that each needs.
    """

    per_bet = "forms"

    question: Question
    forms: tuple[ClosedForm, ...]
    least: Shoe
    too_coarse: TooCoarse = ()

    @property
    def excluded(self) -> Excluded:
        """Every bet left out, with the reason."""
        return excluded(self.least, self.too_coarse, self.question.unavailable)
