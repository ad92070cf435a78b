"""The report that accompanies a rule sheet, with numbered parts."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from operator import attrgetter
from typing import Any

from analyzer import __version__
from analyzer.analysis.odds import Report, fresh_decks
from analyzer.analysis.question import Question
from analyzer.analysis.rule_sheet import Check, RuleSheet, repriced
from analyzer.analysis.valuation import Valuation
from analyzer.bets.bet import LOSE, Bet, Variant
from analyzer.bets.digest import digest_of_bet
from analyzer.catalog import load
from analyzer.game.dealt import NOTHING
from analyzer.game.rules import Rules
from analyzer.phrases.cards import cards_text
from analyzer.phrases.labels import label
from analyzer.phrases.lines import event_of_line
from analyzer.phrases.rules import coup_in_words, in_one, rules_in_words
from analyzer.render.page import Page, Verdict
from analyzer.render.table import Cell, Column, Table
from analyzer.report import columns as shared
from analyzer.report import statistics as known
from analyzer.report.citations import (
    about_bet,
    departures,
    is_of_variant,
    note_of_rules,
    source_of_rules,
)
from analyzer.report.fields import Field, Fields, arranged, each, field_table, narrowed, picked
from analyzer.report.names import game_and_shoe, names_in_list, names_of, number, ratio, shoe_title
from analyzer.report.notes import TRUE_ODDS, multiplied, notes_on
from analyzer.report.odds import named, origin_of, with_names
from analyzer.report.rule_sheet.faults import FAVOURS_THE_BETTOR, SEVERITIES, looked_for
from analyzer.report.tableau import tableau_table
from analyzer.text import Message, Text, message, plural

_MOST_ERRORS = 5  # The most errors that the verdict lists; all are under Findings.


def rule_sheet_page(sheet: RuleSheet, *, full: bool) -> Page:
    """Identity, rules, bets, other decks and pays, checks; `full` adds what does not fit into 80 columns."""
    numbered = enumerate(_tables(sheet, full), 1)
    tables = (replace(t, title=message("{n}. {title}", n=n, title=t.title)) for n, t in numbered)
    provenance = origin_of(sheet.report).provenance
    return Page(tuple(tables), provenance, _title(sheet.question), verdict=sheet_verdict(sheet))


def sheet_verdict(sheet: RuleSheet) -> Verdict:
    """Whether all checks hold and no bet has an error, such as an edge for the bettor."""
    if wrong := len(sheet.failed) + len(sheet.wrong):
        sentence = plural("This rule sheet has {n} fault.", "This rule sheet has {n} faults.", wrong)
        return Verdict(sentence, False, tuple(_details(sheet)))
    if sheet.report.dealt != NOTHING:
        return Verdict(message("Not judged: cards of this coup are known."), None)
    if sheet.report.given is not None:
        return Verdict(message("Not judged: all figures are conditional on what is given."), None)
    inside = names_in_list(v.bet for v in sheet.report.valuations if v.bet.inside_coup)
    details = (message("House edge not judged, since offered only inside a coup: {bets}.", bets=inside),)
    shown = details if inside else ()
    if warnings := sum(map(len, sheet.remarks)):
        sentence = plural(
            "No error found, and no bet favours the bettor; {n} warning is under Findings.",
            "No error found, and no bet favours the bettor; {n} warnings are under Findings.",
            warnings,
        )
        return Verdict(sentence, True, shown)
    return Verdict(message("No fault found, and no bet favours the bettor."), True, shown)


def _details(sheet: RuleSheet) -> Iterator[Text]:
    """The checks that failed, then the first errors, so that they are on the first page."""
    yield from map(failure, sheet.failed)
    names = names_of([value.bet for value in sheet.report.valuations])
    found = zip(names, sheet.remarks, strict=False)
    errors = [(name, fault.message) for name, of in found for fault in of if fault.severity == "error"]
    for name, error in errors[:_MOST_ERRORS]:
        yield Message("{bet}: {error}", (("bet", name), ("error", error)))
    if more := errors[_MOST_ERRORS:]:
        yield plural("{n} more is under Findings.", "{n} more are under Findings.", len(more))


def _title(question: Question) -> Message:
    """The game's name, or the names of the bets if the game offers none of them."""
    if is_of_variant(question):
        return message("{variant}: report with the rule sheet, {shoe}", **game_and_shoe(question))
    names, shoe = tuple(dict.fromkeys(bet.title for bet in question.bets)), shoe_title(question.left)
    return message("{bets}: report with the rule sheet, {shoe}", bets=names, shoe=shoe)


def _tables(sheet: RuleSheet, full: bool) -> Iterator[Table]:
    report = sheet.report
    game = report.question.variant
    names = names_of([value.bet for value in report.valuations])
    yield _findings_table(sheet, names)
    facts = shared.text_columns(fact=message("Fact"), value=message("Value"))
    note = None if any(departures(report.question)) or not game.note else Message(game.note)
    yield Table(message("Identity"), facts, tuple(_facts(report, full)), (note,) if note else ())
    worth: Fields[Valuation] = (*picked(known.PRICE, "pays"), shared.HOUSE_EDGE, shared.RTP, shared.HIT_RATE)
    bets = field_table(message("Bets"), report.valuations, worth, notes_on(report))
    yield named(bets, (name for name, _ in with_names(report.valuations, True)), True)
    yield rules_table(report.rules, note_of_rules(report.rules, game))
    yield tableau_table(message("Drawing table"), report.rules)
    locked = any(value.bet.locked is not None for value in report.valuations)
    terms = shared.text_columns(term=message("Term"), meaning=message("Meaning"))
    yield Table(message("Terms"), terms, tuple(_terms(locked)))
    for place, (name, value) in enumerate(zip(names, report.valuations, strict=True)):
        yield _lines_table(value.bet, name, game, full)
        yield _paytable(value, name, full)
        if sheet.coups:
            yield _coups_table(sheet, place, name)
        statistics = _in_order(value.bet.locked is not None)
        yield known.statistics_table(message("{bet}: statistics", bet=name), statistics, value, full)
    yield _decks_table(sheet, names)
    yield _pays_table(report, names, full)
    yield _checks_table(sheet)


_DIGESTS = {"rules": message("SHA-256 of the rules"), "bets": message("SHA-256 of the bets")}


def _facts(report: Report, full: bool) -> Iterator[tuple[Cell, Cell]]:
    variant, rules = report.question.variant, report.rules
    own = is_of_variant(report.question)
    named = message("{name} ({id})", name=variant.title, id=variant.id)
    if own:
        yield message("Variant"), named
    if own and (others := tuple(departures(report.question))):
        yield message("Changed from the variant"), Message("{others}", (("others", others),))
    yield message("Rules"), message("{name} ({id})", name=rules.title, id=rules.id)
    yield message("Shoe"), shoe_title(report.shoe)
    if not report.shoe.full_decks:
        yield message("Cards left"), str(report.shoe)
    if report.dealt != NOTHING:
        yield message("Known cards of this coup"), str(report.dealt)
    if report.given is not None:
        yield message("Given"), " ".join(report.given.text.split())
    yield message("Bets"), number(len(report), "count")
    yield message("Ordered deals counted"), number(report.total_ways, "count")
    if own:
        yield message("Source of the variant"), load.citation(variant.source, addresses=full) or None
    yield message("Source of the rules"), source_of_rules(rules, variant, addresses=full)
    yield message("Made by"), f"baccarat {__version__}"
    for name, digest in origin_of(report).provenance.digests:
        yield _DIGESTS.get(name, name), digest


def rules_table(rules: Rules, note: Message | None = None) -> Table:
    """The rules in words, one row per rule."""
    columns = (Column("number", message("No."), "count"), Column("rule", message("Rule"), "text"))
    notes = (note,) if note else ()
    return Table(message("The rules in words"), columns, tuple(enumerate(rules_in_words(rules), 1)), notes)


def _terms(locked: bool) -> Iterator[tuple[Text, Text]]:
    lines = picked(known.LINES, "ways", "probability", "one_in", "net", "true_odds", "contribution")
    terms: Fields[Any] = (lines[:3], picked(known.PRICE, "pays"), lines[3:], _in_order(locked))
    return ((field.column.head, field.meaning) for field in each(terms) if field.meaning)


def _in_order(locked: bool) -> list[Field[Valuation]]:
    """The statistics in the order of a report, with those of a bet that locks units if `locked`."""
    first = ("ev", "house_edge", "edge_on_resolved", "rtp", "hit_rate", "push_rate")
    moments = ("variance", "standard_deviation", "skewness", "exposure")
    return arranged((*known.STATISTICS, *(known.LOCKED if locked else ())), *first, *moments)


def _pays_text(net: Fraction) -> Message:
    """What a line pays as printed on a layout: "8 to 1", "push", or what is lost."""
    if net > 0:
        return message("{pays} to 1", pays=ratio(net))
    if net == 0:
        return message("push")
    return message("lose") if net == -1 else message("lose {units} units", units=ratio(-net))


def _lines_table(bet: Bet, name: Text, game: Variant, full: bool) -> Table:
    """When each line settles the bet, in words and as the condition evaluated."""
    in_words = shared.text_columns(event=message("Event"), condition=message("Condition"))
    conditions = {line.id: " ".join(line.when.text.split()) for line in bet.lines}
    rows = tuple(
        (label(bet, line), line, event_of_line(bet, line), conditions.get(line)) for line in bet.nets
    )
    notes: tuple[Text, ...] = (
        message("The first line whose event happens settles the bet."),
        *about_bet(bet, game, addresses=full),
        message("SHA-256 of this bet: {digest}", digest=digest_of_bet(bet)),
    )
    table = Table(message("{bet}: lines", bet=name), (shared.LINE, shared.ID, *in_words), rows, notes)
    return table if full else narrowed(table, "id")


def _paytable(value: Valuation, name: Text, full: bool) -> Table:
    """What each line pays, how often it occurs, and its share of the EV; the last row is the whole bet."""
    pays = _pays_of_lines(value.bet)
    fields = (
        Field(shared.LINE, attrgetter("event")),
        Field(shared.PAYS, lambda line: pays.get(line.id)),
        *picked(known.LINES, "net", "true_odds", "ways", "probability", "one_in", "contribution"),
    )
    lines = (*known.valued_lines(value), known.all_lines(value))
    notes = (*([TRUE_ODDS] if full else ()), *multiplied(value.bet))
    table = field_table(message("{bet}: paytable", bet=name), lines, fields, notes, room="wide page")
    return table if full else narrowed(table, "net", "true_odds")


def _pays_of_lines(bet: Bet) -> dict[str, Message]:
    """What each line pays, by id, `lose` included."""
    pays = {line.id: _pays_text(line.net) for line in bet.lines} | {LOSE: _pays_text(Fraction(-1))}
    multiplied_lines = [line.id for line in bet.lines if line.multiplier]
    return pays | {line: message("{pays}, multiplied", pays=pays[line]) for line in multiplied_lines}


def _coups_table(sheet: RuleSheet, place: int, name: Text) -> Table:
    """One worked coup per line, card by card."""
    columns = shared.text_columns(
        line=message("Line"),
        player=message("Player"),
        banker=message("Banker"),
        course=message("What happens"),
        result=message("Result"),
    )
    report = sheet.report
    bet = report.valuations[place].bet
    pays = _pays_of_lines(bet)
    rows: list[tuple[Cell, ...]] = []
    for line, coup in sheet.coups[place].items():
        if coup is None:
            impossible = message("This shoe cannot deal such a coup.")
            rows.append((label(bet, line), None, None, impossible, pays[line]))
            continue
        hands = ((coup.player, coup.player_total), (coup.banker, coup.banker_total))
        texts = (message("{cards} ({total})", cards=cards_text(cards), total=total) for cards, total in hands)
        rows.append((label(bet, line), *texts, in_one(coup_in_words(report.rules, coup)), pays[line]))
    notes = [message("In brackets after each hand: its total.")]
    if report.shoe.fineness == "points":
        notes.append(
            message("Only the points of this shoe's cards are known: 10 stands for any card that counts 0.")
        )
    return Table(message("{bet}: worked coups", bet=name), columns, tuple(rows), tuple(notes))


def _decks_table(sheet: RuleSheet, names: Sequence[Text]) -> Table:
    rows: list[tuple[Cell, ...]] = []
    for name, by_decks in zip(names, sheet.decks, strict=False):
        for decks, value in by_decks.items():
            size = message("infinite") if decks == "infinite" else str(decks)
            rows.append((name, size, value.house_edge, value.rtp, value.hit_rate))
    why = _why_no_decks(sheet.report)
    note = (
        message("Infinite: each card drawn is put back. All figures are exact, as are those of this shoe.")
        if why is None
        else message("Not computed: {why}", why=why)
    )
    columns = (shared.BET, shared.DECKS, shared.HOUSE_EDGE, shared.RTP, shared.HIT_RATE)
    return Table(message("Other numbers of decks"), columns, tuple(rows), (note,))


def _why_no_decks(report: Report) -> Text | None:
    if report.dealt != NOTHING:
        return message("Cards of this coup are known.")
    if report.given is not None:
        return message("The figures are conditional on what is given.")
    return None if fresh_decks(report) else message("The shoe does not consist of full decks.")


def _pays_table(report: Report, names: Sequence[Text], full: bool) -> Table:
    """What each bet would be worth with the pay of one winning line a step lower or higher."""
    priced = (shared.BET, shared.LINE, shared.PAYS, *shared.text_columns(instead_of=message("Instead of")))
    change = Column("change", message("Change of edge"), "percent")
    rows: list[tuple[Cell, ...]] = []
    for name, value in zip(names, report.valuations, strict=True):
        usual = {line.id: _pays_text(line.net) for line in value.bet.lines}
        for other in repriced(value):
            pays = label(value.bet, other.line), _pays_text(other.pays), usual[other.line]
            edge = other.valuation.house_edge
            rows.append((name, *pays, other.valuation.ev, edge, edge - value.house_edge))
    notes = [
        message("The pay of one winning line is changed by one unit; a pay below even money also by 0.01."),
        message(
            "Change of edge: the house edge at the changed pay minus the present one; all else is the same."
        ),
    ]
    if any(line.multiplier for value in report.valuations for line in value.bet.lines):
        notes.append(message("Pays are those before a multiplier; a multiplied pay is not lowered to zero."))
    columns = (*priced, shared.EV, shared.HOUSE_EDGE, change)
    table = Table(message("Other pays"), columns, tuple(rows), tuple(notes))
    return table if full else narrowed(table, "ev")


def _checks_table(sheet: RuleSheet) -> Table:
    columns = shared.text_columns(
        law=message("Checked"), how=message("How"), cases=message("Cases"), outcome=message("Outcome")
    )
    rows = tuple((check.law, check.how, check.tried, _outcome(check)) for check in sheet.checks)
    made = message("Computed for this report, from its own figures.")
    failed = message("Failed checks: {n}.", n=len(sheet.failed))
    return Table(message("Checks made"), columns, rows, (made, failed))


def failure(check: Check) -> Text:
    """A sentence on a check that failed."""
    return message("Check failed: {law} Exceptions: {cases}", law=check.law, cases=check.failed)


def _outcome(check: Check) -> Text:
    if check.failed:
        return message("FAILS: {cases}", cases=check.failed)
    if not check.tried.number:
        return message("not made") if check.reserve is None else message("not made. {why}", why=check.reserve)
    return message("holds") if check.reserve is None else message("holds. {reserve}", reserve=check.reserve)


def _findings_table(sheet: RuleSheet, names: Sequence[Text]) -> Table:
    """What `lint` finds in the bets as written and priced, errors first."""
    columns = shared.text_columns(
        bet=message("Bet"), severity=message("Severity"), message=message("Finding")
    )
    found = [(name, fault) for name, faults in zip(names, sheet.remarks, strict=False) for fault in faults]
    found.sort(key=lambda finding: list(SEVERITIES).index(finding[1].severity))
    rows = tuple((name, SEVERITIES[fault.severity], fault.message) for name, fault in found)
    if sheet.report.dealt != NOTHING:
        return Table(
            message("Findings"), columns, (), (message("Not checked: cards of this coup are known."),)
        )
    looked = looked_for(FAVOURS_THE_BETTOR, conditional=sheet.report.given is not None)
    notes = (looked,) if rows else (looked, message("No findings."))
    return Table(message("Findings"), columns, rows, notes)
