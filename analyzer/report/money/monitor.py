"""Limits of a measured RTP, as tables and a document."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import chain

from analyzer.analysis.money.monitor import Monitor, Observed, RtpLimits
from analyzer.bets.bet import Bet, Variant
from analyzer.bets.digest import rules_and_bets
from analyzer.exact import ratio_text
from analyzer.render.page import Page, Verdict
from analyzer.render.table import Table
from analyzer.report.columns import BET, PAYS, RTP
from analyzer.report.document import Document
from analyzer.report.fields import Field, Fields, field_table, headed, picked, record, records, said, through
from analyzer.report.kinds import COUNT, FLAG, PROBABILITY, ROOT
from analyzer.report.money.numbers import DECIMALS, bounded
from analyzer.report.money.portfolio import FRESH, STAKES, bet_notes, stake_name, stakes_note, stakes_origin
from analyzer.report.names import game_and_shoe, prices_text, rate
from analyzer.report.origin import Origin, made_from
from analyzer.text import Figure, Text, message

_EXACT = (said("low"), said("high"))
_NORMAL = (said("low", DECIMALS, "normal_low"), said("high", DECIMALS, "normal_high"))
_ENDS: Fields[RtpLimits] = (
    headed("normal_low", message("Normal from"), "percent", in_documents=False),
    headed("normal_high", message("Normal to"), "percent", in_documents=False),
    headed("exact_low", message("Exact from"), "percent", "low", in_documents=False),
    headed("exact_high", message("Exact to"), "percent", "high", in_documents=False),
)
_LIMITS: Fields[RtpLimits] = (
    headed("rounds", message("Rounds"), "count"),
    headed("confidence", message("Confidence"), "percent", kind=PROBABILITY),
    _ENDS,
    said("exact", record(_EXACT).optional, lambda limit: None if limit.low is None else limit),
    said("within", DECIMALS.optional),
    said("normal", record(_NORMAL), lambda limit: limit),
)
_DEVIATIONS: Fields[RtpLimits] = (
    headed("deviation", message("± as correlated"), "percent", kind=DECIMALS),
    headed("apart", message("± if independent"), "percent", in_documents=False),
    said("deviation_if_independent", DECIMALS, "apart"),
)
_WITHIN = {
    True: message("within the limits"),
    False: message("outside the limits"),
    None: message("undecided"),
}

_OBSERVED: Fields[Observed] = (
    headed("verdict", message("Verdict"), "text", lambda of: _WITHIN[of.within], in_documents=False),
    headed("rtp", message("Observed RTP"), "percent"),
    said("rounds", COUNT),
    said("confidence", PROBABILITY),
    headed("z", message("z"), "decimal", kind=DECIMALS.optional),
    said("normal_p_value", DECIMALS.optional, "normal"),
    bounded("no_more", message("P(this or less)"), "percent", "below"),
    bounded("no_less", message("P(this or more)"), "percent", "above"),
    bounded("p_value", message("Two-sided p"), "percent"),
    headed("normal", message("Normal p"), "percent", in_documents=False),
    said("within", FLAG.optional),
)
_MONITOR: Fields[Monitor] = (
    through("portfolio", STAKES),
    said("rtp"),
    said("variance"),
    said("standard_deviation", ROOT, "variance"),
    said("variance_if_independent", value="variance_apart"),
    said("limits", records(_LIMITS, _DEVIATIONS)),
    said("observed", record(_OBSERVED).optional),
)


def _origin(monitors: Sequence[Monitor], staked: bool) -> Origin:
    limits, observed = monitors[0].limits, monitors[0].observed
    stated = {
        "rounds": " ".join(dict.fromkeys(str(limit.rounds) for limit in limits)),
        "confidence": " ".join(dict.fromkeys(ratio_text(limit.confidence) for limit in limits)),
    }
    if observed is not None:
        stated["observed"] = ratio_text(observed.rtp)
    return stakes_origin([monitor.portfolio for monitor in monitors], staked, stated=tuple(stated.items()))


def monitor_verdict(monitors: Sequence[Monitor]) -> Verdict | None:
    """Whether the observed RTP is within the limits of all the stakes; None if nothing was observed."""
    if (observed := monitors[0].observed) is None:
        return None
    named: dict[bool | None, tuple[Text, ...]] = {}
    for monitor in monitors:
        within = monitor.observed.within if monitor.observed else None
        named[within] = (*named.get(within, ()), stake_name(monitor))
    holds = next(answer for answer in (False, None, True) if answer in named)
    sentence = {
        False: message("Outside the limits: {stakes}.", stakes=named.get(False, ())),
        None: message("Undecided whether within the limits: {stakes}.", stakes=named.get(None, ())),
        True: message("Within the limits: {stakes}.", stakes=named.get(True, ())),
    }
    what = message(
        "Observed: an RTP of {rtp} in {rounds} rounds, judged at a confidence of {confidence}.",
        rtp=Figure(observed.rtp, "percent"),
        rounds=observed.rounds,
        confidence=rate(observed.confidence),
    )
    risk = rate(1 - observed.confidence)
    false_alarm = (
        message(
            "By chance alone, a game with exactly these odds is outside the limits at most {risk} of the "
            "time.",
            risk=risk,
        )
        if all(monitor.observed and monitor.observed.p_value for monitor in monitors)
        else message(
            "By chance alone, a game with exactly these odds is outside the limits about {risk} of the time.",
            risk=risk,
        )
    )
    if (n := len(monitors)) > 1:
        false_alarm = message(
            "Each stake is judged separately at {confidence}. With {n} of them, at least one is outside its "
            "limits by chance alone at most about {risk} of the time.",
            confidence=rate(observed.confidence),
            n=n,
            risk=rate(min(Fraction(1), n * (1 - observed.confidence))),
        )
    others = tuple(sentence[answer] for answer in (None, True) if answer in named and answer is not holds)
    return Verdict(sentence[holds], holds, (*others, what, false_alarm))


MONITOR: Document[tuple[Sequence[Monitor], bool]] = Document(
    "monitor",
    2,
    "monitor",
    (said("items", records(_MONITOR), 0),),
    lambda answer: _origin(*answer),
    verdict=lambda answer: monitor_verdict(answer[0]),
)

_MEANING = (
    message("RTP: the part of all stakes that is returned. A round: one coup with all its stakes."),
    message(
        "A measured RTP is within the limits, ends included, with at least this confidence. It is below them "
        "with at most half of the remaining probability, and above them likewise."
    ),
    message(
        "Normal: exact RTP ± z · standard deviation, an approximation. Exact: from the exact distribution of "
        "all gains."
    ),
)

TOO_MANY = message(
    "– : too many different gains to compute exact limits within seconds; only the normal approximation is "
    "given."
)


def monitor_page(monitors: Sequence[Monitor], *, staked: bool) -> Page:
    """Limits by rounds and confidence, one table per stake; the effect of correlated bets; what was observed.

    `staked` is whether stakes were given; otherwise one unit is staked on each bet alone.
    """
    title = message("{variant}, {shoe}: limits of a measured RTP", **game_and_shoe(monitors[0].question))
    tables = chain.from_iterable(_tables(monitor, staked, first=n == 0) for n, monitor in enumerate(monitors))
    made = _origin(monitors, staked).provenance
    return Page(tuple(tables), made, title, verdict=monitor_verdict(monitors))


def _tables(monitor: Monitor, staked: bool, *, first: bool) -> Iterator[Table]:
    """The limits of one portfolio; the `first` table has the notes that apply to all."""
    portfolio = monitor.portfolio
    notes: list[Text] = [FRESH, *_MEANING] if first else []
    if staked:
        notes.append(stakes_note(portfolio))
    if any(limit.low is None for limit in monitor.limits):
        notes.append(TOO_MANY)
    notes += bet_notes([portfolio], with_excluded=first)
    if monitor.observed is not None:
        yield _observed(monitor.observed, stake_name(monitor))
    rtp = Figure(monitor.rtp, "percent")
    title = message("{stake}: exact RTP {rtp}", stake=stake_name(monitor), rtp=rtp)
    yield field_table(title, monitor.limits, _LIMITS, notes, estimates=True)
    if sum(map(bool, portfolio.stakes)) > 1:
        yield _clustered(monitor)


def _clustered(monitor: Monitor) -> Table:
    """How far limits would be off if the bets on one coup were treated as independent."""
    if monitor.variance_apart < monitor.variance:
        error = message("Limits that treat them as independent are too narrow and raise false alarms.")
    elif monitor.variance_apart > monitor.variance:
        error = message("Limits that treat them as independent are too wide and miss faults.")
    else:
        error = message("Here both are the same.")
    notes = (
        message(
            "As correlated: bets on one coup are settled by the same cards, so their gains are correlated. "
            "These are the right limits."
        ),
        error,
    )
    fields = (picked(_LIMITS, "rounds", "confidence"), _DEVIATIONS)
    title = message("The effect of correlation between bets on one coup")
    return field_table(title, monitor.limits, fields, notes, estimates=True)


def _observed(observed: Observed, stake: Text) -> Table:
    notes = (
        message("z: the observed RTP minus the exact RTP, in standard deviations."),
        message(
            "P(this or less), P(this or more): the probability of an RTP no higher, or no lower, than the "
            "observed one."
        ),
        message(
            "Two-sided p: twice the smaller of the two, at most 100%. Normal p: its normal approximation."
        ),
    )
    title = message("{stake}: the observed RTP", stake=stake)
    return field_table(title, [observed], _OBSERVED, notes, estimates=True)


_OF_BETS: Fields[tuple[Variant, Bet, RtpLimits]] = (
    headed("variant", message("Variant"), "text", lambda row: row[0].title),
    Field(BET, lambda row: row[1].title),
    Field(PAYS, lambda row: prices_text(row[1])),
    through(2, RTP, _ENDS),
)


def limits_page(monitors: Mapping[Variant, Sequence[Monitor]], confidence: Fraction) -> Page:
    """Limits for the bets of variants that share rules, at one confidence; one table per number of rounds."""
    of_bets = [
        (variant, monitor.portfolio.joint.bets[0], monitor.limits)
        for variant, of_variant in monitors.items()
        for monitor in of_variant
    ]
    rounds = [limit.rounds for limit in of_bets[0][2]]
    tables = []
    for place, n in enumerate(rounds):
        rows = [(variant, bet, limits[place]) for variant, bet, limits in of_bets]
        title = message("{n} rounds, a confidence of {confidence}", n=n, confidence=rate(confidence))
        notes = (FRESH, *_MEANING, *((TOO_MANY,) if any(limit.low is None for *_, limit in rows) else ()))
        tables.append(field_table(title, rows, _OF_BETS, notes, estimates=True))
    made = made_from(
        rules_and_bets(of_bets[0][0].rules, [bet for _, bet, _ in of_bets]),
        variants=" ".join(variant.id for variant in monitors),
        rounds=" ".join(map(str, rounds)),
        confidence=ratio_text(confidence),
    )
    return Page(tuple(tables), made, message("Limits of a measured RTP"))
