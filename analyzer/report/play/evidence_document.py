"""Records as evidence, as a document for machines.

Lays out what was found; computes none of it.
"""

from fractions import Fraction

from analyzer.analysis.question import keys_of
from analyzer.exact import decimal_text, ratio_text
from analyzer.play.evidence.result import Evidence, OutcomeCount, Sorting, Wager
from analyzer.render.words import wording
from analyzer.report.fields import shoe_entry
from analyzer.report.play.evidence import P_DIGITS, SUM_DIGITS, alarms

_WORDS = wording("en", 4)


def evidence_document(found: Evidence) -> dict[str, object]:
    """Verdict, alarms and tests; counts are exact, other numbers decimals rounded half to even."""
    shoe = found.fresh.shoe
    keys = keys_of([test.bet for test in found.wagers])
    return {
        "schema": "baccarat-evidence/1",
        "variant": found.question.variant.id,
        "rules": found.fresh.rules.id,
        "shoe": shoe_entry(shoe),
        "shoes": found.shoes,
        "coups": found.coups,
        "coups_read": found.read,
        "unread": found.unread,
        "broken_off": found.broken_off,
        "alike": found.alike,
        "wrong": found.wrong,
        "faults": [
            {"shoe": one.shoe, "coup": one.coup, "where": one.where, "faults": list(one.faults)}
            for one in found.faulty
        ],
        "alpha": ratio_text(found.alpha),
        "alarm": found.alarm,
        "alarms": [_WORDS.translate(sentence) for sentence in alarms(found)],
        "imagined": found.imagined,
        "sorted": [_sorting(test, found.alpha) for test in found.sortings],
        "confidence": ratio_text(found.confidence),
        "bets": [_wager(test, key, found.alpha) for test, key in zip(found.wagers, keys, strict=True)],
        "omitted": [bet.id for bet in found.untested],
    }


def _sorting(test: Sorting, alpha: Fraction) -> dict[str, object]:
    return {
        "id": test.id,
        "coups": test.coups,
        "chi_squared": _sum(test.chi_squared),
        "degrees": test.degrees,
        **_verdict(test, alpha),
        "sorts": list(map(_tally, test.tallies)),
    }


def _wager(test: Wager, key: str, alpha: Fraction) -> dict[str, object]:
    limits = test.limits
    return {
        "bet": key,
        "paytable": test.bet.paytable,
        "name": test.bet.title,
        "coups": test.coups,
        "gained": ratio_text(test.gained),
        "expected": _sum(test.expected),
        "variance": _sum(test.variance),
        "z": _optional(test.z),
        **_verdict(test, alpha),
        "observed_rtp": ratio_text(test.observed_rtp),
        "rtp": ratio_text(test.rtp),
        "exact_low": None if limits.low is None else ratio_text(limits.low),
        "exact_high": None if limits.high is None else ratio_text(limits.high),
        "normal_low": _sum(test.rtp - limits.deviation),
        "normal_high": _sum(test.rtp + limits.deviation),
        "lines": list(map(_tally, test.tallies)),
    }


def _verdict(test: Sorting | Wager, alpha: Fraction) -> dict[str, object]:
    return {
        "p": decimal_text(test.p, P_DIGITS),
        "law": "all-sums" if test.exact else "normal" if isinstance(test, Wager) else "chi-squared",
        "p_of_all_tests": decimal_text(test.adjusted, P_DIGITS),
        "alarm": test.adjusted <= alpha,
    }


def _tally(tally: OutcomeCount) -> dict[str, object]:
    return {
        "id": tally.id,
        "observed": tally.observed,
        "expected": _sum(tally.expected),
        "variance": _sum(tally.variance),
        "z": _optional(tally.z),
        "p": decimal_text(tally.p, P_DIGITS),
    }


def _sum(x: Fraction) -> str:
    return decimal_text(x, SUM_DIGITS)


def _optional(x: Fraction | None) -> str | None:
    return None if x is None else _sum(x)
