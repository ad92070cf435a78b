"""Closed forms: what bets are worth, as exact formulas."""

from dataclasses import replace
from typing import Unpack

from analyzer.analysis.closed_form.counts import CountForms, count_forms
from analyzer.analysis.closed_form.decks import ClosedForms, closed_forms
from analyzer.analysis.question import Question
from analyzer.ask.parameters import Cards, Game, KnownCoup, check_parameters
from analyzer.ask.question import question
from analyzer.errors import AnalyzerError
from analyzer.game.cards import parse_cards
from analyzer.game.shoe import CARDS_IN_DECK, Shoe


def closed_form(variant: Game = "standard", **shared: Unpack[KnownCoup]) -> ClosedForms:
    """What each bet is worth on d decks: probabilities and EV as rational functions of d, in lowest terms.

    Takes the parameters of `odds` except the shoe, which is d fresh decks without the cards seen and dealt.

    Raises:
        AnalyzerError: any of these is malformed, unknown or impossible.

    >>> form = closed_form("standard", bets=["player-pair"])["player-pair"]
    >>> form.numerator, form.denominator, form.limit, form(8)
    ((-11, -4), (-1, 52), Fraction(-1, 13), Fraction(-43, 415))
    """
    check_parameters(shared, KnownCoup, shoe=False)
    if not isinstance(variant, Question):
        gone = parse_cards(shared.pop("seen", ""))
        return closed_forms(replace(question(variant, **shared), seen=gone))
    resolved = question(variant, **shared)
    decks, rest = divmod(resolved.shoe.size + len(resolved.seen), CARDS_IN_DECK)
    if rest or resolved.shoe != Shoe.decks(decks).without(resolved.seen):
        raise AnalyzerError(
            "expected a question about full decks without the cards seen, got {shoe}; count_form works for "
            "any shoe",
            shoe=repr(str(resolved.shoe)),
        )
    return closed_forms(resolved)


def count_form(variant: Game = "standard", shoe: Cards = None, **shared: Unpack[KnownCoup]) -> CountForms:
    """What each bet is worth, as polynomials in the number of cards left of each kind, and on one shoe.

    Takes the same parameters as `odds`.

    Raises:
        AnalyzerError: any of these is malformed, unknown or impossible, or a polynomial would have too many
            terms.

    >>> from analyzer.game.shoe import Shoe
    >>> count_form("standard", bets=["player-pair"])["player-pair"].ev(Shoe.parse("A=3 2=1"))
    Fraction(5, 1)
    """
    return count_forms(question(variant, shoe, **shared))
