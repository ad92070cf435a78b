"""Effects of removal, as people ask: names, texts and files in, exact values out."""

from typing import Unpack

from analyzer.analysis import removal as analysis
from analyzer.analysis.removal import Removals
from analyzer.ask.parameters import Cards, Game, Shared
from analyzer.ask.question import whole_coups
from analyzer.game.shoe import Fineness


def removal(
    variant: Game = "standard",
    shoe: Cards = None,
    *,
    by: Fineness | None = None,
    order: int = 1,
    **shared: Unpack[Shared],
) -> Removals:
    """Effects of removal: what each bet gains or loses, per unit staked, when a card leaves the shoe.

    Takes what `odds` takes, except `dealt`, `given` and `exhaustive`, and in addition:

    Args:
        by: distinguish cards by "points", "ranks" or "cards"; where None, as coarsely as answers each bet.
            Where a bet distinguishes more, an effect is the mean over the cards of a kind.
        order: 1 for single cards; 2 for pairs of cards, too.

    Raises:
        AnalyzerError: any of these is malformed or unknown, the shoe is too small or known too coarsely.

    >>> removal("standard", bets=["banker"])["banker"].effects["5"]
    Fraction(-551647413608, 6671039365092375)
    """
    return analysis.removal(whole_coups(variant, shoe, shared), by, order)
