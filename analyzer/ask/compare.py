"""Two variants, bets, sets of rules or shoes compared."""

from os import PathLike
from typing import Unpack

from analyzer.analysis.compare import Comparison, Side, compared
from analyzer.analysis.odds import odds
from analyzer.ask.bet_files import bets_of_files, by_name
from analyzer.ask.parameters import Cards, KnownCoup, check_parameters, listed
from analyzer.ask.question import bet_of, question, variant_of
from analyzer.bets.bet import Variant
from analyzer.catalog.resolve import Comparable, label, resolve_pair
from analyzer.errors import CatalogError
from analyzer.game.rules import Rules
from analyzer.game.shoe import Shoe


def compare(
    a: Comparable,
    b: Comparable,
    *,
    variant: str | PathLike[str] | Variant | None = None,
    shoe: Cards = None,
    **shared: Unpack[KnownCoup],
) -> Comparison:
    """What changes, bet by bet, from A to B: two variants, sets of rules, bets or shoes.

    All other parameters are as for `odds` and apply to both. Where bets are compared, `bet_files` only supply
    the bets that A and B can name.

    Args:
        a: a value, an id (`classic`, `tie/9`), the path of a file, a shoe's text form, or a number of decks.
        b: another of the same sort.

    Raises:
        AnalyzerError: as `odds`; A and B are of different sorts; or a parameter also sets what is compared.

    >>> compare("tie/8", "tie/9").matches[0].change(lambda tie: tie.house_edge).difference
    Fraction(-619306544887, 6508331087895)
    """
    check_parameters(shared, KnownCoup)
    game = variant_of("standard" if variant is None else variant)
    shared["bet_files"] = listed("bet files", shared.get("bet_files", ()))
    added, pays = bets_of_files(shared, shared.get("bets"))
    local = by_name(added)
    sort, *both = resolve_pair(a, b, lambda ref: bet_of(game, ref, local))
    given = {"variants": variant, "rules": shared.get("rules"), "bets": shared.get("bets"), "shoes": shoe}
    if given[sort] is not None:
        raise CatalogError(f"expected no {sort} besides the two compared, got others; leave them out")
    sides = []
    for name, value in zip((a, b), both, strict=True):
        terms: KnownCoup = {**shared}
        if isinstance(value, tuple):
            terms |= {"bets": value, "bet_files": (), "pay": pays}
        elif isinstance(value, Rules):
            terms["rules"] = value
        played = value if isinstance(value, Variant) else game
        resolved = question(played, value if isinstance(value, Shoe) else shoe, **terms)
        sides.append(Side(label(name, value), odds(resolved)))
    return compared(sort, *sides)
