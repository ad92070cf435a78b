"""Kelly stakes, as a table for people.

Lays out what the analysis found; computes none of it.
"""

from collections.abc import Sequence
from fractions import Fraction

from analyzer.analysis.money.bankroll import Bankroll
from analyzer.analysis.money.kelly import DIGITS, Growth, kelly
from analyzer.message import Text, say
from analyzer.publish.reports.money.bounds import agreed
from analyzer.publish.reports.names import ratio
from analyzer.publish.reports.odds import named
from analyzer.publish.table import Cell, Column, Table

STAKE = Column("stake", say("Staked on"), "text")


def kelly_table(found: Sequence[Bankroll], names: Sequence[Text]) -> Table:
    """A row a stake: the best part of a bankroll; and of several stakes, each alone and all at their best."""
    columns = (
        STAKE,
        Column("ev", say("EV"), "percent"),
        Column("part", say("Kelly part"), "percent"),
        Column("growth", say("Growth"), "percent"),
        Column("half", say("At half"), "percent"),
    )
    rows: list[tuple[Cell, ...]] = []
    notes: list[Text] = [
        say("EV: per unit staked. Kelly part: of the bankroll, to be staked for the fastest growth."),
        say(
            "Growth: of the bankroll's natural logarithm, on average a coup. At half: the same at half the "
            "Kelly part."
        ),
    ]
    for name, each in zip(names, found, strict=True):
        rows.append(_growth(name, each.portfolio.ev / each.portfolio.staked, each.kelly))
        if each.kelly is None:
            notes.append(
                say(
                    "{stake}: nothing can be lost, so that the more is staked the faster it grows, "
                    "and no part is best.",
                    stake=name,
                )
            )
        if (best := each.jointly) is None:
            continue
        values = each.portfolio.joint.valuations
        alone = [kelly(law) for law in each.laws]
        singles = [name for (name, *_), _ in named(each.portfolio.joint.report, False)]
        for single, value, growth in zip(singles, values, alone, strict=True):
            rows.append(_growth(say("{bet}, alone", bet=single), value.ev, growth))
        for single, value, part in zip(singles, values, best.parts, strict=True):
            rows.append((say("{bet}, with the others", bet=single), value.ev, part, None, None))
        ev = sum((part * value.ev for part, value in zip(best.parts, values, strict=True)), Fraction(0))
        whole = sum(best.parts, Fraction(0))
        rows.append((say("together"), ev / whole if whole else None, whole, best.growth, best.half))
        notes.append(say("All stakes: in the proportions staked. Together: each bet at its own best part."))
        notes.append(
            say(
                "Together is a maximum: moving a stake changes growth by {slope} a part at most, and a bet "
                "not staked would add none (Karush-Kuhn-Tucker conditions, {digits} decimals).",
                slope=ratio(best.slope),
                digits=DIGITS,
            )
        )
    if all(row[2] == 0 for row in rows):
        notes.append(say("No stake here has an advantage: the best part is exactly 0."))
    return Table(say("Kelly stakes"), columns, tuple(rows), tuple(notes), estimates=True)


def _growth(name: Text, ev: Fraction, growth: Growth | None) -> tuple[Cell, ...]:
    if growth is None:
        return name, ev, None, None, None
    return name, ev, agreed(growth.part), growth.growth, growth.half
