"""Bets with open pays: from a reference, the bet, the names that its lines pay, and its rules."""

from collections.abc import Iterable
from pathlib import Path

from analyzer.ask.parameters import DesignedBet, check_parameters
from analyzer.ask.question import bet_of, by_name, drafts_in, listed, rules_of, variant_of
from analyzer.bets.bet import Bet, Variant
from analyzer.bets.draft import Draft
from analyzer.game.rules import Rules


def drafted(
    bet: str | Bet | Draft, shared: DesignedBet, group: type = DesignedBet
) -> tuple[Variant, Draft, Rules]:
    """The variant, the bet with the names that its lines pay, and the rules: its own unless others are given.

    Raises:
        AnalyzerError: there is no such bet, or a file is faulty.
        TypeError: a parameter is not in the group.
    """
    check_parameters(shared, group)
    variant = variant_of(shared.get("variant", "standard"))
    draft = draft_of(bet, variant, shared.get("bet_files", ()))
    rules = shared.get("rules")
    return variant, draft, rules_of(variant, draft.bet.rules if rules is None else rules)


def draft_of(bet: str | Bet | Draft, variant: Variant, bet_files: Iterable[str | Path] = ()) -> Draft:
    """The bet that a reference names, from a file or as the variant offers it; a plain bet pays no names.

    Raises:
        CatalogError: there is no such bet, or a file is faulty.
    """
    if isinstance(bet, Draft):
        return bet
    drafts = [draft for _, draft in drafts_in(listed("bet files", bet_files))]
    if not isinstance(bet, Bet):
        bet = bet_of(variant, bet, by_name(draft.bet for draft in drafts))
    return next((draft for draft in drafts if draft.bet is bet), Draft(bet, {}))
