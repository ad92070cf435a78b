"""Limits of a table by id or from a user's TOML file, as frozen values.

Knows nothing of what a bet is worth.
"""

from collections.abc import Collection
from functools import cache
from pathlib import Path

from analyzer.catalog import load
from analyzer.catalog.packaged import stems
from analyzer.catalog.reading import Table, document
from analyzer.errors import CatalogError, did_you_mean
from analyzer.exact import quoted
from analyzer.play.settlement.limits import Limit, Limits

_AMOUNTS = ("least", "most", "table")


def limits(ref: str, known: Collection[str] = ()) -> Limits:
    """The limits of an id, or of a TOML file (`ref` ends in .toml or holds a path separator).

    Args:
        ref: an id or a file.
        known: ids and references of bets that are known besides the library's.

    Raises:
        CatalogError: there is no such id, or the file is faulty; a line per fault.

    >>> limits("first-seed").each[0].difference
    True
    """
    if load.is_path(ref):
        return read_limits(document(Path(ref), ref), Path(ref).stem, known)
    if ref in limits_ids():
        return _packaged(ref)
    raise CatalogError(f"unknown limits {quoted(ref)}{did_you_mean(ref[:64], limits_ids())}")


def limits_ids() -> tuple[str, ...]:
    """The ids of the library's limits, sorted."""
    return stems("limits")


@cache
def _packaged(stem: str) -> Limits:
    return read_limits(load.packaged("limits", stem), stem)


def read_limits(top: Table, name: str, known: Collection[str] = ()) -> Limits:
    """The limits that a file describes.

    Raises:
        CatalogError: the file is faulty; a line per fault.
    """
    top.only("name", "names", "source", "note", "limit")
    title = top.text("name", required=False) or name
    names, source, note = top.names(), top.source(), top.prose("note")
    tables = top.tables("limit")
    each = [_limit(table, known) for table in tables]
    first: dict[str, str] = {}
    for table, limit in zip(tables, each, strict=True):
        for bet in dict.fromkeys(limit.bets):
            if first.setdefault(bet, table.where) != table.where:
                table.fault("bets", f"expected one limit for bet {bet!r}, got {first[bet]} too")
    top.faults.settle()
    return Limits(name, title, tuple(each), names, source, note)


def _limit(table: Table, known: Collection[str]) -> Limit:
    """The limit of one `[[limit]]` table; its faults are noted."""
    table.only("bets", "difference", *_AMOUNTS)
    bets = table.items("bets", str, 'a bet such as "tie" or "tie/8"')
    for number, ref in enumerate(bets, 1):
        if ref not in known:
            try:
                load.bet(ref)
            except CatalogError as error:
                table.fault_in("bets", number, str(error))
    if table.values.get("bets") == []:
        table.fault("bets", "expected one bet or more, got none")
    if len(set(bets)) < len(bets):
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
    return Limit(tuple(bets), least, amounts.get("most"), amounts.get("table"), difference)
