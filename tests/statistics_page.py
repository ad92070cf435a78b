"""The tables of `docs/reference/statistics.md` that are made from the lists of statistics.

`python tests/statistics_page.py` writes them again; `tests/docs/test_statistics_page.py` compares them.
"""

import re
from collections.abc import Iterable, Iterator
from typing import Any

from suite import ROOT

from analyzer.report import kinds
from analyzer.report.fields import Fields, each
from analyzer.report.statistics import LINES, LOCKED, STATISTICS

PAGE = ROOT / "docs" / "reference" / "statistics.md"
PLACE = re.compile(r"(?<=<!-- from the lists -->\n\n).*?(?=\n\n<!-- end -->)", re.DOTALL)
SHOWN = {
    "count": "whole number",
    "ratio": "ratio",
    "percent": "ratio, in percent",
    "decimal": "ratio, as a decimal",
    "root": "root",
    "signed_root": "root",
}


def tables() -> str:
    """The tables of a bet's statistics and of its lines' statistics."""
    bets = rows((*STATISTICS, *LOCKED), ("bets",))
    lines = rows(LINES, ("bets", "lines"))
    return "\n".join(["Of each bet:\n", *table(bets), "", "Of each line of a bet:\n", *table(lines)])


def rows(fields: Fields[Any], path: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """Heading, key, kind and meaning of each field that has a heading and is in documents."""
    for field in each(fields):
        if field.in_documents and field.column.head:
            meaning = kinds.Describer("odds", {}, (*path, field.key)).meaning
            yield str(field.column.head), f"`{field.key}`", SHOWN[field.column.kind], meaning


def table(rows: Iterable[tuple[str, ...]]) -> list[str]:
    """Rows as Markdown."""
    head = [("in tables", "key", "shown as", "meaning"), ("---", "---", "---", "---")]
    return [f"| {' | '.join(row)} |" for row in (*head, *rows)]


if __name__ == "__main__":
    made = tables()
    PAGE.write_text(PLACE.sub(lambda _: made, PAGE.read_text(encoding="utf-8")), encoding="utf-8")
