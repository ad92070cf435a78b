"""How audits, certificates checked and rule sheets show themselves."""

from dataclasses import replace

from analyzer.analysis.rule_sheet import RuleSheet
from analyzer.audit.certificate import Verification
from analyzer.audit.findings import Audit
from analyzer.message import say
from analyzer.publish.page import Page
from analyzer.publish.reports import verification as certificates
from analyzer.publish.reports.rule_sheet.page import rule_sheet_page
from analyzer.publish.reports.verdicts import audit_page, audit_table
from analyzer.views.view import View, game_of, nameless

_OF_THE_VARIANT = (say("Variant"), say("Source of the variant"))
"""What a rule sheet says of the variant, which nobody knows here."""


def audit(found: Audit, most: int | None) -> View:
    """The verdicts by source, and a row a claim; for data frames all that is known of each."""
    title = say("Claims")
    page = audit_page(found.findings, title)
    return View(page, {"claims": audit_table(found.findings, title, full=True)})


def rule_sheet(found: RuleSheet, most: int | None) -> View:
    """All that is handed in with a rule sheet."""
    page = nameless(rule_sheet_page(found, game_of(found.report), full=True))
    identity, *others = page.tables
    known = tuple(row for row in identity.rows if row[0] not in _OF_THE_VARIANT)
    return View(replace(page, tables=(replace(identity, rows=known), *others)))


def verification(found: Verification, most: int | None) -> View:
    """A row for each bet that was confirmed, or else for each difference."""
    return View(Page((certificates.table(found, str(found.exact.get("variant") or "")),)))
