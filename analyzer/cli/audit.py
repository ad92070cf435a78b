"""The command `baccarat audit`."""

from pathlib import Path
from typing import Annotated

import typer

from analyzer.cli import options
from analyzer.cli.output import Output


def audit(
    files: Annotated[
        list[str] | None, typer.Argument(metavar="[FILE…]", help="Claim files; the library's by default.")
    ] = None,
    summary: Annotated[bool, typer.Option("--summary", help="Count the verdicts by source.")] = False,
    all: Annotated[
        bool, typer.Option("--all", help="In text, show also what agrees; other formats always do.")
    ] = False,
    format: options.Format = "text",
    digits: options.Digits = "4",
    output: options.Output = None,
    force: options.Force = False,
) -> int:
    """Hold printed figures against the exact ones: a verdict on each, and the reason.

    Ends with status 1 if a figure is wrong and not marked as a known error, or marked and right.

    Example: baccarat audit my-claims.toml
    """
    from analyzer.audit.verdict import audit as judged  # noqa: PLC0415
    from analyzer.catalog import claims  # noqa: PLC0415
    from analyzer.publish import verdicts  # noqa: PLC0415
    from analyzer.publish.table import Table  # noqa: PLC0415

    out = Output.of(format, digits, output, force)
    if files:
        asked = [claim for file in files for claim in claims.claims_of(Path(file))]
        title = "Audit of " + ", ".join(files)
    else:
        asked = [claim for of_source in claims.library().values() for claim in of_source]
        title = "Audit of the library's claims"
    findings = judged(asked)
    short = not (all or files or out.roomy)
    listed = [finding for finding in findings if finding.verdict != "agrees"] if short else findings

    def tables() -> Table | list[Table]:
        counted = verdicts.summary_table(findings, full=out.roomy)
        if summary:
            return counted
        table = verdicts.audit_table(listed, title, full=out.roomy)
        return [table, counted] if short else table

    out.emit(tables, lambda: verdicts.audit_document(findings))
    return int(any(finding.amiss for finding in findings))
