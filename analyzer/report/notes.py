"""The notes under tables of odds."""

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction

from analyzer.analysis.odds import Report
from analyzer.analysis.question import Excluded, Question, split
from analyzer.analysis.valuation import Valuation
from analyzer.bets.bet import Bet, Line
from analyzer.exact import ratio_text
from analyzer.game.dealt import NOTHING
from analyzer.phrases.labels import label
from analyzer.report.names import names_in_list, ratio
from analyzer.text import Figure, Message, Text, message

PAYS_AND_EDGE = message("Pays: to one. House edge: expected loss per unit staked, pushes included.")
VOLATILITY = message(
    "Volatility index: 1.96 standard deviations of one round. Divided by √n, it is the half-width of the 95% "
    "limits of a measured RTP over n rounds, by the normal distribution."
)
TRUE_ODDS = message(
    "True odds: the odds against a line, to one. If no other line wins, the bet is fair at this pay."
)
LINE_NOTES = (
    message("The first line whose event happens settles the bet."),
    message("Pays: net gain, to one; 0 returns the stake, -1 loses it."),
)
EV_SHARES = message("EV share: net times probability; a bet's shares add up to its EV.")
OWN_SCALES = message("Each panel has its own scale.")


def notes_on(report: Report) -> Iterator[Text]:
    """The notes on a report: what was counted, and what was given, repriced, locked or left out."""
    yield from known_cards(report)
    yield _counted(report)
    yield from condition(report)
    yield PAYS_AND_EDGE
    listed = {bet.id: bet for bet in reversed(report.question.variant.bets)}
    for valuation in report.valuations:
        bet = valuation.bet
        listing = listed.get(bet.id, bet)
        # A bet with another name or family is not the variant's bet at another price; it comes from a file.
        same = (bet.name, bet.family) == (listing.name, listing.family)
        if bet.usual is not None:
            yield from _repriced(bet, bet.usual)
        elif same and bet.paytable is None and split(bet) == split(listing):
            yield from _repriced(bet, listing.nets)
        yield from multiplied(bet)
        yield from locked(valuation)
    inside = names_in_list(v.bet for v in report.valuations if v.bet.inside_coup)
    if inside and report.dealt == NOTHING and report.given is None:
        yield message(
            "Offered only inside a coup, when cards lie open (see --dealt and --given): {bets}.", bets=inside
        )
    yield from excluded_notes(report.excluded)


def known_cards(report: Report | Question) -> Iterator[Text]:
    """The cards of the coup that are known, if any are."""
    if report.dealt != NOTHING:
        yield message("Known cards of this coup: {cards}.", cards=str(report.dealt))


def condition(report: Report | Question) -> Iterator[Text]:
    """The given condition, if there is one."""
    if report.given is not None:
        yield message("All figures are conditional on: {condition}.", condition=str(report.given))


def _counted(report: Report) -> Message:
    n, given, six = report.total_ways, report.given is not None, report.rules.player_first is None
    if report.dealt != NOTHING:
        if given:
            return message(
                "{n} ways: ordered deals of the coup's other cards that agree with the known cards and the "
                "condition.",
                n=n,
            )
        return message(
            "{n} ways: ordered deals of the coup's other cards that agree with the known cards.", n=n
        )
    if given and six:
        return message("{n} ways: ordered six-card deals in which the condition holds.", n=n)
    if given:
        return message("{n} ways: ordered five-card deals in which the condition holds.", n=n)
    if six:
        return message("{n} ways: ordered six-card deals.", n=n)
    return message("{n} ways: ordered five-card deals.", n=n)


def excluded_notes(excluded: Excluded) -> Iterator[Message]:
    """A note for each bet without an answer, with the reason."""
    for bet, why in excluded:
        yield message("Left out: {bet}, which {why}.", bet=bet.title, why=why)


def before_the_coup(bets: Iterable[Bet]) -> Iterator[Text]:
    """Which bets are offered only inside a coup, for answers that value all bets as if staked before it."""
    if inside := names_in_list(bet for bet in bets if bet.inside_coup):
        yield message(
            "Offered only inside a coup, but valued here as if staked before it: {bets}.", bets=inside
        )


def _repriced(bet: Bet, usual: Mapping[str, Fraction]) -> Iterator[Text]:
    changes = tuple(
        message(
            "{line} nets {net} instead of {usual}",
            line=label(bet, line),
            net=ratio(net),
            usual=ratio(usual[line]),
        )
        for line, net in bet.nets.items()
        if net != usual[line]
    )
    if changes:
        yield message("Changed prices of {bet}: {changes}.", bet=bet.title, changes=changes)


def multiplied(bet: Bet) -> Iterator[Text]:
    """The lines of a bet whose pay is multiplied by a random factor, each with the factor's distribution."""
    for line in bet.lines:
        if line.multiplier:
            yield message(
                "{bet}: the pay of {line}, {net} to one, is multiplied at random: by {law}. Its net here is "
                "the mean.",
                bet=bet.title,
                line=label(bet, line.id),
                net=ratio(line.net),
                law=multiplier_text(line),
            )


def multiplier_text(line: Line) -> tuple[Message, ...]:
    """The random factors of a line's pay, each with its probability."""
    return tuple(
        message("{factor} with probability {probability}", factor=ratio(factor), probability=ratio_text(p))
        for factor, p in line.multiplier
    )


def locked(valuation: Valuation) -> Iterator[Text]:
    """How much more than the stake a bet can lose, and its figures per unit locked."""
    bet, locked = valuation.bet, valuation.ev_per_locked
    if valuation.exposure > 1:
        units = ratio(valuation.exposure)
        yield message("{bet} can lose up to {units} units for each unit staked.", bet=bet.title, units=units)
    if bet.locked is None or locked is None:
        return
    yield message(
        "{bet} locks {units} units for each unit staked. Per unit staked: EV {ev}, house edge {edge}. "
        "Per unit locked: EV {ev_locked}, house edge {edge_locked}.",
        bet=bet.title,
        units=ratio(bet.locked),
        ev=Figure(valuation.ev, "percent"),
        edge=Figure(valuation.house_edge, "percent"),
        ev_locked=Figure(locked, "percent"),
        edge_locked=Figure(-locked, "percent"),
    )
