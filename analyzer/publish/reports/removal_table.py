"""The effects of removal on every bet of the library, by rank: a row a bet.

Lays out exact values; computes none.
"""

from collections.abc import Iterator, Sequence

from analyzer.analysis.odds import LeftOut
from analyzer.analysis.removal import Removal
from analyzer.catalog import load
from analyzer.catalog.where import rules_of, told
from analyzer.game.shoe import KEYS, Shoe
from analyzer.message import Text, say, say_many
from analyzer.publish.origins import items
from analyzer.publish.page import Page
from analyzer.publish.phrases.labels import family_label
from analyzer.publish.provenance import Provenance
from analyzer.publish.reports.names import prices_text, shoe_name
from analyzer.publish.reports.removal import EFFECT, sum_note
from analyzer.publish.reports.side_bets import rules_notes
from analyzer.publish.table import Cell, Column, Table

_COLUMNS = (
    Column("family", say("Family"), "text"),
    Column("bet", say("Bet"), "text"),
    Column("reference", say("Reference"), "text"),
    Column("pays", say("Pays"), "text"),
    Column("ev", say("EV"), "percent"),
    *(Column(f"removed_{rank}", rank, "percent") for rank in KEYS["ranks"]),
)


def removal_table_page(removals: Sequence[Removal], shoe: Shoe, left_out: LeftOut) -> Page:
    """What each bet is worth on a shoe that holds all ranks, and the effect of a card of each rank gone.

    Args:
        removals: the effects by ranks on bets of the library, those of a family together.
        shoe: the cards before one is gone.
        left_out: bets that have no worth there, with why.
    """
    rows: list[tuple[Cell, ...]] = []
    for removal in removals:
        bet = removal.bet
        naming = (family_label(bet.family or ""), bet.name, bet.reference, prices_text(bet))
        rows.append((*naming, removal.ev, *(gone.effect for gone in removal.kinds)))
    cards = say_many("{n} card", "{n} cards", shoe.size)
    title = say("Effects of removal, {shoe} ({cards})", shoe=shoe_name(shoe), cards=cards)
    table = Table(title, _COLUMNS, tuple(rows), tuple(_notes(removals, left_out)))
    return Page((table,), _provenance(removals, shoe))


def _notes(removals: Sequence[Removal], left_out: LeftOut) -> Iterator[Text]:
    yield say("A to K: effect of removal of one card of that rank.")
    yield EFFECT
    yield sum_note(removals)
    yield say("Pays: to one. EV: expected net gain per unit staked.")
    if means := tuple(removal.bet.id for removal in removals if removal.averaged):
        yield say("Means over the suits, which the bet tells apart: {bets}.", bets=means)
    yield from rules_notes([removal.bet for removal in removals])
    yield from (say("Left out: {clause}.", clause=clause) for clause in told(left_out))


def _provenance(removals: Sequence[Removal], shoe: Shoe) -> Provenance:
    bets = [removal.bet for removal in removals]
    rules = dict.fromkeys(map(rules_of, bets))
    facts = (("bets", "*"), ("rules", " ".join(rules)), ("shoe", str(shoe)), ("by", "ranks"))
    return Provenance(facts, (items("rules", map(load.rules, rules)), items("bets", [tuple(bets)])))
