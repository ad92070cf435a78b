"""Kelly stakes, as a table for people."""

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction

from analyzer.analysis.money.bankroll import Bankroll
from analyzer.analysis.money.kelly import Growth, Jointly, kelly
from analyzer.analysis.money.normal import DIGITS
from analyzer.render.table import Cell, Column, Table
from analyzer.report.columns import EV
from analyzer.report.money.numbers import agreed
from analyzer.report.names import ratio
from analyzer.report.odds import with_names
from analyzer.text import Text, message

STAKE = Column("stake", message("Staked on"), "text")

NamedBankroll = tuple[Text, Bankroll]
"""The name of a bankroll's stakes, and the bankroll."""


def kelly_table(bankrolls: Sequence[NamedBankroll]) -> Table:
    """One row per stake: its best part of a bankroll; of several, also each alone, and all at their best."""
    columns = (
        STAKE,
        EV,
        Column("part", message("Kelly part"), "percent"),
        Column("growth", message("Growth"), "percent"),
        Column("half", message("At half"), "percent"),
    )
    rows: list[tuple[Cell, ...]] = []
    for name, bankroll in bankrolls:
        rows.append(_cells(name, bankroll.portfolio.ev / bankroll.portfolio.staked, bankroll.kelly))
        if bankroll.jointly is not None:
            rows += _together(bankroll, bankroll.jointly)
    notes = list(_notes(bankrolls))
    if all(row[2] == 0 for row in rows):
        notes.append(message("No stake here has an advantage: the best part is exactly 0."))
    return Table(message("Kelly stakes"), columns, tuple(rows), tuple(notes), estimates=True)


def _cells(name: Text, ev: Fraction, growth: Growth | None) -> tuple[Cell, ...]:
    if growth is None:
        return name, ev, None, None, None
    return name, ev, agreed(growth.part), growth.growth, growth.half


def _together(bankroll: Bankroll, best: Jointly) -> Iterator[tuple[Cell, ...]]:
    """Rows for each bet alone, for each at its best part with the others, and for these together."""
    bets = list(with_names(bankroll.portfolio.joint.report.valuations, False))
    for ((name, *_), value), distribution in zip(bets, bankroll.distributions, strict=True):
        yield _cells(message("{bet}, alone", bet=name), value.ev, kelly(distribution))
    for ((name, *_), value), part in zip(bets, best.parts, strict=True):
        yield message("{bet}, with the others", bet=name), value.ev, part, None, None
    ev = sum((part * value.ev for part, (_, value) in zip(best.parts, bets, strict=True)), Fraction(0))
    whole = sum(best.parts, Fraction(0))
    yield message("together"), ev / whole if whole else None, whole, best.growth, best.half


def _notes(bankrolls: Iterable[NamedBankroll]) -> Iterator[Text]:
    yield message("EV: per unit staked. Kelly part: of the bankroll, to be staked for the fastest growth.")
    yield message(
        "Growth: of the bankroll's natural logarithm, on average a coup. At half: the same at half the "
        "Kelly part."
    )
    for name, bankroll in bankrolls:
        if bankroll.kelly is None:
            yield message(
                "{stake}: nothing can be lost, so that the more is staked the faster it grows, "
                "and no part is best.",
                stake=name,
            )
        if (best := bankroll.jointly) is not None:
            yield message("All stakes: in the proportions staked. Together: each bet at its own best part.")
            yield message(
                "Together is a maximum: moving a stake changes growth by {slope} a part at most, and a bet "
                "not staked would add none (Karush-Kuhn-Tucker conditions, {digits} decimals).",
                slope=ratio(best.slope),
                digits=DIGITS,
            )
