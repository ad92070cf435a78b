"""Limits of a table as a table and as a document.

Lays out what the catalog says; holds no stake to them.
"""

from collections.abc import Sequence
from fractions import Fraction

from analyzer.exact import ratio_text
from analyzer.message import Text, say
from analyzer.play.settlement.limits import Limits
from analyzer.publish.table import Column, Table


def limits_table(title: Text, item: Limits, notes: Sequence[Text]) -> Table:
    """A row a limit: on which bets, and the least and the most that may be staked."""
    columns = (
        Column("bets", say("Bets"), "text"),
        Column("least", say("Least stake"), "ratio"),
        Column("most", say("Most of one stake"), "ratio"),
        Column("table", say("Whole table"), "ratio"),
        Column("holds_for", say("Holds for"), "text"),
    )
    rows = tuple(
        (
            ", ".join(limit.bets),
            limit.least,
            limit.most,
            limit.table,
            say("the difference between them") if limit.difference else say("each of them"),
        )
        for limit in item.each
    )
    use = say("`baccarat settle --limits` holds stakes to them.")
    return Table(title, columns, rows, (use, *notes))


def limit_documents(item: Limits) -> list[dict[str, object]]:
    """Each limit with its amounts as exact texts, None where there is none."""
    return [
        {
            "bets": list(limit.bets),
            "least": _text(limit.least),
            "most": _text(limit.most),
            "table": _text(limit.table),
            "difference": limit.difference,
        }
        for limit in item.each
    ]


def _text(amount: Fraction | None) -> str | None:
    return None if amount is None else ratio_text(amount)
