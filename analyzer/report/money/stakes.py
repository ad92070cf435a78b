"""What is staked on every coup, as documents have it."""

from collections.abc import Iterable, Sequence
from fractions import Fraction

from analyzer.analysis.money.portfolio import Portfolio
from analyzer.bets.bet import Bet
from analyzer.report.fields import Fields, records, said
from analyzer.report.kinds import ID, PAYTABLE, one_of
from analyzer.report.odds import origin_of
from analyzer.report.origin import Origin

_STAKE: Fields[tuple[Bet, Fraction]] = (
    said("bet", ID, lambda staked: staked[0].id),
    said("paytable", PAYTABLE, lambda staked: staked[0].paytable),
    said("stake", value=lambda staked: staked[1]),
)

STAKES: Fields[Portfolio] = (
    said("stakes", records(_STAKE), lambda p: list(zip(p.joint.bets, p.stakes, strict=True))),
    said("model", one_of("fresh-shoe"), lambda portfolio: "fresh-shoe"),
)
"""The stakes of every coup, each from a fresh shoe."""


def stakes_origin(portfolios: Sequence[Portfolio], options: Iterable[tuple[str, str]]) -> Origin:
    """What decided an answer about portfolios on the same shoe."""
    bets = dict.fromkeys(bet for portfolio in portfolios for bet in portfolio.joint.bets)
    return Origin(origin_of(portfolios[0].joint.report).question, tuple(bets), tuple(options))
