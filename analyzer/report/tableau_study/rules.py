"""Where the rules are not the best play: sets of rules beside each other, and one on many shoes.

Lays out exact values; computes none, and renders none.
"""

from collections.abc import Sequence

from analyzer.analysis.tableau_study import Cell, TableauStudy, cost
from analyzer.catalog.digests import items
from analyzer.render.page import Page
from analyzer.render.provenance import Provenance
from analyzer.render.table import Column, Table
from analyzer.report.fields import Row
from analyzer.text import Message, Text, Value, message


def wrong_cells_page(by_rules: Sequence[TableauStudy], by_shoe: Sequence[TableauStudy]) -> Page:
    """A row for each set of rules and shoe, then one for each shoe and commission under the first rules."""
    rules = Column("rules", message("Rules"), "text")
    decks = Column("shoe", message("Decks"), "text")
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
    made = _provenance([*by_rules, *by_shoe])
    return Page(tables, made, message("Where the rules are not the best play"))


def _decks(study: TableauStudy) -> Text:
    return message("infinite") if study.shoe is None else str(study.shoe.full_decks)


def _costs(study: TableauStudy) -> Row:
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
    """Cells one after the other; no words, so nothing to translate."""
    return Message("{cells}", (("cells", cells),)) if cells else message("none")


def _provenance(studies: Sequence[TableauStudy]) -> Provenance:
    rules = {study.rules.id: study.rules for study in studies}
    prices = dict.fromkeys(bet for study in studies for bet in study.bets)
    digests = (items("rules", rules.values()), items("bets", [tuple(prices)]))
    return Provenance((("rules", " ".join(rules)),), digests)
