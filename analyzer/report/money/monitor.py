"""Limits of a measured RTP, as tables for people.

Lays out what the analysis found; computes none of it.
"""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from analyzer.analysis.money.monitor import Limits, Monitor, Observed
from analyzer.bets.bet import Variant
from analyzer.catalog.digests import rules_and_bets
from analyzer.exact import ratio_text
from analyzer.render.page import Page
from analyzer.render.provenance import Provenance
from analyzer.render.table import Cell, Column, Table
from analyzer.report.money.bankroll import FRESH, bet_notes, portfolios_provenance, stake_name, stakes_note
from analyzer.report.money.bounds import agreed
from analyzer.report.names import prices_text, rate, shoe_text
from analyzer.text import Figure, Message, Text, message

_NORMAL = (
    Column("normal_low", message("Normal from"), "percent"),
    Column("normal_high", message("Normal to"), "percent"),
)
_EXACT = (
    Column("exact_low", message("Exact from"), "percent"),
    Column("exact_high", message("Exact to"), "percent"),
)

_MEANING = (
    message("RTP: the part of all stakes that comes back. A round: a coup with all its stakes."),
    message(
        "A measured RTP lies from the one limit to the other with at least this confidence; at most half of "
        "the rest lies below, and above."
    ),
    message("Normal: exact RTP ± z · standard deviation, an approximation. Exact: by the law of all gains."),
)


def monitor_page(found: Sequence[Monitor], *, staked: bool) -> Page:
    """Limits by rounds and confidence, a table a stake; what bets of a coup share; what was observed.

    Args:
        found: the limits of each; at least one.
        variant: what offers the bets.
        staked: whether somebody said what is staked; else there is one unit on each bet alone.
    """
    first = found[0].portfolio
    title = message(
        "{variant}, {shoe}: limits of a measured RTP",
        variant=found[0].question.variant.title,
        shoe=shoe_text(first.joint.report),
    )
    tables = [table for each in found for table in _tables(each, staked, said=each is not found[0])]
    origin = portfolios_provenance([each.portfolio for each in found], staked=staked)
    return Page(tuple(tables), origin, title)


def _tables(each: Monitor, staked: bool, *, said: bool) -> Iterator[Table]:
    """The limits of one portfolio; what all have in common is `said` under those before."""
    name = stake_name(each.portfolio)
    columns = (
        Column("rounds", message("Rounds"), "count"),
        Column("confidence", message("Confidence"), "percent"),
        *_NORMAL,
        *_EXACT,
    )
    rows = tuple((limit.rounds, limit.confidence, *_limits(each, limit)) for limit in each.limits)
    notes: list[Text] = [] if said else [FRESH, *_MEANING]
    if staked:
        notes.append(stakes_note(each.portfolio))
    if any(limit.low is None for limit in each.limits):
        notes.append(TOO_MANY)
    notes += bet_notes([each.portfolio], left_out=not said)
    title = message("{stake}: exact RTP {rtp}", stake=name, rtp=Figure(each.rtp, "percent"))
    yield Table(title, columns, rows, tuple(notes), estimates=True)
    if sum(1 for stake in each.portfolio.stakes if stake) > 1:
        yield _clustered(each)
    if each.observed is not None:
        yield _observed(each, each.observed)


TOO_MANY = message(
    "– : too many different gains to tell them apart within seconds; only the normal law is given."
)


def _limits(each: Monitor, limit: Limits) -> tuple[Cell, ...]:
    return each.rtp - limit.deviation, each.rtp + limit.deviation, limit.low, limit.high


def _clustered(each: Monitor) -> Table:
    """What it would be to take the bets of one coup for independent of each other."""
    columns = (
        Column("rounds", message("Rounds"), "count"),
        Column("confidence", message("Confidence"), "percent"),
        Column("deviation", message("± as they are"), "percent"),
        Column("apart", message("± if independent"), "percent"),
    )
    rows = tuple((limit.rounds, limit.confidence, limit.deviation, limit.apart) for limit in each.limits)
    wrong: Message
    if each.variance_apart < each.variance:
        wrong = message("Limits that take them for independent are too narrow, and raise false alarms.")
    elif each.variance_apart > each.variance:
        wrong = message("Limits that take them for independent are too wide, and let faults pass.")
    else:
        wrong = message("Here both are the same.")
    notes = (
        message(
            "As they are: bets of one coup are settled by the same cards, and their gains go together. Right."
        ),
        wrong,
    )
    return Table(message("Bets of one coup"), columns, rows, notes, estimates=True)


def _observed(each: Monitor, seen: Observed) -> Table:
    columns = (
        Column("rtp", message("Observed RTP"), "percent"),
        Column("z", message("z"), "decimal"),
        Column("no_more", message("P(no more)"), "percent"),
        Column("no_less", message("P(no less)"), "percent"),
        Column("p_value", message("Two-sided p"), "percent"),
        Column("normal", message("Normal p"), "percent"),
    )
    exact = [None if chance is None else agreed(chance) for chance in (seen.below, seen.above, seen.p_value)]
    row: tuple[Cell, ...] = (seen.rtp, seen.z, *exact, seen.normal)
    sure = rate(seen.confidence)
    verdict = {
        True: message("Within the limits at a confidence of {confidence}.", confidence=sure),
        False: message("Outside the limits at a confidence of {confidence}.", confidence=sure),
        None: message("Whether it is within the limits at {confidence} is left open.", confidence=sure),
    }[seen.within]
    notes = (
        verdict,
        message("z: how many standard deviations the observed RTP lies from the exact one."),
        message("P(no more), P(no less): the probabilities of such an RTP or a lower one, or a higher one."),
        message("Two-sided p: twice the smaller of both, 100% at most."),
    )
    return Table(message("What was observed"), columns, (row,), notes, estimates=True)


def limits_page(found: Mapping[Variant, Sequence[Monitor]], confidence: Fraction) -> Page:
    """The bets of variants of common rules: limits at one confidence, a table a number of rounds."""
    columns = (
        Column("variant", message("Variant"), "text"),
        Column("bet", message("Bet"), "text"),
        Column("pays", message("Pays"), "text"),
        Column("rtp", message("RTP"), "percent"),
        *_NORMAL,
        *_EXACT,
    )
    rounds = [limit.rounds for limit in next(iter(found.values()))[0].limits]
    tables = []
    for place, n in enumerate(rounds):
        rows: list[tuple[Cell, ...]] = []
        for variant, monitors in found.items():
            for each in monitors:
                bet = each.portfolio.joint.bets[0]
                limits = _limits(each, each.limits[place])
                rows.append((variant.title, bet.title, prices_text(bet), each.rtp, *limits))
        title = message("{n} rounds, a confidence of {confidence}", n=n, confidence=rate(confidence))
        notes = (FRESH, *_MEANING, *((TOO_MANY,) if any(row[-1] is None for row in rows) else ()))
        tables.append(Table(title, columns, tuple(rows), notes, estimates=True))
    facts = (
        ("variants", " ".join(variant.id for variant in found)),
        ("rounds", " ".join(map(str, rounds))),
        ("confidence", ratio_text(confidence)),
    )
    joints = [each.portfolio.joint for monitors in found.values() for each in monitors]
    digests = rules_and_bets(joints[0].report.rules, [bet for joint in joints for bet in joint.bets])
    return Page(tuple(tables), Provenance(facts, digests), message("Limits of a measured RTP"))
