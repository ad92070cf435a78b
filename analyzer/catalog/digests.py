"""Digests of what a report is made from, as its provenance: rules, bets, variants, claims and files."""

from collections.abc import Callable, Iterable
from hashlib import sha256
from os import PathLike, fspath
from pathlib import Path
from typing import Protocol, TypeVar

from analyzer.bets.bet import Bet, Variant
from analyzer.bets.digest import Pair, digest, digest_of_bets, digest_of_rules, rules_and_bets
from analyzer.errors import CatalogError
from analyzer.game.procedure import OWN
from analyzer.game.rules import Rules


class Digestible(Protocol):
    """A claim, a count, a procedure or limits: a value with an id that states what its digest covers."""

    @property
    def id(self) -> str:
        """The id of the item."""

    def digest_value(self) -> object:
        """Everything that distinguishes the item from others of its kind, as a value for `digest`."""


Item = Rules | Variant | tuple[Bet, ...] | Digestible
"""One item of the library; a bet is the tuple of its prices."""

T = TypeVar("T", bound=Variant | Rules | Digestible)


def items(kind: str, each: Iterable[Item]) -> Pair:
    """The name of the items' kind, and one digest for all of them: that of the list of their digests."""
    return kind, digest([of_item(item) for item in each])


def of_item(item: Item) -> str:
    """The digest of one item of the library; a bet is given as the tuple of its prices."""
    if isinstance(item, Rules):
        return digest_of_rules(item)
    if isinstance(item, Variant):
        return digest({"id": item.id, "decks": item.decks, **dict(rules_and_bets(item.rules, item.bets))})
    if isinstance(item, tuple):
        return digest_of_bets(item)
    return digest(item.digest_value())


def id_or_own(item: T, find: Callable[[str], T]) -> str:
    """The id of a variant, rules or a procedure, or `own` if the library's item of that id is different."""
    try:
        return item.id if of_item(item) == of_item(find(item.id)) else OWN
    except CatalogError:
        return item.id


def files(paths: Iterable[str | PathLike[str]]) -> tuple[Pair, ...]:
    """Each file's name, with the digest of its bytes."""
    return tuple((fspath(path), sha256(Path(path).read_bytes()).hexdigest()) for path in paths)
