"""Tests of records, as a document: counts are exact, other numbers decimals rounded half to even."""

from collections.abc import Iterable
from fractions import Fraction
from operator import itemgetter

from analyzer.analysis.question import keys_of
from analyzer.catalog.digests import files
from analyzer.exact import decimal_text, ratio_text
from analyzer.play.evidence.result import Evidence, OutcomeCount, Sorting, Wager
from analyzer.render.words import wording
from analyzer.report.document import Document
from analyzer.report.fields import Fields, record, records, said, said_as, through
from analyzer.report.kinds import (
    COUNT,
    DECIMAL,
    FLAG,
    ID,
    INTEGER,
    PAYTABLE,
    PROBABILITY,
    RATIO,
    TEXT,
    Kind,
    many,
    one_of,
)
from analyzer.report.origin import Origin
from analyzer.report.play import evidence_words as words


def _decimals(digits: int) -> Kind:
    """A number with so many decimals."""
    return Kind(lambda x: decimal_text(x, digits), lambda describer: describer.of(DECIMAL))


_SUM, _P = _decimals(words.SUM_DIGITS), _decimals(words.P_DIGITS)

EvidenceOf = tuple[Evidence, Iterable[str]]
"""Records tested, and the files that they were read from."""

_Tested = tuple[Sorting | Wager, Fraction, str]
"""A test, the rate of false alarms, and the key of its bet, if it is of one."""

_SUMS = (said_as(_SUM, "expected", "variance"), said("z", _SUM.optional))
_TALLY: Fields[OutcomeCount] = (said("id", TEXT), said("observed", COUNT), *_SUMS, said("p", _P))


def _law(test: Sorting | Wager) -> str:
    return "all-sums" if test.exact else "normal" if isinstance(test, Wager) else "chi-squared"


_VERDICT: Fields[_Tested] = (
    *through(
        0,
        (
            said("p", _P),
            said("law", one_of("all-sums", "normal", "chi-squared"), _law),
            said("p_of_all_tests", _P, "adjusted"),
        ),
    ),
    said("alarm", FLAG, lambda tested: tested[0].adjusted <= tested[1]),
)
_SORTING: Fields[_Tested] = (
    *through(0, (said("id", TEXT), said("coups", COUNT), said("chi_squared", _SUM), said("degrees", COUNT))),
    _VERDICT,
    said("sorts", records(_TALLY), lambda tested: tested[0].tallies),
)
_WAGER: Fields[_Tested] = (
    said("bet", TEXT, 2),
    *through(
        0,
        (
            said("paytable", PAYTABLE, "bet.paytable"),
            said("name", TEXT, "bet.title"),
            said("coups", COUNT),
            said("gained"),
            *_SUMS,
        ),
    ),
    _VERDICT,
    *through(
        0,
        (
            said_as(RATIO, "observed_rtp", "rtp"),
            said("exact_low", RATIO.optional, "limits.low"),
            said("exact_high", RATIO.optional, "limits.high"),
            said("normal_low", _SUM, lambda test: test.rtp - test.limits.deviation),
            said("normal_high", _SUM, lambda test: test.rtp + test.limits.deviation),
            said("lines", records(_TALLY), "tallies"),
        ),
    ),
)
_FAULTY = (said("shoe", TEXT), said("coup", INTEGER), said("where", TEXT), said("faults", many(TEXT)))
_WRONG = record([said(fault, COUNT, itemgetter(fault)) for fault in words.FAULTS])


def _alarms(evidence: Evidence) -> list[str]:
    """The sentences on alarms, in English whatever the language of the page."""
    return [wording("en", 4).translate(sentence) for sentence in words.alarms(evidence)]


def _sorted(evidence: Evidence) -> list[_Tested]:
    return [(test, evidence.alpha, "") for test in evidence.sortings]


def _bets(evidence: Evidence) -> list[_Tested]:
    keys = keys_of([test.bet for test in evidence.wagers])
    return [(test, evidence.alpha, key) for test, key in zip(evidence.wagers, keys, strict=True)]


_EVIDENCE: Fields[Evidence] = (
    said_as(COUNT, "shoes", "coups"),
    said("coups_read", COUNT, "read"),
    said_as(COUNT, "unread", "broken_off"),
    said("alike", FLAG, "same_shoe"),
    said("wrong", _WRONG),
    said("faults", records(_FAULTY), "faulty"),
    said("alpha", PROBABILITY),
    said("alarm", FLAG),
    said("alarms", many(TEXT), _alarms),
    said("imagined", COUNT, "simulated"),
    said("sorted", records(_SORTING), _sorted),
    said("confidence", PROBABILITY),
    said("bets", records(_WAGER), _bets),
    said("omitted", many(ID), lambda evidence: [bet.id for bet in evidence.untested]),
)


def _origin(answer: EvidenceOf) -> Origin:
    evidence, names = answer
    options = (("alpha", ratio_text(evidence.alpha)), ("confidence", ratio_text(evidence.confidence)))
    bets = tuple(value.bet for value in evidence.fresh.valuations)
    return Origin(evidence.question, bets, options, files(names))


EVIDENCE: Document[EvidenceOf] = Document("evidence", 2, "evidence", tuple(through(0, _EVIDENCE)), _origin)
