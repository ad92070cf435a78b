"""The option `--workbook`: the report to be counted anew in a spreadsheet."""

from typing import TYPE_CHECKING

from analyzer.cli.output import Output, remark
from analyzer.errors import RenderError
from analyzer.exact import quoted
from analyzer.files import write_whole

if TYPE_CHECKING:
    from analyzer.analysis.odds import Report


def write_workbook(file: str | None, out: Output, report: "Report") -> None:
    """Write the audit workbook of a report, if one is wanted, before the answer: if it fails there is none.

    Raises:
        AnalyzerError: the file exists, is the answer's own or cannot be written, or the report is of no kind
            that a workbook can hold.
    """
    if file is None:
        return
    from analyzer.report.workbook import audit_workbook  # noqa: PLC0415

    if not file.lower().endswith(".xlsx"):
        raise RenderError(f"expected a workbook file ending in .xlsx, got {quoted(file)}")
    out.check_beside("--workbook", file)
    write_whole(file, audit_workbook(report, out.words), force=out.force)
    remark(f"wrote {file!r}")
