"""How audits, rule sheets and checked certificates show themselves."""

from dataclasses import replace

from analyzer.analysis.rule_sheet import RuleSheet
from analyzer.audit.certificate import Verification
from analyzer.audit.findings import Audit
from analyzer.message import say
from analyzer.publish import origins
from analyzer.publish.page import Page
from analyzer.publish.provenance import Provenance
from analyzer.publish.reports import verdicts, verification
from analyzer.publish.reports.rule_sheet.page import rule_sheet_page
from analyzer.views.view import View, game_of, nameless

_OF_THE_VARIANT = (say("Variant"), say("Source of the variant"))
"""What a rule sheet says of the variant, which nobody knows here."""


def audit(found: Audit, most: int | None) -> View:
    """A row a claim, what must be looked at first; the verdicts counted by source."""
    findings = found.findings
    first = sorted(findings, key=lambda finding: not finding.amiss)
    title = say("Audit")
    sources = verdicts.summary_table(findings, full=True)
    page = Page(
        (verdicts.audit_table(first, title, full=False), sources),
        Provenance((), (origins.items("claims", (finding.claim for finding in findings)),)),
    )

    def narrow() -> Page:
        return replace(page, tables=(page.tables[0], verdicts.summary_table(findings, full=False)))

    claims = verdicts.audit_table(findings, title, full=True)
    return View(page, {"claims": claims, "sources": sources}, narrow=narrow)


def rule_sheet(found: RuleSheet, most: int | None) -> View:
    """The report that is submitted with a rule sheet, all its parts."""

    def page(*, full: bool) -> Page:
        made = nameless(rule_sheet_page(found, game_of(found.report), full=full))
        identity, *others = made.tables
        known = tuple(row for row in identity.rows if row[0] not in _OF_THE_VARIANT)
        return replace(made, tables=(replace(identity, rows=known), *others))

    return View(page(full=True), narrow=lambda: page(full=False))


def checked_certificate(found: Verification, most: int | None) -> View:
    """A row a bet that is confirmed, or a row a difference."""
    return View(Page((verification.table(found, str(found.exact.get("variant") or "")),), Provenance((), ())))
