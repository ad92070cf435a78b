"""Limits of a measured RTP, as a document of exact texts."""

from collections.abc import Sequence
from fractions import Fraction

from analyzer.analysis.money.monitor import Monitor, Observed, RtpLimits
from analyzer.exact import ratio_text
from analyzer.report.fields import exact_entry, root_entry
from analyzer.report.money.bankroll_document import bounds_text, decimal_or_none, stakes_entry


def monitor_document(monitors: Sequence[Monitor], *, alone: bool) -> object:
    """Limits of a measured RTP as exact text and correct decimals; one entry, no list, if `alone`."""
    entries = list(map(_entry, monitors))
    return entries[0] if alone else entries


def _entry(monitor: Monitor) -> dict[str, object]:
    return {
        **stakes_entry(monitor.portfolio),
        **exact_entry(monitor, "rtp", "variance"),
        "standard_deviation": root_entry(monitor.variance),
        "variance_if_independent": ratio_text(monitor.variance_apart),
        "limits": [_limits_entry(limit, monitor.rtp) for limit in monitor.limits],
        "observed": None if monitor.observed is None else _observed_entry(monitor.observed),
    }


def _limits_entry(limit: RtpLimits, rtp: Fraction) -> dict[str, object]:
    known = limit.low is not None and limit.high is not None
    return {
        **exact_entry(limit, "rounds", "confidence"),
        "exact": exact_entry(limit, "low", "high") if known else None,
        "within": decimal_or_none(limit.within),
        "normal": {
            "low": decimal_or_none(rtp - limit.deviation),
            "high": decimal_or_none(rtp + limit.deviation),
        },
        "deviation": decimal_or_none(limit.deviation),
        "deviation_if_independent": decimal_or_none(limit.apart),
    }


def _observed_entry(observed: Observed) -> dict[str, object]:
    chances = {"no_more": observed.below, "no_less": observed.above, "p_value": observed.p_value}
    return {
        **exact_entry(observed, "rtp", "rounds", "confidence"),
        "z": decimal_or_none(observed.z),
        "normal_p_value": decimal_or_none(observed.normal),
        **{key: None if chance is None else bounds_text(chance) for key, chance in chances.items()},
        "within": observed.within,
    }
