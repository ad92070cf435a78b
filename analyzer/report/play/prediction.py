"""Why roads do not predict: a page with a proof, exact figures and measurements, and a document.

A measured value is the exact mean of values rounded to 40 bits, with its standard error squared; all other
values are exact.
"""

from collections.abc import Iterator
from fractions import Fraction
from operator import itemgetter

from analyzer.analysis.successive import Following, Successive
from analyzer.analysis.sweep.work import STREAM
from analyzer.analysis.tail import Tail
from analyzer.game.coup import WINNERS, Winner
from analyzer.play.prediction.measured import CUT, Measured, RoadGroup
from analyzer.play.prediction.prediction import Prediction
from analyzer.play.record import LETTERS
from analyzer.render.page import Page
from analyzer.render.table import Column, Table
from analyzer.report.columns import BET, PROBABILITY
from analyzer.report.document import Document
from analyzer.report.fields import Field, Fields, field_table, headed, picked, record, records, said, through
from analyzer.report.kinds import COUNT, ID, RATIO, TEXT, WHOLE, by_name, plain
from analyzer.report.kinds import PROBABILITY as PROBABILITY_KIND
from analyzer.report.names import game_and_shoe, shoe_name, shoe_title
from analyzer.report.origin import Origin
from analyzer.report.play.hands import SHOE, WINNER_NAMES
from analyzer.report.play.prediction_measured import evs_table, shares_table, systems_table
from analyzer.report.tail import FIGURES
from analyzer.text import Figure, Text, message

_FINE = 6  # Decimals of probabilities and EVs whose differences matter.
_After = tuple[Successive, Following]
"""The next coup after each list of results in a shoe, and the one after one of these lists."""

_BEFORE: Field[_After] = headed("before", message("Results before"), "text", lambda pair: _results(pair[1]))
_SHARE: Field[_After] = headed(
    "share", message("Banker, without Ties"), "percent", lambda pair: pair[1].banker_share, _FINE
)


def prediction_page(prediction: Prediction) -> Page:
    """The proof; the next coup, with cards put back and in the shoe; bounds on gains; and measurements."""
    tables = (
        _proof(),
        _independent(prediction),
        after_table(prediction.successive),
        _other_sizes(prediction),
        _counting(prediction),
        shares_table(prediction),
        evs_table(prediction),
        systems_table(prediction),
    )
    title = message("{variant}, {shoe}: roads do not predict", **game_and_shoe(prediction.question))
    return Page(tuple(table for table in tables if table.rows), _origin(prediction).provenance, title)


def _proof() -> Table:
    steps = (
        message(
            "Every mark of every road follows from the results so far, and its dots from their pairs. Anyone "
            "with the list of results and pairs can draw all roads, so the roads contain nothing that the "
            "list does not."
        ),
        message(
            "If every card drawn were put back, no coup would depend on the coups before it. After any "
            "list of results, and so after any picture of the roads, the next result would have the same "
            "probabilities."
        ),
        message(
            "The next mark of a derived road has one colour if Player wins and the other if Banker wins. So, "
            "apart from Ties, it is red with the probability that one particular hand wins; the picture only "
            "shows which hand."
        ),
        message(
            "A stake is placed before the coup. With every card put back, its mean gain, given the picture, "
            "is the stake times the EV of the bet. So however the roads are used to choose bets and stakes, "
            "each unit staked has the EV of its bet."
        ),
        message(
            "In a shoe, cards are not put back. But in any order of the shoe, the cards of two coups can be "
            "exchanged: these two coups swap their results, and all other coups keep theirs. This pairs each "
            "order of the shoe with another that is equally likely. So the next result has the same "
            "probabilities in whatever order the earlier results came."
        ),
        message(
            "Streaks, chops and all other patterns depend on that order, which says nothing about the next "
            "result. Only how many coups had each result can say anything: how many were won by Player, by "
            "Banker or by neither, and with which pairs. The tables of the next coup after known results "
            "show exactly how little the winners say."
        ),
        message(
            "A bettor who sees only the results cannot do better than one who sees every card, and so also "
            "the results. An EV given the results is a mean of EVs given the cards; a card counter stakes "
            "where these are above zero and stays out elsewhere."
        ),
    )
    columns = (Column("step", message("Step"), "count"), Column("statement", message("Statement"), "text"))
    notes = (
        message(
            "Assumed: a fair shuffle, in which every order of the cards is equally likely. Whether records "
            "of shoes are consistent with that is another question, which `baccarat evidence` examines."
        ),
        message(
            "Not claimed: that every coup has the same EV. It changes with the cards that have left the "
            "shoe, about which the roads say no more than the results do."
        ),
        message(
            "Both coups that are exchanged are dealt before the coup bet on. That the cut card has not "
            "appeared yet says a little about how many cards these coups used, but nothing about their order."
        ),
        message(
            "Two coups cannot be exchanged if the cut card would then appear in a different coup. This can "
            "happen once it has appeared, and shortly before that if reserve cards are pulled ahead. Only "
            "there does the order say a little about how many cards a coup used."
        ),
    )
    return Table(message("Statement and proof"), columns, tuple(enumerate(steps, 1)), notes)


def _independent(prediction: Prediction) -> Table:
    following = _put_back(prediction)
    banker = following.banker_share
    resolved = {} if banker is None else {"banker": banker, "player": 1 - banker}
    evs = {value.bet.id: value.ev for value in following.valuations}
    fields: Fields[Winner] = (
        headed("result", message("Result"), "text", WINNER_NAMES.get),
        headed("probability", message("Probability"), "percent", following.of, _FINE),
        headed("resolved", message("Without Ties"), "percent", resolved.get, _FINE),
        headed("ev", message("EV of the bet"), "percent", evs.get, _FINE),
    )
    notes = [
        message(
            "After any picture of the roads, the next coup has these probabilities and each bet has this EV."
        ),
        message(
            "EV: expected net gain per unit staked. Without Ties: the probability if the coup is not a Tie."
        ),
    ]
    if banker is not None:
        notes.append(
            message(
                "The next mark of a derived road is red with a probability of {banker} if Banker's ball is "
                "red on the ask road, and of {player} if Player's is.",
                banker=Figure(banker, "percent"),
                player=Figure(1 - banker, "percent"),
            )
        )
    return field_table(message("The next coup if every card drawn is put back"), WINNERS, fields, notes)


def _put_back(prediction: Prediction) -> Following:
    """The next coup if every card drawn is put back."""
    return Following((), 1, 1, prediction.result, prediction.independent)


def after_table(successive: Successive) -> Table:
    """The next coup in the shoe, after known results whose cards were not seen."""
    probability: Field[_After] = Field(
        PROBABILITY, lambda pair: pair[1].probability if pair[1].before else None
    )
    title = message("{shoe}: the next coup after known results", shoe=shoe_title(successive.question.shoe))
    fields = (_BEFORE, probability, _SHARE, [*_changes_of(successive)])
    return field_table(title, _followings(successive), fields, _after_notes(successive))


def _after_notes(successive: Successive) -> Iterator[Text]:
    values = successive.followings[0].valuations
    yield message(
        "Change: how knowing the results, but no card, changes the EV of each bet per unit staked. EVs if "
        "none is known: {evs}.",
        evs=tuple(
            message("{bet} {ev}", bet=value.bet.title, ev=Figure(value.ev, "percent")) for value in values
        ),
    )
    yield message("Probability: that the first coups of the shoe have these results in this order.")
    yield message(
        "The mean of the changes, weighted by the probability of the results, is exactly zero: checked for "
        "every bet."
    )
    if any(len(following.before) > 1 for following in successive.followings):
        yield message("A row with two results stands for both orders, whose figures are equal by step 5.")
    every = (value for following in successive.followings for value in following.valuations)
    best = max(every, key=lambda value: value.ev)
    yield message(
        "The highest EV of any bet after any of these results is {ev}, on {bet}.",
        ev=Figure(best.ev, "percent"),
        bet=best.bet.title,
    )


def _changes_of(successive: Successive) -> Iterator[Field[_After]]:
    for place, bet in enumerate(value.bet for value in successive.followings[0].valuations):
        head = message("{bet}: change", bet=bet.title)
        yield headed(
            f"change_{bet.id}", head, "percent", lambda pair, place=place: _changes(pair)[place][1], _FINE
        )


def _changes(pair: _After) -> list[tuple[str, Fraction]]:
    """How the EV of each bet differs from that at the start of the shoe, with the bet's id."""
    pairs = zip(pair[0].followings[0].valuations, pair[1].valuations, strict=True)
    return [(before.bet.id, value.ev - before.ev) for before, value in pairs]


def _results(following: Following) -> Text:
    """The results before a coup, two at most."""
    if not following.before:
        return message("none known")
    first, *second = (WINNER_NAMES[winner] for winner in following.before)
    return message("{one}, {other}", one=first, other=second[0]) if second else first


def _followings(successive: Successive) -> list[_After]:
    return [(successive, following) for following in successive.followings]


def _other_sizes(prediction: Prediction) -> Table:
    shoe: Field[_After] = Field(SHOE, lambda pair: shoe_name(pair[0].question.shoe))
    fields = (shoe, _BEFORE, _SHARE, [*_changes_of(prediction.successive)])
    after = [pair for successive in prediction.other_sizes for pair in _followings(successive)[1:]]
    note = message("Change: how knowing the result, but no card, changes the EV of each bet per unit staked.")
    return field_table(message("Fresh shoes of other sizes, after one coup"), after, fields, (note,))


_UNSEEN: Fields[tuple[int, Tail]] = (
    headed("unseen", message("Unseen cards"), "count", 0),
    Field(BET, lambda row: row[1].bet.title, in_documents=False),
    said("bet", ID, lambda row: row[1].bet.id),
    through(1, picked(FIGURES, "probability_positive", "expected_positive")),
)


def _tails(prediction: Prediction) -> list[tuple[int, Tail]]:
    return [(tails.unseen, tail) for tails in prediction.tails for tail in tails.tails]


def _counting(prediction: Prediction) -> Table:
    """What bets are worth to a bettor who has seen all but a few cards."""
    notes = (
        message(
            "E[max(EV, 0)]: the mean gain of a bettor who has seen all but this many cards and stakes one "
            "unit on the bet if its EV is above zero, over every composition of the unseen cards."
        ),
        message(
            "On a coup that always begins with at least this many unseen cards, no bettor gains more on "
            "average by staking at most one unit on the bet, since seeing more cards never lowers the gain. "
            "This is true of bettors who see cards, and so of those who see only roads."
        ),
    )
    return field_table(message("The most that any bettor could gain"), _tails(prediction), _UNSEEN, notes)


def _origin(prediction: Prediction) -> Origin:
    """What decided a prediction; documents also state how many earlier results were considered."""
    measured = prediction.measured
    shoes, seed = str(measured.shoes), str(measured.seed)
    coups = max(len(following.before) for following in prediction.successive.followings)
    options = {"coups": str(coups), "shoes": shoes, "cut": str(CUT), "stream": STREAM}
    return Origin(
        prediction.question,
        tuple(value.bet for value in prediction.independent),
        (("shoes", shoes), ("seed", seed), ("cut", str(CUT)), ("stream", STREAM)),
        known={"seed": measured.seed, "options": options},
    )


_CHANCES = record([said(winner, PROBABILITY_KIND, itemgetter(winner)) for winner in WINNERS])
_LETTERS = plain(
    "", lambda before: "".join(LETTERS[winner] for winner in before), type="string", pattern="^[BPT]*$"
)
_COUP: Fields[Following] = (
    said("probabilities", _CHANCES, lambda following: {winner: following.of(winner) for winner in WINNERS}),
    said("banker_share", PROBABILITY_KIND.optional),
    said("ev", by_name(RATIO), lambda following: {value.bet.id: value.ev for value in following.valuations}),
)
_AFTER: Fields[_After] = (
    through(1, said("before", _LETTERS), said("ways", WHOLE), said("total_ways", WHOLE, "total")),
    through(1, said("probability", PROBABILITY_KIND), _COUP),
    said("ev_change", by_name(RATIO), _changes),
)
_FOLLOWINGS = records(_AFTER)
_SIZE = (said("decks", COUNT, "question.shoe.full_decks"), said("after", _FOLLOWINGS, _followings))
_ESTIMATE = record(said("value", RATIO.optional), said("standard_error_squared", RATIO.optional, "variance"))
_SYSTEM = (
    said("system", TEXT, "key"),
    *(said(key, COUNT) for key in ("shoes", "stakes", "on_banker")),
    said("ev", _ESTIMATE, "gain"),
    said("excess", _ESTIMATE),
)
_GROUP: Fields[tuple[list[str], RoadGroup]] = (
    said("group", TEXT, lambda row: row[1].key),
    through(1, said("shoes", COUNT), said("coups", COUNT), said("banker_share", _ESTIMATE, "share")),
    said("ev", by_name(_ESTIMATE), lambda row: zip(row[0], row[1].evs, strict=True)),
    said("favourable", by_name(COUNT), lambda row: zip(row[0], row[1].favourable, strict=True)),
)
_MEASURED: Fields[Measured] = (
    said("shoes", COUNT),
    said("groups", records(_GROUP), lambda m: [([bet.id for bet in m.bets], group) for group in m.groups]),
    said("systems", records(_SYSTEM)),
)

_PREDICTION: Fields[Prediction] = (
    said("independent", record(_COUP), _put_back),
    said("after", _FOLLOWINGS, lambda prediction: _followings(prediction.successive)),
    said("beside", records(_SIZE), "other_sizes"),
    said("unseen", records(_UNSEEN), _tails),
    said("measured", record(_MEASURED)),
)

PREDICTION: Document[Prediction] = Document("prediction", 2, "prediction", _PREDICTION, _origin)
