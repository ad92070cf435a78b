"""What a report is of: the game, its rules, its bets and the shoe, and where all of it comes from.

Lays out what it is given; computes nothing.
"""

from collections.abc import Iterator

from analyzer import __version__
from analyzer.analysis.odds import Report
from analyzer.bets.bet import Variant
from analyzer.catalog import load
from analyzer.game.dealt import NOTHING
from analyzer.message import Figure, Message, Text, say
from analyzer.publish.provenance import Provenance
from analyzer.publish.reports.names import prices_text, shoe_text
from analyzer.publish.reports.notes import notes_on
from analyzer.publish.reports.odds import named
from analyzer.publish.table import Cell, Column, Table


def identity_table(report: Report, variant: Variant, origin: Provenance, *, full: bool) -> Table:
    """A row a fact: what was asked about, by name and id, and the digests of the data that decided it."""
    columns = (Column("fact", say("Fact"), "text"), Column("value", say("Value"), "text"))
    notes = (variant.note,) if variant.note else ()
    return Table(say("Identity"), columns, tuple(_facts(report, variant, origin, full)), notes)


def _facts(report: Report, variant: Variant, origin: Provenance, full: bool) -> Iterator[tuple[Cell, ...]]:
    rules = report.rules
    yield say("Variant"), _called(variant.name, variant.id)
    yield say("Rules"), _called(rules.name, rules.id)
    yield say("Shoe"), shoe_text(report)
    if not report.shoe.full_decks:
        yield say("Cards left"), str(report.shoe)
    if report.dealt != NOTHING:
        yield say("Known of this coup"), str(report.dealt)
    if report.given is not None:
        yield say("Given"), " ".join(report.given.text.split())
    yield say("Bets"), _count(len(report))
    yield say("Ordered deals counted"), _count(report.total_ways)
    yield say("Source of the variant"), load.citation(variant.source, addresses=full) or None
    yield say("Source of the rules"), load.citation(rules.source, addresses=full) or None
    yield say("Made by"), f"baccarat {__version__}"
    for name, digest in origin.digests:
        yield _DIGESTS.get(name, name), digest


def bets_table(report: Report, variant: Variant) -> Table:
    """A row a bet: its name, the reference that commands take, its prices, and what the house takes."""
    columns = (
        Column("bet", say("Bet"), "text"),
        Column("reference", say("Reference"), "text"),
        Column("pays", say("Pays"), "text"),
        Column("house_edge", say("House edge"), "percent"),
        Column("rtp", say("RTP"), "percent"),
        Column("hit_rate", say("Hit rate"), "percent"),
    )
    rows = tuple(
        (name, reference, prices_text(value.bet), value.house_edge, value.rtp, value.hit_rate)
        for (name, reference), value in named(report, full=True)
    )
    return Table(say("Bets"), columns, rows, tuple(notes_on(report, variant)))


def _called(name: str, id: str) -> Message:
    return say("{name} ({id})", name=name, id=id)


def _count(n: int) -> Text:
    return Message("{n}", (("n", Figure(n, "count")),))


_DIGESTS = {"rules": say("SHA-256 of the rules"), "bets": say("SHA-256 of the bets")}
