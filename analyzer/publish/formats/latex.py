r"""A page as a LaTeX fragment to \input into a document.

Must not know what the numbers mean.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice

from analyzer.publish.formats.cells import cell_text, groups, one_line
from analyzer.publish.formats.wrap import pieces, widest, width_of
from analyzer.publish.page import Page, notes_of
from analyzer.publish.table import Table
from analyzer.publish.words import Words

_BREAK = "\u200b"
"""A place inside a word where a line may end."""
_LONG = re.compile("[^ ]{12,}")
"""A word, such as an address or a fraction, that may be broken; LaTeX does not by itself."""
_PIECES = re.compile(r"(?<=[/_.,=&?%-])(?=\w)|(?<=\d{6})(?=\d{3})")

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
    _BREAK: r"\allowbreak{}",
    "−": "$-$",
    **{raised: rf"\textsuperscript{{{digit}}}" for digit, raised in enumerate("⁰¹²³⁴⁵⁶⁷⁸⁹")},
}
_PATTERN = re.compile("[" + re.escape("".join(_SPECIAL)) + "]")


def escaped(text: str) -> str:
    r"""Text that LaTeX sets as it is written, on one line.

    >>> print(escaped("5% & more"))
    5\% \& more
    """
    return _PATTERN.sub(lambda found: _SPECIAL[found[0]], one_line(text))


@dataclass(frozen=True, slots=True)
class _Size:
    """A type size: the commands that choose it, and how many of its letters a line and a gap take.

    `narrowest` is to how many letters a column of text may be narrowed.
    """

    commands: str
    line: int
    gap: int
    narrowest: int


_UPRIGHT = (_Size("", 66, 2, 20),)
_TURNED = (
    _Size("", 104, 2, 30),
    _Size(r"\footnotesize\setlength{\tabcolsep}{3pt}", 126, 2, 14),
    _Size(r"\scriptsize\setlength{\tabcolsep}{2pt}", 146, 1, 8),
)
"""Sizes on a page, upright and turned, the best first, by the article class on A4 and letter paper."""


def render_latex(page: Page, words: Words) -> str:
    """A longtable for each table, which may run over pages, with rules of booktabs, notes in small print.

    The page is turned where an upright one does not hold every table; where a table has to be narrowed, its
    texts and heads take as many lines as they need.
    """
    grids = [_Grid.of(table, words) for table in page.tables]
    turned = any(grid.widths(size) is None for grid in grids for size in _UPRIGHT)
    lines = [
        rf"% requires \usepackage{{booktabs,longtable,array{',pdflscape' if turned else ''}}}",
        r"% scripts other than Latin need xelatex or lualatex",
        *([r"\begin{landscape}"] if turned else []),
    ]
    if page.title is not None:
        lines.append(rf"\section*{{{escaped(words.of(page.title))}}}")
    for table, grid in zip(page.tables, grids, strict=True):
        lines += _longtable(table, grid, words, _TURNED if turned else _UPRIGHT)
    lines += map(_small, map(words.of, page.provenance.lines()))
    lines += [r"\end{landscape}"] if turned else []
    return "\n".join(lines) + "\n"


@dataclass(frozen=True, slots=True)
class _Grid:
    """A table's texts: each column's head, its cells, whether they are numbers; and letters that they take.

    `natural` are letters of the widest cell on one line, `mean` of one among others, `least` of the widest
    part without a break.
    """

    heads: list[str]
    columns: list[list[str]]
    numeric: list[bool]
    natural: list[int]
    mean: list[int]
    least: list[int]

    @classmethod
    def of(cls, table: Table, words: Words) -> "_Grid":
        heads = [one_line(words.of(column.head)) for column in table.columns]
        columns = [
            [cell_text(row[place], column, words) for row in table.rows]
            for place, column in enumerate(table.columns)
        ]
        numeric = [column.numeric for column in table.columns]
        natural = [widest([head, *texts]) for head, texts in zip(heads, columns, strict=True)]
        mean = [
            sum(map(width_of, (head, *texts))) // (1 + len(texts))
            for head, texts in zip(heads, columns, strict=True)
        ]
        least = [
            max(_widest_part([head]), widest(texts) if number else _widest_part(set(texts)))
            for head, texts, number in zip(heads, columns, numeric, strict=True)
        ]
        return cls(heads, columns, numeric, natural, mean, least)

    def widths(self, size: "_Size") -> list[int] | None:
        """Letters to each column so that a line holds them, most where most is needed; None if it cannot."""
        widths = [
            low if number else max(low, min(full, size.narrowest))
            for low, full, number in zip(self.least, self.natural, self.numeric, strict=True)
        ]
        spare = size.line - size.gap * len(widths) - sum(widths)
        if spare < 0:
            return None
        for _ in range(spare):
            narrow = [place for place, width in enumerate(widths) if width < self.natural[place]]
            if not narrow:
                break
            widths[max(narrow, key=lambda place: Fraction(self.mean[place], widths[place]))] += 1
        return widths


def _longtable(table: Table, grid: _Grid, words: Words, sizes: Sequence[_Size]) -> Iterator[str]:
    """A table in the first size that holds it, or else in the last, at its natural width."""
    size = next((size for size in sizes if grid.widths(size) is not None), sizes[-1])
    widths = grid.widths(size) or grid.natural
    narrowed = widths != grid.natural
    if size.commands:
        yield rf"\begingroup{size.commands}"
    places = _shares(grid, widths, size) if narrowed else ["r" if number else "l" for number in grid.numeric]
    yield rf"\begin{{longtable}}{{{''.join(places)}}}"
    if title := words.of(table.title):
        yield rf"\caption{{{escaped(title)}}}\\"
    head = _row(_text(head, narrowed) for head in grid.heads)
    yield from (r"\toprule", head, r"\midrule", r"\endfirsthead")
    yield from (r"\toprule", head, r"\midrule", r"\endhead", r"\bottomrule", r"\endfoot")
    rows = zip(*grid.columns, strict=True)
    for number, group in enumerate(groups(table)):
        if number:
            yield r"\addlinespace"
        for texts in islice(rows, len(group)):
            pairs = zip(texts, grid.numeric, strict=True)
            yield _row(_number(text) if number else _text(text, narrowed) for text, number in pairs)
    yield r"\end{longtable}"
    if size.commands:
        yield r"\endgroup"
    yield from map(_small, notes_of(table, words))


def _shares(grid: _Grid, widths: Sequence[int], size: _Size) -> Iterator[str]:
    """Columns whose cells are broken into lines, numbers to the right, each with its share of the line."""
    for width, number in zip(widths, grid.numeric, strict=True):
        share = f"0.{1000 * (width + size.gap) // size.line:03}"
        place = r"\raggedleft" if number else r"\raggedright"
        yield rf">{{{place}\arraybackslash}}p{{\dimexpr {share}\linewidth-2\tabcolsep\relax}}"


def _number(text: str) -> str:
    return f"$-${escaped(text[1:])}" if text.startswith("-") else escaped(text)


def _text(text: str, narrowed: bool) -> str:
    return escaped(_breakable(text)) if narrowed else escaped(text)


def _breakable(text: str) -> str:
    """A text that may be broken where its script lets it, long words after a sign, numbers by six digits."""
    if not text.isascii():
        text = "".join(part if part.endswith(" ") else part + _BREAK for part in pieces(text))
    return _LONG.sub(lambda word: _PIECES.sub(_BREAK, word[0]), text.removesuffix(_BREAK))


def _widest_part(texts: Iterable[str]) -> int:
    """Letters of the widest part of some texts that cannot be broken."""
    parts = {part for text in texts for piece in pieces(_breakable(text)) for part in piece.split(_BREAK)}
    return widest([part.rstrip(" ") for part in parts])


def _small(text: str) -> str:
    return rf"\par\smallskip{{\footnotesize\raggedright {escaped(_breakable(text))}\par}}"


def _row(cells: Iterable[str]) -> str:
    return " & ".join(cells) + r" \\"
