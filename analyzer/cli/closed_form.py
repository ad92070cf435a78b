"""The command `baccarat closed-form`."""

import typer

from analyzer.cli import complete, options
from analyzer.cli.odds import prices, shoe_of
from analyzer.cli.output import Output, remark_left_out
from analyzer.cli.plot import Plot
from analyzer.errors import AnalyzerError, did_you_mean
from analyzer.exact import quoted

_BY = ("counts", "decks")


def closed_form(
    variant: options.VariantArgument = "standard",
    decks: options.Decks = None,
    remaining: options.Remaining = None,
    seen: options.Seen = "",
    dealt: options.Dealt = None,
    given: options.Given = None,
    bet: options.Bet = None,
    bets: options.Bets = None,
    rules: options.Rules = None,
    pay: options.Pay = None,
    commission: options.Commission = None,
    by: str = typer.Option(
        "decks",
        "--by",
        metavar="decks|counts",
        help="In the number of decks, or in the cards left of each kind.",
        autocompletion=complete.forms,
    ),
    export: str | None = typer.Option(
        None,
        "--export",
        metavar="latex|python|sympy",
        help="Print the EV as source text instead.",
        autocompletion=complete.exports,
    ),
    exhaustive: options.Exhaustive = False,
    format: options.Format = "text",
    digits: options.Digits = "6",
    lang: options.Language = "en",
    output: options.Output = None,
    force: options.Force = False,
    plot: options.Plot = None,
) -> None:
    """EV and probabilities as formulas: rational functions of the number of decks, or of the cards left.

    Example: baccarat closed-form --bet tie
    """
    from analyzer.bench import closed_form as bench  # noqa: PLC0415
    from analyzer.catalog import load  # noqa: PLC0415
    from analyzer.publish.reports.closed_form import counts as by_counts  # noqa: PLC0415
    from analyzer.publish.reports.closed_form import page as reports  # noqa: PLC0415
    from analyzer.publish.reports.closed_form.chart import closed_form_chart  # noqa: PLC0415
    from analyzer.publish.reports.closed_form.source import check_export, form_source  # noqa: PLC0415

    if by not in _BY:
        raise AnalyzerError(f"unknown kind of closed form {quoted(by)}{did_you_mean(by[:40], _BY)}")
    check_export(export)
    if export is not None and format != "text":
        raise AnalyzerError(f"expected either --export or --format, got {export!r} and {quoted(format)}")
    if by == "decks" and remaining is not None:
        raise AnalyzerError(
            "expected no --remaining with a closed form in the number of decks; add --by counts, or name the "
            "cards gone by --seen"
        )
    if by == "counts" and plot is not None:
        raise AnalyzerError(
            "expected no --plot with --by counts: what is drawn is the edge by number of decks"
        )
    if by == "counts" and exhaustive:
        raise AnalyzerError(
            "expected no --exhaustive with --by counts, whose polynomials have a limit of their own"
        )
    out = Output.of(format, digits, output, force, lang)
    picture = Plot.of(plot, out)
    shoe = shoe_of(decks, remaining)
    game = load.variant(variant).named(out.language)
    alone = len(bet or ()) == 1 and not bets
    if by == "counts":
        counted = bench.count_form(
            game,
            shoe,
            seen=seen,
            dealt=dealt,
            given=given,
            bets=bet or None,
            bet_files=bets or (),
            rules=rules,
            pay=prices(pay or ()),
            commission=commission,
        ).named(out.language)
        if export is not None:
            out.write(form_source(counted, export))
        else:
            out.emit(
                lambda: by_counts.count_form_page(counted, game, full=out.roomy),
                lambda: by_counts.count_form_document(counted, alone=alone),
            )
        remark_left_out(counted)
        return
    found = bench.closed_form(
        game,
        seen=seen,
        dealt=dealt,
        given=given,
        bets=bet or None,
        bet_files=bets or (),
        rules=rules,
        pay=prices(pay or ()),
        commission=commission,
        exhaustive=exhaustive,
    ).named(out.language)
    at = None if shoe is None else shoe.full_decks
    drawing = picture.draw(lambda: closed_form_chart(found, game, at))
    if export is not None:
        out.write(form_source(found, export))
    else:
        out.emit(
            lambda: reports.closed_form_page(found, game, full=out.roomy, at=at),
            lambda: reports.closed_form_document(found, alone=alone, at=at),
        )
    picture.write(drawing)
    remark_left_out(found)
