"""Limits of a measured RTP: a document of exact texts, and the lists that it shares with the page."""

from collections.abc import Sequence

from analyzer.analysis.money.monitor import Monitor, Observed, RtpLimits
from analyzer.exact import ratio_text
from analyzer.report.document import Document
from analyzer.report.fields import Fields, headed, record, records, said, said_as, through
from analyzer.report.kinds import COUNT, FLAG, PROBABILITY, RATIO, ROOT
from analyzer.report.money.numbers import CERTAIN, DECIMALS
from analyzer.report.money.stakes import STAKES, stakes_origin
from analyzer.report.origin import Origin
from analyzer.text import message

_NORMAL = (said("low", DECIMALS, "normal_low"), said("high", DECIMALS, "normal_high"))
ENDS: Fields[RtpLimits] = (
    headed("normal_low", message("Normal from"), "percent", in_documents=False),
    headed("normal_high", message("Normal to"), "percent", in_documents=False),
    headed("exact_low", message("Exact from"), "percent", "low", in_documents=False),
    headed("exact_high", message("Exact to"), "percent", "high", in_documents=False),
)
"""The ends of limits, as tables show them."""

LIMITS: Fields[RtpLimits] = (
    headed("rounds", message("Rounds"), "count"),
    headed("confidence", message("Confidence"), "percent", kind=PROBABILITY),
    ENDS,
    said(
        "exact",
        record(said_as(RATIO, "low", "high")).optional,
        lambda limit: None if limit.low is None else limit,
    ),
    said("within", DECIMALS.optional),
    said("normal", record(_NORMAL), lambda limit: limit),
)
DEVIATIONS: Fields[RtpLimits] = (
    headed("deviation", message("± as they are"), "percent", kind=DECIMALS),
    headed("apart", message("± if independent"), "percent", in_documents=False),
    said("deviation_if_independent", DECIMALS, "apart"),
)
"""How far a measured RTP may stray, and how far if the bets of a coup were independent."""

_OBSERVED: Fields[Observed] = (
    said("rtp"),
    said("rounds", COUNT),
    said("confidence", PROBABILITY),
    said("z", DECIMALS.optional),
    said("normal_p_value", DECIMALS.optional, "normal"),
    said("no_more", CERTAIN.optional, "below"),
    said("no_less", CERTAIN.optional, "above"),
    said("p_value", CERTAIN.optional),
    said("within", FLAG.optional),
)
_MONITOR: Fields[Monitor] = (
    *through("portfolio", STAKES),
    said_as(RATIO, "rtp", "variance"),
    said("standard_deviation", ROOT, "variance"),
    said("variance_if_independent", value="variance_apart"),
    said("limits", records((LIMITS, DEVIATIONS))),
    said("observed", record(_OBSERVED).optional),
)


def monitor_origin(monitors: Sequence[Monitor], staked: bool) -> Origin:
    """What decided limits; `staked` says whether stakes were given."""
    limits, observed = monitors[0].limits, monitors[0].observed
    stated = {
        "rounds": " ".join(dict.fromkeys(str(limit.rounds) for limit in limits)),
        "confidence": " ".join(dict.fromkeys(ratio_text(limit.confidence) for limit in limits)),
    }
    if observed is not None:
        stated["observed"] = ratio_text(observed.rtp)
    portfolios = [monitor.portfolio for monitor in monitors]
    return stakes_origin(portfolios, staked, stated=tuple(stated.items()))


MONITOR: Document[tuple[Sequence[Monitor], bool]] = Document(
    "monitor", 2, "monitor", (said("items", records(_MONITOR), 0),), lambda answer: monitor_origin(*answer)
)
