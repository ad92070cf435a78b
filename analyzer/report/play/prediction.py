"""Why roads do not predict: a page for people with proof, exact figures and measurements."""

from collections.abc import Iterator
from fractions import Fraction
from operator import attrgetter

from analyzer.analysis.successive import Following, Successive, share
from analyzer.analysis.sweep.work import STREAM
from analyzer.analysis.tail import Tail
from analyzer.analysis.valuation import Valuation
from analyzer.game.coup import WINNERS, Winner
from analyzer.play.prediction.measured import CUT
from analyzer.play.prediction.prediction import Prediction
from analyzer.render.page import Page
from analyzer.render.table import Cell, Column, Table
from analyzer.report.columns import BET, PROBABILITY
from analyzer.report.fields import Field, Fields, field_table, headed, picked, said, through
from analyzer.report.kinds import ID
from analyzer.report.names import game_and_shoe, shoe_name, shoe_title
from analyzer.report.origin import Origin
from analyzer.report.play.hands import SHOE, WINNER_NAMES
from analyzer.report.play.prediction_measured import evs_table, shares_table, systems_table
from analyzer.report.play.prediction_proof import proof_table
from analyzer.report.tail import FIGURES
from analyzer.text import Figure, Text, message

_FINE = 6
"""Decimals of probabilities and EVs whose differences matter."""

_BEFORE = Column("before", message("Results before"), "text")
_SHARE = Column("share", message("Banker if a hand wins"), "percent", _FINE)


def prediction_page(prediction: Prediction) -> Page:
    """The proof; the next coup if cards are put back, and in the shoe; bounds on gains; and measurements."""
    tables = (
        proof_table(),
        _independent(prediction),
        after_table(prediction.successive),
        _other_sizes(prediction),
        _counting(prediction),
        shares_table(prediction),
        evs_table(prediction),
        systems_table(prediction),
    )
    title = message("{variant}, {shoe}: roads do not predict", **game_and_shoe(prediction.question))
    return Page(tuple(table for table in tables if table.rows), origin_of(prediction).provenance, title)


def _independent(prediction: Prediction) -> Table:
    """The next coup if every card drawn is put back."""
    columns = (
        Column("result", message("Result"), "text"),
        Column("probability", message("Probability"), "percent", _FINE),
        Column("resolved", message("If a hand wins"), "percent", _FINE),
        Column("ev", message("EV of the bet"), "percent", _FINE),
    )
    by_winner = chances(prediction.result)
    banker = share(prediction.result)
    resolved = {} if banker is None else {"banker": banker, "player": 1 - banker}
    evs = {value.bet.id: value.ev for value in prediction.independent}
    rows = tuple(
        (WINNER_NAMES[winner], by_winner[winner], resolved.get(winner), evs.get(winner)) for winner in WINNERS
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


def chances(result: Valuation) -> dict[Winner, Fraction]:
    """The probability of each result of a coup."""
    ways = zip(WINNERS, result.ways.values(), strict=True)
    return {winner: Fraction(n, result.total) for winner, n in ways}


def after_table(successive: Successive) -> Table:
    """The next coup in the shoe, after known results whose cards were not seen."""
    start, *others = successive.followings
    rows: list[tuple[Cell, ...]] = [
        (message("none known"), None, start.banker_share, *changes(start, start)),
        *((_results(f), f.probability, f.banker_share, *changes(start, f)) for f in others),
    ]
    title = message("{shoe}: the next coup after results known", shoe=shoe_title(successive.question.shoe))
    columns = (_BEFORE, PROBABILITY, _SHARE, *_change_columns(start))
    return Table(title, columns, tuple(rows), tuple(_after_notes(successive)))


def _after_notes(successive: Successive) -> Iterator[Text]:
    values = successive.followings[0].valuations
    yield message(
        "Change of each bet's EV, per unit staked, by knowing the results and no card. Before: {evs}.",
        evs=tuple(
            message("{bet} {ev}", bet=value.bet.title, ev=Figure(value.ev, "percent")) for value in values
        ),
    )
    yield message("Probability: that the first coups of the shoe have these results in this order.")
    yield message(
        "The mean of the changes, each as likely as its results, is zero: exactly, checked for every bet."
    )
    if any(len(following.before) > 1 for following in successive.followings):
        yield message("Two results stand for either order, whose figures are equal, as step 5 says.")
    every = (value for following in successive.followings for value in following.valuations)
    best = max(every, key=lambda value: value.ev)
    yield message(
        "The highest EV of any bet after any of these results is {ev}, on {bet}.",
        ev=Figure(best.ev, "percent"),
        bet=best.bet.title,
    )


def _change_columns(start: Following) -> Iterator[Column]:
    for bet in (value.bet for value in start.valuations):
        yield Column(f"change_{bet.id}", message("{bet}: change", bet=bet.title), "percent", _FINE)


def changes(start: Following, following: Following) -> list[Fraction]:
    """How the EV of each bet differs from that at the start of the shoe."""
    pairs = zip(start.valuations, following.valuations, strict=True)
    return [value.ev - before.ev for before, value in pairs]


def _results(following: Following) -> Text:
    """The one or two results before a coup."""
    first, *second = (WINNER_NAMES[winner] for winner in following.before)
    return message("{one}, {other}", one=first, other=second[0]) if second else first


def _other_sizes(prediction: Prediction) -> Table:
    """The change after one coup in fresh shoes of other sizes."""
    columns = (SHOE, _BEFORE, _SHARE, *_change_columns(prediction.successive.followings[0]))
    rows: list[tuple[Cell, ...]] = []
    for successive in prediction.other_sizes:
        start, *others = successive.followings
        for following in others:
            known = (shoe_name(successive.question.shoe), _results(following), following.banker_share)
            rows.append((*known, *changes(start, following)))
    note = message("Change of each bet's EV, per unit staked, by knowing the result and no card.")
    return Table(message("Fresh shoes of other sizes, after one coup"), columns, tuple(rows), (note,))


UNSEEN: Fields[tuple[int, Tail]] = (
    headed("unseen", message("Unseen cards"), "count", 0),
    *through(
        1,
        (
            Field(BET, attrgetter("bet.title"), in_documents=False),
            said("bet", ID, "bet.id"),
            *picked(FIGURES, "probability_positive", "expected_positive"),
        ),
    ),
)
"""What a bet is worth with so many cards unseen."""


def tails_of(prediction: Prediction) -> list[tuple[int, Tail]]:
    """Each number of unseen cards with each bet."""
    return [(tails.unseen, tail) for tails in prediction.tails for tail in tails.tails]


def _counting(prediction: Prediction) -> Table:
    """What bets are worth to a bettor who has seen all cards but a few."""
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
    return field_table(message("The most that anybody could gain"), tails_of(prediction), UNSEEN, notes)


def origin_of(prediction: Prediction) -> Origin:
    """What decided a prediction; documents also state how many results before were taken into account."""
    measured = prediction.measured
    shoes, how = ("shoes", str(measured.shoes)), (("cut", str(CUT)), ("stream", STREAM))
    coups = max(len(following.before) for following in prediction.successive.followings)
    known = {"seed": measured.seed, "options": dict((("coups", str(coups)), shoes, *how))}
    bets = tuple(value.bet for value in prediction.independent)
    return Origin(prediction.question, bets, (shoes, ("seed", str(measured.seed)), *how), known=known)
