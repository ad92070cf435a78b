"""The total gain of stakes on several bets: tables and a chart for people, an entry of a document."""

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from heapq import nlargest
from itertools import accumulate, compress
from typing import TypeVar

from analyzer.analysis.money.portfolio import Part, Portfolio
from analyzer.errors import RenderError
from analyzer.exact import grouped, ratio_text
from analyzer.render.chart import Band, Chart, ChartRow, Panel, tone
from analyzer.render.page import Page
from analyzer.render.table import Cell, Column, Table
from analyzer.report.columns import BET, NET, PROBABILITY, STANDARD_DEVIATION, WAYS
from analyzer.report.fields import Field, Fields, field_table, without
from analyzer.text import Figure, Message, Text, message, plural

T = TypeVar("T")

MOST_ROWS = 20
"""The most joint outcomes, or gains, that a page for a terminal lists."""

MOST_DRAWN = 60
"""The most gains in a chart."""

_OFFSETTING = 6
"""The most pairs of bets that a note lists as offsetting each other."""

_SHARE = message(
    "Share of variance: the covariance of a stake's gain with the gain of all, over the variance of all; the "
    "shares add up to 100%, and a negative one makes all together vary less."
)


def portfolio_tables(portfolio: Portfolio, names: Sequence[Text], full: bool) -> Iterator[Table]:
    """The stakes together: statistics, what each stake adds to the variance, and every gain."""
    yield _statistics(portfolio, full)
    yield _parts(portfolio, names)
    yield _gains_table(portfolio, full)


def _statistics(portfolio: Portfolio, full: bool) -> Table:
    columns = (
        Column("statistic", message("Statistic"), "text"),
        Column("value", message("Value"), "text"),
        Column("exact", message("Ratio"), "ratio" if full else "text"),
    )
    independent = sum((part.variance for part in portfolio.parts), Fraction(0))
    rows: list[tuple[Cell, ...]] = []
    for name, value, kind in (
        (message("Total stake"), portfolio.staked, "ratio"),
        (message("EV"), portfolio.ev, "decimal"),
        (message("House edge per unit staked"), portfolio.house_edge, "percent"),
        (message("Variance"), portfolio.variance, "decimal"),
        (message("Standard deviation"), portfolio.variance, "root"),
        (message("Standard deviation were the bets independent"), independent, "root"),
        (message("Probability of a gain"), portfolio.gain, "percent"),
        (message("Probability of breaking even"), portfolio.even, "percent"),
        (message("Probability of a loss"), portfolio.loss, "percent"),
        (message("Exposure"), portfolio.exposure, "ratio"),
    ):
        # In 80 columns an exact number may need two lines, and only text can be broken.
        exact: Cell = value if full else ratio_text(value).replace("/", " / ")
        shown = Message("{x}", (("x", Figure(value, kind)),))
        rows.append((name, shown, None if kind == "root" else exact))
    notes = (
        message("Values are rounded half to even; the exact number stands beside each that is rational."),
        message("EV, standard deviation and exposure: of the net gain of one coup, in units of the stakes."),
    )
    return Table(message("The stakes together"), columns, tuple(rows), notes)


def _parts(portfolio: Portfolio, names: Sequence[Text]) -> Table:
    parts = list(named_parts(portfolio, names))
    fields: Fields[tuple[Text, Part]] = (
        Field(BET, lambda part: part[0]),
        Field(Column("stake", message("Stake"), "ratio"), lambda part: part[1].stake),
        Field(Column("ev", message("EV"), "decimal"), lambda part: part[1].ev),
        Field(STANDARD_DEVIATION, lambda part: part[1].variance),
        Field(Column("share", message("Share of variance"), "percent"), lambda part: part[1].share),
    )
    notes: list[Text] = [_SHARE]
    if pairs := _offsetting(portfolio, names):
        notes.append(
            message("Offset each other, by correlation: {pairs}.", pairs=pairs)
            if len(pairs) <= _OFFSETTING
            else message("Offset each other most, by correlation: {pairs}.", pairs=pairs[:_OFFSETTING])
        )
    if bets := tuple(name for name, part in parts if portfolio.variance < part.variance):
        notes.append(message("All together vary less than this stake alone: {bets}.", bets=bets))
    return field_table(message("What each stake adds"), parts, fields, notes)


def named_parts(portfolio: Portfolio, names: Iterable[T]) -> Iterator[tuple[T, Part]]:
    """Each part, with the name of its bet."""
    return zip(compress(names, portfolio.stakes), portfolio.parts, strict=True)


def _offsetting(portfolio: Portfolio, names: Sequence[Text]) -> tuple[Message, ...]:
    """The pairs of staked bets that offset each other, the most negative correlation first."""
    correlation = portfolio.joint.correlation_squared
    squares = [(correlation(i, j) or Fraction(0), i, j) for i, j in portfolio.offsetting]
    return tuple(
        message("{a} and {b} ({correlation})", a=names[i], b=names[j], correlation=Figure(square, "root"))
        for square, i, j in sorted(squares)
    )


def _gains_table(portfolio: Portfolio, full: bool) -> Table:
    """One row per gain, in rising order."""
    distribution, total = portfolio.distribution, portfolio.joint.total
    chances = [Fraction(ways, distribution.total) for ways in distribution.ways]
    whole = all(total * ways % distribution.total == 0 for ways in distribution.ways)
    gains = list(zip(distribution.gains, distribution.ways, chances, accumulate(chances), strict=True))
    shown = gains if full else sorted(nlargest(MOST_ROWS, gains, key=lambda gain: gain[2]))
    columns = (NET, WAYS, PROBABILITY, Column("or_less", message("This or less"), "percent"))
    rows = tuple(
        (net, total * ways // distribution.total, chance, or_less) for net, ways, chance, or_less in shown
    )
    notes = [message("Net: gain of all stakes together; {n} gains are possible.", n=len(gains))]
    if len(shown) < len(gains):
        notes.append(unlisted(len(gains) - len(shown), 1 - sum((gain[2] for gain in shown), Fraction(0))))
    table = Table(message("Every net gain"), columns, rows, tuple(notes))
    return table if whole else without(table, "ways")


def unlisted(number: int, chance: Fraction) -> Message:
    """A note that this many less likely outcomes are not listed, with their total probability."""
    return plural(
        "{n} less likely one, of probability {chance}, is listed in other formats only.",
        "{n} less likely ones, of probability {chance} together, are listed in other formats only.",
        number,
        chance=Figure(chance, "percent"),
    )


def portfolio_chart(portfolio: Portfolio, names: Sequence[Text], page: Page) -> Chart:
    """Every gain with its probability, next to each stake's share of the variance.

    Raises:
        RenderError: there are too many gains.
    """
    distribution = portfolio.distribution
    if len(distribution.gains) > MOST_DRAWN:
        raise RenderError(
            f"expected 1 to {MOST_DRAWN} net gains for such a plot, got {grouped(len(distribution.gains))}; "
            "choose bets with --bet or --stake"
        )
    chances = (Fraction(ways, distribution.total) for ways in distribution.ways)
    gains = (
        ChartRow(gain, (chance,), tone(gain))
        for gain, chance in zip(distribution.gains, chances, strict=True)
    )
    shares = (
        ChartRow(
            message("{bet} ({stake})", bet=name, stake=Figure(part.stake, "ratio")),
            (part.share,),
            tone(-(part.share or Fraction(0))),
        )
        for name, part in named_parts(portfolio, names)
    )
    panels = (
        Panel(message("Probability by net gain"), tuple(gains)),
        Panel(message("Share of variance"), tuple(shares)),
    )
    notes = (message("Net gain: of all stakes together. Beside each bet: its stake."), _SHARE)
    return Chart(page.heading, (Band(panels),), notes, page.provenance)
