"""The audit as tables and as a document: each claim with its verdict, and the verdicts counted by source.

Lays out findings; judges nothing.
"""

from collections.abc import Sequence
from fractions import Fraction

from analyzer import __version__
from analyzer.audit.printed import decimal_of
from analyzer.audit.verdict import VERDICTS, Finding
from analyzer.catalog.load import citation
from analyzer.exact import ratio_text
from analyzer.publish.table import Cell, Column, Table

_NO_SOURCE = "no source given"


def audit_document(findings: Sequence[Finding]) -> list[dict[str, object]]:
    """An object a claim, in order; `exact` is a ratio in lowest terms, or `sqrt(p/q)` of a deviation."""
    return [_entry(finding) for finding in findings]


def _entry(finding: Finding) -> dict[str, object]:
    claim, exact = finding.claim, finding.exact
    return {
        "id": claim.id,
        "bet": claim.reference or None,
        "decks": claim.decks,
        "quantity": claim.quantity,
        "printed": claim.printed.text,
        "exact": None if exact is None else ratio_text(exact) if isinstance(exact, Fraction) else str(exact),
        "exact_decimal": None if exact is None else decimal_of(exact),
        "verdict": finding.verdict,
        "note": finding.note,
        "line": claim.line,
        "given": None if claim.given is None else claim.given.text,
        "rules": claim.rules.id,
        "source": citation(claim.source),
        "known_error": claim.known_error,
        "remark": claim.note,
    }


def audit_table(findings: Sequence[Finding], title: str, *, full: bool) -> Table:
    """A row a claim: what was printed, where, what is exact, and the verdict with its reason.

    Args:
        findings: what to show.
        title: of the table.
        full: with columns for all that a claim says, for pages with room.
    """
    columns = [
        Column("claim", "Claim", "text"),
        *(
            [
                Column("bet", "Bet", "text"),
                Column("line", "Line", "text"),
                Column("decks", "Decks", "text"),
                Column("quantity", "Quantity", "text"),
                Column("printed", "Printed", "text"),
                Column("exact", "Exact", "text"),
            ]
            if full
            else []
        ),
        Column("verdict", "Verdict", "text"),
        Column("note", "Note", "text"),
        *([Column("source", "Source", "text")] if full else []),
    ]
    return Table(
        title,
        tuple(columns),
        tuple(_row(finding, full) for finding in findings),
        _notes(findings),
        _PROVENANCE,
    )


def _row(finding: Finding, full: bool) -> tuple[Cell, ...]:
    claim = finding.claim
    known = f" Known: {claim.known_error}" if claim.known_error else ""
    if not full:
        what = f"{claim.quantity.replace('_', ' ')} of {_subject(finding)}"
        return claim.id, finding.verdict, f"{what}: {finding.note}.{known}"
    return (
        claim.id,
        claim.reference,
        claim.line,
        str(claim.decks),
        claim.quantity,
        claim.printed.text,
        None if finding.exact is None else claim.printed.like(finding.exact),
        finding.verdict,
        f"{finding.note}.{known}",
        citation(claim.source),
    )


def _subject(finding: Finding) -> str:
    """What the figure is of, in words."""
    claim = finding.claim
    line = "" if claim.line is None else f", line {claim.line},"
    given = "" if claim.given is None else f" given {claim.given.text}"
    decks = (
        "an endless shoe" if claim.decks == "infinite" else f"{claim.decks} deck{'s' * (claim.decks != 1)}"
    )
    return f"{claim.reference or 'all deals'}{line}{given} on {decks}"


_PROVENANCE = (f"baccarat {__version__}",)


def _notes(findings: Sequence[Finding]) -> tuple[str, ...]:
    counts = [
        f"{count} {verdict}"
        for verdict in VERDICTS
        if (count := sum(finding.verdict == verdict for finding in findings))
    ]
    return (f"{len(findings)} claims: {', '.join(counts) or 'none'}.",)


def summary_table(findings: Sequence[Finding], *, full: bool) -> Table:
    """A row a source: how many of its claims have each verdict, and how many are known errors."""
    by_source: dict[str, list[Finding]] = {}
    for finding in findings:
        by_source.setdefault(citation(finding.claim.source) or _NO_SOURCE, []).append(finding)
    columns = [
        Column("source", "Source", "text"),
        Column("claims", "Claims", "count"),
        *(Column(verdict, verdict, "count") for verdict in VERDICTS),
        Column("known", "known errors", "count"),
    ]
    rows: list[tuple[Cell, ...]] = [_counts(source, group) for source, group in by_source.items()]
    rows.append(_counts("all sources", findings))
    return Table("Verdicts by source", tuple(columns), tuple(rows), _notes(findings), _PROVENANCE)


def _counts(source: str, findings: Sequence[Finding]) -> tuple[Cell, ...]:
    return (
        source,
        len(findings),
        *(sum(finding.verdict == verdict for finding in findings) for verdict in VERDICTS),
        sum(finding.claim.known_error is not None for finding in findings),
    )
