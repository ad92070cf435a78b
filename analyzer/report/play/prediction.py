"""Why roads do not predict, as a page: the proof, the exact figures beside it, and what was measured.

Lays out numbers; computes none.
"""

from fractions import Fraction

from analyzer.analysis.successive import WINNERS, Following, Successive, share
from analyzer.analysis.valuation import Valuation
from analyzer.game.coup import Winner
from analyzer.play.prediction.prediction import Prediction
from analyzer.render.page import Page
from analyzer.render.table import Cell, Column, Table
from analyzer.report.names import shoe_name, shoe_title
from analyzer.report.play.prediction_document import provenance
from analyzer.report.play.prediction_measured import evs_table, shares_table, systems_table
from analyzer.report.play.prediction_proof import proof_table
from analyzer.report.play.prediction_words import RESULTS
from analyzer.text import Figure, Text, message

_FINE = 6
"""Decimals of probabilities and EVs whose differences are looked at."""


def prediction_page(found: Prediction) -> Page:
    """The proof; the next coup with cards put back and in the shoe; bounds; and what was measured."""
    tables = [
        proof_table(),
        _independent(found),
        after_table(found.successive),
        _beside(found),
        _counting(found),
    ]
    tables += [shares_table(found), evs_table(found), systems_table(found)]
    title = message(
        "{variant}, {shoe}: roads do not predict",
        variant=found.question.variant.title,
        shoe=shoe_title(found.question.shoe),
    )
    return Page(tuple(table for table in tables if table.rows), provenance(found), title)


def _of(result: Valuation, winner: Winner) -> Fraction:
    return Fraction(list(result.ways.values())[WINNERS.index(winner)], result.total)


def _independent(found: Prediction) -> Table:
    """The next coup where every card drawn is put back."""
    columns = (
        Column("result", message("Result"), "text"),
        Column("probability", message("Probability"), "percent", _FINE),
        Column("resolved", message("If a hand wins"), "percent", _FINE),
        Column("ev", message("EV of the bet"), "percent", _FINE),
    )
    banker = share(found.result)
    resolved = {"banker": banker, "player": None if banker is None else 1 - banker}
    evs = {value.bet.id: value.ev for value in found.independent}
    rows = tuple(
        (RESULTS[winner], _of(found.result, winner), resolved.get(winner), evs.get(winner))
        for winner in WINNERS
    )
    notes = [
        message(
            "After any picture of the roads: the next coup has these probabilities, and each bet this EV."
        ),
        message("EV: expected net gain per unit staked. If a hand wins: the probability, ties left aside."),
    ]
    if banker is not None:
        notes.append(
            message(
                "The next mark of a derived road is red with {banker} if Banker's ball is red on the ask "
                "road, and with {player} if Player's is.",
                banker=Figure(banker, "percent"),
                player=Figure(1 - banker, "percent"),
            )
        )
    return Table(message("Every card drawn put back"), columns, rows, tuple(notes))


def after_table(found: Successive) -> Table:
    """The next coup in the shoe, after results whose cards nobody has seen."""
    bets = found.followings[0].valuations
    columns = (
        Column("before", message("Results before"), "text"),
        Column("probability", message("Probability"), "percent"),
        Column("share", message("Banker if a hand wins"), "percent", _FINE),
        *(_change(value) for value in bets),
    )
    start, *others = found.followings
    nothing: tuple[Cell, ...] = (
        message("none known"),
        None,
        start.banker_share,
        *(Fraction(0) for _ in bets),
    )
    rows = [nothing, *(_row(start, one) for one in others)]
    notes: list[Text] = [
        message(
            "Change of each bet's EV, per unit staked, by knowing the results and no card. Before: {evs}.",
            evs=tuple(
                message("{bet} {ev}", bet=value.bet.title, ev=Figure(value.ev, "percent")) for value in bets
            ),
        ),
        message("Probability: that the first coups of the shoe have these results in this order."),
        message(
            "The mean of the changes, each as likely as its results, is zero: exactly, checked for every bet."
        ),
    ]
    if any(len(one.before) > 1 for one in others):
        notes.append(message("Two results stand for either order, whose figures are equal, as step 5 says."))
    best = max(
        ((value.ev, value, one) for one in found.followings for value in one.valuations),
        key=lambda some: some[0],
    )
    notes.append(
        message(
            "The highest EV of any bet after any of these results is {ev}, on {bet}.",
            ev=Figure(best[0], "percent"),
            bet=best[1].bet.title,
        )
    )
    title = message("{shoe}: the next coup after results known", shoe=shoe_title(found.question.shoe))
    return Table(title, columns, tuple(rows), tuple(notes))


def _change(value: Valuation) -> Column:
    head = message("{bet}: change", bet=value.bet.title)
    return Column(f"change_{value.bet.id}", head, "percent", _FINE)


def _row(start: Following, one: Following) -> tuple[Cell, ...]:
    changes = (value.ev - was.ev for value, was in zip(one.valuations, start.valuations, strict=True))
    return _names(one.before), one.probability, one.banker_share, *changes


def _names(before: tuple[Winner, ...]) -> Text:
    if len(before) == 1:
        return RESULTS[before[0]]
    return message("{one}, {other}", one=RESULTS[before[0]], other=RESULTS[before[1]])


def _beside(found: Prediction) -> Table:
    """The same after one coup in fresh shoes of other sizes."""
    bets = found.successive.followings[0].valuations
    columns = (
        Column("shoe", message("Shoe"), "text"),
        Column("before", message("Results before"), "text"),
        Column("share", message("Banker if a hand wins"), "percent", _FINE),
        *(_change(value) for value in bets),
    )
    rows: list[tuple[Cell, ...]] = []
    for shoe in found.other_sizes:
        start, *others = shoe.followings
        for one in others:
            name, _, *figures = _row(start, one)
            rows.append((shoe_name(shoe.question.shoe), name, *figures))
    notes = (message("Change of each bet's EV, per unit staked, by knowing the result and no card."),)
    return Table(message("Fresh shoes of other sizes, after one coup"), columns, tuple(rows), notes)


def _counting(found: Prediction) -> Table:
    """What bets are worth to somebody who has seen all cards but a few."""
    columns = (
        Column("unseen", message("Unseen cards"), "count"),
        Column("bet", message("Bet"), "text"),
        Column("probability_positive", message("P(EV > 0)"), "percent"),
        Column("expected_positive", message("E[max(EV, 0)]"), "percent"),
    )
    rows = tuple(
        (several.unseen, tail.bet.title, tail.probability_positive, tail.expected_positive)
        for several in found.tails
        for tail in several.tails
    )
    notes = (
        message(
            "E[max(EV, 0)]: what a bettor who has seen all cards but so many gains on average, staking one "
            "unit on the bet where its EV is above zero; over every composition of the unseen cards."
        ),
        message(
            "On a coup that is sure to begin with so many cards unseen or more, nobody gains more on average "
            "from that bet, staking one unit at most: to see more cards is never worth less. That holds for "
            "cards, and so for roads."
        ),
    )
    return Table(message("The most that anybody could gain"), columns, rows, notes)
