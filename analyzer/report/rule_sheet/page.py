"""The report of the kind that is submitted with a rule sheet: all its parts, numbered.

Lays out exact values; computes none, and renders none.
"""

from collections.abc import Iterator
from dataclasses import replace

from analyzer.analysis.rule_sheet import RuleSheet
from analyzer.render.page import Page
from analyzer.render.table import Table
from analyzer.report.names import shoe_text
from analyzer.report.odds import named, provenance
from analyzer.report.rule_sheet.bets import bet_tables
from analyzer.report.rule_sheet.checks import checks_table, remarks_table
from analyzer.report.rule_sheet.identity import bets_table, identity_table
from analyzer.report.rule_sheet.rules import drawing_table, rules_table
from analyzer.report.rule_sheet.terms import terms_table
from analyzer.report.rule_sheet.variations import decks_table, pays_table
from analyzer.text import message


def rule_sheet_page(sheet: RuleSheet, *, full: bool) -> Page:
    """Identity, rules, bets, other decks and pays, checks; `full` adds what 80 columns do not hold."""
    report = sheet.report
    title = message(
        "{variant}: report with the rule sheet, {shoe}",
        variant=sheet.question.variant.title,
        shoe=shoe_text(report),
    )
    tables = tuple(
        replace(table, title=message("{n}. {title}", n=n, title=table.title))
        for n, table in enumerate(_tables(sheet, full), 1)
    )
    return Page(tables, provenance(report), title)


def _tables(sheet: RuleSheet, full: bool) -> Iterator[Table]:
    report = sheet.report
    yield identity_table(report, provenance(report), full=full)
    yield bets_table(report)
    yield rules_table(report.rules)
    yield drawing_table(report.rules)
    yield terms_table(report)
    for place, ((name, _), _) in enumerate(named(report, full=True)):
        yield from bet_tables(sheet, place, name, full=full)
    yield decks_table(sheet)
    yield pays_table(report, full=full)
    yield checks_table(sheet)
    yield remarks_table(sheet)
