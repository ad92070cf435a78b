"""Bets settled together and stakes on them, as a document for machines.

Lays out exact values; computes none.
"""

from collections.abc import Sequence
from fractions import Fraction

from analyzer.analysis.money.portfolio import Extreme, Portfolio
from analyzer.analysis.question import keys_of
from analyzer.exact import ratio_text
from analyzer.game.dealt import NOTHING
from analyzer.render.provenance import Provenance
from analyzer.report.fields import shoe_entry
from analyzer.report.odds import provenance as asked


def joint_document(found: Portfolio, *, staked: bool) -> dict[str, object]:
    """Joint outcomes, covariances and correlations as exact texts.

    Args:
        found: the bets, and one unit on each of them or what is staked.
        variant: what offers the bets.
        staked: whether somebody said what is staked; else there is no portfolio to tell of.
    """
    joint, report = found.joint, found.joint.report
    keys = keys_of(joint.bets)
    staking = [key for key, stake in zip(keys, found.stakes, strict=True) if stake]
    places = range(len(keys))
    return {
        "variant": found.question.variant.id,
        "rules": report.rules.id,
        "shoe": shoe_entry(report.shoe),
        "bets": keys,
        "total_ways": str(joint.total),
        "covariance": [[ratio_text(x) for x in row] for row in joint.covariances],
        "correlation": [[joint.correlation(i, j) for j in places] for i in places],
        "outcomes": [
            {
                "lines": dict(zip(keys, lines, strict=True)),
                "ways": str(ways),
                "probability": ratio_text(Fraction(ways, joint.total)),
                "net": ratio_text(found.net(lines)),
            }
            for lines, ways in joint.outcomes
        ],
        "best": _extreme(found.best, staking, joint.total),
        "worst": _extreme(found.worst, staking, joint.total),
        "portfolio": _portfolio(found, keys, staking) if staked else None,
        "correlation_signed_square": [
            [_optional(joint.correlation_squared(i, j)) for j in places] for i in places
        ],
        "hedge": [[_optional(joint.hedge(i, j)) for j in places] for i in places],
        "given": None if report.given is None else report.given.text,
        "dealt": None if report.dealt == NOTHING else str(report.dealt),
        "omitted": [bet.id for bet, _ in joint.excluded],
        "provenance": provenance(found, staked=staked).document(),
    }


def _optional(value: Fraction | None) -> str | None:
    return None if value is None else ratio_text(value)


def _extreme(extreme: Extreme, keys: Sequence[str], total: int) -> dict[str, object]:
    return {
        "net": ratio_text(extreme.net),
        "probability": ratio_text(extreme.probability),
        "outcomes": [
            {
                "lines": dict(zip(keys, lines, strict=True)),
                "ways": ratio_text(chance * total),
                "probability": ratio_text(chance),
            }
            for lines, chance in extreme.outcomes
        ],
    }


def _portfolio(found: Portfolio, keys: Sequence[str], staking: Sequence[str]) -> dict[str, object]:
    law, total = found.law, found.joint.total
    return {
        "stakes": {key: ratio_text(stake) for key, stake in zip(keys, found.stakes, strict=True)},
        "staked": ratio_text(found.staked),
        "ev": ratio_text(found.ev),
        "house_edge": ratio_text(found.house_edge),
        "variance": ratio_text(found.variance),
        "standard_deviation": found.standard_deviation,
        "gain": ratio_text(found.gain),
        "even": ratio_text(found.even),
        "loss": ratio_text(found.loss),
        "exposure": ratio_text(found.exposure),
        "law": [
            {
                "net": ratio_text(gain),
                "ways": ratio_text(Fraction(ways * total, law.total)),
                "probability": ratio_text(Fraction(ways, law.total)),
            }
            for gain, ways in zip(law.gains, law.ways, strict=True)
        ],
        "parts": [
            {
                "bet": key,
                "stake": ratio_text(part.stake),
                "ev": ratio_text(part.ev),
                "variance": ratio_text(part.variance),
                "covariance": ratio_text(part.covariance),
                "share_of_variance": _optional(part.share),
            }
            for key, part in zip(staking, found.parts, strict=True)
        ],
        "offsetting": [[keys[i], keys[j]] for i, j in found.offsetting],
    }


def provenance(found: Portfolio, *, staked: bool) -> Provenance:
    """What was asked, the stakes with it where somebody said them."""
    before = asked(found.joint.report)
    if not staked:
        return before
    keys = keys_of(found.joint.bets)
    stakes = " ".join(f"{key}={ratio_text(x)}" for key, x in zip(keys, found.stakes, strict=True) if x)
    return Provenance((*before.facts, ("stakes", stakes)), before.digests)
