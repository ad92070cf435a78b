"""Closed forms, as people ask for them: names, texts and files in, exact formulas out.

Resolves names through the catalog and hands values to the analysis; counts nothing itself.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from os import PathLike
from pathlib import Path

from analyzer.analysis.closed_form.counts import CountForms
from analyzer.analysis.closed_form.counts import count_forms as by_counts
from analyzer.analysis.closed_form.decks import closed_forms as by_decks
from analyzer.analysis.closed_form.form import ClosedForms
from analyzer.asked import Ratio, asked, dealt_of, given_of
from analyzer.bets.bet import Bet, Variant
from analyzer.bets.condition import Condition
from analyzer.game.cards import parse_cards
from analyzer.game.dealt import Dealt
from analyzer.game.rules import Rules
from analyzer.game.shoe import Shoe


def closed_form(
    variant: str | PathLike[str] | Variant = "standard",
    *,
    seen: str = "",
    dealt: Dealt | str | None = None,
    given: Condition | str | None = None,
    bets: Sequence[str | Bet] | None = None,
    bet_files: Iterable[str | Path] = (),
    rules: Rules | str | PathLike[str] | None = None,
    pay: Mapping[str, Ratio] | None = None,
    commission: Ratio | None = None,
    exhaustive: bool = False,
) -> ClosedForms:
    """What each bet is worth on d decks: probabilities and EV as rational functions of d, in lowest terms.

    Takes what `odds` takes, but for the shoe: that is d fresh decks, less the cards `seen` and `dealt`.

    Raises:
        AnalyzerError: any of these is malformed, unknown or cannot happen; one clear sentence.

    >>> form = closed_form("standard", bets=["player-pair"])["player-pair"]
    >>> form.numerator, form.denominator, form.limit, form(8)
    ((-11, -4), (-1, 52), Fraction(-1, 13), Fraction(-43, 415))
    """
    question = asked(
        variant, None, bets=bets, bet_files=bet_files, rules=rules, pay=pay, commission=commission
    )
    found = by_decks(
        question.rules,
        question.bets,
        seen=parse_cards(seen),
        dealt=dealt_of(dealt),
        given=given_of(given),
        demanded=question.demanded,
        exhaustive=exhaustive,
    )
    return replace(found, elsewhere=question.elsewhere)


def count_form(
    variant: str | PathLike[str] | Variant = "standard",
    shoe: Shoe | str | int | None = None,
    *,
    seen: str = "",
    dealt: Dealt | str | None = None,
    given: Condition | str | None = None,
    bets: Sequence[str | Bet] | None = None,
    bet_files: Iterable[str | Path] = (),
    rules: Rules | str | PathLike[str] | None = None,
    pay: Mapping[str, Ratio] | None = None,
    commission: Ratio | None = None,
) -> CountForms:
    """What each bet is worth as polynomials in the cards left of each kind, evaluated on one shoe besides.

    Takes what `odds` takes.

    Raises:
        AnalyzerError: any of these is malformed, unknown or cannot happen, or a polynomial would have too
            many terms; one clear sentence.

    >>> from analyzer.game.shoe import Shoe
    >>> count_form("standard", bets=["player-pair"])["player-pair"].ev(Shoe.parse("A=3 2=1"))
    Fraction(5, 1)
    """
    question = asked(
        variant,
        shoe,
        seen=seen,
        bets=bets,
        bet_files=bet_files,
        rules=rules,
        pay=pay,
        commission=commission,
    )
    found = by_counts(
        question.rules,
        question.bets,
        question.shoe,
        dealt=dealt_of(dealt),
        given=given_of(given),
        demanded=question.demanded,
    )
    return replace(found, elsewhere=(*question.elsewhere, *found.elsewhere))
