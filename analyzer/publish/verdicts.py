"""The audit as tables and as a document: each claim with its verdict, and the verdicts counted by source.

Lays out findings; judges nothing.
"""

from collections.abc import Sequence
from fractions import Fraction

from analyzer import __version__
from analyzer.audit.claim import SPOKEN, Claim
from analyzer.audit.printed import Exact, decimal_of
from analyzer.audit.verdict import VERDICTS, Finding
from analyzer.catalog.load import citation
from analyzer.exact import grouped, ratio_text
from analyzer.publish.table import Cell, Column, Table

_NO_SOURCE = "no source given"
_NAMED = 10
_USUAL = "punto-banco"
_PROVENANCE = (f"baccarat {__version__}",)


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
        "exact": _exact(exact),
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


def _exact(value: Exact | None) -> str | None:
    """A value with nothing lost, as text."""
    return ratio_text(value) if isinstance(value, Fraction) else None if value is None else str(value)


def audit_table(findings: Sequence[Finding], title: str, *, full: bool) -> Table:
    """A row a claim: what was printed, where, what is exact, and the verdict with its reason.

    Args:
        findings: what to show.
        title: of the table.
        full: with columns for all that a claim says, for pages with room; else a verdict and a paragraph.
    """
    heads = _FULL if full else {"verdict": "Verdict", "note": "Claim"}
    columns = tuple(Column(key, head, "text") for key, head in heads.items())
    row = _full_row if full else _short_row
    return Table(title, columns, tuple(map(row, findings)), _notes(findings), _PROVENANCE)


_FULL = {
    "claim": "Claim",
    "bet": "Bet",
    "line": "Line",
    "given": "Given",
    "decks": "Decks",
    "rules": "Rules",
    "quantity": "Quantity",
    "printed": "Printed",
    "rounded": "Exact, rounded",
    "exact": "Exact",
    "verdict": "Verdict",
    "note": "Note",
    "source": "Source",
}


def _full_row(finding: Finding) -> tuple[Cell, ...]:
    claim = finding.claim
    return (
        claim.id,
        claim.reference or None,
        claim.line,
        None if claim.given is None else claim.given.text,
        str(claim.decks),
        claim.rules.id,
        claim.quantity,
        claim.printed.text,
        None if finding.exact is None else claim.printed.like(finding.exact),
        _exact(finding.exact),
        finding.verdict,
        _sentences(finding),
        citation(claim.source) or None,
    )


def _short_row(finding: Finding) -> tuple[Cell, ...]:
    claim = finding.claim
    what = f"{SPOKEN[claim.quantity]} of {_subject(claim)}"
    return finding.verdict, f"{claim.id}: {what}: {_sentences(finding)}"


def _sentences(finding: Finding) -> str:
    """The note, and what was known before."""
    known = finding.claim.known_error
    parts = [finding.note, *([] if known is None else [f"Known: {known}"])]
    return " ".join(f"{' '.join(part.split()).removesuffix('.')}." for part in parts)


def _subject(claim: Claim) -> str:
    """What the figure is of, in words."""
    bet = "the best bet" if claim.reference == "*" else claim.reference or "all deals"
    line = "" if claim.line is None else f", line {claim.line},"
    given = "" if claim.given is None else f" given {claim.given.text}"
    decks = (
        "an infinite shoe" if claim.decks == "infinite" else f"{claim.decks} deck{'s' * (claim.decks != 1)}"
    )
    rules = "" if claim.rules.id == _USUAL else f" under rules {claim.rules.id}"
    return f"{bet}{line}{given} on {decks}{rules}"


def _notes(findings: Sequence[Finding]) -> tuple[str, ...]:
    """The verdicts counted, and the claims for which the audit ends with status 1."""
    unmarked = [finding.claim.id for finding in findings if finding.amiss and finding.verdict == "wrong"]
    right = [finding.claim.id for finding in findings if finding.amiss and finding.verdict != "wrong"]
    return (
        f"{grouped(len(findings))} claims: {_tally(findings)}.",
        *([f"Wrong and not marked as a known error: {_few(unmarked)}."] if unmarked else []),
        *([f"Marked as a known error, and right: {_few(right)}."] if right else []),
    )


def _tally(findings: Sequence[Finding]) -> str:
    verdicts = [finding.verdict for finding in findings]
    return ", ".join(f"{n} {verdict}" for verdict in VERDICTS if (n := verdicts.count(verdict))) or "none"


def _few(ids: Sequence[str]) -> str:
    more = f" and {len(ids) - _NAMED} more" if len(ids) > _NAMED else ""
    return ", ".join(ids[:_NAMED]) + more


def summary_table(findings: Sequence[Finding], *, full: bool) -> Table:
    """A row a source: how many of its claims have each verdict, and how many are marked as known errors.

    Args:
        findings: what to count.
        full: a column a verdict, and sources with their addresses, for pages with room.
    """
    groups = [*_by_source(findings, full).items(), ("all sources", findings)]
    columns = [Column("source", "Source", "text"), Column("claims", "Claims", "count")]
    rows: list[tuple[Cell, ...]]
    if full:
        columns += [Column(verdict, verdict, "count") for verdict in VERDICTS]
        rows = [(source, len(group), *_counts(group), _known(group)) for source, group in groups]
    else:
        columns.append(Column("verdicts", "Verdicts", "text"))
        rows = [(source, len(group), _tally(group), _known(group)) for source, group in groups]
    columns.append(Column("known", "Known errors", "count"))
    return Table("Verdicts by source", tuple(columns), tuple(rows), _notes(findings), _PROVENANCE)


def summary_document(findings: Sequence[Finding]) -> list[dict[str, object]]:
    """An object a source: how many claims, how many of each verdict, how many marked as known errors."""
    return [
        {"source": source, "claims": len(group)}
        | dict(zip(VERDICTS, _counts(group), strict=True))
        | {"known_errors": _known(group)}
        for source, group in _by_source(findings, full=True).items()
    ]


def _by_source(findings: Sequence[Finding], full: bool) -> dict[str, list[Finding]]:
    """The findings by source, in order of appearance; sources with their addresses if `full`."""
    groups: dict[str, list[Finding]] = {}
    for finding in findings:
        source = citation(finding.claim.source, addresses=full)
        groups.setdefault(source or _NO_SOURCE, []).append(finding)
    return groups


def _counts(findings: Sequence[Finding]) -> list[int]:
    verdicts = [finding.verdict for finding in findings]
    return [verdicts.count(verdict) for verdict in VERDICTS]


def _known(findings: Sequence[Finding]) -> int:
    return sum(finding.claim.known_error is not None for finding in findings)
