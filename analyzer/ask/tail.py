"""Exact tails: what bets are worth when few cards are left unseen."""

from typing import Unpack

from analyzer.analysis import tail as analysis
from analyzer.analysis.tail import Progress, Tails
from analyzer.ask.execution.workers import cores
from analyzer.ask.parameters import Cards, Game, Shared
from analyzer.ask.question import whole_coups


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
        exhaustive: list even more than 10⁸ compositions.
        threads: how many threads to use, by default one for each core; the answer is the same.
        on_progress: called now and then with the number of compositions done and the number of all.

    Raises:
        AnalyzerError: any of the above is malformed or unknown, or a bet needs too many compositions.

    >>> tie = tail(bets=["tie"], unseen=6).tails[0]
    >>> tie.compositions, tie.probability_positive
    (5005, Fraction(6395647007, 18864727791))
    """
    return analysis.tails(
        whole_coups(variant, shoe, shared),
        unseen,
        threads=cores() if threads is None else threads,
        exhaustive=exhaustive,
        on_progress=on_progress,
    )
