"""The command `baccarat bankroll`."""

from typing import Annotated

import typer

from analyzer.cli import options
from analyzer.cli.groups import Layout, WholeCoups
from analyzer.cli.joint import stakes
from analyzer.cli.output import remark_excluded
from analyzer.cli.plot import Plot
from analyzer.cli.values import whole
from analyzer.errors import AnalyzerError

Stake = Annotated[
    list[str] | None,
    typer.Option(
        "--stake",
        metavar="BET[/PAYTABLE]=AMOUNT",
        help="Units staked on a bet, such as tie=5; may be repeated. Else one on each bet, alone.",
    ),
]


def bankroll(
    *,
    coups: str | None = typer.Option(
        None, "--coups", metavar="N", help="How many coups are played; must be given."
    ),
    asked: WholeCoups,
    stake: Stake = None,
    quantile: Annotated[
        list[str] | None,
        typer.Option("--quantile", metavar="RATE", help="A quantile of the gain, such as 5%; repeatable."),
    ] = None,
    loss: Annotated[
        list[str] | None,
        typer.Option("--loss", metavar="X", help="P(the coups lose X units or more); repeatable."),
    ] = None,
    bankroll: str | None = typer.Option(
        None, "--bankroll", metavar="B", help="Risk of ruin of B units within these coups."
    ),
    push_ends_run: bool = typer.Option(
        False, "--push-ends-run", help="A coup without gain or loss ends a losing run."
    ),
    law: bool = typer.Option(False, "--law", help="Every gain with its probability; with --format json."),
    layout: Layout,
    plot: options.Plot = None,
) -> None:
    """The exact gain of N coups: loss, quantiles, ruin, losing runs; and Kelly stakes.

    Example: baccarat bankroll classic --coups 200 --stake banker=1 --loss 50 --bankroll 30
    """
    from analyzer.ask import bankroll as bench  # noqa: PLC0415
    from analyzer.report.money.bankroll import bankroll_chart, bankroll_page  # noqa: PLC0415
    from analyzer.report.money.bankroll_document import bankroll_document  # noqa: PLC0415

    out = layout.checked()
    picture = Plot.of(plot, out)
    if law and out.format != "json":
        raise AnalyzerError("expected --format json with --law, whose gains are thousands")
    staked = bool(stake)
    found = asked.ask(
        bench.bankroll,
        coups=whole("--coups", coups, least=1),
        stakes=stakes(stake) if stake else None,
        levels=quantile or None,
        losses=loss or (),
        purse=bankroll,
        push_ends=push_ends_run,
        law=law,
        bars=plot is not None,
    )
    drawing = picture.draw(lambda: bankroll_chart(found, staked=staked))
    out.emit(
        lambda: bankroll_page(found, staked=staked),
        lambda: bankroll_document(found, alone=staked or (asked.one_bet and len(found) == 1)),
    )
    picture.write(drawing)
    remark_excluded(found[0].portfolio.joint)
