"""Bets settled together, and stakes on them, as tables, a chart and a document."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import compress
from typing import Any

from analyzer.analysis.money.joint import Joint, Settled
from analyzer.analysis.money.portfolio import ExtremeGain, Portfolio
from analyzer.analysis.question import keys_of
from analyzer.bets.bet import LOSE, Bet
from analyzer.phrases.labels import label
from analyzer.render.chart import Chart
from analyzer.render.page import Page
from analyzer.render.table import Cell, Column, Table
from analyzer.render.table import Kind as Format
from analyzer.report import columns as shared
from analyzer.report.columns import BET, HOUSE_EDGE, NET, PRICED_BET, STANDARD_DEVIATION, WAYS
from analyzer.report.document import Document
from analyzer.report.fields import Field, Fields, narrowed, record, records, said, through, without
from analyzer.report.kinds import LINE_ID, PROBABILITY, RATIO, ROOT, TEXT, WHOLE, Kind, by_name, many
from analyzer.report.money import portfolio as stakes
from analyzer.report.names import game_and_shoe, names_of, prices_text
from analyzer.report.notes import notes_on
from analyzer.report.odds_document import OMITTED
from analyzer.text import Message, Text, message, plural

_NUMBER = Column("number", message("No."), "count")
_SETTLED = Column("lines", message("Joint outcome"), "text")
_MOST_EXTREME = 8
"""The most joint outcomes that a page for a terminal lists for the best and for the worst gain."""


def joint_page(
    portfolio: Portfolio, *, staked: bool, full: bool, columns_per_block: int | None = None
) -> Page:
    """The bets, their stakes, their joint outcomes, correlations, covariances and hedges.

    `staked` is whether stakes were given; otherwise one unit is staked on each bet. `full` shows references
    and every joint outcome, line by line. Matrices are cut into blocks of `columns_per_block` bets, if given.
    """
    joint = portfolio.joint
    names = names_of(joint.bets)
    tables = [
        _bets(portfolio, names, staked, full),
        *(stakes.portfolio_tables(portfolio, names, full) if staked else ()),
        _outcomes(portfolio, names, staked, full),
        _extremes(portfolio, names, staked, full),
        *(_matrices(joint, names, columns_per_block) if len(names) > 1 else ()),
    ]
    title = message("{variant}, {shoe}: bets settled together", **game_and_shoe(portfolio.question))
    return Page(tuple(tables), stakes.stakes_origin([portfolio], staked).provenance, title)


def joint_chart(portfolio: Portfolio, *, staked: bool) -> Chart:
    """The distribution of the net gain of the stakes, and each stake's share of the variance.
    Raises RenderError if there are too many gains.
    """
    page = joint_page(portfolio, staked=staked, full=False)
    return stakes.portfolio_chart(portfolio, names_of(portfolio.joint.bets), page)


def _bets(portfolio: Portfolio, names: Sequence[Text], staked: bool, full: bool) -> Table:
    """One row per bet: its number, price and stake, and its house edge and standard deviation alone."""
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
        notes.append(message("Multipliers are drawn independently of the cards and of each other."))
    table = Table(message("Each bet alone"), columns, rows, tuple(notes))
    table = table if staked else without(table, "stake")
    return table if full else narrowed(table, "reference")


def _outcomes(portfolio: Portfolio, names: Sequence[Text], staked: bool, full: bool) -> Table:
    """One row per joint outcome, the most likely first."""
    joint = portfolio.joint
    shown = joint.outcomes if full else joint.outcomes[: stakes.MOST_ROWS]
    settled = [_SETTLED]
    if full:
        bets = zip(keys_of(joint.bets), names, strict=True)
        settled = [_NUMBER, *(Column(f"line_{key}", name, "text") for key, name in bets)]
    rows: list[tuple[Cell, ...]] = []
    for number, (lines, ways) in enumerate(shown, 1):
        how = (number, *map(label, joint.bets, lines)) if full else (_settled(joint.bets, names, lines),)
        rows.append((*how, portfolio.net(lines), ways, Fraction(ways, joint.total)))
    notes: list[Text] = [
        message("Net: total gain of all stakes; its mean if a pay has a random multiplier.")
        if staked
        else message("Net: total gain of one unit on each bet; its mean if a pay has a random multiplier.")
    ]
    if not full:
        notes.append(message("Bets that are not named lose their stake."))
    if rest := joint.outcomes[len(shown) :]:
        chance = Fraction(sum(ways for _, ways in rest), joint.total)
        notes.append(stakes.unlisted(len(rest), chance))
    columns = (*settled, NET, WAYS, shared.PROBABILITY)
    return Table(_number(len(joint.outcomes)), columns, tuple(rows), tuple(notes))


def _settled(bets: Sequence[Bet], names: Sequence[Text], lines: Settled) -> Text:
    """How bets are settled; bets that lose are left out."""
    lines_text = tuple(
        message("{bet}: {line}", bet=name, line=label(bet, line))
        for bet, name, line in zip(bets, names, lines, strict=True)
        if line != LOSE
    )
    return Message("{lines}", (("lines", lines_text),)) if lines_text else message("every bet loses")


def _extremes(portfolio: Portfolio, names: Sequence[Text], staked: bool, full: bool) -> Table:
    """The greatest and the least gain, one row per joint outcome with that gain."""
    columns = (Column("extreme", message("Extreme"), "text"), _SETTLED, NET, shared.PROBABILITY)
    bets = list(compress(portfolio.joint.bets, portfolio.stakes))
    staking = list(compress(names, portfolio.stakes))
    rows: list[tuple[Cell, ...]] = []
    for what, every, extreme in (
        (message("best"), message("best, in total"), portfolio.best),
        (message("worst"), message("worst, in total"), portfolio.worst),
    ):
        shown = extreme.outcomes if full else extreme.outcomes[:_MOST_EXTREME]
        rows += [(what, _settled(bets, staking, lines), extreme.net, chance) for lines, chance in shown]
        if len(extreme.outcomes) > 1:
            rows.append((every, _number(len(extreme.outcomes)), extreme.net, extreme.probability))
    notes = [
        message("The greatest gain and the greatest loss of all stakes together.")
        if staked
        else message("The greatest gain and the greatest loss of one unit on each bet.")
    ]
    if len(staking) < len(names):
        notes.append(message("Bets without a stake are left out here."))
    return Table(message("Best and worst"), columns, tuple(rows), tuple(notes))


def _number(outcomes: int) -> Message:
    return plural("{n} joint outcome", "{n} joint outcomes", outcomes)


def _matrices(joint: Joint, names: Sequence[Text], columns_per_block: int | None) -> Iterator[Table]:
    matrices: tuple[tuple[Message, Format, Callable[[int, int], Fraction | None], Message], ...] = (
        (
            message("Correlation"),
            "signed_root",
            joint.correlation_squared,
            message("Correlation: of the net gains of two bets on one coup, from -1 to 1."),
        ),
        (
            message("Covariance"),
            "decimal",
            lambda i, j: joint.covariances[i][j],
            message(
                "Covariance: of the net gains of one unit on each of two bets, in squared units. The "
                "covariance of a bet with itself is its variance."
            ),
        ),
        (
            message("Minimum-variance hedge"),
            "decimal",
            lambda i, j: None if i == j else joint.hedge(i, j),
            message(
                "For each unit on the bet of the row, the stake on the bet of the column that minimizes the "
                "variance of both together: -covariance / variance of the bet of the column. If it is "
                "negative, any stake on that bet increases the variance."
            ),
        ),
    )
    keys, places = keys_of(joint.bets), range(len(names))
    heads = [str(i + 1) if columns_per_block else names[i] for i in places]
    # The columns are divided evenly among the tables.
    blocks = -(-len(names) // columns_per_block) if columns_per_block else 1
    step = -(-len(names) // blocks)
    for title, kind, cell, note in matrices:
        for start in range(0, len(names), step):
            across = places[start : start + step]
            with_bets = (Column(f"with_{keys[j]}", heads[j], kind) for j in across)
            rows = tuple((i + 1, names[i], *(cell(i, j) for j in across)) for i in places)
            notes = (note,) if start + step >= len(names) else ()
            table = Table(title, (_NUMBER, BET, *with_bets), rows, notes)
            yield table if columns_per_block else without(table, "number")


_OUTCOME: Fields[tuple[Mapping[str, str], Fraction, Fraction, Fraction]] = (
    said("lines", by_name(LINE_ID), 0),
    said("ways", RATIO, 1),
    said("probability", PROBABILITY, 2),
)
_EXTREME: Fields[tuple[ExtremeGain, Sequence[Any]]] = (
    through(0, said("net"), said("probability", PROBABILITY)),
    said("outcomes", records(_OUTCOME), 1),
)


def _matrix(key: str, kind: Kind, cell: Callable[[Joint, int, int], Fraction | None]) -> Field[Joint]:
    """A field with a row and a column for each bet."""

    def rows(joint: Joint) -> list[list[Fraction | None]]:
        places = range(len(joint.bets))
        return [[cell(joint, i, j) for j in places] for i in places]

    return said(key, many(many(kind)), rows)


def _all_outcomes(portfolio: Portfolio) -> list[tuple[Mapping[str, str], Fraction, Fraction, Fraction]]:
    """Every joint outcome: the line of each bet, the ways, the probability and the net gain."""
    keys, total = stakes.bet_keys(portfolio), portfolio.joint.total
    return [
        (dict(zip(keys, lines, strict=True)), Fraction(ways), Fraction(ways, total), portfolio.net(lines))
        for lines, ways in portfolio.joint.outcomes
    ]


def _extreme(key: str) -> Field[Portfolio]:
    """A field with the greatest or least net gain, and the outcomes, of the bets with a stake, that give it.

    The ways of an outcome are a ratio if a multiplier is also drawn.
    """

    def of(portfolio: Portfolio) -> tuple[ExtremeGain, list[Any]]:
        extreme: ExtremeGain = getattr(portfolio, key)
        staking = list(compress(stakes.bet_keys(portfolio), portfolio.stakes))
        return extreme, [
            (dict(zip(staking, lines, strict=True)), chance * portfolio.joint.total, chance)
            for lines, chance in extreme.outcomes
        ]

    return said(key, record(_EXTREME), of)


_JOINT: Fields[Portfolio] = (
    said("bets", many(TEXT), stakes.bet_keys),
    said("total_ways", WHOLE, "joint.total"),
    said("covariance", many(many(RATIO)), "joint.covariances"),
    through("joint", _matrix("correlation", ROOT.optional, Joint.correlation_squared)),
    said("outcomes", records(_OUTCOME, said("net", value=3)), _all_outcomes),
    _extreme("best"),
    _extreme("worst"),
)
_MORE: Fields[Joint] = (
    _matrix("correlation_signed_square", RATIO.optional, Joint.correlation_squared),
    _matrix("hedge", RATIO.optional, Joint.hedge),
    OMITTED,
)
_STAKED: Fields[tuple[Portfolio, bool]] = (
    through(0, _JOINT),
    said("portfolio", record(stakes.PORTFOLIO).optional, lambda staked: staked[0] if staked[1] else None),
    through(lambda staked: staked[0].joint, _MORE),
)
JOINT: Document[tuple[Portfolio, bool]] = Document(
    "joint", 2, "joint", _STAKED, lambda staked: stakes.stakes_origin([staked[0]], staked[1])
)
"""The document of a portfolio and of whether stakes were given; if not, each bet has a stake of one unit."""
