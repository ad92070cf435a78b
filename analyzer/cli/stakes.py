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
        "Units staked on a bet, such as tie=5; repeatable. By default one unit on each bet.",
    ),
    layout: IllustratedLayoutOptions,
) -> None:
    """Study several bets on one coup: joint outcomes, covariance and correlation, and the net of stakes.

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
    coups: str | None = option("--coups", "N", "The number of coups played; required."),
    question: WholeCoupOptions,
    stake: options.Stake = None,
    quantile: Several = option(
        "--quantile",
        "RATE",
        "Also show this quantile of the gain, such as 5%; repeatable.",
    ),
    loss: Several = option("--loss", "X", "Also show the probability of losing X units or more; repeatable."),
    bankroll: str | None = option(
        "--bankroll",
        "B",
        "Also show the risk of ruin of B units within these coups.",
    ),
    push_ends_run: bool = flag("--push-ends-run", "Let a coup without gain or loss end a losing run."),
    law: bool = flag("--law", "Include every gain with its probability; needs --format json."),
    layout: IllustratedLayoutOptions,
) -> None:
    """Compute the exact distribution of the gain of N coups: quantiles, ruin, losing runs; Kelly stakes.

    Example: baccarat bankroll classic --coups 200 --stake banker=1 --loss 50 --bankroll 30
    """
    from analyzer.report.money.bankroll import BANKROLL, bankroll_chart, bankroll_page

    out = layout.checked()
    if law and out.format != "json":
        raise AnalyzerError("--format json is required with --law, which lists thousands of gains")
    if coups is None:
        raise AnalyzerError("--coups is required: the number of coups played, 1 or more")
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
    rounds: Several = option(
        "--rounds",
        "N",
        "A number of rounds; repeatable. By default 1,000 to 1,000,000.",
    ),
    confidence: Several = option(
        "--confidence",
        "RATE",
        "A confidence level; repeatable. By default 95%, 99% and 99.9%.",
    ),
    observed: str | None = option(
        "--observed",
        "RTP",
        "Judge this RTP, measured over --rounds, such as 97.3%.",
    ),
    question: WholeCoupOptions,
    stake: options.Stake = None,
    layout: LayoutOptions,
) -> int:
    """Compute RTP limits: how far an RTP measured over N rounds may differ from the exact one.

    Ends with status 1 if --observed is outside the limits of any stake.

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
