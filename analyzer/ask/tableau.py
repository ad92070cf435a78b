"""The tableau examined, as people ask for it: names, texts and files in, exact values out.

Resolves names through the catalog and hands values to the analysis; counts nothing itself.
"""

from collections.abc import Mapping
from os import PathLike

from analyzer.analysis import tableau_study as examined
from analyzer.analysis.tableau_study import TableauStudy
from analyzer.ask.question import by_text, repriced, rules_of, shoe_of, variant_of
from analyzer.bets.pricing import Ratio
from analyzer.catalog import load
from analyzer.errors import CatalogError, ShoeError
from analyzer.exact import quoted
from analyzer.game.rules import Rules
from analyzer.game.shoe import Shoe

INFINITE = "infinite"
"""The word for the shoe in which each card drawn is put back."""


def tableau_study(
    rules: Rules | str | PathLike[str] = "punto-banco",
    shoe: Shoe | str | int | None = None,
    commission: Ratio = 0,
    *,
    seen: str = "",
    pay: Mapping[str, Ratio] | None = None,
) -> TableauStudy:
    """What drawing and standing are worth in every place of a tableau, and what each is by the rules.

    Args:
        rules: how the coup is dealt, as a value, an id or a file.
        shoe: the cards from which it is dealt, as a value, its text form or a number of decks; "infinite" is
            the shoe in which each card drawn is put back. By default 8 decks.
        commission: what a win of the Banker bet pays less than even money, such as "5%".
        seen: cards gone from the shoe.
        pay: other prices of `player`, and of `tie`, which pays 8.

    Raises:
        AnalyzerError: any of these is malformed or unknown, or the shoe is too small.

    >>> study = tableau_study(shoe="infinite")
    >>> [(cell.total, cell.column, cell.rule, cell.difference) for cell in study.banker if cell.wrong]
    [(4, 1, 'S', Fraction(1, 273)), (6, None, 'S', Fraction(1, 13))]
    """
    game = variant_of("classic")
    prices = [load.bet("player"), load.bet("banker/commission-5"), load.bet("tie/8")]
    pays = by_text("pays", pay)
    if any(key.partition(".")[0] == "banker" for key in pays):
        raise CatalogError("expected the price of the Banker bet as a commission, got a pay")
    player, banker, tie = repriced(prices, pays, commission)
    bets = player, banker, tie
    if shoe == INFINITE:
        if seen:
            raise ShoeError(
                f"expected no cards seen of an infinite shoe, got {quoted(seen)}; give a number of decks"
            )
        return examined.tableau_study(rules_of(game, rules), None, bets)
    return examined.tableau_study(rules_of(game, rules), shoe_of(game, shoe).without(seen), bets)
