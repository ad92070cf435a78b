"""The commands `baccarat odds` and `baccarat report`."""

from typing import TYPE_CHECKING

import analyzer
from analyzer.cli import complete
from analyzer.cli.groups import AnyCoupOptions, IllustratedLayoutOptions, WholeLayoutOptions
from analyzer.cli.options import flag, option
from analyzer.cli.output import Output
from analyzer.cli.progress import remark, remark_excluded
from analyzer.errors import RenderError
from analyzer.exact import quoted
from analyzer.text import message

if TYPE_CHECKING:
    from analyzer.analysis.odds import Report
    from analyzer.render.chart import Chart


def odds(
    *,
    question: AnyCoupOptions,
    lines: bool = flag("--lines", "Show every line of every bet, not one row per bet."),
    layout: IllustratedLayoutOptions,
    plot_of: str | None = option(
        "--plot-of",
        "VIEW",
        "What the chart of --plot shows: lines, decks, outcomes, edge or all; by default all for at most "
        "12 bets, edge for more.",
        complete.views,
    ),
    workbook: str | None = option(
        "--workbook",
        "FILE",
        "Also save an audit workbook (XLSX): every pattern class, with formulas that add up the totals.",
    ),
) -> None:
    """Compute the exact odds of every bet of a variant, on a fresh or partly dealt shoe.

    A PDF contains the whole report that `baccarat report` writes. Ends with status 0 whatever the odds.

    Example: baccarat odds classic --decks 6 --commission 4% --pay tie=9
    """
    from analyzer.report import odds as reports

    out = layout.checked()
    if plot_of is not None:
        from analyzer.report.charts import check_view

        check_view(plot_of)
        if out.plot is None:
            raise RenderError("--plot FILE is required with --plot-of")
    answer = question.ask(analyzer.odds)

    # Loaded only when needed, since most answers are pages without a chart.
    def chart() -> "Chart":
        from analyzer.report.charts import odds_chart

        return odds_chart(answer, plot_of)

    def document() -> object:
        from analyzer.report.odds_document import ODDS

        return ODDS.of(answer)

    drawing = out.draw(chart)
    if workbook is not None:
        from analyzer.report.workbook import audit_workbook

        # Before the answer, so that none is written if this fails.
        if not workbook.lower().endswith(".xlsx"):
            raise RenderError("expected a workbook file ending in .xlsx, got {file}", file=quoted(workbook))
        out.check_second_file("--workbook", workbook)
        out.write_second_file(workbook, (audit_workbook(answer, out.words),))
    if out.format == "pdf":
        _write_rule_sheet(out, answer)
    else:
        page = reports.lines_page if lines else reports.odds_page
        out.emit(lambda: page(answer, full=out.roomy), document)
    if out.plot:
        from analyzer.analysis.odds import fresh_decks
        from analyzer.report.charts import view_of

        out.write_plot(drawing)
        if view_of(answer, plot_of) == "all" and not fresh_decks(answer):
            remark(
                message(
                    "left out of the plot: the house edge by decks, which needs a fresh shoe and no known "
                    "cards",
                )
            )
    remark_excluded(answer.excluded)


def report(*, question: AnyCoupOptions, layout: WholeLayoutOptions) -> int:
    """Write the report that is submitted with a rule sheet: rules, bets, statistics, checks.

    The text is always shown whole. Ends with status 1 if a bet favours the bettor or has another error that
    `baccarat lint` finds, or if a check fails.

    Example: baccarat report classic --decks 6 --format html -o classic.html
    """
    out = layout.checked()
    answer = question.ask(analyzer.odds)
    status = _write_rule_sheet(out, answer)
    remark_excluded(answer.excluded)
    return status


def _write_rule_sheet(out: Output, report: "Report") -> int:
    """Write the report submitted with a rule sheet, and return the exit status: 1 if its verdict is no."""
    from analyzer.analysis.rule_sheet import rule_sheet
    from analyzer.report.odds import origin_of
    from analyzer.report.page_document import PAGE
    from analyzer.report.rule_sheet.page import failure, rule_sheet_page

    sheet = rule_sheet(report)
    page = rule_sheet_page(sheet, full=out.roomy)
    status = out.emit(lambda: page, lambda: PAGE.of((page, out.words, origin_of(report))))
    for check in sheet.failed:
        remark(failure(check))
    return status
