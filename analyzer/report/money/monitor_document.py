"""Limits of a measured RTP: a document of exact texts, and the lists that it shares with the page."""

from collections.abc import Sequence
from operator import attrgetter, itemgetter

from analyzer.analysis.money.monitor import Monitor, Observed, RtpLimits
from analyzer.exact import ratio_text
from analyzer.render.table import Column
from analyzer.report.document import Document
from analyzer.report.fields import Field, Fields, ratios, record, records, said, through
from analyzer.report.kinds import COUNT, FLAG, PROBABILITY, ROOT
from analyzer.report.money.numbers import CERTAIN, DECIMALS
from analyzer.report.money.stakes import STAKES, stakes_origin
from analyzer.report.origin import Origin
from analyzer.text import message

_NORMAL = (
    said("low", DECIMALS, attrgetter("normal_low")),
    said("high", DECIMALS, attrgetter("normal_high")),
)
ENDS: Fields[RtpLimits] = (
    Field(Column("normal_low", message("Normal from"), "percent"), in_documents=False),
    Field(Column("normal_high", message("Normal to"), "percent"), in_documents=False),
    Field(Column("exact_low", message("Exact from"), "percent"), attrgetter("low"), in_documents=False),
    Field(Column("exact_high", message("Exact to"), "percent"), attrgetter("high"), in_documents=False),
)
"""The ends of limits, as tables show them."""

LIMITS: Fields[RtpLimits] = (
    Field(Column("rounds", message("Rounds"), "count")),
    Field(Column("confidence", message("Confidence"), "percent"), kind=PROBABILITY),
    ENDS,
    said("exact", record(ratios("low", "high")).optional, lambda limit: None if limit.low is None else limit),
    said("within", DECIMALS.optional),
    said("normal", record(_NORMAL), lambda limit: limit),
)
DEVIATIONS: Fields[RtpLimits] = (
    Field(Column("deviation", message("± as they are"), "percent"), kind=DECIMALS),
    Field(Column("apart", message("± if independent"), "percent"), in_documents=False),
    said("deviation_if_independent", DECIMALS, attrgetter("apart")),
)
"""How far a measured RTP may stray, and how far if the bets of a coup were independent."""

_OBSERVED: Fields[Observed] = (
    said("rtp"),
    said("rounds", COUNT),
    said("confidence", PROBABILITY),
    said("z", DECIMALS.optional),
    said("normal_p_value", DECIMALS.optional, attrgetter("normal")),
    said("no_more", CERTAIN.optional, attrgetter("below")),
    said("no_less", CERTAIN.optional, attrgetter("above")),
    said("p_value", CERTAIN.optional),
    said("within", FLAG.optional),
)
_MONITOR: Fields[Monitor] = (
    *through(attrgetter("portfolio"), STAKES),
    *ratios("rtp", "variance"),
    said("standard_deviation", ROOT, attrgetter("variance")),
    said("variance_if_independent", value=attrgetter("variance_apart")),
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
    "monitor",
    2,
    "monitor",
    (said("items", records(_MONITOR), itemgetter(0)),),
    lambda answer: monitor_origin(*answer),
)
