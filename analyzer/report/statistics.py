"""The statistics of a valued bet and of each of its lines, each listed once.

Pages, data frames, JSON documents and their schemas all show what is listed here.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeVar

from analyzer.analysis.valuation import Valuation
from analyzer.exact import ratio_text
from analyzer.phrases.labels import label
from analyzer.render.table import ROOTS, Cell, Column, Table
from analyzer.report import columns as shared
from analyzer.report.fields import Field, Fields, each, headed, records, said
from analyzer.report.kinds import LINE_ID, PROBABILITY, RATIO, ROOT, WHOLE
from analyzer.report.names import number, prices_text
from analyzer.text import Text, message

T = TypeVar("T")

STATISTICS: list[Field[Valuation]] = [  # The statistics of a bet.
    Field(
        shared.EV,
        room="data frame",
        meaning=message("Expected net gain per unit staked: the sum of the lines' EV shares."),
    ),
    Field(
        shared.HOUSE_EDGE,
        meaning=message("Expected loss per unit staked, pushes included: minus the EV."),
    ),
    headed(
        "edge_on_resolved",
        message("Edge on resolved bets"),
        "percent",
        kind=RATIO.optional,
        room="wide page",
        meaning=message("House edge divided by the probability that the bet does not push."),
    ),
    Field(
        shared.RTP,
        room="wide page",
        meaning=message(
            "Return to player: 1 plus the EV, the part of all stakes that is returned on average."
        ),
    ),
    Field(shared.HIT_RATE, kind=PROBABILITY, meaning=message("The probability of a gain.")),
    Field(
        shared.PUSH_RATE,
        kind=PROBABILITY,
        meaning=message("The probability that the stake is returned, without gain or loss."),
    ),
    headed(
        "exposure",
        message("Exposure"),
        "ratio",
        room="wide page",
        meaning=message("The most that one unit staked can lose, in units."),
    ),
    headed(
        "variance",
        message("Variance"),
        "decimal",
        room="data frame",
        meaning=message("Of the net gain of one unit staked, in squared units."),
    ),
    Field(
        shared.STANDARD_DEVIATION,
        lambda v: v.variance,
        room="wide page",
        meaning=message("The square root of the variance, in units."),
    ),
    headed(
        "skewness",
        message("Skewness"),
        "signed_root",
        "skewness_squared",
        kind=ROOT.optional,
        room="data frame",
        meaning=message(
            "The third central moment of the net gain, divided by the cube of its standard deviation."
        ),
    ),
    headed(
        "volatility_index",
        message("Volatility index (95%)"),
        "root",
        "volatility_index_squared",
        room="wide page",
        meaning=message(
            "1.96 standard deviations of one round. Divided by √n, it is the half-width of the 95% limits of "
            "a measured RTP over n rounds, by the normal distribution."
        ),
    ),
]

PRICE: tuple[Field[Valuation], ...] = (  # The columns of a bet before its statistics.
    Field(
        shared.PAYS,
        lambda v: prices_text(v.bet),
        meaning=message("What a line wins per unit staked; the stake is returned as well."),
    ),
    headed(
        "winning_ways",
        message("Winning ways"),
        "count",
        lambda v: sum(v.ways[line] for line in v.bet.winning),
    ),
)

LOCKED: tuple[Field[Valuation], ...] = (  # Statistics of a bet that locks more than its stake.
    headed(
        "locked",
        message("Units locked"),
        "ratio",
        "bet.locked",
        shown=False,
        absent=True,
        meaning=message("The units set aside before the coup for each unit staked."),
    ),
    headed(
        "ev_per_locked",
        message("EV per unit locked"),
        "percent",
        absent=True,
        room="wide page",
        meaning=message("The EV divided by the units locked; likewise the house edge."),
    ),
    headed(
        "house_edge_per_locked",
        message("House edge per unit locked"),
        "percent",
        absent=True,
        room="wide page",
    ),
)


@dataclass(frozen=True, slots=True)
class ValuedLine:
    """A line of a valued bet, or all its lines together.

    For all lines together, `id` and figures that only a single line has are None.
    """

    id: str | None
    event: Text
    net: Fraction | None
    ways: int
    probability: Fraction
    contribution: Fraction
    one_in: Fraction | None = None
    nets: tuple[tuple[Fraction, Fraction], ...] | None = None

    @property
    def true_odds(self) -> Fraction | None:
        """The odds against the line, to one: the pay that makes the bet fair if no other line wins."""
        return None if self.one_in is None else self.one_in - 1


def valued_lines(value: Valuation) -> Iterator[ValuedLine]:
    """The lines of a bet, in order."""
    for line, net in value.bet.nets.items():
        outcomes = tuple(value.bet.outcomes[line])
        yield ValuedLine(
            line,
            label(value.bet, line),
            net,
            value.ways[line],
            value.probability(line),
            value.contribution(line),
            value.one_in(line),
            outcomes if len(outcomes) > 1 else None,
        )


def all_lines(value: Valuation) -> ValuedLine:
    """All lines of a bet together."""
    return ValuedLine(None, message("all: EV"), None, value.total, Fraction(1), value.ev)


LINES: list[Field[ValuedLine]] = [  # The fields of each line of a bet.
    headed("line", message("Id"), "text", "id", room="wide page", in_documents=False),
    headed("event", message("Line"), "text", in_documents=False),
    said("id", LINE_ID),
    Field(
        shared.NET,
        meaning=message(
            "What a line gains per unit staked: its pay, or 0 for a push, or minus what is lost."
        ),
    ),
    headed(
        "true_odds",
        message("True odds"),
        "decimal",
        digits=2,
        kind=RATIO.optional,
        room="wide page",
        meaning=message(
            "The odds against a line, to one. If no other line wins, the bet is fair at this pay."
        ),
    ),
    Field(
        shared.WAYS,
        kind=WHOLE,
        meaning=message("The number of ordered deals of all cards a coup can take, each equally likely."),
    ),
    Field(shared.PROBABILITY, kind=PROBABILITY, meaning=message("Ways divided by all deals counted.")),
    Field(shared.EV_SHARE, in_documents=False, meaning=message("Net times probability.")),
    headed(
        "one_in",
        message("One in"),
        "decimal",
        digits=2,
        room="wide page",
        in_documents=False,
        meaning=message("On average, one coup in this many is settled by the line."),
    ),
    said("nets", records((said("net", value=0), said("probability", PROBABILITY, 1))), absent=True),
]


def statistics_table(title: Text, statistics: Fields[T], value: T, full: bool, *notes: Text) -> Table:
    """One row per statistic of a value: rounded, and exactly if it is rational."""
    columns = (
        *shared.text_columns(statistic=message("Statistic"), value=message("Value")),
        Column("exact", message("Ratio"), "ratio" if full else "text"),
    )
    rows: list[tuple[Cell, ...]] = []
    for field in each(statistics):
        x, is_root = field.cell(value), field.column.kind in ROOTS
        rounded = None if x is None else number(x, "root" if is_root else field.column.kind)
        exact: Cell = None if is_root else x
        if isinstance(exact, Fraction) and not full:
            # In 80 columns an exact number may need two lines, and only text can be broken.
            exact = ratio_text(exact).replace("/", " / ")
        rows.append((field.column.head, rounded, exact))
    note = message("Values are rounded half to even. Ratio: the exact value, if it is rational.")
    return Table(title, columns, tuple(rows), (note, *notes))
