"""What an audit found, as documents: each verdict, or how many claims of each source have which."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from analyzer.audit.claim import SPOKEN
from analyzer.audit.printed import decimal_of
from analyzer.audit.verdict import VERDICTS, Finding
from analyzer.catalog import digests
from analyzer.catalog.load import citation
from analyzer.report.document import Document
from analyzer.report.fields import picked, records, said
from analyzer.report.kinds import ID, TEXT, one_of
from analyzer.report.origin import Origin
from analyzer.report.stated import DECKS
from analyzer.report.verdicts import FINDING, OF_SOURCE, by_source


@dataclass(frozen=True, slots=True)
class Audited:
    """Verdicts on claims, and how they were asked for.

    `files` are the claim files and `only` the verdicts to show, both as given; empty if none were.
    """

    findings: Sequence[Finding]
    files: Sequence[str] = ()
    only: Sequence[str] = ()

    @property
    def shown(self) -> list[Finding]:
        """The findings to show: those of the verdicts asked for, or all."""
        return [finding for finding in self.findings if finding.verdict in (self.only or VERDICTS)]


def origin_of(audited: Audited) -> Origin:
    """What decided the verdicts: the claims; documents also state the files that they come from."""
    claims = digests.items("claims", [finding.claim for finding in audited.findings])
    files = digests.files(file for file in audited.files if Path(file).exists())
    return Origin(digests=(claims,), known={"sha256": dict((claims, *files))})


def _origin_of_shown(audited: Audited) -> Origin:
    """What decided the verdicts that are shown."""
    options = (("only", ", ".join(audited.only)),) if audited.only else ()
    return replace(origin_of(audited), options=options)


def _decimal(finding: Finding) -> str | None:
    """The exact value as decimal text."""
    return None if finding.exact is None else decimal_of(finding.exact)


AUDIT: Document[Audited] = Document(
    "audit",
    2,
    "audit",
    (
        said(
            "verdicts",
            records(
                (
                    said("id", ID, "claim.id"),
                    picked(FINDING, "bet"),
                    said("decks", DECKS, "claim.decks"),
                    said("quantity", one_of(*SPOKEN), "claim.quantity"),
                    picked(FINDING, "printed", "exact"),
                    said("exact_decimal", TEXT.optional, _decimal),
                    said("verdict", one_of(*VERDICTS)),
                    said("note", TEXT, lambda finding: str(finding.note)),
                    picked(FINDING, "line", "given", "rules"),
                    said("source", TEXT, lambda finding: citation(finding.claim.source)),
                    said("known_error", TEXT.optional, "claim.known_error"),
                    said("remark", TEXT.optional, "claim.note"),
                )
            ),
            "shown",
        ),
    ),
    _origin_of_shown,
)

SUMMARY: Document[Audited] = Document(
    "audit-summary",
    2,
    "audit --summary",
    (said("items", records(OF_SOURCE), lambda audited: by_source(audited.findings, full=True)),),
    origin_of,
)
