"""Limits of a table by id or from a user's TOML file, as frozen values.

Knows nothing of what a bet is worth.
"""

from collections.abc import Mapping
from functools import cache
from pathlib import Path

from analyzer.catalog import load
from analyzer.catalog.packaged import stems
from analyzer.catalog.reading import Table, document
from analyzer.catalog.reference import is_path, meant
from analyzer.errors import CatalogError
from analyzer.exact import quoted
from analyzer.play.settlement.limits import Limit, Limits

_AMOUNTS = ("least", "most", "table")
NOTHING: Mapping[str, str] = {}
"""No bets but the library's."""


def limits(ref: str, known: Mapping[str, str] = NOTHING) -> Limits:
    """The limits of an id or alias, or of a TOML file (`ref` ends in .toml or holds a path separator).

    Args:
        ref: an id, an alias or a file.
        known: ids, references and aliases of bets that are known besides the library's, each with the id or
            reference meant.

    Raises:
        CatalogError: there is no such id, or the file is faulty; a line per fault.

    >>> limits("first-seed").each[0].difference
    True
    """
    if is_path(ref):
        return read_limits(document(Path(ref), ref), Path(ref).stem, known)
    found = {name: item for item in map(_packaged, limits_ids()) for name in (item.id, *item.aliases)}
    if ref in found:
        return found[ref]
    raise CatalogError(f"unknown limits {quoted(ref)}{meant(ref, found)}")


def limits_ids() -> tuple[str, ...]:
    """The ids of the library's limits, sorted."""
    return stems("limits")


@cache
def _packaged(stem: str) -> Limits:
    return read_limits(load.packaged("limits", stem), stem)


def read_limits(top: Table, name: str, known: Mapping[str, str] = NOTHING) -> Limits:
    """The limits that a file describes.

    Raises:
        CatalogError: the file is faulty; a line per fault.
    """
    top.only("name", "names", "aliases", "source", "note", "limit")
    title = top.text("name", required=False) or name
    names, source, note = top.names(), top.source(), top.prose("note")
    aliases = top.aliases()
    tables = top.tables("limit")
    each = [_limit(table, known) for table in tables]
    first: dict[str, str] = {}
    for table, limit in zip(tables, each, strict=True):
        for bet in dict.fromkeys(limit.bets):
            if first.setdefault(bet, table.where) != table.where:
                table.fault("bets", f"expected one limit for bet {bet!r}, got {first[bet]} too")
    top.faults.settle()
    return Limits(name, title, tuple(each), names, aliases, source, note)


def _limit(table: Table, known: Mapping[str, str]) -> Limit:
    """The limit of one `[[limit]]` table; its faults are noted."""
    table.only("bets", "difference", *_AMOUNTS)
    bets = table.items("bets", str, 'a bet such as "tie" or "tie/8"')
    names = [_name(table, number, ref, known) for number, ref in enumerate(bets, 1)]
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


def _name(table: Table, number: int, ref: str, known: Mapping[str, str]) -> str:
    """What a bet of a limit goes by, an id, or a reference where a price is named; a fault is noted."""
    if ref in known:
        return known[ref]
    try:
        bet = load.bet(ref)
    except CatalogError as error:
        table.fault_in("bets", number, str(error))
        return ref
    return bet.reference if "/" in ref else bet.id
