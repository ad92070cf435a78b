"""Audits and certificates, as people ask for them: files and documents in, verdicts out.

Reads through the catalog and hands values to the audit; judges nothing itself.
"""

from collections.abc import Iterable, Mapping
from os import PathLike, fspath
from pathlib import Path

from analyzer.analysis.odds import Report
from analyzer.ask.certificate import certificate
from analyzer.ask.question import listed
from analyzer.audit import certificate as certificates
from analyzer.audit.certificate import Verification
from analyzer.audit.verdict import Audit, audit
from analyzer.catalog import claims, load
from analyzer.catalog.reference import text_of
from analyzer.errors import AnalyzerError
from analyzer.exact import quoted


def verdicts(files: Iterable[str | PathLike[str]] | str | PathLike[str] = ()) -> Audit:
    """The verdict on each claim of some files, in order: what was printed held against what is exact.

    Args:
        files: claim files by path, or those of the library by name (`first-seed`), or one of them; by default
            all of the library.

    Raises:
        CatalogError: a file is not there or faulty; a line per fault.

    >>> found = verdicts("first-seed")
    >>> [(finding.claim.printed.text, finding.verdict) for finding in found], found.passed
    ([('98.94%', 'agrees')], True)
    """
    named = [files] if isinstance(files, str | PathLike) else listed("claim files", files)
    asked = (
        claims.of_files([text_of("claim files", name) for name in named]) if named else list(claims.every())
    )
    return audit(asked)


def certify(report: Report) -> dict[str, object]:
    """The certificate of a report's bets: exact odds with all that anyone needs to add them up again.

    It is what `baccarat certify` writes, as a document of whole numbers and exact texts for `json.dump`.

    Args:
        report: the odds of fresh or partly dealt shoes, of whole coups.

    Raises:
        ConditionError: a bet needs more than a million patterns.
        AnalyzerError: some cards of the coup are known beforehand.
    """
    if not isinstance(report, Report):
        raise AnalyzerError(f"expected a report, as odds gives it, got {quoted(report)}")
    return certificate(report)


def verify_certificate(given: Mapping[str, object] | str | PathLike[str]) -> Verification:
    """What comes of dealing every coup of a certificate anew, card by card: every difference, or none.

    Args:
        given: the path of a certificate, or the document itself.

    Raises:
        AnalyzerError: there is no such file, or it is no certificate.
    """
    library = {known: load.rules(known) for known in load.rules_ids()}
    if isinstance(given, Mapping):
        return certificates.verify(dict(given), library)
    if not isinstance(given, str | PathLike):
        raise AnalyzerError(f"expected a certificate as a file or a document, got {quoted(given)}")
    try:
        raw = Path(given).read_bytes()
    except (OSError, ValueError) as error:
        why = (getattr(error, "strerror", None) or str(error)).lower()
        raise AnalyzerError(f"{quoted(fspath(given))}: cannot be read ({why})") from None
    return certificates.verify(certificates.read(raw), library)
