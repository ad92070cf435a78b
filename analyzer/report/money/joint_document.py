"""Joint outcomes of bets, and of stakes on them, as a document of exact texts."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import compress

from analyzer.analysis.money.portfolio import ExtremeGain, Portfolio
from analyzer.analysis.question import keys_of
from analyzer.report.document import Document
from analyzer.report.fields import Field, Fields, record, records, said, through
from analyzer.report.kinds import LINE_ID, PROBABILITY, RATIO, ROOT, TEXT, WHOLE, Kind, by_name, many
from analyzer.report.money.portfolio import GAINS, PARTS, STATISTICS, gains_of, named_parts
from analyzer.report.money.stakes import stakes_origin
from analyzer.report.odds_document import OMITTED

Staked = tuple[Portfolio, bool]
"""Stakes on bets, and whether they were given; if not, one unit is staked on each."""


@dataclass(frozen=True, slots=True)
class _Outcome:
    """How a coup settles bets: the line of each, with its probability, and the total ways."""

    lines: Mapping[str, str]
    probability: Fraction
    total: int
    net: Fraction | None = None

    @property
    def ways(self) -> Fraction:
        """The ordered deals; a ratio where a multiplier is drawn, too."""
        return self.probability * self.total


def _keys(portfolio: Portfolio) -> list[str]:
    return keys_of(portfolio.joint.bets)


def _matrix(key: str, kind: Kind, cell: Callable[[Portfolio, int, int], Fraction | None]) -> Field[Portfolio]:
    """A field with a row and a column for each bet."""

    def rows(portfolio: Portfolio) -> list[list[Fraction | None]]:
        places = range(len(portfolio.joint.bets))
        return [[cell(portfolio, i, j) for j in places] for i in places]

    return said(key, many(many(kind)), rows)


def _outcomes(portfolio: Portfolio) -> list[_Outcome]:
    keys, joint = _keys(portfolio), portfolio.joint
    return [
        _Outcome(
            dict(zip(keys, lines, strict=True)),
            Fraction(ways, joint.total),
            joint.total,
            portfolio.net(lines),
        )
        for lines, ways in joint.outcomes
    ]


def _extreme(key: str) -> Field[Portfolio]:
    """A field with the greatest or least net gain, and the outcomes of the bets staked on that bring it."""

    def of(portfolio: Portfolio) -> tuple[ExtremeGain, list[_Outcome]]:
        extreme: ExtremeGain = getattr(portfolio, key)
        staking = list(compress(_keys(portfolio), portfolio.stakes))
        outcomes = (
            _Outcome(dict(zip(staking, lines, strict=True)), chance, portfolio.joint.total)
            for lines, chance in extreme.outcomes
        )
        return extreme, list(outcomes)

    return said(key, record(_EXTREME), of)


_OUTCOME: Fields[_Outcome] = (
    said("lines", by_name(LINE_ID)),
    said("ways", RATIO),
    said("probability", PROBABILITY),
)
_EXTREME: Fields[tuple[ExtremeGain, Sequence[_Outcome]]] = (
    *through(0, (said("net"), said("probability", PROBABILITY))),
    said("outcomes", records(_OUTCOME), 1),
)


def _offsetting(portfolio: Portfolio) -> list[list[str]]:
    """The pairs of bets staked on that offset each other, by key."""
    keys = _keys(portfolio)
    return [[keys[i], keys[j]] for i, j in portfolio.offsetting]


_PORTFOLIO: Fields[Portfolio] = (
    said("stakes", by_name(RATIO), lambda p: dict(zip(_keys(p), p.stakes, strict=True))),
    STATISTICS,
    said("law", records(GAINS), gains_of),
    said("parts", records(PARTS), lambda portfolio: list(named_parts(portfolio, _keys(portfolio)))),
    said("offsetting", many(many(TEXT, minItems=2, maxItems=2)), _offsetting),
)
_JOINT: Fields[Portfolio] = (
    said("bets", many(TEXT), _keys),
    said("total_ways", WHOLE, "joint.total"),
    _matrix("covariance", RATIO, lambda p, i, j: p.joint.covariances[i][j]),
    _matrix("correlation", ROOT.optional, lambda p, i, j: p.joint.correlation_squared(i, j)),
    said("outcomes", records((*_OUTCOME, said("net"))), _outcomes),
    _extreme("best"),
    _extreme("worst"),
)
_MORE: Fields[Portfolio] = (
    _matrix("correlation_signed_square", RATIO.optional, lambda p, i, j: p.joint.correlation_squared(i, j)),
    _matrix("hedge", RATIO.optional, lambda p, i, j: p.joint.hedge(i, j)),
    *through("joint", (OMITTED,)),
)


JOINT: Document[Staked] = Document(
    "joint",
    2,
    "joint",
    (
        *through(0, _JOINT),
        said("portfolio", record(_PORTFOLIO).optional, lambda staked: staked[0] if staked[1] else None),
        *through(0, _MORE),
    ),
    lambda staked: stakes_origin([staked[0]], staked[1]),
)
