"""How bets, variants and explanations of the library are shown, audits and checked certificates."""

from collections.abc import Iterable
from dataclasses import replace

from analyzer.ask.explanation import Explanation
from analyzer.audit.certificate import Verification
from analyzer.audit.verdict import Audit
from analyzer.bets.bet import Bet, Variant
from analyzer.bets.draft import Draft
from analyzer.catalog import digests
from analyzer.render.page import Page, Provenance
from analyzer.render.table import Cell, Column, Table
from analyzer.render.words import wording
from analyzer.report import verdicts
from analyzer.report.columns import BET, LINE, NET, PAYS, REFERENCE
from analyzer.report.display.layout import View
from analyzer.report.explain import answers_table, explanation_page
from analyzer.report.inventory import page as in_full
from analyzer.text import message

_WHEN = Column("when", message("Holds first when"), "text")


def bet(found: Bet, most: int | None) -> View:
    """A row a line, with when it holds and what it nets."""
    return View(in_full((found,)), {"lines": _lines((found,))})


def draft(found: Draft, most: int | None) -> View:
    """A row a line, with the name of what it pays where that is open."""
    lines = found.bet.lines
    rows = tuple((line.id, line.when.text, found.names.get(line.id, str(line.net))) for line in lines)
    return View(Page((Table(found.bet.title, (LINE, _WHEN, PAYS), rows),)))


def variant(found: Variant, most: int | None) -> View:
    """A row a line of every bet that is offered."""
    return View(in_full(found), {"lines": _lines(found.bets)})


def explanation(found: Explanation, most: int | None) -> View:
    """The bet in words, line by line; for data frames a row an answer."""
    page = explanation_page((found,), wording().digits, full=True, in_rows=False)
    return View(page, {"answers": answers_table((found,), wording().digits)})


def _lines(bets: Iterable[Bet]) -> Table:
    rows: list[tuple[Cell, ...]] = []
    for bet in bets:
        conditions = {line.id: " ".join(line.when.text.split()) for line in bet.lines}
        rows += [(bet.name, bet.reference, line, conditions.get(line), net) for line, net in bet.nets.items()]
    return Table(message("Lines"), (BET, REFERENCE, LINE, _WHEN, NET), tuple(rows))


def audit(found: Audit, most: int | None) -> View:
    """A row a claim, what must be looked at first; the verdicts counted by source."""
    findings = found.findings
    first = sorted(findings, key=lambda finding: not finding.is_error)
    title = message("Audit")
    sources = verdicts.summary_table(findings, full=True)
    claims = verdicts.audit_table(first, title, full=False)
    digest = digests.items("claims", (finding.claim for finding in findings))
    page = Page((claims, sources), Provenance((), (digest,)))

    def narrow() -> Page:
        return replace(page, tables=(claims, verdicts.summary_table(findings, full=False)))

    tables = {"claims": verdicts.audit_table(findings, title, full=True), "sources": sources}
    return View(page, tables, narrow=narrow)


def verification(found: Verification, most: int | None) -> View:
    """A row a bet that is confirmed, or a row a difference."""
    table = verdicts.verification_table(found, str(found.exact.get("variant") or ""))
    return View(Page((table,)))
