"""A study of the tableau as a page: the value of each play in every cell, the cost of rules and errors."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from analyzer.analysis.tableau_study import Cell, TableauStudy, cost
from analyzer.catalog.digests import items
from analyzer.render.chart import Band, Chart, Heatmap, Square, tone
from analyzer.render.page import Page
from analyzer.render.table import Table
from analyzer.report.fields import Cells, Field, Fields, field_table, headed, through, without
from analyzer.report.names import prices_text, ratio
from analyzer.report.origin import made_from
from analyzer.report.tableau import tableau_table
from analyzer.report.tableau_study import cells as parts
from analyzer.text import Figure, Message, Text, Value, message, plural

_GRID_DIGITS, _ERROR_DIGITS = 3, 2  # On narrow pages: the most decimals in grids, the decimals of long lists.
_OPPOSITE = {"D": message("stands"), "S": message("draws")}


def study_page(study: TableauStudy, *, full: bool, composition: bool, errors: bool, digits: bool) -> Page:
    """The tableau with its marks, cells where it is not the best play, grids of EVs, and Player's totals.

    With `full`, tables may be wider than 80 columns; otherwise percentages in grids have no sign.
    `composition` adds the same by the two cards of a hand, `errors` the cost of a dealer's errors. With
    `digits`, all figures have the decimals of the page; otherwise grids have as many as fit.
    """
    grid_digits = None if digits else _GRID_DIGITS
    tables = [_rules(study), _wrong(study), *_grids(study, full, grid_digits)]
    tables.append(parts.player_table(message("Player's choice"), study.player))
    if composition:
        tables += parts.by_cards_tables(study, full, grid_digits)
    if errors:
        tables += _errors_tables(study, None if digits else _ERROR_DIGITS)
    return Page(tuple(tables), parts.origin_of(study).provenance, parts.title(study))


def _prices(study: TableauStudy) -> dict[str, Value]:
    return dict(zip(("player", "banker", "tie"), map(prices_text, study.bets), strict=True))


def _rules(study: TableauStudy) -> Table:
    marks = message(
        "{wrong} the opposite play is better for Banker; {equal} drawing and standing are worth the same.",
        wrong=parts.WRONG,
        equal=parts.EQUAL,
    )
    by_total = parts.rows_of(study.banker)
    rows: tuple[Cells, ...] = tuple((str(row[0].total), *map(parts.marked_rule, row)) for row in by_total)
    table = tableau_table(message("The rules"), study.rules, tuple(_conditions(study)))
    where, *notes = table.notes
    return replace(table, rows=rows, notes=(where, marks, *notes))


def _conditions(study: TableauStudy) -> Iterator[Text]:
    pays = {hand: price for hand, price in _prices(study).items() if hand != "tie"}
    if study.commission == 0 and study.bets[0].nets["win"] == 1:
        yield message(
            "Pays, to one: Player {player}, Banker {banker}; without commission, as in the classical "
            "figures.",
            **pays,
        )
    else:
        pays["rate"] = ratio(100 * study.commission)
        yield message(
            "Pays, to one: Player {player}, Banker {banker}, which is a commission of {rate}%.", **pays
        )
    if study.shoe is None:
        yield message("Infinite shoe: each card drawn is put back before the next.")
    if empty := sum(cell.ways == 0 for cell in study.banker):
        yield plural(
            "{n} cell cannot occur and shows no figure.", "{n} cells cannot occur and show no figure.", empty
        )


def _wrong(study: TableauStudy) -> Table:
    """One row per cell where the rule is not Banker's best play, and what all of them cost."""
    wrong = [cell for cell in study.banker if cell.wrong]
    notes = (
        message("EV: expected net gain per unit staked on the hand, given that the coup reaches the cell."),
        message("Cost: probability × difference, what the rule costs the hand per coup and unit staked."),
        message(
            "By the rules, Banker's EV is {ev} per coup; with the best play in every cell it would be "
            "{best}.",
            ev=Figure(study.evs[1], "percent"),
            best=Figure(study.evs[1] + study.banker_cost, "percent"),
        ),
    )
    naming = (parts.BANKER, parts.faced(study), parts.RULE)
    return parts.costs_table(message("Where the rule is not Banker's best play"), wrong, naming, notes)


def _grids(study: TableauStudy, full: bool, digits: int | None) -> Iterator[Table]:
    positive = message("Positive: drawing is better. Rows: Banker's total. Columns: as in the rules.")
    of_all = (
        message("Of all coups, including those that a natural ends; Player follows the rules.")
        if study.rules.tableau.naturals
        else message("Of all coups; Player follows the rules.")
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
            "Player, Banker, Tie: the change of the bet's EV per unit staked, given that the coup reaches "
            "the cell and the dealer makes the error."
        ),
        message(
            "In {n} coups: the units that a bettor who stakes one unit per coup gains if the dealer always "
            "makes the error.",
            n=parts.COUPS,
        ),
        message("Positive: the bettor gains by the error, and the house loses as much."),
        message("Pays, to one: Player {player}, Banker {banker}, Tie {tie}.", **_prices(study)),
    )
    heading = message("Dealer's errors with Banker's third card")
    yield _errors(heading, message("Banker"), study.banker, digits, notes)
    then = message("After an error with Player's card, Banker follows the rules for the hands as dealt.")
    heading = message("Dealer's errors with Player's third card")
    yield without(_errors(heading, message("Player"), study.player, digits, (then,)), "facing")


def _errors(
    heading: Text, hand: Text, cells: Sequence[Cell], digits: int | None, notes: tuple[Text, ...]
) -> Table:
    fields: Fields[Cell] = (
        headed("total", hand, "text", lambda cell: str(cell.total)),
        parts.FACING,
        headed("dealt", message("Error"), "text", lambda cell: _OPPOSITE[cell.rule]),
        through(
            "errors",
            headed("player_given", message("Player"), "percent", 0, digits),
            headed("banker_given", message("Banker"), "percent", 1, digits),
            headed("tie_given", message("Tie"), "percent", 2, digits),
        ),
        through(
            parts.errors_in_coups,
            headed("player", message("Player in {n} coups", n=parts.COUPS), "decimal", 0, digits),
            headed("banker", message("Banker in {n} coups", n=parts.COUPS), "decimal", 1, digits),
            headed("tie", message("Tie in {n} coups", n=parts.COUPS), "decimal", 2, digits),
        ),
    )
    return field_table(heading, [cell for cell in cells if cell.errors is not None], fields, notes)


def _against(cell: Cell) -> Message:
    if cell.column is None:
        return message("{total} if Player stood", total=cell.total)
    return message("{total} against {column}", total=cell.total, column=cell.column)


def _listed(cells: Iterable[Value]) -> Message:
    """A list of cells; "none" if it is empty."""
    return Message("{cells}", (("cells", listed),)) if (listed := tuple(cells)) else message("none")


_DECKS: Field[TableauStudy] = headed(
    "shoe", message("Decks"), "text", lambda s: str(s.shoe.full_decks) if s.shoe else message("infinite")
)
_COSTS: Fields[TableauStudy] = (
    headed(
        "wrong_banker",
        message("Banker's cells where the opposite is better"),
        "text",
        lambda study: _listed(_against(cell) for cell in study.banker if cell.wrong),
    ),
    headed("cost_banker", message("Cost to Banker"), "percent", "banker_cost"),
    headed("cost_cards", message("Cost by the cards"), "percent", lambda study: cost(study.banker_cards)),
    headed(
        "wrong_player",
        message("Player's totals"),
        "text",
        lambda study: _listed(str(cell.total) for cell in study.player if cell.wrong),
    ),
    headed("cost_player", message("Cost to Player"), "percent", "player_cost"),
)
"""The cells of both hands where the opposite of the rule is better, and the cost of the rule there."""


def wrong_cells_page(by_rules: Sequence[TableauStudy], by_shoe: Sequence[TableauStudy]) -> Page:
    """One row per set of rules and shoe; then, for one set of rules, one per shoe and commission."""
    notes = (
        message("Against n: Player's third card counts n; under rules by Player's total, that total is n."),
        message("Costs are per coup and unit staked on the hand; the other hand follows the rules."),
        message(
            "Cost by the cards: the cost to Banker compared with best play by the two cards, not by their "
            "total."
        ),
    )
    rules: Fields[TableauStudy] = [headed("rules", message("Rules"), "text", "rules.title")]
    title = message("Every set of rules, without commission")
    by_rules_table = field_table(title, by_rules, (rules, _DECKS, _COSTS), notes)
    commission: Fields[TableauStudy] = [headed("commission", message("Commission"), "percent")]
    title = message("{rules}, by number of decks and commission", rules=by_shoe[0].rules.title)
    by_shoe_table = field_table(title, by_shoe, (_DECKS, commission, _COSTS), notes)
    rules_by_id = {study.rules.id: study.rules for study in (*by_rules, *by_shoe)}
    bets = dict.fromkeys(bet for study in (*by_rules, *by_shoe) for bet in study.bets)
    digests = (items("rules", rules_by_id.values()), items("bets", [tuple(bets)]))
    made = made_from(digests, rules=" ".join(rules_by_id))
    return Page((by_rules_table, by_shoe_table), made, message("Where the rules are not the best play"))


def study_chart(study: TableauStudy) -> Chart:
    """One row per total of Banker, the columns of the tableau; a rule that is not the best play is framed."""

    def square(cell: Cell) -> Square:
        value = cell.difference
        return Square(parts.letter(cell.rule), value, "even" if value is None else tone(value), cell.wrong)

    rows = tuple((str(row[0].total), tuple(map(square, row))) for row in parts.rows_of(study.banker))
    title = message("Rows: Banker's total. Columns: those of the tableau (-: Player stood).")
    heatmap = Heatmap(title, ("-", *map(str, range(10))), rows)
    notes = (
        message(
            "D draws, S stands by the rules. Below the letter: EV of drawing minus EV of standing, per unit "
            "on Banker."
        ),
        message(
            "Blue: drawing is better; vermillion: standing is better. Framed: the rule is not the best play."
        ),
        message(
            "A Banker win pays {pays} to one. The rule costs Banker {cost} per coup and unit staked.",
            pays=ratio(1 - study.commission),
            cost=Figure(study.banker_cost, "percent"),
        ),
    )
    return Chart(parts.title(study), (Band((heatmap,)),), notes, parts.origin_of(study).provenance)
