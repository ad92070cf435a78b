"""The tableau examined, for people: what each play is worth in every cell, and what rules and errors cost."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction

from analyzer.analysis.tableau_study import Cell, TableauStudy, cost
from analyzer.catalog.digests import items
from analyzer.render.chart import Band, Chart, Heatmap, Square, tone
from analyzer.render.page import Page
from analyzer.render.table import Column, Table
from analyzer.report.columns import text_columns
from analyzer.report.fields import Cells, attributes, without
from analyzer.report.names import prices_text, ratio
from analyzer.report.origin import made_from
from analyzer.report.tableau import facing, tableau_table
from analyzer.report.tableau_study import cells as parts
from analyzer.text import Figure, Message, Text, Value, message

_GRID_DIGITS, _ERROR_DIGITS = 3, 2
"""The decimals where there is no room for more: the most in grids, and those of long lists."""


def study_page(study: TableauStudy, *, full: bool, composition: bool, errors: bool, digits: bool) -> Page:
    """The tableau with its marks, cells where it is not the best play, grids of EVs, and Player's totals.

    With `full`, tables may be wider than 80 columns; otherwise percentages in grids have no sign.
    `composition` adds the same by the two cards of a hand, `errors` what a dealer's errors cost. With
    `digits`, all figures have the decimals of the page; otherwise grids have as many as fit.
    """
    grid_digits = None if digits else _GRID_DIGITS
    tables = [_rules(study), _wrong(study), *_grids(study, full, grid_digits)]
    tables.append(parts.player_table(message("Player's choice"), study.player))
    if composition:
        tables += parts.by_cards_tables(study, full, grid_digits)
    if errors:
        tables += _errors_tables(study, None if digits else _ERROR_DIGITS)
    return Page(tuple(tables), parts.provenance(study), parts.title(study))


def _prices(study: TableauStudy) -> dict[str, Value]:
    return dict(zip(("player", "banker", "tie"), map(prices_text, study.bets), strict=True))


def _rules(study: TableauStudy) -> Table:
    """The drawing table of the rules, each cell with its mark."""
    marks = message(
        "{wrong} the opposite is worth more to Banker; {equal} drawing and standing are worth the same.",
        wrong=parts.WRONG,
        equal=parts.EQUAL,
    )
    rows: list[Cells] = [
        (str(row[0].total), *map(parts.marked_rule, row)) for row in parts.rows_of(study.banker)
    ]
    table = tableau_table(message("The rules"), study.rules, tuple(_conditions(study)))
    where, *notes = table.notes
    return replace(table, rows=tuple(rows), notes=(where, marks, *notes))


def _conditions(study: TableauStudy) -> Iterator[Text]:
    """Notes on the prices, on an infinite shoe, and on cells that cannot occur."""
    prices = _prices(study)
    pays = {"player": prices["player"], "banker": prices["banker"]}
    if study.commission == 0 and study.bets[0].nets["win"] == 1:
        yield message(
            "Pays, to one: Player {player}, Banker {banker}; no commission, the classical figures.", **pays
        )
    else:
        rate = ratio(100 * study.commission)
        yield message(
            "Pays, to one: Player {player}, Banker {banker}, which is a commission of {rate}%.",
            **pays,
            rate=rate,
        )
    if study.shoe is None:
        yield message("Infinite shoe: each card drawn is put back before the next.")
    if empty := sum(cell.ways == 0 for cell in study.banker):
        yield message("No deal comes to {n} of the cells; they show no figure.", n=empty)


def _wrong(study: TableauStudy) -> Table:
    """One row per cell where the rule is not Banker's best play, and what all of them cost."""
    columns = (parts.BANKER, parts.faced(study), parts.RULE, *parts.WORTH)
    wrong = [cell for cell in study.banker if cell.wrong]
    rows: list[Cells] = [
        (str(cell.total), facing(cell.column), parts.letter(cell.rule), *attributes(cell, parts.WORTH))
        for cell in wrong
    ]
    chance = sum((cell.probability for cell in wrong), Fraction(0))
    rows.append((message("all"), *(None,) * 5, chance, study.banker_cost))
    notes = (
        message("EV: expected net gain per unit staked on the hand, given that the coup comes there."),
        message("Cost: probability × difference, what the rule loses the hand per unit staked and coup."),
        message(
            "By the rules EV of Banker is {ev} a coup; with the best play in every cell it would be {best}.",
            ev=Figure(study.evs[1], "percent"),
            best=Figure(study.evs[1] + study.banker_cost, "percent"),
        ),
    )
    return Table(message("Where the rule is not Banker's best play"), columns, tuple(rows), notes)


def _grids(study: TableauStudy, full: bool, digits: int | None) -> Iterator[Table]:
    """What Banker gains by drawing, what each play is worth, and how often each cell occurs."""
    positive = message("Positive: drawing is better. Down: Banker's total; across: as in the rules.")
    of_all = (
        message("Of all coups, those that a natural ends included; Player does what the rules say.")
        if study.rules.tableau.naturals
        else message("Of all coups; Player does what the rules say.")
    )
    gain = message("EV of drawing minus EV of standing, for Banker")
    yield parts.grid(gain, study.banker, "difference", full, digits, (positive,))
    yield parts.grid(message("EV of drawing, for Banker"), study.banker, "draw", full, digits)
    yield parts.grid(message("EV of standing, for Banker"), study.banker, "stand", full, digits)
    chances = message("Probability of each cell in a coup")
    yield parts.grid(chances, study.banker, "probability", full, digits, (of_all,))


def _errors_tables(study: TableauStudy, digits: int | None) -> Iterator[Table]:
    """One row per cell that can occur: the changes of three bets' EVs, then the gains in 1,000 coups."""
    notes = (
        message(
            "First the change of EV per unit staked, given that the coup comes there and the dealer errs."
        ),
        message(
            "In {n} coups: units that a bettor of one unit a coup gains if the dealer always errs there.",
            n=parts.COUPS,
        ),
        message("Positive: the error is worth that to whoever bets, and costs the house as much."),
        message("Pays, to one: Player {player}, Banker {banker}, Tie {tie}.", **_prices(study)),
    )
    heading = message("Dealer's errors with Banker's third card")
    yield _errors(heading, message("Banker"), study.banker, digits, notes)
    then = message("After an error with Player's card Banker does what the rules say of the hands as dealt.")
    heading = message("Dealer's errors with Player's third card")
    yield without(_errors(heading, message("Player"), study.player, digits, (then,)), "facing")


def _errors(
    heading: Text, hand: Text, cells: Sequence[Cell], digits: int | None, notes: tuple[Text, ...]
) -> Table:
    columns = (
        Column("total", hand, "text"),
        parts.FACING,
        Column("dealt", message("Error"), "text"),
        Column("player_given", message("Player"), "percent", digits),
        Column("banker_given", message("Banker"), "percent", digits),
        Column("tie_given", message("Tie"), "percent", digits),
        Column("player", message("Player in {n} coups", n=parts.COUPS), "decimal", digits),
        Column("banker", message("Banker in {n} coups", n=parts.COUPS), "decimal", digits),
        Column("tie", message("Tie in {n} coups", n=parts.COUPS), "decimal", digits),
    )
    rows: list[Cells] = []
    for cell in cells:
        if cell.errors is not None:
            error = message("stands") if cell.rule == "D" else message("draws")
            changes = (*cell.errors, *parts.errors_in_coups(cell))
            rows.append((str(cell.total), facing(cell.column), error, *changes))
    return Table(heading, columns, tuple(rows), notes)


def wrong_cells_page(by_rules: Sequence[TableauStudy], by_shoe: Sequence[TableauStudy]) -> Page:
    """One row per set of rules and shoe; then, for one set of rules, one per shoe and commission."""
    rules, decks = text_columns(rules=message("Rules"), shoe=message("Decks"))
    commission = Column("commission", message("Commission"), "percent")
    costs = (
        Column("wrong_banker", message("Banker's cells where the opposite is better"), "text"),
        Column("cost_banker", message("Cost to Banker"), "percent"),
        Column("cost_cards", message("Cost by the cards"), "percent"),
        Column("wrong_player", message("Player's totals"), "text"),
        Column("cost_player", message("Cost to Player"), "percent"),
    )
    notes = (
        message("Against n: Player's third card counts n; of rules by Player's total, that total is n."),
        message("Costs are per unit staked on the hand and coup; the other hand does what the rules say."),
        message("By the cards: the cost to Banker against best play by the two cards, not by their total."),
    )
    tables = (
        Table(
            message("Every set of rules, without commission"),
            (rules, decks, *costs),
            tuple((study.rules.title, _decks(study), *_costs(study)) for study in by_rules),
            notes,
        ),
        Table(
            message("{rules}, by number of decks and commission", rules=by_shoe[0].rules.title),
            (decks, commission, *costs),
            tuple((_decks(study), study.commission, *_costs(study)) for study in by_shoe),
            notes,
        ),
    )
    rules_by_id = {study.rules.id: study.rules for study in (*by_rules, *by_shoe)}
    bets = dict.fromkeys(bet for study in (*by_rules, *by_shoe) for bet in study.bets)
    digests = (items("rules", rules_by_id.values()), items("bets", [tuple(bets)]))
    made = made_from(digests, rules=" ".join(rules_by_id))
    return Page(tables, made, message("Where the rules are not the best play"))


def _decks(study: TableauStudy) -> Text:
    return message("infinite") if study.shoe is None else str(study.shoe.full_decks)


def _costs(study: TableauStudy) -> Cells:
    """The cells of both hands where the opposite of the rule is better, and what the rule costs there."""
    banker = tuple(_against(cell) for cell in study.banker if cell.wrong)
    player = tuple(str(cell.total) for cell in study.player if cell.wrong)
    by_cards = cost(study.banker_cards)
    return (_listed(banker), study.banker_cost, by_cards, _listed(player), study.player_cost)


def _against(cell: Cell) -> Message:
    if cell.column is None:
        return message("{total} if Player stood", total=cell.total)
    return message("{total} against {column}", total=cell.total, column=cell.column)


def _listed(cells: tuple[Value, ...]) -> Message:
    """A list of cells; "none" if it is empty."""
    return Message("{cells}", (("cells", cells),)) if cells else message("none")


def study_chart(study: TableauStudy) -> Chart:
    """Banker's totals down, the columns of the tableau across; a rule that is not the best play is framed."""
    rows = tuple((str(row[0].total), tuple(map(_square, row))) for row in parts.rows_of(study.banker))
    title = message("Down: Banker's total. Across: the tableau's columns (-: Player stood).")
    heatmap = Heatmap(title, ("-", *map(str, range(10))), rows)
    notes = (
        message(
            "D draws, S stands by the rules; below, EV of drawing minus EV of standing, per unit on Banker."
        ),
        message(
            "Blue: drawing is better; vermillion: standing is better. Framed: the rule is not the best play."
        ),
        message(
            "A win of Banker pays {pays} to one. The rule costs Banker {cost} per unit staked and coup.",
            pays=ratio(1 - study.commission),
            cost=Figure(study.banker_cost, "percent"),
        ),
    )
    return Chart(parts.title(study), (Band((heatmap,)),), notes, parts.provenance(study))


def _square(cell: Cell) -> Square:
    value = cell.difference
    return Square(parts.letter(cell.rule), value, "even" if value is None else tone(value), cell.wrong)
