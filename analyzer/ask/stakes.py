"""Stakes on bets: together on one coup, over many coups, and by Kelly; and limits of a measured RTP."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
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
from analyzer.analysis.question import Excluded, Question, keys_of
from analyzer.ask.bet_files import bets_of_files, by_name
from analyzer.ask.numbers import not_negative, number, whole
from analyzer.ask.parameters import Cards, Game, KnownCoup, Shared, by_text, listed
from analyzer.ask.question import bet_of, question, variant_of, whole_coups
from analyzer.bets.bet import Bet
from analyzer.bets.pricing import Ratio
from analyzer.errors import AnalyzerError, CatalogError, did_you_mean, parameter
from analyzer.exact import quoted
from analyzer.given import flag
from analyzer.heavy import announce
from analyzer.rates import BETWEEN, NOT_NEGATIVE, rate
from analyzer.text import Text, joined, message, plural

_PER_GAIN = 35_000  # Steps for the limits of one likely gain, as measured.


@dataclass(frozen=True)
class Kelly:
    """Kelly stakes on several bets: `singly` on each alone, by key, and `jointly` on all at once, in order.

    In `singly`, a bet that cannot lose has None. `jointly` is None if there is only one bet.
    """

    joint: Joint
    singly: Mapping[str, Growth | None]
    jointly: Jointly | None

    @property
    def question(self) -> Question:
        """The question answered."""
        return self.joint.question


def joint(
    variant: Game = "standard",
    shoe: Cards = None,
    *,
    stakes: Mapping[str, Ratio] | None = None,
    **shared: Unpack[KnownCoup],
) -> Portfolio:
    """Several bets on one coup taken together: their joint outcomes, and the distribution of the total gain.

    All other parameters are as for `odds`. The answer's `joint` has the joint outcomes, covariances and
    correlations of the bets, whatever the stakes.

    Args:
        stakes: the stake on each bet, by its id or reference, `{"banker": 10, "tie/8": "1/2"}`; 0 on bets
            that are not named. If None, one unit on each bet.

    Raises:
        AnalyzerError: as `odds`; or a stake is negative, on none of the bets or on one bet twice; or all are
            zero; or the bets together have too many joint outcomes, or need too many patterns.

    >>> both = joint("standard", bets=["player", "banker"], stakes={"player": 10, "banker": 10})
    >>> both.distribution.gains, both.joint.covariance(0, 1) < 0
    ((Fraction(-1, 2), Fraction(0, 1)), True)
    """
    resolved = question(variant, shoe, **shared)
    amounts = None if stakes is None else stakes_on(resolved.bets, stakes)
    staked = (bet.reference for bet, amount in zip(resolved.bets, amounts or (), strict=False) if amount)
    together = one_coup.joint(replace(resolved, demanded=resolved.demanded.union(staked)))
    if not together.bets:
        raise no_bets_error(together.excluded)
    if amounts is None:
        return Portfolio(together, (Fraction(1),) * len(together.bets))
    # By identity, because repricing can make two of the bets equal.
    stake_on = {id(bet): amount for bet, amount in zip(resolved.bets, amounts, strict=True)}
    return Portfolio(together, tuple(stake_on[id(bet)] for bet in together.bets))


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

    There is one answer for all the stakes together. Without stakes, there is one for each bet, with one unit
    on that bet alone. All other parameters are as for `odds` about whole coups.

    Args:
        coups: how many coups are played.
        stakes: the stake on each bet of a coup, `{"banker": 10, "tie/8": "1/2"}`.
        quantiles: the quantiles wanted, each above 0 and below 1.
        losses: losses in units; the answer has the probability of losing that much or more.
        bankroll: the units at the start; the answer has their risk of ruin.
        push_ends_run: whether a coup without gain or loss ends a losing run; if not, the run continues.
        law: whether to keep every gain with its probability.
        bars: whether to include the spans of gain that a chart shows.

    Raises:
        AnalyzerError: any of these is malformed, unknown or out of range.

    >>> [found] = bankroll("classic", 6, coups=1000, stakes={"banker": 1})
    >>> str(found.quantiles[3].exact.gain), found.runs.median
    ('-213/20', 9)
    """
    played = whole(message("a whole number of coups"), coups, MOST_COUPS)
    wanted = many_coups.LEVELS if quantiles is None else listed(message("quantiles"), quantiles)
    levels = tuple(rate(message("a quantile"), level, BETWEEN) for level in wanted)
    lost = tuple(_units(message("a loss"), loss) for loss in listed(message("losses"), losses))
    start = None if bankroll is None else _units(message("a bankroll"), bankroll)
    ends, kept, spans = flag("push_ends_run", push_ends_run), flag("law", law), flag("bars", bars)
    return tuple(
        many_coups.bankroll(
            portfolio,
            played,
            levels=levels,
            losses=lost,
            bankroll=start,
            push_ends=ends,
            law=kept,
            bars=spans,
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
    """How far an RTP measured over some rounds may be from the exact RTP, every coup from a full shoe.

    There is one answer for all the stakes together. Without stakes, there is one for each bet, with one unit
    on that bet alone. All other parameters are as for `odds` about whole coups.

    Args:
        stakes: the stake on each bet of a round, `{"banker": 10, "tie/8": "1/2"}`.
        rounds: numbers of rounds; 1,000 to 1,000,000 if None.
        confidences: each above 0 and below 1; 95, 99 and 99.9 percent if None.
        observed: an RTP measured over the rounds, which must then be one number; it is judged at the first of
            the confidences, or at 99 percent if these are None.

    Raises:
        AnalyzerError: any of these is malformed, unknown or out of range.

    >>> [found] = monitor("classic", 6, bets=["tie"], rounds=[1000], confidences=["99%"])
    >>> found.limits[0].low
    Fraction(81, 125)
    """
    wanted = limits.ROUNDS if rounds is None else listed(message("rounds"), rounds)
    counts = tuple(whole(message("a whole number of rounds"), n, MOST_COUPS) for n in wanted)
    levels = limits.CONFIDENCES if confidences is None else listed(message("confidences"), confidences)
    sure = tuple(rate(message("a confidence"), level, BETWEEN) for level in levels)
    measured = None
    if observed is not None:
        if rounds is None or len(counts) != 1:
            raise AnalyzerError(
                "{observed} requires one value of {rounds}: the rounds over which the RTP was observed",
                observed=parameter("observed"),
                rounds=parameter("rounds"),
            )
        rtp = rate(message("an observed RTP"), observed, NOT_NEGATIVE)
        measured = (rtp, counts[0], Fraction(99, 100) if confidences is None else sure[0])
    portfolios = _portfolios(variant, shoe, stakes, shared)
    gains = sum(limits.gains(portfolio, counts) for portfolio in portfolios)
    announce(plural("{n} likely gain to weigh", "{n} likely gains to weigh", gains), _PER_GAIN * gains)
    return tuple(limits.monitor(portfolio, counts, sure, observed=measured) for portfolio in portfolios)


def kelly(variant: Game = "standard", shoe: Cards = None, **shared: Unpack[Shared]) -> Kelly:
    """The fractions of a bankroll to stake on the bets of one coup so that the bankroll grows fastest.

    Takes the parameters of `odds` about whole coups.

    Raises:
        AnalyzerError: as `odds`; or no best fraction exists, since the bets can win but not lose.

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
    """One portfolio of all the stakes; without stakes, one portfolio per bet, with one unit on that bet."""
    if stakes is None:
        report = odds(whole_coups(variant, shoe, shared))
        if not report:
            raise no_bets_error(report.excluded)
        return singly(report)
    named = shared.get("bets")
    if named is not None and listed(message("bets"), named):
        raise CatalogError(
            "expected either bets or stakes on bets, got both; leave out {bets}, since each stake names its "
            "bet",
            bets=parameter("bets"),
        )
    amounts = tuple(stake_of(ref, amount) for ref, amount in by_text(message("stakes"), stakes).items())
    check_any(amounts)
    if isinstance(variant, Question):
        resolved = whole_coups(variant, shoe, shared)
        on_bets = stakes_on(resolved.bets, stakes)
        staked = [bet for bet, amount in zip(resolved.bets, on_bets, strict=True) if amount]
        return (Portfolio(one_coup.joint(resolved.naming(staked)), tuple(filter(None, on_bets))),)
    # The bets that stakes name, in their order; `bet_files` only supply bets to name.
    game = variant_of(variant)
    added, pays = bets_of_files(shared, stakes)
    local = by_name(added)
    bets = [bet_of(game, reference, local) for reference in stakes]
    for place, bet in enumerate(bets):
        if bet in bets[:place]:
            raise _two_stakes(bet)
    about: Shared = {**shared, "bets": bets, "bet_files": (), "pay": pays}
    return (Portfolio(one_coup.joint(whole_coups(game, shoe, about)), amounts),)


def _two_stakes(bet: Bet) -> CatalogError:
    return CatalogError("expected one stake on bet {bet}, got two", bet=repr(bet.reference))


def _units(what: Text, amount: Ratio) -> Fraction:
    if (value := number(what, amount)) <= 0:
        raise AnalyzerError(
            "expected {what} above zero, in units, got {amount}", what=what, amount=quoted(amount)
        )
    return value


def stakes_on(bets: Sequence[Bet], stakes: Mapping[str, Ratio]) -> tuple[Fraction, ...]:
    """The stake on each bet, in the order of the bets; zero on those not named. Raises AnalyzerError if a
    stake is not a number of 0 or more, or names none or several of the bets; if two stakes are on one bet; or
    if all are zero.
    """
    amounts: dict[int, Fraction] = {}
    for reference, amount in by_text(message("stakes"), stakes).items():
        place = _place(bets, reference)
        if place in amounts:
            raise _two_stakes(bets[place])
        amounts[place] = stake_of(reference, amount)
    check_any(amounts.values())
    return tuple(amounts.get(place, Fraction(0)) for place in range(len(bets)))


def _place(bets: Sequence[Bet], reference: str) -> int:
    """The index, among the requested bets, of the bet with this reference, id or alias."""
    keys = keys_of(bets)
    if reference in keys:
        return keys.index(reference)
    places = [n for n, bet in enumerate(bets) if reference in (bet.id, bet.reference, *bet.aliases)]
    if len(places) > 1:
        raise CatalogError(
            "expected a stake on one bet, got {bet}, which is the name of several of those requested; choose "
            "from {bets}",
            bet=quoted(reference),
            bets=tuple(keys[place] for place in places),
        )
    if not places:
        hint = did_you_mean(reference[:40], keys)
        raise CatalogError(
            "expected a stake on one of the requested bets, got {bet}{hint}", bet=quoted(reference), hint=hint
        )
    return places[0]


def no_bets_error(excluded: Excluded) -> AnalyzerError:
    """The error if none of the bets can be valued on this shoe."""
    bets = (message("bet {bet} {reason}", bet=repr(bet.reference), reason=reason) for bet, reason in excluded)
    return AnalyzerError("none of the bets can be valued on this shoe: {reasons}", reasons=joined("; ", bets))


def stake_of(reference: str, amount: Ratio) -> Fraction:
    """A stake of 0 or more on a bet."""
    return not_negative(message("a stake on bet {bet}", bet=quoted(reference)), amount)


def check_any(amounts: Iterable[Fraction]) -> None:
    """Raise CatalogError if all stakes are 0."""
    if not any(amounts):
        raise CatalogError("a stake above zero on one bet or more is required")
