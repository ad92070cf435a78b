"""The report that is submitted with a rule sheet, with its parts numbered."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from analyzer import __version__
from analyzer.analysis.odds import Report, fresh_decks
from analyzer.analysis.rule_sheet import Check, RuleSheet, repriced
from analyzer.catalog import load
from analyzer.game.dealt import NOTHING
from analyzer.game.rules import Rules
from analyzer.phrases.labels import label
from analyzer.phrases.rules import rules_in_words
from analyzer.render.page import Page
from analyzer.render.table import Cell, Column, Table
from analyzer.report import columns as shared
from analyzer.report.fields import Fields, each, picked
from analyzer.report.names import names_of, number, prices_text, shoe_text
from analyzer.report.notes import notes_on
from analyzer.report.odds import provenance
from analyzer.report.rule_sheet.bets import bet_tables, in_order, pays_text
from analyzer.report.rule_sheet.faults import SEVERITIES
from analyzer.report.statistics import LINES, PRICE
from analyzer.report.tableau import tableau_table
from analyzer.text import Text, message


def rule_sheet_page(sheet: RuleSheet, *, full: bool) -> Page:
    """Identity, rules, bets, other decks and pays, checks; `full` adds what does not fit into 80 columns."""
    report = sheet.report
    title = message(
        "{variant}: report with the rule sheet, {shoe}",
        variant=sheet.question.variant.title,
        shoe=shoe_text(report),
    )
    tables = tuple(
        replace(table, title=message("{n}. {title}", n=n, title=table.title))
        for n, table in enumerate(_tables(sheet, full), 1)
    )
    return Page(tables, provenance(report), title)


def _tables(sheet: RuleSheet, full: bool) -> Iterator[Table]:
    report = sheet.report
    facts = shared.text_columns(fact=message("Fact"), value=message("Value"))
    note = report.question.variant.note
    yield Table(message("Identity"), facts, tuple(_facts(report, full)), (note,) if note else ())
    names = names_of([value.bet for value in report.valuations])
    yield _bets_table(report, names)
    yield rules_table(report.rules)
    yield tableau_table(message("Drawing table"), report.rules)
    locked = any(value.bet.locked is not None for value in report.valuations)
    terms = shared.text_columns(term=message("Term"), meaning=message("Meaning"))
    yield Table(message("Terms"), terms, tuple(_terms(locked)))
    for place, name in enumerate(names):
        yield from bet_tables(sheet, place, name, full=full)
    yield _decks_table(sheet, names)
    yield _pays_table(report, names, full)
    yield _checks_table(sheet)
    yield _remarks_table(sheet, names)


_DIGESTS = {"rules": message("SHA-256 of the rules"), "bets": message("SHA-256 of the bets")}


def _facts(report: Report, full: bool) -> Iterator[tuple[Cell, Cell]]:
    """The variant, rules, shoe and sources of the report, and digests of the data behind it."""
    variant, rules = report.question.variant, report.rules
    yield message("Variant"), message("{name} ({id})", name=variant.title, id=variant.id)
    yield message("Rules"), message("{name} ({id})", name=rules.title, id=rules.id)
    yield message("Shoe"), shoe_text(report)
    if not report.shoe.full_decks:
        yield message("Cards left"), str(report.shoe)
    if report.dealt != NOTHING:
        yield message("Known of this coup"), str(report.dealt)
    if report.given is not None:
        yield message("Given"), " ".join(report.given.text.split())
    yield message("Bets"), number(len(report), "count")
    yield message("Ordered deals counted"), number(report.total_ways, "count")
    yield message("Source of the variant"), load.citation(variant.source, addresses=full) or None
    yield message("Source of the rules"), load.citation(rules.source, addresses=full) or None
    yield message("Made by"), f"baccarat {__version__}"
    for name, digest in provenance(report).digests:
        yield _DIGESTS.get(name, name), digest


def _bets_table(report: Report, names: Sequence[Text]) -> Table:
    rows = tuple(
        (name, value.bet.reference, prices_text(value.bet), value.house_edge, value.rtp, value.hit_rate)
        for name, value in zip(names, report.valuations, strict=True)
    )
    columns = (*shared.PRICED_BET, shared.HOUSE_EDGE, shared.RTP, shared.HIT_RATE)
    return Table(message("Bets"), columns, rows, tuple(notes_on(report)))


def rules_table(rules: Rules) -> Table:
    """The rules in words, one row per rule."""
    columns = (Column("number", message("No."), "count"), Column("rule", message("Rule"), "text"))
    notes = (rules.note,) if rules.note else ()
    return Table(message("The rules in words"), columns, tuple(enumerate(rules_in_words(rules), 1)), notes)


def _terms(locked: bool) -> Iterator[tuple[Text, Text]]:
    """What each column of the paytables and each statistic means."""
    counted = picked(LINES, "ways", "probability", "one_in")
    paid = [*picked(PRICE, "pays"), *picked(LINES, "net", "true_odds", "contribution")]
    terms: Fields[Any] = (counted, paid, in_order(locked))
    return ((field.column.head, field.meaning) for field in each(terms) if field.meaning)


def _decks_table(sheet: RuleSheet, names: Sequence[Text]) -> Table:
    """What each bet would be worth on other fresh shoes."""
    rows: list[tuple[Cell, ...]] = []
    for name, by_decks in zip(names, sheet.decks, strict=False):
        for decks, value in by_decks.items():
            size = message("infinite") if decks == "infinite" else str(decks)
            rows.append((name, size, value.house_edge, value.rtp, value.hit_rate))
    why = _why_no_decks(sheet.report)
    note = (
        message("Infinite: each card drawn is put back. All figures are exact, not only those of this shoe.")
        if why is None
        else message("Left out: {why}", why=why)
    )
    columns = (shared.BET, shared.DECKS, shared.HOUSE_EDGE, shared.RTP, shared.HIT_RATE)
    return Table(message("Other numbers of decks"), columns, tuple(rows), (note,))


def _why_no_decks(report: Report) -> Text | None:
    if report.dealt != NOTHING:
        return message("Cards of this coup are known.")
    if report.given is not None:
        return message("The figures are conditional on what is given.")
    return None if fresh_decks(report) else message("The shoe is not one of full decks.")


def _pays_table(report: Report, names: Sequence[Text], full: bool) -> Table:
    """What each bet would be worth with the pay of one winning line a step lower or higher."""
    columns = (
        shared.BET,
        shared.LINE,
        shared.PAYS,
        Column("instead_of", message("Instead of"), "text"),
        *((shared.EV,) if full else ()),
        shared.HOUSE_EDGE,
        Column("change", message("Change of edge"), "percent"),
    )
    rows: list[tuple[Cell, ...]] = []
    for name, value in zip(names, report.valuations, strict=True):
        usual = {line.id: pays_text(line.net) for line in value.bet.lines}
        for other in repriced(value):
            pays = label(other.line), pays_text(other.pays), usual[other.line]
            evs = (other.valuation.ev,) if full else ()
            edge = other.valuation.house_edge
            rows.append((name, *pays, *evs, edge, edge - value.house_edge))
    notes = [
        message("The pay of one winning line is changed by one unit; a pay below even money by 0.01 too."),
        message("Change of edge: what the house gains in edge by it; all else stays as it is."),
    ]
    if any(line.multiplier for value in report.valuations for line in value.bet.lines):
        notes.append(message("Pays are those before a multiplier, and such a pay is not lowered to nothing."))
    return Table(message("Other pays"), columns, tuple(rows), tuple(notes))


def _checks_table(sheet: RuleSheet) -> Table:
    """What was checked and how, on how many cases, and whether it holds."""
    columns = shared.text_columns(
        law=message("Checked"), how=message("How"), cases=message("Cases"), outcome=message("Outcome")
    )
    rows = tuple((check.law, check.how, check.tried, _outcome(check)) for check in sheet.checks)
    made = message("Computed when this report was made, from its own figures.")
    failed = message("Checks that failed: {n}.", n=len(sheet.failed))
    return Table(message("Checks made"), columns, rows, (made, failed))


def failure(check: Check) -> Text:
    """A sentence on what failed."""
    return message("Check failed: {law} Not so: {cases}", law=check.law, cases=check.failed)


def _outcome(check: Check) -> Text:
    if check.failed:
        return message("FAILS: {cases}", cases=check.failed)
    if not check.tried.number:
        return message("not made") if check.reserve is None else message("not made. {why}", why=check.reserve)
    return message("holds") if check.reserve is None else message("holds. {reserve}", reserve=check.reserve)


def _remarks_table(sheet: RuleSheet, names: Sequence[Text]) -> Table:
    """What a lint finds in the bets as they are written and priced."""
    columns = shared.text_columns(bet=message("Bet"), severity=message("Severity"), message=message("Remark"))
    rows: list[tuple[Cell, ...]] = []
    for name, faults in zip(names, sheet.remarks, strict=False):
        rows += [(name, SEVERITIES[fault.severity], fault.message) for fault in faults]
        if not faults:
            rows.append((name, None, message("none")))
    note = (
        message("Looked for: lines out of reach, lines that overlap at different prices, pays out of order.")
        if sheet.report.dealt == NOTHING
        else message("Not looked for: cards of this coup are known.")
    )
    return Table(message("Remarks on the bets"), columns, tuple(rows), (note,))
