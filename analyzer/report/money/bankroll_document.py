"""A bankroll over many coups: a document for machines, and the lists that it shares with the page."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from analyzer.analysis.money.bankroll import Bankroll, Chance, Reached
from analyzer.analysis.money.coups import Bounds
from analyzer.analysis.money.kelly import Growth, Jointly, kelly
from analyzer.analysis.money.runs import Runs
from analyzer.analysis.question import keys_of
from analyzer.exact import ratio_text
from analyzer.report.columns import RTP
from analyzer.report.document import Document
from analyzer.report.fields import Field, Fields, headed, record, records, said, through
from analyzer.report.kinds import COUNT, FLAG, PROBABILITY, RATIO, TEXT, by_name, one_of
from analyzer.report.money.numbers import CERTAIN, CHANCE, DECIMALS, exact
from analyzer.report.money.stakes import STAKES, stakes_origin
from analyzer.report.origin import Origin
from analyzer.text import message

_RARE = Fraction(1, 10**9)
"""The lowest probability at which a length of runs is listed."""


def _named(bankroll: Bankroll) -> list[tuple[str, Chance]]:
    """The probabilities asked, each with the name of its event."""
    names = ["loss", "even", "gain", *(f"loss of {ratio_text(loss)} or more" for loss in bankroll.losses)]
    return list(zip(names, bankroll.chances, strict=True))


def _lengths(runs: Runs) -> Iterator[tuple[int, Bounds]]:
    """The lengths of losing runs that are not too rare, with the probability of one as long."""
    return ((n, reached) for n, reached in enumerate(runs.reached, 1) if reached.low >= _RARE)


def _keys(bankroll: Bankroll) -> list[str]:
    return keys_of(bankroll.portfolio.joint.bets)


def _alone(bankroll: Bankroll) -> Mapping[str, Growth | None] | None:
    """The best part for each bet alone; None if only one is staked on."""
    if bankroll.jointly is None:
        return None
    distributions = zip(_keys(bankroll), bankroll.distributions, strict=True)
    return {key: kelly(distribution) for key, distribution in distributions}


def quantiles_of(bankroll: Bankroll) -> list[tuple[Bankroll, Reached]]:
    """The quantiles asked, each with its bankroll."""
    return [(bankroll, reached) for reached in bankroll.quantiles]


def _gains(bankroll: Bankroll) -> list[tuple[Fraction, Bounds]] | None:
    """Every gain after all coups with its probability; None if they were not asked or not counted."""
    after = bankroll.after
    if after is None or not after.weights:
        return None
    lows = ((place, Fraction(weight, after.total)) for place, weight in after.weights if weight)
    return [(after.grid.gain(place), Bounds(low, low + after.short)) for place, low in lows]


def _method(bankroll: Bankroll) -> str:
    after = bankroll.after
    return "normal" if after is None else "bounds" if after.short else "exact"


_NAMED: Fields[tuple[str, Chance]] = (
    said("event", TEXT, 0),
    *through(lambda named: named[1].exact, CHANCE),
    said("normal", DECIMALS.optional, lambda named: named[1].normal),
)
QUANTILES: Fields[tuple[Bankroll, Reached]] = (
    *through(
        1,
        (
            headed("level", message("Quantile"), "percent", kind=PROBABILITY),
            headed(
                "gain",
                message("Gain"),
                "decimal",
                lambda reached: reached.exact and reached.exact.gain,
                kind=RATIO.optional,
            ),
            said("earliest", RATIO.optional, lambda reached: reached.exact and reached.exact.earliest),
        ),
    ),
    Field(RTP, lambda pair: pair[1].exact and 1 + pair[1].exact.gain / pair[0].staked, in_documents=False),
    headed("normal", message("Normal law"), "decimal", lambda pair: pair[1].normal, kind=DECIMALS.optional),
)
"""What is said of each quantile, with its bankroll."""

_RUIN: Fields[Bankroll] = (said("bankroll", RATIO), *through("ruined", CHANCE))
_LENGTH: Fields[tuple[int, Bounds]] = (said("coups", COUNT, 0), *through(1, CHANCE))
_RUNS: Fields[Bankroll] = (
    said("push_ends_run", FLAG, "push_ends"),
    *through(
        "runs",
        (
            said("median", COUNT),
            said("mean", CERTAIN),
            said("at_least", records(_LENGTH), lambda runs: list(_lengths(runs))),
        ),
    ),
)


_GROWTH: Fields[Growth | None] = (
    said("part", CERTAIN.optional, lambda growth: growth and growth.part),
    *through(lambda growth: growth and growth.part, (exact("exact"),)),
    said("growth", DECIMALS.optional, lambda growth: growth and growth.growth),
    said("growth_at_half", DECIMALS.optional, lambda growth: growth and growth.half),
)
_TOGETHER: Fields[tuple[Sequence[str], Jointly]] = (
    said("parts", by_name(DECIMALS), lambda best: dict(zip(best[0], best[1].parts, strict=True))),
    *through(
        1,
        (
            said("growth", DECIMALS),
            said("growth_at_half", DECIMALS, "half"),
            said("slope", DECIMALS),
            said("spare", DECIMALS.optional),
        ),
    ),
)
_KELLY: Fields[Bankroll] = (
    said("ev", value=lambda bankroll: bankroll.portfolio.ev / bankroll.portfolio.staked),
    *through("kelly", _GROWTH),
    said("alone", by_name(record(_GROWTH)), _alone, absent=True),
    said("together", record(_TOGETHER), lambda b: b.jointly and (_keys(b), b.jointly), absent=True),
)
_GAIN: Fields[tuple[Fraction, Bounds]] = (said("gain", value=0), *through(1, CHANCE))
TOTALS: Fields[Bankroll] = (
    said("coups", COUNT),
    headed("staked", message("Staked"), "ratio"),
    headed("mean", message("Mean gain"), "decimal"),
    said("variance"),
    headed("standard_deviation", message("SD of gain"), "root", "variance"),
    Field(RTP, lambda bankroll: 1 + bankroll.mean / bankroll.staked),
    headed(
        "rtp_standard_deviation",
        message("SD of RTP"),
        "percent_root",
        lambda bankroll: bankroll.variance / bankroll.staked**2,
    ),
)
"""What is said of the gain of all coups."""

_BANKROLL: Fields[Bankroll] = (
    *through("portfolio", STAKES),
    TOTALS,
    said("method", one_of("exact", "bounds", "normal"), _method),
    said("exact_up_to", COUNT, lambda bankroll: bankroll.reach[0]),
    said("bounds_up_to", COUNT, lambda bankroll: bankroll.reach[1]),
    said("bounds_apart", RATIO.optional, lambda b: None if b.after is None else Fraction(b.after.short)),
    said("chances", records(_NAMED), _named),
    said("quantiles", records(QUANTILES), quantiles_of),
    said("ruin", record(_RUIN).optional, lambda b: None if b.bankroll is None else b),
    said("longest_losing_run", record(_RUNS).optional, lambda b: None if b.runs is None else b),
    said("kelly", record(_KELLY), lambda bankroll: bankroll),
    said("law", records(_GAIN), _gains, absent=True),
)


def bankroll_origin(bankrolls: Sequence[Bankroll], staked: bool) -> Origin:
    """What decided bankrolls; `staked` says whether stakes were given."""
    first = bankrolls[0]
    asked = {
        "quantiles": first.levels,
        "losses": first.losses,
        "bankroll": () if first.bankroll is None else (first.bankroll,),
    }
    stated = {name: " ".join(map(ratio_text, numbers)) for name, numbers in asked.items() if numbers}
    stated["push_ends_run"] = "yes" if first.push_ends else "no"
    portfolios = [bankroll.portfolio for bankroll in bankrolls]
    return stakes_origin(portfolios, staked, (("coups", str(first.coups)),), tuple(stated.items()))


BANKROLL: Document[tuple[Sequence[Bankroll], bool]] = Document(
    "bankroll",
    2,
    "bankroll",
    (said("items", records(_BANKROLL), 0),),
    lambda answer: bankroll_origin(*answer),
)
