"""One bet in full: its lines, what they pay, a worked coup for each, and its statistics."""

from collections.abc import Iterator
from fractions import Fraction

from analyzer.analysis.rule_sheet import RuleSheet
from analyzer.analysis.valuation import Valuation
from analyzer.bets.bet import LOSE, Bet
from analyzer.bets.digest import digest_of_bet
from analyzer.catalog import load
from analyzer.exact import ratio_text
from analyzer.phrases.cards import cards_text
from analyzer.phrases.coups import coup_in_words, in_one
from analyzer.phrases.labels import label
from analyzer.phrases.lines import event_of_line
from analyzer.render.table import Cell, Column, Table
from analyzer.report.columns import EV_SHARE, ID, LINE, NET, PAYS, PROBABILITY, WAYS, text_columns
from analyzer.report.fields import Cells, without
from analyzer.report.names import number, ratio
from analyzer.report.notes import multiplied
from analyzer.text import Message, Text, message


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
    """When each line settles the bet, in words and as the condition that is evaluated."""
    columns = (LINE, ID, *text_columns(event=message("Event"), condition=message("Condition")))
    conditions: dict[str, Text | None] = {line.id: " ".join(line.when.text.split()) for line in bet.lines}
    rows = tuple(
        (label(line), line, event_of_line(bet, line), condition)
        for line, condition in (conditions | {LOSE: None}).items()
    )
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
    one_in = Column("one_in", message("One in"), "decimal", 2)
    columns = (LINE, PAYS, NET, WAYS, PROBABILITY, one_in, EV_SHARE)
    pays = _pays_of_lines(value.bet)
    rows: list[Cells] = []
    for line, net in value.bet.nets.items():
        chances = value.probability(line), value.one_in(line), value.contribution(line)
        rows.append((label(line), pays[line], net, value.ways[line], *chances))
    whole = sum(map(value.probability, value.ways), Fraction(0))
    rows.append((message("all: EV"), None, None, value.total, whole, None, value.ev))
    notes = tuple(multiplied(value.bet))
    table = Table(message("{bet}: paytable", bet=name), columns, tuple(rows), notes)
    return table if full else without(table, "net")


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


def _statistics_table(value: Valuation, name: Text, full: bool) -> Table:
    """Each statistic rounded, with the exact number where it is rational."""
    columns = (
        *text_columns(statistic=message("Statistic"), value=message("Value")),
        Column("exact", message("Ratio"), "ratio" if full else "text"),
    )
    rows: list[tuple[Cell, ...]] = []
    for statistic, kind, x in _statistics(value):
        rounded = None if x is None else number(x, kind)
        exact: Cell = None if kind == "root" else x
        if isinstance(exact, Fraction) and not full:
            # In 80 columns an exact number may need two lines, and only text can be broken.
            exact = ratio_text(exact).replace("/", " / ")
        rows.append((statistic, rounded, exact))
    note = message("Values are rounded half to even; the exact number stands beside each that is rational.")
    return Table(message("{bet}: statistics", bet=name), columns, tuple(rows), (note,))


def _statistics(value: Valuation) -> Iterator[tuple[Text, str, Fraction | None]]:
    """Each statistic: its name, its kind of number, and the number; for a root, the number under it."""
    yield message("EV"), "percent", value.ev
    yield message("House edge"), "percent", value.house_edge
    yield message("Edge on resolved bets"), "percent", value.edge_on_resolved
    yield message("RTP"), "percent", value.rtp
    yield message("Hit rate"), "percent", value.hit_rate
    yield message("Push rate"), "percent", value.push_rate
    yield message("Variance"), "decimal", value.variance
    yield message("Standard deviation"), "root", value.variance
    yield message("Skewness"), "root", value.skewness_squared
    yield message("Exposure"), "ratio", value.exposure
    if value.bet.locked is not None:
        yield message("Units locked"), "ratio", value.bet.locked
        yield message("EV per unit locked"), "percent", value.ev_per_locked
        yield message("House edge per unit locked"), "percent", value.house_edge_per_locked
