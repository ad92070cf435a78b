"""The command `baccarat audit`."""

import analyzer
from analyzer.cli import complete
from analyzer.cli.groups import LayoutOptions
from analyzer.cli.options import argument, flag, option
from analyzer.errors import AnalyzerError, did_you_mean
from analyzer.exact import quoted


def audit(
    *,
    files: list[str] | None = argument(
        "ID|FILE",
        "Claim files by path, or the library's by name; all of the library by default.",
        complete.claims,
        default=None,
    ),
    summary: bool = flag("--summary", "Count the verdicts by source."),
    only: list[str] | None = option(
        "--only", "VERDICT", "Show only claims of this verdict; may be repeated.", complete.verdicts
    ),
    all: bool = flag("--all", "In text, show also what agrees; other formats always do."),
    layout: LayoutOptions,
) -> int:
    """Hold printed figures against the exact ones: a verdict on each, and the reason.

    The verdicts: agrees, truncated, spreadsheet, other-convention, last-digit, wrong, cannot-say. Ends with
    status 1 if a figure is wrong and not marked as a known error, or marked and right, shown or not.

    Example: baccarat audit my-claims.toml
    """
    from analyzer.audit.verdict import VERDICTS
    from analyzer.render.page import Page
    from analyzer.report import verdicts
    from analyzer.text import message

    out = layout.checked()
    for verdict in only or ():
        if verdict not in VERDICTS:
            raise AnalyzerError(f"unknown verdict {quoted(verdict)}{did_you_mean(verdict, VERDICTS)}")
    findings = analyzer.audit(files or ())
    brief = not (files or only or all or out.roomy)
    shown = only or [verdict for verdict in VERDICTS if verdict != "agrees" or not brief]
    audited = verdicts.Audited(findings, files or (), () if summary else only or ())
    library = message("Audit of the library's claims")

    def page() -> Page:
        counts = verdicts.summary_table(findings, full=out.roomy)
        made = verdicts.origin_of(audited).provenance
        if summary:
            return Page((counts,), made)
        title = message("Audit of {files}", files=tuple(files)) if files else library
        listed = [finding for finding in findings if finding.verdict in shown]
        table = verdicts.audit_table(listed, title, full=out.roomy)
        return Page((table, counts) if brief else (table,), made)

    document = verdicts.SUMMARY if summary else verdicts.AUDIT
    out.emit(page, lambda: document.of(audited))
    return int(not findings.passed)
