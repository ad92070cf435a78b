"""What stakes on several bets gain together, as tables for people.

Lays out exact values; computes none, and renders none.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import accumulate

from analyzer.analysis.money.portfolio import Portfolio
from analyzer.errors import RenderError
from analyzer.exact import grouped, ratio_text
from analyzer.render.chart import Band, Chart, Panel, Row, tone
from analyzer.render.page import Page
from analyzer.render.table import Cell, Column, Table
from analyzer.text import Figure, Message, Text, message, plural

MOST_ROWS = 20
"""Joint outcomes, or gains, that a page for a terminal lists."""

MOST_DRAWN = 60
"""The most gains that are drawn."""

_OFFSETTING = 6
"""Pairs of bets that offset each other, of which a note tells."""


_SHARE = message(
    "Share of variance: the covariance of a stake's gain with the gain of all, over the variance of all; the "
    "shares add up to 100%, and a negative one makes all together vary less."
)


def portfolio_tables(found: Portfolio, names: Sequence[Text], full: bool) -> Iterator[Table]:
    """The stakes together: statistics, what each stake adds to the variance, and every gain."""
    yield _statistics(found, full)
    yield _parts(found, names)
    yield _law(found, full)


def _statistics(found: Portfolio, full: bool) -> Table:
    columns = (
        Column("statistic", message("Statistic"), "text"),
        Column("value", message("Value"), "text"),
        Column("exact", message("Ratio"), "ratio" if full else "text"),
    )
    apart = sum((part.variance for part in found.parts), Fraction(0))
    rows: list[tuple[Cell, ...]] = []
    for what, value, kind in (
        (message("Total stake"), found.staked, "ratio"),
        (message("EV"), found.ev, "decimal"),
        (message("House edge per unit staked"), found.house_edge, "percent"),
        (message("Variance"), found.variance, "decimal"),
        (message("Standard deviation"), found.variance, "root"),
        (message("Standard deviation were the bets independent"), apart, "root"),
        (message("Probability of a gain"), found.gain, "percent"),
        (message("Probability of breaking even"), found.even, "percent"),
        (message("Probability of a loss"), found.loss, "percent"),
        (message("Exposure"), found.exposure, "ratio"),
    ):
        # In 80 columns an exact number may need two lines, which only a text can be broken into.
        exact: Cell = value if full else ratio_text(value).replace("/", " / ")
        shown = Message("{x}", (("x", Figure(value, kind)),))
        rows.append((what, shown, None if kind == "root" else exact))
    notes = (
        message("Values are rounded half to even; the exact number stands beside each that is rational."),
        message("EV, standard deviation and exposure: of the net gain of one coup, in units of the stakes."),
    )
    return Table(message("The stakes together"), columns, tuple(rows), notes)


def _parts(found: Portfolio, names: Sequence[Text]) -> Table:
    columns = (
        Column("bet", message("Bet"), "text"),
        Column("stake", message("Stake"), "ratio"),
        Column("ev", message("EV"), "decimal"),
        Column("standard_deviation", message("Standard deviation"), "root"),
        Column("share", message("Share of variance"), "percent"),
    )
    staked = [name for name, stake in zip(names, found.stakes, strict=True) if stake]
    rows = tuple(
        (name, part.stake, part.ev, part.variance, part.share)
        for name, part in zip(staked, found.parts, strict=True)
    )
    notes: list[Text] = [_SHARE]
    if pairs := _offsetting(found, names):
        notes.append(
            message("Offset each other, by correlation: {pairs}.", pairs=pairs)
            if len(pairs) <= _OFFSETTING
            else message("Offset each other most, by correlation: {pairs}.", pairs=pairs[:_OFFSETTING])
        )
    calmer = tuple(
        name for name, part in zip(staked, found.parts, strict=True) if found.variance < part.variance
    )
    if calmer:
        notes.append(message("All together vary less than this stake alone: {bets}.", bets=calmer))
    return Table(message("What each stake adds"), columns, rows, tuple(notes))


def _offsetting(found: Portfolio, names: Sequence[Text]) -> tuple[Message, ...]:
    """The pairs of staked bets that offset each other, the most negative correlation first."""
    squares = [(found.joint.correlation_squared(i, j) or Fraction(0), i, j) for i, j in found.offsetting]
    return tuple(
        message("{a} and {b} ({correlation})", a=names[i], b=names[j], correlation=Figure(square, "root"))
        for square, i, j in sorted(squares)
    )


def _law(found: Portfolio, full: bool) -> Table:
    """A row a gain, in rising order."""
    law, total = found.law, found.joint.total
    chances = [Fraction(ways, law.total) for ways in law.ways]
    counted = all(total * ways % law.total == 0 for ways in law.ways)
    below = list(accumulate(chances))
    places = range(len(chances))
    likeliest = sorted(places, key=lambda place: (-chances[place], place))
    shown = sorted(likeliest if full else likeliest[:MOST_ROWS])
    columns = (
        Column("net", message("Net"), "ratio"),
        *((Column("ways", message("Ways"), "count"),) if counted else ()),
        Column("probability", message("Probability"), "percent"),
        Column("or_less", message("This or less"), "percent"),
    )
    rows = tuple(
        (
            law.gains[place],
            *((total * law.ways[place] // law.total,) if counted else ()),
            chances[place],
            below[place],
        )
        for place in shown
    )
    notes = [message("Net: gain of all stakes together; {n} gains are possible.", n=len(chances))]
    if len(shown) < len(chances):
        chance = 1 - sum((chances[place] for place in shown), Fraction(0))
        notes.append(unlisted(len(chances) - len(shown), chance))
    return Table(message("Every net gain"), columns, rows, tuple(notes))


def unlisted(number: int, chance: Fraction) -> Message:
    """What a reader must be told where not everything is listed."""
    return plural(
        "{n} less likely one, of probability {chance}, is listed in other formats only.",
        "{n} less likely ones, of probability {chance} together, are listed in other formats only.",
        number,
        chance=Figure(chance, "percent"),
    )


def portfolio_chart(found: Portfolio, names: Sequence[Text], page: Page) -> Chart:
    """Every gain with its probability, and beside it each stake's share of the variance.

    Raises:
        RenderError: there are too many gains.
    """
    law = found.law
    if len(law.gains) > MOST_DRAWN:
        raise RenderError(
            f"expected 1 to {MOST_DRAWN} net gains for such a plot, got {grouped(len(law.gains))}; "
            "choose bets with --bet or --stake"
        )
    chances = (Fraction(ways, law.total) for ways in law.ways)
    gains = (Row(gain, (chance,), tone(gain)) for gain, chance in zip(law.gains, chances, strict=True))
    staked = (name for name, stake in zip(names, found.stakes, strict=True) if stake)
    shares = (
        Row(
            message("{bet} ({stake})", bet=name, stake=Figure(part.stake, "ratio")),
            (part.share,),
            tone(-(part.share or Fraction(0))),
        )
        for name, part in zip(staked, found.parts, strict=True)
    )
    panels = (
        Panel(message("Probability by net gain"), tuple(gains)),
        Panel(message("Share of variance"), tuple(shares)),
    )
    notes = (message("Net gain: of all stakes together. Beside each bet: its stake."), _SHARE)
    return Chart(page.heading, (Band(panels),), notes, page.provenance)
