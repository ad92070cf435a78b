"""The sheets of an audit workbook behind its totals: the shoe, and the classes with their ways.

Must not know what bets pay. `analyzer.report.workbook` explains why every number is exact.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import count
from math import prod
from typing import TYPE_CHECKING

import numpy as np

from analyzer.bets.bet import Bet
from analyzer.bets.facts import DECK
from analyzer.census.dealing_orders import Classes, Row
from analyzer.census.kinds import Kinds
from analyzer.game.cards import RANKS, SUITS
from analyzer.game.shoe import Shoe
from analyzer.render.formats.book import PALE, Book, Formula, cell, column_name, span
from analyzer.text import Text, message

if TYPE_CHECKING:
    from xlsxwriter.format import Format
    from xlsxwriter.worksheet import Worksheet

MOST_CARDS = 600
PART = 10**8  # Ways are written in two parts: the quotient by this number, and the remainder.
_EARLY = 4  # This many factors are multiplied by the orders; the product of the others is a separate column.
_COUNTS = 10
_ROWS = 5
"""The first row of counts on the shoe's sheet, and of classes on a classes sheet; counted from 0."""


@dataclass(frozen=True, slots=True)
class Ranges:
    """Cells of a sheet of classes: the lines of each bet, by the bet's index, and both parts of the ways.

    `ways` are the totals over all classes, by bet index and line.
    """

    lines: Mapping[int, str]
    high: str
    low: str
    ways: Mapping[tuple[int, str], int]


def kind_names(kinds: Kinds) -> list[str]:
    """The name of each kind: its points, its ranks, or its ranks with their suits.

    >>> kind_names(Kinds.distinguishing(tuple(card.points for card in DECK)))[:2]
    ['0', '1']
    >>> kind_names(Kinds.distinguishing(tuple(card.color == "red" for card in DECK)))
    ['A23456789TJQKsc', 'A23456789TJQKhd']
    """
    cards_of: list[list[int]] = [[] for _ in range(len(kinds))]
    for index, kind in enumerate(kinds.labels):
        cards_of[kind].append(index)
    if kinds.fineness == "points":
        return ["".join(sorted({str(DECK[index].points) for index in cards})) for cards in cards_of]
    return [" ".join(_ranks_and_suits(cards)) for cards in cards_of]


def _ranks_and_suits(cards: Iterable[int]) -> Iterator[str]:
    """Ranks that have the same suits, together, followed by these suits unless they are all four."""
    suits_of: dict[str, str] = {}
    for index in cards:
        rank, suit = divmod(index, len(SUITS))
        suits_of[RANKS[rank]] = suits_of.get(RANKS[rank], "") + SUITS[suit]
    for suits in dict.fromkeys(suits_of.values()):
        ranks = "".join(rank for rank in suits_of if suits_of[rank] == suits)
        yield ranks if suits == SUITS else ranks + suits


def _counts_of(kinds: Kinds, shoe: Shoe) -> list[int]:
    """How many cards of each kind are in a shoe that distinguishes the kinds."""
    return [int(n) for n in kinds.counts(np.array([shoe.counts], dtype=np.int64), shoe.fineness)[0]]


def write_shoe(book: Book, shoe: Shoe, unknown: int, groups: Sequence[Classes]) -> str:
    """Write the sheet of counts, from which all else follows. Returns a formula: are the counts unchanged?

    It defines `cards`, the number of cards; `deals_early` and `deals_late`, whose product is the number of
    deals; and for the n-th of `partitions` the cells `kinds_n` and `counts_n`, the number of cards of each.
    """
    title = message("Shoe")
    sheet = book.sheet(book.words.translate(title), landscape=False)
    book.title(sheet, title)
    hint = message("You can change the counts in blue: every number in this workbook is recalculated.")
    book.paragraph(sheet, 1, 6, 90, hint)
    sheet.set_column(0, 2, 14)
    sheet.set_column(3, 3, 18)

    joint = Kinds.distinguishing(*(group.kinds.labels for group in groups))
    published = _counts_of(joint, shoe)
    last = _COUNTS + len(published) - 1
    inputs, stated = (span(sheet, _COUNTS, last, place) for place in (1, 2))
    for row, (what, name, formula, value) in enumerate(_sizes(inputs, shoe.size, unknown), start=3):
        sheet.write_string(row, 0, book.text(what), book.style())
        sheet.write_formula(row, 3, formula, book.number(), value)
        book.define(name, span(sheet, row, row, 3))

    for place, head in enumerate((message("Card"), message("Left"), message("As published"))):
        book.head(sheet, _COUNTS - 1, place, head, align="right" if place else "left")
    for row, (name, n) in enumerate(zip(kind_names(joint), published, strict=True), start=_COUNTS):
        _write_kind(sheet, row, 0, name, book.style(align="left"))
        sheet.write_number(row, 1, n, book.number(free=True))
        sheet.write_number(row, 2, n, book.number(font_color=PALE))
    whole = {"validate": "integer", "criteria": "between", "minimum": 0, "maximum": MOST_CARDS}
    sheet.data_validation(_COUNTS, 1, last, 1, whole)

    for number, kinds in enumerate(partitions(groups), start=1):
        sheets = (message("Classes {n}", n=n) for n, g in enumerate(groups, start=1) if g.kinds == kinds)
        place = 1 + 3 * number
        sheet.set_column(place, place + 1, 14)
        used = message("Kinds of {sheets}", sheets=tuple(sheets))
        sheet.write_string(_COUNTS - 2, place, book.text(used), book.style())
        book.head(sheet, _COUNTS - 1, place, message("Kind"), align="left")
        book.head(sheet, _COUNTS - 1, place + 1, message("Left"))
        of_kind: dict[int, set[int]] = {}
        for kind, fine in zip(kinds.labels, joint.labels, strict=True):
            of_kind.setdefault(kind, set()).add(fine)
        for kind, (name, n) in enumerate(zip(kind_names(kinds), _counts_of(kinds, shoe), strict=True)):
            _write_kind(sheet, _COUNTS + kind, place, name, book.style(align="left"))
            formula = "=" + "+".join(cell(_COUNTS + fine, 1) for fine in sorted(of_kind[kind]))
            sheet.write_formula(_COUNTS + kind, place + 1, formula, book.number(), n)
        for offset, name in enumerate(("kinds", "counts")):
            ends = _COUNTS, _COUNTS + len(kinds) - 1
            book.define(f"{name}_{number}", span(sheet, *ends, place + offset))
    return f"SUMPRODUCT(--({inputs}<>{stated}))=0"


def _sizes(inputs: str, size: int, unknown: int) -> Iterator[tuple[Text, str, str, int]]:
    """The numbers that follow from the counts alone: heading, name, formula and value of each."""
    yield message("Cards in all"), "cards", f"=SUM({inputs})", size
    for what, name, places in (
        (message("Ways to draw the first four cards"), "deals_early", range(min(_EARLY, unknown))),
        (message("Ways to draw the other cards"), "deals_late", range(_EARLY, unknown)),
    ):
        yield what, name, "=" + "*".join(map(_unseen, places)), prod(size - drawn for drawn in places)


def _unseen(place: int) -> str:
    """A formula: how many cards can be at a place, counted from 0, that no bet looks at."""
    return f"MAX(0,cards-{place})"


def _write_kind(sheet: "Worksheet", row: int, place: int, name: str, style: "Format") -> None:
    """Write the name of a kind; a single digit as a number, since spreadsheets flag digits stored as text."""
    if len(name) == 1 and name.isdigit():
        sheet.write_number(row, place, int(name), style)
    else:
        sheet.write_string(row, place, name, style)


def partitions(groups: Sequence[Classes]) -> list[Kinds]:
    """The sets of kinds that the groups distinguish, without repetition."""
    return list(dict.fromkeys(group.kinds for group in groups))


def write_classes(
    book: Book, number: int, group: Classes, table: int, bets: Sequence[Bet], shoe: Shoe
) -> Ranges:
    """Write the sheet of a group's classes; its kinds are the `table`-th set on the shoe's sheet."""
    title = message("Classes {n}", n=number)
    sheet = book.sheet(book.words.translate(title))
    book.title(sheet, title)
    looked = message("Cards that decide the bets: {places}.", places=group.places)
    book.paragraph(sheet, 1, 20, 160, looked)
    seen = max(len(row.held) for row in group.rows)
    first = seen + group.unknown
    cards, left = range(seen), range(seen, first)
    orders, early, late, high, low = range(first, first + 5)
    lines = dict(zip(group.bets, count(low + 1), strict=False))

    names = kind_names(group.kinds)
    width = max(6, *(len(name) + 2 for name in names))
    _heads(book, sheet, cards, message("Cards of the class"), width, "center")
    _heads(book, sheet, left, message("Cards left for each card of the deal"), 7, "right")
    for place, head, width in (
        (orders, message("Orders"), 9),
        (early, message("Orders × first four"), 20),
        (late, message("Product of the others"), 12),
        (high, message("Ways, hundred millions"), 16),
        (low, message("Ways, last 8 digits"), 14),
    ):
        # The two parts of the ways are set close together, so that they read as one number.
        look = {"align": "left", "indent": 1} if place == low else {}
        book.head(sheet, _ROWS - 1, place, head, **look)
        sheet.set_column(place, place, width)
    for row in (_ROWS - 2, _ROWS - 1):
        sheet.set_row(row, book.height(2))
    for index, place in lines.items():
        book.head(sheet, _ROWS - 1, place, bets[index].reference, align="left", indent=1)
        sheet.set_column(place, place, min(30, max(13, len(bets[index].reference) + 4)))

    formulas = _formulas(table, cards, left, orders)
    counts, plain = _counts_of(group.kinds, shoe), book.number()
    digits = book.number(num_format="0" * 8, align="left", indent=1)
    styles = [*[book.number(font_color=PALE)] * len(left), plain, plain, book.number(num_format="0"), digits]
    line_style, label = book.style(indent=1), book.style(align="center")
    totals: Counter[tuple[int, str]] = Counter()
    for row, entry in enumerate(group.rows, start=_ROWS):
        for place, kind in enumerate(entry.held):
            _write_kind(sheet, row, place, names[kind], label)
        sheet.write_number(row, orders, entry.orders, plain)
        values = _values(entry, counts, shoe.size, group.unknown)
        for (place, formula), style, value in zip(formulas, styles, values, strict=True):
            sheet.write_formula(row, place, Formula(formula.replace("#", str(row + 1))), style, value)
        for (index, place), line in zip(lines.items(), entry.lines, strict=True):
            sheet.write_string(row, place, line, line_style)
            totals[index, line] += values[-2] * PART + values[-1]
    last = _ROWS + len(group.rows) - 1
    sheet.freeze_panes(_ROWS, 0)
    sheet.repeat_rows(_ROWS - 2, _ROWS - 1)
    sheet.autofilter(_ROWS - 1, 0, last, low + len(lines))
    line_cells = {index: span(sheet, _ROWS, last, place) for index, place in lines.items()}
    return Ranges(line_cells, span(sheet, _ROWS, last, high), span(sheet, _ROWS, last, low), totals)


def _heads(book: Book, sheet: "Worksheet", places: Sequence[int], over: Text, width: int, align: str) -> None:
    """Write the heads of some columns: numbers from 1, with one head above them all."""
    if places:
        book.paragraph(sheet, _ROWS - 2, places[-1], width * len(places), over, first=places[0])
        sheet.set_column(places[0], places[-1], width)
    for number, place in enumerate(places, start=1):
        book.head(sheet, _ROWS - 1, place, str(number), align=align)


def _formulas(table: int, cards: Sequence[int], left: Sequence[int], orders: int) -> list[tuple[int, str]]:
    """The formula of each calculated column; # stands for the number of the row."""

    def at(place: int) -> str:
        return f"{column_name(place)}#"

    formulas = []
    for place, column in enumerate(left):
        formula = _unseen(place)
        if place < len(cards):
            drawn = "".join(f"-({at(cards[place])}={at(earlier)})" for earlier in cards[:place])
            count = f"INDEX(counts_{table},MATCH({at(cards[place])},kinds_{table},0))"
            formula = f'IF({at(cards[place])}="",{formula},MAX(0,{count}{drawn}))'
        formulas.append((column, formula))
    early, late, high, low = range(orders + 1, orders + 5)
    rest = f"MOD({at(early)},{PART})*{at(late)}"
    return [
        *formulas,
        (early, "*".join(map(at, (orders, *left[:_EARLY])))),
        (late, "*".join(map(at, left[_EARLY:]))),
        (high, f"INT({at(early)}/{PART})*{at(late)}+INT({rest}/{PART})"),
        (low, f"MOD({rest},{PART})"),
    ]


def _values(row: Row, counts: Sequence[int], size: int, unknown: int) -> list[int]:
    """The values of the formulas of `_formulas` for a class, in the same order."""
    drawn = [max(0, counts[kind] - row.held[:place].count(kind)) for place, kind in enumerate(row.held)]
    left = [*drawn, *(size - place for place in range(len(row.held), unknown))]
    early, late = row.orders * prod(left[:_EARLY]), prod(left[_EARLY:])
    return [*left, early, late, *divmod(early * late, PART)]
