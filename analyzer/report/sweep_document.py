"""The result of a sweep, as a document for machines, and what decided it."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from operator import attrgetter, itemgetter
from typing import Any

from analyzer.analysis.sweep.result import QUANTILES, Estimate, Player, SweepResult
from analyzer.bets.bet import Bet
from analyzer.bets.digest import digest
from analyzer.exact import ratio_text
from analyzer.report.document import Document
from analyzer.report.fields import Field, Fields, ratios, record, records, said, through
from analyzer.report.kinds import COUNT, ID, PROBABILITY, RATIO, ROOT, TEXT, by_name, one_of
from analyzer.report.odds import OMITTED
from analyzer.report.origin import BET_AND_PAYTABLE, NAME_OF_BET, Origin
from analyzer.report.steps import STEPS


def _estimate(key: str, estimate: Callable[[Any], Estimate], error: str = "") -> tuple[Field[Any], ...]:
    """An estimate and its standard error."""
    return (
        said(key, RATIO.optional, lambda value: estimate(value).value),
        said(error or f"{key}_standard_error", ROOT.optional, lambda value: estimate(value).variance),
    )


@dataclass(frozen=True, slots=True)
class _SweptBet:
    """A bet of a sweep, at its place among the bets."""

    result: SweepResult
    place: int

    @property
    def bet(self) -> Bet:
        """The bet."""
        return self.result.work.bets[self.place]

    @property
    def player(self) -> Player:
        """Who takes it whenever its EV is above zero."""
        return self.result.players[self.place]


_PLAYER: Fields[Player] = (
    *_estimate("yield_per_shoe", attrgetter("gain"), "yield_standard_error"),
    *_estimate("betting_frequency", attrgetter("frequency")),
    *_estimate("mean_edge_when_betting", attrgetter("edge"), "mean_edge_standard_error"),
    *_estimate("bets_per_shoe", attrgetter("bets")),
)
_BY_COUP = records(
    (
        said("coup", COUNT),
        said("shoes", COUNT),
        *_estimate("mean_ev", attrgetter("ev")),
        said("off", RATIO.optional),
        said("positive", PROBABILITY),
    )
)
_BY_DEPTH = records(
    (
        *(said(key, COUNT) for key in ("first", "last", "coups")),
        said("mean_ev", value=attrgetter("mean")),
        said("standard_deviation", ROOT, attrgetter("variance")),
        said("positive", PROBABILITY),
        *ratios("least", "greatest"),
        said(
            "quantiles",
            by_name(RATIO),
            lambda row: dict(zip(map(ratio_text, QUANTILES), row.quantiles, strict=True)),
        ),
        said("effect"),
    )
)
_BET: Fields[_SweptBet] = (
    NAME_OF_BET,
    *through(attrgetter("player"), _PLAYER),
    said("ev", value=lambda swept: swept.result.full_shoe[swept.place]),
    *_estimate("mean_ev", lambda swept: swept.result.over_all_coups(swept.place)),
    *_estimate("cut_card_effect", lambda swept: swept.result.cut_card_effect(swept.place)),
    said("by_coup", _BY_COUP, lambda swept: swept.result.before_coups(swept.place)),
    said("by_depth", _BY_DEPTH, lambda swept: swept.result.depths(swept.place)),
)
_COUNT: Fields[Player] = (
    said("count", TEXT, attrgetter("count.id")),
    said("name", TEXT, attrgetter("count.title")),
    BET_AND_PAYTABLE,
    _PLAYER,
    *_estimate("share_of_perfect", attrgetter("share")),
    said("true_trigger", RATIO.optional, attrgetter("count.true_trigger")),
    said("running_trigger", RATIO.optional, attrgetter("count.running_trigger")),
)
_COUPS: Fields[SweepResult] = (
    *_estimate("mean", attrgetter("coups"), "standard_error"),
    said("standard_deviation", ROOT.optional, attrgetter("coups_variance")),
    said("fewest", COUNT),
    said("most", COUNT),
)
_PROCEDURE = (
    said("id", ID, itemgetter("id")),
    *STEPS,
    said("cut_card_stream", TEXT, lambda steps: steps.get("cut_card_stream"), absent=True),
    said("reserve", one_of(True), lambda steps: steps.get("reserve"), absent=True),
)


def _swept(result: SweepResult) -> Iterator[_SweptBet]:
    return (_SweptBet(result, place) for place in range(len(result.work.bets)))


def origin_of(result: SweepResult) -> Origin:
    """What decided a sweep, with a digest of everything that decides its shoes."""
    work = result.work
    options = (("shoes", str(result.shoes)), ("seed", str(work.seed)), ("procedure", work.procedure.id))
    return Origin(
        result.question, tuple(work.bets), options, (("sweep", digest(work.identity())),), {"seed": work.seed}
    )


SWEEP: Document[SweepResult] = Document(
    "sweep-result",
    2,
    "sweep",
    (
        said("shoes", COUNT),
        said("procedure", record(_PROCEDURE), lambda r: {"id": r.work.procedure.id, **r.work.steps}),
        said("coups_per_shoe", record(_COUPS), lambda result: result),
        said("bets", records(_BET), _swept),
        said("best_of_all", record(_PLAYER), lambda result: result.players[len(result.work.bets)]),
        said("counts", records(_COUNT), lambda result: result.players[len(result.work.bets) + 1 :]),
        OMITTED,
    ),
    origin_of,
)
