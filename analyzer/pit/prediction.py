"""What the results so far say of the next coup, as people ask for it: names, texts and files in, values out.

Resolves names through the catalog and hands values to the play; counts nothing itself.
"""

from collections.abc import Mapping
from os import PathLike

from analyzer.analysis import successive as analysis
from analyzer.analysis.successive import Successive
from analyzer.asked import Asked, Ratio, asked, variant_of
from analyzer.bets.bet import Variant
from analyzer.errors import AnalyzerError
from analyzer.game.rules import Rules
from analyzer.game.shoe import Shoe
from analyzer.play.prediction.measured import Told
from analyzer.play.prediction.prediction import Prediction
from analyzer.play.prediction.prediction import prediction as predicted

SHOES = 300
"""Shoes dealt unless told otherwise."""

_MAIN = ("player", "banker", "tie")


def prediction(
    variant: str | PathLike[str] | Variant = "standard",
    shoe: Shoe | str | int | None = None,
    *,
    seen: str = "",
    rules: Rules | str | PathLike[str] | None = None,
    pay: Mapping[str, Ratio] | None = None,
    commission: Ratio | None = None,
    coups: int = 2,
    shoes: int = SHOES,
    seed: int = 1,
    told: Told = lambda shoes: None,
) -> Prediction:
    """What the results so far, and so the roads, say of the next coup: exactly, and on shoes dealt.

    The bets are those on Player, Banker and Tie. Everything but the following is what `odds` takes.

    Args:
        coups: how many results before are looked at exactly, 0 to 2.
        shoes: how many shoes are dealt, 2 or more.
        seed: a whole number from 0; the same seed deals the same shoes.
        told: is called with how many more shoes have been dealt and valued.

    Raises:
        AnalyzerError: any of the above is malformed, unknown or out of range, or the variant offers no bet
            on Player or none on Banker.
    """
    question = _asked(variant, shoe, seen, rules, pay, commission)
    if [bet.id for bet in question.bets[:2]] != ["player", "banker"]:
        raise AnalyzerError(
            f"expected a variant with bets on player and on banker, got {question.game.id!r} without"
        )
    player, banker, *others = question.bets
    return predicted(
        question.rules,
        player,
        banker,
        others,
        question.shoe,
        coups=coups,
        shoes=shoes,
        seed=seed,
        told=told,
    )


def successive(
    variant: str | PathLike[str] | Variant = "standard",
    shoe: Shoe | str | int | None = None,
    *,
    seen: str = "",
    rules: Rules | str | PathLike[str] | None = None,
    pay: Mapping[str, Ratio] | None = None,
    commission: Ratio | None = None,
    coups: int = 1,
) -> Successive:
    """The law of the next coup after each result of the coup before it, or of the two before: exact.

    Nothing is known of the cards but that they gave these results. Everything but `coups`, 0 to 2, is what
    `odds` takes; the bets are those on Player, Banker and Tie.

    Raises:
        AnalyzerError: any of it is malformed, unknown or out of range.

    >>> found = successive("standard", 8)
    >>> found.after("tie").of("tie") < found.after().of("tie")
    True
    """
    question = _asked(variant, shoe, seen, rules, pay, commission)
    return analysis.successive(question.rules, question.bets, question.shoe, coups)


def _asked(
    variant: str | PathLike[str] | Variant,
    shoe: Shoe | str | int | None,
    seen: str,
    rules: Rules | str | PathLike[str] | None,
    pay: Mapping[str, Ratio] | None,
    commission: Ratio | None,
) -> Asked:
    game = variant_of(variant)
    offered = {bet.id for bet in game.bets}
    main = [bet for bet in _MAIN if bet in offered]
    if not main:
        raise AnalyzerError(f"expected a variant with bets on player, banker or tie, got {game.id!r} without")
    return asked(game, shoe, seen=seen, bets=main, rules=rules, pay=pay, commission=commission)
