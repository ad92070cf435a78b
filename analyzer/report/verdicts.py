"""The findings of an audit, as tables and documents."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from operator import itemgetter
from pathlib import Path
from typing import Any

from analyzer.audit.claim import SPOKEN, Claim, UnreadableClaim
from analyzer.audit.printed import decimal_of
from analyzer.audit.verdict import VERDICTS, Finding
from analyzer.catalog import digests
from analyzer.catalog.load import USUAL_RULES, citation
from analyzer.exact import ratio_text
from analyzer.render.page import Page, Verdict, shown_names
from analyzer.render.table import Cell, Column, Table
from analyzer.report.columns import SOURCE, text_columns
from analyzer.report.document import Document
from analyzer.report.fields import Field, Fields, Getter, field_table, headed, picked, records, said
from analyzer.report.kinds import COUNT, ID, LINE_ID, TEXT, Kind, one_of, plain
from analyzer.report.names import ratio
from analyzer.report.origin import Origin
from analyzer.report.stated import DECKS
from analyzer.text import Message, Text, Value, message, plural

Group = tuple[Text, Sequence[Finding]]  # A source and the findings on its claims.

VERDICT_WORDS: dict[str, Message] = {
    "agrees": message("agrees"),
    "truncated": message("truncated"),
    "spreadsheet": message("spreadsheet"),
    "other-convention": message("other-convention"),
    "last-digit": message("last-digit"),
    "wrong": message("wrong"),
    "cannot-say": message("cannot-say"),
    "unreadable": message("unreadable"),
}
"""What the verdicts are called."""

_MEANINGS: dict[str, Text] = {
    "agrees": message("rounds to the printed figure"),
    "truncated": message("agrees if it is cut off instead of rounded"),
    "spreadsheet": message("a long whole number, right to the 15 digits that a spreadsheet keeps"),
    "other-convention": message(
        "wrong as stated, right in one other convention, which the claim's note names"
    ),
    "last-digit": message("one unit off in the last printed digit"),
    "wrong": message("differs from the exact value, and no other verdict explains it"),
    "cannot-say": message("cannot be judged: the note says what is missing"),
    "unreadable": message("the claim cannot be read"),
}
"""What each verdict means."""

_ATTENTION = ("wrong", "agrees", "unreadable", "cannot-say")
"""The verdicts of claims that need attention, most urgent first; those of known errors do not, if wrong."""


def _exact(finding: Finding) -> str | None:
    exact = finding.exact
    return ratio_text(exact) if isinstance(exact, Fraction) else None if exact is None else str(exact)


def _sentences(finding: Finding) -> Message:
    """The note of a finding, then the known error of its claim, if any."""
    note, known = _clause(finding.note), finding.claim.known_error
    if known is None:
        return message("{note}.", note=note)
    known = " ".join(known.split())
    return message("{note}. Known: {known}", note=note, known=Message(known.removesuffix(".") + "."))


def _clause(text: Text) -> Text:
    """A text as part of a sentence: what people wrote loses its line breaks and its final full stop."""
    return text if isinstance(text, Message) else " ".join(text.split()).removesuffix(".")


def _figure(claim: Claim | UnreadableClaim) -> Message | None:
    return None if isinstance(claim, UnreadableClaim) else _figure_of(claim)


def _figure_of(claim: Claim) -> Message:
    """What a claim is about, such as "house edge of Player on 8 decks"."""
    bet = _bet_name(claim)
    if claim.line == "win" and claim.quantity == "probability":
        figure = message("probability that {bet} wins", bet=bet)
    elif claim.line == "win" and claim.quantity == "ways":
        figure = message("ways in which {bet} wins", bet=bet)
    else:
        if claim.line is not None:
            bet = message("{bet}, line {line},", bet=bet, line=claim.line)
        figure = message("{quantity} of {subject}", quantity=SPOKEN[claim.quantity], subject=bet)
    if claim.given is not None:
        figure = message("{bet} given {condition}", bet=figure, condition=claim.given.text)
    shoe: Text = message("an infinite shoe")
    if claim.decks != "infinite":
        shoe = plural("{n} deck", "{n} decks", claim.decks)
    if claim.rules.id != USUAL_RULES:
        return message("{bet} on {shoe} under rules {rules}", bet=figure, shoe=shoe, rules=claim.rules.title)
    return message("{bet} on {shoe}", bet=figure, shoe=shoe)


def _bet_name(claim: Claim) -> Text:
    """The name of the bet of a claim, with its price in parentheses if the claim names one."""
    if not claim.reference:
        return message("all deals")
    if claim.reference == "*":
        return message("the best bet")
    name = claim.beyond.title if claim.beyond else claim.bets[0].title
    if "/" not in claim.reference:
        return name
    lines, nets = ((), {}) if claim.beyond else (claim.bets[0].lines, claim.bets[0].nets)
    match [line for line in lines if nets[line.id] > 0]:
        case [line] if line.commission:
            return message("{name} ({rate}% commission)", name=name, rate=ratio(100 * line.commission))
        case [line]:
            return message("{name} ({pays} to 1)", name=name, pays=ratio(nets[line.id]))
    return message("{name} ({id})", name=name, id=claim.reference)


def _printed(claim: Claim | UnreadableClaim) -> str | None:
    return claim.printed if isinstance(claim, UnreadableClaim) else claim.printed.text


def _rounded(finding: Finding) -> Text | None:
    """The exact value, rounded as the source prints its figures."""
    if finding.exact is None or isinstance(finding.claim, UnreadableClaim):
        return None
    return finding.claim.printed.like(finding.exact)


def _column(key: str, head: Message, value: Getter, kind: Kind = TEXT.optional) -> Field[Finding]:
    return headed(key, head, "text", value, kind=kind)


def _if_readable(read: Callable[[Claim], Any]) -> Callable[[Finding], Any]:
    """What `read` finds in the claim of a finding; None in one that cannot be read."""
    return lambda finding: None if isinstance(finding.claim, UnreadableClaim) else read(finding.claim)


FINDING = [
    _column("claim", message("Claim"), "claim.id"),
    _column("verdict", message("Verdict"), lambda finding: VERDICT_WORDS[finding.verdict]),
    _column("figure", message("Figure"), lambda finding: _figure(finding.claim)),
    _column("bet", message("Bet"), lambda finding: finding.claim.reference or None),
    _column("line", message("Line"), _if_readable(lambda claim: claim.line), LINE_ID.optional),
    _column("given", message("Given"), _if_readable(lambda claim: claim.given and claim.given.text)),
    _column("decks", message("Decks"), _if_readable(lambda claim: str(claim.decks))),
    _column("rules", message("Rules"), _if_readable(lambda claim: claim.rules.id), ID.optional),
    _column("quantity", message("Quantity"), _if_readable(lambda claim: SPOKEN[claim.quantity])),
    _column("printed", message("Printed"), lambda finding: _printed(finding.claim)),
    _column("rounded", message("Exact, rounded"), _rounded),
    _column("exact", message("Exact"), _exact),
    _column("note", message("Note"), _sentences),
    _column("source", message("Source"), lambda finding: citation(finding.claim.source) or None),
]
"""The columns that tables can show of a finding; documents share some of them."""

_FULL = [field for field in FINDING if field.key != "figure"]
_PUBLISHED = ("claim", "verdict", "figure", "printed", "rounded", "exact", "note", "source")

_MOST_IDS = 10
"""The most claims that a verdict names; the table has all."""


@dataclass(frozen=True, slots=True)
class Audited:
    """Verdicts on claims, and the options of the audit.

    `files` are the claim files and `only` the verdicts to show, both as given; empty if none were.
    """

    findings: Sequence[Finding]
    files: Sequence[str] = ()
    only: Sequence[str] = ()

    @property
    def verdict(self) -> Verdict:
        """The verdict on all claims, shown or not."""
        return audit_verdict(self.findings)

    @property
    def shown(self) -> list[Finding]:
        """The findings to show: those with the verdicts of `only`, or all."""
        return [finding for finding in self.findings if finding.verdict in (self.only or VERDICTS)]


def origin_of(audited: Audited) -> Origin:
    """The claims that were judged; documents also state the files, and which verdicts they show."""
    claims = digests.items("claims", [finding.claim for finding in audited.findings])
    files = digests.files(file for file in audited.files if Path(file).exists())
    options = {"only": ", ".join(audited.only)} if audited.only else {}
    return Origin(digests=(claims,), known={"sha256": dict((claims, *files)), "options": options})


def findings_page(audited: Audited, *, full: bool, for_machines: bool) -> Page:
    """How many claims have each verdict; then the claims that need attention, and the others, worst first.

    `full` is for wide pages. Programs get one table of the claims in their order.
    """
    title = message("Audit of the library's claims")
    if audited.files:
        title = message("Audit of {files}", files=shown_names(audited.files))
    made = origin_of(audited).provenance
    if for_machines:
        return Page((audit_table(audited.shown, title, full=full),), made, verdict=audited.verdict)
    needy = [finding for finding in audited.shown if finding.is_error or finding.verdict == "cannot-say"]
    needy.sort(key=lambda finding: _ATTENTION.index(finding.verdict))
    others = [finding for finding in audited.shown if finding not in needy]
    others.sort(key=lambda finding: -VERDICTS.index(finding.verdict))
    parts = {message("Claims that need attention"): needy, message("Other claims"): others}
    tables = (audit_table(findings, name, full=full) for name, findings in parts.items() if findings)
    return Page((_verdicts_table(audited.findings), *tables), made, title, verdict=audited.verdict)


def _verdicts_table(findings: Sequence[Finding]) -> Table:
    columns = (
        Column("verdict", message("Verdict"), "text"),
        Column("claims", message("Claims"), "count"),
        Column("meaning", message("Meaning"), "text"),
    )
    counted = _counts(findings).items()
    rows = tuple((VERDICT_WORDS[verdict], n, _MEANINGS[verdict]) for verdict, n in counted if n)
    return Table(message("Verdicts"), columns, rows)


def audit_table(findings: Sequence[Finding], title: Text, *, full: bool) -> Table:
    """One row per claim: if `full`, for wide pages, all that it says; otherwise a verdict and a paragraph."""
    if full:
        return field_table(title, findings, _FULL)
    columns = text_columns(verdict=message("Verdict"), note=message("Claim"))
    unsaid = tuple(field.column.head for field in picked(FINDING, "exact", "source"))
    return Table(title, columns, tuple(map(_short_row, findings)), hidden=unsaid)


def _short_row(finding: Finding) -> tuple[Cell, ...]:
    claim, note = finding.claim, _sentences(finding)
    if isinstance(claim, UnreadableClaim):
        return VERDICT_WORDS[finding.verdict], message("{claim}: {note}", claim=claim.id, note=note)
    figure = _figure_of(claim)
    return VERDICT_WORDS[finding.verdict], message(
        "{claim}: {figure}: {note}", claim=claim.id, figure=figure, note=note
    )


def audit_page(findings: Sequence[Finding], title: Text) -> Page:
    """The verdicts by source; then one row per claim: what it says, the exact value, the verdict and why."""
    table = field_table(message("Claims"), findings, picked(FINDING, *_PUBLISHED))
    made = origin_of(Audited(findings)).provenance
    return Page((summary_table(findings, full=True), table), made, title, verdict=audit_verdict(findings))


def audit_verdict(findings: Sequence[Finding]) -> Verdict:
    """Whether every wrong figure, and no right one, is marked as a known error, and which break this rule."""
    errors = [finding for finding in findings if finding.is_error]
    wrong, right, unread = (
        tuple(finding.claim.id for finding in errors if finding.verdict == verdict)
        for verdict in ("wrong", "agrees", "unreadable")
    )
    details: list[Text] = [_counted(findings)]
    if wrong:
        details.append(message("Wrong and not marked as a known error: {claims}.", claims=_ids(wrong)))
    if right:
        details.append(message("Marked as a known error, and right: {claims}.", claims=_ids(right)))
    if unread:
        details.append(message("Not checked, because they cannot be read: {claims}.", claims=_ids(unread)))
    if errors:
        of, failing = len(findings), len(wrong) + len(right)
        failed = plural("{n} of {of} claims fails.", "{n} of {of} claims fail.", failing, of=of)
        if unread:
            n = len(unread)
            left = plural(
                "{n} of {of} claims cannot be read.", "{n} of {of} claims cannot be read.", n, of=of
            )
            failed = message("{first} {second}", first=failed, second=left) if failing else left
        return Verdict(failed, False, tuple(details))
    counts = _counts(findings)
    fine = message("No figure is wrong")
    if counts["wrong"]:
        fine = message("Every wrong figure is marked as a known error")
    if elsewhere := counts["other-convention"]:
        fine = plural(
            "{fine}, but {n} is right only in a convention other than the stated one",
            "{fine}, but {n} are right only in a convention other than the stated one",
            elsewhere,
            fine=fine,
        )
    if unsaid := counts["cannot-say"]:
        left_open = message("{fine}; {n} cannot be judged.", fine=fine, n=unsaid)
        return Verdict(left_open, None, tuple(details))
    return Verdict(message("{fine}.", fine=fine), None if elsewhere else True, tuple(details))


def _ids(ids: Sequence[str]) -> Value:
    if len(ids) <= _MOST_IDS:
        return tuple(ids)
    return message("{claims} and {n} more", claims=tuple(ids[:_MOST_IDS]), n=len(ids) - _MOST_IDS)


def _counted(findings: Sequence[Finding]) -> Message:
    tally = _tally(findings)
    return plural("{n} claim: {verdicts}.", "{n} claims: {verdicts}.", len(findings), verdicts=tally)


def _tally(findings: Sequence[Finding]) -> Value:
    counted = _counts(findings).items()
    return tuple(
        message("{n} {verdict}", n=n, verdict=VERDICT_WORDS[verdict]) for verdict, n in counted if n
    ) or (message("none"))


def _counts(findings: Sequence[Finding]) -> dict[str, int]:
    counts = Counter(finding.verdict for finding in findings)
    return {verdict: counts[verdict] for verdict in VERDICTS}


def _known_errors(group: Group) -> int:
    return sum(finding.claim.known_error is not None for finding in group[1])


def _words(verdict: str) -> Field[Group]:
    return headed(verdict, VERDICT_WORDS[verdict], "count", lambda group: _counts(group[1])[verdict])


OF_SOURCE: list[Field[Group]] = [
    Field(SOURCE, itemgetter(0), kind=plain(entry=str, type="string")),
    headed("claims", message("Claims"), "count", lambda group: len(group[1])),
    headed(
        "verdicts",
        message("Verdicts"),
        "text",
        lambda group: message("{verdicts}", verdicts=_tally(group[1])),
        in_documents=False,
    ),
    *map(_words, VERDICTS),
    headed("known", message("Known errors"), "count", _known_errors, in_documents=False),
    said("known_errors", COUNT, _known_errors),
]
"""The columns for the claims of one source, and of all sources."""


def summary_table(findings: Sequence[Finding], *, full: bool) -> Table:
    """How many claims of each source have each verdict, and how many are marked as known errors.

    `full` is for wide pages: a column for each verdict, and sources with their addresses.
    """
    groups = (*by_source(findings, full), (message("all sources"), findings))
    fields = picked(OF_SOURCE, "source", "claims", *(VERDICTS if full else ["verdicts"]), "known")
    return field_table(message("Verdicts by source"), groups, fields)


def by_source(findings: Sequence[Finding], full: bool) -> list[Group]:
    """The findings by source, in order of appearance; sources with their addresses if `full`."""
    groups: dict[Text, list[Finding]] = {}
    for finding in findings:
        source = citation(finding.claim.source, addresses=full) or message("no source given")
        groups.setdefault(source, []).append(finding)
    return list(groups.items())


_CLAIM: Fields[Finding] = (
    said("id", ID, "claim.id"),
    picked(FINDING, "bet"),
    said("decks", DECKS.optional, _if_readable(lambda claim: claim.decks)),
    said("quantity", one_of(*SPOKEN).optional, _if_readable(lambda claim: claim.quantity)),
    picked(FINDING, "printed", "exact"),
    said("exact_decimal", TEXT.optional, lambda f: None if f.exact is None else decimal_of(f.exact)),
    said("verdict", one_of(*VERDICTS)),
    said("note", TEXT, lambda finding: str(finding.note)),
    picked(FINDING, "line", "given", "rules"),
    said("source", TEXT, lambda finding: citation(finding.claim.source)),
    said("known_error", TEXT.optional, "claim.known_error"),
    said("remark", TEXT.optional, "claim.note"),
)
_SOURCES = said("items", records(OF_SOURCE), lambda audited: by_source(audited.findings, full=True))
_OF_AUDIT = [said("verdicts", records(_CLAIM), "shown")]
AUDIT = Document("audit", 2, "audit", _OF_AUDIT, origin_of, verdict=lambda audited: audited.verdict)
SUMMARY = Document(
    "audit-summary", 2, "audit --summary", [_SOURCES], origin_of, verdict=lambda audited: audited.verdict
)
