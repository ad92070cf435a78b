"""Kelly stakes, as a table for people.

Lays out what the analysis found; computes none of it.
"""

from collections.abc import Sequence
from fractions import Fraction

from analyzer.analysis.money.bankroll import Bankroll
from analyzer.analysis.money.kelly import Growth, kelly
from analyzer.analysis.money.normal import DIGITS
from analyzer.render.table import Cell, Column, Table
from analyzer.report.money.bounds import agreed
from analyzer.report.names import ratio
from analyzer.report.odds import named
from analyzer.text import Text, message

STAKE = Column("stake", message("Staked on"), "text")


def kelly_table(found: Sequence[Bankroll], names: Sequence[Text]) -> Table:
    """A row a stake: the best part of a bankroll; and of several stakes, each alone and all at their best."""
    columns = (
        STAKE,
        Column("ev", message("EV"), "percent"),
        Column("part", message("Kelly part"), "percent"),
        Column("growth", message("Growth"), "percent"),
        Column("half", message("At half"), "percent"),
    )
    rows: list[tuple[Cell, ...]] = []
    notes: list[Text] = [
        message("EV: per unit staked. Kelly part: of the bankroll, to be staked for the fastest growth."),
        message(
            "Growth: of the bankroll's natural logarithm, on average a coup. At half: the same at half the "
            "Kelly part."
        ),
    ]
    for name, each in zip(names, found, strict=True):
        rows.append(_growth(name, each.portfolio.ev / each.portfolio.staked, each.kelly))
        if each.kelly is None:
            notes.append(
                message(
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
            rows.append(_growth(message("{bet}, alone", bet=single), value.ev, growth))
        for single, value, part in zip(singles, values, best.parts, strict=True):
            rows.append((message("{bet}, with the others", bet=single), value.ev, part, None, None))
        ev = sum((part * value.ev for part, value in zip(best.parts, values, strict=True)), Fraction(0))
        whole = sum(best.parts, Fraction(0))
        rows.append((message("together"), ev / whole if whole else None, whole, best.growth, best.half))
        notes.append(
            message("All stakes: in the proportions staked. Together: each bet at its own best part.")
        )
        notes.append(
            message(
                "Together is a maximum: moving a stake changes growth by {slope} a part at most, and a bet "
                "not staked would add none (Karush-Kuhn-Tucker conditions, {digits} decimals).",
                slope=ratio(best.slope),
                digits=DIGITS,
            )
        )
    if all(row[2] == 0 for row in rows):
        notes.append(message("No stake here has an advantage: the best part is exactly 0."))
    return Table(message("Kelly stakes"), columns, tuple(rows), tuple(notes), estimates=True)


def _growth(name: Text, ev: Fraction, growth: Growth | None) -> tuple[Cell, ...]:
    if growth is None:
        return name, ev, None, None, None
    return name, ev, agreed(growth.part), growth.growth, growth.half
