"""Records as evidence, as a document for machines.

Lays out what was found; computes none of it.
"""

from fractions import Fraction

from analyzer.analysis.question import keys_of
from analyzer.exact import decimal_text, ratio_or_none, ratio_text
from analyzer.play.evidence.result import Evidence, OutcomeCount, Sorting, Wager
from analyzer.render.words import wording
from analyzer.report.field_tables import exact_entry
from analyzer.report.origin import shoe_entry
from analyzer.report.play.evidence_words import P_DIGITS, SUM_DIGITS, alarms

_WORDS = wording("en", 4)


def evidence_document(evidence: Evidence) -> dict[str, object]:
    """Verdict, alarms and tests; counts are exact, other numbers decimals rounded half to even."""
    keys = keys_of([test.bet for test in evidence.wagers])
    return {
        "schema": "baccarat-evidence/1",
        "variant": evidence.question.variant.id,
        "rules": evidence.fresh.rules.id,
        "shoe": shoe_entry(evidence.fresh.shoe),
        **exact_entry(evidence, "shoes", "coups"),
        "coups_read": evidence.read,
        **exact_entry(evidence, "unread", "broken_off"),
        "alike": evidence.alike,
        "wrong": evidence.wrong,
        "faults": [
            {**exact_entry(faulty, "shoe", "coup", "where"), "faults": list(faulty.faults)}
            for faulty in evidence.faulty
        ],
        "alpha": ratio_text(evidence.alpha),
        "alarm": evidence.alarm,
        "alarms": [_WORDS.translate(sentence) for sentence in alarms(evidence)],
        "imagined": evidence.imagined,
        "sorted": [_sorting(test, evidence.alpha) for test in evidence.sortings],
        "confidence": ratio_text(evidence.confidence),
        "bets": [_wager(test, key, evidence.alpha) for test, key in zip(evidence.wagers, keys, strict=True)],
        "omitted": [bet.id for bet in evidence.untested],
    }


def _sorting(test: Sorting, alpha: Fraction) -> dict[str, object]:
    return {
        **exact_entry(test, "id", "coups"),
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
        **_sums(test),
        **_verdict(test, alpha),
        **exact_entry(test, "observed_rtp", "rtp"),
        "exact_low": ratio_or_none(limits.low),
        "exact_high": ratio_or_none(limits.high),
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
        **exact_entry(tally, "id", "observed"),
        **_sums(tally),
        "p": decimal_text(tally.p, P_DIGITS),
    }


def _sums(test: OutcomeCount | Wager) -> dict[str, object]:
    return {"expected": _sum(test.expected), "variance": _sum(test.variance), "z": _sum(test.z)}


def _sum(x: Fraction | None) -> str | None:
    return None if x is None else decimal_text(x, SUM_DIGITS)
