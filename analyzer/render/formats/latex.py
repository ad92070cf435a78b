r"""A page as a LaTeX fragment, to be included in a document with \input."""

import re
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import islice
from typing import NamedTuple

from analyzer.render.formats.text import TextColumn, text_columns
from analyzer.render.formats.wrap import pieces, width_of
from analyzer.render.page import Page, Verdict, groups, notes_of, one_line, unbroken
from analyzer.render.table import Table
from analyzer.render.words import Words

_BREAK = "\u200b"  # where a line may end inside a word
_LONG = re.compile("[^ ]{12,}")
"""A long word, such as an address or a fraction, which LaTeX does not break on its own."""
_PIECES = re.compile(r"(?<=[/_.,=&?%-])(?=\w)|(?<=\d{6})(?=\d{3})")

_SPECIAL = {
    "\\": r"\textbackslash{}",
    **{sign: f"\\{sign}" for sign in "{}$&#_%"},
    "^": r"\textasciicircum{}",
    "~": r"\textasciitilde{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    # After \\ a bracket or a star would be read as an argument.
    **{sign: f"{{{sign}}}" for sign in "[]*"},
    _BREAK: r"\allowbreak{}",
    "−": "$-$",
    "\xa0": "~",
    **{raised: rf"\textsuperscript{{{digit}}}" for digit, raised in enumerate("⁰¹²³⁴⁵⁶⁷⁸⁹")},
}
_PATTERN = re.compile("[" + re.escape("".join(_SPECIAL)) + "]")


def escaped(text: str) -> str:
    r"""Text that LaTeX prints literally, on one line.

    >>> print(escaped("5% & more"))
    5\% \& more
    """
    return _PATTERN.sub(lambda match: _SPECIAL[match[0]], unbroken(one_line(text)))


class _Size(NamedTuple):
    """A type size: its commands, and the characters per line, per gap, and in the narrowest text column."""

    commands: str
    line: int
    gap: int
    narrowest: int


_UPRIGHT = (_Size("", 66, 2, 20),)
_LANDSCAPE = (
    _Size("", 104, 2, 30),
    _Size(r"\footnotesize\setlength{\tabcolsep}{3pt}", 126, 2, 14),
    _Size(r"\scriptsize\setlength{\tabcolsep}{2pt}", 146, 1, 8),
)
"""Sizes for portrait and landscape pages, best first, for the article class on A4 and letter paper."""


def render_latex(page: Page, words: Words) -> str:
    """A longtable for each table, notes in small print; in landscape if a portrait page is too narrow."""
    columns = [_Columns(text_columns(table, words)) for table in page.tables]
    landscape = any(table.widths(size) is None for table in columns for size in _UPRIGHT)
    lines = [
        rf"% requires \usepackage{{booktabs,longtable,array{',pdflscape' if landscape else ''}}}",
        r"% scripts other than Latin need xelatex or lualatex",
        *([r"\begin{landscape}"] if landscape else []),
    ]
    if page.title is not None:
        lines.append(rf"\section*{{{escaped(words.translate(page.title))}}}")
    if page.verdict is not None:
        lines.append(_framed(page.verdict, words))
    for table, measured in zip(page.tables, columns, strict=True):
        lines += _longtable(table, measured, words, _LANDSCAPE if landscape else _UPRIGHT)
    lines += map(_small, map(words.translate, page.provenance.lines()))
    lines += [r"\end{landscape}"] if landscape else []
    return "\n".join(lines) + "\n"


def _framed(verdict: Verdict, words: Words) -> str:
    """The verdict in large type and its details, in a frame as wide as the line."""
    sentence, *details = (
        escaped(_breakable(words.translate(text))) for text in (verdict.sentence, *verdict.details)
    )
    inside = "".join(rf"\par\smallskip {detail}" for detail in details)
    width = r"\dimexpr\linewidth-2\fboxsep-2\fboxrule\relax"
    box = rf"\fbox{{\parbox{{{width}}}{{\raggedright{{\Large\bfseries {sentence}\par}}{inside}}}}}"
    return rf"\par\medskip\noindent{box}\par\medskip"


class _Columns:
    """The columns of a table, with the natural, mean and least width of each, in characters."""

    def __init__(self, columns: Sequence[TextColumn]) -> None:
        self.columns = columns
        self.natural = [column.natural for column in columns]
        texts = [(column.head, *column.cells) for column in columns]
        self.mean = [sum(map(width_of, column)) // len(column) for column in texts]
        self.least = [column.least(_unbreakable) for column in columns]

    def widths(self, size: _Size) -> list[int] | None:
        """Column widths in characters that fit on a line, wider where texts need it; None if none fit."""
        widths = [
            least if column.numeric else max(least, min(natural, size.narrowest))
            for column, least, natural in zip(self.columns, self.least, self.natural, strict=True)
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


def _longtable(table: Table, measured: _Columns, words: Words, sizes: Sequence[_Size]) -> Iterator[str]:
    """A table in the first size in which it fits, or else in the last at its natural width."""
    size = next((size for size in sizes if measured.widths(size) is not None), sizes[-1])
    widths = measured.widths(size) or measured.natural
    narrowed = widths != measured.natural
    columns = measured.columns
    if size.commands:
        yield rf"\begingroup{size.commands}"
    alignments = ("r" if column.numeric else "l" for column in columns)
    places = _shares(columns, widths, size) if narrowed else alignments
    yield rf"\begin{{longtable}}{{{''.join(places)}}}"
    if title := words.translate(table.title):
        yield rf"\caption{{{escaped(title)}}}\\"
    head = _row(_text(column.head, narrowed) for column in columns)
    yield from (r"\toprule", head, r"\midrule", r"\endfirsthead")
    yield from (r"\toprule", head, r"\midrule", r"\endhead", r"\bottomrule", r"\endfoot")
    rows = zip(*(column.cells for column in columns), strict=True)
    for number, group in enumerate(groups(table)):
        if number:
            yield r"\addlinespace"
        for texts in islice(rows, len(group)):
            cells = zip(texts, columns, strict=True)
            yield _row(_number(text) if column.numeric else _text(text, narrowed) for text, column in cells)
    yield r"\end{longtable}"
    if size.commands:
        yield r"\endgroup"
    yield from map(_small, notes_of(table, words))


def _shares(columns: Sequence[TextColumn], widths: Sequence[int], size: _Size) -> Iterator[str]:
    """The specification of wrapping columns, each with its share of the line; numbers are right-aligned."""
    for column, width in zip(columns, widths, strict=True):
        share = f"0.{1000 * (width + size.gap) // size.line:03}"
        place = r"\raggedleft" if column.numeric else r"\raggedright"
        yield rf">{{{place}\arraybackslash}}p{{\dimexpr {share}\linewidth-2\tabcolsep\relax}}"


def _number(text: str) -> str:
    return f"$-${escaped(text[1:])}" if text.startswith("-") else escaped(text)


def _text(text: str, narrowed: bool) -> str:
    return escaped(_breakable(text)) if narrowed else escaped(text)


def _breakable(text: str) -> str:
    """A text with marks where it may break: as its script allows, after signs, or after six digits."""
    if not text.isascii():
        text = "".join(part if part.endswith(" ") else part + _BREAK for part in pieces(text))
    return _LONG.sub(lambda word: _PIECES.sub(_BREAK, word[0]), text.removesuffix(_BREAK))


def _unbreakable(text: str) -> list[str]:
    return [part.rstrip(" ") for piece in pieces(_breakable(text)) for part in piece.split(_BREAK)]


def _small(text: str) -> str:
    return rf"\par\smallskip{{\footnotesize\raggedright {escaped(_breakable(text))}\par}}"


def _row(cells: Iterable[str]) -> str:
    return " & ".join(cells) + r" \\"
