"""The page of a variant on one shoe: one row per bet, and every line of every bet.

Lays out exact values; computes none.
"""

from dataclasses import replace
from fractions import Fraction

from analyzer.analysis.odds import Report
from analyzer.phrases.labels import label
from analyzer.phrases.lines import event_of_line
from analyzer.render.page import Page
from analyzer.render.table import Cell, Column, Table
from analyzer.report.notes import multiplied
from analyzer.report.odds import named, odds_page
from analyzer.text import message

_LINES = (
    Column("bet", message("Bet"), "text"),
    Column("id", message("Id"), "text"),
    Column("line", message("Line"), "text"),
    Column("event", message("Event"), "text"),
    Column("pays", message("Pays"), "ratio"),
    Column("ways", message("Ways"), "count"),
    Column("probability", message("Probability"), "percent"),
    Column("one_in", message("One in"), "decimal", 2),
    Column("contribution", message("EV share"), "percent"),
)


def variant_page(report: Report) -> Page:
    """What each bet is worth, and how each of its lines adds to that."""
    page = odds_page(report, full=True)
    (bets,) = page.tables
    return Page((replace(bets, title=message("Bets")), _lines(report)), page.provenance, bets.title)


def _lines(report: Report) -> Table:
    """A row a line: when it settles the bet, net gain, ways, probability, share of the EV; at the end all."""
    rows: list[tuple[Cell, ...]] = []
    for (name, _), v in named(report, True):
        for line, net in v.bet.nets.items():
            event = event_of_line(v.bet, line)
            chance = (v.ways[line], v.probability(line), v.one_in(line), v.contribution(line))
            rows.append((name, f"{v.bet.id}.{line}", label(line), event, net, *chance))
        rows.append((name, v.bet.id, message("all: EV"), "", None, v.total, Fraction(1), None, v.ev))
    notes = (
        message("The first line whose event happens settles the bet."),
        message("Pays: net gain, to one; 0 returns the stake, -1 loses it."),
        message("EV share: net times probability; a bet's shares add up to its EV."),
        *(note for valuation in report.valuations for note in multiplied(valuation.bet)),
    )
    return Table(message("Lines"), _LINES, tuple(rows), notes)
