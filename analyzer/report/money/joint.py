"""Bets settled together, and stakes on them: tables for people, a document for machines."""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import compress

from analyzer.analysis.money.joint import Joint, Settled
from analyzer.analysis.money.portfolio import Portfolio
from analyzer.analysis.question import keys_of
from analyzer.bets.bet import LOSE
from analyzer.phrases.labels import label
from analyzer.render.chart import Chart
from analyzer.render.page import Page
from analyzer.render.table import Cell, Column, Kind, Table
from analyzer.report.columns import BET, HOUSE_EDGE, NET, PRICED_BET, PROBABILITY, STANDARD_DEVIATION, WAYS
from analyzer.report.fields import without
from analyzer.report.money.portfolio import (
    MOST_ROWS,
    portfolio_chart,
    portfolio_tables,
    unlisted,
)
from analyzer.report.money.stakes import stakes_origin
from analyzer.report.names import game_and_shoe, prices_text
from analyzer.report.notes import notes_on
from analyzer.report.odds import with_names
from analyzer.text import Message, Text, message, plural

_NUMBER = Column("number", message("No."), "count")
_OUTCOME = Column("lines", message("Joint outcome"), "text")
_MOST_EXTREME = 8
"""The most joint outcomes that a page for a terminal lists for the best and for the worst gain."""


def joint_page(
    portfolio: Portfolio, *, staked: bool, full: bool, columns_per_block: int | None = None
) -> Page:
    """The bets, what is staked on them, their joint outcomes, correlations, covariances and hedges.

    `staked` says whether stakes were given; otherwise one unit is staked on each bet. `full` shows references
    and every joint outcome, line by line. A matrix is cut into blocks of
    `columns_per_block` bets, if given.
    """
    joint = portfolio.joint
    names = _names(joint)
    tables = [
        _bets(portfolio, names, staked, full),
        *(portfolio_tables(portfolio, names, full) if staked else ()),
        _outcomes(portfolio, names, staked, full),
        _extremes(portfolio, names, staked, full),
        *(_matrices(joint, names, columns_per_block) if len(names) > 1 else ()),
    ]
    title = message("{variant}, {shoe}: bets settled together", **game_and_shoe(portfolio.question))
    return Page(tuple(tables), stakes_origin([portfolio], staked).provenance, title)


def joint_chart(portfolio: Portfolio, *, staked: bool) -> Chart:
    """The distribution of the net gain of the stakes, and what each of them adds to the variance.

    Raises:
        RenderError: there are too many gains.
    """
    page = joint_page(portfolio, staked=staked, full=False)
    return portfolio_chart(portfolio, _names(portfolio.joint), page)


def _names(joint: Joint) -> list[Text]:
    """The names of the bets, all different."""
    return [name for (name, *_), _ in with_names(joint.report.valuations, False)]


def _bets(portfolio: Portfolio, names: Sequence[Text], staked: bool, full: bool) -> Table:
    """One row per bet: its number, price, stake, house edge and standard deviation, alone."""
    stake_column = Column("stake", message("Stake"), "ratio")
    columns = (_NUMBER, *PRICED_BET, stake_column, HOUSE_EDGE, STANDARD_DEVIATION)
    bets = zip(names, portfolio.joint.valuations, portfolio.stakes, strict=True)
    rows = tuple(
        (n, name, value.bet.reference, prices_text(value.bet), stake, value.house_edge, value.variance)
        for n, (name, value, stake) in enumerate(bets, 1)
    )
    notes = [
        *notes_on(portfolio.joint.report),
        message("Standard deviation: of the net gain of one unit staked, in units."),
    ]
    if any(line.multiplier for bet in portfolio.joint.bets for line in bet.lines):
        notes.append(
            message("A multiplier is drawn apart from the cards, and for each bet apart from the others.")
        )
    hidden = [key for key, shown in (("reference", full), ("stake", staked)) if not shown]
    return without(Table(message("Each bet alone"), columns, rows, tuple(notes)), *hidden)


def _outcomes(portfolio: Portfolio, names: Sequence[Text], staked: bool, full: bool) -> Table:
    """One row per joint outcome, the likeliest first."""
    joint = portfolio.joint
    shown = joint.outcomes if full else joint.outcomes[:MOST_ROWS]
    settled = [_OUTCOME]
    if full:
        bets = zip(keys_of(joint.bets), names, strict=True)
        settled = [_NUMBER, *(Column(f"line_{key}", _head(name), "text") for key, name in bets)]
    rows: list[tuple[Cell, ...]] = []
    for number, (lines, ways) in enumerate(shown, 1):
        how = (number, *map(label, lines)) if full else (_settled(names, lines),)
        rows.append((*how, portfolio.net(lines), ways, Fraction(ways, joint.total)))
    notes: list[Text] = [
        message("Net: gain of all stakes together, the mean where chance multiplies a pay.")
        if staked
        else message("Net: gain of one unit on each bet, the mean where chance multiplies a pay.")
    ]
    if not full:
        notes.append(message("Bets that are not named lose their stake."))
    if rest := joint.outcomes[len(shown) :]:
        chance = Fraction(sum(ways for _, ways in rest), joint.total)
        notes.append(unlisted(len(rest), chance))
    columns = (*settled, NET, WAYS, PROBABILITY)
    return Table(_number(len(joint.outcomes)), columns, tuple(rows), tuple(notes))


def _head(name: Text) -> Message:
    """A bet's name as the head of a column, with no other words to translate."""
    return Message("{bet}", (("bet", name),))


def _settled(names: Sequence[Text], lines: Settled) -> Text:
    """How bets are settled; those that lose are left out."""
    lines_text = tuple(
        message("{bet}: {line}", bet=name, line=label(line))
        for name, line in zip(names, lines, strict=True)
        if line != LOSE
    )
    return Message("{lines}", (("lines", lines_text),)) if lines_text else message("every bet loses")


def _extremes(portfolio: Portfolio, names: Sequence[Text], staked: bool, full: bool) -> Table:
    """The greatest and the least gain, one row per joint outcome with that gain."""
    columns = (Column("extreme", message("Extreme"), "text"), _OUTCOME, NET, PROBABILITY)
    staking = list(compress(names, portfolio.stakes))
    rows: list[tuple[Cell, ...]] = []
    for what, every, extreme in (
        (message("best"), message("best: all"), portfolio.best),
        (message("worst"), message("worst: all"), portfolio.worst),
    ):
        shown = extreme.outcomes if full else extreme.outcomes[:_MOST_EXTREME]
        rows += [(what, _settled(staking, lines), extreme.net, chance) for lines, chance in shown]
        if len(extreme.outcomes) > 1:
            rows.append((every, _number(len(extreme.outcomes)), extreme.net, extreme.probability))
    notes = [
        message("The greatest gain and the greatest loss of all stakes together.")
        if staked
        else message("The greatest gain and the greatest loss of one unit on each bet.")
    ]
    if len(staking) < len(names):
        notes.append(message("Bets without a stake are left out here, however they are settled."))
    return Table(message("Best and worst"), columns, tuple(rows), tuple(notes))


def _number(outcomes: int) -> Message:
    return plural("{n} joint outcome", "{n} joint outcomes", outcomes)


def _matrices(joint: Joint, names: Sequence[Text], columns_per_block: int | None) -> Iterator[Table]:
    """Correlation, covariance and hedge of every pair of bets."""
    matrices: tuple[tuple[Message, Kind, Callable[[int, int], Fraction | None], Message], ...] = (
        (
            message("Correlation"),
            "signed_root",
            joint.correlation_squared,
            message("Correlation: of the net gains of two bets on one coup, -1 to 1."),
        ),
        (
            message("Covariance"),
            "decimal",
            lambda i, j: joint.covariances[i][j],
            message(
                "Covariance: of the net gains of one unit on each of two bets, in squared units; of a bet "
                "with itself, its variance."
            ),
        ),
        (
            message("Minimum-variance hedge"),
            "decimal",
            lambda i, j: None if i == j else joint.hedge(i, j),
            message(
                "Stake on the bet of the column, for each unit on the bet of the row, that makes both "
                "together vary least: -covariance / variance. A negative one: any stake on it makes them "
                "vary more."
            ),
        ),
    )
    keys, places = keys_of(joint.bets), range(len(names))
    # The columns are spread evenly over the tables, and headed by the numbers of the bets.
    blocks = -(-len(names) // columns_per_block) if columns_per_block else 1
    step = -(-len(names) // blocks)
    for title, kind, cell, note in matrices:
        for start in range(0, len(names), step):
            across = places[start : start + step]
            columns = (
                _NUMBER,
                BET,
                *(
                    Column(f"with_{keys[j]}", str(j + 1) if columns_per_block else _head(names[j]), kind)
                    for j in across
                ),
            )
            rows = tuple((i + 1, names[i], *(cell(i, j) for j in across)) for i in places)
            table = Table(title, columns, rows, (note,) if start + step >= len(names) else ())
            yield table if columns_per_block else without(table, "number")
