"""What came of checking a certificate, as a table.

Lays out what was found; checks nothing.
"""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from analyzer.audit.certificate import Verification
from analyzer.message import say, say_many
from analyzer.publish.table import Cell, Column, Table

_CONFIRMED = (
    Column("bet", say("Bet"), "text"),
    Column("lines", say("Lines"), "count"),
    Column("classes", say("Classes"), "count"),
    Column("house_edge", say("House edge"), "percent"),
)
_REFUTED = (
    Column("where", say("Where"), "text"),
    Column("claimed", say("Claimed"), "text"),
    Column("exact", say("Exact"), "text"),
)


def table(found: Verification, file: str) -> Table:
    """A row for each bet that was confirmed, or else for each difference."""
    if found.holds:
        return Table(
            say("The certificate {file} holds", file=file),
            _CONFIRMED,
            tuple(map(_confirmed, found.exact["bets"])),
            (say("Every number in it was worked out anew by dealing every coup."),),
        )
    rows = tuple((one.where, one.claimed, one.exact) for one in found.differences)
    tally = say_many("{n} difference.", "{n} differences.", len(rows))
    return Table(say("The certificate {file} is refuted", file=file), _REFUTED, rows, (tally,))


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
