r"""A page as a LaTeX fragment to \input into a document.

Must not know what the numbers mean.
"""

import re
from collections.abc import Iterator

from analyzer.publish.formats.cells import cell_text, one_line
from analyzer.publish.formats.wrap import widest
from analyzer.publish.page import Page, notes_of
from analyzer.publish.table import Column, Table
from analyzer.publish.words import Words

_LONG = 30
"""Columns of a terminal beyond which a text is broken into lines."""

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


def render_latex(page: Page, words: Words) -> str:
    """A longtable for each table, which may run over pages, with rules of booktabs, notes in small print."""
    lines = [
        r"% requires \usepackage{booktabs,longtable,array}",
        r"% scripts other than Latin need xelatex or lualatex",
    ]
    if page.title is not None:
        lines.append(rf"\section*{{{escaped(words.of(page.title))}}}")
    for table in page.tables:
        lines += _longtable(table, words)
    lines += map(_small, map(words.of, page.provenance.lines()))
    return "\n".join(lines) + "\n"


def _longtable(table: Table, words: Words) -> Iterator[str]:
    shown = [
        [cell_text(cell, column, words) for cell, column in zip(row, table.columns, strict=True)]
        for row in table.rows
    ]
    head = _row([escaped(words.of(column.head)) for column in table.columns])
    title = words.of(table.title)
    yield rf"\begin{{longtable}}{{{_places(table, shown)}}}"
    if title:
        yield rf"\caption{{{escaped(title)}}}\\"
    yield from (r"\toprule", head, r"\midrule", r"\endfirsthead")
    yield from (r"\toprule", head, r"\midrule", r"\endhead", r"\bottomrule", r"\endfoot")
    for texts in shown:
        yield _row([_cell(text, column) for text, column in zip(texts, table.columns, strict=True)])
    yield r"\end{longtable}"
    yield from map(_small, notes_of(table, words))


def _cell(text: str, column: Column) -> str:
    safe = escaped(text)
    return "$-$" + safe[1:] if column.numeric and safe.startswith("-") else safe


def _places(table: Table, shown: list[list[str]]) -> str:
    """How each column is set: numbers to the right, short texts to the left, longer ones in lines.

    Columns of longer texts share three fifths of the line.
    """
    long = [
        not column.numeric and widest([row[place] for row in shown]) > _LONG
        for place, column in enumerate(table.columns)
    ]
    percent = 60 // max(1, sum(long))
    wrapped = rf">{{\raggedright\arraybackslash}}p{{0.{percent:02}\linewidth}}"
    return "".join(
        "r" if column.numeric else wrapped if broken else "l"
        for column, broken in zip(table.columns, long, strict=True)
    )


def _small(text: str) -> str:
    return rf"\par\smallskip{{\footnotesize {escaped(text)}\par}}"


def _row(cells: list[str]) -> str:
    return " & ".join(cells) + r" \\"
