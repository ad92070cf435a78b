"""Limits of a measured RTP: tables for people, a document for machines."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import chain

from analyzer.analysis.money.monitor import Monitor, Observed
from analyzer.bets.bet import Variant
from analyzer.bets.digest import rules_and_bets
from analyzer.exact import ratio_text
from analyzer.render.page import Page, Provenance
from analyzer.render.table import Cell, Column, Table
from analyzer.report.columns import BET, PAYS, RTP
from analyzer.report.fields import each, field_table, picked
from analyzer.report.money.bankroll import FRESH, bet_notes, stake_name, stakes_note
from analyzer.report.money.monitor_document import DEVIATIONS, ENDS, LIMITS, monitor_origin
from analyzer.report.money.numbers import agreed_or_none
from analyzer.report.names import game_and_shoe, prices_text, rate
from analyzer.text import Figure, Text, message

_MEANING = (
    message("RTP: the part of all stakes that comes back. A round: a coup with all its stakes."),
    message(
        "A measured RTP lies from the one limit to the other with at least this confidence; at most half of "
        "the rest lies below, and above."
    ),
    message("Normal: exact RTP ± z · standard deviation, an approximation. Exact: by the law of all gains."),
)

TOO_MANY = message(
    "– : too many different gains to tell them apart within seconds; only the normal law is given."
)


def monitor_page(monitors: Sequence[Monitor], *, staked: bool) -> Page:
    """Limits by rounds and confidence, one table per stake; the effect of correlated bets; what was observed.

    `staked` says whether stakes were given; otherwise one unit is staked on each bet alone.
    """
    title = message("{variant}, {shoe}: limits of a measured RTP", **game_and_shoe(monitors[0].question))
    tables = chain.from_iterable(_tables(monitor, staked, first=n == 0) for n, monitor in enumerate(monitors))
    return Page(tuple(tables), monitor_origin(monitors, staked).provenance, title)


def _tables(monitor: Monitor, staked: bool, *, first: bool) -> Iterator[Table]:
    """The limits of one portfolio; the `first` table has the notes that apply to all."""
    portfolio = monitor.portfolio
    notes: list[Text] = [FRESH, *_MEANING] if first else []
    if staked:
        notes.append(stakes_note(portfolio))
    if any(limit.low is None for limit in monitor.limits):
        notes.append(TOO_MANY)
    notes += bet_notes([portfolio], with_excluded=first)
    rtp = Figure(monitor.rtp, "percent")
    title = message("{stake}: exact RTP {rtp}", stake=stake_name(portfolio), rtp=rtp)
    yield field_table(title, monitor.limits, LIMITS, notes, estimates=True)
    if sum(map(bool, portfolio.stakes)) > 1:
        yield _clustered(monitor)
    if monitor.observed is not None:
        yield _observed(monitor.observed)


def _clustered(monitor: Monitor) -> Table:
    """How far limits would be off if the bets of one coup were treated as independent."""
    if monitor.variance_apart < monitor.variance:
        error = message("Limits that take them for independent are too narrow, and raise false alarms.")
    elif monitor.variance_apart > monitor.variance:
        error = message("Limits that take them for independent are too wide, and let faults pass.")
    else:
        error = message("Here both are the same.")
    notes = (
        message(
            "As they are: bets of one coup are settled by the same cards, and their gains go together. Right."
        ),
        error,
    )
    fields = (picked(LIMITS, "rounds", "confidence"), DEVIATIONS)
    return field_table(message("Bets of one coup"), monitor.limits, fields, notes, estimates=True)


def _observed(observed: Observed) -> Table:
    columns = (
        Column("rtp", message("Observed RTP"), "percent"),
        Column("z", message("z"), "decimal"),
        Column("no_more", message("P(no more)"), "percent"),
        Column("no_less", message("P(no less)"), "percent"),
        Column("p_value", message("Two-sided p"), "percent"),
        Column("normal", message("Normal p"), "percent"),
    )
    exact = map(agreed_or_none, (observed.below, observed.above, observed.p_value))
    row: tuple[Cell, ...] = (observed.rtp, observed.z, *exact, observed.normal)
    confidence = rate(observed.confidence)
    verdict = {
        True: message("Within the limits at a confidence of {confidence}.", confidence=confidence),
        False: message("Outside the limits at a confidence of {confidence}.", confidence=confidence),
        None: message("Whether it is within the limits at {confidence} is left open.", confidence=confidence),
    }[observed.within]
    notes = (
        verdict,
        message("z: how many standard deviations the observed RTP lies from the exact one."),
        message("P(no more), P(no less): the probabilities of such an RTP or a lower one, or a higher one."),
        message("Two-sided p: twice the smaller of both, 100% at most."),
    )
    return Table(message("What was observed"), columns, (row,), notes, estimates=True)


def limits_page(monitors: Mapping[Variant, Sequence[Monitor]], confidence: Fraction) -> Page:
    """Limits for the bets of variants that share rules, at one confidence; one table per number of rounds."""
    columns = (
        Column("variant", message("Variant"), "text"),
        BET,
        PAYS,
        RTP,
        *(field.column for field in each(ENDS)),
    )
    bets = [
        (variant, monitor, monitor.portfolio.joint.bets[0])
        for variant, of_variant in monitors.items()
        for monitor in of_variant
    ]
    rounds = [limit.rounds for limit in bets[0][1].limits]
    tables = []
    for place, n in enumerate(rounds):
        rows: list[tuple[Cell, ...]] = []
        for variant, monitor, bet in bets:
            ends = (field.cell(monitor.limits[place]) for field in each(ENDS))
            rows.append((variant.title, bet.title, prices_text(bet), monitor.rtp, *ends))
        title = message("{n} rounds, a confidence of {confidence}", n=n, confidence=rate(confidence))
        notes = (FRESH, *_MEANING, *((TOO_MANY,) if any(row[-1] is None for row in rows) else ()))
        tables.append(Table(title, columns, tuple(rows), notes, estimates=True))
    facts = (
        ("variants", " ".join(variant.id for variant in monitors)),
        ("rounds", " ".join(map(str, rounds))),
        ("confidence", ratio_text(confidence)),
    )
    rules = bets[0][1].portfolio.joint.report.rules
    digests = rules_and_bets(rules, [bet for _, _, bet in bets])
    return Page(tuple(tables), Provenance(facts, digests), message("Limits of a measured RTP"))
