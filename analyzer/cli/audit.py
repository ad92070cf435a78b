"""The command `baccarat audit`."""

from typing import Annotated

import typer

from analyzer.cli import complete
from analyzer.cli.groups import Layout
from analyzer.errors import AnalyzerError, did_you_mean
from analyzer.exact import quoted


def audit(
    *,
    files: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="ID|FILE",
            help="Claim files by path, or the library's by name; all of the library by default.",
            autocompletion=complete.claims,
        ),
    ] = None,
    summary: Annotated[bool, typer.Option("--summary", help="Count the verdicts by source.")] = False,
    only: Annotated[
        list[str] | None,
        typer.Option(
            "--only",
            metavar="VERDICT",
            help="Show only claims of this verdict; may be repeated.",
            autocompletion=complete.verdicts,
        ),
    ] = None,
    all: Annotated[
        bool, typer.Option("--all", help="In text, show also what agrees; other formats always do.")
    ] = False,
    layout: Layout,
) -> int:
    """Hold printed figures against the exact ones: a verdict on each, and the reason.

    The verdicts: agrees, truncated, spreadsheet, other-convention, last-digit, wrong, cannot-say. Ends with
    status 1 if a figure is wrong and not marked as a known error, or marked and right, shown or not.

    Example: baccarat audit my-claims.toml
    """
    from analyzer.audit.verdict import VERDICTS  # noqa: PLC0415
    from analyzer.audit.verdict import audit as judged  # noqa: PLC0415
    from analyzer.catalog import claims  # noqa: PLC0415
    from analyzer.catalog import digests as origins  # noqa: PLC0415
    from analyzer.render.page import Page, Provenance  # noqa: PLC0415
    from analyzer.report import verdicts  # noqa: PLC0415
    from analyzer.text import message  # noqa: PLC0415

    out = layout.checked()
    for verdict in only or ():
        if verdict not in VERDICTS:
            raise AnalyzerError(f"unknown verdict {quoted(verdict)}{did_you_mean(verdict, VERDICTS)}")
    if files:
        asked = claims.of_files(files)
        title = message("Audit of {files}", files=tuple(files))
    else:
        asked = list(claims.every())
        title = message("Audit of the library's claims")
    findings = judged(asked)
    brief = not (files or only or all or out.roomy)
    shown = only or [verdict for verdict in VERDICTS if verdict != "agrees" or not brief]
    listed = [finding for finding in findings if finding.verdict in shown]

    def page() -> Page:
        counted = verdicts.summary_table(findings, full=out.roomy)
        made = Provenance((), (origins.items("claims", asked),))
        if summary:
            return Page((counted,), made)
        table = verdicts.audit_table(listed, title, full=out.roomy)
        return Page((table, counted) if brief else (table,), made)

    def document() -> object:
        return verdicts.summary_document(findings) if summary else verdicts.audit_document(listed)

    out.emit(page, document)
    return int(any(finding.is_error for finding in findings))
