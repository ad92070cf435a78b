"""Odds written as the report that is submitted with a rule sheet, whichever command asks for it."""

from typing import TYPE_CHECKING

from analyzer.cli.output import Output, remark

if TYPE_CHECKING:
    from analyzer.analysis.odds import Report


def write_rule_sheet(out: Output, report: "Report") -> int:
    """Write the report of some odds, its checks made; the exit status, 1 where a check fails."""
    from analyzer.analysis.rule_sheet import rule_sheet  # noqa: PLC0415
    from analyzer.report.rule_sheet.page import failure, rule_sheet_page  # noqa: PLC0415

    sheet = rule_sheet(report)
    page = rule_sheet_page(sheet, full=out.roomy)
    out.emit(lambda: page, lambda: page.document(out.words))
    for check in sheet.failed:
        remark(out.words.translate(failure(check)))
    return int(bool(sheet.failed))
