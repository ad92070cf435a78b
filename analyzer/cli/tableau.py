"""The command `baccarat tableau`."""

from typing import Annotated

import typer

from analyzer.cli import complete, options
from analyzer.cli.groups import Layout
from analyzer.cli.plot import Plot
from analyzer.cli.values import prices, shoe_of

_IN_ROWS = ("csv", "xlsx")
"""Formats for machines, which take a row for each cell."""


def tableau(
    *,
    rules: Annotated[
        str,
        typer.Argument(
            metavar="RULES", help="Drawing rules: an id, or a rules file.", autocompletion=complete.rules
        ),
    ] = "punto-banco",
    decks: Annotated[
        str | None,
        typer.Option(
            "--decks",
            metavar="N",
            help="A fresh shoe of N decks, or infinite; else 8.",
            autocompletion=complete.words("infinite"),
        ),
    ] = None,
    remaining: options.Remaining = None,
    seen: options.Seen = "",
    commission: Annotated[
        str,
        typer.Option(
            "--commission", metavar="RATE", help="Commission on the Banker bet, such as 5%; else none."
        ),
    ] = "0",
    pay: options.Pay = None,
    composition: Annotated[
        bool, typer.Option("--composition", help="Also by the two cards of a hand, not its total alone.")
    ] = False,
    errors: Annotated[
        bool, typer.Option("--errors", help="Also what a dealer's error in each cell costs whom.")
    ] = False,
    digits: Annotated[
        str | None,
        typer.Option("--digits", metavar="N", help="Decimals shown, 0 to 60; else 4, fewer in text grids."),
    ] = None,
    layout: Layout,
    plot: options.Plot = None,
) -> None:
    """Drawing against standing in every cell of the tableau: EVs, where the rule is not best, what it costs.

    Example: baccarat tableau punto-banco --decks 6 --commission 5%
    """
    from analyzer.ask import tableau as bench  # noqa: PLC0415
    from analyzer.report.tableau_study import document as tableau_document  # noqa: PLC0415
    from analyzer.report.tableau_study import page as tableau_study  # noqa: PLC0415

    out = layout.checked("4" if digits is None else digits)
    picture = Plot.of(plot, out)
    infinite = decks == bench.INFINITE and remaining is None
    found = bench.tableau_study(
        rules,
        bench.INFINITE if infinite else shoe_of(decks, remaining),
        commission,
        seen=seen,
        pay=prices(pay or ()),
    )
    drawing = picture.draw(lambda: tableau_study.study_chart(found))
    out.emit(
        lambda: (
            tableau_document.rows_page(found, composition=composition)
            if out.format in _IN_ROWS
            else tableau_study.study_page(
                found,
                full=out.roomy,
                composition=composition,
                errors=errors,
                digits=out.roomy or digits is not None,
            )
        ),
        lambda: tableau_document.study_document(found, composition=composition),
    )
    picture.write(drawing)
