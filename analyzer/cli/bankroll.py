"""The command `baccarat bankroll`."""

from typing import Annotated

import typer

from analyzer.cli import options
from analyzer.cli.joint import stakes
from analyzer.cli.odds import prices, shoe_of, whole
from analyzer.cli.output import Output, remark_left_out
from analyzer.cli.plot import Plot
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
    variant: options.VariantArgument = "standard",
    coups: str | None = typer.Option(
        None, "--coups", metavar="N", help="How many coups are played; must be given."
    ),
    decks: options.Decks = None,
    remaining: options.Remaining = None,
    seen: options.Seen = "",
    stake: Stake = None,
    bet: options.Bet = None,
    bets: options.Bets = None,
    rules: options.Rules = None,
    pay: options.Pay = None,
    commission: options.Commission = None,
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
    format: options.Format = "text",
    digits: options.Digits = "4",
    lang: options.Language = "en",
    output: options.Output = None,
    force: options.Force = False,
    plot: options.Plot = None,
) -> None:
    """The exact gain of N coups: loss, quantiles, ruin, losing runs; and Kelly stakes.

    Example: baccarat bankroll classic --coups 200 --stake banker=1 --loss 50 --bankroll 30
    """
    from analyzer.bench import bankroll as bench  # noqa: PLC0415
    from analyzer.catalog import load  # noqa: PLC0415
    from analyzer.publish.reports.money.bankroll import bankroll_page  # noqa: PLC0415
    from analyzer.publish.reports.money.bankroll_chart import bankroll_chart  # noqa: PLC0415
    from analyzer.publish.reports.money.bankroll_document import bankroll_document  # noqa: PLC0415

    out = Output.of(format, digits, output, force, lang)
    picture = Plot.of(plot, out)
    if law and out.format != "json":
        raise AnalyzerError("expected --format json with --law, whose gains are thousands")
    game = load.variant(variant).named(out.language)
    staked = bool(stake)
    found = tuple(
        each.named(out.language)
        for each in bench.bankroll(
            game,
            shoe_of(decks, remaining),
            coups=whole("--coups", coups, least=1),
            stakes=stakes(stake) if stake else None,
            levels=quantile or None,
            losses=loss or (),
            purse=bankroll,
            push_ends=push_ends_run,
            law=law,
            bars=plot is not None,
            seen=seen,
            bets=bet or None,
            bet_files=bets or (),
            rules=rules,
            pay=prices(pay or ()),
            commission=commission,
        )
    )
    drawing = picture.draw(lambda: bankroll_chart(found, game, staked=staked))
    out.emit(
        lambda: bankroll_page(found, game, staked=staked),
        lambda: bankroll_document(found, alone=staked or (len(bet or ()) == 1 and len(found) == 1)),
    )
    picture.write(drawing)
    remark_left_out(found[0].portfolio.joint)
