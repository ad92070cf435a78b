"""Drafts, as people ask for them: the reference of a bet in, the bet and the names that it pays out.

Resolves names through the catalog; values nothing.
"""

from collections.abc import Iterable
from os import PathLike
from pathlib import Path

from analyzer.ask.question import bet_of, by_name, drafts_in, listed, variant_of
from analyzer.bets.bet import Bet, Variant
from analyzer.bets.pricing import Draft


def draft_of(
    bet: str | Bet | Draft,
    *,
    bet_files: Iterable[str | Path] = (),
    variant: str | PathLike[str] | Variant = "standard",
) -> Draft:
    """The bet of a reference, of a file or else as a variant offers it, with the names that its lines pay.

    Args:
        bet: a reference such as `my-bet` or `tie/9`, or the thing itself; a plain bet pays no names.
        bet_files: TOML files of bets, whose lines may pay names.
        variant: where a bet that is in no file is looked for, before the library.

    Raises:
        CatalogError: there is no such bet, or a file is faulty.

    >>> draft_of("tie/9").symbols, draft_of("tie/9").bet.reference
    ((), 'tie/9')
    """
    if isinstance(bet, Draft):
        return bet
    drafts = [draft for _, draft in drafts_in(listed("bet files", bet_files))]
    if not isinstance(bet, Bet):
        bet = bet_of(variant_of(variant), bet, by_name(draft.bet for draft in drafts))
    return next((draft for draft in drafts if draft.bet is bet), Draft(bet, {}))
