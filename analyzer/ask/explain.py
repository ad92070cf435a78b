"""Bets explained: when each line settles a bet, what then becomes of a stake, and an example coup."""

from collections.abc import Sequence
from os import PathLike
from typing import Unpack

from analyzer.analysis.odds import odds
from analyzer.analysis.question import Question
from analyzer.ask.explanation import Explanation, explanation
from analyzer.ask.parameters import Cards, OneBet, check_parameters
from analyzer.ask.question import (
    bet_of,
    bets_in,
    by_name,
    by_text,
    listed,
    repriced,
    rules_of,
    shoe_of,
    variant_of,
)
from analyzer.bets.bet import Bet, Variant
from analyzer.catalog import load
from analyzer.catalog.resolve import is_file
from analyzer.errors import CatalogError
from analyzer.exact import quoted


def explain(
    bet: str | Bet,
    *,
    variant: str | PathLike[str] | Variant | None = None,
    shoe: Cards = None,
    **shared: Unpack[OneBet],
) -> Explanation:
    """When a bet wins, pays, pushes and loses, in words, with a worked coup for each line.

    Args:
        bet: a reference (`tie`, `tie/9`), the path of a file of one bet, or a value.
        variant: the variant whose price, decks and rules are meant; by default the standard variant, and the
            bet's own rules where it has any.
        shoe: the cards left, as a Shoe, its text form, or a number of decks; the variant's own by default.
        **shared: as for `odds`; `bet_files` are files whose bets can be named too.

    Raises:
        AnalyzerError: any of the above is malformed or unknown, or the bet depends on more than the shoe.

    >>> print(explain("tie/8"))
    Tie (tie/8)
    win: Player and Banker tie. The bet wins and pays 8 to 1. A stake of 100 wins 800 and is returned.
    lose: Player and Banker do not tie. The bet loses. A stake of 100 is lost.
    """
    explained = explain_each([bet], variant=variant, shoe=shoe, **shared)
    if len(explained) > 1:
        known = ", ".join(each.bet.reference for each in explained)
        raise CatalogError(
            f"expected one bet, got the {len(explained)} of {quoted(bet)}: {known}; "
            f"name one, and the file with bet_files"
        )
    return explained[0]


def explain_each(
    bets: Sequence[str | Bet],
    /,
    *,
    variant: str | PathLike[str] | Variant | None = None,
    shoe: Cards = None,
    **shared: Unpack[OneBet],
) -> tuple[Explanation, ...]:
    """Several bets explained, each once, and every bet of a file at every price; parameters as for `explain`.

    Raises:
        AnalyzerError: as `explain`.
    """
    check_parameters(shared, OneBet)
    rules, exhaustive = shared.get("rules"), shared.get("exhaustive", False)
    game = variant_of("standard" if variant is None else variant)
    asked_for = listed("bets", bets)
    files = [bet for bet in asked_for if isinstance(bet, str) and is_file(bet)]
    in_file: dict[str, list[Bet]] = {}
    pays = by_text("pays", shared.get("pay"))
    for file in dict.fromkeys([*map(str, listed("bet files", shared.get("bet_files", ()))), *files]):
        in_file[file], pays = bets_in([file], pays)
    local = by_name(bet for of_file in in_file.values() for bet in of_file)
    chosen: dict[Bet, None] = {}
    for bet in asked_for:
        if isinstance(bet, Bet):
            chosen[bet] = None
        else:
            chosen |= dict.fromkeys(in_file[bet] if bet in files else [bet_of(game, bet, local)])
    cards = shoe_of(game, shoe).without(shared.get("seen", ""))
    explained = []
    for bet in repriced(list(chosen), pays, shared.get("commission")):
        dealt_under = rules_of(game, rules)
        if rules is None and variant is None and bet.rules is not None:
            dealt_under = load.rules(bet.rules)
        demanded = frozenset([bet.reference])
        resolved = Question(game, dealt_under, (bet,), cards, exhaustive=exhaustive, demanded=demanded)
        explained.append(explanation(odds(resolved)))
    return tuple(explained)
