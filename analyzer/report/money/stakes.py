"""What is staked on every coup, as documents and the provenance of pages have it."""

from collections.abc import Sequence
from fractions import Fraction

from analyzer.analysis.money.portfolio import Portfolio
from analyzer.analysis.question import keys_of
from analyzer.bets.bet import Bet
from analyzer.exact import ratio_text
from analyzer.render.page import Pairs
from analyzer.report.fields import Fields, records, said
from analyzer.report.kinds import ID, PAYTABLE, one_of
from analyzer.report.origin import Origin

_STAKE: Fields[tuple[Bet, Fraction]] = (
    said("bet", ID, lambda staked: staked[0].id),
    said("paytable", PAYTABLE, lambda staked: staked[0].paytable),
    said("stake", value=1),
)

STAKES: Fields[Portfolio] = (
    said("stakes", records(_STAKE), lambda p: list(zip(p.joint.bets, p.stakes, strict=True))),
    said("model", one_of("fresh-shoe"), lambda portfolio: "fresh-shoe"),
)
"""The stakes of every coup, each from a fresh shoe."""


def stakes_text(portfolio: Portfolio) -> str:
    """What is staked on each bet, as options take it."""
    stakes = zip(keys_of(portfolio.joint.bets), portfolio.stakes, strict=True)
    return " ".join(f"{key}={ratio_text(stake)}" for key, stake in stakes if stake)


def stakes_origin(
    portfolios: Sequence[Portfolio], staked: bool, options: Pairs = (), stated: Pairs = ()
) -> Origin:
    """What decided an answer about a portfolio, or about several that each stake on a single bet.

    `staked` says whether stakes were given. Documents also state the options of `stated`.
    """
    first, bets = portfolios[0], [bet for portfolio in portfolios for bet in portfolio.joint.bets]
    given: Pairs = (("stakes", stakes_text(first)),) if staked else ()
    # Documents name the bets with their digests.
    named: Pairs = (("bets", " ".join(bet.reference for bet in bets)),) if len(portfolios) > 1 else ()
    known = {"options": dict((*given, *options, *stated))}
    return Origin(first.question, tuple(bets), (*given, *named, *options), known=known)
