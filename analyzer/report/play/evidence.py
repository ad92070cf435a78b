"""Tests of records and their verdict, as tables and a document.

In the document, counts are exact; other numbers are decimals rounded half to even.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from fractions import Fraction
from operator import attrgetter, itemgetter
from typing import Any

from analyzer.analysis.question import keys_of
from analyzer.catalog.digests import files as file_digests
from analyzer.exact import decimal_text, ratio_text
from analyzer.play.evidence.judge import MOST_LISTED
from analyzer.play.evidence.result import AnyTest, Evidence, OutcomeCount, Pattern, Sorting, Wager
from analyzer.render.page import Page
from analyzer.render.table import Column, Table
from analyzer.render.words import wording
from analyzer.report import kinds
from analyzer.report.columns import BET, PAYS
from analyzer.report.document import Document
from analyzer.report.fields import Field, Fields, field_table, headed, record, records, said, said_as, through
from analyzer.report.kinds import COUNT, RATIO, TEXT, many
from analyzer.report.money.monitor import TOO_MANY
from analyzer.report.names import game_and_shoe, prices_text, rate
from analyzer.report.origin import NAME_OF_BET, Origin
from analyzer.report.play.evidence_verdict import (
    P_DIGITS,
    PERCENT_DIGITS,
    SORTS,
    alarm_sentences,
    evidence_verdict,
    p_text,
    sum_figure,
)
from analyzer.report.play.patterns import (
    DEPARTURE,
    NOT_RUN,
    PATTERN,
    SUM,
    SUM_DIGITS,
    TIMES,
    WORDS,
    name,
    not_run_table,
    pattern_table,
    power_table,
    times_table,
)
from analyzer.text import Message, Text, message, plural

_FAULTS: dict[str, Message] = {  # What can be wrong with a coup, by id.
    "draw": message("a hand draws against the rules, or lacks its third card"),
    "total": message("a total does not match the cards"),
    "winner": message("the winner does not match the cards"),
    "pair": message("a mark of a pair does not match the cards"),
    "natural": message("a mark of a natural does not match the cards"),
    "card": message("a card is dealt although none is left"),
}

_PROBABILITY = replace(kinds.DECIMAL, entry=lambda p: decimal_text(p, P_DIGITS))
_Z: Field[Any] = Field(Column("z", message("z"), "decimal", most=SUM_DIGITS), kind=SUM.optional)
_P: Field[Any] = Field(Column("p", message("p"), "percent", most=PERCENT_DIGITS), kind=_PROBABILITY)
_TITLE: Field[Wager] = Field(BET, attrgetter("bet.title"))
_TALLY: Fields[OutcomeCount] = (
    said("id", TEXT),
    Column("observed", message("Observed"), "count"),
    Field(Column("expected", message("Expected"), "decimal", most=SUM_DIGITS), kind=SUM),
    said("variance", SUM),
    _Z,
    _P,
)
_GAINS: Fields[Wager] = (
    Column("gained", message("Gained"), "decimal", 2),
    Field(Column("expected", message("Expected"), "decimal", 2), kind=SUM),
    said("variance", SUM),
    _Z,
)
_LIMITS: Fields[Wager] = (
    headed("observed_rtp", message("Observed"), "percent", digits=2),
    headed("rtp", message("Exact RTP"), "percent", digits=2),
    headed("exact_low", message("Exact from"), "percent", "limits.low", 2, kind=RATIO.optional),
    headed("exact_high", message("Exact to"), "percent", "limits.high", 2, kind=RATIO.optional),
    headed(
        "normal_low", message("Normal from"), "percent", lambda t: t.rtp - t.limits.deviation, 2, kind=SUM
    ),
    headed("normal_high", message("Normal to"), "percent", lambda t: t.rtp + t.limits.deviation, 2, kind=SUM),
)


def evidence_page(evidence: Evidence, files: Iterable[str] = ()) -> Page:
    """The verdict, all tests, each classification of coups and each bet, with digests of the record files."""
    title = message("{variant}, {shoe}: records as evidence", **game_and_shoe(evidence.question))
    tables = [_records(evidence), _tests(evidence)]
    if evidence.not_run or evidence.untested:
        tables.append(not_run_table(evidence.not_run, [bet.title for bet in evidence.untested]))
    tables.append(power_table(evidence.departures, message("What this much data could have found")))
    if evidence.patterns:
        tables.append(pattern_table(evidence.patterns))
    if evidence.times:
        tables.append(times_table(evidence.times))
    tables += map(_sorting, evidence.sortings)
    if evidence.wagers:
        tables += [_wagers(evidence), _limits(evidence)]
    made = _origin(evidence, files).provenance
    facts = tuple(fact for fact in made.facts if fact[0] in ("variant", "alpha", "confidence"))
    return Page(tuple(tables), replace(made, facts=facts), title, verdict=evidence_verdict(evidence))


def _records(evidence: Evidence) -> Table:
    columns = Column("what", message("In the records"), "text"), Column("number", message("Number"), "count")
    rows: list[tuple[Message, int]] = [
        (message("shoes"), evidence.shoes),
        (message("coups"), evidence.coups),
        (message("coups with all their cards"), evidence.read),
        (message("places that could not be read"), evidence.unread),
    ]
    if evidence.broken_off:
        rows.append((message("shoes dealt only up to a card that could not be read"), evidence.broken_off))
    if evidence.cancelled:
        rows.append((message("coups called off, and not tested"), evidence.cancelled))
    if evidence.missing:
        rows.append((message("coups missing from the numbering"), evidence.missing))
    rows += [(_FAULTS[fault], n) for fault, n in evidence.wrong.items() if n]
    return Table(message("The records"), columns, tuple(rows), tuple(_record_notes(evidence)))


def _record_notes(evidence: Evidence) -> Iterator[Text]:
    if not evidence.same_shoe:
        yield message(
            "The shoes did not all begin with the same cards; the title, exact RTP and limits are those of "
            "the first shoe."
        )
    if evidence.unordered:
        yield plural(
            "{n} shoe beyond the first million coups is left out of the tests of order and copies.",
            "{n} shoes beyond the first million coups are left out of the tests of order and copies.",
            evidence.unordered,
        )
    for test, shoe, other, length in evidence.copied[:MOST_LISTED]:
        run = WORDS[test].size
        yield message(
            "Shoes {shoe} and {other} are equal from beginning to end: {run}.",
            shoe=shoe,
            other=other,
            run=replace(run, values=(("n", length),), number=length),
        )
    if more := len(evidence.copied[MOST_LISTED:]):
        yield plural("{n} more pair of equal shoes.", "{n} more pairs of equal shoes.", more)
    for faulty in evidence.faulty:
        yield message(
            "Shoe {shoe}, coup {coup}: {faults}.",
            shoe=faulty.shoe,
            coup=faulty.coup,
            faults=tuple(_FAULTS[fault] for fault in faulty.faults),
        )
    if len(evidence.faulty) == MOST_LISTED:
        yield message(
            "Only the first {n} coups with faults are listed; baccarat replay lists all.", n=MOST_LISTED
        )
    if not evidence.faultless:
        yield message(
            "Coups are tested as recorded; baccarat replay shows what they should have been by the rules."
        )


def _tests(evidence: Evidence) -> Table:
    def verdict(test: AnyTest) -> Text:
        return message("alarm") if test.adjusted <= evidence.alpha else "–"

    fields: Fields[AnyTest] = (
        headed("test", message("Test"), "text", name),
        Column("coups", message("Coups"), "count"),
        _P,
        Column("adjusted", message("p of all tests"), "percent", most=PERCENT_DIGITS),
        headed("verdict", message("Verdict"), "text", verdict),
        headed("by", message("Distribution"), "text", lambda test: _LAWS[_law(test)]),
    )
    return field_table(message("Tests"), evidence.tests, fields, _test_notes(evidence), estimates=True)


def _test_notes(evidence: Evidence) -> Iterator[Text]:
    yield message("p: the probability that fair records deviate at least this far in this test alone.")
    yield message(
        "p of all tests: an upper bound on the probability that any test of fair records deviates this far. "
        "A test raises an alarm if it is {alpha} or less, so at most that share of fair records raises an "
        "alarm. Half of the rate is for results and bets together; the other half is divided equally among "
        "the other tests that ran.",
        alpha=rate(evidence.alpha),
    )
    yield message(
        "Each coup is compared with its exact probabilities, computed from the cards unseen before it. So "
        "observed minus expected is a martingale, at any depth of the shoe."
    )
    yield message(
        "All sums: the exact distribution of the sum, with coups treated as independent draws, each with its "
        "own probabilities or, for classifications of coups and for many coups, with their mean. Normal, χ²: "
        "the limiting distributions for many coups."
    )
    if any(test.coups < evidence.coups for test in evidence.tests):
        yield message(
            "A test leaves out coups that the records do not decide for it, and coups before which too few "
            "cards are left. If single cards could not be read, bets on third cards leave out long coups "
            "more often than short ones, which biases their tests."
        )
    if evidence.read < evidence.coups:
        yield message(
            "A coup without all its cards is compared with the probabilities computed from the cards seen "
            "before it, or with those of the fresh shoe if none were seen. The dependence between coups of "
            "one shoe is then ignored; it changes the variance by less than a hundredth."
        )
    if evidence.simulated:
        yield plural(
            "{n} simulated record of independent coups shows how the tests depend on each other.",
            "{n} simulated records of independent coups show how the tests depend on each other.",
            evidence.simulated,
        )
    else:
        yield message(
            "p of all tests is p times the number of tests, which is too large where the tests depend on "
            "each other."
        )


_LAWS = {
    "all-sums": message("all sums"),
    "normal": message("normal"),
    "chi-squared": message("χ²"),
    "exact": message("exact"),
    "bound": message("bound"),
}


def _law(test: AnyTest) -> str:
    """The distribution from which the p of a test is computed."""
    if isinstance(test, Pattern):
        return test.law
    return "all-sums" if test.exact else "normal" if isinstance(test, Wager) else "chi-squared"


def _sorting(test: Sorting) -> Table:
    sort: Field[OutcomeCount] = headed(
        "sort", message("What"), "text", lambda tally: SORTS[test.id, tally.id]
    )
    notes = (
        message(
            "χ² = {chi} with {degrees} degrees of freedom, {p}.",
            chi=sum_figure(test.chi_squared),
            degrees=test.degrees,
            p=p_text(test.p),
        ),
        message(
            "z: observed minus expected, in standard deviations. p: the probability of a count at least as "
            "far from expected, on either side."
        ),
    )
    return field_table(name(test), test.tallies, (sort, _TALLY), notes, estimates=True)


def _wagers(evidence: Evidence) -> Table:
    pays: Field[Wager] = Field(PAYS, lambda test: prices_text(test.bet))
    notes = [
        message(
            "Gained: by staking one unit on the bet in every coup. Expected: the sum of the EVs before each "
            "coup."
        ),
        message(
            "z: gained minus expected, in standard deviations. p: the probability of a gain at least as far "
            "from expected, on either side."
        ),
    ]
    if any(len(nets) > 1 for test in evidence.wagers for nets in test.bet.outcomes.values()):
        notes.append(message("If the pay of a bet has a random multiplier, a win counts with the mean pay."))
    return field_table(message("Bets"), evidence.wagers, (_TITLE, pays, _GAINS, _P), notes, estimates=True)


def _limits(evidence: Evidence) -> Table:
    notes = [
        message(
            "RTP: the part of the stakes that is returned if one unit is staked on the bet in every coup."
        ),
        message(
            "Exact RTP: that of the fresh shoe. The RTP of this many independent coups is within the limits "
            "with a confidence of {confidence}. Exact limits are from the distribution of all gains, normal "
            "limits from the normal approximation.",
            confidence=rate(evidence.confidence),
        ),
        message(
            "With several bets, it is more likely that one is outside its limits by chance; the verdict "
            "allows for that."
        ),
    ]
    if any(test.limits.low is None for test in evidence.wagers):
        notes.append(TOO_MANY)
    return field_table(
        message("Limits of each RTP"), evidence.wagers, (_TITLE, _LIMITS), notes, estimates=True
    )


def _origin(evidence: Evidence, names: Iterable[str]) -> Origin:
    options = (("alpha", ratio_text(evidence.alpha)), ("confidence", ratio_text(evidence.confidence)))
    bets = tuple(value.bet for value in evidence.fresh.valuations)
    return Origin(evidence.question, bets, options, file_digests(names))


_Tested = tuple[AnyTest, Fraction, str]
"""A test, the rate of false alarms, and the key of its bet if it tests a bet."""

_VERDICT: Fields[_Tested] = (
    through(0, _P, said("law", kinds.one_of(*_LAWS), _law), said("p_of_all_tests", _PROBABILITY, "adjusted")),
    said("alarm", kinds.FLAG, lambda tested: tested[0].adjusted <= tested[1]),
)
_SORTING: Fields[_Tested] = (
    through(0, said("id", TEXT), said("coups", COUNT), said("chi_squared", SUM), said("degrees", COUNT)),
    _VERDICT,
    said("sorts", records(_TALLY), lambda tested: tested[0].tallies),
)
_WAGER: Fields[_Tested] = (
    said("bet", TEXT, 2),
    through(0, NAME_OF_BET[1:], said("coups", COUNT), _GAINS),
    _VERDICT,
    through(0, _LIMITS, said("lines", records(_TALLY), "tallies")),
)
_PATTERN: Fields[_Tested] = (through(0, PATTERN), _VERDICT)
_COPIED = (said("shoe", TEXT, 1), said("other_shoe", TEXT, 2), said("length", COUNT, 3))
_FAULTY = (said("shoe", TEXT), said("coup", kinds.INTEGER), said("where", TEXT), said("faults", many(TEXT)))
_WRONG = record([said(fault, COUNT, itemgetter(fault)) for fault in _FAULTS])


def _keyed(evidence: Evidence) -> list[_Tested]:
    keys = keys_of([test.bet for test in evidence.wagers])
    return [(test, evidence.alpha, key) for test, key in zip(evidence.wagers, keys, strict=True)]


_EVIDENCE: Fields[Evidence] = (
    said_as(COUNT, "shoes", "coups"),
    said("coups_read", COUNT, "read"),
    said_as(COUNT, "unread", "cancelled", "missing", "broken_off"),
    said("alike", kinds.FLAG, "same_shoe"),
    said("wrong", _WRONG),
    said("faults", records(_FAULTY), "faulty"),
    said("alpha", kinds.PROBABILITY),
    said("alarm", kinds.FLAG),
    # In English, whatever the language of the page.
    said("alarms", many(TEXT), lambda evidence: map(wording("en", 4).translate, alarm_sentences(evidence))),
    said("imagined", COUNT, "simulated"),
    said("sorted", records(_SORTING), lambda e: [(test, e.alpha, "") for test in e.sortings]),
    said("confidence", kinds.PROBABILITY),
    said("bets", records(_WAGER), _keyed),
    said("patterns", records(_PATTERN), lambda e: [(test, e.alpha, "") for test in e.patterns]),
    said("not_run", records(NOT_RUN)),
    said("could_find", records(DEPARTURE), "departures"),
    said("copied", records(_COPIED), lambda evidence: evidence.copied[:MOST_LISTED]),
    said("times", record(TIMES).optional),
    said("omitted", many(kinds.ID), lambda evidence: [bet.id for bet in evidence.untested]),
)

EVIDENCE: Document[tuple[Evidence, Iterable[str]]] = Document(
    "evidence",
    2,
    "evidence",
    through(0, _EVIDENCE),
    lambda answer: _origin(*answer),
    verdict=lambda answer: evidence_verdict(answer[0]),
)
"""The document of tested records and of the files they were read from."""
