"""One bet in full: its lines, what they pay, a worked coup for each, and its statistics.

Lays out exact values; computes none.
"""

from collections.abc import Iterator
from fractions import Fraction

from analyzer.analysis.rule_sheet import RuleSheet
from analyzer.analysis.valuation import Valuation
from analyzer.bets.bet import LOSE, Bet
from analyzer.bets.digest import digest_of_bet
from analyzer.catalog import load
from analyzer.exact import ratio_text
from analyzer.game.cards import Card
from analyzer.phrases.cards import cards_text
from analyzer.phrases.labels import label
from analyzer.phrases.lines import event_of_line
from analyzer.phrases.rules import coup_in_words, in_one
from analyzer.render.table import Cell, Column, Table
from analyzer.report.names import ratio
from analyzer.report.notes import multiplied
from analyzer.text import Figure, Message, Text, message


def bet_tables(sheet: RuleSheet, place: int, name: Text, *, full: bool) -> Iterator[Table]:
    """The tables of the bet at a place in the report."""
    value = sheet.report.valuations[place]
    yield _lines_table(value.bet, name, full)
    yield _paytable(value, name, full)
    if sheet.coups:
        yield _coups_table(sheet, place, name)
    yield _statistics_table(value, name, full)


def pays_text(net: Fraction) -> Message:
    """What a line pays as a layout prints it: "8 to 1", push, or what is lost."""
    if net > 0:
        return message("{pays} to 1", pays=ratio(net))
    if net == 0:
        return message("push")
    return message("lose") if net == -1 else message("lose {units} units", units=ratio(-net))


def _lines_table(bet: Bet, name: Text, full: bool) -> Table:
    """When each line settles the bet, in words and as the condition that is computed with."""
    columns = (
        Column("line", message("Line"), "text"),
        *([Column("id", message("Id"), "text")] if full else []),
        Column("event", message("Event"), "text"),
        Column("condition", message("Condition"), "text"),
    )
    conditions: dict[str, Text | None] = {line.id: " ".join(line.when.text.split()) for line in bet.lines}
    conditions[LOSE] = None
    rows: list[tuple[Cell, ...]] = []
    for line, condition in conditions.items():
        words = event_of_line(bet, line), condition
        rows.append((label(line), line, *words) if full else (label(line), *words))
    source = load.citation(bet.source, addresses=full)
    notes: tuple[Text, ...] = (
        message("The first line whose event happens settles the bet."),
        *([bet.note] if bet.note else []),
        *([message("Source: {source}.", source=source)] if source else []),
        message("SHA-256 of this bet: {digest}", digest=digest_of_bet(bet)),
    )
    return Table(message("{bet}: lines", bet=name), columns, tuple(rows), notes)


def _paytable(value: Valuation, name: Text, full: bool) -> Table:
    """What each line pays, how often it comes, and its part of the EV; at the end the whole bet."""
    columns = (
        Column("line", message("Line"), "text"),
        Column("pays", message("Pays"), "text"),
        *([Column("net", message("Net"), "ratio")] if full else []),
        Column("ways", message("Ways"), "count"),
        Column("probability", message("Probability"), "percent"),
        Column("one_in", message("One in"), "decimal", 2),
        Column("contribution", message("EV share"), "percent"),
    )
    pays = _pays_of_lines(value.bet)
    rows: list[tuple[Cell, ...]] = []
    for line, net in value.bet.nets.items():
        rows.append(
            (
                label(line),
                pays[line],
                *([net] if full else []),
                value.ways[line],
                value.probability(line),
                value.one_in(line),
                value.contribution(line),
            )
        )
    whole = sum((value.probability(line) for line in value.ways), Fraction(0))
    rows.append((message("all: EV"), None, *([None] if full else []), value.total, whole, None, value.ev))
    return Table(message("{bet}: paytable", bet=name), columns, tuple(rows), tuple(multiplied(value.bet)))


def _pays_of_lines(bet: Bet) -> dict[str, Message]:
    """What each line pays, by id, `lose` included."""
    pays = {line.id: pays_text(line.net) for line in bet.lines} | {LOSE: pays_text(Fraction(-1))}
    multiplied_lines = [line.id for line in bet.lines if line.multiplier]
    return pays | {line: message("{pays}, multiplied", pays=pays[line]) for line in multiplied_lines}


def _coups_table(sheet: RuleSheet, place: int, name: Text) -> Table:
    """A coup for each line, card by card."""
    columns = (
        Column("line", message("Line"), "text"),
        Column("player", message("Player"), "text"),
        Column("banker", message("Banker"), "text"),
        Column("course", message("What happens"), "text"),
        Column("result", message("Result"), "text"),
    )
    report = sheet.report
    bet = report.valuations[place].bet
    pays = _pays_of_lines(bet)
    rows: list[tuple[Cell, ...]] = []
    for line, coup in sheet.coups[place].items():
        if coup is None:
            rows.append((label(line), None, None, message("This shoe deals no such coup."), pays[line]))
            continue
        hands = _hand(coup.player, coup.player_total), _hand(coup.banker, coup.banker_total)
        rows.append((label(line), *hands, in_one(coup_in_words(report.rules, coup)), pays[line]))
    notes = [message("Behind each hand, in brackets, its total.")]
    if report.shoe.fineness == "points":
        notes.append(message("The shoe is known by points: 10 stands for any card that counts 0."))
    return Table(message("{bet}: worked coups", bet=name), columns, tuple(rows), tuple(notes))


def _hand(cards: tuple[Card, ...], total: int) -> Message:
    return message("{cards} ({total})", cards=cards_text(cards), total=total)


def _statistics_table(value: Valuation, name: Text, full: bool) -> Table:
    """A row a statistic: rounded, and beside it the exact number."""
    columns = (
        Column("statistic", message("Statistic"), "text"),
        Column("value", message("Value"), "text"),
        Column("exact", message("Ratio"), "ratio" if full else "text"),
    )
    rows: list[tuple[Cell, ...]] = []
    for what, shown, exact in _statistics(value):
        # In 80 columns an exact number may need two lines, which only a text can be broken into.
        narrow = None if exact is None else ratio_text(exact).replace("/", " / ")
        rows.append((what, shown, exact if full else narrow))
    note = message("Values are rounded half to even; the exact number stands beside each that is rational.")
    return Table(message("{bet}: statistics", bet=name), columns, tuple(rows), (note,))


def _statistics(value: Valuation) -> Iterator[tuple[Text, Text | None, Fraction | None]]:
    """Each statistic by name, as it is shown, and exactly where it is rational."""

    def row(what: Text, exact: Fraction | None, kind: str) -> tuple[Text, Text | None, Fraction | None]:
        return what, None if exact is None else _shown(exact, kind), exact

    yield row(message("EV"), value.ev, "percent")
    yield row(message("House edge"), value.house_edge, "percent")
    yield row(message("Edge on resolved bets"), value.edge_on_resolved, "percent")
    yield row(message("RTP"), value.rtp, "percent")
    yield row(message("Hit rate"), value.hit_rate, "percent")
    yield row(message("Push rate"), value.push_rate, "percent")
    yield row(message("Variance"), value.variance, "decimal")
    yield message("Standard deviation"), _shown(value.variance, "root"), None
    squared = value.skewness_squared
    yield message("Skewness"), None if squared is None else _shown(squared, "root"), None
    yield row(message("Exposure"), value.exposure, "ratio")
    if value.bet.locked is not None:
        yield row(message("Units locked"), value.bet.locked, "ratio")
        yield row(message("EV per unit locked"), value.ev_per_locked, "percent")
        yield row(message("House edge per unit locked"), value.house_edge_per_locked, "percent")


def _shown(x: Fraction, kind: str) -> Message:
    return Message("{x}", (("x", Figure(x, kind)),))
