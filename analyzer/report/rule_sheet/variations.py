"""What a bet would be worth on other fresh shoes, and with other pays.

Lays out exact values; computes none.
"""

from analyzer.analysis.fresh import fresh_decks
from analyzer.analysis.odds import Report
from analyzer.analysis.rule_sheet import RuleSheet, repriced
from analyzer.game.dealt import NOTHING
from analyzer.phrases.labels import label
from analyzer.render.table import Cell, Column, Table
from analyzer.report.odds import named
from analyzer.report.rule_sheet.bets import pays_text
from analyzer.text import Text, message


def decks_table(sheet: RuleSheet) -> Table:
    """A row a bet and number of decks."""
    columns = (
        Column("bet", message("Bet"), "text"),
        Column("decks", message("Decks"), "text"),
        Column("house_edge", message("House edge"), "percent"),
        Column("rtp", message("RTP"), "percent"),
        Column("hit_rate", message("Hit rate"), "percent"),
    )
    rows: list[tuple[Cell, ...]] = [
        (name, _decks(decks), value.house_edge, value.rtp, value.hit_rate)
        for ((name, _), _), by_decks in zip(named(sheet.report, full=True), sheet.decks, strict=False)
        for decks, value in by_decks.items()
    ]
    why = _why_no_decks(sheet.report)
    note = (
        message("Infinite: each card drawn is put back. All figures are exact, not only those of this shoe.")
        if why is None
        else message("Left out: {why}", why=why)
    )
    return Table(message("Other numbers of decks"), columns, tuple(rows), (note,))


def _decks(decks: int | str) -> Text:
    return message("infinite") if decks == "infinite" else str(decks)


def _why_no_decks(report: Report) -> Text | None:
    if report.dealt != NOTHING:
        return message("Cards of this coup are known.")
    if report.given is not None:
        return message("The figures are conditional on what is given.")
    return None if fresh_decks(report) else message("The shoe is not one of full decks.")


def pays_table(report: Report, *, full: bool) -> Table:
    """A row a winning line and a step of its pay, down and up: the bet at that pay."""
    columns = (
        Column("bet", message("Bet"), "text"),
        Column("line", message("Line"), "text"),
        Column("pays", message("Pays"), "text"),
        Column("instead_of", message("Instead of"), "text"),
        *([Column("ev", message("EV"), "percent")] if full else []),
        Column("house_edge", message("House edge"), "percent"),
        Column("change", message("Change of edge"), "percent"),
    )
    rows: list[tuple[Cell, ...]] = []
    for (name, _), value in named(report, full=True):
        usual = {line.id: pays_text(line.net) for line in value.bet.lines}
        for other in repriced(value):
            then = other.valuation
            pays = label(other.line), pays_text(other.pays), usual[other.line]
            change = then.house_edge - value.house_edge
            rows.append((name, *pays, *([then.ev] if full else []), then.house_edge, change))
    notes = [
        message("The pay of one winning line is changed by one unit; a pay below even money by 0.01 too."),
        message("Change of edge: what the house gains in edge by it; all else stays as it is."),
    ]
    if any(line.multiplier for value in report.valuations for line in value.bet.lines):
        notes.append(message("Pays are those before a multiplier, and such a pay is not lowered to nothing."))
    return Table(message("Other pays"), columns, tuple(rows), tuple(notes))
