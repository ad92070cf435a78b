"""What the results so far say about the next coup."""

from typing import Unpack, cast

from analyzer.analysis import successive as analysis
from analyzer.analysis.question import MAIN, Question
from analyzer.analysis.successive import Successive
from analyzer.ask.parameters import Cards, Game, SeenCards, Shared, check_parameters
from analyzer.ask.question import on_winner
from analyzer.errors import AnalyzerError
from analyzer.given import a_function, plain
from analyzer.play.prediction.measured import Progress
from analyzer.play.prediction.prediction import Prediction
from analyzer.play.prediction.prediction import prediction as predicted

SHOES = 300
"""The default number of shoes dealt."""


def prediction(
    variant: Game = "standard",
    shoe: Cards = None,
    *,
    coups: int = 2,
    shoes: int = SHOES,
    seed: int = 1,
    on_progress: Progress = lambda shoes: None,
    **shared: Unpack[SeenCards],
) -> Prediction:
    """What the results so far, and so the roads, say about the next coup: exactly, and on dealt shoes.

    The bets are those on Player, Banker and Tie. All other parameters are as for `odds`.

    Args:
        coups: how many previous results the exact answer considers, 0 to 2.
        shoes: how many shoes are dealt, 2 or more.
        seed: a whole number from 0; the same seed deals the same shoes.
        on_progress: called with how many more shoes have been dealt and valued.

    Raises:
        AnalyzerError: any of the above is malformed, unknown or out of range, or the variant offers no bet
            on Player or no bet on Banker.
    """
    resolved = _on_main_bets(variant, shoe, shared)
    if [bet.id for bet in resolved.bets[:2]] != ["player", "banker"]:
        raise AnalyzerError(
            "expected a variant with bets on player and on banker, got {variant}, which lacks one of them",
            variant=repr(resolved.variant.id),
        )
    progress = a_function("on_progress", on_progress)
    return predicted(resolved, coups=plain(coups), shoes=plain(shoes), seed=plain(seed), on_progress=progress)


def successive(
    variant: Game = "standard", shoe: Cards = None, *, coups: int = 1, **shared: Unpack[SeenCards]
) -> Successive:
    """The exact probabilities of the next coup's result, given the results of the `coups` before it, 0 to 2.

    The cards that left the shoe in these coups are not known, only the results. All other parameters are as
    for `odds`; the bets are those on Player, Banker and Tie.

    Raises:
        AnalyzerError: any of these is malformed, unknown or out of range.

    >>> found = successive("standard", 8)
    >>> found.after("tie").of("tie") < found.after().of("tie")
    True
    """
    return analysis.successive(_on_main_bets(variant, shoe, shared), plain(coups))


def _on_main_bets(variant: Game, shoe: Cards, shared: SeenCards) -> Question:
    """A question about the variant's bets on Player, Banker and Tie, in this order; at least one of them."""
    check_parameters(shared, SeenCards)
    resolved = on_winner(variant, shoe, cast(Shared, shared))
    main = [bet for bet in resolved.bets if bet.id in MAIN]
    if not main:
        raise AnalyzerError(
            "expected a variant with bets on player, banker or tie, got {variant}, which has none of them",
            variant=repr(resolved.variant.id),
        )
    return resolved.naming(sorted(main, key=lambda bet: MAIN.index(bet.id)))
