"""The EVs that a sweep found: over all coups, by depth, and coup by coup.

Lays out numbers; computes none.
"""

from fractions import Fraction

from analyzer.analysis.sweep.result import QUANTILES, Result
from analyzer.render.table import Cell, Column, Table
from analyzer.report.names import names_of
from analyzer.text import Message, Text, message, plural

_EV_DIGITS = 6
"""Decimals of a mean EV, so that its standard error shows."""

SE = message("SE")
BET = Column("bet", message("Bet"), "text")


def estimated(result: Result) -> Text:
    """Of how many shoes a table tells."""
    return plural(
        "From the {n} shoe played; an estimate for all shoes there are, whose standard error is SE.",
        "From the {n} shoes played; an estimate for all shoes there are, whose standard error is SE.",
        result.shoes,
    )


def played(result: Result) -> Text:
    """Of how many shoes a table tells that has no standard errors."""
    return plural(
        "From the {n} shoe played; an estimate for all shoes there are.",
        "From the {n} shoes played; an estimate for all shoes there are.",
        result.shoes,
    )


def over_all_coups(result: Result) -> Table:
    """The mean EV of every coup of every shoe, against the EV on the full shoe."""
    columns = (
        BET,
        Column("ev", message("Full-shoe EV"), "decimal", _EV_DIGITS),
        Column("mean_ev", message("Mean EV"), "decimal", _EV_DIGITS),
        Column("cut_card_effect", message("Cut-card effect"), "decimal", _EV_DIGITS),
        Column("standard_error", SE, "root", _EV_DIGITS),
    )
    rows: list[tuple[Cell, ...]] = []
    for place, name in enumerate(names_of(result.work.bets)):
        effect = result.cut_card_effect(place)
        rows.append(
            (name, result.full_shoe[place], result.over_all_coups(place).value, effect.value, effect.variance)
        )
    notes = (
        message(
            "The full-shoe EV is exact. Cut-card effect: the mean EV over all coups of all shoes less the "
            "full-shoe EV, which it need not be, since the cards dealt decide how many coups a shoe has."
        ),
        estimated(result),
    )
    return Table(message("EV over all coups"), columns, tuple(rows), notes, estimates=True)


def reached_by_all(result: Result) -> Table:
    """How far the mean EV before the coups that every shoe reaches is from that on the full shoe."""
    columns = (
        BET,
        Column("coups", message("Coups compared"), "count"),
        Column("within_two", message("Within 2 SE"), "count"),
        Column("farthest", message("Farthest"), "decimal", 2),
        Column("coup", message("Before coup"), "count"),
    )
    rows: list[tuple[Cell, ...]] = []
    for place, name in enumerate(names_of(result.work.bets)):
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
        message(
            "Before each coup that every shoe reaches the mean EV over all shoes there are is exactly the "
            "full-shoe EV. Farthest: the mean of those played, from it, in SE; one coup in 20 or so is "
            "beyond 2 SE by chance."
        ),
        played(result),
    )
    return Table(
        message("EV before the coups that every shoe reaches"), columns, tuple(rows), notes, estimates=True
    )


_SHOWN = tuple(QUANTILES.index(part) for part in (Fraction(1, 20), Fraction(1, 2), Fraction(19, 20)))


def by_depth(result: Result, full: bool) -> Table:
    """How the EVs of a bet are spread, ten coups at a time."""
    quantiles = range(len(QUANTILES)) if full else _SHOWN
    digits = _EV_DIGITS if full else 4
    columns = (
        BET,
        Column("first", message("From coup"), "count"),
        Column("last", message("To coup"), "count"),
        *((Column("coups", message("Coups"), "count"),) if full else ()),
        Column("mean_ev", message("Mean EV"), "decimal", digits),
        Column("standard_deviation", message("SD"), "root", digits),
        *(
            Column(f"quantile_{QUANTILES[q].numerator}_of_{QUANTILES[q].denominator}", _part(q), "decimal", 3)
            for q in quantiles
        ),
        Column("greatest", message("Greatest"), "decimal", digits),
        Column("positive", message("EV > 0"), "percent", 2),
        *((Column("effect", message("Less full-shoe EV"), "decimal", digits),) if full else ()),
    )
    rows: list[tuple[Cell, ...]] = []
    for place, name in enumerate(names_of(result.work.bets)):
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
        message(
            "Of the coups played, ten of a shoe at a time. 5 %: EVs up to it, to 1/1024 of a unit, are 5 % "
            "of all. SD: standard deviation."
        ),
        played(result),
    )
    return Table(message("EV by depth"), columns, tuple(rows), notes, estimates=True)


def _part(place: int) -> Message:
    return message("{n} %", n=int(100 * QUANTILES[place]))


def before_every_coup(result: Result) -> Table:
    """The mean EV before each coup, over the shoes that reach it."""
    columns = (
        BET,
        Column("coup", message("Coup"), "count"),
        Column("shoes", message("Shoes"), "count"),
        Column("mean_ev", message("Mean EV"), "decimal", _EV_DIGITS),
        Column("standard_error", SE, "root", _EV_DIGITS),
        Column("off", message("Off by SE"), "decimal", 2),
        Column("positive", message("EV > 0"), "percent", 2),
    )
    rows: list[tuple[Cell, ...]] = [
        (name, row.coup, row.shoes, row.ev.value, row.ev.variance, row.off, row.positive)
        for place, name in enumerate(names_of(result.work.bets))
        for row in result.before_coups(place)
    ]
    notes = (
        message("Shoes: those that reach the coup. Off by SE: from the full-shoe EV."),
        estimated(result),
    )
    return Table(message("EV before every coup"), columns, tuple(rows), notes, estimates=True)
