"""How audits, rule sheets and checked certificates show themselves."""

from dataclasses import replace
from functools import partial

from analyzer.analysis.rule_sheet import RuleSheet
from analyzer.audit.certificate import Verification
from analyzer.audit.verdict import Audit
from analyzer.catalog import digests as origins
from analyzer.render.page import Page
from analyzer.render.provenance import Provenance
from analyzer.report import verdicts
from analyzer.report.display.layout import View
from analyzer.report.rule_sheet.page import rule_sheet_page
from analyzer.text import message


def audit(found: Audit, most: int | None) -> View:
    """A row a claim, what must be looked at first; the verdicts counted by source."""
    findings = found.findings
    first = sorted(findings, key=lambda finding: not finding.is_error)
    title = message("Audit")
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
    return View.fitted(partial(rule_sheet_page, found))


def checked_certificate(found: Verification, most: int | None) -> View:
    """A row a bet that is confirmed, or a row a difference."""
    return View(
        Page((verdicts.verification_table(found, str(found.exact.get("variant") or "")),), Provenance((), ()))
    )
