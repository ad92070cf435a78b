"""Table limits by id or from a user's TOML file, and the totals at which manuals offer insurance."""

from collections.abc import Mapping
from functools import cache, partial

from analyzer.analysis.inside import InsideOffer
from analyzer.catalog import load
from analyzer.catalog.reference import is_path
from analyzer.catalog.toml_table import DESCRIPTION, TomlTable
from analyzer.errors import CatalogError
from analyzer.play.settlement.limits import Limit, TableLimits

_AMOUNTS = ("least", "most", "table")
NO_OTHER_BETS: Mapping[str, str] = {}  # Only the library's bets are known.


def limits(ref: str, known: Mapping[str, str] = NO_OTHER_BETS) -> TableLimits:
    """The limits with an id or alias, or of a TOML file (`ref` ends in .toml or holds a path separator).
    `known` maps the ids, references and aliases of further bets to the id or reference that each one means.
    Raises CatalogError for an unknown id, or with a line per fault of a file.

    >>> limits("first-seed").limits[0].difference
    True
    """
    return load.find("limits", ref, partial(read_limits, known=known) if is_path(ref) else read_limits)


def read_limits(top: TomlTable, name: str, known: Mapping[str, str] = NO_OTHER_BETS) -> TableLimits:
    """The limits that a file describes. Raises CatalogError with a line per fault."""
    top.only(*DESCRIPTION, "limit")
    description, aliases = top.description(name), top.aliases()
    tables = top.tables("limit")
    parsed = [_limit(table, known) for table in tables]
    first: dict[str, str] = {}
    for table, limit in zip(tables, parsed, strict=True):
        for bet in dict.fromkeys(limit.bets):
            if first.setdefault(bet, table.where) != table.where:
                table.fault("bets", f"expected one limit for bet {bet!r}, got {first[bet]} too")
    top.faults.raise_if_any()
    return TableLimits(name, limits=tuple(parsed), aliases=aliases, **description)


def _limit(table: TomlTable, known: Mapping[str, str]) -> Limit:
    table.only("bets", "difference", *_AMOUNTS)
    bets = table.items("bets", str, 'a bet such as "tie" or "tie/8"')
    names = [_bet_name(table, number, ref, known) for number, ref in enumerate(bets, 1)]
    if table.values.get("bets") == []:
        table.fault("bets", "one bet or more is required")
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
    """The id of a limit's bet, or its reference if that names a price; an unknown bet is noted as a fault."""
    if ref in known:
        return known[ref]
    try:
        bet = load.bet(ref)
    except CatalogError as error:
        table.fault_in("bets", number, str(error))
        return ref
    return bet.reference if "/" in ref else bet.id


@cache
def offers() -> tuple[InsideOffer, ...]:
    """Every offer of insurance in the library, in the order of its file."""
    top = load.packaged(".", "offers")
    top.only("source", "offer")
    listed = []
    for table in top.tables("offer"):
        table.only("bets", "after", "player", "banker")
        bets = tuple(map(load.bet, table.items("bets", str, "a bet such as 'tie/8'")))
        after = table.whole("after", 4, 5, required=False) or 4
        listed.append(InsideOffer(bets, after, _totals(table, "player"), _totals(table, "banker")))
    top.faults.raise_if_any()
    return tuple(listed)


def offers_source() -> str:
    """The source of the offers, as a citation."""
    return load.citation(load.packaged(".", "offers").values["source"])


def _totals(table: TomlTable, hand: str) -> tuple[int | None, ...]:
    """The totals of a hand at which the offer holds; only None if the hand is not open."""
    return tuple(table.items(hand, int, "a total from 0 to 9")) if hand in table.values else (None,)
