"""A table as GitHub-flavoured Markdown.

Must not know what the numbers mean.
"""

import re

from analyzer.publish.cells import cell_text, one_line
from analyzer.publish.table import Table

_SPECIAL = re.compile(r"[\\`*_{}\[\]<>&#|~$]")
# These begin a list, a heading underline or a numbered list, but only at the start of a line.
_START = re.compile(r"^(\d+(?=[.)](?: |$))|(?=[-+=]))")


def escaped(text: str) -> str:
    r"""Text that Markdown shows as it is written, on one line.

    >>> print(escaped("a|b *c*"))
    a\|b \*c\*
    """
    return _START.sub(r"\1\\", _SPECIAL.sub(r"\\\g<0>", one_line(text)))


def render_markdown(table: Table, digits: int) -> str:
    """Second-level heading, pipe table with its alignment, and notes as a list."""
    lines = [
        _row([escaped(column.head) for column in table.columns]),
        _row(["---:" if column.numeric else ":---" for column in table.columns]),
    ]
    for row in table.rows:
        shown = []
        for cell, column in zip(row, table.columns, strict=True):
            text = cell_text(cell, column, digits)
            shown.append(escaped(text) if isinstance(cell, str) else text)
        lines.append(_row(shown))
    parts = [f"## {escaped(table.title)}" if table.title else "", "\n".join(lines)]
    parts += ["\n".join(f"- {escaped(line)}" for line in lines) for lines in (table.notes, table.provenance)]
    return "\n\n".join(part for part in parts if part) + "\n"


def _row(cells: list[str]) -> str:
    return f"| {' | '.join(cells)} |"
