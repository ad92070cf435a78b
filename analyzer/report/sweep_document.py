"""The result of a sweep, as a document for machines, and what decided it."""

from collections.abc import Iterable, Iterator
from fractions import Fraction
from operator import attrgetter
from typing import Any, NamedTuple

from analyzer.analysis.sweep.result import QUANTILES, AtDepth, BeforeCoup, Estimate, Player, SweepResult
from analyzer.analysis.sweep.work import Work
from analyzer.bets.digest import digest
from analyzer.exact import ratio_text
from analyzer.report.columns import STANDARD_DEVIATION
from analyzer.report.document import Document
from analyzer.report.fields import Field, Fields, headed, record, records, said, said_as, through
from analyzer.report.kinds import COUNT, ID, PROBABILITY, RATIO, ROOT, TEXT, Kind, by_name, one_of
from analyzer.report.odds_document import OMITTED
from analyzer.report.origin import BET_AND_PAYTABLE, NAME_OF_BET, Origin
from analyzer.report.steps import STEPS
from analyzer.text import message

SE = message("SE")

COUPS: list[Field[SweepResult]] = [
    headed("mean", message("Mean"), "decimal", "coups.value"),
    headed("standard_error", SE, "root", "coups.variance", kind=ROOT.optional),
    Field(STANDARD_DEVIATION, lambda result: result.coups_variance, kind=ROOT.optional),
    headed("fewest", message("Fewest"), "count"),
    headed("most", message("Most"), "count"),
]
"""How many coups a shoe has."""


def origin_of(result: SweepResult) -> Origin:
    """What was asked of a sweep, with a digest of everything that decides its shoes."""
    work = result.work
    shoes, procedure = ("shoes", str(result.shoes)), ("procedure", work.procedure.id)
    return Origin(
        result.question,
        work.bets,
        (shoes, ("seed", str(work.seed)), procedure),
        (("sweep", digest(work.identity())),),
        {"seed": work.seed, "options": dict((shoes, procedure))},
    )


def _estimate(part: str, key: str, error: str = "", kind: Kind = RATIO) -> tuple[Field[Any], Field[Any]]:
    """An estimate that is a part of the value, and its standard error."""
    error = error or f"{key}_standard_error"
    return said(key, kind, attrgetter(f"{part}.value")), said(
        error, ROOT.optional, attrgetter(f"{part}.variance")
    )


_PROCEDURE: list[Field[Work]] = [
    said("id", ID, "procedure.id"),
    *through("steps", STEPS),
    said("cut_card_stream", TEXT, lambda work: work.steps.get("cut_card_stream"), absent=True),
    said("reserve", one_of(True), lambda work: work.procedure.reserve or None, absent=True),
]
_PLAYER: Fields[Player] = [
    *_estimate("gain", "yield_per_shoe", "yield_standard_error"),
    *_estimate("frequency", "betting_frequency"),
    *_estimate("edge", "mean_edge_when_betting", "mean_edge_standard_error", RATIO.optional),
    *_estimate("bets", "bets_per_shoe"),
]
_COUNT: Fields[Player] = [
    said("count", TEXT, "count.id"),
    said("name", TEXT, "count.title"),
    *BET_AND_PAYTABLE,
    *_PLAYER,
    *_estimate("share", "share_of_perfect", kind=RATIO.optional),
    said("true_trigger", RATIO.optional, "count.true_trigger"),
    said("running_trigger", RATIO.optional, "count.running_trigger"),
]
_BEFORE: Fields[BeforeCoup] = [
    said_as(COUNT, "coup", "shoes"),
    *_estimate("ev", "mean_ev"),
    said("off", RATIO.optional),
    said("positive", PROBABILITY),
]


def _quantiles(depth: AtDepth) -> Iterator[tuple[str, object]]:
    return zip(map(ratio_text, QUANTILES), depth.quantiles, strict=True)


_DEPTH: Fields[AtDepth] = [
    said_as(COUNT, "first", "last", "coups"),
    said("mean_ev", RATIO, "mean"),
    said("standard_deviation", ROOT, "variance"),
    said("positive", PROBABILITY),
    said_as(RATIO, "least", "greatest"),
    said("quantiles", by_name(RATIO), _quantiles),
    said("effect"),
]


class _OfBet(NamedTuple):
    """What a sweep says of one bet."""

    player: Player
    ev: Fraction
    mean_ev: Estimate
    cut_card_effect: Estimate
    by_coup: Iterable[BeforeCoup]
    by_depth: Iterable[AtDepth]


def _bets(result: SweepResult) -> Iterator[_OfBet]:
    for place, (player, ev) in enumerate(zip(result.players, result.full_shoe, strict=False)):
        means = result.over_all_coups(place), result.cut_card_effect(place)
        yield _OfBet(player, ev, *means, result.before_coups(place), result.depths(place))


_BET: Fields[_OfBet] = [
    *through("player", [NAME_OF_BET, _PLAYER]),
    said("ev"),
    *_estimate("mean_ev", "mean_ev"),
    *_estimate("cut_card_effect", "cut_card_effect"),
    said("by_coup", records(_BEFORE)),
    said("by_depth", records(_DEPTH)),
]

SWEEP: Document[SweepResult] = Document(
    "sweep-result",
    2,
    "sweep",
    [
        said("shoes", COUNT),
        said("procedure", record(_PROCEDURE), "work"),
        said("coups_per_shoe", record(COUPS), lambda result: result),
        said("bets", records(_BET), _bets),
        said("best_of_all", record(_PLAYER), lambda result: result.players[len(result.work.bets)]),
        said("counts", records(_COUNT), lambda result: result.players[len(result.work.bets) + 1 :]),
        OMITTED,
    ],
    origin_of,
)
