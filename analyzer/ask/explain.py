"""Bets explained: when each line settles a bet, what then becomes of a stake, and a coup that shows it."""

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
        variant: who offers the bet, and so at which price, on how many decks and under which rules; by
            default the standard variant, but for a bet that has rules of its own.
        shoe: the cards left, as a Shoe, its text form, or a number of decks; the variant's own by default.
        **shared: as `odds` takes them; `bet_files` are files whose bets can be named too.

    Raises:
        AnalyzerError: any of the above is malformed or unknown, or no shoe alone decides the bet.

    >>> print(explain("tie/8"))
    Tie (tie/8)
    win: Player and Banker tie. The bet wins and pays 8 to 1. A stake of 100 wins 800 and is returned.
    lose: Player and Banker do not tie. The bet loses. A stake of 100 is lost.
    """
    found = explain_each([bet], variant=variant, shoe=shoe, **shared)
    if len(found) > 1:
        known = ", ".join(one.bet.reference for one in found)
        raise CatalogError(
            f"expected one bet, got the {len(found)} of {quoted(bet)}: {known}; "
            f"name one, and the file with bet_files"
        )
    return found[0]


def explain_each(
    bets: Sequence[str | Bet],
    /,
    *,
    variant: str | PathLike[str] | Variant | None = None,
    shoe: Cards = None,
    **shared: Unpack[OneBet],
) -> tuple[Explanation, ...]:
    """Several bets explained, each once; of a file, every bet at every price. Takes what `explain` takes.

    Raises:
        AnalyzerError: as `explain`.
    """
    check_parameters(shared, OneBet)
    rules, exhaustive = shared.get("rules"), shared.get("exhaustive", False)
    game = variant_of("standard" if variant is None else variant)
    asked_for = listed("bets", bets)
    files = [bet for bet in asked_for if isinstance(bet, str) and is_file(bet)]
    own: dict[str, list[Bet]] = {}
    pays = by_text("pays", shared.get("pay"))
    for file in dict.fromkeys([*map(str, listed("bet files", shared.get("bet_files", ()))), *files]):
        own[file], pays = bets_in([file], pays)
    local = by_name(bet for several in own.values() for bet in several)
    chosen: dict[Bet, None] = {}
    for bet in asked_for:
        if isinstance(bet, Bet):
            chosen[bet] = None
        else:
            chosen |= dict.fromkeys(own[bet] if bet in files else [bet_of(game, bet, local)])
    cards = shoe_of(game, shoe).without(shared.get("seen", ""))
    found = []
    for bet in repriced(list(chosen), pays, shared.get("commission")):
        under = rules_of(game, rules)
        if rules is None and variant is None and bet.rules is not None:
            under = load.rules(bet.rules)
        must = frozenset([bet.reference])
        resolved = Question(game, under, (bet,), cards, exhaustive=exhaustive, demanded=must)
        found.append(explanation(odds(resolved)))
    return tuple(found)
