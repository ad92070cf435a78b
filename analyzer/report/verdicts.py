"""What an audit and the check of a certificate found, as tables and documents."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from fractions import Fraction
from typing import Any

from analyzer.audit.certificate import Verification
from analyzer.audit.claim import SPOKEN, Claim
from analyzer.audit.printed import decimal_of
from analyzer.audit.verdict import VERDICTS, Finding
from analyzer.catalog import digests as origins
from analyzer.catalog.load import USUAL_RULES, citation
from analyzer.exact import ratio_text
from analyzer.render.page import Page, Provenance
from analyzer.render.table import Cell, Column, Table
from analyzer.report.columns import BET, HOUSE_EDGE, SOURCE, text_columns
from analyzer.report.fields import field_table
from analyzer.text import Message, Text, Value, message, plural

_NO_SOURCE = message("no source given")
_MOST_IDS = 10

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


def audit_document(findings: Sequence[Finding]) -> list[dict[str, object]]:
    """One object per claim, in order; `exact` is a ratio in lowest terms, or `sqrt(p/q)` for a deviation."""
    return list(map(_entry, findings))


def _entry(finding: Finding) -> dict[str, object]:
    claim, exact = finding.claim, finding.exact
    return {
        "id": claim.id,
        "bet": claim.reference or None,
        "decks": claim.decks,
        "quantity": claim.quantity,
        "printed": claim.printed.text,
        "exact": _exact(finding),
        "exact_decimal": None if exact is None else decimal_of(exact),
        "verdict": finding.verdict,
        "note": str(finding.note),
        "line": claim.line,
        "given": _given(claim),
        "rules": claim.rules.id,
        "source": citation(claim.source),
        "known_error": claim.known_error,
        "remark": claim.note,
    }


def _exact(finding: Finding) -> str | None:
    """The exact value as text, without rounding."""
    exact = finding.exact
    return ratio_text(exact) if isinstance(exact, Fraction) else None if exact is None else str(exact)


def _given(claim: Claim) -> str | None:
    return None if claim.given is None else claim.given.text


def _rounded(finding: Finding) -> Text | None:
    """The exact value, rounded as the claim is."""
    return None if finding.exact is None else finding.claim.printed.like(finding.exact)


def _sentences(finding: Finding) -> Message:
    """The note of a finding, then the known error of its claim, if any."""
    note, known = _clause(finding.note), finding.claim.known_error
    if known is None:
        return message("{note}.", note=note)
    return message("{note}. Known: {known}.", note=note, known=_clause(known))


def _clause(text: Text) -> Text:
    """A text as part of a sentence: what people wrote loses its line breaks and its final full stop."""
    return text if isinstance(text, Message) else " ".join(text.split()).removesuffix(".")


def _figure(claim: Claim) -> Message:
    return message("{quantity} of {subject}", quantity=SPOKEN[claim.quantity], subject=_subject(claim))


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
    if claim.rules.id != USUAL_RULES:
        return message("{bet} on {shoe} under rules {rules}", bet=bet, shoe=shoe, rules=claim.rules.id)
    return message("{bet} on {shoe}", bet=bet, shoe=shoe)


_FIELDS: dict[str, tuple[Message, Callable[[Finding], Cell]]] = {
    "claim": (message("Claim"), lambda finding: finding.claim.id),
    "figure": (message("Figure"), lambda finding: _figure(finding.claim)),
    "bet": (message("Bet"), lambda finding: finding.claim.reference or None),
    "line": (message("Line"), lambda finding: finding.claim.line),
    "given": (message("Given"), lambda finding: _given(finding.claim)),
    "decks": (message("Decks"), lambda finding: str(finding.claim.decks)),
    "rules": (message("Rules"), lambda finding: finding.claim.rules.id),
    "quantity": (message("Quantity"), lambda finding: SPOKEN[finding.claim.quantity]),
    "printed": (message("Printed"), lambda finding: finding.claim.printed.text),
    "rounded": (message("Exact, rounded"), _rounded),
    "exact": (message("Exact"), _exact),
    "verdict": (message("Verdict"), lambda finding: VERDICT_WORDS[finding.verdict]),
    "note": (message("Note"), _sentences),
    "source": (message("Source"), lambda finding: citation(finding.claim.source) or None),
}
"""What can be shown of a finding, by key: the head of the column, and how to make the cell."""

_PUBLISHED = ("claim", "figure", "printed", "rounded", "exact", "verdict", "note", "source")


def audit_table(findings: Sequence[Finding], title: Text, *, full: bool) -> Table:
    """One row per claim: if `full`, for wide pages, all that it says; otherwise a verdict and a paragraph."""
    notes = _notes(findings)
    if full:
        return _table(findings, title, [key for key in _FIELDS if key != "figure"], notes)
    columns = text_columns(verdict=message("Verdict"), note=message("Claim"))
    return Table(title, columns, tuple(map(_short_row, findings)), notes)


def _table(
    findings: Sequence[Finding], title: Text, keys: Sequence[str], notes: tuple[Text, ...] = ()
) -> Table:
    columns = text_columns(**{key: _FIELDS[key][0] for key in keys})
    rows = tuple(tuple(_FIELDS[key][1](finding) for key in keys) for finding in findings)
    return Table(title, columns, rows, notes)


def _short_row(finding: Finding) -> tuple[Cell, ...]:
    return VERDICT_WORDS[finding.verdict], message(
        "{claim}: {quantity} of {subject}: {note}",
        claim=finding.claim.id,
        quantity=SPOKEN[finding.claim.quantity],
        subject=_subject(finding.claim),
        note=_sentences(finding),
    )


def audit_page(findings: Sequence[Finding], title: Text) -> Page:
    """The verdicts by source; then one row per claim: what it says, the exact value, the verdict and why."""
    table = _table(findings, message("Claims"), _PUBLISHED)
    made = Provenance((), (origins.items("claims", (finding.claim for finding in findings)),))
    return Page((summary_table(findings, full=True), table), made, title)


def _notes(findings: Sequence[Finding]) -> tuple[Text, ...]:
    """The verdicts counted, and the claims for which the audit ends with status 1."""
    notes = [
        plural("{n} claim: {verdicts}.", "{n} claims: {verdicts}.", len(findings), verdicts=_tally(findings))
    ]
    errors = [finding for finding in findings if finding.is_error]
    if wrong := [finding.claim.id for finding in errors if finding.verdict == "wrong"]:
        notes.append(message("Wrong and not marked as a known error: {claims}.", claims=_ids(wrong)))
    if right := [finding.claim.id for finding in errors if finding.verdict != "wrong"]:
        notes.append(message("Marked as a known error, and right: {claims}.", claims=_ids(right)))
    return tuple(notes)


def _ids(ids: Sequence[str]) -> Value:
    if len(ids) <= _MOST_IDS:
        return tuple(ids)
    return message("{claims} and {n} more", claims=tuple(ids[:_MOST_IDS]), n=len(ids) - _MOST_IDS)


def _tally(findings: Sequence[Finding]) -> Value:
    counted = _counts(findings).items()
    return tuple(
        message("{n} {verdict}", n=n, verdict=VERDICT_WORDS[verdict]) for verdict, n in counted if n
    ) or (message("none"))


def _counts(findings: Sequence[Finding]) -> dict[str, int]:
    """How many findings have each verdict, in the order of the verdicts."""
    counts = Counter(finding.verdict for finding in findings)
    return {verdict: counts[verdict] for verdict in VERDICTS}


def _known_errors(findings: Sequence[Finding]) -> int:
    return sum(finding.claim.known_error is not None for finding in findings)


def summary_table(findings: Sequence[Finding], *, full: bool) -> Table:
    """How many claims of each source have each verdict, and how many are marked as known errors.

    `full` is for wide pages: a column for each verdict, and sources with their addresses.
    """
    verdicts = text_columns(verdicts=message("Verdicts"))
    if full:
        verdicts = tuple(Column(verdict, VERDICT_WORDS[verdict], "count") for verdict in VERDICTS)
    rows: list[tuple[Cell, ...]] = []
    for source, group in (*_by_source(findings, full).items(), (message("all sources"), findings)):
        tallies = _counts(group).values() if full else [message("{verdicts}", verdicts=_tally(group))]
        rows.append((source, len(group), *tallies, _known_errors(group)))
    claims = Column("claims", message("Claims"), "count")
    known = Column("known", message("Known errors"), "count")
    columns = (SOURCE, claims, *verdicts, known)
    return Table(message("Verdicts by source"), columns, tuple(rows), _notes(findings))


def summary_document(findings: Sequence[Finding]) -> list[dict[str, object]]:
    """One object per source: its claims, counted in all, by verdict, and as known errors."""
    return [
        {"source": str(source), "claims": len(group), **_counts(group), "known_errors": _known_errors(group)}
        for source, group in _by_source(findings, full=True).items()
    ]


def _by_source(findings: Sequence[Finding], full: bool) -> dict[Text, list[Finding]]:
    """The findings by source, in order of appearance; sources with their addresses if `full`."""
    groups: dict[Text, list[Finding]] = {}
    for finding in findings:
        source = citation(finding.claim.source, addresses=full)
        groups.setdefault(source or _NO_SOURCE, []).append(finding)
    return groups


def verification_table(verification: Verification, file: str) -> Table:
    """One row for each bet that was confirmed, or else for each difference."""
    if verification.holds:
        lines = Column("lines", message("Lines"), "count")
        classes = Column("classes", message("Classes"), "count")
        return Table(
            message("The certificate {file} holds", file=file),
            (BET, lines, classes, HOUSE_EDGE),
            tuple(map(_confirmed_row, verification.exact["bets"])),
            (message("Every number in it was worked out anew by dealing every coup."),),
        )
    columns = text_columns(where=message("Where"), claimed=message("Claimed"), exact=message("Exact"))
    tally = plural("{n} difference.", "{n} differences.", len(verification.differences))
    title = message("The certificate {file} is refuted", file=file)
    return field_table(title, verification.differences, columns, [tally])


def _confirmed_row(bet: Mapping[str, Any]) -> tuple[Cell, ...]:
    name = bet["id"] if bet["paytable"] is None else f"{bet['id']}/{bet['paytable']}"
    classes = sum(len(line["classes"]) for line in bet["lines"])
    return name, len(bet["lines"]), classes, Fraction(bet["house_edge"])


def verification_document(verification: Verification) -> dict[str, object]:
    """The check of a certificate as a document, schema `baccarat-verification/1`."""
    return {
        "schema": "baccarat-verification/1",
        "holds": verification.holds,
        "differences": list(map(asdict, verification.differences)),
    }
