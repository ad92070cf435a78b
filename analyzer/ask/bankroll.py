"""Bankrolls, Kelly stakes and limits of a measured RTP, as people ask for them.

Resolves names through the catalog and hands values to the analysis; counts nothing itself.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from os import PathLike
from typing import Unpack

from analyzer.analysis.money import bankroll as money
from analyzer.analysis.money import monitor as limits
from analyzer.analysis.money.bankroll import MOST_COUPS, Bankroll, law_of, singly
from analyzer.analysis.money.joint import Joint, joint
from analyzer.analysis.money.kelly import Growth, Jointly, jointly
from analyzer.analysis.money.kelly import kelly as best
from analyzer.analysis.money.monitor import Monitor
from analyzer.analysis.money.portfolio import Portfolio
from analyzer.analysis.odds import odds
from analyzer.analysis.question import Question, keys_of
from analyzer.ask.joint import stakes_on
from analyzer.ask.numbers import between, not_negative, number, whole
from analyzer.ask.parameters import Cards, Game, Shared
from analyzer.ask.question import bet_of, bets_in, by_name, by_text, listed, variant_of, whole_coups
from analyzer.bets.bet import Variant
from analyzer.bets.pricing import Ratio
from analyzer.errors import AnalyzerError, CatalogError
from analyzer.exact import quoted


@dataclass(frozen=True)
class Kelly:
    """Kelly stakes on several bets: of each alone, by key, and of all at once, in their order.

    A part of None is that of a bet that cannot lose. `jointly` is None where there is one bet.
    """

    joint: Joint
    singly: Mapping[str, Growth | None]
    jointly: Jointly | None


def bankroll(
    variant: Game = "standard",
    shoe: Cards = None,
    *,
    coups: int,
    stakes: Mapping[str, Ratio] | None = None,
    levels: Sequence[Ratio] | None = None,
    losses: Sequence[Ratio] = (),
    purse: Ratio | None = None,
    push_ends: bool = False,
    law: bool = False,
    bars: bool = False,
    **shared: Unpack[Shared],
) -> tuple[Bankroll, ...]:
    """What stakes on each of many coups come to, every coup dealt from the full shoe anew.

    One answer for the stakes together; without stakes, one for one unit on each bet alone.

    Args:
        variant: a variant, its id, or the path of a variant file.
        shoe: what every coup is dealt from; as `odds` takes it.
        coups: how many.
        stakes: what is staked on each bet of a coup, `{"banker": 10, "tie/8": "1/2"}`.
        levels: quantiles wanted, each above 0 and below 1.
        losses: losses of which the probability is wanted that the coups lose as much or more, in units.
        purse: a bankroll, in units, whose risk of ruin is wanted.
        push_ends: whether a coup without gain or loss ends a losing run; else it leaves a run as it is.
        law: whether to keep every gain with its probability.
        bars: whether to ask for the spans that a drawing shows.
        **shared: all else that `odds` takes of a variant's bets.

    Raises:
        AnalyzerError: any of these is malformed, unknown or out of range.

    >>> [found] = bankroll("classic", 6, coups=1000, stakes={"banker": 1})
    >>> str(found.quantiles[3].exact.gain), found.runs.median
    ('-213/20', 9)
    """
    n = whole("coups as a whole number", coups, MOST_COUPS)
    wanted = (
        money.LEVELS
        if levels is None
        else tuple(between("a quantile", level) for level in listed("levels", levels))
    )
    bounds = tuple(_units("a loss", loss) for loss in listed("losses", losses))
    start = None if purse is None else _units("a bankroll", purse)
    return tuple(
        money.bankroll(
            portfolio,
            n,
            levels=wanted,
            losses=bounds,
            bankroll=start,
            push_ends=push_ends,
            law=law,
            bars=bars,
        )
        for portfolio in _portfolios(variant, shoe, stakes, shared)
    )


def monitor(
    variant: Game = "standard",
    shoe: Cards = None,
    *,
    stakes: Mapping[str, Ratio] | None = None,
    rounds: Sequence[int] | None = None,
    confidences: Sequence[Ratio] | None = None,
    observed: Ratio | None = None,
    **shared: Unpack[Shared],
) -> tuple[Monitor, ...]:
    """How far the RTP measured over some rounds may stray from the exact one, every coup dealt anew.

    One answer for the stakes together; without stakes, one for one unit on each bet alone.

    Args:
        variant: a variant, its id, or the path of a variant file.
        shoe: what every coup is dealt from; as `odds` takes it.
        stakes: what is staked on each bet of a round, `{"banker": 10, "tie/8": "1/2"}`.
        rounds: numbers of rounds; 1,000 to 1,000,000 where None.
        confidences: each above 0 and below 1; 95, 99 and 99.9 percent where None.
        observed: an RTP measured over the rounds, which are then a single number; judged at the first of the
            confidences, at 99 percent where None.
        **shared: all else that `odds` takes of a variant's bets.

    Raises:
        AnalyzerError: any of these is malformed, unknown or out of range.

    >>> [found] = monitor("classic", 6, bets=["tie"], rounds=[1000], confidences=["99%"])
    >>> found.limits[0].low
    Fraction(81, 125)
    """
    counts = (
        limits.ROUNDS
        if rounds is None
        else tuple(whole("rounds as a whole number", n, MOST_COUPS) for n in listed("rounds", rounds))
    )
    levels = limits.CONFIDENCES if confidences is None else listed("confidences", confidences)
    sure = tuple(between("a confidence", level) for level in levels)
    seen = None
    if observed is not None:
        if rounds is None or len(counts) != 1:
            raise AnalyzerError(
                "expected one number of rounds over which the RTP was observed, got none or several"
            )
        rtp = not_negative("an observed RTP", observed, percent=True)
        seen = (rtp, counts[0], Fraction(99, 100) if confidences is None else sure[0])
    return tuple(
        limits.monitor(portfolio, counts, sure, observed=seen)
        for portfolio in _portfolios(variant, shoe, stakes, shared)
    )


def kelly(
    variant: Game = "standard",
    shoe: Cards = None,
    **shared: Unpack[Shared],
) -> Kelly:
    """The parts of a bankroll that make it grow fastest, staked on bets of one coup; takes what `odds` takes.

    Raises:
        AnalyzerError: as `odds`; or no best part exists, since something can be won and nothing lost.

    >>> kelly("classic", "0=20 4=50 9=10", bets=["tie"]).singly["tie"].part.low
    Fraction(7380470961416997393, 50000000000000000000)
    """
    found = joint(whole_coups(variant, shoe, shared))
    parts = {
        key: best(law_of(value)) for key, value in zip(keys_of(found.bets), found.valuations, strict=True)
    }
    return Kelly(found, parts, jointly(found) if len(parts) > 1 else None)


def _portfolios(
    variant: Game, shoe: Cards, stakes: Mapping[str, Ratio] | None, shared: Shared
) -> tuple[Portfolio, ...]:
    """The stakes together, or one unit on each bet alone."""
    if stakes is None:
        report = odds(whole_coups(variant, shoe, shared))
        if not report:
            why = "; ".join(f"{bet.reference!r} {reason}" for bet, reason in report.excluded)
            raise AnalyzerError(f"expected one bet or more that this shoe can answer, got none: bet {why}")
        return singly(report)
    if shared.get("bets"):
        raise CatalogError(
            "expected either bets or stakes on bets, got both; leave out --bet, as each --stake names its bet"
        )
    amounts = tuple(
        not_negative(f"a stake on bet {quoted(ref)}", amount)
        for ref, amount in by_text("stakes", stakes).items()
    )
    if not any(amounts):
        raise CatalogError("expected a stake above zero on one bet or more, got none")
    if isinstance(variant, Question):
        asked, on_bets = whole_coups(variant, shoe, shared), stakes_on(variant.bets, stakes)
        placed = [(bet, amount) for bet, amount in zip(asked.bets, on_bets, strict=True) if amount]
        amounts = tuple(amount for _, amount in placed)
        asked = asked.naming(bet for bet, _ in placed)
    else:
        asked = _of_stakes(variant, shoe, list(stakes), shared)
    return (Portfolio(joint(asked), amounts),)


def _of_stakes(
    variant: str | PathLike[str] | Variant, shoe: Cards, refs: list[str], shared: Shared
) -> Question:
    """The question about the bets that stakes name, in their order; files only say what names mean."""
    game = variant_of(variant)
    files = listed("bet files", shared.get("bet_files", ()))
    added, pays = bets_in(files, by_text("pays", shared.get("pay")))
    local = by_name(added)
    bets = [bet_of(game, ref, local) for ref in refs]
    for place, bet in enumerate(bets):
        if bet in bets[:place]:
            raise CatalogError(f"expected one stake on bet {bet.reference!r}, got two")
    about: Shared = {**shared, "bets": bets, "bet_files": (), "pay": pays}
    return whole_coups(game, shoe, about)


def _units(what: str, amount: object) -> Fraction:
    if (value := number(what, amount)) <= 0:
        raise AnalyzerError(f"expected {what} above zero, in units, got {quoted(amount)}")
    return value
