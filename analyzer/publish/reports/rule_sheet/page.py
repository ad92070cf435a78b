"""The report of the kind that is submitted with a rule sheet: all its parts, numbered.

Lays out exact values; computes none, and renders none.
"""

from collections.abc import Iterator
from dataclasses import replace

from analyzer.analysis.rule_sheet import RuleSheet
from analyzer.bets.bet import Variant
from analyzer.message import say
from analyzer.publish.page import Page
from analyzer.publish.reports.names import shoe_text
from analyzer.publish.reports.odds import named, provenance
from analyzer.publish.reports.rule_sheet.bets import bet_tables
from analyzer.publish.reports.rule_sheet.checks import checks_table, remarks_table
from analyzer.publish.reports.rule_sheet.identity import bets_table, identity_table
from analyzer.publish.reports.rule_sheet.rules import drawing_table, rules_table
from analyzer.publish.reports.rule_sheet.terms import terms_table
from analyzer.publish.reports.rule_sheet.variations import decks_table, pays_table
from analyzer.publish.table import Table


def rule_sheet_page(sheet: RuleSheet, variant: Variant, *, full: bool) -> Page:
    """Identity, rules, bets, other decks and pays, checks; `full` adds what 80 columns do not hold."""
    report = sheet.report
    title = say("{variant}: report with the rule sheet, {shoe}", variant=variant.name, shoe=shoe_text(report))
    tables = tuple(
        replace(table, title=say("{n}. {title}", n=n, title=table.title))
        for n, table in enumerate(_tables(sheet, variant, full), 1)
    )
    return Page(tables, provenance(report, variant), title)


def _tables(sheet: RuleSheet, variant: Variant, full: bool) -> Iterator[Table]:
    report = sheet.report
    yield identity_table(report, variant, provenance(report, variant), full=full)
    yield bets_table(report, variant)
    yield rules_table(report.rules)
    yield drawing_table(report.rules)
    yield terms_table(report)
    for place, ((name, _), _) in enumerate(named(report, full=True)):
        yield from bet_tables(sheet, place, name, full=full)
    yield decks_table(sheet)
    yield pays_table(report, full=full)
    yield checks_table(sheet)
    yield remarks_table(sheet)
