"""Table limits by id or from a user's TOML file, and the totals at which manuals offer insurance."""

from collections.abc import Mapping
from functools import cache, partial

from analyzer.analysis.inside import InsideOffer
from analyzer.catalog import load
from analyzer.catalog.reference import is_path
from analyzer.catalog.toml_table import DESCRIPTION, TomlTable
from analyzer.errors import CatalogError
from analyzer.play.settlement.limits import Limit, TableLimits
from analyzer.text import message

_AMOUNTS = ("least", "most", "table")
NO_OTHER_BETS: Mapping[str, str] = {}  # For limits that may name only the library's bets.


def limits(ref: str, known: Mapping[str, str] = NO_OTHER_BETS) -> TableLimits:
    """The limits with an id or alias, or of a TOML file (`ref` ends in .toml or contains a path separator).
    `known` maps the ids, references and aliases of further bets to the id or reference that each one means.
    Raises CatalogError for an unknown id, or with one line per fault of a file.

    >>> limits("first-seed").limits[0].difference
    True
    """
    return load.find("limits", ref, partial(read_limits, known=known) if is_path(ref) else read_limits)


def read_limits(top: TomlTable, name: str, known: Mapping[str, str] = NO_OTHER_BETS) -> TableLimits:
    """The limits that a file describes. Raises CatalogError with one line per fault."""
    top.only(*DESCRIPTION, "limit")
    description, aliases = top.description(name), top.aliases()
    tables = top.tables("limit")
    parsed = [_limit(table, known) for table in tables]
    first: dict[str, str] = {}
    for table, limit in zip(tables, parsed, strict=True):
        for bet in dict.fromkeys(limit.bets):
            if first.setdefault(bet, table.where) != table.where:
                another = message(
                    "expected one limit for bet {bet}, got {limit} too", bet=repr(bet), limit=first[bet]
                )
                table.fault("bets", another)
    top.faults.raise_if_any()
    return TableLimits(name, limits=tuple(parsed), aliases=aliases, **description)


def _limit(table: TomlTable, known: Mapping[str, str]) -> Limit:
    table.only("bets", "difference", *_AMOUNTS)
    bets = table.items("bets", str, message('a bet such as "tie" or "tie/8"'))
    names = [_bet_name(table, number, ref, known) for number, ref in enumerate(bets, 1)]
    if table.values.get("bets") == []:
        table.fault("bets", message("one bet or more is required"))
    if len(set(names)) < len(names):
        table.fault("bets", message("expected each bet once, got one twice"))
    amounts = {key: table.ratio(key) for key in _AMOUNTS if key in table.values}
    if not amounts:
        table.fault("", message("'least', 'most' or 'table' is required"))
    least = amounts.get("least")
    for key, amount in amounts.items():
        if amount is not None and amount <= 0:
            table.fault(key, message("expected an amount above 0, got {amount}", amount=repr(str(amount))))
        elif amount is not None and least is not None and amount < least:
            table.fault(
                key,
                message(
                    "expected at least the minimum stake, {least}, got {amount}",
                    least=repr(str(least)),
                    amount=repr(str(amount)),
                ),
            )
    difference = table.value("difference", bool, message("true or false"), False) or False
    if difference and (len(bets) != 2 or "table" not in amounts):
        table.fault(
            "difference", message("expected two bets and a limit 'table' on the difference between them")
        )
    return Limit(tuple(names), least, amounts.get("most"), amounts.get("table"), difference)


def _bet_name(table: TomlTable, number: int, ref: str, known: Mapping[str, str]) -> str:
    """The id of a limit's bet, or its reference if that names a price; an unknown bet is noted as a fault."""
    if ref in known:
        return known[ref]
    try:
        bet = load.bet(ref)
    except CatalogError as error:
        table.fault_in("bets", number, error.message)
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
        bets = tuple(map(load.bet, table.items("bets", str, message('a bet such as "tie/8"'))))
        after = table.whole("after", 4, 5, required=False) or 4
        listed.append(InsideOffer(bets, after, _totals(table, "player"), _totals(table, "banker")))
    top.faults.raise_if_any()
    return tuple(listed)


def offers_source() -> str:
    """The source of the offers, as a citation."""
    return load.citation(load.packaged(".", "offers").values["source"])


def _totals(table: TomlTable, hand: str) -> tuple[int | None, ...]:
    """The totals of a hand at which the bets are offered; only None if that hand is still face down."""
    return tuple(table.items(hand, int, message("a total from 0 to 9"))) if hand in table.values else (None,)
