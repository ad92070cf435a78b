"""Where insurance is offered: the totals at which a manual sells which bets."""

from functools import cache

from analyzer.analysis.inside import Offer
from analyzer.catalog import load
from analyzer.catalog.toml_table import TomlTable


@cache
def offers() -> tuple[Offer, ...]:
    """Every offer of the library, in the order of its file.

    Raises:
        CatalogError: the file is faulty; a line per fault.
    """
    top = load.packaged(".", "offers")
    top.only("source", "offer")
    found = tuple(_offer(table) for table in top.tables("offer"))
    top.faults.raise_if_any()
    return found


def source() -> str:
    """Who says so, as a citation."""
    return load.citation(load.packaged(".", "offers").values["source"])


def _offer(table: TomlTable) -> Offer:
    table.only("bets", "after", "player", "banker")
    references = table.items("bets", str, "a bet such as 'tie/8'")
    after = table.whole("after", 4, 5, required=False) or 4
    return Offer(tuple(map(load.bet, references)), after, _totals(table, "player"), _totals(table, "banker"))


def _totals(table: TomlTable, hand: str) -> tuple[int | None, ...]:
    """The totals of a hand; None alone where it is not open."""
    if hand not in table.values:
        return (None,)
    return tuple(table.items(hand, int, "a total from 0 to 9"))
