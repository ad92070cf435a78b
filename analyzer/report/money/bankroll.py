"""A bankroll over many coups, as tables for people.

Lays out what the analysis found; computes none of it.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction

from analyzer.analysis.money.bankroll import Bankroll
from analyzer.analysis.money.coups import Bounds
from analyzer.analysis.money.portfolio import Portfolio
from analyzer.analysis.money.runs import Runs
from analyzer.catalog.digests import rules_and_bets
from analyzer.render.page import Page
from analyzer.render.provenance import Provenance
from analyzer.render.table import Cell, Column, Table
from analyzer.report.money.bounds import agreed, right_to
from analyzer.report.money.growth import STAKE, kelly_table
from analyzer.report.money.joint_document import provenance as asked
from analyzer.report.names import ratio, shoe_text
from analyzer.report.notes import before_the_coup, multiplied
from analyzer.report.odds import named
from analyzer.text import Message, Text, message, plural

_MOST_LENGTHS = 20
"""The most lengths of runs that a table has for a stake."""

FRESH = message(
    "Fresh-shoe model: every coup is dealt from such a shoe anew, so that the gains of coups are independent."
)

Rows = list[tuple[Cell, ...]]


def bankroll_page(found: Sequence[Bankroll], *, staked: bool) -> Page:
    """What stakes come to: totals, probabilities, quantiles, losing runs and Kelly stakes, a group a stake.

    Args:
        found: what each comes to; at least one.
        variant: what offers the bets.
        staked: whether somebody said what is staked; else there is one unit on each bet alone.
    """
    one = found[0]
    title = message(
        "{variant}, {shoe}: {coups}",
        variant=found[0].question.variant.title,
        shoe=shoe_text(one.portfolio.joint.report),
        coups=coups_text(one.coups),
    )
    names = [stake_name(each.portfolio) for each in found]
    tables = (
        _totals(found, names, staked),
        _chances(found, names),
        _quantiles(found, names),
        *_runs(found, names),
        kelly_table(found, names),
    )
    return Page(tables, bankroll_provenance(found, staked=staked), title)


def coups_text(coups: int) -> Message:
    """A number of coups."""
    return plural("{n} coup", "{n} coups", coups)


def stake_name(portfolio: Portfolio) -> Text:
    """What a portfolio is called: its only bet, or all its stakes."""
    staked = [place for place, stake in enumerate(portfolio.stakes) if stake]
    return portfolio.joint.bets[staked[0]].title if len(staked) == 1 else message("All stakes")


def stakes_note(portfolio: Portfolio) -> Message:
    """What is staked on each bet of a coup."""
    names = [name for (name, *_), _ in named(portfolio.joint.report, False)]
    told = tuple(
        message("{stake} on {bet}", stake=ratio(stake), bet=name)
        for name, stake in zip(names, portfolio.stakes, strict=True)
        if stake
    )
    return message("Staked on every coup, in units: {stakes}.", stakes=told)


def bankroll_provenance(found: Sequence[Bankroll], *, staked: bool) -> Provenance:
    """What was asked."""
    origin = portfolios_provenance([each.portfolio for each in found], staked=staked)
    return Provenance((*origin.facts, ("coups", str(found[0].coups))), origin.digests)


def portfolios_provenance(found: Sequence[Portfolio], *, staked: bool) -> Provenance:
    """What was asked of stakes together, or of bets each alone."""
    first = asked(found[0], staked=staked)
    if len(found) == 1:
        return first
    bets = [bet for each in found for bet in each.joint.bets]
    facts = (*first.facts, ("bets", " ".join(bet.reference for bet in bets)))
    return Provenance(facts, rules_and_bets(found[0].joint.report.rules, bets))


def _totals(found: Sequence[Bankroll], names: Sequence[Text], staked: bool) -> Table:
    columns = (
        STAKE,
        Column("staked", message("Staked"), "ratio"),
        Column("mean", message("Mean gain"), "decimal"),
        Column("standard_deviation", message("SD of gain"), "root"),
        Column("rtp", message("RTP"), "percent"),
        Column("rtp_standard_deviation", message("SD of RTP"), "percent_root"),
    )
    rows = tuple(
        (
            name,
            each.staked,
            each.mean,
            each.variance,
            1 + each.mean / each.staked,
            each.variance / each.staked**2,
        )
        for name, each in zip(names, found, strict=True)
    )
    what = (
        stakes_note(found[0].portfolio)
        if staked
        else message("Staked on every coup: one unit on the bet, alone.")
    )
    notes = (
        FRESH,
        what,
        message("Staked, gain and SD (standard deviation): of all coups together, in units."),
        message("RTP: the part of all stakes that comes back."),
        *bet_notes([each.portfolio for each in found]),
    )
    return Table(message("Gain of all coups"), columns, rows, notes)


def bet_notes(found: Sequence[Portfolio], *, left_out: bool = True) -> Iterator[Text]:
    """What a reader must be told of the bets: multipliers, those offered inside a coup, those left out."""
    bets = [bet for each in found for bet, stake in zip(each.joint.bets, each.stakes, strict=True) if stake]
    for bet in bets:
        yield from multiplied(bet)
    yield from before_the_coup(bets)
    for bet, why in found[0].joint.excluded if left_out else ():
        yield message("Left out: {bet}, which {why}.", bet=bet.title, why=why)


def _chances(found: Sequence[Bankroll], names: Sequence[Text]) -> Table:
    columns = (
        STAKE,
        Column("event", message("Outcome"), "text"),
        Column("probability", message("Probability"), "percent"),
        Column("normal", message("Normal law"), "percent"),
    )
    rows: Rows = []
    known = [chance.exact for each in found for chance in each.chances if chance.exact]
    known += [each.ruined for each in found if each.ruined]
    notes: list[Text] = [
        message("Probabilities are right to {n} decimals.", n=right_to(known)),
        message("The normal law is an approximation, with half a step of the gain added at both ends."),
        *map(_reach, found, names),
    ]
    for name, each in zip(names, found, strict=True):
        events = (
            message("loss"),
            message("neither gain nor loss"),
            message("gain"),
            *(message("loss of {units} units or more", units=ratio(loss)) for loss in each.losses),
        )
        for event, chance in zip(events, each.chances, strict=True):
            rows.append((name, event, digits(chance.exact), chance.normal))
        if each.bankroll is not None:
            ruined = message("ruin of {units} units", units=ratio(each.bankroll))
            rows.append((name, ruined, digits(each.ruined), None))
        if each.bankroll is not None and each.ruined is None:
            notes.append(
                message("{stake}: the risk of ruin would take too long for so many coups.", stake=name)
            )
        if each.after is None:
            notes.append(_too_many(name))
    if any(each.bankroll is not None for each in found):
        notes.append(
            message("Ruin: at some time, within these coups, less is left than the next coup can lose.")
        )
    return Table(message("Probabilities after all coups"), columns, tuple(rows), tuple(notes), estimates=True)


def _reach(found: Bankroll, name: Text) -> Message:
    exact, bounded = found.reach
    return message(
        "{stake}: counted in whole numbers up to {exact} coups, between proven bounds up to {bounded}.",
        stake=name,
        exact=exact,
        bounded=bounded,
    )


def digits(chance: Bounds | None) -> Fraction | None:
    """A probability with the digits that are right; None where there is none."""
    return None if chance is None else agreed(chance)


def _too_many(name: Text) -> Message:
    return message(
        "{stake}: too many different gains to tell them apart within seconds; only the normal law is given.",
        stake=name,
    )


def _quantiles(found: Sequence[Bankroll], names: Sequence[Text]) -> Table:
    columns = (
        STAKE,
        Column("level", message("Quantile"), "percent"),
        Column("gain", message("Gain"), "decimal"),
        Column("rtp", message("RTP"), "percent"),
        Column("normal", message("Normal law"), "decimal"),
    )
    rows: Rows = []
    notes: list[Text] = [
        message("Quantile: the least gain, in units, that is not exceeded with at least this probability."),
    ]
    for name, each in zip(names, found, strict=True):
        for at in each.quantiles:
            gain = None if at.exact is None else at.exact.gain
            rtp = None if gain is None else 1 + gain / each.staked
            rows.append((name, at.level, gain, rtp, at.normal))
            if at.exact is not None and at.exact.earliest != at.exact.gain:
                notes.append(
                    message(
                        "{stake}: a gain of {gain} may reach the quantile already; the bounds of its "
                        "probability leave that open.",
                        stake=name,
                        gain=ratio(at.exact.earliest),
                    )
                )
    return Table(message("Quantiles of the gain"), columns, tuple(rows), tuple(notes), estimates=True)


def _runs(found: Sequence[Bankroll], names: Sequence[Text]) -> Iterator[Table]:
    """How long losing runs are: in the middle and on average, and how likely each length is."""
    known = [(name, each.runs) for name, each in zip(names, found, strict=True) if each.runs]
    unknown = [name for name, each in zip(names, found, strict=True) if not each.runs]
    rule = (
        message(
            "A losing run: coups one after the other on which the stakes lose. A coup without gain or loss "
            "ends it."
        )
        if found[0].push_ends
        else message(
            "A losing run: coups one after the other on which the stakes lose. A coup without gain or loss "
            "neither ends it nor makes it longer."
        )
    )
    unlisted = tuple(
        message("{stake}: would take too long for so many coups.", stake=name) for name in unknown
    )
    right = message("The mean is right to {n} decimals.", n=right_to(runs.mean for _, runs in known))
    rightness = (right,) if known else ()
    summary = (
        STAKE,
        Column("lose", message("P(coup is lost)"), "percent"),
        Column("median", message("Median"), "count"),
        Column("mean", message("Mean"), "decimal"),
    )
    yield Table(
        message("Longest losing run"),
        summary,
        (
            *((name, runs.lose, runs.median, agreed(runs.mean)) for name, runs in known),
            *((name, None, None, None) for name in unknown),
        ),
        (rule, message("Median: exceeded in no more than half of all cases."), *rightness, *unlisted),
        estimates=True,
    )
    columns = (
        STAKE,
        Column("length", message("Coups"), "count"),
        Column("probability", message("So long or longer"), "percent"),
    )
    rows = tuple(
        (name, length, agreed(runs.probability(length))) for name, runs in known for length in lengths(runs)
    )
    note = message("The probability that the longest losing run has so many coups or more.")
    if rows:
        yield Table(message("Longest losing run by length"), columns, rows, (note,), estimates=True)


def lengths(runs: Runs) -> list[int]:
    """Some lengths, evenly spaced, from where it is all but sure that one comes to where it is very rare."""
    few, many = Fraction(1, 100_000), Fraction(999, 1000)
    likely = [n for n, reached in enumerate(runs.reached, 1) if few <= reached.low <= many]
    step = -(-len(likely) // _MOST_LENGTHS) or 1
    return likely[::step]
