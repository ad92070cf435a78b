"""Kelly stakes, as a table and as fields of documents."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction

from analyzer.analysis.money.bankroll import Bankroll
from analyzer.analysis.money.kelly import Growth, Jointly, kelly
from analyzer.analysis.money.normal import DIGITS
from analyzer.render.table import Cell, Column, Table
from analyzer.report.columns import EV
from analyzer.report.fields import Fields, record, said, through
from analyzer.report.kinds import by_name
from analyzer.report.money.numbers import CERTAIN, DECIMALS, EXACT, agreed
from analyzer.report.money.portfolio import STAKED_ON, bet_keys, stake_name
from analyzer.report.names import names_of, ratio
from analyzer.text import Text, message


def _alone(bankroll: Bankroll) -> Mapping[str, Growth | None] | None:
    """The best part for each bet alone; None if there is a stake on only one."""
    if bankroll.jointly is None:
        return None
    distributions = zip(bet_keys(bankroll.portfolio), bankroll.distributions, strict=True)
    return {key: kelly(distribution) for key, distribution in distributions}


_GROWTH: Fields[Growth | None] = (
    said("part", CERTAIN.optional, lambda growth: growth and growth.part),
    through(lambda growth: growth and growth.part, EXACT),
    said("growth", DECIMALS.optional, lambda growth: growth and growth.growth),
    said("growth_at_half", DECIMALS.optional, lambda growth: growth and growth.half),
)
_TOGETHER: Fields[Bankroll] = (
    said(
        "parts", by_name(DECIMALS), lambda b: dict(zip(bet_keys(b.portfolio), b.jointly.parts, strict=True))
    ),
    said("growth", DECIMALS, "jointly.growth"),
    said("growth_at_half", DECIMALS, "jointly.half"),
    said("slope", DECIMALS, "jointly.slope"),
    said("spare", DECIMALS.optional, "jointly.spare"),
)
KELLY: Fields[Bankroll] = (  # Kelly stakes in documents.
    said("ev", value=lambda bankroll: bankroll.portfolio.ev / bankroll.portfolio.staked),
    through("kelly", _GROWTH),
    said("alone", by_name(record(_GROWTH)), _alone, absent=True),
    said("together", record(_TOGETHER), lambda bankroll: bankroll.jointly and bankroll, absent=True),
)


def kelly_table(bankrolls: Sequence[Bankroll]) -> Table:
    """One row per stake: its best part of a bankroll; for several bets, also each alone and at its best."""
    columns = (
        STAKED_ON.column,
        EV,
        Column("part", message("Kelly part"), "percent"),
        Column("growth", message("Growth"), "percent"),
        Column("half", message("Growth at half"), "percent"),
    )
    rows: list[tuple[Cell, ...]] = []
    for bankroll in bankrolls:
        name = stake_name(bankroll)
        rows.append(_cells(name, bankroll.portfolio.ev / bankroll.portfolio.staked, bankroll.kelly))
        if bankroll.jointly is not None:
            rows += _together(bankroll, bankroll.jointly)
    notes = list(_notes(bankrolls))
    if all(row[2] == 0 for row in rows):
        notes.append(message("No stake here favours the bettor: the best part is exactly 0."))
    return Table(message("Kelly stakes"), columns, tuple(rows), tuple(notes), estimates=True)


def _cells(name: Text, ev: Fraction, growth: Growth | None) -> tuple[Cell, ...]:
    figures = (None, None, None) if growth is None else (agreed(growth.part), growth.growth, growth.half)
    return name, ev, *figures


def _together(bankroll: Bankroll, best: Jointly) -> Iterator[tuple[Cell, ...]]:
    """Rows for each bet alone, for each at its best part with the others, and for all these together."""
    joint = bankroll.portfolio.joint
    bets = list(zip(names_of(joint.bets), (value.ev for value in joint.valuations), best.parts, strict=True))
    for (name, ev, _), distribution in zip(bets, bankroll.distributions, strict=True):
        yield _cells(message("{bet}, alone", bet=name), ev, kelly(distribution))
    for name, ev, part in bets:
        yield message("{bet}, with the others", bet=name), ev, part, None, None
    whole, ev = sum(best.parts, Fraction(0)), sum((part * ev for _, ev, part in bets), Fraction(0))
    yield message("together"), ev / whole if whole else None, whole, best.growth, best.half


def _notes(bankrolls: Iterable[Bankroll]) -> Iterator[Text]:
    yield message(
        "EV: per unit staked. Kelly part: the part of the bankroll to stake for it to grow fastest."
    )
    yield message(
        "Growth: mean growth of the natural logarithm of the bankroll per coup. Growth at half: the same if "
        "half the Kelly part is staked."
    )
    for bankroll in bankrolls:
        if bankroll.kelly is None:
            yield message(
                "{stake}: this stake cannot lose, so growth rises with the stake and no part is best.",
                stake=stake_name(bankroll),
            )
        if (best := bankroll.jointly) is not None:
            yield message("All stakes: in the proportions staked. Together: each bet at its own best part.")
            yield message(
                "Together is a maximum: the slope of growth by any staked part is at most {slope} in size, "
                "and no unstaked bet would raise growth (Karush-Kuhn-Tucker conditions, {digits} decimals).",
                slope=ratio(best.slope),
                digits=DIGITS,
            )
