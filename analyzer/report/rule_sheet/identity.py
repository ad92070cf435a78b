"""What a report is of: the game, its rules, its bets and the shoe, and where all of it comes from.

Lays out what it is given; computes nothing.
"""

from collections.abc import Iterator

from analyzer import __version__
from analyzer.analysis.odds import Report
from analyzer.catalog import load
from analyzer.game.dealt import NOTHING
from analyzer.render.provenance import Provenance
from analyzer.render.table import Cell, Column, Table
from analyzer.report.names import prices_text, shoe_text
from analyzer.report.notes import notes_on
from analyzer.report.odds import named
from analyzer.text import Figure, Message, Text, message


def identity_table(report: Report, origin: Provenance, *, full: bool) -> Table:
    """A row a fact: what was asked about, by name and id, and the digests of the data that decided it."""
    columns = (Column("fact", message("Fact"), "text"), Column("value", message("Value"), "text"))
    notes = (report.question.variant.note,) if report.question.variant.note else ()
    return Table(message("Identity"), columns, tuple(_facts(report, origin, full)), notes)


def _facts(report: Report, origin: Provenance, full: bool) -> Iterator[tuple[Cell, ...]]:
    rules = report.rules
    yield message("Variant"), _called(report.question.variant.title, report.question.variant.id)
    yield message("Rules"), _called(rules.title, rules.id)
    yield message("Shoe"), shoe_text(report)
    if not report.shoe.full_decks:
        yield message("Cards left"), str(report.shoe)
    if report.dealt != NOTHING:
        yield message("Known of this coup"), str(report.dealt)
    if report.given is not None:
        yield message("Given"), " ".join(report.given.text.split())
    yield message("Bets"), _count(len(report))
    yield message("Ordered deals counted"), _count(report.total_ways)
    yield (
        message("Source of the variant"),
        load.citation(report.question.variant.source, addresses=full) or None,
    )
    yield message("Source of the rules"), load.citation(rules.source, addresses=full) or None
    yield message("Made by"), f"baccarat {__version__}"
    for name, digest in origin.digests:
        yield _DIGESTS.get(name, name), digest


def bets_table(report: Report) -> Table:
    """A row a bet: its name, the reference that commands take, its prices, and what the house takes."""
    columns = (
        Column("bet", message("Bet"), "text"),
        Column("reference", message("Reference"), "text"),
        Column("pays", message("Pays"), "text"),
        Column("house_edge", message("House edge"), "percent"),
        Column("rtp", message("RTP"), "percent"),
        Column("hit_rate", message("Hit rate"), "percent"),
    )
    rows = tuple(
        (name, reference, prices_text(value.bet), value.house_edge, value.rtp, value.hit_rate)
        for (name, reference), value in named(report, full=True)
    )
    return Table(message("Bets"), columns, rows, tuple(notes_on(report)))


def _called(name: Text, id: str) -> Message:
    return message("{name} ({id})", name=name, id=id)


def _count(n: int) -> Text:
    return Message("{n}", (("n", Figure(n, "count")),))


_DIGESTS = {"rules": message("SHA-256 of the rules"), "bets": message("SHA-256 of the bets")}
