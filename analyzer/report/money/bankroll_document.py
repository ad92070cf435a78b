"""A bankroll over many coups, as a document for machines."""

from collections.abc import Sequence
from fractions import Fraction

from analyzer.analysis.money.bankroll import Bankroll
from analyzer.analysis.money.coups import Bounds
from analyzer.analysis.money.portfolio import Portfolio
from analyzer.analysis.money.runs import Runs
from analyzer.analysis.valuation import ROOT_DIGITS
from analyzer.exact import ratio_text, root_text
from analyzer.report.fields import exact_entry
from analyzer.report.money.bounds import bounds_text, chance_entry, decimal_or_none
from analyzer.report.money.growth import kelly_entry
from analyzer.report.origin import shoe_entry

_RARE = Fraction(1, 10**9)
"""Lengths of runs are listed up to this probability."""


def bankroll_document(bankrolls: Sequence[Bankroll], *, alone: bool) -> object:
    """What stakes come to, as exact texts and decimals of right digits; no list if `alone`."""
    entries = list(map(_entry, bankrolls))
    return entries[0] if alone else entries


def stakes_entry(portfolio: Portfolio) -> dict[str, object]:
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


def _entry(bankroll: Bankroll) -> dict[str, object]:
    after, staked = bankroll.after, bankroll.staked
    names = ["loss", "even", "gain", *(f"loss of {ratio_text(loss)} or more" for loss in bankroll.losses)]
    entry: dict[str, object] = {
        **stakes_entry(bankroll.portfolio),
        **exact_entry(bankroll, "coups", "staked", "mean", "variance"),
        "standard_deviation": root_text(bankroll.variance, ROOT_DIGITS),
        "rtp": ratio_text(1 + bankroll.mean / staked),
        "rtp_standard_deviation": root_text(bankroll.variance / staked**2, ROOT_DIGITS),
        "method": "normal" if after is None else "bounds" if after.short else "exact",
        "exact_up_to": bankroll.reach[0],
        "bounds_up_to": bankroll.reach[1],
        "bounds_apart": None if after is None else ratio_text(after.short),
        "chances": [
            {"event": name, **chance_entry(chance.exact), "normal": decimal_or_none(chance.normal)}
            for name, chance in zip(names, bankroll.chances, strict=True)
        ],
        "quantiles": [
            {
                "level": ratio_text(reached.level),
                "gain": None if reached.exact is None else ratio_text(reached.exact.gain),
                "earliest": None if reached.exact is None else ratio_text(reached.exact.earliest),
                "normal": decimal_or_none(reached.normal),
            }
            for reached in bankroll.quantiles
        ],
        "ruin": None
        if bankroll.bankroll is None
        else {"bankroll": ratio_text(bankroll.bankroll), **chance_entry(bankroll.ruined)},
        "longest_losing_run": None if bankroll.runs is None else _runs(bankroll.runs, bankroll.push_ends),
        "kelly": kelly_entry(bankroll),
    }
    if after is not None and after.weights:
        entry["law"] = [
            {
                "gain": ratio_text(after.grid.gain(place)),
                **chance_entry(Bounds(low := Fraction(weight, after.total), low + after.short)),
            }
            for place, weight in after.weights
            if weight
        ]
    return entry


def _runs(runs: Runs, push_ends: bool) -> dict[str, object]:
    return {
        "push_ends_run": push_ends,
        "median": runs.median,
        "mean": bounds_text(runs.mean),
        "at_least": [
            {"coups": length, **chance_entry(reached)}
            for length, reached in enumerate(runs.reached, 1)
            if reached.low >= _RARE
        ],
    }
