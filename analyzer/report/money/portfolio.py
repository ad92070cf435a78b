"""The total gain of stakes on several bets, as fields, tables and a chart."""

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from heapq import nlargest
from itertools import accumulate, compress
from operator import attrgetter, itemgetter
from typing import NamedTuple, TypeVar

from analyzer.analysis.money.portfolio import OnPortfolio, Part, Portfolio
from analyzer.analysis.question import keys_of
from analyzer.bets.bet import Bet
from analyzer.errors import RenderError, parameter
from analyzer.exact import ratio_text
from analyzer.render.chart import Band, Chart, ChartRow, Panel, tone
from analyzer.render.page import Page, Pairs
from analyzer.render.table import Table
from analyzer.report import columns as shared
from analyzer.report.columns import BET, NET, STANDARD_DEVIATION, WAYS
from analyzer.report.fields import Field, Fields, field_table, headed, records, said, through, without
from analyzer.report.kinds import ID, PAYTABLE, PROBABILITY, RATIO, TEXT, by_name, many, one_of
from analyzer.report.names import names_of, ratio
from analyzer.report.notes import before_the_coup, excluded_notes, multiplied
from analyzer.report.origin import Origin
from analyzer.report.statistics import statistics_table
from analyzer.text import Figure, Message, Text, message, plural

T = TypeVar("T")

MOST_ROWS, MOST_DRAWN = 20, 60
"""The most joint outcomes, or gains, on a page for a terminal, and the most gains in a chart."""

_OFFSETTING = 6  # The most pairs of offsetting bets that a note lists.

_SHARE = message(
    "Share of variance: the covariance of a stake's gain with the total gain, divided by the variance of the "
    "total gain. The shares add up to 100%; a stake with a negative share reduces the variance."
)
FRESH = message(
    "Fresh-shoe model: every coup is dealt from a new shoe like this one, so the gains of coups are "
    "independent."
)


def portfolio_tables(portfolio: Portfolio, names: Sequence[Text], full: bool) -> Iterator[Table]:
    """The stakes together: statistics, each stake's share of the variance, and every gain."""
    meaning = message(
        "EV, standard deviation and exposure: of the net gain of one coup, in units of the stakes."
    )
    yield statistics_table(message("The stakes together"), _STATISTICS, portfolio, full, meaning)
    yield _parts(portfolio, names)
    yield _gains_table(portfolio, full)


_STATISTICS: Fields[Portfolio] = (
    headed("staked", message("Total stake"), "ratio"),
    headed("ev", message("EV"), "decimal"),
    headed("house_edge", message("House edge per unit staked"), "percent"),
    headed("variance", message("Variance"), "decimal"),
    headed("standard_deviation", message("Standard deviation"), "root", "variance"),
    headed(
        "apart",
        message("Standard deviation if the bets were independent"),
        "root",
        lambda portfolio: sum((part.variance for part in portfolio.parts), Fraction(0)),
        in_documents=False,
    ),
    headed("gain", message("Probability of a gain"), "percent", kind=PROBABILITY),
    headed("even", message("Probability of breaking even"), "percent", kind=PROBABILITY),
    headed("loss", message("Probability of a loss"), "percent", kind=PROBABILITY),
    headed("exposure", message("Exposure"), "ratio"),
)
_PARTS: Fields[tuple[Text, Part]] = (
    Field(BET, itemgetter(0)),
    through(
        1,
        headed("stake", message("Stake"), "ratio"),
        headed("ev", message("EV"), "decimal"),
        Field(STANDARD_DEVIATION, attrgetter("variance"), in_documents=False),
        said("variance"),
        said("covariance"),
        headed("share", message("Share of variance"), "percent", in_documents=False),
        said("share_of_variance", RATIO.optional, "share"),
    ),
)
"""The contribution of each stake, with its bet: on pages the bet's name, in documents its key."""


def _parts(portfolio: Portfolio, names: Sequence[Text]) -> Table:
    parts = list(_named_parts(portfolio, names))
    notes: list[Text] = [_SHARE]
    if pairs := _offsetting(portfolio, names):
        notes.append(
            message("Bets that offset each other, with their correlations: {pairs}.", pairs=pairs)
            if len(pairs) <= _OFFSETTING
            else message(
                "Bets that offset each other most, with their correlations: {pairs}.",
                pairs=pairs[:_OFFSETTING],
            )
        )
    if bets := tuple(name for name, part in parts if portfolio.variance < part.variance):
        notes.append(
            message("All stakes together vary less than each of these stakes alone: {bets}.", bets=bets)
        )
    return field_table(message("What each stake contributes"), parts, _PARTS, notes)


def _named_parts(portfolio: Portfolio, names: Iterable[T]) -> Iterator[tuple[T, Part]]:
    return zip(compress(names, portfolio.stakes), portfolio.parts, strict=True)


def _offsetting(portfolio: Portfolio, names: Sequence[Text]) -> tuple[Message, ...]:
    """The pairs of bets with stakes that offset each other, the most negative correlation first."""
    correlation = portfolio.joint.correlation_squared
    squares = [(correlation(i, j) or Fraction(0), i, j) for i, j in portfolio.offsetting]
    return tuple(
        message("{a} and {b} ({correlation})", a=names[i], b=names[j], correlation=Figure(square, "root"))
        for square, i, j in sorted(squares)
    )


class _Gain(NamedTuple):
    """One net gain of all stakes together; its ways may be a fraction if a multiplier is also drawn."""

    net: Fraction
    ways: Fraction
    probability: Fraction
    or_less: Fraction


def _gains(portfolio: Portfolio) -> list[_Gain]:
    distribution, total = portfolio.distribution, portfolio.joint.total
    chances = [Fraction(ways, distribution.total) for ways in distribution.ways]
    each_gain = zip(distribution.gains, chances, accumulate(chances), strict=True)
    return [_Gain(net, chance * total, chance, or_less) for net, chance, or_less in each_gain]


_GAINS: Fields[_Gain] = (
    NET,
    Field(WAYS, lambda gain: int(gain.ways), in_documents=False),
    said("ways"),
    Field(shared.PROBABILITY, kind=PROBABILITY),
    headed("or_less", message("P(this or less)"), "percent", in_documents=False),
)


def _gains_table(portfolio: Portfolio, full: bool) -> Table:
    gains = _gains(portfolio)
    shown = gains if full else nlargest(MOST_ROWS, gains, key=attrgetter("probability"))
    notes = [message("Net: gain of all stakes together; {n} gains are possible.", n=len(gains))]
    if len(shown) < len(gains):
        rest = 1 - sum((gain.probability for gain in shown), Fraction(0))
        notes.append(unlisted(len(gains) - len(shown), rest))
    table = field_table(message("Every net gain"), sorted(shown, key=attrgetter("net")), _GAINS, notes)
    return table if all(gain.ways.denominator == 1 for gain in gains) else without(table, "ways")


def unlisted(number: int, chance: Fraction) -> Message:
    """A note that this many less likely outcomes are not listed, with their total probability."""
    return plural(
        "{n} less likely row, with probability {chance}, is in other formats only.",
        "{n} less likely rows, with a total probability of {chance}, are in other formats only.",
        number,
        chance=Figure(chance, "percent"),
    )


def portfolio_chart(portfolio: Portfolio, names: Sequence[Text], page: Page) -> Chart:
    """Every gain with its probability, and each stake's share of the variance.
    Raises RenderError if there are too many gains.
    """
    gains = _gains(portfolio)
    if len(gains) > MOST_DRAWN:
        raise RenderError(
            "expected 1 to {most} net gains for this plot, got {gains}; choose bets with {bets} or {stake}",
            most=MOST_DRAWN,
            gains=len(gains),
            bets=parameter("bets"),
            stake=parameter("stake"),
        )
    shares = (
        ChartRow(
            message("{bet} ({stake})", bet=name, stake=Figure(part.stake, "ratio")),
            (part.share,),
            tone(-(part.share or Fraction(0))),
        )
        for name, part in _named_parts(portfolio, names)
    )
    panels = (
        Panel(
            message("Probability by net gain"),
            tuple(ChartRow(gain.net, (gain.probability,), tone(gain.net)) for gain in gains),
        ),
        Panel(message("Share of variance"), tuple(shares)),
    )
    notes = (message("Net gain: of all stakes together. In brackets after each bet: its stake."), _SHARE)
    return Chart(page.heading, (Band(panels),), notes, page.provenance)


_STAKE: Fields[tuple[Bet, Fraction]] = (
    through(0, said("bet", ID, "id"), said("paytable", PAYTABLE)),
    said("stake", value=1),
)

STAKES: Fields[Portfolio] = (  # The stakes on every coup, each coup from a fresh shoe.
    said("stakes", records(_STAKE), lambda p: list(zip(p.joint.bets, p.stakes, strict=True))),
    said("model", one_of("fresh-shoe"), lambda portfolio: "fresh-shoe"),
)


def stake_name(on: OnPortfolio) -> Text:
    """The name of the stakes of an answer: that of the only bet with a stake, or "All stakes"."""
    staked = list(compress(on.portfolio.joint.bets, on.portfolio.stakes))
    return staked[0].title if len(staked) == 1 else message("All stakes")


STAKED_ON = headed("stake", message("Staked on"), "text", stake_name, in_documents=False)
"""The name of an answer's stakes."""


def stakes_note(portfolio: Portfolio) -> Message:
    """A note on the stake on each bet of a coup."""
    stakes = tuple(
        message("{stake} on {bet}", stake=ratio(stake), bet=name)
        for name, stake in zip(names_of(portfolio.joint.bets), portfolio.stakes, strict=True)
        if stake
    )
    return message("Staked on every coup, in units: {stakes}.", stakes=stakes)


def bet_notes(portfolios: Sequence[Portfolio], *, with_excluded: bool = True) -> Iterator[Text]:
    """Notes on the bets: multiplied pays, bets offered only inside a coup, and excluded bets."""
    bets = [bet for portfolio in portfolios for bet in compress(portfolio.joint.bets, portfolio.stakes)]
    for bet in bets:
        yield from multiplied(bet)
    yield from before_the_coup(bets)
    if with_excluded:
        yield from excluded_notes(portfolios[0].joint.excluded)


def stakes_origin(
    portfolios: Sequence[Portfolio], staked: bool, options: Pairs = (), stated: Pairs = ()
) -> Origin:
    """What decided an answer about a portfolio, or about several portfolios of a single bet each.

    `staked` is whether stakes were given. Documents also state the options in `stated`.
    """
    first, bets = portfolios[0], [bet for portfolio in portfolios for bet in portfolio.joint.bets]
    named_stakes = zip(bet_keys(first), first.stakes, strict=True)
    stakes = " ".join(f"{key}={ratio_text(stake)}" for key, stake in named_stakes if stake)
    given: Pairs = (("stakes", stakes),) if staked else ()
    # Documents name the bets with their digests.
    named: Pairs = (("bets", " ".join(bet.reference for bet in bets)),) if len(portfolios) > 1 else ()
    known = {"options": dict((*given, *options, *stated))}
    return Origin(first.question, tuple(bets), (*given, *named, *options), known=known)


def bet_keys(portfolio: Portfolio) -> list[str]:
    """The key of each bet in documents."""
    return keys_of(portfolio.joint.bets)


PORTFOLIO: Fields[Portfolio] = (  # Stakes on several bets in documents.
    said("stakes", by_name(RATIO), lambda p: dict(zip(bet_keys(p), p.stakes, strict=True))),
    _STATISTICS,
    said("law", records(_GAINS), _gains),
    said("parts", records(_PARTS), lambda p: list(_named_parts(p, bet_keys(p)))),
    said(
        "offsetting",
        many(many(TEXT, minItems=2, maxItems=2)),
        lambda p: [[bet_keys(p)[i], bet_keys(p)[j]] for i, j in p.offsetting],
    ),
)
