"""Where the rules are not the best play: sets of rules beside each other, and one on many shoes.

Lays out exact values; computes none, and renders none.
"""

from collections.abc import Sequence

from analyzer.analysis.tableau_study import Cell, TableauStudy, cost
from analyzer.message import Message, Text, Value, say
from analyzer.publish.origins import items
from analyzer.publish.page import Page
from analyzer.publish.provenance import Provenance
from analyzer.publish.table import Cell as Shown
from analyzer.publish.table import Column, Table

_RULE_COSTS = (
    say("Against n: Player's third card counts n; of rules by Player's total, that total is n."),
    say("Costs are per unit staked on the hand and coup; the other hand does what the rules say."),
)


def wrong_cells_page(by_rules: Sequence[TableauStudy], by_shoe: Sequence[TableauStudy]) -> Page:
    """A row for each set of rules and shoe, then one for each shoe and commission under the first rules."""
    own = (
        Column("wrong_banker", say("Banker's cells where the opposite is better"), "text"),
        Column("cost_banker", say("Cost to Banker"), "percent"),
        Column("cost_cards", say("Cost by the cards"), "percent"),
        Column("wrong_player", say("Player's totals"), "text"),
        Column("cost_player", say("Cost to Player"), "percent"),
    )
    by_cards = say("By the cards: the cost to Banker against best play by the two cards, not by their total.")
    rules = Table(
        say("Every set of rules, without commission"),
        (Column("rules", say("Rules"), "text"), Column("shoe", say("Decks"), "text"), *own),
        tuple((study.rules.name, _shoe(study), *_found(study)) for study in by_rules),
        (*_RULE_COSTS, by_cards),
    )
    shoes = Table(
        say("{rules}, by number of decks and commission", rules=by_shoe[0].rules.name),
        (Column("shoe", say("Decks"), "text"), Column("commission", say("Commission"), "percent"), *own),
        tuple((_shoe(study), study.commission, *_found(study)) for study in by_shoe),
        (*_RULE_COSTS, by_cards),
    )
    return Page(
        (rules, shoes), _provenance([*by_rules, *by_shoe]), say("Where the rules are not the best play")
    )


def _shoe(study: TableauStudy) -> Text:
    return say("infinite") if study.shoe is None else str(study.shoe.full_decks)


def _found(study: TableauStudy) -> tuple[Shown, ...]:
    """The cells of both hands where the opposite of the rule is better, and what the rule costs there."""
    banker = tuple(_against(cell) for cell in study.banker if cell.wrong)
    player = tuple(str(cell.total) for cell in study.player if cell.wrong)
    return (
        _listed(banker),
        study.banker_cost,
        cost(study.banker_cards),
        _listed(player),
        study.player_cost,
    )


def _against(cell: Cell) -> Message:
    if cell.column is None:
        return say("{total} if Player stood", total=cell.total)
    return say("{total} against {column}", total=cell.total, column=cell.column)


def _listed(cells: tuple[Value, ...]) -> Message:
    """Cells one after the other; no words, so nothing to translate."""
    return Message("{cells}", (("cells", cells),)) if cells else say("none")


def _provenance(studies: Sequence[TableauStudy]) -> Provenance:
    rules = tuple(dict.fromkeys(study.rules.id for study in studies))
    of_rules = {study.rules.id: study.rules for study in studies}
    facts = (("rules", " ".join(rules)),)
    prices = dict.fromkeys(bet for study in studies for bet in study.bets)
    return Provenance(facts, (items("rules", of_rules.values()), items("bets", [tuple(prices)])))
