"""The checks that were made, and what a lint of the bets found.

Lays out outcomes; makes no check.
"""

from analyzer.analysis.checks import Check
from analyzer.analysis.rule_sheet import RuleSheet
from analyzer.game.dealt import NOTHING
from analyzer.message import Text, say
from analyzer.publish.reports.odds import named
from analyzer.publish.table import Cell, Column, Table


def checks_table(sheet: RuleSheet) -> Table:
    """A row a check: what was checked and how, on how many cases, and whether it holds."""
    columns = (
        Column("law", say("Checked"), "text"),
        Column("how", say("How"), "text"),
        Column("cases", say("Cases"), "text"),
        Column("outcome", say("Outcome"), "text"),
    )
    rows = tuple((check.law, check.how, check.tried, _outcome(check)) for check in sheet.checks)
    notes = (
        say("Computed when this report was made, from its own figures."),
        say("Checks that failed: {n}.", n=len(sheet.failed)),
    )
    return Table(say("Checks made"), columns, rows, notes)


def failure(check: Check) -> Text:
    """What failed, as a sentence."""
    return say("Check failed: {law} Not so: {cases}", law=check.law, cases=check.failed)


def _outcome(check: Check) -> Text:
    if check.failed:
        return say("FAILS: {cases}", cases=check.failed)
    if not check.tried.number:
        return say("not made") if check.reserve is None else say("not made. {why}", why=check.reserve)
    return say("holds") if check.reserve is None else say("holds. {reserve}", reserve=check.reserve)


def remarks_table(sheet: RuleSheet) -> Table:
    """A row a fault that a lint finds in a bet as it is written and priced."""
    columns = (
        Column("bet", say("Bet"), "text"),
        Column("severity", say("Severity"), "text"),
        Column("message", say("Remark"), "text"),
    )
    rows: list[tuple[Cell, ...]] = []
    for ((name, _), _), faults in zip(named(sheet.report, full=True), sheet.remarks, strict=False):
        rows += [(name, _SEVERITIES[fault.severity], fault.message) for fault in faults]
        if not faults:
            rows.append((name, None, say("none")))
    note = (
        say("Looked for: lines out of reach, lines that overlap at different prices, pays out of order.")
        if sheet.report.dealt == NOTHING
        else say("Not looked for: cards of this coup are known.")
    )
    return Table(say("Remarks on the bets"), columns, tuple(rows), (note,))


_SEVERITIES = {"error": say("error"), "warning": say("warning")}
