"""What roads predict, as a document: exact except for measured values.

A measured value is the exact mean of values rounded at 40 bits, with its standard error squared.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from operator import itemgetter
from typing import Any

from analyzer.analysis.successive import Following, Successive, share
from analyzer.analysis.sweep.result import Estimate
from analyzer.analysis.valuation import Valuation
from analyzer.game.coup import WINNERS
from analyzer.play.outcome import LETTERS
from analyzer.play.prediction.prediction import Prediction
from analyzer.report.document import Document
from analyzer.report.fields import Fields, record, records, said, said_as, through
from analyzer.report.kinds import COUNT, PROBABILITY, RATIO, TEXT, WHOLE, by_name, plain
from analyzer.report.play.prediction import UNSEEN, chances, changes, origin_of, tails_of

Coup = tuple[Valuation, Sequence[Valuation]]
"""The result of a coup, valued as a bet, and the bets on it."""


def _letters(following: Following) -> str:
    return "".join(LETTERS[winner] for winner in following.before)


def _followings(successive: Successive) -> list[tuple[Successive, Following]]:
    return [(successive, following) for following in successive.followings]


_CHANCES = record([said(winner, PROBABILITY, itemgetter(winner)) for winner in WINNERS])
_COUP: Fields[Coup] = (
    said("probabilities", _CHANCES, lambda coup: chances(coup[0])),
    said("banker_share", PROBABILITY.optional, lambda coup: share(coup[0])),
    said("ev", by_name(RATIO), lambda coup: {value.bet.id: value.ev for value in coup[1]}),
)
_AFTER: Fields[tuple[Successive, Following]] = (
    *through(
        1,
        (
            said("before", plain(type="string", pattern="^[BPT]*$"), _letters),
            said("ways", WHOLE),
            said("total_ways", WHOLE, "total"),
            said("probability", PROBABILITY),
            *through(lambda following: (following.result, following.valuations), _COUP),
        ),
    ),
    said("ev_change", by_name(RATIO), lambda pair: _changes(*pair)),
)
_FOLLOWINGS = records(_AFTER)
_SIZE: Fields[Successive] = (
    said("decks", COUNT, "question.shoe.full_decks"),
    said("after", _FOLLOWINGS, _followings),
)
_ESTIMATE: Fields[Estimate] = (
    said("value", RATIO.optional),
    said("standard_error_squared", RATIO.optional, "variance"),
)
_SYSTEM = (
    said("system", TEXT, "key"),
    *(said(key, COUNT) for key in ("shoes", "stakes", "on_banker")),
    said("ev", record(_ESTIMATE), "gain"),
    said("excess", record(_ESTIMATE)),
)
_GROUP = (
    *through(
        1,
        (
            said("group", TEXT, "key"),
            said_as(COUNT, "shoes", "coups"),
            said("banker_share", record(_ESTIMATE), "share"),
        ),
    ),
    said("ev", by_name(record(_ESTIMATE)), lambda group: _by_bet(group[0], group[1].evs)),
    said("favourable", by_name(COUNT), lambda group: _by_bet(group[0], group[1].favourable)),
)
_MEASURED = (
    said("shoes", COUNT),
    said("groups", records(_GROUP), lambda m: [([bet.id for bet in m.bets], group) for group in m.groups]),
    said("systems", records(_SYSTEM)),
)


def _changes(successive: Successive, following: Following) -> dict[str, Fraction]:
    """The change of each EV from what it is when no result is known."""
    start = successive.followings[0]
    ids = [value.bet.id for value in start.valuations]
    return dict(zip(ids, changes(start, following), strict=True))


def _by_bet(ids: Sequence[str], values: Sequence[Any]) -> Mapping[str, Any]:
    return dict(zip(ids, values, strict=True))


PREDICTION: Document[Prediction] = Document(
    "prediction",
    2,
    "prediction",
    (
        said("independent", record(_COUP), lambda p: (p.result, p.independent)),
        said("after", _FOLLOWINGS, lambda prediction: _followings(prediction.successive)),
        said("beside", records(_SIZE), "other_sizes"),
        said("unseen", records(UNSEEN), tails_of),
        said("measured", record(_MEASURED)),
    ),
    origin_of,
)
