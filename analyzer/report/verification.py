"""What came of checking a certificate, as a table or a document.

Lays out what was found; checks nothing.
"""

from collections.abc import Mapping
from dataclasses import asdict
from fractions import Fraction
from typing import Any

from analyzer.audit.certificate import Verification
from analyzer.render.table import Cell, Column, Table
from analyzer.report.columns import BET, HOUSE_EDGE, text_columns
from analyzer.text import message, plural


def table(found: Verification, file: str) -> Table:
    """One row for each bet that was confirmed, or else for each difference."""
    if found.holds:
        counts = (
            Column("lines", message("Lines"), "count"),
            Column("classes", message("Classes"), "count"),
        )
        return Table(
            message("The certificate {file} holds", file=file),
            (BET, *counts, HOUSE_EDGE),
            tuple(map(_confirmed, found.exact["bets"])),
            (message("Every number in it was worked out anew by dealing every coup."),),
        )
    columns = text_columns(where=message("Where"), claimed=message("Claimed"), exact=message("Exact"))
    rows = tuple((difference.where, difference.claimed, difference.exact) for difference in found.differences)
    tally = plural("{n} difference.", "{n} differences.", len(rows))
    return Table(message("The certificate {file} is refuted", file=file), columns, rows, (tally,))


def _confirmed(bet: Mapping[str, Any]) -> tuple[Cell, ...]:
    name = bet["id"] if bet["paytable"] is None else f"{bet['id']}/{bet['paytable']}"
    classes = sum(len(line["classes"]) for line in bet["lines"])
    return name, len(bet["lines"]), classes, Fraction(bet["house_edge"])


def document(found: Verification) -> dict[str, object]:
    """The same for machines, schema `baccarat-verification/1`."""
    return {
        "schema": "baccarat-verification/1",
        "holds": found.holds,
        "differences": list(map(asdict, found.differences)),
    }
