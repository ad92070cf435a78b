"""A bankroll over many coups, as a document for machines."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from operator import attrgetter, itemgetter

from analyzer.analysis.money.bankroll import Bankroll, Chance
from analyzer.analysis.money.coups import Bounds
from analyzer.analysis.money.kelly import Growth, kelly
from analyzer.analysis.money.runs import Runs
from analyzer.analysis.question import keys_of
from analyzer.exact import ratio_text
from analyzer.report.document import Document
from analyzer.report.fields import Fields, ratios, record, records, said, through
from analyzer.report.kinds import COUNT, FLAG, PROBABILITY, RATIO, ROOT, TEXT, by_name, one_of
from analyzer.report.money.numbers import CERTAIN, CHANCE, DECIMALS, exact
from analyzer.report.money.stakes import STAKES, stakes_origin
from analyzer.report.origin import Origin

_RARE = Fraction(1, 10**9)
"""The lowest probability at which a length of runs is listed."""


def _named(bankroll: Bankroll) -> list[tuple[str, Chance]]:
    """The probabilities asked, each with the name of its event."""
    names = ["loss", "even", "gain", *(f"loss of {ratio_text(loss)} or more" for loss in bankroll.losses)]
    return list(zip(names, bankroll.chances, strict=True))


def _lengths(runs: Runs) -> Iterator[tuple[int, Bounds]]:
    """The lengths of losing runs that are not too rare, with the probability of one as long."""
    return ((n, reached) for n, reached in enumerate(runs.reached, 1) if reached.low >= _RARE)


def _alone(bankroll: Bankroll) -> Mapping[str, Growth | None] | None:
    """The best part for each bet alone; None if only one is staked on."""
    if bankroll.jointly is None:
        return None
    distributions = zip(keys_of(bankroll.portfolio.joint.bets), bankroll.distributions, strict=True)
    return {key: kelly(distribution) for key, distribution in distributions}


def _parts(bankroll: Bankroll) -> dict[str, Fraction]:
    """The best parts for all bets together; none if only one is staked on."""
    parts = bankroll.jointly.parts if bankroll.jointly else ()
    return dict(zip(keys_of(bankroll.portfolio.joint.bets), parts, strict=bool(parts)))


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
    said("event", TEXT, itemgetter(0)),
    *through(lambda named: named[1].exact, CHANCE),
    said("normal", DECIMALS.optional, lambda named: named[1].normal),
)
_QUANTILE = (
    said("level", PROBABILITY),
    said("gain", RATIO.optional, lambda reached: reached.exact and reached.exact.gain),
    said("earliest", RATIO.optional, lambda reached: reached.exact and reached.exact.earliest),
    said("normal", DECIMALS.optional),
)
_RUIN: Fields[Bankroll] = (
    said("bankroll", RATIO),
    *through(attrgetter("ruined"), CHANCE),
)
_LENGTH: Fields[tuple[int, Bounds]] = (said("coups", COUNT, itemgetter(0)), *through(itemgetter(1), CHANCE))
_RUNS: Fields[Bankroll] = (
    said("push_ends_run", FLAG, attrgetter("push_ends")),
    *through(
        attrgetter("runs"),
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
_TOGETHER: Fields[Bankroll] = (
    said("parts", by_name(DECIMALS), _parts),
    *through(
        attrgetter("jointly"),
        (
            said("growth", DECIMALS),
            said("growth_at_half", DECIMALS, attrgetter("half")),
            said("slope", DECIMALS),
            said("spare", DECIMALS.optional),
        ),
    ),
)
_KELLY: Fields[Bankroll] = (
    said("ev", value=lambda bankroll: bankroll.portfolio.ev / bankroll.portfolio.staked),
    *through(attrgetter("kelly"), _GROWTH),
    said("alone", by_name(record(_GROWTH)), _alone, absent=True),
    said("together", record(_TOGETHER), lambda b: None if b.jointly is None else b, absent=True),
)
_GAIN: Fields[tuple[Fraction, Bounds]] = (said("gain", value=itemgetter(0)), *through(itemgetter(1), CHANCE))
_BANKROLL: Fields[Bankroll] = (
    *through(attrgetter("portfolio"), STAKES),
    said("coups", COUNT),
    *ratios("staked", "mean", "variance"),
    said("standard_deviation", ROOT, attrgetter("variance")),
    said("rtp", value=lambda bankroll: 1 + bankroll.mean / bankroll.staked),
    said("rtp_standard_deviation", ROOT, lambda bankroll: bankroll.variance / bankroll.staked**2),
    said("method", one_of("exact", "bounds", "normal"), _method),
    said("exact_up_to", COUNT, lambda bankroll: bankroll.reach[0]),
    said("bounds_up_to", COUNT, lambda bankroll: bankroll.reach[1]),
    said("bounds_apart", RATIO.optional, lambda b: None if b.after is None else Fraction(b.after.short)),
    said("chances", records(_NAMED), _named),
    said("quantiles", records(_QUANTILE)),
    said("ruin", record(_RUIN).optional, lambda b: None if b.bankroll is None else b),
    said("longest_losing_run", record(_RUNS).optional, lambda b: None if b.runs is None else b),
    said("kelly", record(_KELLY), lambda bankroll: bankroll),
    said("law", records(_GAIN), _gains, absent=True),
)


def _origin(bankrolls: Sequence[Bankroll]) -> Origin:
    first = bankrolls[0]
    options: tuple[tuple[str, str], ...] = (("coups", str(first.coups)),)
    if first.bankroll is not None:
        options += (("bankroll", ratio_text(first.bankroll)),)
    return stakes_origin([bankroll.portfolio for bankroll in bankrolls], options)


BANKROLL: Document[Sequence[Bankroll]] = Document(
    "bankroll", 2, "bankroll", (said("items", records(_BANKROLL), lambda bankrolls: bankrolls),), _origin
)
