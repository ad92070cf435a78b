"""What changes as cards leave the shoe: effects of removal, and exact tails with few cards left."""

from typing import Unpack

from analyzer.analysis import removal as effects
from analyzer.analysis import tail as tails
from analyzer.analysis.removal import Removals
from analyzer.analysis.tail import Progress, Tails
from analyzer.ask.execution.workers import cores
from analyzer.ask.parameters import Cards, Game, Shared
from analyzer.ask.question import whole_coups
from analyzer.game.shoe import Fineness
from analyzer.given import a_function, flag, plain


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
        by: how finely to distinguish cards: "points", "ranks" or "cards"; if None, as coarsely as each bet
            allows. If a bet distinguishes more finely, an effect is the mean over the cards of a kind.
        order: 1 for single cards; 2 for pairs of cards as well.

    Raises:
        AnalyzerError: any of these is malformed or unknown, or the shoe is too small or known too coarsely.

    >>> removal("standard", bets=["banker"])["banker"].effects["5"]
    Fraction(-551647413608, 6671039365092375)
    """
    return effects.removal(whole_coups(variant, shoe, shared), by, plain(order))


def tail(
    variant: Game = "standard",
    shoe: Cards = None,
    *,
    unseen: int,
    exhaustive: bool = False,
    threads: int | None = None,
    on_progress: Progress = lambda done, every: None,
    **shared: Unpack[Shared],
) -> Tails:
    """The EV of each bet over every composition of `unseen` cards, each weighted by its probability.

    All figures are exact. All other parameters are as for `odds` about whole coups.

    Args:
        unseen: how many cards of the shoe are left, none of them seen.
        exhaustive: list the compositions even if there are more than 10⁸.
        threads: how many threads to use, by default one for each core; the answer is the same.
        on_progress: called from time to time with the number of compositions done, and of all.

    Raises:
        AnalyzerError: any of the above is malformed or unknown, or a bet needs too many compositions.

    >>> tie = tail(bets=["tie"], unseen=6).tails[0]
    >>> tie.compositions, tie.probability_positive
    (5005, Fraction(6395647007, 18864727791))
    """
    return tails.tails(
        whole_coups(variant, shoe, shared),
        plain(unseen),
        threads=cores() if threads is None else plain(threads),
        exhaustive=flag("exhaustive", exhaustive),
        on_progress=a_function("on_progress", on_progress),
    )
