"""The report of the kind submitted with a rule sheet."""

from typing import Unpack

from analyzer.analysis.rule_sheet import RuleSheet, rule_sheet
from analyzer.ask.odds import odds
from analyzer.ask.parameters import Cards, Game, KnownCoup


def report(variant: Game = "standard", shoe: Cards = None, **shared: Unpack[KnownCoup]) -> RuleSheet:
    """The report that goes with a rule sheet: the odds, and with them worked coups, other decks and checks.

    Takes the same parameters as `odds`.

    Raises:
        AnalyzerError: any of these is malformed, unknown or impossible.

    >>> report("classic", 6).failed
    ()
    """
    return rule_sheet(odds(variant, shoe, **shared))
