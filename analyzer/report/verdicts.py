"""The audit as tables and as a document: each claim with its verdict, and the verdicts counted by source.

Lays out findings; judges nothing.
"""

from collections.abc import Sequence
from fractions import Fraction

from analyzer.audit.claim import SPOKEN, Claim
from analyzer.audit.printed import Exact, decimal_of
from analyzer.audit.verdict import VERDICTS, Finding
from analyzer.catalog import digests as origins
from analyzer.catalog.load import citation
from analyzer.exact import ratio_text
from analyzer.render.page import Page
from analyzer.render.provenance import Provenance
from analyzer.render.table import Cell, Column, Table
from analyzer.text import Message, Text, Value, message, plural

_NO_SOURCE = message("no source given")
_NAMED = 10
_USUAL = "punto-banco"


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
        "note": str(finding.note),
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


def audit_table(findings: Sequence[Finding], title: Text, *, full: bool) -> Table:
    """A row a claim: what was printed, where, what is exact, and the verdict with its reason.

    Args:
        findings: what to show.
        title: of the table.
        full: with columns for all that a claim says, for pages with room; else a verdict and a paragraph.
    """
    heads = _FULL if full else {"verdict": message("Verdict"), "note": message("Claim")}
    columns = tuple(Column(key, head, "text") for key, head in heads.items())
    row = _full_row if full else _short_row
    return Table(title, columns, tuple(map(row, findings)), _notes(findings))


def audit_page(findings: Sequence[Finding], title: Text) -> Page:
    """The verdicts by source, and a row a claim: what it says, what is exact, the verdict and its reason."""
    columns = tuple(Column(key, head, "text") for key, head in _PUBLISHED.items())
    table = Table(message("Claims"), columns, tuple(map(_published_row, findings)))
    made = Provenance((), (origins.items("claims", (finding.claim for finding in findings)),))
    return Page((summary_table(findings, full=True), table), made, title)


VERDICT_WORDS: dict[str, Message] = {
    "agrees": message("agrees"),
    "truncated": message("truncated"),
    "spreadsheet": message("spreadsheet"),
    "other-convention": message("other-convention"),
    "last-digit": message("last-digit"),
    "wrong": message("wrong"),
    "cannot-say": message("cannot-say"),
}
"""What the verdicts are called."""

_FULL = {
    "claim": message("Claim"),
    "bet": message("Bet"),
    "line": message("Line"),
    "given": message("Given"),
    "decks": message("Decks"),
    "rules": message("Rules"),
    "quantity": message("Quantity"),
    "printed": message("Printed"),
    "rounded": message("Exact, rounded"),
    "exact": message("Exact"),
    "verdict": message("Verdict"),
    "note": message("Note"),
    "source": message("Source"),
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
        SPOKEN[claim.quantity],
        claim.printed.text,
        None if finding.exact is None else claim.printed.like(finding.exact),
        _exact(finding.exact),
        VERDICT_WORDS[finding.verdict],
        _sentences(finding),
        citation(claim.source) or None,
    )


_PUBLISHED = {
    "claim": message("Claim"),
    "figure": message("Figure"),
    "printed": message("Printed"),
    "rounded": message("Exact, rounded"),
    "exact": message("Exact"),
    "verdict": message("Verdict"),
    "note": message("Note"),
    "source": message("Source"),
}


def _published_row(finding: Finding) -> tuple[Cell, ...]:
    claim = finding.claim
    return (
        claim.id,
        message("{quantity} of {subject}", quantity=SPOKEN[claim.quantity], subject=_subject(claim)),
        claim.printed.text,
        None if finding.exact is None else claim.printed.like(finding.exact),
        _exact(finding.exact),
        VERDICT_WORDS[finding.verdict],
        _sentences(finding),
        citation(claim.source) or None,
    )


def _short_row(finding: Finding) -> tuple[Cell, ...]:
    claim = finding.claim
    return VERDICT_WORDS[finding.verdict], message(
        "{claim}: {quantity} of {subject}: {note}",
        claim=claim.id,
        quantity=SPOKEN[claim.quantity],
        subject=_subject(claim),
        note=_sentences(finding),
    )


def _sentences(finding: Finding) -> Message:
    """The note, and what was known before."""
    note, known = _clause(finding.note), finding.claim.known_error
    if known is None:
        return message("{note}.", note=note)
    return message("{note}. Known: {known}.", note=note, known=_clause(known))


def _clause(text: Text) -> Text:
    """A text to stand in a sentence; what people wrote may have line breaks and a full stop."""
    return text if isinstance(text, Message) else " ".join(text.split()).removesuffix(".")


def _subject(claim: Claim) -> Message:
    """What the figure is of, in words."""
    bet: Text = claim.reference or message("all deals")
    if claim.reference == "*":
        bet = message("the best bet")
    if claim.line is not None:
        bet = message("{bet}, line {line},", bet=bet, line=claim.line)
    if claim.given is not None:
        bet = message("{bet} given {condition}", bet=bet, condition=claim.given.text)
    shoe: Text = message("an infinite shoe")
    if claim.decks != "infinite":
        shoe = plural("{n} deck", "{n} decks", claim.decks)
    if claim.rules.id != _USUAL:
        return message("{bet} on {shoe} under rules {rules}", bet=bet, shoe=shoe, rules=claim.rules.id)
    return message("{bet} on {shoe}", bet=bet, shoe=shoe)


def _notes(findings: Sequence[Finding]) -> tuple[Text, ...]:
    """The verdicts counted, and the claims for which the audit ends with status 1."""
    unmarked = [finding.claim.id for finding in findings if finding.is_error and finding.verdict == "wrong"]
    right = [finding.claim.id for finding in findings if finding.is_error and finding.verdict != "wrong"]
    counted = plural(
        "{n} claim: {verdicts}.", "{n} claims: {verdicts}.", len(findings), verdicts=_tally(findings)
    )
    return (
        counted,
        *(
            [message("Wrong and not marked as a known error: {claims}.", claims=_few(unmarked))]
            if unmarked
            else []
        ),
        *([message("Marked as a known error, and right: {claims}.", claims=_few(right))] if right else []),
    )


def _tally(findings: Sequence[Finding]) -> Value:
    verdicts = [finding.verdict for finding in findings]
    counted = ((verdicts.count(verdict), VERDICT_WORDS[verdict]) for verdict in VERDICTS)
    return tuple(message("{n} {verdict}", n=n, verdict=verdict) for n, verdict in counted if n) or message(
        "none"
    )


def _few(ids: Sequence[str]) -> Value:
    if len(ids) <= _NAMED:
        return tuple(ids)
    return message("{claims} and {n} more", claims=tuple(ids[:_NAMED]), n=len(ids) - _NAMED)


def summary_table(findings: Sequence[Finding], *, full: bool) -> Table:
    """A row a source: how many of its claims have each verdict, and how many are marked as known errors.

    Args:
        findings: what to count.
        full: a column a verdict, and sources with their addresses, for pages with room.
    """
    groups: list[tuple[Text, Sequence[Finding]]] = [
        *_by_source(findings, full).items(),
        (message("all sources"), findings),
    ]
    columns = [Column("source", message("Source"), "text"), Column("claims", message("Claims"), "count")]
    rows: list[tuple[Cell, ...]]
    if full:
        columns += [Column(verdict, VERDICT_WORDS[verdict], "count") for verdict in VERDICTS]
        rows = [(source, len(group), *_counts(group), _known(group)) for source, group in groups]
    else:
        columns.append(Column("verdicts", message("Verdicts"), "text"))
        rows = [
            (source, len(group), message("{verdicts}", verdicts=_tally(group)), _known(group))
            for source, group in groups
        ]
    columns.append(Column("known", message("Known errors"), "count"))
    return Table(message("Verdicts by source"), tuple(columns), tuple(rows), _notes(findings))


def summary_document(findings: Sequence[Finding]) -> list[dict[str, object]]:
    """An object a source: how many claims, how many of each verdict, how many marked as known errors."""
    return [
        {"source": str(source), "claims": len(group)}
        | dict(zip(VERDICTS, _counts(group), strict=True))
        | {"known_errors": _known(group)}
        for source, group in _by_source(findings, full=True).items()
    ]


def _by_source(findings: Sequence[Finding], full: bool) -> dict[Text, list[Finding]]:
    """The findings by source, in order of appearance; sources with their addresses if `full`."""
    groups: dict[Text, list[Finding]] = {}
    for finding in findings:
        source = citation(finding.claim.source, addresses=full)
        groups.setdefault(source or _NO_SOURCE, []).append(finding)
    return groups


def _counts(findings: Sequence[Finding]) -> list[int]:
    verdicts = [finding.verdict for finding in findings]
    return [verdicts.count(verdict) for verdict in VERDICTS]


def _known(findings: Sequence[Finding]) -> int:
    return sum(finding.claim.known_error is not None for finding in findings)
