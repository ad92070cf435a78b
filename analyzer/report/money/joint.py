"""Bets settled together, and stakes on them, as tables for people.

Lays out exact values; computes none, and renders none.
"""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction

from analyzer.analysis.money.joint import Joint, Settled
from analyzer.analysis.money.portfolio import Extreme, Portfolio
from analyzer.analysis.question import keys_of
from analyzer.bets.bet import LOSE
from analyzer.phrases.labels import label
from analyzer.render.chart import Chart
from analyzer.render.page import Page
from analyzer.render.table import Cell, Column, Kind, Table
from analyzer.report.money.joint_document import provenance
from analyzer.report.money.portfolio import MOST_ROWS, portfolio_chart, portfolio_tables, unlisted
from analyzer.report.names import prices_text, shoe_text
from analyzer.report.notes import notes_on
from analyzer.report.odds import named
from analyzer.text import Message, Text, message, plural

_MOST_EXTREME = 8
"""Joint outcomes of the best and of the worst gain that such a page lists."""


def joint_page(found: Portfolio, *, staked: bool, full: bool, abreast: int | None = None) -> Page:
    """The bets, what is staked on them, their joint outcomes, and the matrices of what they have in common.

    Args:
        found: the bets, and one unit on each of them or what is staked.
        variant: what offers the bets.
        staked: whether somebody said what is staked.
        full: whether there is room for every joint outcome, line by line, and for references.
        abreast: how many bets of a matrix stand side by side; None is all of them.
    """
    joint = found.joint
    names = _names(joint)
    tables = [
        _bets(found, names, staked, full),
        *(portfolio_tables(found, names, full) if staked else ()),
        _outcomes(found, names, staked, full),
        _extremes(found, names, staked, full),
        *(_matrices(joint, names, abreast) if len(names) > 1 else ()),
    ]
    title = message(
        "{variant}, {shoe}: bets settled together",
        variant=found.question.variant.title,
        shoe=shoe_text(joint.report),
    )
    return Page(tuple(tables), provenance(found, staked=staked), title)


def joint_chart(found: Portfolio, *, staked: bool) -> Chart:
    """The law of the net gain of the stakes, and what each of them adds to the variance.

    Raises:
        RenderError: there are too many gains.
    """
    page = joint_page(found, staked=staked, full=False)
    return portfolio_chart(found, _names(found.joint), page)


def _names(joint: Joint) -> list[Text]:
    """What the bets are called, each by another name."""
    return [name for (name, *_), _ in named(joint.report, False)]


def _bets(found: Portfolio, names: Sequence[Text], staked: bool, full: bool) -> Table:
    """A row a bet: its number, price, stake, house edge and standard deviation, alone."""
    columns = (
        Column("number", message("No."), "count"),
        Column("bet", message("Bet"), "text"),
        *((Column("reference", message("Reference"), "text"),) if full else ()),
        Column("pays", message("Pays"), "text"),
        *((Column("stake", message("Stake"), "ratio"),) if staked else ()),
        Column("house_edge", message("House edge"), "percent"),
        Column("standard_deviation", message("Standard deviation"), "root"),
    )
    rows: list[tuple[Cell, ...]] = []
    for number, (name, value, stake) in enumerate(
        zip(names, found.joint.valuations, found.stakes, strict=True), 1
    ):
        reference = (value.bet.reference,) if full else ()
        money = (stake,) if staked else ()
        worth = (value.house_edge, value.variance)
        rows.append((number, name, *reference, prices_text(value.bet), *money, *worth))
    notes = [
        *notes_on(found.joint.report),
        message("Standard deviation: of the net gain of one unit staked, in units."),
    ]
    if any(line.multiplier for bet in found.joint.bets for line in bet.lines):
        notes.append(
            message("A multiplier is drawn apart from the cards, and for each bet apart from the others.")
        )
    return Table(message("Each bet alone"), columns, tuple(rows), tuple(notes))


def _outcomes(found: Portfolio, names: Sequence[Text], staked: bool, full: bool) -> Table:
    """A row a joint outcome, the likeliest first."""
    joint = found.joint
    shown = joint.outcomes if full else joint.outcomes[:MOST_ROWS]
    settled = [Column("lines", message("Joint outcome"), "text")]
    if full:
        bets = zip(keys_of(joint.bets), names, strict=True)
        settled = [
            Column("number", message("No."), "count"),
            *(Column(f"line_{key}", _head(name), "text") for key, name in bets),
        ]
    columns = (
        *settled,
        Column("net", message("Net"), "ratio"),
        Column("ways", message("Ways"), "count"),
        Column("probability", message("Probability"), "percent"),
    )
    rows: list[tuple[Cell, ...]] = []
    for number, (lines, ways) in enumerate(shown, 1):
        how = (number, *map(label, lines)) if full else (_settled(names, lines),)
        rows.append((*how, found.net(lines), ways, Fraction(ways, joint.total)))
    notes: list[Text] = [_net_note(staked)]
    if not full:
        notes.append(message("Bets that are not named lose their stake."))
    if rest := joint.outcomes[len(shown) :]:
        chance = Fraction(sum(ways for _, ways in rest), joint.total)
        notes.append(unlisted(len(rest), chance))
    title = plural("{n} joint outcome", "{n} joint outcomes", len(joint.outcomes))
    return Table(title, columns, tuple(rows), tuple(notes))


def _head(name: Text) -> Message:
    """A bet's name as the head of a column: no words, so nothing to translate."""
    return Message("{bet}", (("bet", name),))


def _net_note(staked: bool) -> Message:
    if staked:
        return message("Net: gain of all stakes together, the mean where chance multiplies a pay.")
    return message("Net: gain of one unit on each bet, the mean where chance multiplies a pay.")


def _settled(names: Sequence[Text], lines: Settled) -> Text:
    """How bets are settled, those left out that just lose."""
    told = tuple(
        message("{bet}: {line}", bet=name, line=label(line))
        for name, line in zip(names, lines, strict=True)
        if line != LOSE
    )
    return Message("{lines}", (("lines", told),)) if told else message("every bet loses")


def _extremes(found: Portfolio, names: Sequence[Text], staked: bool, full: bool) -> Table:
    """The best and the worst that can happen: the gain, and a row a joint outcome that brings it."""
    columns = (
        Column("extreme", message("Extreme"), "text"),
        Column("lines", message("Joint outcome"), "text"),
        Column("net", message("Net"), "ratio"),
        Column("probability", message("Probability"), "percent"),
    )
    staking = [name for name, stake in zip(names, found.stakes, strict=True) if stake]
    rows: list[tuple[Cell, ...]] = []
    for what, every, extreme in (
        (message("best"), message("best: all"), found.best),
        (message("worst"), message("worst: all"), found.worst),
    ):
        shown = extreme.outcomes if full else extreme.outcomes[:_MOST_EXTREME]
        rows += [(what, _settled(staking, lines), extreme.net, chance) for lines, chance in shown]
        if len(extreme.outcomes) > 1:
            rows.append((every, _number(extreme), extreme.net, extreme.probability))
    notes = [
        message("The greatest gain and the greatest loss of all stakes together.")
        if staked
        else message("The greatest gain and the greatest loss of one unit on each bet.")
    ]
    if len(staking) < len(names):
        notes.append(message("Bets without a stake are left out here, however they are settled."))
    return Table(message("Best and worst"), columns, tuple(rows), tuple(notes))


def _number(extreme: Extreme) -> Message:
    return plural("{n} joint outcome", "{n} joint outcomes", len(extreme.outcomes))


def _matrices(joint: Joint, names: Sequence[Text], abreast: int | None) -> Iterator[Table]:
    """Correlation, covariance and hedge of every bet with every bet."""
    correlation = message("Correlation: of the net gains of two bets on one coup, -1 to 1.")
    covariance = message(
        "Covariance: of the net gains of one unit on each of two bets, in squared units; of a bet with "
        "itself, its variance."
    )
    hedge = message(
        "Stake on the bet of the column, for each unit on the bet of the row, that makes both together vary "
        "least: -covariance / variance. A negative one: any stake on it makes them vary more."
    )
    yield from _matrix(
        message("Correlation"), joint, names, joint.correlation_squared, "signed_root", correlation, abreast
    )
    yield from _matrix(
        message("Covariance"),
        joint,
        names,
        lambda i, j: joint.covariances[i][j],
        "decimal",
        covariance,
        abreast,
    )
    yield from _matrix(
        message("Minimum-variance hedge"),
        joint,
        names,
        lambda i, j: None if i == j else joint.hedge(i, j),
        "decimal",
        hedge,
        abreast,
    )


def _matrix(
    title: Message,
    joint: Joint,
    names: Sequence[Text],
    cell: Callable[[int, int], Fraction | None],
    kind: Kind,
    note: Message,
    abreast: int | None,
) -> Iterator[Table]:
    """One matrix, in as many tables of about one width as the page asks for; bets across are numbers then."""
    places = range(len(names))
    blocks = -(-len(names) // abreast) if abreast else 1
    step = -(-len(names) // blocks)
    keys = keys_of(joint.bets)
    for start in range(0, len(names), step):
        across = places[start : start + step]
        columns = (
            *((Column("number", message("No."), "count"),) if abreast else ()),
            Column("bet", message("Bet"), "text"),
            *(Column(f"with_{keys[j]}", str(j + 1) if abreast else _head(names[j]), kind) for j in across),
        )
        rows = tuple(
            (*((i + 1,) if abreast else ()), names[i], *(cell(i, j) for j in across)) for i in places
        )
        yield Table(title, columns, rows, (note,) if start + step >= len(names) else ())
