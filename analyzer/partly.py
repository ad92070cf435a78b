"""Questions about partly dealt shoes, as people write them: names, texts and files in, exact values out.

Resolves names through the catalog and hands values to the analysis; counts nothing itself.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import Executor
from contextlib import nullcontext
from dataclasses import replace
from operator import index
from os import PathLike
from pathlib import Path

from analyzer.analysis.count import Count
from analyzer.analysis.counting import LEVELS, Countings, counted
from analyzer.analysis.sweep.played import Played
from analyzer.analysis.sweep.result import Result
from analyzer.analysis.sweep.run import run
from analyzer.asked import Ratio, asked, listed
from analyzer.bets.bet import Bet, Variant
from analyzer.catalog import counts as library
from analyzer.catalog import load
from analyzer.errors import AnalyzerError
from analyzer.exact import quoted
from analyzer.game.procedure import Procedure
from analyzer.game.rules import Rules
from analyzer.game.shoe import Fineness, Shoe
from analyzer.sweeps import Keeper, work_of
from analyzer.workers import threads

HIGHEST_LEVEL = 9
"""The highest level of tags that is looked for."""


def count(
    variant: str | PathLike[str] | Variant = "standard",
    shoe: Shoe | str | int | None = None,
    *,
    seen: str = "",
    bets: Sequence[str | Bet] | None = None,
    bet_files: Iterable[str | Path] = (),
    rules: Rules | str | PathLike[str] | None = None,
    pay: Mapping[str, Ratio] | None = None,
    commission: Ratio | None = None,
    tags: Sequence[str] = (),
    counts: Sequence[str | Count] = (),
    by: Fineness | None = None,
    level: int = LEVELS[-1],
    all_counts: bool = False,
) -> Countings:
    """What a counter can make of each bet: the best tags, and published or own counts scored.

    Takes what `odds` takes, but for cards and conditions of one coup, and besides:

    Args:
        tags: own tags to score, `"0 0 0 -1 -1 -1 -1 2 2 0"` for A, 2, …, 9, T, or thirteen for A…K, or
            `"9=-12 T=1"`.
        counts: own counts to score, as values, ids or files of one count.
        by: let tags tell the cards apart by "points", "ranks" or "cards"; where None, as coarsely as answers
            each bet.
        level: look for the best integer tags up to this size, 1 to 9.
        all_counts: score every published count on each bet, not only those made for it.

    Raises:
        AnalyzerError: any of these is malformed or unknown, or the shoe is too small or known too coarsely.

    >>> best = count(bets=["dragon-7"])["dragon-7"].best
    >>> [str(tag) for tag in best[-1].score.count.tags]
    ['0', '0', '-2', '-2', '-3', '-3', '-4', '-4', '4', '4']
    """
    question = asked(
        variant,
        shoe,
        seen=seen,
        bets=bets,
        bet_files=bet_files,
        rules=rules,
        pay=pay,
        commission=commission,
    )
    own = [*map(library.count_of_tags, listed("tags", tags)), *map(_count, listed("counts", counts))]
    found = counted(
        question.rules,
        question.bets,
        question.shoe,
        by=by,
        levels=range(1, _level(level) + 1),
        published={bet: _made_for(bet, all_counts=all_counts) for bet in question.bets},
        own=own,
        demanded=question.demanded,
    )
    return replace(found, left_out=(*found.left_out, *question.elsewhere))


def sweep(
    variant: str | PathLike[str] | Variant = "standard",
    shoe: Shoe | str | int | None = None,
    *,
    seen: str = "",
    bets: Sequence[str | Bet] | None = None,
    bet_files: Iterable[str | Path] = (),
    rules: Rules | str | PathLike[str] | None = None,
    pay: Mapping[str, Ratio] | None = None,
    commission: Ratio | None = None,
    shoes: int = 10_000,
    seed: int = 1,
    procedure: Procedure | str | PathLike[str] = "standard",
    counts: Sequence[str | Count] = (),
    tags: str | None = None,
    trigger: Ratio | None = None,
    executor: Executor | None = None,
    resume: str | PathLike[str] | None = None,
    on_progress: Callable[[Played], object] = lambda _: None,
) -> Result:
    """What bets are worth in shoes played to the end, with the exact EV of each before every coup.

    Takes what `odds` takes, but for cards and conditions of one coup, and besides:

    Args:
        shoes: how many shoes are played, 1 or more.
        seed: a whole number from 0; the same seed gives the same shoes, and the same answer.
        procedure: burn, cut card and extra coups, as a value, an id or a path.
        counts: counts that bet on the same shoes, as values, ids or paths.
        tags: those of a count of one's own for the one bet named, as text.
        trigger: the least true count at which those tags, and counts that say none, bet.
        executor: who plays, of any sort; as many threads as this process has cores where there is none.
        resume: a file in which what has been played is kept, and from which it goes on.
        on_progress: is told what has been played, whenever that has grown.

    Raises:
        AnalyzerError: any of these is malformed, unknown or cannot be played, or the file is of another run.

    >>> sweep(bets=["tie"], shoes=1).coups.value
    Fraction(81, 1)
    """
    question = asked(
        variant,
        shoe,
        seen=seen,
        bets=bets,
        bet_files=bet_files,
        rules=rules,
        pay=pay,
        commission=commission,
    )
    work, _ = work_of(question, seed=seed, procedure=procedure, counts=counts, tags=tags, trigger=trigger)
    keeper = Keeper(work, shoes, resume)

    def kept(played: Played) -> None:
        keeper(played)
        on_progress(played)

    try:
        with threads() if executor is None else nullcontext(executor) as players:
            played = run(keeper.played, shoes, players, kept)
    finally:
        if resume is not None:
            keeper.write()
    return Result(work, played.tally)


def _count(given: str | Count) -> Count:
    return given if isinstance(given, Count) else library.count(given)


def _level(level: int) -> int:
    try:
        found = 0 if isinstance(level, bool) else index(level)
    except TypeError:
        found = 0
    if not 1 <= found <= HIGHEST_LEVEL:
        raise AnalyzerError(f"expected a level of tags from 1 to {HIGHEST_LEVEL}, got {quoted(level)}")
    return found


def _made_for(bet: Bet, *, all_counts: bool) -> list[Count]:
    """The published counts made for a bet, at whatever price, or all there are."""
    return [
        count
        for count in library.every()
        if all_counts or (count.bet is not None and load.bet(count.bet).id == bet.id)
    ]
