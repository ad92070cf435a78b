"""Cells of an examined tableau as tables have them: names, marks, figures, grids and lists.

Lays out exact values; computes none, and renders none.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import groupby

from analyzer.analysis.tableau_study import Cell, TableauStudy, cost
from analyzer.catalog.digests import rules_and_bets
from analyzer.exact import decimal_text
from analyzer.game.shoe import Shoe
from analyzer.render.provenance import Provenance
from analyzer.render.table import Cell as TableCell
from analyzer.render.table import Column, Kind, Table
from analyzer.report.names import shoe_title
from analyzer.text import Message, Text, message

WRONG, EQUAL, UNLIKE = "!", "=", "*"
"""Marks of a cell: the rule is not best; it makes no difference; two cards make another play best."""

ACROSS = (None, *range(10))
"""What stands across a grid: Player stood, then the columns of the tableau."""

_PERCENT = 100
_PAGE, _GAP = 80, 2
"""Columns of a text, and those between two of a table's."""


def title(found: TableauStudy) -> Message:
    """What a study is called."""
    return message(
        "{rules}, {shoe}: the tableau examined", rules=found.rules.title, shoe=shoe_words(found.shoe)
    )


def shoe_words(shoe: Shoe | None) -> Message:
    """What a shoe is called in a title; None is the infinite one."""
    return message("infinite shoe") if shoe is None else shoe_title(shoe)


def provenance(found: TableauStudy) -> Provenance:
    """What was asked for a study."""
    facts = (
        ("rules", found.rules.id),
        ("shoe", "infinite" if found.shoe is None else str(found.shoe)),
        ("commission", str(found.commission)),
    )
    return Provenance(facts, rules_and_bets(found.rules, found.bets))


def facing(cell: Cell) -> Text:
    """What Banker faces: that Player stood, or a column of the tableau."""
    return message("stood") if cell.column is None else str(cell.column)


def facing_head(found: TableauStudy) -> Message:
    """What the columns of the tableau stand for."""
    return message("Third card") if found.rules.banker_by == "third-card" else message("Player's total")


def letter(play: str) -> Message:
    """To draw or to stand as the tableau has it, or that either will do."""
    return message("D") if play == "D" else message("S") if play == "S" else message("either")


def marked(play: str, marks: str) -> Message:
    """A letter and its marks: no words, so nothing to translate."""
    return Message("{letter}{marks}", (("letter", letter(play)), ("marks", marks))) if marks else letter(play)


def mark(cell: Cell) -> str:
    """The mark of a cell where the rule stands; none where it is the best play."""
    return WRONG if cell.wrong else EQUAL if cell.best == "either" else ""


def cards_text(cell: Cell) -> str | None:
    """The points of a hand's two cards; None where all of a total are meant."""
    return None if cell.cards is None else "{}+{}".format(*cell.cards)


def rows_of(cells: Iterable[Cell]) -> Iterator[tuple[Cell, ...]]:
    """The rows of a grid: the cells of one total, or of one pair of cards."""
    return (tuple(row) for _, row in groupby(cells, key=lambda cell: (cell.total, cell.cards)))


def worth_columns() -> tuple[Column, ...]:
    """Columns for the figures of a cell."""
    return (
        Column("draw", message("EV of drawing"), "percent"),
        Column("stand", message("EV of standing"), "percent"),
        Column("difference", message("Difference"), "percent"),
        Column("probability", message("Probability"), "percent"),
        Column("cost", message("Cost"), "percent"),
    )


def worth(cell: Cell) -> tuple[TableCell, ...]:
    """The figures of a cell."""
    return cell.draw, cell.stand, cell.difference, cell.probability, cell.cost


def grid_columns(kind: Kind, digits: int | None) -> Iterator[Column]:
    """A column for each column of the tableau."""
    for at in ACROSS:
        key, head = ("stood", "-") if at is None else (f"column_{at}", str(at))
        yield Column(key, head, kind, digits)


def grid(
    heading: Message,
    cells: Sequence[Cell],
    value: Callable[[Cell], Fraction | None],
    full: bool,
    digits: int | None,
    notes: tuple[Text, ...] = (),
) -> Table:
    """A figure of each cell: Banker's totals, or cards, down; across as the tableau.

    Where there is no room, percentages have no sign and the cards alone name a row; `digits` are then taken
    as the most decimals, fewer standing where only those fit into 80 columns.
    """
    by_cards = cells[0].cards is not None
    names: list[Callable[[Cell], str | None]] = [lambda cell: str(cell.total)]
    columns = [Column("banker", message("Banker") if full else message("B"), "text")]
    if by_cards:
        names = [*names, cards_text] if full else [cards_text]
        columns = [*columns, Column("cards", message("Two cards"), "text")] if full else columns
    rows: list[tuple[TableCell, ...]] = []
    figures: list[list[Fraction | None]] = []
    for row in rows_of(cells):
        figures.append([x if full or x is None else _PERCENT * x for x in map(value, row)])
        rows.append((*(name(row[0]) for name in names), *figures[-1]))
    if digits:
        label = max(len(str(row[0])) for row in rows)
        digits = next((n for n in range(digits, 0, -1) if label + _wide(figures, n) <= _PAGE), 0)
    columns += grid_columns("percent" if full else "decimal", digits)
    return Table(
        heading if full else message("{grid}, in percent", grid=heading), tuple(columns), tuple(rows), notes
    )


def _wide(figures: Sequence[Sequence[Fraction | None]], digits: int) -> int:
    """How many columns of text the figures of a grid take at some decimals, with the gaps before them."""
    return sum(
        _GAP + max(len(decimal_text(x or Fraction(0), digits)) for x in column)
        for column in zip(*figures, strict=True)
    )


def player_table(heading: Text, cells: Sequence[Cell]) -> Table:
    """A row a total, or a pair of cards, of Player: both plays, Banker doing what the rules say."""
    by_cards = cells[0].cards is not None
    columns = (
        Column("player", message("Player"), "text"),
        *((Column("cards", message("Two cards"), "text"),) if by_cards else ()),
        Column("rule", message("Rule"), "text"),
        *worth_columns(),
    )
    rows: list[tuple[TableCell, ...]] = [
        (
            str(cell.total),
            *((cards_text(cell),) if by_cards else ()),
            marked(cell.rule, mark(cell)),
            *worth(cell),
        )
        for cell in cells
    ]
    blank = (None,) * (len(columns) - 3)
    rows.append((message("all"), *blank, sum((cell.probability for cell in cells), Fraction(0)), cost(cells)))
    note = message(
        "Banker does what the rules say. {wrong} the opposite is worth more to Player; {equal} both are "
        "worth the same.",
        wrong=WRONG,
        equal=EQUAL,
    )
    return Table(heading, columns, tuple(rows), (note,))
