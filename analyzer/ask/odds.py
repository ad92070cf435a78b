"""What bets are worth."""

from typing import Unpack

from analyzer.analysis import odds as analysis
from analyzer.analysis.odds import Report
from analyzer.ask.parameters import Cards, Game, KnownCoup
from analyzer.ask.question import question


def odds(variant: Game = "standard", shoe: Cards = None, **shared: Unpack[KnownCoup]) -> Report:
    """What each bet of a variant is worth, exactly: a mapping from bet id to Valuation.

    Args:
        variant: a variant, its id, or the path of a variant file; or a `question`, which includes the rest.
        shoe: the cards left, as a Shoe, its text form, or a number of decks; the variant's own by default.
        seen: cards that have left the shoe, such as "9c 9d".
        dealt: cards of this coup that are known, such as "P:9c,5 B:K".
        given: a condition known to hold for the finished coup; probabilities are conditional on it.
        bets: only these, by reference (`tie`, `tie/9`) or as values; `*` is every bet of the library that is
            dealt under these rules, `*/*` at every price; by default the variant's bets.
        bet_files: TOML files whose bets are valued too.
        rules: rules to use instead of the variant's, as a value, an id, or a path.
        pay: changed prices, to one: `{"tie": 9}` or `{"lucky-6.two-card": "25/2"}`.
        commission: sets the Banker's winning price to one minus this rate.
        exhaustive: count even bets that need more than 10⁸ patterns.

    Raises:
        AnalyzerError: any of the above is malformed, unknown or impossible.

    >>> odds("standard")["banker"].house_edge
    Fraction(114753351728, 10847218479825)
    """
    return analysis.odds(question(variant, shoe, **shared))
