"""Several bets on one coup: names, texts and files in, exact values out."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Unpack

from analyzer.analysis.money import joint as one_coup
from analyzer.analysis.money.portfolio import Portfolio
from analyzer.analysis.question import Excluded, keys_of
from analyzer.ask.numbers import not_negative
from analyzer.ask.parameters import Cards, Game, KnownCoup
from analyzer.ask.question import by_text, question
from analyzer.bets.bet import Bet
from analyzer.bets.pricing import Ratio
from analyzer.errors import AnalyzerError, CatalogError, did_you_mean
from analyzer.exact import quoted


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
            that are not named. One unit on each bet where this is None.

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
    # By identity: repricing can make two of the bets equal.
    stake_on = {id(bet): amount for bet, amount in zip(resolved.bets, amounts, strict=True)}
    return Portfolio(together, tuple(stake_on[id(bet)] for bet in together.bets))


def stakes_on(bets: Sequence[Bet], stakes: Mapping[str, Ratio]) -> tuple[Fraction, ...]:
    """The stake on each bet, in the order of the bets; zero on those not named.

    Raises:
        AnalyzerError: a stake is on none of the bets, on more than one or on one twice, or is not an exact
            number of 0 or more; or all are zero.
    """
    amounts: dict[int, Fraction] = {}
    for reference, amount in by_text("stakes", stakes).items():
        place = _place(bets, reference)
        if place in amounts:
            raise CatalogError(f"expected one stake on bet {bets[place].reference!r}, got two")
        amounts[place] = stake_of(reference, amount)
    check_any(amounts.values())
    return tuple(amounts.get(place, Fraction(0)) for place in range(len(bets)))


def _place(bets: Sequence[Bet], reference: str) -> int:
    """The index, among the bets asked for, of the bet with this reference, id or alias."""
    keys = keys_of(bets)
    if reference in keys:
        return keys.index(reference)
    places = [n for n, bet in enumerate(bets) if reference in (bet.id, bet.reference, *bet.aliases)]
    if len(places) > 1:
        raise CatalogError(
            f"expected a stake on one bet, got {quoted(reference)}, which is several of those asked for; "
            f"choose from {', '.join(keys[place] for place in places)}"
        )
    if not places:
        hint = did_you_mean(reference[:40], keys)
        raise CatalogError(f"expected a stake on one of the bets asked for, got {quoted(reference)}{hint}")
    return places[0]


def no_bets_error(excluded: Excluded) -> AnalyzerError:
    """The error for a shoe that can answer no bet."""
    why = "; ".join(f"{bet.reference!r} {reason}" for bet, reason in excluded)
    return AnalyzerError(f"expected one bet or more that this shoe can answer, got none: bet {why}")


def stake_of(reference: str, amount: Ratio) -> Fraction:
    """A stake of 0 or more on a bet."""
    return not_negative(f"a stake on bet {quoted(reference)}", amount)


def check_any(amounts: Iterable[Fraction]) -> None:
    """Refuse stakes that are all 0."""
    if not any(amounts):
        raise CatalogError("expected a stake above zero on one bet or more, got none")
