"""How bets, variants, explanations, audits and verified certificates are shown."""

from collections.abc import Iterable
from dataclasses import replace

from analyzer.ask.explain import Explanation
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
from analyzer.report.display import View
from analyzer.report.explain import answers_table, explanation_page
from analyzer.report.inventory import page as in_full
from analyzer.text import message

_WHEN = Column("when", message("Holds first when"), "text")


def bet(value: Bet, max_rows: int | None) -> View:
    """The bet in full; data frames have one row per line, with its condition and its net."""
    return View(in_full((value,)), {"lines": _lines((value,))})


def draft(value: Draft, max_rows: int | None) -> View:
    """One row per line, with its condition and its pay, or the name of an open pay."""
    lines = value.bet.lines
    rows = tuple((line.id, line.when.text, value.names.get(line.id, str(line.net))) for line in lines)
    return View(Page((Table(value.bet.title, (LINE, _WHEN, PAYS), rows),)))


def variant(value: Variant, max_rows: int | None) -> View:
    """Every bet that is offered; data frames have one row per line of every bet."""
    return View(in_full(value), {"lines": _lines(value.bets)})


def explanation(value: Explanation, max_rows: int | None) -> View:
    """The bet in words, line by line; data frames have one row per answer."""
    page = explanation_page((value,), wording().digits, full=True, in_rows=False)
    return View(page, {"answers": answers_table((value,), wording().digits)})


def _lines(bets: Iterable[Bet]) -> Table:
    rows: list[tuple[Cell, ...]] = []
    for bet in bets:
        conditions = {line.id: " ".join(line.when.text.split()) for line in bet.lines}
        rows += [(bet.name, bet.reference, line, conditions.get(line), net) for line, net in bet.nets.items()]
    return Table(message("Lines"), (BET, REFERENCE, LINE, _WHEN, NET), tuple(rows))


def audit(value: Audit, max_rows: int | None) -> View:
    """One row per claim, errors first; then the verdicts counted by source."""
    findings = value.findings
    first = sorted(findings, key=lambda finding: not finding.is_error)
    title = message("Audit")
    sources = verdicts.summary_table(findings, full=True)
    claims = verdicts.audit_table(first, title, full=False)
    digest = digests.items("claims", (finding.claim for finding in findings))
    page = Page((claims, sources), Provenance((), (digest,)))
    narrow = replace(page, tables=(claims, verdicts.summary_table(findings, full=False)))
    tables = {"claims": verdicts.audit_table(findings, title, full=True), "sources": sources}
    return View(page, tables, narrow=lambda: narrow)


def verification(value: Verification, max_rows: int | None) -> View:
    """One row per bet that was confirmed, or else one per difference."""
    table = verdicts.verification_table(value, str(value.exact.get("variant") or ""))
    return View(Page((table,)))
