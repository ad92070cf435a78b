"""Measurements of roads: coups grouped by what roads showed before them, and systems that follow roads."""

from collections.abc import Iterator, Sequence
from fractions import Fraction

from analyzer.analysis.money.normal import quantile
from analyzer.analysis.sweep.result import Estimate
from analyzer.play.prediction.measured import ALL, CUT, LONG, RoadGroup, System
from analyzer.play.prediction.prediction import Prediction
from analyzer.render.table import Cell, Column, Table
from analyzer.report.names import rate, ratio
from analyzer.text import Figure, Message, message, plural

_CHANCE = Fraction(1, 20)
"""The probability with which chance alone takes the farthest group beyond its limit."""

_FEWEST = 100  # The fewest shoes with coups of a group that make its standard error reliable.
_DIGITS = 8  # Correct decimals of measured percentages: EVs before coups are added up as multiples of 2⁻⁴⁰.
_GROUP = Column("group", message("What the roads showed"), "text")

_GROUPS = {  # The names of groups of coups by what the roads showed; `_group_name` names those of streaks.
    "all": message("all coups"),
    "last-player": message("after Player"),
    "last-banker": message("after Banker"),
    "last-tie": message("after a Tie"),
    "chop": message("after a chop"),
    "big-eye-red": message("big eye boy: red"),
    "big-eye-blue": message("big eye boy: blue"),
    "big-eye-none": message("big eye boy: none"),
    "small-red": message("small road: red"),
    "small-blue": message("small road: blue"),
    "small-none": message("small road: none"),
    "cockroach-red": message("cockroach road: red"),
    "cockroach-blue": message("cockroach road: blue"),
    "cockroach-none": message("cockroach road: none"),
    "balls-red": message("all three red"),
    "balls-blue": message("all three blue"),
}

_SYSTEMS = {  # What each system stakes on.
    "player": message("Player, always"),
    "banker": message("Banker, always"),
    "follow": message("the last winner"),
    "oppose": message("the last loser"),
    "big-eye-red": message("red on the big eye boy"),
    "small-red": message("red on the small road"),
    "cockroach-red": message("red on the cockroach road"),
    "most-red": message("red on two or three roads"),
}


def _group_name(key: str) -> Message:
    if key in _GROUPS:
        return _GROUPS[key]
    _, side, streak = key.split("-")
    length = f"{streak}+" if streak == str(LONG) else streak
    if side == "player":
        return message("Player streak of {n}", n=length)
    return message("Banker streak of {n}", n=length)


def shares_table(prediction: Prediction) -> Table:
    """The measured probability of Banker in each group."""
    columns = (
        _GROUP,
        Column("coups", message("Coups"), "count"),
        Column("share", message("Banker, without Ties"), "percent", most=_DIGITS),
        Column("share_se", message("Standard error"), "percent_root", most=_DIGITS),
        Column("off", message("Off by SE"), "decimal", 2),
    )
    expected = prediction.successive.followings[0].banker_share
    groups = [group for group in prediction.measured.groups if group.coups]
    rows = tuple(
        (_group_name(group.key), group.coups, *_estimated(group.shoes, group.share, expected))
        for group in groups
    )
    title = plural(
        "Coups of {n} shoe, grouped by what the roads showed",
        "Coups of {n} shoes, grouped by what the roads showed",
        prediction.measured.shoes,
    )
    notes = tuple(_shares_notes(groups, expected, prediction.measured.seed))
    return Table(title, columns, rows, notes, estimates=True)


def _shares_notes(groups: Sequence[RoadGroup], expected: Fraction | None, seed: int) -> Iterator[Message]:
    yield message(
        "Shoes are dealt from seed {seed}, without a burn; a coup is dealt if {cut} or more cards are left. "
        "A coup can be in several groups. A streak of {long}+ has {long} or more coups; a chop is {long} or "
        "more runs of one coup each. Colours are those of Banker's balls on the ask road; Player's balls "
        "have the other colours.",
        seed=str(seed),
        cut=CUT,
        long=LONG,
    )
    if expected is None:
        return
    yield message(
        "Banker, without Ties: the mean of the exact probabilities before the coups, from the cards left. "
        "Before the first coup of a shoe it is {share}. Off by SE: the distance of the group from that, in "
        "standard errors.",
        share=Figure(expected, "percent"),
    )
    yield message(
        "The true mean of a group may differ slightly from that, for two reasons: the results known say a "
        "little, about as much as the tables of known results show; and shoes whose coups use few cards have "
        "more coups. Only a large number of shoes can distinguish these effects from chance."
    )
    yield from _few_shoes(groups)
    offs = [
        abs(off)
        for group in groups
        if group.key != ALL and group.shoes >= _FEWEST and (off := group.share.off(expected)) is not None
    ]
    if offs:  # Bonferroni's bound for the farthest of all
        limit = quantile(1 - _CHANCE / (2 * len(offs)))
        yield message(
            "The farthest of {n} groups is off by {off} standard errors. By the normal distribution, chance "
            "alone takes the farthest of this many groups beyond {limit} in at most {chance} of samples.",
            n=len(offs),
            off=ratio(max(offs)),
            limit=ratio(Fraction(round(100 * limit), 100)),
            chance=rate(_CHANCE),
        )


def _estimated(shoes: int, estimate: Estimate, expected: Fraction | None) -> tuple[Cell, ...]:
    off = None if expected is None or shoes < _FEWEST else estimate.off(expected)
    return estimate.value, estimate.variance, off


def _few_shoes(rows: Sequence[RoadGroup | System]) -> Iterator[Message]:
    """A note on why some rows do not show how far they are off."""
    if any(row.shoes < _FEWEST for row in rows):
        yield message(
            "Off by SE is not shown if fewer than {n} shoes have such coups: the standard error is then too "
            "uncertain.",
            n=_FEWEST,
        )


def evs_table(prediction: Prediction) -> Table:
    """The mean EVs of Player and Banker in each group, and how often they are above zero."""
    bets = prediction.question.bets[:2]
    columns = (
        _GROUP,
        *(Column(f"ev_{b.id}", message("{bet}: EV", bet=b.title), "percent", most=_DIGITS) for b in bets),
        *(Column(f"favourable_{b.id}", message("{bet}: EV > 0", bet=b.title), "count") for b in bets),
    )
    rows = tuple(
        (_group_name(group.key), *(ev.value for ev in group.evs), *group.favourable)
        for group in prediction.measured.groups
        if group.coups
    )
    notes = (
        message(
            "EV: the mean, per unit staked, of the exact EVs before the group's coups, from the cards left."
        ),
        message(
            "EV > 0: the number of coups before which the EV was above zero. Only a bettor who knows the "
            "cards left can recognize them; most come late in a shoe."
        ),
    )
    title = message("EVs of the bets before the same coups")
    return Table(title, columns, rows, notes, estimates=True)


def systems_table(prediction: Prediction) -> Table:
    """The EVs of systems that follow the roads."""
    columns = (
        Column("system", message("One unit staked on"), "text"),
        Column("stakes", message("Stakes"), "count"),
        Column("ev", message("EV"), "percent", most=_DIGITS),
        Column("excess", message("Above full shoe"), "percent", most=_DIGITS),
        Column("excess_se", message("Standard error"), "percent_root", most=_DIGITS),
        Column("off", message("Off by SE"), "decimal", 2),
    )
    systems = [system for system in prediction.measured.systems if system.stakes]
    rows: list[tuple[Cell, ...]] = []
    for system in systems:
        excess = _estimated(system.shoes, system.excess, Fraction(0))
        rows.append((_SYSTEMS[system.key], system.stakes, system.gain.value, *excess))
    notes = (
        message("EV: the mean, per unit staked, of the exact EVs of the system's stakes before their coups."),
        message(
            "Above full shoe: this EV minus the EV of the same stakes before a full shoe's first coup, which "
            "is a loss. Off by SE: the distance of the difference from zero, in standard errors."
        ),
        *_few_shoes(systems),
    )
    return Table(message("Systems that follow the roads"), columns, tuple(rows), notes, estimates=True)
