"""What was measured of roads: what a coup is worth by what they said before it, and systems that go by them.

Lays out numbers; computes none but how estimates stand to them.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction

from analyzer.analysis.money.normal import quantile
from analyzer.analysis.sweep.result import Estimate
from analyzer.play.prediction.measured import CUT, Group, System
from analyzer.play.prediction.prediction import Prediction
from analyzer.play.prediction.road_history import ALL, LONG
from analyzer.render.table import Cell, Column, Table
from analyzer.report.names import rate, ratio
from analyzer.report.play.prediction_words import group_name, system_name
from analyzer.text import Figure, Message, message, plural

_CHANCE = Fraction(1, 20)
"""How often the farthest of honest groups is called too far off."""

MANY = 100
"""Shoes with coups of a sort from which the standard error over them is one to count by."""

_RIGHT = 8
"""Decimals to which measured percentages are right: EVs before coups are added up as multiples of 2⁻⁴⁰."""

_GROUP = Column("group", message("What the roads say"), "text")
_COUPS = Column("coups", message("Coups"), "count")


def shares_table(found: Prediction) -> Table:
    """The probability of Banker in each group, as measured."""
    columns = (
        _GROUP,
        _COUPS,
        Column("share", message("Banker if a hand wins"), "percent", most=_RIGHT),
        Column("share_se", message("Standard error"), "percent_root", most=_RIGHT),
        Column("off", message("Off by"), "decimal", 2),
    )
    expected = found.successive.followings[0].banker_share
    groups = [group for group in found.measured.groups if group.coups]
    rows = tuple(
        (group_name(group.key), group.coups, *_estimated(group.shoes, group.share, expected))
        for group in groups
    )
    notes = [_dealt(found)]
    if expected is not None:
        notes.append(
            message(
                "Banker if a hand wins: the mean of the exact probabilities before the coups, from the cards "
                "left; {share} before a fresh shoe, and Off by tells how many standard errors the group is "
                "from that.",
                share=Figure(expected, "percent"),
            )
        )
        notes.append(
            message(
                "A group may differ from it in truth: by about as much as the tables of results known say, "
                "and since shoes whose coups take few cards have more coups. It takes very many shoes to "
                "tell either from chance."
            )
        )
        notes += _few(groups)
        notes += _farthest([group for group in groups if group.shoes >= MANY], expected)
    title = plural(
        "Coups of {n} shoe by what the roads said", "Coups of {n} shoes by what the roads said", _shoes(found)
    )
    return Table(title, columns, rows, tuple(notes), estimates=True)


def _shoes(found: Prediction) -> int:
    return found.measured.shoes


def _dealt(found: Prediction) -> Message:
    return message(
        "Shoes dealt with seed {seed}, nothing burned, a coup begun with {cut} cards or more left. A coup is "
        "in several groups. A streak of {long}+ is one of {long} or more; a chop, {long} or more runs of one "
        "coup each. Colours are those of Banker's balls on the ask road; Player's are the other ones.",
        seed=str(found.measured.seed),
        cut=CUT,
        long=LONG,
    )


def _estimated(shoes: int, estimate: Estimate, expected: Fraction | None) -> tuple[Cell, ...]:
    off = None if expected is None or shoes < MANY else estimate.off(expected)
    return estimate.value, estimate.variance, off


def _few(rows: Sequence[Group | System]) -> Iterator[Message]:
    """Why some rows do not tell how far off they are."""
    if any(row.shoes < MANY for row in rows):
        yield message(
            "Off by is left open where fewer than {n} shoes have such coups: of so few, a standard error is "
            "too rough to count by.",
            n=MANY,
        )


def _farthest(groups: list[Group], expected: Fraction) -> Iterator[Message]:
    """How far off the farthest group is, and how far off one of so many may well be (Bonferroni's bound)."""
    offs = [
        abs(off) for group in groups if group.key != ALL and (off := group.share.off(expected)) is not None
    ]
    if offs:
        limit = quantile(1 - _CHANCE / (2 * len(offs)))
        yield message(
            "The farthest of {n} groups is {off} standard errors off. By the normal law, chance alone brings "
            "the farthest of so many beyond {limit} in at most {chance} of such samples.",
            n=len(offs),
            off=ratio(max(offs)),
            limit=ratio(Fraction(round(100 * limit), 100)),
            chance=rate(_CHANCE),
        )


def evs_table(found: Prediction) -> Table:
    """The mean EVs of Player and Banker in each group, and how often they are above zero."""
    bets = found.successive.followings[0].valuations[:2]
    columns = (
        _GROUP,
        *(
            Column(f"ev_{value.bet.id}", message("{bet}: EV", bet=value.bet.title), "percent", most=_RIGHT)
            for value in bets
        ),
        *(
            Column(f"favourable_{value.bet.id}", message("{bet}: EV > 0", bet=value.bet.title), "count")
            for value in bets
        ),
    )
    rows = tuple(
        (group_name(group.key), *(ev.value for ev in group.evs), *group.favourable)
        for group in found.measured.groups
        if group.coups
    )
    notes = (
        message(
            "EV: the mean of the exact EVs before the group's coups, per unit staked, from the cards left."
        ),
        message(
            "EV > 0: before how many of them it was above zero, which only who knows the cards left can "
            "tell; most of them come late in a shoe."
        ),
    )
    return Table(
        message("What the bets were worth before the same coups"), columns, rows, notes, estimates=True
    )


def systems_table(found: Prediction) -> Table:
    """What systems that go by the roads are worth."""
    columns = (
        Column("system", message("One unit staked on"), "text"),
        Column("stakes", message("Stakes"), "count"),
        Column("ev", message("EV"), "percent", most=_RIGHT),
        Column("excess", message("Above the bets'"), "percent", most=_RIGHT),
        Column("excess_se", message("Standard error"), "percent_root", most=_RIGHT),
        Column("off", message("Off by"), "decimal", 2),
    )
    systems = [system for system in found.measured.systems if system.stakes]
    rows = tuple(
        (
            system_name(system.key),
            system.stakes,
            system.gain.value,
            *_estimated(system.shoes, system.excess, Fraction(0)),
        )
        for system in systems
    )
    notes = (
        message("EV: the mean of the exact EVs of its stakes before their coups, per unit staked."),
        message(
            "Above the bets': by how much that exceeds what the same stakes are worth before a fresh shoe, "
            "which is a loss; Off by tells how many standard errors that is from nothing."
        ),
        *_few(systems),
    )
    return Table(message("Systems that go by the roads"), columns, rows, notes, estimates=True)
