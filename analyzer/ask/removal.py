"""Effects of removal."""

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

    Takes the parameters of `odds` except `dealt`, `given` and `exhaustive`, and in addition:

    Args:
        by: how finely to distinguish cards: "points", "ranks" or "cards"; where None, as coarsely as each bet
            allows. If a bet distinguishes more, an effect is the mean over the cards of a kind.
        order: 1 for single cards; 2 for pairs of cards as well.

    Raises:
        AnalyzerError: any of these is malformed or unknown, or the shoe is too small or known too coarsely.

    >>> removal("standard", bets=["banker"])["banker"].effects["5"]
    Fraction(-551647413608, 6671039365092375)
    """
    return analysis.removal(whole_coups(variant, shoe, shared), by, order)
