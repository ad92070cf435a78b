r"""A table as a LaTeX fragment to \input into a document.

Must not know what the numbers mean.
"""

import re

from analyzer.publish.cells import cell_text, one_line
from analyzer.publish.table import Table

_SPECIAL = {
    "\\": r"\textbackslash{}",
    "{": r"\{",
    "}": r"\}",
    "$": r"\$",
    "&": r"\&",
    "#": r"\#",
    "_": r"\_",
    "%": r"\%",
    "^": r"\textasciicircum{}",
    "~": r"\textasciitilde{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    # After \\ a bracket or a star would be read as an argument.
    "[": "{[}",
    "]": "{]}",
    "*": "{*}",
}
_PATTERN = re.compile("[" + re.escape("".join(_SPECIAL)) + "]")


def escaped(text: str) -> str:
    r"""Text that LaTeX sets as it is written, on one line.

    >>> print(escaped("5% & more"))
    5\% \& more
    """
    return _PATTERN.sub(lambda found: _SPECIAL[found[0]], one_line(text))


def render_latex(table: Table, digits: int) -> str:
    """A table environment with caption, rules of booktabs, and notes in small print."""
    lines = [
        r"% requires \usepackage{booktabs}; scripts other than Latin need xelatex or lualatex",
        r"\begin{table}",
        r"\centering",
    ]
    if table.title:
        lines.append(rf"\caption{{{escaped(table.title)}}}")
    lines += [
        rf"\begin{{tabular}}{{{''.join('r' if column.numeric else 'l' for column in table.columns)}}}",
        r"\toprule",
        _row([escaped(column.head) for column in table.columns]),
        r"\midrule",
    ]
    for row in table.rows:
        shown = []
        for cell, column in zip(row, table.columns, strict=True):
            text = escaped(cell_text(cell, column, digits))
            shown.append("$-$" + text[1:] if column.numeric and text.startswith("-") else text)
        lines.append(_row(shown))
    lines += [r"\bottomrule", r"\end{tabular}"]
    lines += [
        rf"\par\smallskip{{\footnotesize {escaped(note)}\par}}" for note in (*table.notes, *table.provenance)
    ]
    lines.append(r"\end{table}")
    return "\n".join(lines) + "\n"


def _row(cells: list[str]) -> str:
    return " & ".join(cells) + r" \\"
