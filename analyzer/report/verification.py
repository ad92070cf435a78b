"""What came of checking a certificate, as a table.

Lays out what was found; checks nothing.
"""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from analyzer.audit.certificate import Verification
from analyzer.render.table import Cell, Column, Table
from analyzer.text import message, plural

_CONFIRMED = (
    Column("bet", message("Bet"), "text"),
    Column("lines", message("Lines"), "count"),
    Column("classes", message("Classes"), "count"),
    Column("house_edge", message("House edge"), "percent"),
)
_REFUTED = (
    Column("where", message("Where"), "text"),
    Column("claimed", message("Claimed"), "text"),
    Column("exact", message("Exact"), "text"),
)


def table(found: Verification, file: str) -> Table:
    """A row for each bet that was confirmed, or else for each difference."""
    if found.holds:
        return Table(
            message("The certificate {file} holds", file=file),
            _CONFIRMED,
            tuple(map(_confirmed, found.exact["bets"])),
            (message("Every number in it was worked out anew by dealing every coup."),),
        )
    rows = tuple((one.where, one.claimed, one.exact) for one in found.differences)
    tally = plural("{n} difference.", "{n} differences.", len(rows))
    return Table(message("The certificate {file} is refuted", file=file), _REFUTED, rows, (tally,))


def _confirmed(bet: Mapping[str, Any]) -> tuple[Cell, ...]:
    name = bet["id"] if bet["paytable"] is None else f"{bet['id']}/{bet['paytable']}"
    classes = sum(len(line["classes"]) for line in bet["lines"])
    return name, len(bet["lines"]), classes, Fraction(bet["house_edge"])


def document(found: Verification) -> dict[str, object]:
    """The same for machines, schema `baccarat-verification/1`."""
    return {
        "schema": "baccarat-verification/1",
        "holds": found.holds,
        "differences": [
            {"where": one.where, "claimed": one.claimed, "exact": one.exact} for one in found.differences
        ],
    }
