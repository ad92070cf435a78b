"""Tests of records and their verdict: tables for people, a document for machines."""

from collections.abc import Iterable, Iterator

from analyzer.bets.digest import rules_and_bets
from analyzer.catalog.digests import files as file_digests
from analyzer.play.evidence.result import Evidence, OutcomeCount, Sorting, Wager
from analyzer.render.page import Page, Provenance
from analyzer.render.table import Cell, Column, Table
from analyzer.report.columns import BET, PAYS
from analyzer.report.fields import Field, Fields, field_table, headed
from analyzer.report.money.monitor import TOO_MANY
from analyzer.report.names import game_and_shoe, prices_text, rate
from analyzer.report.play import evidence_words as words
from analyzer.text import Text, message, plural

_P = Column("p", message("p"), "percent", most=words.PERCENT_DIGITS)
_Z = Column("z", message("z"), "decimal", most=words.SUM_DIGITS)


def evidence_page(evidence: Evidence, files: Iterable[str] = ()) -> Page:
    """The verdict, all tests, each way to sort coups, and each bet; with digests of the record files."""
    title = message("{variant}, {shoe}: records as evidence", **game_and_shoe(evidence.question))
    tables = [_records(evidence), _tests(evidence), *map(_sorting, evidence.sortings)]
    if evidence.wagers:
        tables += [_wagers(evidence), _limits(evidence)]
    variant = evidence.question.variant.id
    facts = (
        *((("variant", variant),) if variant else ()),
        ("alpha", str(evidence.alpha)),
        ("confidence", str(evidence.confidence)),
    )
    bets = [value.bet for value in evidence.fresh.valuations]
    digests = (*rules_and_bets(evidence.fresh.rules, bets), *file_digests(files))
    return Page(tuple(tables), Provenance(facts, digests), title)


def _records(evidence: Evidence) -> Table:
    columns = Column("what", message("In the records"), "text"), Column("number", message("Number"), "count")
    rows: list[tuple[Cell, ...]] = [
        (message("shoes"), evidence.shoes),
        (message("coups"), evidence.coups),
        (message("coups with all their cards"), evidence.read),
        (message("places that could not be read"), evidence.unread),
    ]
    if evidence.broken_off:
        rows.append((message("shoes dealt only up to a card that could not be read"), evidence.broken_off))
    rows += [(words.FAULTS[fault], n) for fault, n in evidence.wrong.items() if n]
    return Table(message("The records"), columns, tuple(rows), tuple(_record_notes(evidence)))


def _record_notes(evidence: Evidence) -> Iterator[Text]:
    yield words.verdict(evidence)
    yield from words.alarms(evidence)
    if not evidence.same_shoe:
        yield message(
            "The shoes did not all hold the same cards first; title, Exact RTP and limits are those of "
            "the first shoe."
        )
    for faulty in evidence.faulty:
        yield message(
            "Shoe {shoe}, coup {coup}: {faults}.",
            shoe=faulty.shoe,
            coup=faulty.coup,
            faults=tuple(words.FAULTS[fault] for fault in faulty.faults),
        )
    if not evidence.faultless:
        yield message("A coup is tested as it was recorded; baccarat replay says what it should have been.")


def _tests(evidence: Evidence) -> Table:
    fields: Fields[Sorting | Wager] = (
        headed("test", message("Test"), "text", words.title_of),
        Column("coups", message("Coups"), "count"),
        _P,
        Column("adjusted", message("p of all tests"), "percent", most=words.PERCENT_DIGITS),
        headed(
            "verdict",
            message("Verdict"),
            "text",
            lambda test: message("alarm") if test.adjusted <= evidence.alpha else "–",
        ),
        headed("by", message("Law"), "text", _law),
    )
    return field_table(message("Tests"), evidence.tests, fields, _test_notes(evidence), estimates=True)


def _test_notes(evidence: Evidence) -> Iterator[Text]:
    yield message("p: how likely it is that fair records lie as far out, or farther, by this test alone.")
    yield message(
        "p of all tests: how likely it is that the least p of all tests is as small; an alarm where it "
        "is {alpha} or less, so that fair records raise one at that rate.",
        alpha=rate(evidence.alpha),
    )
    yield message(
        "Each coup is held against its exact probabilities from the cards unseen before it, so that what "
        "came less what was expected is a martingale, however shoes deplete."
    )
    yield message(
        "All sums: the law of the sum, coups taken as independent draws, each with its own probabilities "
        "or, for ways to sort coups and for many coups, with the mean of them. Normal, χ²: the laws that "
        "it comes near to when coups are many."
    )
    if any(test.coups < evidence.coups for test in evidence.tests):
        yield message(
            "A test leaves out the coups that the records do not settle for it, and those before which "
            "too few cards are left. Where single cards could not be read, bets on third cards leave out "
            "long coups more often than short ones, and their tests are off by that."
        )
    if evidence.read < evidence.coups:
        yield message(
            "A coup without all its cards is held against the probabilities from the cards seen before "
            "it, those of the fresh shoe where none were. What coups of one shoe then have to do with "
            "each other is left out: it moves the variance by less than a hundredth."
        )
    if evidence.simulated:
        yield plural(
            "How tests go together is told by {n} imagined record of independent coups.",
            "How tests go together is told by {n} imagined records of independent coups.",
            evidence.simulated,
        )
    else:
        yield message(
            "p of all tests is p times the number of tests, which is too much where they go together."
        )


def _law(test: Sorting | Wager) -> Text:
    """The distribution from which a test's p is computed."""
    if test.exact:
        return message("all sums")
    return message("normal") if isinstance(test, Wager) else message("χ²")


def _sorting(test: Sorting) -> Table:
    fields: Fields[OutcomeCount] = (
        headed("sort", message("What"), "text", lambda tally: words.SORTS[test.id, tally.id]),
        Column("observed", message("Observed"), "count"),
        Column("expected", message("Expected"), "decimal", most=words.SUM_DIGITS),
        _Z,
        _P,
    )
    notes = (
        message(
            "χ² = {chi} of {degrees} degrees, {p}.",
            chi=words.sum_figure(test.chi_squared),
            degrees=test.degrees,
            p=words.p_text(test.p),
        ),
        message("z: observed less expected, in standard deviations. p: of a count as far out, either way."),
    )
    return field_table(words.NAMES[test.id], test.tallies, fields, notes, estimates=True)


def _wagers(evidence: Evidence) -> Table:
    fields: Fields[Wager] = (
        Field(BET, lambda test: test.bet.title),
        Field(PAYS, lambda test: prices_text(test.bet)),
        Column("gained", message("Gained"), "decimal", 2),
        Column("expected", message("Expected"), "decimal", 2),
        _Z,
        _P,
    )
    notes = [
        message(
            "Gained: by one unit on each bet on every coup. Expected: the sum of the EVs before the coups."
        ),
        message("z: gained less expected, in standard deviations. p: of a gain as far out, either way."),
    ]
    if any(len(nets) > 1 for test in evidence.wagers for nets in test.bet.outcomes.values()):
        notes.append(message("Where chance multiplies what is paid, a win counts with its mean."))
    return field_table(message("Bets"), evidence.wagers, fields, notes, estimates=True)


def _limits(evidence: Evidence) -> Table:
    heads = {
        "observed_rtp": message("Observed"),
        "rtp": message("Exact RTP"),
        "exact_low": message("Exact from"),
        "exact_high": message("Exact to"),
        "normal_low": message("Normal from"),
        "normal_high": message("Normal to"),
    }
    columns = (BET, *(Column(key, head, "percent", 2) for key, head in heads.items()))
    rows: list[tuple[Cell, ...]] = []
    for test in evidence.wagers:
        exact, deviation = test.limits, test.limits.deviation
        limits = (exact.low, exact.high, test.rtp - deviation, test.rtp + deviation)
        rows.append((test.bet.title, test.observed_rtp, test.rtp, *limits))
    notes = [
        message("RTP: the part of the stakes that comes back, of one unit on each bet on every coup."),
        message(
            "Exact RTP: of the fresh shoe. Limits: between which the RTP of so many independent coups lies "
            "with a confidence of {confidence}, by the law of all gains and by the normal law.",
            confidence=rate(evidence.confidence),
        ),
        message("Of several bets one lies outside its limits more often; the verdict allows for that."),
    ]
    if any(test.limits.low is None for test in evidence.wagers):
        notes.append(TOO_MANY)
    return Table(message("Limits of each RTP"), columns, tuple(rows), tuple(notes), estimates=True)
