"""The command `baccarat closed-form`."""

import analyzer
from analyzer.cli import complete, options
from analyzer.cli.groups import AnyCoupOptions, IllustratedLayoutOptions
from analyzer.cli.options import option
from analyzer.cli.remarks import remark_excluded
from analyzer.errors import AnalyzerError, did_you_mean
from analyzer.exact import quoted

_BY = ("counts", "decks")


def closed_form(
    *,
    question: AnyCoupOptions,
    by: str = option(
        "--by",
        "decks|counts",
        "In the number of decks, or in the cards left of each kind.",
        complete.forms,
        default="decks",
    ),
    export: str | None = option(
        "--export", "latex|python|sympy", "Print the EV as source text instead.", complete.exports
    ),
    digits: options.Digits = "6",
    layout: IllustratedLayoutOptions,
) -> None:
    """EV and probabilities as formulas: rational functions of the number of decks, or of the cards left.

    Example: baccarat closed-form --bet tie
    """
    from analyzer.report.closed_form import counts as by_counts
    from analyzer.report.closed_form import page as by_decks
    from analyzer.report.closed_form.source import check_export, form_source

    if by not in _BY:
        raise AnalyzerError(f"unknown kind of closed form {quoted(by)}{did_you_mean(by, _BY)}")
    check_export(export)
    if export is not None and layout.format != "text":
        raise AnalyzerError(
            f"expected either --export or --format, got {export!r} and {quoted(layout.format)}"
        )
    if by == "decks" and question.remaining is not None:
        raise AnalyzerError(
            "expected no --remaining with a closed form in the number of decks; add --by counts, or name the "
            "cards gone by --seen"
        )
    if by == "counts" and layout.plot is not None:
        raise AnalyzerError(
            "expected no --plot with --by counts: what is drawn is the edge by number of decks"
        )
    if by == "counts" and question.exhaustive:
        raise AnalyzerError(
            "expected no --exhaustive with --by counts, whose polynomials have a limit of their own"
        )
    out = layout.checked()
    shoe = question.shoe
    if by == "counts":
        counted = question.ask(analyzer.count_form)
        if export is None:
            out.emit(
                lambda: by_counts.count_form_page(counted, full=out.roomy),
                lambda: by_counts.COUNT_FORM.of(counted),
            )
        else:
            out.write(form_source(counted, export, out.words))
        remark_excluded(counted.excluded)
        return
    answer = analyzer.closed_form(question.variant, **question.shared)
    decks = None if shoe is None else shoe.full_decks
    drawing = out.draw(lambda: by_decks.closed_form_chart(answer, decks))
    if export is None:
        out.emit(
            lambda: by_decks.closed_form_page(answer, full=out.roomy, at=decks),
            lambda: by_decks.CLOSED_FORM.of((answer, decks)),
        )
    else:
        out.write(form_source(answer, export, out.words))
    out.write_plot(drawing)
    remark_excluded(answer.excluded)
