"""A bankroll over many coups: tables and a chart for people."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import compress

from analyzer.analysis.money.bankroll import Bankroll, Reached
from analyzer.analysis.money.portfolio import Portfolio
from analyzer.analysis.money.runs import Runs
from analyzer.errors import RenderError
from analyzer.render.chart import Band, Chart, ChartRow, Panel, tone
from analyzer.render.page import Page
from analyzer.render.table import Cell, Column, Table
from analyzer.report.charts import check_number
from analyzer.report.columns import PROBABILITY
from analyzer.report.fields import Field, Fields, field_table, through
from analyzer.report.money.bankroll_document import QUANTILES, TOTALS, bankroll_origin, quantiles_of
from analyzer.report.money.growth import STAKE, NamedBankroll, kelly_table
from analyzer.report.money.numbers import agreed, agreed_or_none, certain_decimals
from analyzer.report.names import game_and_shoe, ratio
from analyzer.report.notes import before_the_coup, excluded_notes, multiplied
from analyzer.report.odds import with_names
from analyzer.text import Message, Text, message, plural

_MOST_LENGTHS = 20
"""The most lengths of losing runs that a table lists for each stake."""

_MOST_DRAWN = 6
"""The most distributions in a chart."""

FRESH = message(
    "Fresh-shoe model: every coup is dealt from such a shoe anew, so that the gains of coups are independent."
)


def bankroll_page(bankrolls: Sequence[Bankroll], *, staked: bool) -> Page:
    """The stakes over all coups: totals, probabilities, quantiles, losing runs and Kelly stakes.

    `staked` says whether stakes were given; otherwise one unit is staked on each bet alone.
    """
    first = bankrolls[0]
    title = message(
        "{variant}, {shoe}: {coups}",
        **game_and_shoe(first.question),
        coups=plural("{n} coup", "{n} coups", first.coups),
    )
    stakes = [(stake_name(bankroll.portfolio), bankroll) for bankroll in bankrolls]
    tables = (
        _totals(stakes, staked),
        _chances(stakes),
        _quantiles(stakes),
        *_runs(stakes),
        kelly_table(stakes),
    )
    return Page(tables, bankroll_origin(bankrolls, staked).provenance, title)


def stake_name(portfolio: Portfolio) -> Text:
    """The name of a portfolio: that of its only bet, or "All stakes"."""
    staked = list(compress(portfolio.joint.bets, portfolio.stakes))
    return staked[0].title if len(staked) == 1 else message("All stakes")


_STAKED_ON: Field[Bankroll] = Field(STAKE, lambda bankroll: stake_name(bankroll.portfolio))


def stakes_note(portfolio: Portfolio) -> Message:
    """A note on what is staked on each bet of a coup."""
    stakes = tuple(
        message("{stake} on {bet}", stake=ratio(stake), bet=name)
        for ((name, *_), _), stake in zip(
            with_names(portfolio.joint.report.valuations, False), portfolio.stakes, strict=True
        )
        if stake
    )
    return message("Staked on every coup, in units: {stakes}.", stakes=stakes)


def _totals(stakes: Sequence[NamedBankroll], staked: bool) -> Table:
    notes = (
        FRESH,
        stakes_note(stakes[0][1].portfolio)
        if staked
        else message("Staked on every coup: one unit on the bet, alone."),
        message("Staked, gain and SD (standard deviation): of all coups together, in units."),
        message("RTP: the part of all stakes that comes back."),
        *bet_notes([bankroll.portfolio for _, bankroll in stakes]),
    )
    bankrolls = (bankroll for _, bankroll in stakes)
    return field_table(message("Gain of all coups"), bankrolls, (_STAKED_ON, TOTALS), notes)


def bet_notes(portfolios: Sequence[Portfolio], *, with_excluded: bool = True) -> Iterator[Text]:
    """Notes on the bets: multiplied pays, bets offered only inside a coup, and excluded bets."""
    bets = [bet for portfolio in portfolios for bet in compress(portfolio.joint.bets, portfolio.stakes)]
    for bet in bets:
        yield from multiplied(bet)
    yield from before_the_coup(bets)
    if with_excluded:
        yield from excluded_notes(portfolios[0].joint.excluded)


def _chances(stakes: Sequence[NamedBankroll]) -> Table:
    rows: list[tuple[Cell, ...]] = []
    for name, bankroll in stakes:
        events = (
            message("loss"),
            message("neither gain nor loss"),
            message("gain"),
            *(message("loss of {units} units or more", units=ratio(loss)) for loss in bankroll.losses),
        )
        for event, chance in zip(events, bankroll.chances, strict=True):
            rows.append((name, event, agreed_or_none(chance.exact), chance.normal))
        if bankroll.bankroll is not None:
            ruin = message("ruin of {units} units", units=ratio(bankroll.bankroll))
            rows.append((name, ruin, agreed_or_none(bankroll.ruined), None))
    event, normal = message("Outcome"), Column("normal", message("Normal law"), "percent")
    columns = (STAKE, Column("event", event, "text"), PROBABILITY, normal)
    title = message("Probabilities after all coups")
    return Table(title, columns, tuple(rows), tuple(_chance_notes(stakes)), estimates=True)


def _chance_notes(stakes: Sequence[NamedBankroll]) -> Iterator[Text]:
    known = [chance.exact for _, bankroll in stakes for chance in bankroll.chances if chance.exact]
    known += [bankroll.ruined for _, bankroll in stakes if bankroll.ruined]
    yield message("Probabilities are right to {n} decimals.", n=certain_decimals(known))
    yield message("The normal law is an approximation, with half a step of the gain added at both ends.")
    for name, bankroll in stakes:
        exact, bounded = bankroll.reach
        yield message(
            "{stake}: counted in whole numbers up to {exact} coups, between proven bounds up to {bounded}.",
            stake=name,
            exact=exact,
            bounded=bounded,
        )
    for name, bankroll in stakes:
        if bankroll.bankroll is not None and bankroll.ruined is None:
            yield message("{stake}: the risk of ruin would take too long for so many coups.", stake=name)
        if bankroll.after is None:
            yield message(
                "{stake}: too many different gains to tell them apart within seconds; only the normal law "
                "is given.",
                stake=name,
            )
    if any(bankroll.bankroll is not None for _, bankroll in stakes):
        yield message("Ruin: at some time, within these coups, less is left than the next coup can lose.")


def _quantiles(stakes: Sequence[NamedBankroll]) -> Table:
    reached = [pair for _, bankroll in stakes for pair in quantiles_of(bankroll)]
    notes: list[Text] = [
        message("Quantile: the least gain, in units, that is not exceeded with at least this probability.")
    ]
    for bankroll, quantile in reached:
        exact = quantile.exact
        if exact is not None and exact.earliest != exact.gain:
            notes.append(
                message(
                    "{stake}: a gain of {gain} may reach the quantile already; the bounds of its "
                    "probability leave that open.",
                    stake=stake_name(bankroll.portfolio),
                    gain=ratio(exact.earliest),
                )
            )
    fields: Fields[tuple[Bankroll, Reached]] = (*through(0, (_STAKED_ON,)), QUANTILES)
    return field_table(message("Quantiles of the gain"), reached, fields, notes, estimates=True)


def _runs(stakes: Sequence[NamedBankroll]) -> Iterator[Table]:
    """The longest losing run: its median and mean, and the probability of each length."""
    known = [(name, bankroll.runs) for name, bankroll in stakes if bankroll.runs]
    unknown = [name for name, bankroll in stakes if not bankroll.runs]
    notes = [
        message(
            "A losing run: coups one after the other on which the stakes lose. A coup without gain or loss "
            "ends it."
        )
        if stakes[0][1].push_ends
        else message(
            "A losing run: coups one after the other on which the stakes lose. A coup without gain or loss "
            "neither ends it nor makes it longer."
        ),
        message("Median: exceeded in no more than half of all cases."),
    ]
    if known:
        right = certain_decimals(runs.mean for _, runs in known)
        notes.append(message("The mean is right to {n} decimals.", n=right))
    notes += [message("{stake}: would take too long for so many coups.", stake=name) for name in unknown]
    lose = Column("lose", message("P(coup is lost)"), "percent")
    median, mean = Column("median", message("Median"), "count"), Column("mean", message("Mean"), "decimal")
    columns = (STAKE, lose, median, mean)
    rows: tuple[tuple[Cell, ...], ...] = (
        *((name, runs.lose, runs.median, agreed(runs.mean)) for name, runs in known),
        *((name, None, None, None) for name in unknown),
    )
    yield Table(message("Longest losing run"), columns, rows, tuple(notes), estimates=True)
    rows = tuple(
        (name, length, agreed(runs.probability(length))) for name, runs in known for length in _lengths(runs)
    )
    if rows:
        length, longer = message("Coups"), message("So long or longer")
        by_length = (STAKE, Column("length", length, "count"), Column("probability", longer, "percent"))
        note = message("The probability that the longest losing run has so many coups or more.")
        yield Table(message("Longest losing run by length"), by_length, rows, (note,), estimates=True)


def _lengths(runs: Runs) -> list[int]:
    """Some lengths of runs, evenly spaced, from almost certain to very rare."""
    rare, certain = Fraction(1, 100_000), Fraction(999, 1000)
    likely = [n for n, chance in enumerate(runs.reached, 1) if rare <= chance.low <= certain]
    step = -(-len(likely) // _MOST_LENGTHS) or 1
    return likely[::step]


def bankroll_chart(bankrolls: Sequence[Bankroll], *, staked: bool) -> Chart:
    """The distribution of the gain of all coups, one panel per stake: bars, and dots of the normal law.

    Raises:
        RenderError: there are too many stakes, or the gains of one are too many to tell apart.
    """
    check_number(len(bankrolls), _MOST_DRAWN)
    for bankroll in bankrolls:
        if bankroll.after is None:
            raise RenderError("expected coups whose gains can be told apart for a plot; ask for fewer coups")
    bands = tuple(Band((_panel(bankroll),)) for bankroll in bankrolls)
    page = bankroll_page(bankrolls, staked=staked)
    notes = (
        FRESH,
        message("Bars: probability of the gains, in units, from the first to the last. ○: the normal law."),
    )
    return Chart(page.heading, bands, notes, page.provenance, estimates=True)


def _panel(bankroll: Bankroll) -> Panel:
    rows = []
    for bar in bankroll.bars:
        low, high = bankroll.grid.gain(bar.span[0]), bankroll.grid.gain(bar.span[1] - 1)
        label = low if low == high else message("{low} … {high}", low=ratio(low), high=ratio(high))
        rows.append(ChartRow(label, (agreed_or_none(bar.exact), bar.normal), tone((low + high) / 2)))
    return Panel(stake_name(bankroll.portfolio), tuple(rows), "bars")
