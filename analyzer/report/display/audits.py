"""How audits and checked certificates are shown."""

from dataclasses import replace

from analyzer.audit.certificate import Verification
from analyzer.audit.verdict import Audit
from analyzer.catalog import digests as origins
from analyzer.render.page import Page, Provenance
from analyzer.report import verdicts
from analyzer.report.display.layout import View
from analyzer.text import message


def audit(found: Audit, most: int | None) -> View:
    """A row a claim, what must be looked at first; the verdicts counted by source."""
    findings = found.findings
    first = sorted(findings, key=lambda finding: not finding.is_error)
    title = message("Audit")
    sources = verdicts.summary_table(findings, full=True)
    claims = verdicts.audit_table(first, title, full=False)
    digest = origins.items("claims", (finding.claim for finding in findings))
    page = Page((claims, sources), Provenance((), (digest,)))

    def narrow() -> Page:
        return replace(page, tables=(claims, verdicts.summary_table(findings, full=False)))

    tables = {"claims": verdicts.audit_table(findings, title, full=True), "sources": sources}
    return View(page, tables, narrow=narrow)


def verification(found: Verification, most: int | None) -> View:
    """A row a bet that is confirmed, or a row a difference."""
    table = verdicts.verification_table(found, str(found.exact.get("variant") or ""))
    return View(Page((table,)))
