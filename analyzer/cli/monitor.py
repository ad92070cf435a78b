"""The command `baccarat monitor`."""

from typing import Annotated

import typer

from analyzer.cli import options
from analyzer.cli.bankroll import Stake
from analyzer.cli.joint import stakes
from analyzer.cli.odds import prices, shoe_of, whole
from analyzer.cli.output import Output, remark_left_out


def monitor(
    variant: options.VariantArgument = "standard",
    rounds: Annotated[
        list[str] | None,
        typer.Option("--rounds", metavar="N", help="How many rounds; repeatable. Else 1,000 to 1,000,000."),
    ] = None,
    confidence: Annotated[
        list[str] | None,
        typer.Option(
            "--confidence", metavar="RATE", help="Such as 99%; repeatable. Else 95%, 99% and 99.9%."
        ),
    ] = None,
    observed: str | None = typer.Option(
        None, "--observed", metavar="RTP", help="An RTP measured over --rounds, such as 97.3%."
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
    format: options.Format = "text",
    digits: options.Digits = "4",
    lang: options.Language = "en",
    output: options.Output = None,
    force: options.Force = False,
) -> None:
    """RTP limits: how far the RTP measured over N rounds may stray from the exact one.

    Example: baccarat monitor classic --bet tie --rounds 100000 --confidence 99% --observed 86.1%
    """
    from analyzer.bench import bankroll as bench  # noqa: PLC0415
    from analyzer.catalog import load  # noqa: PLC0415
    from analyzer.publish.reports.money.bankroll_document import monitor_document  # noqa: PLC0415
    from analyzer.publish.reports.money.monitor import monitor_page  # noqa: PLC0415

    out = Output.of(format, digits, output, force, lang)
    game = load.variant(variant).named(out.language)
    staked = bool(stake)
    found = tuple(
        each.named(out.language)
        for each in bench.monitor(
            game,
            shoe_of(decks, remaining),
            stakes=stakes(stake) if stake else None,
            rounds=[whole("--rounds", n, least=1) for n in rounds] if rounds else None,
            confidences=confidence or None,
            observed=observed,
            seen=seen,
            bets=bet or None,
            bet_files=bets or (),
            rules=rules,
            pay=prices(pay or ()),
            commission=commission,
        )
    )
    out.emit(
        lambda: monitor_page(found, game, staked=staked),
        lambda: monitor_document(found, alone=staked or (len(bet or ()) == 1 and len(found) == 1)),
    )
    remark_left_out(found[0].portfolio.joint)
