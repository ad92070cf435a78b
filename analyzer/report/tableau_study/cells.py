"""The cells of a tableau study: names, marks, grids, lists, data rows and the document."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import groupby
from operator import attrgetter

from analyzer.analysis.tableau_study import Cell, TableauStudy, cost
from analyzer.bets.digest import digest_of_rules, rules_and_bets
from analyzer.exact import decimal_text, ratio_text
from analyzer.phrases.cards import HANDS
from analyzer.render.page import Page
from analyzer.render.table import Column, Table
from analyzer.report import columns
from analyzer.report.document import Document
from analyzer.report.fields import Field, Fields, field_table, headed, record, records, said, through, without
from analyzer.report.kinds import ABSENT, COUNT, PROBABILITY, RATIO, TEXT, Kind, one_of
from analyzer.report.names import shoe_title
from analyzer.report.origin import INFINITE, Origin
from analyzer.report.tableau import facing, grid_columns
from analyzer.text import Figure, Message, Text, message

WRONG, EQUAL, UNLIKE = "!", "=", "*"
"""Marks of a cell: the rule is not best; both plays are equal; the two cards change the best play."""
WORTH: list[Field[Cell]] = [
    headed("draw", message("EV of drawing"), "percent", kind=RATIO.optional),
    headed("stand", message("EV of standing"), "percent", kind=RATIO.optional),
    headed("difference", message("Difference"), "percent", kind=RATIO.optional),
    Field(columns.PROBABILITY, kind=PROBABILITY),
    headed("cost", message("Cost"), "percent"),
]
"""The figures of a cell."""

COUPS = 1000  # The number of coups for which the cost of errors is stated.
_PAGE, _GAP = 80, 2  # The characters in a line of a text page, and between two columns of a table.


def title(study: TableauStudy) -> Message:
    """The title of a study."""
    shoe = shoe_title(study.shoe)
    return message("{rules}, {shoe}: study of the tableau", rules=study.rules.title, shoe=shoe)


def origin_of(study: TableauStudy, composition: bool = False) -> Origin:
    """What decided a study; documents also state whether they list its cells by the two cards of a hand."""
    rules, shoe = study.rules, INFINITE if study.shoe is None else study.shoe
    options = {"commission": ratio_text(study.commission)} | ({"composition": "yes"} if composition else {})
    known = {"rules": rules.id, "rules_sha256": digest_of_rules(rules), "shoe": shoe, "sha256": None}
    shown = {"rules": rules.id, "shoe": shoe}
    return Origin(None, study.bets, tuple(options.items()), rules_and_bets(rules, study.bets), known, shown)


def letter(play: str) -> Message:
    """D or S as in the tableau, or "either" if both plays are worth the same."""
    return message("D") if play == "D" else message("S") if play == "S" else message("either")


def marked(play: str, marks: str) -> Message:
    """A play's letter, followed by its marks if it has any."""
    return Message("{letter}{marks}", (("letter", letter(play)), ("marks", marks))) if marks else letter(play)


def marked_rule(cell: Cell) -> Message:
    """The rule of a cell, marked where it is not the only best play."""
    return marked(cell.rule, WRONG if cell.wrong else EQUAL if cell.best == "either" else "")


def cards_text(cell: Cell) -> str | None:
    """The points of a hand's two cards; None for a cell of all hands with one total."""
    return None if cell.cards is None else "{}+{}".format(*cell.cards)


BANKER: Field[Cell] = headed("banker", message("Banker"), "text", lambda cell: str(cell.total))
TWO_CARDS: Field[Cell] = headed("cards", message("Two cards"), "text", cards_text)
RULE: Field[Cell] = headed("rule", message("Rule"), "text", lambda cell: letter(cell.rule))
BEST: Field[Cell] = headed("best", message("Best play"), "text", lambda cell: cell.best and letter(cell.best))
FACING: Field[Cell] = headed(
    "facing", message("Facing"), "text", lambda cell: facing(cell.column) if cell.hand == "banker" else None
)


def faced(study: TableauStudy) -> Field[Cell]:
    """What Banker faces; the head is what the columns of the tableau stand for."""
    by_card = study.rules.banker_by == "third-card"
    head = message("Third card") if by_card else message("Player's total")
    return replace(FACING, column=replace(FACING.column, head=head))


def errors_in_coups(cell: Cell) -> tuple[Fraction, ...]:
    """What one unit per coup on Player, on Banker, and on Tie gains by an error in COUPS coups."""
    return tuple(COUPS * cell.probability * change for change in cell.errors or (Fraction(0),) * 3)


def costs_table(title: Text, cells: Sequence[Cell], naming: Fields[Cell], notes: Iterable[Text]) -> Table:
    """One row per cell: its name, the value of each play, and the cost of the rule; then the total."""
    table = field_table(title, cells, (naming, WORTH), notes)
    chance = sum((cell.probability for cell in cells), Fraction(0))
    empty = (None,) * (len(table.columns) - 3)
    return replace(table, rows=(*table.rows, (message("all"), *empty, chance, cost(cells))))


def rows_of(cells: Iterable[Cell]) -> Iterator[tuple[Cell, ...]]:
    """The rows of a grid: the cells of one total, or of one pair of cards."""
    return (tuple(row) for _, row in groupby(cells, key=lambda cell: (cell.total, cell.cards)))


def grid(
    head: Message,
    cells: Sequence[Cell],
    figure: str,
    full: bool,
    digits: int | None,
    notes: Sequence[Text] = (),
) -> Table:
    """One figure of each cell: one row per total of Banker, or per pair of cards; the columns of the tableau.

    `figure` is the name of the attribute. Unless `full`, percentages have no sign and rows are named by cards
    alone. `digits`, if given, limits the decimals, which are reduced until the table fits into 80 columns.
    """
    columns = [Column("banker", message("Banker") if full else message("B"), "text")]
    by_cards = cells[0].cards is not None
    if by_cards and full:
        columns.append(TWO_CARDS.column)
    factor = 1 if full else 100
    names: list[tuple[str, ...]] = []
    numbers: list[list[Fraction | None]] = []
    for row in rows_of(cells):
        total, cards = str(row[0].total), cards_text(row[0])
        names.append((total, str(cards)) if by_cards and full else (cards or total,))
        values = (getattr(cell, figure) for cell in row)
        numbers.append([None if value is None else factor * value for value in values])
    if digits:
        label = max(len(name[0]) for name in names)
        digits = next((n for n in range(digits, 0, -1) if label + _width(numbers, n) <= _PAGE), 0)
    columns += grid_columns("percent" if full else "decimal", digits)
    shown = head if full else message("{grid}, in percent", grid=head)
    rows = tuple((*name, *row) for name, row in zip(names, numbers, strict=True))
    hidden = (BANKER.column.head,) if by_cards and not full else ()
    return Table(shown, tuple(columns), rows, tuple(notes), hidden=hidden)


def _width(numbers: Sequence[Sequence[Fraction | None]], digits: int) -> int:
    """The characters in a row of a grid's figures with these decimals, including the gaps before them."""
    return sum(
        _GAP + max(len(decimal_text(x or Fraction(0), digits)) for x in column)
        for column in zip(*numbers, strict=True)
    )


def player_table(heading: Text, cells: Sequence[Cell]) -> Table:
    """One row per total, or per pair of cards, of Player: both plays, with Banker following the rules."""
    naming: Fields[Cell] = (
        replace(BANKER, column=Column("player", message("Player"), "text")),
        () if cells[0].cards is None else TWO_CARDS,
        replace(RULE, cell=marked_rule),
    )
    note = message(
        "Banker follows the rules. {wrong} the opposite play is better for Player; {equal} both plays are "
        "worth the same.",
        wrong=WRONG,
        equal=EQUAL,
    )
    return costs_table(heading, cells, naming, [note])


def by_cards_tables(study: TableauStudy, full: bool, digits: int | None) -> Iterator[Table]:
    """Banker's best play by the two cards, where it differs, and the gain of drawing; Player's choice."""
    yield _best_by_cards(study)
    yield _changed_by_cards(study)
    gain = message("EV of drawing minus EV of standing, for Banker by the two cards")
    yield grid(gain, study.banker_cards, "difference", full, digits)
    yield player_table(message("Player's choice by the two cards"), study.player_cards)


def _best_by_cards(study: TableauStudy) -> Table:
    unlike = frozenset(study.unlike)

    def best(cell: Cell) -> Message | None:
        return cell.best and marked(cell.best, WRONG * cell.wrong + UNLIKE * (cell in unlike))

    rows = [(str(row[0].total), cards_text(row[0]), *map(best, row)) for row in rows_of(study.banker_cards)]
    notes = (
        message("Cards by their points; 0: a ten, jack, queen or king."),
        message(
            "{wrong} the rule says the opposite; {unlike} the best play differs from that of the whole "
            "total.",
            wrong=WRONG,
            unlike=UNLIKE,
        ),
    )
    title = message("Banker's best play by the two cards")
    return Table(title, (BANKER.column, TWO_CARDS.column, *grid_columns()), tuple(rows), notes)


def _changed_by_cards(study: TableauStudy) -> Table:
    """One row per cell by the two cards whose best play differs from that of the whole total."""
    by_cards = cost(study.banker_cards)
    note = message(
        "Compared with the rule, Banker gains {totals} per coup and unit staked with the best play by "
        "totals, and {cards} with the best play by the two cards: {more} more.",
        totals=Figure(study.banker_cost, "percent"),
        cards=Figure(by_cards, "percent"),
        more=Figure(by_cards - study.banker_cost, "percent"),
    )
    fields = (BANKER, TWO_CARDS, faced(study), BEST, WORTH[:-1])
    return field_table(message("Where the two cards change Banker's best play"), study.unlike, fields, [note])


Study = tuple[TableauStudy, bool]  # A study, and whether to also list its cells by the two cards of a hand.
StudiedCell = tuple[TableauStudy, Cell]
_PLAY = one_of("D", "S")


def _of_bets(kind: Kind) -> Kind:
    """The kind of three values, one for each bet on the result."""
    return record([said(bet, kind, place) for place, bet in enumerate(("player", "banker", "tie"))])


def _faced(key: str, banker_by: str) -> Field[StudiedCell]:
    """What Banker faces; absent if the columns of the tableau stand for something else."""

    def column(studied: StudiedCell) -> object:
        study, cell = studied
        return cell.column if cell.hand == "banker" and study.rules.banker_by == banker_by else ABSENT

    return said(key, COUNT.optional, column, absent=True)


_TOTAL: Fields[StudiedCell] = through(1, said("total", COUNT))
_PLACE: Fields[StudiedCell] = (_TOTAL, _faced("third", "third-card"), _faced("player_total", "player-total"))
_CARDS: Fields[StudiedCell] = through(1, said("cards", TEXT, cards_text))
_WORTH: Fields[StudiedCell] = through(
    1, said("rule", _PLAY), WORTH[:3], said("best", one_of("D", "S", "either", None)), WORTH[3:]
)
_ERROR: Fields[StudiedCell] = (
    through(1, said("hand", one_of("player", "banker"))),
    _PLACE,
    said("dealt", _PLAY, lambda studied: "S" if studied[1].rule == "D" else "D"),
    said("given", _of_bets(RATIO.optional), lambda studied: studied[1].errors or (None, None, None)),
    said("per_1000_coups", _of_bets(RATIO), lambda studied: errors_in_coups(studied[1])),
)


def _cells(name: str, *place: Fields[StudiedCell]) -> Field[Study]:
    """The cells that an attribute of the study lists; those by two cards only if requested."""

    def cells(answer: Study) -> list[StudiedCell] | None:
        study, composition = answer
        listed = [(study, cell) for cell in getattr(study, name)]
        return listed if composition or not name.endswith("_cards") else None

    return said(name, records(*place, _WORTH), cells, absent=name.endswith("_cards"))


def _cost_by_cards(name: str) -> Field[Study]:
    cells = attrgetter(name)
    return said(f"{name}_cost", value=lambda of: cost(cells(of[0])) if of[1] else None, absent=True)


_STUDY: Fields[Study] = (
    through(0, said("commission")),
    _cells("banker", _PLACE),
    through(0, said("banker_cost")),
    _cells("player", _TOTAL),
    through(0, said("player_cost")),
    _cells("banker_cards", _PLACE, _CARDS),
    _cost_by_cards("banker_cards"),
    _cells("player_cards", _TOTAL, _CARDS),
    _cost_by_cards("player_cards"),
    through(0, said("evs", _of_bets(RATIO))),
    said("errors", records(_ERROR), lambda of: [(of[0], c) for c in (*of[0].banker, *of[0].player)]),
)
TABLEAU: Document[Study] = Document("tableau", 2, "tableau", _STUDY, lambda answer: origin_of(*answer))

_ROW: Fields[Cell] = (
    headed("hand", message("Hand"), "text", lambda cell: HANDS[cell.hand]),
    headed("total", message("Total"), "count"),
    FACING,
    TWO_CARDS,
    RULE,
    BEST,
    WORTH,
    through(
        lambda cell: cell.errors or (None, None, None),
        headed("error_player", message("Error: Player"), "percent", 0),
        headed("error_banker", message("Error: Banker"), "percent", 1),
        headed("error_tie", message("Error: Tie"), "percent", 2),
    ),
)


def rows_page(study: TableauStudy, *, composition: bool) -> Page:
    """One row per cell of both hands, Banker's first; then by the two cards too if `composition`."""
    by_cards = (*study.banker_cards, *study.player_cards) if composition else ()
    notes = (
        message("Facing: the column of the tableau, or stood if Player stood."),
        message("Error: the change of a bet's EV, given the cell, if the opposite of the rule is dealt."),
    )
    table = field_table(title(study), (*study.banker, *study.player, *by_cards), _ROW, notes)
    return Page((table if composition else without(table, "cards"),), origin_of(study).provenance)
