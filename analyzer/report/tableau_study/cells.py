"""The cells of a tableau study in tables: names, marks, figures, grids and lists."""

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import groupby

from analyzer.analysis.tableau_study import Cell, TableauStudy, cost
from analyzer.bets.digest import rules_and_bets
from analyzer.exact import decimal_text
from analyzer.render.page import Provenance
from analyzer.render.table import Column, Table
from analyzer.report.columns import PROBABILITY, text_columns
from analyzer.report.fields import Cells, Field, Fields, attributes, field_table, without
from analyzer.report.names import shoe_title
from analyzer.report.origin import made_from, shoe_or_infinite
from analyzer.report.tableau import facing, grid_columns
from analyzer.text import Figure, Message, Text, message

WRONG, EQUAL, UNLIKE = "!", "=", "*"
"""Marks of a cell: the rule is not best; both plays are equal; the two cards make another play best."""

WORTH = (
    Column("draw", message("EV of drawing"), "percent"),
    Column("stand", message("EV of standing"), "percent"),
    Column("difference", message("Difference"), "percent"),
    PROBABILITY,
    Column("cost", message("Cost"), "percent"),
)
"""Columns for the figures of a cell; the keys are the names of its attributes."""

BANKER, TWO_CARDS, RULE, BEST, FACING = text_columns(
    banker=message("Banker"),
    cards=message("Two cards"),
    rule=message("Rule"),
    best=message("Best play"),
    facing=message("Facing"),
)

COUPS = 1000
"""The number of coups for which the value of errors is stated."""

_PAGE, _GAP = 80, 2
"""The characters in a line of a text page, and between two columns of a table."""


def title(study: TableauStudy) -> Message:
    """The title of a study."""
    shoe = shoe_title(study.shoe)
    return message("{rules}, {shoe}: the tableau examined", rules=study.rules.title, shoe=shoe)


def provenance(study: TableauStudy) -> Provenance:
    """The provenance of a study."""
    rules, shoe = study.rules, shoe_or_infinite(study.shoe)
    digests = rules_and_bets(rules, study.bets)
    return made_from(digests, rules=rules.id, shoe=shoe, commission=study.commission)


def faced(study: TableauStudy) -> Column:
    """The column for what Banker faces, headed by what the columns of the tableau stand for."""
    by_card = study.rules.banker_by == "third-card"
    return Column("facing", message("Third card") if by_card else message("Player's total"), "text")


def letter(play: str) -> Message:
    """D or S as the tableau prints them, or "either" if both plays are worth the same."""
    return message("D") if play == "D" else message("S") if play == "S" else message("either")


def marked(play: str, marks: str) -> Message:
    """A play's letter followed by its marks, if it has any."""
    return Message("{letter}{marks}", (("letter", letter(play)), ("marks", marks))) if marks else letter(play)


def marked_rule(cell: Cell) -> Message:
    """The rule of a cell, marked where it is not the only best play."""
    return marked(cell.rule, WRONG if cell.wrong else EQUAL if cell.best == "either" else "")


def cards_text(cell: Cell) -> str | None:
    """The points of a hand's two cards; None for a cell of all hands with one total."""
    return None if cell.cards is None else "{}+{}".format(*cell.cards)


def errors_in_coups(cell: Cell) -> tuple[Fraction, ...]:
    """What an error is worth in COUPS to a bettor of one unit per coup on Player, on Banker, and on Tie."""
    return tuple(COUPS * cell.probability * change for change in cell.errors or (Fraction(0),) * 3)


def rows_of(cells: Iterable[Cell]) -> Iterator[tuple[Cell, ...]]:
    """The rows of a grid: the cells of one total, or of one pair of cards."""
    return (tuple(row) for _, row in groupby(cells, key=lambda cell: (cell.total, cell.cards)))


def grid(
    heading: Message,
    cells: Sequence[Cell],
    figure: str,
    full: bool,
    digits: int | None,
    notes: tuple[Text, ...] = (),
) -> Table:
    """One figure of each cell: Banker's totals, or cards, down; the columns of the tableau across.

    `figure` is the name of the attribute. Unless `full`, percentages have no sign and cards alone name a row.
    `digits`, if any, are the most decimals; there are fewer if only those fit into 80 columns.
    """
    columns = [Column("banker", message("Banker") if full else message("B"), "text")]
    if with_cards := full and cells[0].cards is not None:
        columns.append(TWO_CARDS)
    factor = 1 if full else 100
    names: list[tuple[str, ...]] = []
    numbers: list[list[Fraction | None]] = []
    for row in rows_of(cells):
        total, cards = str(row[0].total), cards_text(row[0])
        names.append((total, str(cards)) if with_cards else (cards or total,))
        values = (getattr(cell, figure) for cell in row)
        numbers.append([None if value is None else factor * value for value in values])
    if digits:
        label = max(len(name[0]) for name in names)
        digits = next((n for n in range(digits, 0, -1) if label + _width(numbers, n) <= _PAGE), 0)
    columns += grid_columns("percent" if full else "decimal", digits)
    shown = heading if full else message("{grid}, in percent", grid=heading)
    rows = tuple((*name, *row) for name, row in zip(names, numbers, strict=True))
    return Table(shown, tuple(columns), rows, notes)


def _width(numbers: Sequence[Sequence[Fraction | None]], digits: int) -> int:
    """The characters that a row of a grid's figures takes with these decimals, gaps before them included."""
    return sum(
        _GAP + max(len(decimal_text(x or Fraction(0), digits)) for x in column)
        for column in zip(*numbers, strict=True)
    )


def player_table(heading: Text, cells: Sequence[Cell]) -> Table:
    """One row per total, or per pair of cards, of Player: both plays, while Banker follows the rules."""
    columns = (Column("player", message("Player"), "text"), TWO_CARDS, RULE, *WORTH)
    rows: list[Cells] = [
        (str(cell.total), cards_text(cell), marked_rule(cell), *attributes(cell, WORTH)) for cell in cells
    ]
    chance = sum((cell.probability for cell in cells), Fraction(0))
    rows.append((message("all"), *(None,) * 5, chance, cost(cells)))
    note = message(
        "Banker does what the rules say. {wrong} the opposite is worth more to Player; {equal} both are "
        "worth the same.",
        wrong=WRONG,
        equal=EQUAL,
    )
    table = Table(heading, columns, tuple(rows), (note,))
    return without(table, "cards") if cells[0].cards is None else table


def by_cards_tables(study: TableauStudy, full: bool, digits: int | None) -> Iterator[Table]:
    """Banker's best play by the two cards, where totals differ, the gain of drawing; Player's choice."""
    yield _best_by_cards(study)
    yield _changed_by_cards(study)
    gain = message("EV of drawing minus EV of standing, for Banker by the two cards")
    yield grid(gain, study.banker_cards, "difference", full, digits)
    yield player_table(message("Player's choice by the two cards"), study.player_cards)


def _best_by_cards(study: TableauStudy) -> Table:
    unlike = frozenset(study.unlike)
    columns = (BANKER, TWO_CARDS, *grid_columns())
    rows: list[Cells] = []
    for row in rows_of(study.banker_cards):
        plays = (
            cell.best and marked(cell.best, WRONG * cell.wrong + UNLIKE * (cell in unlike)) for cell in row
        )
        rows.append((str(row[0].total), cards_text(row[0]), *plays))
    notes = (
        message("Cards by their points; 0: a ten, jack, queen or king."),
        message(
            "{wrong} the rule says the opposite; {unlike} another play is best than for the whole total.",
            wrong=WRONG,
            unlike=UNLIKE,
        ),
    )
    return Table(message("Banker's best play by the two cards"), columns, tuple(rows), notes)


def _changed_by_cards(study: TableauStudy) -> Table:
    """One row per cell by the two cards whose best play differs from that of the whole total."""
    fields: Fields[Cell] = (
        Field(BANKER, lambda cell: str(cell.total)),
        Field(TWO_CARDS, cards_text),
        Field(faced(study), lambda cell: facing(cell.column)),
        Field(BEST, lambda cell: letter(cell.best or "")),
        *WORTH[:-1],
    )
    by_cards = cost(study.banker_cards)
    note = message(
        "Best play by totals gains Banker {totals} per unit staked and coup over the rule, by the cards "
        "{cards}: {more} more.",
        totals=Figure(study.banker_cost, "percent"),
        cards=Figure(by_cards, "percent"),
        more=Figure(by_cards - study.banker_cost, "percent"),
    )
    return field_table(
        message("Where the two cards change Banker's best play"), study.unlike, fields, (note,)
    )
