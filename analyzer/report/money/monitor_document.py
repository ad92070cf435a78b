"""Limits of a measured RTP, as a document of exact texts."""

from collections.abc import Sequence
from fractions import Fraction
from operator import attrgetter

from analyzer.analysis.money.monitor import Monitor, Observed, RtpLimits
from analyzer.exact import ratio_text
from analyzer.report.document import Document
from analyzer.report.fields import Fields, ratios, record, records, said, through
from analyzer.report.kinds import COUNT, FLAG, PROBABILITY, ROOT
from analyzer.report.money.numbers import CERTAIN, DECIMALS
from analyzer.report.money.stakes import STAKES, stakes_origin
from analyzer.report.origin import Origin

_Limit = tuple[RtpLimits, Fraction]
"""Limits, and the exact RTP."""

_NORMAL: Fields[_Limit] = (
    said("low", DECIMALS, lambda limit: limit[1] - limit[0].deviation),
    said("high", DECIMALS, lambda limit: limit[1] + limit[0].deviation),
)
_LIMIT: Fields[_Limit] = (
    said("rounds", COUNT, lambda limit: limit[0].rounds),
    said("confidence", PROBABILITY, lambda limit: limit[0].confidence),
    said("exact", record(ratios("low", "high")).optional, lambda limit: _known(limit[0])),
    said("within", DECIMALS.optional, lambda limit: limit[0].within),
    said("normal", record(_NORMAL), lambda limit: limit),
    said("deviation", DECIMALS, lambda limit: limit[0].deviation),
    said("deviation_if_independent", DECIMALS, lambda limit: limit[0].apart),
)
_OBSERVED: Fields[Observed] = (
    said("rtp"),
    said("rounds", COUNT),
    said("confidence", PROBABILITY),
    said("z", DECIMALS.optional),
    said("normal_p_value", DECIMALS.optional, attrgetter("normal")),
    said("no_more", CERTAIN.optional, attrgetter("below")),
    said("no_less", CERTAIN.optional, attrgetter("above")),
    said("p_value", CERTAIN.optional),
    said("within", FLAG),
)
_MONITOR: Fields[Monitor] = (
    *through(attrgetter("portfolio"), STAKES),
    *ratios("rtp", "variance"),
    said("standard_deviation", ROOT, attrgetter("variance")),
    said("variance_if_independent", value=attrgetter("variance_apart")),
    said("limits", records(_LIMIT), lambda monitor: [(limit, monitor.rtp) for limit in monitor.limits]),
    said("observed", record(_OBSERVED).optional),
)


def _known(limit: RtpLimits) -> RtpLimits | None:
    """The limits if they are known exactly."""
    return None if limit.low is None or limit.high is None else limit


def _origin(monitors: Sequence[Monitor]) -> Origin:
    limits = monitors[0].limits
    rounds = " ".join(dict.fromkeys(str(limit.rounds) for limit in limits))
    confidence = " ".join(dict.fromkeys(ratio_text(limit.confidence) for limit in limits))
    options = [("rounds", rounds), ("confidence", confidence)]
    if (observed := monitors[0].observed) is not None:
        options.append(("observed", ratio_text(observed.rtp)))
    return stakes_origin([monitor.portfolio for monitor in monitors], options)


MONITOR: Document[Sequence[Monitor]] = Document(
    "monitor", 2, "monitor", (said("items", records(_MONITOR), lambda monitors: monitors),), _origin
)
