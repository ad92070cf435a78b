"""A bankroll over many coups, as tables, a chart and a document."""

from collections.abc import Iterator, Sequence
from fractions import Fraction

from analyzer.analysis.money.bankroll import Bankroll, Reached
from analyzer.analysis.money.coups import Bounds
from analyzer.analysis.money.runs import Runs
from analyzer.errors import RenderError
from analyzer.exact import ratio_text
from analyzer.render.chart import Band, Chart, ChartRow, Panel, tone
from analyzer.render.page import Page
from analyzer.render.table import Column, Table
from analyzer.report.charts import check_number
from analyzer.report.columns import RTP
from analyzer.report.document import Document
from analyzer.report.fields import Field, Fields, field_table, headed, record, records, said, through
from analyzer.report.kinds import COUNT, FLAG, PROBABILITY, RATIO, TEXT, one_of
from analyzer.report.money import portfolio as stakes
from analyzer.report.money.growth import KELLY, kelly_table
from analyzer.report.money.numbers import CERTAIN, CHANCE, DECIMALS, agreed, certain_decimals
from analyzer.report.names import game_and_shoe, ratio
from analyzer.report.origin import Origin
from analyzer.text import Text, message, plural

_MOST_LENGTHS, _MOST_DRAWN = 20, 6
"""The most lengths of losing runs that a table lists per stake, and the most distributions in a chart."""

_RARE = Fraction(1, 10**9)  # The lowest probability at which documents list a length of runs.


def _lengths(runs: Runs) -> Iterator[tuple[int, Bounds]]:
    """The lengths of losing runs that are not too rare, each with the probability of reaching it."""
    return ((n, reached) for n, reached in enumerate(runs.reached, 1) if reached.low >= _RARE)


def _gains(bankroll: Bankroll) -> list[tuple[Fraction, Bounds]] | None:
    """Every gain after all coups with its probability; None if they were not requested or not counted."""
    after = bankroll.after
    if after is None or not after.weights:
        return None
    lows = ((place, Fraction(weight, after.total)) for place, weight in after.weights if weight)
    return [(after.grid.gain(place), Bounds(low, low + after.short)) for place, low in lows]


def _method(bankroll: Bankroll) -> str:
    after = bankroll.after
    return "normal" if after is None else "bounds" if after.short else "exact"


def _reached(bankroll: Bankroll) -> list[tuple[Bankroll, Reached]]:
    return [(bankroll, reached) for reached in bankroll.quantiles]


_Event = tuple[Bankroll, Text, str, Bounds | None, Fraction | None]
"""An event, with its names on pages and in documents, and its exact and its normal probability."""


def _events(bankroll: Bankroll) -> list[_Event]:
    events: list[tuple[Text, str]] = [
        (message("loss"), "loss"),
        (message("neither gain nor loss"), "even"),
        (message("gain"), "gain"),
    ]
    for loss in bankroll.losses:
        text = message("loss of {units} units or more", units=ratio(loss))
        events.append((text, f"loss of {ratio_text(loss)} or more"))
    known = zip(events, bankroll.chances, strict=True)
    return [(bankroll, text, name, chance.exact, chance.normal) for (text, name), chance in known]


_EVENTS: Fields[_Event] = (
    through(0, stakes.STAKED_ON),
    headed("event", message("Outcome"), "text", 1, in_documents=False),
    said("event", TEXT, 2),
    through(3, CHANCE),
    headed("normal", message("Normal approximation"), "percent", 4, kind=DECIMALS.optional),
)
_QUANTILES: Fields[tuple[Bankroll, Reached]] = (
    through(0, stakes.STAKED_ON),
    through(
        1,
        headed("level", message("Quantile"), "percent", kind=PROBABILITY),
        headed("gain", message("Gain"), "decimal", lambda r: r.exact and r.exact.gain, kind=RATIO.optional),
        said("earliest", RATIO.optional, lambda r: r.exact and r.exact.earliest),
    ),
    Field(RTP, lambda pair: pair[1].exact and 1 + pair[1].exact.gain / pair[0].staked, in_documents=False),
    headed(
        "normal",
        message("Normal approximation"),
        "decimal",
        lambda pair: pair[1].normal,
        kind=DECIMALS.optional,
    ),
)
_RUIN: Fields[Bankroll] = (said("bankroll", RATIO), through("ruined", CHANCE))
_LENGTH: Fields[tuple[int, Bounds]] = (said("coups", COUNT, 0), through(1, CHANCE))
_RUNS: Fields[Bankroll] = (
    stakes.STAKED_ON,
    said("push_ends_run", FLAG, "push_ends"),
    headed(
        "lose", message("P(loss in a coup)"), "percent", lambda b: b.runs and b.runs.lose, in_documents=False
    ),
    headed("median", message("Median"), "count", lambda b: b.runs and b.runs.median),
    headed("mean", message("Mean"), "decimal", lambda b: b.runs and agreed(b.runs.mean), in_documents=False),
    said("mean", CERTAIN, "runs.mean"),
    said("at_least", records(_LENGTH), lambda b: list(_lengths(b.runs))),
)
_GAIN: Fields[tuple[Fraction, Bounds]] = (said("gain", value=0), through(1, CHANCE))
_TOTALS: Fields[Bankroll] = (
    said("coups", COUNT),
    headed("staked", message("Staked"), "ratio"),
    headed("mean", message("Mean gain"), "decimal"),
    said("variance"),
    headed("standard_deviation", message("SD of gain"), "root", "variance"),
    Field(RTP, lambda bankroll: 1 + bankroll.mean / bankroll.staked),
    headed(
        "rtp_standard_deviation",
        message("SD of RTP"),
        "percent_root",
        lambda bankroll: bankroll.variance / bankroll.staked**2,
    ),
)
_BANKROLL: Fields[Bankroll] = (
    through("portfolio", stakes.STAKES),
    _TOTALS,
    said("method", one_of("exact", "bounds", "normal"), _method),
    said("exact_up_to", COUNT, lambda bankroll: bankroll.reach[0]),
    said("bounds_up_to", COUNT, lambda bankroll: bankroll.reach[1]),
    said("bounds_apart", RATIO.optional, lambda b: None if b.after is None else Fraction(b.after.short)),
    said("chances", records(_EVENTS), _events),
    said("quantiles", records(_QUANTILES), _reached),
    said("ruin", record(_RUIN).optional, lambda b: None if b.bankroll is None else b),
    said("longest_losing_run", record(_RUNS).optional, lambda b: None if b.runs is None else b),
    said("kelly", record(KELLY), lambda bankroll: bankroll),
    said("law", records(_GAIN), _gains, absent=True),
)


def _origin(bankrolls: Sequence[Bankroll], staked: bool) -> Origin:
    first = bankrolls[0]
    asked = {"quantiles": first.levels, "losses": first.losses}
    if first.bankroll is not None:
        asked["bankroll"] = (first.bankroll,)
    stated = {name: " ".join(map(ratio_text, numbers)) for name, numbers in asked.items() if numbers}
    stated["push_ends_run"] = "yes" if first.push_ends else "no"
    portfolios = [bankroll.portfolio for bankroll in bankrolls]
    return stakes.stakes_origin(portfolios, staked, (("coups", str(first.coups)),), tuple(stated.items()))


BANKROLL: Document[tuple[Sequence[Bankroll], bool]] = Document(
    "bankroll", 2, "bankroll", (said("items", records(_BANKROLL), 0),), lambda answer: _origin(*answer)
)


def bankroll_page(bankrolls: Sequence[Bankroll], *, staked: bool) -> Page:
    """The stakes over all coups: totals, probabilities, quantiles, losing runs and Kelly stakes.

    `staked` is whether stakes were given; otherwise one unit is staked on each bet alone.
    """
    first = bankrolls[0]
    coups = plural("{n} coup", "{n} coups", first.coups)
    title = message("{variant}, {shoe}: {coups}", **game_and_shoe(first.question), coups=coups)
    tables = (
        _totals(bankrolls, staked),
        _chances(bankrolls),
        _quantiles(bankrolls),
        *_runs(bankrolls),
        kelly_table(bankrolls),
    )
    return Page(tables, _origin(bankrolls, staked).provenance, title)


def _totals(bankrolls: Sequence[Bankroll], staked: bool) -> Table:
    portfolios = [bankroll.portfolio for bankroll in bankrolls]
    notes = (
        stakes.FRESH,
        stakes.stakes_note(portfolios[0])
        if staked
        else message("Staked on every coup: one unit on the bet alone."),
        message("Staked, gain and SD (standard deviation): for all coups together, in units."),
        message("RTP: the part of all stakes that is returned."),
        *stakes.bet_notes(portfolios),
    )
    return field_table(message("Total gain of all coups"), bankrolls, (stakes.STAKED_ON, _TOTALS), notes)


def _chances(bankrolls: Sequence[Bankroll]) -> Table:
    events: list[_Event] = []
    for bankroll in bankrolls:
        events += _events(bankroll)
        if bankroll.bankroll is not None:
            text = message("ruin of {units} units", units=ratio(bankroll.bankroll))
            events.append((bankroll, text, "ruin", bankroll.ruined, None))
    title = message("Probabilities after all coups")
    return field_table(title, events, _EVENTS, _chance_notes(bankrolls), estimates=True)


def _chance_notes(bankrolls: Sequence[Bankroll]) -> Iterator[Text]:
    known = [chance.exact for bankroll in bankrolls for chance in bankroll.chances if chance.exact]
    known += [bankroll.ruined for bankroll in bankrolls if bankroll.ruined]
    yield message("Probabilities are correct to {n} decimals.", n=certain_decimals(known))
    yield message(
        "Normal approximation: by the normal distribution, with a continuity correction of half a step of "
        "the gain."
    )
    for bankroll in bankrolls:
        exact, bounded = bankroll.reach
        yield message(
            "{stake}: exact up to {exact} coups; proven bounds up to {bounded}.",
            stake=stakes.stake_name(bankroll),
            exact=exact,
            bounded=bounded,
        )
    for bankroll in bankrolls:
        stake = stakes.stake_name(bankroll)
        if bankroll.bankroll is not None and bankroll.ruined is None:
            yield message(
                "{stake}: the risk of ruin would take too long to compute for this many coups.", stake=stake
            )
        if bankroll.after is None:
            yield message(
                "{stake}: too many different gains to compute their exact probabilities within seconds; only "
                "the normal approximation is given.",
                stake=stake,
            )
    if any(bankroll.bankroll is not None for bankroll in bankrolls):
        yield message("Ruin: at some point within these coups, less is left than the next coup can lose.")


def _quantiles(bankrolls: Sequence[Bankroll]) -> Table:
    reached = [pair for bankroll in bankrolls for pair in _reached(bankroll)]
    notes: list[Text] = [
        message(
            "Gain: the lowest total gain, in units, that is not exceeded with at least the probability in "
            "column Quantile."
        )
    ]
    for bankroll, quantile in reached:
        exact = quantile.exact
        if exact is not None and exact.earliest != exact.gain:
            notes.append(
                message(
                    "{stake}: the quantile may be as low as a gain of {gain}; the bounds of the probability "
                    "do not decide it.",
                    stake=stakes.stake_name(bankroll),
                    gain=ratio(exact.earliest),
                )
            )
    return field_table(message("Quantiles of the gain"), reached, _QUANTILES, notes, estimates=True)


def _runs(bankrolls: Sequence[Bankroll]) -> Iterator[Table]:
    known = [(bankroll, bankroll.runs) for bankroll in bankrolls if bankroll.runs]
    unknown = [bankroll for bankroll in bankrolls if not bankroll.runs]
    notes = [
        message(
            "A losing run: consecutive coups in which the stakes lose. A coup without gain or loss ends it."
        )
        if bankrolls[0].push_ends
        else message(
            "A losing run: consecutive coups in which the stakes lose. A coup without gain or loss neither "
            "ends it nor makes it longer."
        ),
        message("Median: the longest run exceeds it with a probability of at most 50%."),
    ]
    if known:
        right = certain_decimals(runs.mean for _, runs in known)
        notes.append(message("The mean is correct to {n} decimals.", n=right))
    for bankroll in unknown:
        stake = stakes.stake_name(bankroll)
        notes.append(message("{stake}: would take too long to compute for this many coups.", stake=stake))
    listed = (*(bankroll for bankroll, _ in known), *unknown)
    yield field_table(message("Longest losing run"), listed, _RUNS, notes, estimates=True)
    rows = tuple(
        (stakes.stake_name(bankroll), length, agreed(runs.probability(length)))
        for bankroll, runs in known
        for length in _some_lengths(runs)
    )
    if rows:
        length = Column("length", message("Coups"), "count")
        longer = Column("probability", message("P(this long or longer)"), "percent")
        title = message("Length of the longest losing run")
        note = message("The probability that the longest losing run has at least this many coups.")
        yield Table(title, (stakes.STAKED_ON.column, length, longer), rows, (note,), estimates=True)


def _some_lengths(runs: Runs) -> list[int]:
    """Evenly spaced lengths of runs, from almost certain to rare."""
    rare, certain = Fraction(1, 100_000), Fraction(999, 1000)
    likely = [n for n, chance in enumerate(runs.reached, 1) if rare <= chance.low <= certain]
    step = -(-len(likely) // _MOST_LENGTHS) or 1
    return likely[::step]


def bankroll_chart(bankrolls: Sequence[Bankroll], *, staked: bool) -> Chart:
    """The distribution of the total gain, one panel per stake: bars, and dots for the normal approximation.
    Raises RenderError if there are too many stakes, or one has too many gains.
    """
    check_number(len(bankrolls), _MOST_DRAWN)
    for bankroll in bankrolls:
        if bankroll.after is None:
            raise RenderError("this many coups have too many different gains for a plot; choose fewer coups")
    bands = tuple(Band((_panel(bankroll),)) for bankroll in bankrolls)
    page = bankroll_page(bankrolls, staked=staked)
    notes = (
        stakes.FRESH,
        message(
            "Bars: the probability of a total gain in the range at the left, in units. ○: the normal "
            "approximation."
        ),
    )
    return Chart(page.heading, bands, notes, page.provenance, estimates=True)


def _panel(bankroll: Bankroll) -> Panel:
    rows = []
    for bar in bankroll.bars:
        low, high = bankroll.grid.gain(bar.span[0]), bankroll.grid.gain(bar.span[1] - 1)
        label = low if low == high else message("{low} … {high}", low=ratio(low), high=ratio(high))
        rows.append(ChartRow(label, (agreed(bar.exact), bar.normal), tone((low + high) / 2)))
    return Panel(stakes.stake_name(bankroll), tuple(rows), "bars")
