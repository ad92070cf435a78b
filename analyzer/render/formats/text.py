"""A page for a terminal or a plain text file, aligned for every script and never cut."""

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, zip_longest

from analyzer.render.formats.wrap import pieces, split_at_hyphens, widest, width_of, wrap
from analyzer.render.page import Page, Verdict, cell_text, notes_of, one_line
from analyzer.render.table import Cell, Column, Table
from analyzer.render.words import Words
from analyzer.text import plural

_GAP = 2
_NARROWEST = 8

Tint = Callable[[Column, Cell], str]
"""The colour of a cell as the number of an ANSI escape sequence, such as "32" for green; "" for none."""

_BOLD = "1"
_COLORS = {"yes": "1;32", "no": "1;31", "open": _BOLD}
"""The colours of a verdict by its word: green, red or none, all of them bold."""


def render_text(page: Page, words: Words, width: int | None = None, tint: Tint | None = None) -> str:
    """The verdict between rules; each table's title, header, rows and notes; then the provenance.

    No line is wider than `width` terminal columns unless a single word or number is; None sets no limit. With
    `tint`, headings and the verdict have colours too; they change neither words nor alignment.
    """
    bold = "" if tint is None else _BOLD
    parts = [] if page.title is None else [_paragraph([words.translate(page.title)], width, bold)]
    if page.verdict is not None:
        parts.append(_framed(page.verdict, words, width, "" if tint is None else _COLORS[page.verdict.word]))
    for table in page.tables:
        columns = text_columns(table, words, tint)
        parts += [
            _paragraph([words.translate(table.title)], width, bold),
            "\n\n".join(_laid_out(*part, width, bold) for part in _parts(columns, width)),
            _paragraph([*notes_of(table, words)], width),
        ]
    parts.append(_paragraph([] if page.rest is None else [words.translate(page.rest)], width))
    parts.append(_paragraph([*_hidden(page, words)], width))
    parts.append(_paragraph([words.translate(line) for line in page.provenance.lines()], width))
    return "\n\n".join(part for part in parts if part).rstrip("\n") + "\n"


def _paragraph(texts: Sequence[str], width: int | None, color: str = "") -> str:
    lines = map(one_line, texts)
    parts = lines if width is None else (part for line in lines for part in wrap(line, width))
    return "\n".join(_painted(part, color) for part in parts)


def _painted(text: str, color: str) -> str:
    """A text in a colour, if there are both."""
    return f"\x1b[{color}m{text}\x1b[0m" if text and color else text


def _hidden(page: Page, words: Words) -> Iterator[str]:
    """A note on the columns that are left out, if any."""
    heads = dict.fromkeys(words.translate(head) for table in page.tables for head in table.hidden)
    if heads:
        left_out = plural(
            "{n} more column, in other formats only: {columns}.",
            "{n} more columns, in other formats only: {columns}.",
            len(heads),
            columns=tuple(heads),
        )
        yield words.translate(left_out)


def _framed(verdict: Verdict, words: Words, width: int | None, color: str) -> str:
    """The sentence of a verdict between two rules, so that it stands out, and its details."""
    sentence = _paragraph([words.translate(verdict.sentence)], width)
    rule = "=" * widest(sentence.split("\n"))
    painted = (_painted(line, color) for line in sentence.split("\n"))
    details = [words.translate(detail) for detail in verdict.details]
    return "\n".join((rule, *painted, rule, *([_paragraph(details, width)] if details else [])))


@dataclass(frozen=True, slots=True)
class TextColumn:
    """A column as texts: its head, its cells, whether they are numbers, and the colour of each cell."""

    head: str
    cells: Sequence[str]
    numeric: bool
    colors: Sequence[str]

    @property
    def natural(self) -> int:
        """The width in terminal columns if no text is broken."""
        return max(width_of(self.head), widest(self.cells))

    def least(self, parts: Callable[[str], list[str]]) -> int:
        """The least width if texts are broken into `parts` and numbers are not broken."""
        head = widest(parts(self.head))
        if self.numeric:
            return max(head, widest(self.cells))
        broken = (widest(parts(text)) for text in set(self.cells))
        return max(head, *broken, min(widest(self.cells), _NARROWEST))

    def lines(self, size: int) -> list[list[str]]:
        """The head and the cells, each broken into lines of this size where possible."""
        cells = ([text] if self.numeric else wrap(text, size) for text in self.cells)
        return [wrap(self.head, size), *cells]


def text_columns(table: Table, words: Words, tint: Tint | None = None) -> list[TextColumn]:
    """The columns of a table, every cell as shown to people, in the colours that `tint` chooses."""
    columns = []
    for place, column in enumerate(table.columns):
        cells = [cell_text(row[place], column, words) for row in table.rows]
        colors = [tint(column, row[place]) if tint else "" for row in table.rows]
        columns.append(TextColumn(one_line(words.translate(column.head)), cells, column.numeric, colors))
    return columns


def _parts(
    columns: Sequence[TextColumn], width: int | None
) -> Iterator[tuple[Sequence[TextColumn], list[int]]]:
    """Columns to be set side by side, with their widths.

    Columns that do not fit, even with ids broken, follow in parts that repeat the names of rows.
    """
    if width is None:
        yield columns, [column.natural for column in columns]
        return
    for parts in (_pieces, _finest):
        least = [column.least(parts) for column in columns]
        if _span(least) <= width:
            yield columns, _fit(columns, least, width)
            return
    names = _row_names(columns, width)
    most = max(1, width // 2 if len(names) < len(columns) else width)
    name_sizes = [_within(column, most) for column in names]
    part, least = list(names), name_sizes
    for column in columns[len(names) :]:
        size = _within(column, max(1, width - _span(name_sizes) - _GAP))
        if len(part) > len(names) and _span([*least, size]) > width:
            yield part, _fit(part, least, width)
            part, least = list(names), name_sizes
        part, least = [*part, column], [*least, size]
    yield part, _fit(part, least, width)


def _row_names(columns: Sequence[TextColumn], width: int) -> Sequence[TextColumn]:
    """The first columns that distinguish all rows, if they leave half the page free; else the first one."""
    for number in range(1, len(columns)):
        if _span([column.least(_pieces) for column in columns[:number]]) > width // 2:
            break
        rows = list(zip(*(column.cells for column in columns[:number]), strict=True))
        if len(set(rows)) == len(rows):
            return columns[:number]
    return columns[:1]


def _within(column: TextColumn, most: int) -> int:
    """The least width of a column, at most `most`; ids are broken only if it would be wider."""
    least = column.least(_pieces)
    return least if least <= most else min(column.least(_finest), most)


def _span(sizes: Sequence[int]) -> int:
    return sum(sizes) + _GAP * (len(sizes) - 1)


def _fit(columns: Sequence[TextColumn], least: list[int], width: int) -> list[int]:
    """Column sizes that fit into `width`, none below its least; the widest are narrowed first."""
    natural = [column.natural for column in columns]
    caps = range(max(natural), 0, -1)
    fitting = ([max(low, min(size, cap)) for low, size in zip(least, natural, strict=True)] for cap in caps)
    return next((sizes for sizes in fitting if _span(sizes) <= width), least)


def _laid_out(columns: Sequence[TextColumn], allotted: list[int], width: int | None, bold: str) -> str:
    """The columns side by side under a rule; a number wider than its column is on the last line of its row.

    A text wider than its column goes below its line, within the page, or below its row if it ends its cell.
    Heads are `bold`; all widths are those of the texts without colours.
    """
    lines = [column.lines(size) for column, size in zip(columns, allotted, strict=True)]
    needed = [max(map(widest, column)) for column in lines]
    sizes = [min(size, most) for size, most in zip(allotted, needed, strict=True)]
    page = width or _span(sizes)
    rows: list[list[str]] = []
    below: defaultdict[int, list[str]] = defaultdict(list)
    sides = [column.numeric for column in columns]
    for number, row in enumerate(zip(*lines, strict=True)):
        colors = [bold if not number else column.colors[number - 1] for column in columns]
        blanks = [""] * (max(map(len, row)) - 1)
        cells = [
            blanks + cell if column.numeric and widest(cell) > size else cell
            for cell, column, size in zip(row, columns, sizes, strict=True)
        ]
        after: list[str] = []
        for line, texts in enumerate(zip_longest(*cells, fillvalue="")):
            wide = {place: most for place, most in enumerate(map(width_of, texts)) if most > sizes[place]}
            fitting = ["" if place in wide else text for place, text in enumerate(texts)]
            if any(fitting) or not wide:
                rows.append([*map(_padded, fitting, sizes, sides, colors)])
            for place, most in wide.items():
                start = min(_span([*sizes[:place], 0]), page - most)
                end = min(page, max(_span(sizes[: place + 1]), needed[place]))
                indent = end - most if columns[place].numeric else start
                ends = line == len(cells[place]) - 1
                (after if ends else below[len(rows)]).append(
                    " " * indent + _painted(texts[place], colors[place])
                )
        below[len(rows)] += after
        if not number:
            rows.append(["-" * size for size in sizes])
    aligned = ((" " * _GAP).join(row).rstrip() for row in rows)
    return "\n".join(chain(below[0], *([line, *below[n]] for n, line in enumerate(aligned, 1))))


def _padded(text: str, size: int, right: bool, color: str) -> str:
    """A text right- or left-aligned in a column of this size, in a colour if there is one."""
    blank, text = " " * (size - width_of(text)), _painted(text, color)
    return blank + text if right else text + blank


def _pieces(text: str) -> list[str]:
    """The parts of a text that no line break divides, without the spaces after them."""
    return [piece.rstrip(" ") for piece in pieces(text)]


def _finest(text: str) -> list[str]:
    """The finest parts of a text, with ids also broken after their hyphens."""
    return [part.rstrip(" ") for piece in pieces(text) for part in split_at_hyphens(piece)]
