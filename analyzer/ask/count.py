"""Counting systems: the best tags for each bet, and scores of published counts and of the caller's."""

from collections.abc import Sequence
from os import PathLike
from typing import Unpack

from analyzer.analysis.count import Count
from analyzer.analysis.counting import LEVELS, Countings, counted
from analyzer.analysis.question import split
from analyzer.ask.numbers import whole
from analyzer.ask.parameters import Cards, Game, Shared, listed
from analyzer.ask.question import whole_coups
from analyzer.bets.bet import Bet
from analyzer.catalog import counts as library
from analyzer.catalog import load
from analyzer.game.shoe import Fineness
from analyzer.given import flag
from analyzer.text import message

HIGHEST_LEVEL = 9
"""The largest integer tag to search up to."""


def count(
    variant: Game = "standard",
    shoe: Cards = None,
    *,
    tags: Sequence[str] = (),
    counts: Sequence[str | PathLike[str] | Count] = (),
    by: Fineness | None = None,
    level: int = LEVELS[-1],
    all_counts: bool = False,
    **shared: Unpack[Shared],
) -> Countings:
    """What counting cards can gain on each bet: the best tags, and scores of published counts and your own.

    Takes the parameters of `odds` except `dealt`, `given` and `exhaustive`, and in addition:

    Args:
        tags: your own tags to score, one text per count: `"0 0 0 -1 -1 -1 -1 2 2 0"` for A, 2, …, 9, T; or
            thirteen for A…K; or `"9=-12 T=1"`.
        counts: counts to score in addition, as values, ids or files of one count each.
        by: how finely tags distinguish cards: "points", "ranks" or "cards"; if None, as coarsely as each
            bet allows.
        level: search for the best integer tags up to this size, 1 to 9.
        all_counts: score every published count on each bet, not only those made for it.

    Raises:
        AnalyzerError: any of these is malformed or unknown, or the shoe is too small or known too coarsely.

    >>> best = count(bets=["dragon-7"])["dragon-7"].best
    >>> [str(tag) for tag in best[-1].score.count.tags]
    ['0', '0', '-2', '-2', '-3', '-3', '-4', '-4', '4', '4']
    """
    question = whole_coups(variant, shoe, shared)
    of_tags = map(library.count_of_tags, listed(message("tags"), tags))
    own = list(dict.fromkeys((*of_tags, *map(library.count, listed(message("counts"), counts)))))
    levels = range(1, whole(message("a level of tags"), level, HIGHEST_LEVEL) + 1)
    every = flag("all_counts", all_counts)
    others = [count for count in library.library().values() if count not in own]
    published = {bet: [count for count in others if every or _made_for(count, bet)] for bet in question.bets}
    return counted(question, by=by, levels=levels, published=published, own=own)


def _made_for(count: Count, bet: Bet) -> bool:
    """Whether a count was made for this bet, which is the library's, or a user's with the same conditions."""
    made_for = load.bet(count.bet) if count.bet else None
    if made_for is None or made_for.id != bet.id:
        return False
    same = [when.tree for when in split(made_for)] == [when.tree for when in split(bet)]
    return bet.family is not None or same
