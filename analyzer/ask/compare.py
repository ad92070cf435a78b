"""Two variants, bets, sets of rules or shoes compared."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import chain
from os import PathLike
from typing import Unpack

from analyzer.analysis.compare import Comparison, Known, Side, compared, dealt_under
from analyzer.analysis.events import twins
from analyzer.analysis.odds import odds
from analyzer.ask.bet_files import bets_of_files, by_name
from analyzer.ask.parameters import Cards, KnownCoup, check_parameters, listed
from analyzer.ask.question import bet_of, question, variant_of
from analyzer.bets.bet import Variant
from analyzer.catalog import load
from analyzer.catalog.resolve import Comparable, label, resolve_pair
from analyzer.errors import CatalogError, parameter
from analyzer.game.rules import Rules
from analyzer.game.shoe import Shoe
from analyzer.text import message


def compare(
    a: Comparable,
    b: Comparable,
    *,
    variant: str | PathLike[str] | Variant | None = None,
    shoe: Cards = None,
    **shared: Unpack[KnownCoup],
) -> Comparison:
    """What changes, bet by bet, from A to B: two variants, sets of rules, bets or shoes.

    All other parameters are as for `odds` and apply to both. If bets are compared, `bet_files` only supply
    bets for A and B to name.

    Args:
        a: a value, an id (`classic`, `tie/9`), the path of a file, a shoe's text form, or a number of decks.
        b: the other, of the same sort.

    Raises:
        AnalyzerError: as `odds`; A and B are of different sorts; or a parameter also sets what is compared.

    >>> compare("tie/8", "tie/9").matches[0].change(lambda tie: tie.house_edge).difference
    Fraction(-619306544887, 6508331087895)
    """
    check_parameters(shared, KnownCoup)
    game = variant_of("standard" if variant is None else variant)
    shared["bet_files"] = listed(message("bet files"), shared.get("bet_files", ()))
    added, pays = bets_of_files(shared, shared.get("bets"))
    local = by_name(added)
    sort, *both = resolve_pair(a, b, lambda ref: bet_of(game, ref, local))
    given = {"variant": variant, "rules": shared.get("rules"), "bets": shared.get("bets"), "shoe": shoe}
    keyword = {"variants": "variant", "shoes": "shoe"}.get(sort, sort)
    if given[keyword] is not None:
        option = parameter(keyword)
        raise CatalogError("{option} would also set what is compared; leave it out", option=option)
    sides = []
    for name, value in zip((a, b), both, strict=True):
        terms: KnownCoup = {**shared}
        if isinstance(value, tuple):
            terms |= {"bets": value, "bet_files": (), "pay": pays}
        elif isinstance(value, Rules):
            terms["rules"] = value
        played = value if isinstance(value, Variant) else game
        resolved = question(played, value if isinstance(value, Shoe) else shoe, **terms)
        sides.append(Side(label(name, value), odds(resolved), value))
    found = compared(sort, *sides)
    return replace(found, known=tuple(_known(found)))


def _known(found: Comparison) -> Iterator[Known]:
    """For each of the user's bets, the library's bets that are settled by the same coups and are offered at
    the same time, before the coup or inside it. None for a bet that is matched with a library bet of the same
    event.
    """
    rules, exhaustive = dealt_under(found.a, found.b), found.a.report.question.exhaustive
    library = list(chain.from_iterable(load.library().values()))
    for match in found.matches:
        for side, value, other in (("a", match.a, match.b), ("b", match.b, match.a)):
            if value is None or value.bet.family or (other and other.bet.family and match.same_event):
                continue
            offered = [bet for bet in library if bet.inside_coup == value.bet.inside_coup]
            for twin in twins(rules, value.bet, offered, exhaustive):
                yield Known(side, value.bet, twin)
