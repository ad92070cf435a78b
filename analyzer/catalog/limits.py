"""Limits of a table by id or from a user's TOML file, as frozen values.

Knows nothing of what a bet is worth.
"""

from collections.abc import Mapping
from functools import partial

from analyzer.catalog import load
from analyzer.catalog.reference import is_path
from analyzer.catalog.resources import stems
from analyzer.catalog.toml_table import DESCRIPTION, TomlTable
from analyzer.errors import CatalogError
from analyzer.play.settlement.limits import Limit, Limits

_AMOUNTS = ("least", "most", "table")
NO_OTHER_BETS: Mapping[str, str] = {}
"""Only the library's bets are known."""


def limits(ref: str, known: Mapping[str, str] = NO_OTHER_BETS) -> Limits:
    """The limits of an id or alias, or of a TOML file (`ref` ends in .toml or holds a path separator).

    Args:
        ref: an id, an alias or a file.
        known: ids, references and aliases of bets that are known in addition to the library's, each with the
            id or reference meant.

    Raises:
        CatalogError: there is no such id, or the file is faulty; a line per fault.

    >>> limits("first-seed").limits[0].difference
    True
    """
    return load.find("limits", ref, partial(read_limits, known=known) if is_path(ref) else read_limits)


def limits_ids() -> tuple[str, ...]:
    """The ids of the library's limits, sorted."""
    return stems("limits")


def read_limits(top: TomlTable, name: str, known: Mapping[str, str] = NO_OTHER_BETS) -> Limits:
    """The limits that a file describes.

    Raises:
        CatalogError: the file is faulty; a line per fault.
    """
    top.only(*DESCRIPTION, "limit")
    description, aliases = top.description(name), top.aliases()
    tables = top.tables("limit")
    each = [_limit(table, known) for table in tables]
    first: dict[str, str] = {}
    for table, limit in zip(tables, each, strict=True):
        for bet in dict.fromkeys(limit.bets):
            if first.setdefault(bet, table.where) != table.where:
                table.fault("bets", f"expected one limit for bet {bet!r}, got {first[bet]} too")
    top.faults.raise_if_any()
    return Limits(name, limits=tuple(each), aliases=aliases, **description)


def _limit(table: TomlTable, known: Mapping[str, str]) -> Limit:
    """The limit of one `[[limit]]` table; its faults are noted."""
    table.only("bets", "difference", *_AMOUNTS)
    bets = table.items("bets", str, 'a bet such as "tie" or "tie/8"')
    names = [_bet_name(table, number, ref, known) for number, ref in enumerate(bets, 1)]
    if table.values.get("bets") == []:
        table.fault("bets", "expected one bet or more, got none")
    if len(set(names)) < len(names):
        table.fault("bets", "expected each bet once, got one again")
    amounts = {key: table.ratio(key) for key in _AMOUNTS if key in table.values}
    if not amounts:
        table.fault("", "expected 'least', 'most' or 'table', got none of them")
    least = amounts.get("least")
    for key, amount in amounts.items():
        if amount is not None and amount <= 0:
            table.fault(key, f"expected an amount above 0, got '{amount}'")
        elif amount is not None and least is not None and amount < least:
            table.fault(key, f"expected at least the least stake, '{least}', got '{amount}'")
    difference = table.value("difference", bool, "true or false", False) or False
    if difference and (len(bets) != 2 or "table" not in amounts):
        table.fault("difference", "expected two bets and a limit 'table' on the difference between them")
    return Limit(tuple(names), least, amounts.get("most"), amounts.get("table"), difference)


def _bet_name(table: TomlTable, number: int, ref: str, known: Mapping[str, str]) -> str:
    """What a bet of a limit goes by, an id, or a reference where a price is named; a fault is noted."""
    if ref in known:
        return known[ref]
    try:
        bet = load.bet(ref)
    except CatalogError as error:
        table.fault_in("bets", number, str(error))
        return ref
    return bet.reference if "/" in ref else bet.id
