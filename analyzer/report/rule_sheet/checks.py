"""The checks that were made, and what a lint of the bets found.

Lays out outcomes; makes no check.
"""

from analyzer.analysis.checks import Check
from analyzer.analysis.rule_sheet import RuleSheet
from analyzer.game.dealt import NOTHING
from analyzer.render.table import Cell, Column, Table
from analyzer.report.odds import named
from analyzer.text import Text, message


def checks_table(sheet: RuleSheet) -> Table:
    """A row a check: what was checked and how, on how many cases, and whether it holds."""
    columns = (
        Column("law", message("Checked"), "text"),
        Column("how", message("How"), "text"),
        Column("cases", message("Cases"), "text"),
        Column("outcome", message("Outcome"), "text"),
    )
    rows = tuple((check.law, check.how, check.tried, _outcome(check)) for check in sheet.checks)
    notes = (
        message("Computed when this report was made, from its own figures."),
        message("Checks that failed: {n}.", n=len(sheet.failed)),
    )
    return Table(message("Checks made"), columns, rows, notes)


def failure(check: Check) -> Text:
    """What failed, as a sentence."""
    return message("Check failed: {law} Not so: {cases}", law=check.law, cases=check.failed)


def _outcome(check: Check) -> Text:
    if check.failed:
        return message("FAILS: {cases}", cases=check.failed)
    if not check.tried.number:
        return message("not made") if check.reserve is None else message("not made. {why}", why=check.reserve)
    return message("holds") if check.reserve is None else message("holds. {reserve}", reserve=check.reserve)


def remarks_table(sheet: RuleSheet) -> Table:
    """A row a fault that a lint finds in a bet as it is written and priced."""
    columns = (
        Column("bet", message("Bet"), "text"),
        Column("severity", message("Severity"), "text"),
        Column("message", message("Remark"), "text"),
    )
    rows: list[tuple[Cell, ...]] = []
    for ((name, _), _), faults in zip(named(sheet.report, full=True), sheet.remarks, strict=False):
        rows += [(name, _SEVERITIES[fault.severity], fault.message) for fault in faults]
        if not faults:
            rows.append((name, None, message("none")))
    note = (
        message("Looked for: lines out of reach, lines that overlap at different prices, pays out of order.")
        if sheet.report.dealt == NOTHING
        else message("Not looked for: cards of this coup are known.")
    )
    return Table(message("Remarks on the bets"), columns, tuple(rows), (note,))


_SEVERITIES = {"error": message("error"), "warning": message("warning")}
