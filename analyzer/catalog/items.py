"""The library's items as values, in the order of `baccarat list`; and the bets of a file."""

from itertools import chain
from os import PathLike, fspath

from analyzer.analysis.count import Count
from analyzer.bets.bet import Bet, Variant
from analyzer.catalog import counts as library
from analyzer.catalog import load
from analyzer.errors import CatalogError
from analyzer.exact import quoted
from analyzer.game.rules import Rules


def variants() -> tuple[Variant, ...]:
    """The variants of the library, by id.

    >>> [variant.id for variant in variants()][:3]
    ['baccarat-gold', 'classic', 'commission-free']
    """
    return tuple(map(load.variant, load.variant_ids()))


def bets() -> tuple[Bet, ...]:
    """The bets of the library at each of their prices, by family and id, the usual price of a bet first.

    >>> [bet.reference for bet in bets() if bet.id == "tie"]
    ['tie/8', 'tie/9']
    """
    return tuple(chain.from_iterable(bets_by_id()))


def bets_by_id() -> list[tuple[Bet, ...]]:
    """The bets of the library by family and id, each with all its prices."""
    return sorted(load.library().values(), key=lambda prices: (prices[0].family or "", prices[0].id))


def rule_sets() -> tuple[Rules, ...]:
    """The sets of drawing rules of the library, by id.

    >>> [rules.id for rules in rule_sets() if rules.player_first]
    ['player-first-7']
    """
    return tuple(map(load.rules, load.rules_ids()))


def counts() -> tuple[Count, ...]:
    """The card counts of the library, by id.

    >>> [count.id for count in counts() if count.bet == "panda-8"]
    ['calculator-panda-8', 'how-panda-8-co-count', 'jacobson-panda-8']
    """
    return tuple(library.library().values())


def load_bets(path: str | PathLike[str]) -> tuple[Bet, ...]:
    """The bets of a TOML file in order, one per paytable.

    Raises:
        CatalogError: there is no such file, or it is faulty; one line per fault.
    """
    if not isinstance(path, str | PathLike):
        raise CatalogError("expected the path of a bet file, got {value}", value=quoted(path))
    return load.bets_of(fspath(path))
