"""Limits of a table as a table and as a document.

Lays out what the catalog says; holds no stake to them.
"""

from collections.abc import Sequence

from analyzer.play.settlement.limits import Limits
from analyzer.render.table import Column, Table
from analyzer.report.fields import attributes, exact_entry
from analyzer.text import Text, message


def limits_table(title: Text, item: Limits, notes: Sequence[Text]) -> Table:
    """A row a limit: on which bets, and the least and the most that may be staked."""
    columns = (
        Column("bets", message("Bets"), "text"),
        Column("least", message("Least stake"), "ratio"),
        Column("most", message("Most of one stake"), "ratio"),
        Column("table", message("Whole table"), "ratio"),
        Column("holds_for", message("Holds for"), "text"),
    )
    of_difference, of_each = message("the difference between them"), message("each of them")
    rows = tuple(
        (
            ", ".join(limit.bets),
            *attributes(limit, columns[1:4]),
            of_difference if limit.difference else of_each,
        )
        for limit in item.limits
    )
    use = message("`baccarat settle --limits` holds stakes to them.")
    return Table(title, columns, rows, (use, *notes))


def limit_documents(item: Limits) -> list[dict[str, object]]:
    """Each limit with its amounts as exact texts, None where there is none."""
    return [
        {
            "bets": list(limit.bets),
            **exact_entry(limit, "least", "most", "table"),
            "difference": limit.difference,
        }
        for limit in item.limits
    ]
