"""The command `baccarat monitor`."""

from typing import Annotated

import typer

from analyzer.cli.bankroll import Stake
from analyzer.cli.groups import Layout, WholeCoups
from analyzer.cli.joint import stakes
from analyzer.cli.output import remark_excluded
from analyzer.cli.values import whole


def monitor(
    *,
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
    asked: WholeCoups,
    stake: Stake = None,
    layout: Layout,
) -> None:
    """RTP limits: how far the RTP measured over N rounds may stray from the exact one.

    Example: baccarat monitor classic --bet tie --rounds 100000 --confidence 99% --observed 86.1%
    """
    from analyzer.ask import bankroll as bench  # noqa: PLC0415
    from analyzer.report.money.monitor import monitor_document, monitor_page  # noqa: PLC0415

    out = layout.checked()
    staked = bool(stake)
    found = asked.ask(
        bench.monitor,
        stakes=stakes(stake) if stake else None,
        rounds=[whole("--rounds", n, least=1) for n in rounds] if rounds else None,
        confidences=confidence or None,
        observed=observed,
    )
    out.emit(
        lambda: monitor_page(found, staked=staked),
        lambda: monitor_document(found, alone=staked or (asked.one_bet and len(found) == 1)),
    )
    remark_excluded(found[0].portfolio.joint)
