"""The page of a variant on one shoe: a row a bet, and every line of every bet.

Lays out exact values; computes none.
"""

from dataclasses import replace
from fractions import Fraction

from analyzer.analysis.odds import Report
from analyzer.bets.bet import Variant
from analyzer.message import say
from analyzer.publish.page import Page
from analyzer.publish.phrases.labels import label
from analyzer.publish.phrases.lines import event_of_line
from analyzer.publish.reports.notes import multiplied
from analyzer.publish.reports.odds import named, odds_page
from analyzer.publish.table import Cell, Column, Table

_LINES = (
    Column("bet", say("Bet"), "text"),
    Column("id", say("Id"), "text"),
    Column("line", say("Line"), "text"),
    Column("event", say("Event"), "text"),
    Column("pays", say("Pays"), "ratio"),
    Column("ways", say("Ways"), "count"),
    Column("probability", say("Probability"), "percent"),
    Column("one_in", say("One in"), "decimal", 2),
    Column("contribution", say("EV share"), "percent"),
)


def variant_page(report: Report, variant: Variant) -> Page:
    """What each bet is worth, and how each of its lines adds to that."""
    page = odds_page(report, variant, full=True)
    (bets,) = page.tables
    return Page((replace(bets, title=say("Bets")), _lines(report)), page.provenance, bets.title)


def _lines(report: Report) -> Table:
    """A row a line: when it settles the bet, net gain, ways, probability, share of the EV; at the end all."""
    rows: list[tuple[Cell, ...]] = []
    for (name, _), v in named(report, True):
        for line, net in v.bet.nets.items():
            event = event_of_line(v.bet, line)
            chance = (v.ways[line], v.probability(line), v.one_in(line), v.contribution(line))
            rows.append((name, f"{v.bet.id}.{line}", label(line), event, net, *chance))
        rows.append((name, v.bet.id, say("all: EV"), "", None, v.total, Fraction(1), None, v.ev))
    notes = (
        say("The first line whose event happens settles the bet."),
        say("Pays: net gain, to one; 0 returns the stake, -1 loses it."),
        say("EV share: net times probability; a bet's shares add up to its EV."),
        *(note for valuation in report.valuations for note in multiplied(valuation.bet)),
    )
    return Table(say("Lines"), _LINES, tuple(rows), notes)
