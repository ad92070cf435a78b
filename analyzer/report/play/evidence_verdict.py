"""The verdict on records as evidence, in words: the result, what it means, and what it does not mean."""

from collections.abc import Iterator
from fractions import Fraction

from analyzer.play.evidence.result import Evidence, OutcomeCount, Pattern, Wager
from analyzer.render.page import Verdict
from analyzer.report.names import rate
from analyzer.report.play.patterns import COPIES, SUM_DIGITS, found, name, words_of
from analyzer.text import Figure, Message, message, plural

P_DIGITS = 12  # Correct decimals of probabilities.
PERCENT_DIGITS = P_DIGITS - 2
_LEAST_P = Fraction(1, 10**6)

_FAULTY = message("some coups contradict their cards")
_UNTIMELY = message("the times are not those of coups dealt one after the other")

SORTS: dict[tuple[str, str], Message] = {  # The classes of each classification of coups, by both ids.
    ("results", "player"): message("Player wins"),
    ("results", "banker"): message("Banker wins"),
    ("results", "tie"): message("Tie"),
    ("pairs", "both"): message("both hands a pair"),
    ("pairs", "player"): message("Player alone a pair"),
    ("pairs", "banker"): message("Banker alone a pair"),
    ("pairs", "none"): message("no pair"),
    ("naturals", "both"): message("both hands a natural"),
    ("naturals", "player"): message("Player alone a natural"),
    ("naturals", "banker"): message("Banker alone a natural"),
    ("naturals", "none"): message("no natural"),
    ("drawing", "nobody"): message("neither hand draws"),
    ("drawing", "player"): message("Player alone draws"),
    ("drawing", "banker"): message("Banker alone draws"),
    ("drawing", "both"): message("both hands draw"),
}


def p_text(p: Fraction) -> Message:
    """A probability in a sentence, or an upper bound if it is below 1 in 1,000,000."""
    if p < _LEAST_P:
        return message("p below {least}", least=rate(_LEAST_P))
    return message("p = {p}", p=Figure(p, "percent", PERCENT_DIGITS))


def sum_figure(x: Fraction) -> Figure:
    """A sum or a z in a sentence."""
    return Figure(x, "decimal", SUM_DIGITS)


def z_figure(test: OutcomeCount | Wager) -> Figure | str:
    """A z in a sentence; a dash if there is none."""
    return "–" if test.z is None else sum_figure(test.z)


def alarm_sentences(evidence: Evidence) -> Iterator[Message]:
    """One sentence per alarm on what was found, the least likely first."""
    for test in evidence.alarms:
        if isinstance(test, Pattern):
            yield message("{name}: {found} ({p}).", name=name(test), found=found(test), p=p_text(test.p))
        elif isinstance(test, Wager):
            yield message(
                "{bet}: one unit on each of {coups} coups gained {gained}; expected: {expected} (z = {z}, "
                "{p}).",
                bet=test.bet.title,
                coups=test.coups,
                gained=Figure(test.gained, "decimal"),
                expected=sum_figure(test.expected),
                z=z_figure(test),
                p=p_text(test.p),
            )
        else:
            worst = max(test.tallies, key=lambda tally: abs(tally.z or Fraction(0)))
            yield message(
                "{name}: {sort}, {observed} times in {coups} coups; expected: {expected} (z = {z}); χ² = "
                "{chi} with {degrees} degrees of freedom, {p}.",
                name=name(test),
                sort=SORTS[test.id, worst.id],
                observed=worst.observed,
                coups=test.coups,
                expected=sum_figure(worst.expected),
                z=z_figure(worst),
                chi=sum_figure(test.chi_squared),
                degrees=test.degrees,
                p=p_text(test.p),
            )


def evidence_verdict(evidence: Evidence) -> Verdict:
    """The result in a sentence; then each alarm, what the result means, and what it does not mean.

    Without an alarm the verdict is neither yes nor no: finding nothing does not show fair dealing.
    """
    alpha, ran = rate(evidence.alpha), len(evidence.tests)
    wrong = [_FAULTY] * (not evidence.faultless) + [_UNTIMELY] * evidence.untimely
    if evidence.alarm:
        sentence = plural(
            "Alarm: {n} of the {ran} tests that ran found a deviation, at an alarm rate of {alpha}.",
            "Alarm: {n} of the {ran} tests that ran found deviations, at an alarm rate of {alpha}.",
            len(evidence.alarms),
            ran=ran,
            alpha=alpha,
        )
    elif wrong:
        sentence = message(
            "No test raised an alarm at {alpha}, but {wrong}.", alpha=alpha, wrong=tuple(wrong)
        )
    else:
        sentence = plural(
            "The {n} test that ran raised no alarm at {alpha}. This does not show that the game was fair: "
            "see what the test could have found.",
            "None of the {n} tests that ran raised an alarm at {alpha}. This does not show that the game "
            "was fair: see what the tests could have found.",
            ran,
            alpha=alpha,
        )
    return Verdict(sentence, None if evidence.passed else False, tuple(_details(evidence)))


def _details(evidence: Evidence) -> Iterator[Message]:
    if untested := evidence.unread + evidence.cancelled + evidence.missing:
        yield plural(
            "{n} coup or place of the records was called off, is missing from the numbering or could not be "
            "read: no test includes it.",
            "{n} coups or places of the records were called off, are missing from the numbering or could not "
            "be read: no test includes them.",
            untested,
        )
    if evidence.times and evidence.times.single:
        yield plural(
            "Every coup of {n} shoe has the same time: the times of this shoe are not checked.",
            "Every coup of {n} shoes has the same time: the times of these shoes are not checked.",
            evidence.times.single,
        )
    if evidence.times and evidence.times.unread:
        yield plural(
            "{n} time could not be read and is not checked.",
            "{n} times could not be read and are not checked.",
            evidence.times.unread,
        )
    if evidence.alarm:
        if not evidence.faultless:
            yield message("Also, {wrong}.", wrong=_FAULTY)
        if evidence.untimely:
            yield message("Also, {wrong}.", wrong=_UNTIMELY)
        yield message(
            "What it means: at most {alpha} of complete and correct records of fair shoes raise an alarm. "
            "The records alone cannot show how likely it is that these are records of that kind.",
            alpha=rate(evidence.alpha),
        )
        yield message(
            "What it does not mean: that anyone cheated, or who did. First rule out the innocent causes."
        )
        copied = any(isinstance(test, Pattern) and test.id in COPIES for test in evidence.alarms)
        if copied and len(evidence.alarms) > 1:
            yield message(
                "Copies can also raise alarms in other tests, which then count the same coups more than "
                "once: test the records without the copies."
            )
        yield from alarm_sentences(evidence)
        yield from dict.fromkeys(words_of(test).causes for test in evidence.alarms)
    else:
        yield message(
            "What it means: in the tests that ran, the records deviate no further than records of fair shoes "
            "do."
        )
        yield message(
            "What it does not mean: that the game was fair, or that the record is complete. Departures "
            "smaller than those in the table, or of another kind, would probably have gone unnoticed."
        )
