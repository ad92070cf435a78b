"""The option `--workbook`: the report to be counted anew in a spreadsheet."""

import os
from typing import TYPE_CHECKING

from analyzer.cli.output import Output, remark
from analyzer.errors import RenderError
from analyzer.publish.files import check_place, write_whole

if TYPE_CHECKING:
    from analyzer.analysis.odds import Report
    from analyzer.bets.bet import Variant


def write_workbook(file: str | None, out: Output, report: "Report", variant: "Variant") -> None:
    """Write the audit workbook of a report, if one is wanted, before the answer: if it fails there is none.

    Raises:
        AnalyzerError: the file exists, is the answer's own or cannot be written, or the report is of no kind
            that a workbook can hold.
    """
    if file is None:
        return
    from analyzer.publish.workbook import audit_workbook  # noqa: PLC0415

    if out.file is not None and os.path.realpath(file) == os.path.realpath(out.file):
        raise RenderError(f"expected different files for --workbook and --output, got {file!r} for both")
    check_place(file, out.force)
    write_whole(file, audit_workbook(report, variant, out.words), force=out.force)
    remark(f"wrote {file!r}")
