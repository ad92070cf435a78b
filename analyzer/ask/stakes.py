"""Stakes over many coups: the gain and the risk of ruin, Kelly stakes, and limits of a measured RTP."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Unpack

from analyzer.analysis.money import bankroll as many_coups
from analyzer.analysis.money import joint as one_coup
from analyzer.analysis.money import kelly as growth
from analyzer.analysis.money import monitor as limits
from analyzer.analysis.money.bankroll import MOST_COUPS, Bankroll, distribution_of, singly
from analyzer.analysis.money.joint import Joint
from analyzer.analysis.money.kelly import Growth, Jointly
from analyzer.analysis.money.monitor import Monitor
from analyzer.analysis.money.portfolio import Portfolio
from analyzer.analysis.odds import odds
from analyzer.analysis.question import Question, keys_of
from analyzer.ask.joint import check_any, no_bets_error, stake_of, stakes_on
from analyzer.ask.numbers import between, not_negative, number, whole
from analyzer.ask.parameters import Cards, Game, Shared
from analyzer.ask.question import bet_of, bets_of_files, by_name, by_text, listed, variant_of, whole_coups
from analyzer.bets.pricing import Ratio
from analyzer.errors import AnalyzerError, CatalogError
from analyzer.exact import quoted


@dataclass(frozen=True)
class Kelly:
    """Kelly stakes on several bets: `singly` on each alone, by key, and `jointly` on all at once, in order.

    In `singly`, a bet that cannot lose has None. `jointly` is None where there is one bet.
    """

    joint: Joint
    singly: Mapping[str, Growth | None]
    jointly: Jointly | None

    @property
    def question(self) -> Question:
        """What was asked."""
        return self.joint.question


def bankroll(
    variant: Game = "standard",
    shoe: Cards = None,
    *,
    coups: int,
    stakes: Mapping[str, Ratio] | None = None,
    quantiles: Sequence[Ratio] | None = None,
    losses: Sequence[Ratio] = (),
    bankroll: Ratio | None = None,
    push_ends_run: bool = False,
    law: bool = False,
    bars: bool = False,
    **shared: Unpack[Shared],
) -> tuple[Bankroll, ...]:
    """The gain from stakes on each of many coups, every coup dealt from the full shoe again.

    There is one answer for all the stakes together, or without stakes one for each bet, staked alone with one
    unit. All other parameters are as for `odds`, but about whole coups.

    Args:
        coups: how many coups are played.
        stakes: the stake on each bet of a coup, `{"banker": 10, "tie/8": "1/2"}`.
        quantiles: the quantiles wanted, each above 0 and below 1.
        losses: losses in units; the answer has the probability of losing as much or more.
        bankroll: the units at the start; the answer has their risk of ruin.
        push_ends_run: whether a coup without gain or loss ends a losing run; else it leaves a run as it is.
        law: whether to keep every gain with its probability.
        bars: whether to include the spans of gain that a chart shows.

    Raises:
        AnalyzerError: any of these is malformed, unknown or out of range.

    >>> [found] = bankroll("classic", 6, coups=1000, stakes={"banker": 1})
    >>> str(found.quantiles[3].exact.gain), found.runs.median
    ('-213/20', 9)
    """
    played = whole("coups as a whole number", coups, MOST_COUPS)
    if quantiles is None:
        levels = many_coups.LEVELS
    else:
        levels = tuple(between("a quantile", level) for level in listed("quantiles", quantiles))
    lost = tuple(_units("a loss", loss) for loss in listed("losses", losses))
    start = None if bankroll is None else _units("a bankroll", bankroll)
    return tuple(
        many_coups.bankroll(
            portfolio,
            played,
            levels=levels,
            losses=lost,
            bankroll=start,
            push_ends=push_ends_run,
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
    """How far the RTP measured over some rounds may stray from the exact one, every coup from a full shoe.

    There is one answer for all the stakes together, or without stakes one for each bet, staked alone with one
    unit. All other parameters are as for `odds`, but about whole coups.

    Args:
        stakes: the stake on each bet of a round, `{"banker": 10, "tie/8": "1/2"}`.
        rounds: numbers of rounds; 1,000 to 1,000,000 where None.
        confidences: each above 0 and below 1; 95, 99 and 99.9 percent where None.
        observed: an RTP measured over the rounds, of which there must be one number; it is judged at the
            first of the confidences, or at 99 percent where these are None.

    Raises:
        AnalyzerError: any of these is malformed, unknown or out of range.

    >>> [found] = monitor("classic", 6, bets=["tie"], rounds=[1000], confidences=["99%"])
    >>> found.limits[0].low
    Fraction(81, 125)
    """
    counts: tuple[int, ...] = limits.ROUNDS
    if rounds is not None:
        counts = tuple(whole("rounds as a whole number", n, MOST_COUPS) for n in listed("rounds", rounds))
    levels = limits.CONFIDENCES if confidences is None else listed("confidences", confidences)
    sure = tuple(between("a confidence", level) for level in levels)
    measured = None
    if observed is not None:
        if rounds is None or len(counts) != 1:
            raise AnalyzerError(
                "expected one number of rounds over which the RTP was observed, got none or several"
            )
        rtp = not_negative("an observed RTP", observed, percent=True)
        measured = (rtp, counts[0], Fraction(99, 100) if confidences is None else sure[0])
    portfolios = _portfolios(variant, shoe, stakes, shared)
    return tuple(limits.monitor(portfolio, counts, sure, observed=measured) for portfolio in portfolios)


def kelly(variant: Game = "standard", shoe: Cards = None, **shared: Unpack[Shared]) -> Kelly:
    """The parts of a bankroll to stake on the bets of one coup so that the bankroll grows fastest.

    Takes the parameters of `odds` about whole coups.

    Raises:
        AnalyzerError: as `odds`; or no best part exists, since something can be won and nothing lost.

    >>> kelly("classic", "0=20 4=50 9=10", bets=["tie"]).singly["tie"].part.low
    Fraction(7380470961416997393, 50000000000000000000)
    """
    joint = one_coup.joint(whole_coups(variant, shoe, shared))
    keyed = zip(keys_of(joint.bets), joint.valuations, strict=True)
    parts = {key: growth.kelly(distribution_of(value)) for key, value in keyed}
    return Kelly(joint, parts, growth.jointly(joint) if len(parts) > 1 else None)


def _portfolios(
    variant: Game, shoe: Cards, stakes: Mapping[str, Ratio] | None, shared: Shared
) -> tuple[Portfolio, ...]:
    """One portfolio of all the stakes, or without stakes one of a unit on each bet alone."""
    if stakes is None:
        report = odds(whole_coups(variant, shoe, shared))
        if not report:
            raise no_bets_error(report.excluded)
        return singly(report)
    if shared.get("bets"):
        raise CatalogError(
            "expected either bets or stakes on bets, got both; leave out --bet, as each --stake names its bet"
        )
    amounts = tuple(stake_of(ref, amount) for ref, amount in by_text("stakes", stakes).items())
    check_any(amounts)
    if isinstance(variant, Question):
        resolved = whole_coups(variant, shoe, shared)
        on_bets = stakes_on(resolved.bets, stakes)
        staked = [bet for bet, amount in zip(resolved.bets, on_bets, strict=True) if amount]
        return (Portfolio(one_coup.joint(resolved.naming(staked)), tuple(filter(None, on_bets))),)
    # The bets that stakes name, in their order; `bet_files` only supply bets to be named.
    game = variant_of(variant)
    added, pays = bets_of_files(shared)
    local = by_name(added)
    bets = [bet_of(game, reference, local) for reference in stakes]
    for place, bet in enumerate(bets):
        if bet in bets[:place]:
            raise CatalogError(f"expected one stake on bet {bet.reference!r}, got two")
    about: Shared = {**shared, "bets": bets, "bet_files": (), "pay": pays}
    return (Portfolio(one_coup.joint(whole_coups(game, shoe, about)), amounts),)


def _units(what: str, amount: Ratio) -> Fraction:
    if (value := number(what, amount)) <= 0:
        raise AnalyzerError(f"expected {what} above zero, in units, got {quoted(amount)}")
    return value
