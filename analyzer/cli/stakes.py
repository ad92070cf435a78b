"""The commands `baccarat joint`, `baccarat bankroll` and `baccarat monitor`."""

import analyzer
from analyzer.cli import options
from analyzer.cli.groups import AnyCoupOptions, IllustratedLayoutOptions, LayoutOptions, WholeCoupOptions
from analyzer.cli.options import Several, flag, option
from analyzer.cli.values import stakes, whole
from analyzer.errors import AnalyzerError


def joint(
    *,
    question: AnyCoupOptions,
    stake: Several = option(
        "--stake",
        "BET=AMOUNT",
        "What is staked on a bet, such as tie=5; may be repeated. Else one unit on each.",
    ),
    layout: IllustratedLayoutOptions,
) -> None:
    """Several bets on one coup: joint outcomes, covariance and correlation, and the law of stakes on them.

    Example: baccarat joint --bet player --bet banker --bet tie --stake banker=10 --stake tie=1
    """
    from analyzer.report.money.joint import JOINT, joint_chart, joint_page

    out = layout.checked()
    staked = bool(stake)
    answer = question.ask(analyzer.joint, stakes=stakes(stake) if stake else None)
    columns = out.columns_per_block(56, 6)
    out.emit(
        lambda: joint_page(answer, staked=staked, full=out.roomy, columns_per_block=columns),
        lambda: JOINT.of((answer, staked)),
        lambda: joint_chart(answer, staked=staked),
        answer.joint.excluded,
    )


def bankroll(
    *,
    coups: str | None = option("--coups", "N", "How many coups are played; must be given."),
    question: WholeCoupOptions,
    stake: options.Stake = None,
    quantile: Several = option("--quantile", "RATE", "A quantile of the gain, such as 5%; repeatable."),
    loss: Several = option("--loss", "X", "P(the coups lose X units or more); repeatable."),
    bankroll: str | None = option("--bankroll", "B", "Risk of ruin of B units within these coups."),
    push_ends_run: bool = flag("--push-ends-run", "A coup without gain or loss ends a losing run."),
    law: bool = flag("--law", "Every gain with its probability; with --format json."),
    layout: IllustratedLayoutOptions,
) -> None:
    """The exact gain of N coups: loss, quantiles, ruin, losing runs; and Kelly stakes.

    Example: baccarat bankroll classic --coups 200 --stake banker=1 --loss 50 --bankroll 30
    """
    from analyzer.report.money.bankroll import BANKROLL, bankroll_chart, bankroll_page

    out = layout.checked()
    if law and out.format != "json":
        raise AnalyzerError("expected --format json with --law, whose gains are thousands")
    staked = bool(stake)
    answer = question.ask(
        analyzer.bankroll,
        coups=whole("--coups", coups, least=1),
        stakes=stakes(stake) if stake else None,
        quantiles=quantile or None,
        losses=loss or (),
        bankroll=bankroll,
        push_ends_run=push_ends_run,
        law=law,
        bars=out.plot is not None,
    )
    out.emit(
        lambda: bankroll_page(answer, staked=staked),
        lambda: BANKROLL.of((answer, staked)),
        lambda: bankroll_chart(answer, staked=staked),
        answer[0].portfolio.joint.excluded,
    )


def monitor(
    *,
    rounds: Several = option("--rounds", "N", "How many rounds; repeatable. Else 1,000 to 1,000,000."),
    confidence: Several = option("--confidence", "RATE", "Such as 99%; repeatable. Else 95%, 99% and 99.9%."),
    observed: str | None = option("--observed", "RTP", "An RTP measured over --rounds, such as 97.3%."),
    question: WholeCoupOptions,
    stake: options.Stake = None,
    layout: LayoutOptions,
) -> int:
    """RTP limits: how far the RTP measured over N rounds may stray from the exact one.

    Ends with status 1 if --observed is outside the limits of any of the stakes.

    Example: baccarat monitor classic --bet tie --rounds 100000 --confidence 99% --observed 86.1%
    """
    from analyzer.report.money.monitor import MONITOR, monitor_page

    out = layout.checked()
    staked = bool(stake)
    answer = question.ask(
        analyzer.monitor,
        stakes=stakes(stake) if stake else None,
        rounds=[whole("--rounds", n, least=1) for n in rounds] if rounds else None,
        confidences=confidence or None,
        observed=observed,
    )
    return out.emit(
        lambda: monitor_page(answer, staked=staked),
        lambda: MONITOR.of((answer, staked)),
        excluded=answer[0].portfolio.joint.excluded,
    )
