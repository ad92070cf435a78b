"""The command `baccarat odds`."""

import typer

from analyzer.cli import complete, options
from analyzer.cli.groups import AnyCoup, Layout
from analyzer.cli.output import remark, remark_excluded
from analyzer.cli.plot import Plot
from analyzer.cli.rule_sheet import write_rule_sheet
from analyzer.cli.workbook import write_workbook
from analyzer.errors import RenderError


def odds(
    *,
    asked: AnyCoup,
    lines: bool = typer.Option(False, "--lines", help="Every line of every bet, not one row a bet."),
    layout: Layout,
    plot: options.Plot = None,
    plot_of: str | None = typer.Option(
        None,
        "--plot-of",
        metavar="VIEW",
        help="all (up to 12 bets), lines, decks, outcomes, or edge (beyond).",
        autocompletion=complete.views,
    ),
    workbook: options.Workbook = None,
) -> int:
    """Exact odds of every bet of a variant, on a fresh or partly dealt shoe.

    As a PDF, the whole report that `baccarat report` writes.

    Example: baccarat odds classic --decks 6 --commission 4% --pay tie=9
    """
    from analyzer.analysis.fresh import fresh_decks  # noqa: PLC0415
    from analyzer.ask import odds as api  # noqa: PLC0415
    from analyzer.report import charts  # noqa: PLC0415
    from analyzer.report import odds as reports  # noqa: PLC0415

    out = layout.checked()
    picture = Plot.of(plot, out)
    charts.check_view(plot_of)
    if plot is None and plot_of is not None:
        raise RenderError("expected --plot FILE with --plot-of, got none")
    report = asked.ask(api.odds)
    drawing = picture.draw(lambda: charts.odds_chart(report, plot_of))
    write_workbook(workbook, out, report)
    status = 0
    if out.format == "pdf":
        status = write_rule_sheet(out, report)
    else:
        page = reports.lines_page if lines else reports.odds_page
        out.emit(
            lambda: page(report, full=out.roomy),
            lambda: reports.odds_document(report),
        )
    picture.write(drawing)
    if plot and charts.view_of(report, plot_of) == "all" and not fresh_decks(report):
        remark("left out of the plot: the house edge by decks, which needs a fresh shoe and nothing known")
    remark_excluded(report)
    return status
