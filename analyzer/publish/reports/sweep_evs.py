"""The EVs that a sweep found: over all coups, by depth, and coup by coup.

Lays out numbers; computes none.
"""

from fractions import Fraction

from analyzer.analysis.odds import keys_of
from analyzer.analysis.sweep.result import QUANTILES, Result
from analyzer.message import Message, Text, say, say_many
from analyzer.publish.table import Cell, Column, Table

_EV_DIGITS = 6
"""Decimals of a mean EV, so that its standard error shows."""

SE = say("SE")
BET = Column("bet", say("Bet"), "text")


def names_of(result: Result) -> list[str]:
    """What each bet is called; its key stands beside a name that another has too."""
    bets = result.work.bets
    names = [bet.name for bet in bets]
    return [
        name if names.count(name) == 1 else f"{name} ({key})"
        for name, key in zip(names, keys_of(bets), strict=True)
    ]


def estimated(result: Result) -> Text:
    """Of how many shoes a table tells."""
    return say_many(
        "From the {n} shoe played; an estimate for all shoes there are, whose standard error is SE.",
        "From the {n} shoes played; an estimate for all shoes there are, whose standard error is SE.",
        result.shoes,
    )


def played(result: Result) -> Text:
    """Of how many shoes a table tells that has no standard errors."""
    return say_many(
        "From the {n} shoe played; an estimate for all shoes there are.",
        "From the {n} shoes played; an estimate for all shoes there are.",
        result.shoes,
    )


def over_all_coups(result: Result) -> Table:
    """The mean EV of every coup of every shoe, against the EV on the full shoe."""
    columns = (
        BET,
        Column("ev", say("Full-shoe EV"), "decimal", _EV_DIGITS),
        Column("mean_ev", say("Mean EV"), "decimal", _EV_DIGITS),
        Column("cut_card_effect", say("Cut-card effect"), "decimal", _EV_DIGITS),
        Column("standard_error", SE, "root", _EV_DIGITS),
    )
    rows: list[tuple[Cell, ...]] = []
    for place, name in enumerate(names_of(result)):
        effect = result.cut_card_effect(place)
        rows.append(
            (name, result.full_shoe[place], result.over_all_coups(place).value, effect.value, effect.variance)
        )
    notes = (
        say(
            "The full-shoe EV is exact. Cut-card effect: the mean EV over all coups of all shoes less the "
            "full-shoe EV, which it need not be, since the cards dealt decide how many coups a shoe has."
        ),
        estimated(result),
    )
    return Table(say("EV over all coups"), columns, tuple(rows), notes, estimates=True)


def reached_by_all(result: Result) -> Table:
    """How far the mean EV before the coups that every shoe reaches is from that on the full shoe."""
    columns = (
        BET,
        Column("coups", say("Coups compared"), "count"),
        Column("within_two", say("Within 2 SE"), "count"),
        Column("farthest", say("Farthest"), "decimal", 2),
        Column("coup", say("Before coup"), "count"),
    )
    rows: list[tuple[Cell, ...]] = []
    for place, name in enumerate(names_of(result)):
        off = {
            row.coup: row.off
            for row in result.before_coups(place)
            if row.coup <= result.fewest and row.off is not None
        }
        farthest = max(off, key=lambda coup: abs(off[coup]), default=None)
        rows.append(
            (
                name,
                len(off),
                sum(abs(distance) <= 2 for distance in off.values()),
                None if farthest is None else off[farthest],
                farthest,
            )
        )
    notes = (
        say(
            "Before each coup that every shoe reaches the mean EV over all shoes there are is exactly the "
            "full-shoe EV. Farthest: the mean of those played, from it, in SE; one coup in 20 or so is "
            "beyond 2 SE by chance."
        ),
        played(result),
    )
    return Table(
        say("EV before the coups that every shoe reaches"), columns, tuple(rows), notes, estimates=True
    )


_SHOWN = tuple(QUANTILES.index(part) for part in (Fraction(1, 20), Fraction(1, 2), Fraction(19, 20)))


def by_depth(result: Result, full: bool) -> Table:
    """How the EVs of a bet are spread, ten coups at a time."""
    quantiles = range(len(QUANTILES)) if full else _SHOWN
    digits = _EV_DIGITS if full else 4
    columns = (
        BET,
        Column("first", say("From coup"), "count"),
        Column("last", say("To coup"), "count"),
        *((Column("coups", say("Coups"), "count"),) if full else ()),
        Column("mean_ev", say("Mean EV"), "decimal", digits),
        Column("standard_deviation", say("SD"), "root", digits),
        *(
            Column(f"quantile_{QUANTILES[q].numerator}_of_{QUANTILES[q].denominator}", _part(q), "decimal", 3)
            for q in quantiles
        ),
        Column("greatest", say("Greatest"), "decimal", digits),
        Column("positive", say("EV > 0"), "percent", 2),
        *((Column("effect", say("Less full-shoe EV"), "decimal", digits),) if full else ()),
    )
    rows: list[tuple[Cell, ...]] = []
    for place, name in enumerate(names_of(result)):
        for row in result.depths(place):
            rows.append(
                (
                    name,
                    row.first,
                    row.last,
                    *((row.coups,) if full else ()),
                    row.mean,
                    row.variance,
                    *(row.quantiles[q] for q in quantiles),
                    row.greatest,
                    row.positive,
                    *((row.effect,) if full else ()),
                )
            )
    notes = (
        say(
            "Of the coups played, ten of a shoe at a time. 5 %: EVs up to it, to 1/1024 of a unit, are 5 % "
            "of all. SD: standard deviation."
        ),
        played(result),
    )
    return Table(say("EV by depth"), columns, tuple(rows), notes, estimates=True)


def _part(place: int) -> Message:
    return say("{n} %", n=int(100 * QUANTILES[place]))


def before_every_coup(result: Result) -> Table:
    """The mean EV before each coup, over the shoes that reach it."""
    columns = (
        BET,
        Column("coup", say("Coup"), "count"),
        Column("shoes", say("Shoes"), "count"),
        Column("mean_ev", say("Mean EV"), "decimal", _EV_DIGITS),
        Column("standard_error", SE, "root", _EV_DIGITS),
        Column("off", say("Off by SE"), "decimal", 2),
        Column("positive", say("EV > 0"), "percent", 2),
    )
    rows: list[tuple[Cell, ...]] = [
        (name, row.coup, row.shoes, row.ev.value, row.ev.variance, row.off, row.positive)
        for place, name in enumerate(names_of(result))
        for row in result.before_coups(place)
    ]
    notes = (
        say("Shoes: those that reach the coup. Off by SE: from the full-shoe EV."),
        estimated(result),
    )
    return Table(say("EV before every coup"), columns, tuple(rows), notes, estimates=True)
