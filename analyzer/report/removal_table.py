"""The effects of removal on every bet of the library, by rank: a row a bet.

Lays out exact values; computes none.
"""

from collections.abc import Iterator, Sequence

from analyzer.analysis.question import Excluded
from analyzer.analysis.removal import Removal
from analyzer.catalog import load
from analyzer.catalog.digests import items
from analyzer.game.shoe import KEYS, Shoe
from analyzer.phrases.labels import family_label
from analyzer.render.page import Page
from analyzer.render.provenance import Provenance
from analyzer.render.table import Cell, Column, Table
from analyzer.report.names import left_out_clauses, prices_text, shoe_name
from analyzer.report.removal import EFFECT, sum_note
from analyzer.report.side_bets import rules_notes
from analyzer.text import Text, message, plural

_COLUMNS = (
    Column("family", message("Family"), "text"),
    Column("bet", message("Bet"), "text"),
    Column("reference", message("Reference"), "text"),
    Column("pays", message("Pays"), "text"),
    Column("ev", message("EV"), "percent"),
    *(Column(f"removed_{rank}", rank, "percent") for rank in KEYS["ranks"]),
)


def removal_table_page(removals: Sequence[Removal], shoe: Shoe, left_out: Excluded) -> Page:
    """What each bet is worth on a shoe that holds all ranks, and the effect of a card of each rank gone.

    Args:
        removals: the effects by ranks on bets of the library, those of a family together.
        shoe: the cards before one is gone.
        left_out: bets that have no worth there, with why.
    """
    rows: list[tuple[Cell, ...]] = []
    for removal in removals:
        bet = removal.bet
        naming = (family_label(bet.family or ""), bet.title, bet.reference, prices_text(bet))
        rows.append((*naming, removal.ev, *(gone.effect for gone in removal.kinds)))
    cards = plural("{n} card", "{n} cards", shoe.size)
    title = message("Effects of removal, {shoe} ({cards})", shoe=shoe_name(shoe), cards=cards)
    table = Table(title, _COLUMNS, tuple(rows), tuple(_notes(removals, left_out)))
    return Page((table,), _provenance(removals, shoe))


def _notes(removals: Sequence[Removal], left_out: Excluded) -> Iterator[Text]:
    yield message("A to K: effect of removal of one card of that rank.")
    yield EFFECT
    yield sum_note(removals)
    yield message("Pays: to one. EV: expected net gain per unit staked.")
    if means := tuple(removal.bet.id for removal in removals if removal.averaged):
        yield message("Means over the suits, which the bet tells apart: {bets}.", bets=means)
    yield from rules_notes([removal.bet for removal in removals])
    yield from (message("Left out: {clause}.", clause=clause) for clause in left_out_clauses(left_out))


def _provenance(removals: Sequence[Removal], shoe: Shoe) -> Provenance:
    bets = [removal.bet for removal in removals]
    rules = dict.fromkeys(map(load.rules_id_of, bets))
    facts = (("bets", "*"), ("rules", " ".join(rules)), ("shoe", str(shoe)), ("by", "ranks"))
    return Provenance(facts, (items("rules", map(load.rules, rules)), items("bets", [tuple(bets)])))
