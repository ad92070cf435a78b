"""A bankroll over many coups, and limits of a measured RTP, as documents for machines.

Lays out what the analysis found; computes none of it.
"""

from collections.abc import Sequence
from fractions import Fraction

from analyzer.analysis.money.bankroll import Bankroll
from analyzer.analysis.money.coups import Bounds
from analyzer.analysis.money.kelly import Growth, kelly
from analyzer.analysis.money.monitor import Monitor, Observed
from analyzer.analysis.money.portfolio import Portfolio
from analyzer.analysis.money.runs import Runs
from analyzer.analysis.question import keys_of
from analyzer.analysis.valuation import ROOT_DIGITS
from analyzer.exact import ratio_text, root_text
from analyzer.report.fields import shoe_entry
from analyzer.report.money.bounds import bounds_text, decimal_or_none, exact_or_none

_RARE = Fraction(1, 10**9)
"""Lengths of runs go on while they are no rarer."""


def bankroll_document(found: Sequence[Bankroll], *, alone: bool) -> object:
    """What stakes come to, as exact texts and decimals of right digits; no list if `alone`."""
    entries = [_bankroll(each) for each in found]
    return entries[0] if alone else entries


def _asked(portfolio: Portfolio) -> dict[str, object]:
    """What is staked, and what every coup is dealt from."""
    report = portfolio.joint.report
    return {
        "stakes": [
            {"bet": bet.id, "paytable": bet.paytable, "stake": ratio_text(stake)}
            for bet, stake in zip(portfolio.joint.bets, portfolio.stakes, strict=True)
        ],
        "rules": report.rules.id,
        "shoe": shoe_entry(report.shoe),
        "model": "fresh-shoe",
    }


def _bankroll(each: Bankroll) -> dict[str, object]:
    rtp = each.variance / each.staked**2
    names = ["loss", "even", "gain", *(f"loss of {ratio_text(loss)} or more" for loss in each.losses)]
    after = each.after
    entry: dict[str, object] = {
        **_asked(each.portfolio),
        "coups": each.coups,
        "staked": ratio_text(each.staked),
        "mean": ratio_text(each.mean),
        "variance": ratio_text(each.variance),
        "standard_deviation": root_text(each.variance, ROOT_DIGITS),
        "rtp": ratio_text(1 + each.mean / each.staked),
        "rtp_standard_deviation": root_text(rtp, ROOT_DIGITS),
        "method": "normal" if after is None else "bounds" if after.short else "exact",
        "exact_up_to": each.reach[0],
        "bounds_up_to": each.reach[1],
        "bounds_apart": None if after is None else ratio_text(after.short),
        "chances": [
            {"event": name, **_chance(chance.exact), "normal": decimal_or_none(chance.normal)}
            for name, chance in zip(names, each.chances, strict=True)
        ],
        "quantiles": [
            {
                "level": ratio_text(at.level),
                "gain": None if at.exact is None else ratio_text(at.exact.gain),
                "earliest": None if at.exact is None else ratio_text(at.exact.earliest),
                "normal": decimal_or_none(at.normal),
            }
            for at in each.quantiles
        ],
        "ruin": None
        if each.bankroll is None
        else {"bankroll": ratio_text(each.bankroll), **_chance(each.ruined)},
        "longest_losing_run": None if each.runs is None else _runs(each.runs, push_ends=each.push_ends),
        "kelly": _kelly(each),
    }
    if after is not None and after.weights:
        entry["law"] = [
            {
                "gain": ratio_text(after.grid.gain(place)),
                **_chance(Bounds(low := Fraction(weight, after.total), low + after.short)),
            }
            for place, weight in after.weights
            if weight
        ]
    return entry


def _chance(chance: Bounds | None) -> dict[str, object]:
    if chance is None:
        return {"probability": None, "exact": None}
    return {"probability": bounds_text(chance), "exact": exact_or_none(chance)}


def _runs(runs: Runs, *, push_ends: bool) -> dict[str, object]:
    listed = [(n, reached) for n, reached in enumerate(runs.reached, 1) if reached.low >= _RARE]
    return {
        "push_ends_run": push_ends,
        "median": runs.median,
        "mean": bounds_text(runs.mean),
        "at_least": [{"coups": length, **_chance(reached)} for length, reached in listed],
    }


def _kelly(each: Bankroll) -> dict[str, object]:
    entry = {"ev": ratio_text(each.portfolio.ev / each.portfolio.staked), **_growth(each.kelly)}
    if (best := each.jointly) is not None:
        keys = keys_of(each.portfolio.joint.bets)
        entry["alone"] = {key: _growth(kelly(law)) for key, law in zip(keys, each.laws, strict=True)}
        entry["together"] = {
            "parts": {key: decimal_or_none(part) for key, part in zip(keys, best.parts, strict=True)},
            "growth": decimal_or_none(best.growth),
            "growth_at_half": decimal_or_none(best.half),
            "slope": decimal_or_none(best.slope),
            "spare": decimal_or_none(best.spare),
        }
    return entry


def _growth(growth: Growth | None) -> dict[str, object]:
    if growth is None:
        return {"part": None, "exact": None, "growth": None, "growth_at_half": None}
    return {
        "part": bounds_text(growth.part),
        "exact": exact_or_none(growth.part),
        "growth": decimal_or_none(growth.growth),
        "growth_at_half": decimal_or_none(growth.half),
    }


def monitor_document(found: Sequence[Monitor], *, alone: bool) -> object:
    """Limits of a measured RTP as exact texts and decimals of right digits; no list if `alone`."""
    entries = [_monitor(each) for each in found]
    return entries[0] if alone else entries


def _monitor(each: Monitor) -> dict[str, object]:
    rtp = each.rtp
    return {
        **_asked(each.portfolio),
        "rtp": ratio_text(rtp),
        "variance": ratio_text(each.variance),
        "standard_deviation": root_text(each.variance, ROOT_DIGITS),
        "variance_if_independent": ratio_text(each.variance_apart),
        "limits": [
            {
                "rounds": limit.rounds,
                "confidence": ratio_text(limit.confidence),
                "exact": None
                if limit.low is None or limit.high is None
                else {"low": ratio_text(limit.low), "high": ratio_text(limit.high)},
                "within": decimal_or_none(limit.within),
                "normal": {
                    "low": decimal_or_none(rtp - limit.deviation),
                    "high": decimal_or_none(rtp + limit.deviation),
                },
                "deviation": decimal_or_none(limit.deviation),
                "deviation_if_independent": decimal_or_none(limit.apart),
            }
            for limit in each.limits
        ],
        "observed": None if each.observed is None else _observed(each.observed),
    }


def _observed(seen: Observed) -> dict[str, object]:
    below, above, both = map(_chance, (seen.below, seen.above, seen.p_value))
    return {
        "rtp": ratio_text(seen.rtp),
        "rounds": seen.rounds,
        "confidence": ratio_text(seen.confidence),
        "z": decimal_or_none(seen.z),
        "normal_p_value": decimal_or_none(seen.normal),
        "no_more": below["probability"],
        "no_less": above["probability"],
        "p_value": both["probability"],
        "within": seen.within,
    }
