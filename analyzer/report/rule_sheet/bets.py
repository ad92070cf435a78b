"""One bet in full: its lines, what they pay, a worked coup for each, and its statistics."""

from collections.abc import Iterator
from fractions import Fraction
from operator import attrgetter

from analyzer.analysis.rule_sheet import RuleSheet
from analyzer.analysis.valuation import Valuation
from analyzer.bets.bet import LOSE, Bet
from analyzer.bets.digest import digest_of_bet
from analyzer.catalog import load
from analyzer.phrases.cards import cards_text
from analyzer.phrases.labels import label
from analyzer.phrases.lines import event_of_line
from analyzer.phrases.rules import coup_in_words, in_one
from analyzer.render.table import Cell, Table
from analyzer.report.columns import ID, LINE, PAYS, text_columns
from analyzer.report.fields import Field, arranged, field_table, picked, without
from analyzer.report.names import ratio
from analyzer.report.notes import TRUE_ODDS, multiplied
from analyzer.report.statistics import LINES, LOCKED, STATISTICS, all_lines, statistics_table, valued_lines
from analyzer.text import Message, Text, message


def bet_tables(sheet: RuleSheet, place: int, name: Text, *, full: bool) -> Iterator[Table]:
    """The tables of the bet at a place in the report."""
    value = sheet.report.valuations[place]
    yield _lines_table(value.bet, name, full)
    yield _paytable(value, name, full)
    if sheet.coups:
        yield _coups_table(sheet, place, name)
    statistics = in_order(value.bet.locked is not None)
    yield statistics_table(message("{bet}: statistics", bet=name), statistics, value, full)


def in_order(locked: bool) -> list[Field[Valuation]]:
    """The statistics in the order of a report, with those of a bet that locks units if `locked`."""
    return arranged((*STATISTICS, *(LOCKED if locked else ())), *_FIRST)


def pays_text(net: Fraction) -> Message:
    """What a line pays as a layout prints it: "8 to 1", push, or what is lost."""
    if net > 0:
        return message("{pays} to 1", pays=ratio(net))
    if net == 0:
        return message("push")
    return message("lose") if net == -1 else message("lose {units} units", units=ratio(-net))


def _lines_table(bet: Bet, name: Text, full: bool) -> Table:
    """When each line settles the bet, in words and as the condition that is evaluated."""
    columns = (LINE, ID, *text_columns(event=message("Event"), condition=message("Condition")))
    conditions = {line.id: " ".join(line.when.text.split()) for line in bet.lines}
    rows = tuple((label(line), line, event_of_line(bet, line), conditions.get(line)) for line in bet.nets)
    source = load.citation(bet.source, addresses=full)
    notes: tuple[Text, ...] = (
        message("The first line whose event happens settles the bet."),
        *((bet.note,) if bet.note else ()),
        *((message("Source: {source}.", source=source),) if source else ()),
        message("SHA-256 of this bet: {digest}", digest=digest_of_bet(bet)),
    )
    table = Table(message("{bet}: lines", bet=name), columns, rows, notes)
    return table if full else without(table, "id")


def _paytable(value: Valuation, name: Text, full: bool) -> Table:
    """What each line pays, how often it occurs, and its share of the EV; the last row is the whole bet."""
    pays = _pays_of_lines(value.bet)
    fields = (
        Field(LINE, attrgetter("event")),
        Field(PAYS, lambda line: pays.get(line.id)),
        *picked(LINES, "net", "true_odds", "ways", "probability", "one_in", "contribution"),
    )
    lines = (*valued_lines(value), all_lines(value))
    notes = (*([TRUE_ODDS] if full else ()), *multiplied(value.bet))
    table = field_table(message("{bet}: paytable", bet=name), lines, fields, notes, room="wide page")
    return table if full else without(table, "net", "true_odds")


def _pays_of_lines(bet: Bet) -> dict[str, Message]:
    """What each line pays, by id, `lose` included."""
    pays = {line.id: pays_text(line.net) for line in bet.lines} | {LOSE: pays_text(Fraction(-1))}
    multiplied_lines = [line.id for line in bet.lines if line.multiplier]
    return pays | {line: message("{pays}, multiplied", pays=pays[line]) for line in multiplied_lines}


def _coups_table(sheet: RuleSheet, place: int, name: Text) -> Table:
    """One worked coup per line, card by card."""
    columns = text_columns(
        line=message("Line"),
        player=message("Player"),
        banker=message("Banker"),
        course=message("What happens"),
        result=message("Result"),
    )
    report = sheet.report
    pays = _pays_of_lines(report.valuations[place].bet)
    rows: list[tuple[Cell, ...]] = []
    for line, coup in sheet.coups[place].items():
        if coup is None:
            rows.append((label(line), None, None, message("This shoe deals no such coup."), pays[line]))
            continue
        hands = ((coup.player, coup.player_total), (coup.banker, coup.banker_total))
        texts = (message("{cards} ({total})", cards=cards_text(cards), total=total) for cards, total in hands)
        rows.append((label(line), *texts, in_one(coup_in_words(report.rules, coup)), pays[line]))
    notes = [message("Behind each hand, in brackets, its total.")]
    if report.shoe.fineness == "points":
        notes.append(message("The shoe is known by points: 10 stands for any card that counts 0."))
    return Table(message("{bet}: worked coups", bet=name), columns, tuple(rows), tuple(notes))


_FIRST = (
    *("ev", "house_edge", "edge_on_resolved", "rtp", "hit_rate", "push_rate"),
    *("variance", "standard_deviation", "skewness", "exposure"),
)
"""The order of the first statistics of a report."""
