"""The total gain of stakes on several bets: what pages and documents say of it, tables and a chart."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from heapq import nlargest
from itertools import accumulate, compress
from operator import attrgetter, itemgetter
from typing import TypeVar

from analyzer.analysis.money.portfolio import Part, Portfolio
from analyzer.errors import RenderError
from analyzer.exact import grouped, ratio_text
from analyzer.render.chart import Band, Chart, ChartRow, Panel, tone
from analyzer.render.page import Page
from analyzer.render.table import Cell, Column, Table
from analyzer.report import columns as shared
from analyzer.report.columns import BET, NET, STANDARD_DEVIATION, WAYS
from analyzer.report.fields import Field, Fields, each, field_table, headed, said, said_as, through, without
from analyzer.report.kinds import PROBABILITY, RATIO
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


STATISTICS: Fields[Portfolio] = (
    headed("staked", message("Total stake"), "ratio"),
    headed("ev", message("EV"), "decimal"),
    headed("house_edge", message("House edge per unit staked"), "percent"),
    headed("variance", message("Variance"), "decimal"),
    headed("standard_deviation", message("Standard deviation"), "root", "variance"),
    headed(
        "apart",
        message("Standard deviation were the bets independent"),
        "root",
        lambda portfolio: sum((part.variance for part in portfolio.parts), Fraction(0)),
        in_documents=False,
    ),
    headed("gain", message("Probability of a gain"), "percent", kind=PROBABILITY),
    headed("even", message("Probability of breaking even"), "percent", kind=PROBABILITY),
    headed("loss", message("Probability of a loss"), "percent", kind=PROBABILITY),
    headed("exposure", message("Exposure"), "ratio"),
)
"""The statistics of all stakes together."""


def _statistics(portfolio: Portfolio, full: bool) -> Table:
    columns = (
        Column("statistic", message("Statistic"), "text"),
        Column("value", message("Value"), "text"),
        Column("exact", message("Ratio"), "ratio" if full else "text"),
    )
    rows: list[tuple[Cell, ...]] = []
    for field in each(STATISTICS):
        kind, value = field.column.kind, field.cell(portfolio)
        # In 80 columns an exact number may need two lines, and only text can be broken.
        exact: Cell = value if full else ratio_text(value).replace("/", " / ")
        shown = Message("{x}", (("x", Figure(value, kind)),))
        rows.append((field.column.head, shown, None if kind == "root" else exact))
    notes = (
        message("Values are rounded half to even; the exact number stands beside each that is rational."),
        message("EV, standard deviation and exposure: of the net gain of one coup, in units of the stakes."),
    )
    return Table(message("The stakes together"), columns, tuple(rows), notes)


PARTS: Fields[tuple[Text, Part]] = (
    Field(BET, itemgetter(0)),
    *through(
        1,
        (
            headed("stake", message("Stake"), "ratio"),
            headed("ev", message("EV"), "decimal"),
            Field(STANDARD_DEVIATION, attrgetter("variance"), in_documents=False),
            said_as(RATIO, "variance", "covariance"),
            headed("share", message("Share of variance"), "percent", in_documents=False),
            said("share_of_variance", RATIO.optional, "share"),
        ),
    ),
)
"""What each stake adds, with its bet: on pages the bet's name, in documents its key."""


def _parts(portfolio: Portfolio, names: Sequence[Text]) -> Table:
    parts = list(named_parts(portfolio, names))
    notes: list[Text] = [_SHARE]
    if pairs := _offsetting(portfolio, names):
        notes.append(
            message("Offset each other, by correlation: {pairs}.", pairs=pairs)
            if len(pairs) <= _OFFSETTING
            else message("Offset each other most, by correlation: {pairs}.", pairs=pairs[:_OFFSETTING])
        )
    if bets := tuple(name for name, part in parts if portfolio.variance < part.variance):
        notes.append(message("All together vary less than this stake alone: {bets}.", bets=bets))
    return field_table(message("What each stake adds"), parts, PARTS, notes)


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


@dataclass(frozen=True, slots=True)
class Gain:
    """One net gain of all stakes together: its ways and its probability, and that of it or less.

    The ways are no whole number if a multiplier is drawn, too.
    """

    net: Fraction
    ways: Fraction
    probability: Fraction
    or_less: Fraction


def gains_of(portfolio: Portfolio) -> list[Gain]:
    """Every net gain, in rising order."""
    distribution, total = portfolio.distribution, portfolio.joint.total
    chances = [Fraction(ways, distribution.total) for ways in distribution.ways]
    each_gain = zip(distribution.gains, chances, accumulate(chances), strict=True)
    return [Gain(net, chance * total, chance, or_less) for net, chance, or_less in each_gain]


GAINS: Fields[Gain] = (
    NET,
    Field(WAYS, lambda gain: int(gain.ways), in_documents=False),
    said("ways"),
    Field(shared.PROBABILITY, kind=PROBABILITY),
    headed("or_less", message("This or less"), "percent", in_documents=False),
)
"""What is said of each net gain."""


def _gains_table(portfolio: Portfolio, full: bool) -> Table:
    """One row per gain, in rising order."""
    gains = gains_of(portfolio)
    shown = gains if full else nlargest(MOST_ROWS, gains, key=attrgetter("probability"))
    notes = [message("Net: gain of all stakes together; {n} gains are possible.", n=len(gains))]
    if len(shown) < len(gains):
        rest = 1 - sum((gain.probability for gain in shown), Fraction(0))
        notes.append(unlisted(len(gains) - len(shown), rest))
    table = field_table(message("Every net gain"), sorted(shown, key=attrgetter("net")), GAINS, notes)
    return table if all(gain.ways.denominator == 1 for gain in gains) else without(table, "ways")


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
    gains = gains_of(portfolio)
    if len(gains) > MOST_DRAWN:
        raise RenderError(
            f"expected 1 to {MOST_DRAWN} net gains for such a plot, got {grouped(len(gains))}; "
            "choose bets with --bet or --stake"
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
        Panel(
            message("Probability by net gain"),
            tuple(ChartRow(gain.net, (gain.probability,), tone(gain.net)) for gain in gains),
        ),
        Panel(message("Share of variance"), tuple(shares)),
    )
    notes = (message("Net gain: of all stakes together. Beside each bet: its stake."), _SHARE)
    return Chart(page.heading, (Band(panels),), notes, page.provenance)
