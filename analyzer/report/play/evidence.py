"""Records as evidence: the tests and their verdict, as tables for people.

Lays out what was found; computes none of it.
"""

from collections.abc import Iterable, Iterator
from fractions import Fraction

from analyzer.catalog.digests import files as file_digests
from analyzer.catalog.digests import rules_and_bets
from analyzer.play.evidence.result import Evidence, OutcomeCount, Sorting, Wager
from analyzer.render.page import Page
from analyzer.render.provenance import Provenance
from analyzer.render.table import Cell, Column, Table
from analyzer.report.money.monitor import TOO_MANY
from analyzer.report.names import prices_text, rate, shoe_text
from analyzer.report.play.evidence_words import FAULTS, NAMES, SORTS
from analyzer.text import Figure, Message, Text, message, plural

_TINY = Fraction(1, 10**6)

SUM_DIGITS, P_DIGITS = 6, 12
"""Decimals to which sums and z are right, and probabilities."""

_PERCENT_DIGITS = P_DIGITS - 2


def evidence_page(found: Evidence, files: Iterable[str] = ()) -> Page:
    """The verdict; all tests; each way to sort coups; each bet; with digests of the records' files."""
    title = message(
        "{variant}, {shoe}: records as evidence",
        variant=found.question.variant.title,
        shoe=shoe_text(found.fresh),
    )
    tables = [_records(found), _tests(found), *map(_sorting, found.sortings)]
    if found.wagers:
        tables += [_wagers(found), _limits(found)]
    variant = found.question.variant.id
    facts = (
        *((("variant", variant),) if variant else ()),
        ("alpha", str(found.alpha)),
        ("confidence", str(found.confidence)),
    )
    bets = [value.bet for value in found.fresh.valuations]
    digests = (*rules_and_bets(found.fresh.rules, bets), *file_digests(files))
    return Page(tuple(tables), Provenance(facts, digests), title)


def alarms(found: Evidence) -> Iterator[Message]:
    """What is out of line, a sentence an alarm, the least likely first."""
    for test in found.alarms:
        if isinstance(test, Wager):
            yield message(
                "{bet}: a unit on each of {coups} coups gained {gained}, where {expected} was to be expected "
                "(z = {z}, {p}).",
                bet=test.bet.title,
                coups=test.coups,
                gained=Figure(test.gained, "decimal"),
                expected=Figure(test.expected, "decimal", SUM_DIGITS),
                z=_z(test),
                p=_p(test.p),
            )
        else:
            worst = max(test.tallies, key=lambda tally: abs(tally.z or Fraction(0)))
            yield message(
                "{name}: {sort} {observed} times in {coups} coups, where {expected} was to be expected "
                "(z = {z}); χ² = {chi} of {degrees} degrees, {p}.",
                name=NAMES[test.id],
                sort=SORTS[test.id, worst.id],
                observed=worst.observed,
                coups=test.coups,
                expected=Figure(worst.expected, "decimal", SUM_DIGITS),
                z=_z(worst),
                chi=Figure(test.chi_squared, "decimal", SUM_DIGITS),
                degrees=test.degrees,
                p=_p(test.p),
            )


def verdict(found: Evidence) -> Message:
    """The verdict in a sentence."""
    if found.alarm:
        return message("Alarm, at a rate of {alpha}: the records are out of line.", alpha=rate(found.alpha))
    if not found.faultless:
        return message(
            "No alarm of the tests, at a rate of {alpha}; but coups are not as their cards say.",
            alpha=rate(found.alpha),
        )
    return message("No alarm, at a rate of {alpha}.", alpha=rate(found.alpha))


def _z(test: OutcomeCount | Wager) -> Figure | str:
    return "–" if test.z is None else Figure(test.z, "decimal", SUM_DIGITS)


def _p(p: Fraction) -> Message:
    if p < _TINY:
        return message("p below {least}", least=rate(_TINY))
    return message("p = {p}", p=Figure(p, "percent", _PERCENT_DIGITS))


def _records(found: Evidence) -> Table:
    columns = Column("what", message("In the records"), "text"), Column("number", message("Number"), "count")
    rows: list[tuple[Cell, ...]] = [
        (message("shoes"), found.shoes),
        (message("coups"), found.coups),
        (message("coups with all their cards"), found.read),
        (message("places that could not be read"), found.unread),
    ]
    if found.broken_off:
        rows.append((message("shoes dealt only up to a card that could not be read"), found.broken_off))
    rows += [(FAULTS[fault], n) for fault, n in found.wrong.items() if n]
    notes: list[Text] = [verdict(found), *alarms(found)]
    if not found.alike:
        notes.append(
            message(
                "The shoes did not all hold the same cards first; title, Exact RTP and limits are those of "
                "the first shoe."
            )
        )
    for faulty in found.faulty:
        notes.append(
            message(
                "Shoe {shoe}, coup {coup}: {faults}.",
                shoe=faulty.shoe,
                coup=faulty.coup,
                faults=tuple(FAULTS[fault] for fault in faulty.faults),
            )
        )
    if not found.faultless:
        notes.append(
            message("A coup is tested as it was recorded; baccarat replay says what it should have been.")
        )
    return Table(message("The records"), columns, tuple(rows), tuple(notes))


def _tests(found: Evidence) -> Table:
    columns = (
        Column("test", message("Test"), "text"),
        Column("coups", message("Coups"), "count"),
        Column("p", message("p"), "percent", most=_PERCENT_DIGITS),
        Column("adjusted", message("p of all tests"), "percent", most=_PERCENT_DIGITS),
        Column("verdict", message("Verdict"), "text"),
        Column("by", message("Law"), "text"),
    )
    rows: list[tuple[Cell, ...]] = []
    for test in found.tests:
        wager = isinstance(test, Wager)
        law = message("all sums") if test.exact else message("normal") if wager else message("χ²")
        name: Text = test.bet.title if isinstance(test, Wager) else NAMES[test.id]
        raised = message("alarm") if test.adjusted <= found.alpha else "–"
        rows.append((name, test.coups, test.p, test.adjusted, raised, law))
    notes: list[Text] = [
        message("p: how likely it is that fair records lie as far out, or farther, by this test alone."),
        message(
            "p of all tests: how likely it is that the least p of all tests is as small; an alarm where it "
            "is {alpha} or less, so that fair records raise one at that rate.",
            alpha=rate(found.alpha),
        ),
        message(
            "Each coup is held against its exact probabilities from the cards unseen before it, so that what "
            "came less what was expected is a martingale, however shoes deplete."
        ),
        message(
            "All sums: the law of the sum, coups taken as independent draws, each with its own probabilities "
            "or, for ways to sort coups and for many coups, with the mean of them. Normal, χ²: the laws that "
            "it comes near to when coups are many."
        ),
    ]
    if any(test.coups < found.coups for test in found.tests):
        notes.append(
            message(
                "A test leaves out the coups that the records do not settle for it, and those before which "
                "too few cards are left. Where single cards could not be read, bets on third cards leave out "
                "long coups more often than short ones, and their tests are off by that."
            )
        )
    if found.read < found.coups:
        notes.append(
            message(
                "A coup without all its cards is held against the probabilities from the cards seen before "
                "it, those of the fresh shoe where none were. What coups of one shoe then have to do with "
                "each other is left out: it moves the variance by less than a hundredth."
            )
        )
    if found.imagined:
        notes.append(
            plural(
                "How tests go together is told by {n} imagined record of independent coups.",
                "How tests go together is told by {n} imagined records of independent coups.",
                found.imagined,
            )
        )
    else:
        notes.append(
            message(
                "p of all tests is p times the number of tests, which is too much where they go together."
            )
        )
    return Table(message("Tests"), columns, tuple(rows), tuple(notes), estimates=True)


_TALLY = (
    Column("observed", message("Observed"), "count"),
    Column("expected", message("Expected"), "decimal", most=SUM_DIGITS),
    Column("z", message("z"), "decimal", most=SUM_DIGITS),
    Column("p", message("p"), "percent", most=_PERCENT_DIGITS),
)


def _sorting(test: Sorting) -> Table:
    columns = (Column("sort", message("What"), "text"), *_TALLY)
    rows = tuple(
        (SORTS[test.id, tally.id], tally.observed, tally.expected, tally.z, tally.p) for tally in test.tallies
    )
    notes = (
        message(
            "χ² = {chi} of {degrees} degrees, {p}.",
            chi=Figure(test.chi_squared, "decimal", SUM_DIGITS),
            degrees=test.degrees,
            p=_p(test.p),
        ),
        message("z: observed less expected, in standard deviations. p: of a count as far out, either way."),
    )
    return Table(NAMES[test.id], columns, rows, notes, estimates=True)


def _wagers(found: Evidence) -> Table:
    columns = (
        Column("bet", message("Bet"), "text"),
        Column("pays", message("Pays"), "text"),
        Column("gained", message("Gained"), "decimal", 2),
        Column("expected", message("Expected"), "decimal", 2),
        Column("z", message("z"), "decimal", most=SUM_DIGITS),
        Column("p", message("p"), "percent", most=_PERCENT_DIGITS),
    )
    rows = tuple(
        (test.bet.title, prices_text(test.bet), test.gained, test.expected, test.z, test.p)
        for test in found.wagers
    )
    notes: list[Text] = [
        message(
            "Gained: by one unit on each bet on every coup. Expected: the sum of the EVs before the coups."
        ),
        message("z: gained less expected, in standard deviations. p: of a gain as far out, either way."),
    ]
    if any(len(nets) > 1 for test in found.wagers for nets in test.bet.outcomes.values()):
        notes.append(message("Where chance multiplies what is paid, a win counts with its mean."))
    return Table(message("Bets"), columns, rows, tuple(notes), estimates=True)


def _limits(found: Evidence) -> Table:
    columns = (
        Column("bet", message("Bet"), "text"),
        Column("observed_rtp", message("Observed"), "percent", 2),
        Column("rtp", message("Exact RTP"), "percent", 2),
        Column("exact_low", message("Exact from"), "percent", 2),
        Column("exact_high", message("Exact to"), "percent", 2),
        Column("normal_low", message("Normal from"), "percent", 2),
        Column("normal_high", message("Normal to"), "percent", 2),
    )
    rows = tuple(
        (
            test.bet.title,
            test.observed_rtp,
            test.rtp,
            test.limits.low,
            test.limits.high,
            test.rtp - test.limits.deviation,
            test.rtp + test.limits.deviation,
        )
        for test in found.wagers
    )
    notes: list[Text] = [
        message("RTP: the part of the stakes that comes back, of one unit on each bet on every coup."),
        message(
            "Exact RTP: of the fresh shoe. Limits: between which the RTP of so many independent coups lies "
            "with a confidence of {confidence}, by the law of all gains and by the normal law.",
            confidence=rate(found.confidence),
        ),
        message("Of several bets one lies outside its limits more often; the verdict allows for that."),
    ]
    if any(test.limits.low is None for test in found.wagers):
        notes.append(TOO_MANY)
    return Table(message("Limits of each RTP"), columns, rows, tuple(notes), estimates=True)
