"""Sweeps: whole shoes played, with the exact EV of each bet before every coup."""

import signal
from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace
from os import PathLike
from typing import Unpack

from analyzer.analysis.count import Count
from analyzer.analysis.odds import excluded
from analyzer.analysis.question import Question, answerable
from analyzer.analysis.sweep.play import Played, run
from analyzer.analysis.sweep.result import SweepResult
from analyzer.analysis.sweep.work import Work
from analyzer.ask.execution.checkpoint import Checkpoint
from analyzer.ask.execution.workers import deferred, threads
from analyzer.ask.numbers import number
from analyzer.ask.parameters import Cards, Game, Shared, listed
from analyzer.ask.question import whole_coups
from analyzer.bets.bet import Bet
from analyzer.bets.pricing import Ratio
from analyzer.catalog import counts as library
from analyzer.catalog import load, procedures
from analyzer.errors import AnalyzerError, CatalogError, parameter
from analyzer.exact import quoted
from analyzer.game.procedure import Procedure
from analyzer.given import a_function, plain
from analyzer.heavy import announce
from analyzer.text import message, plural

_AT_ONCE = 2  # Steps that a sweep takes in the time of one, because it values many shoes side by side.
_CARDS_PER_COUP = 5  # About as many cards as a coup takes, to estimate the number of coups in a shoe.


def sweep(
    variant: Game = "standard",
    shoe: Cards = None,
    *,
    shoes: int = 10_000,
    seed: int = 1,
    procedure: Procedure | str | PathLike[str] = "cut-14",
    counts: Sequence[str | PathLike[str] | Count] = (),
    tags: str | None = None,
    trigger: Ratio | None = None,
    executor: Executor | None = None,
    resume: str | PathLike[str] | None = None,
    on_progress: Callable[[Played], object] = lambda _: None,
    **shared: Unpack[Shared],
) -> SweepResult:
    """What bets are worth in shoes played to the end, with the exact EV of each before every coup.

    Takes the parameters of `odds` except `dealt`, `given` and `exhaustive`, and in addition:

    Args:
        shoes: how many shoes are played, 1 or more.
        seed: a whole number from 0; the same seed gives the same shoes, and the same answer.
        procedure: burn, cut card and extra coups, as a value, an id or a path.
        counts: counts that bet on the same shoes, as values, ids or paths.
        tags: the tags of a count of your own, as text; one bet must then be named.
        trigger: the lowest true count at which to bet, for those tags and for counts that state none.
        executor: the executor that plays; by default a pool of one thread for each core of this process.
        resume: a file that stores what has been played, so that a later call can continue from it.
        on_progress: called with all that has been played, each time there is more.

    Raises:
        AnalyzerError: any of these is malformed, unknown or cannot be played, or the file is of another
            sweep.
        KeyboardInterrupt: the sweep was interrupted; the file, if one is named, has what was played.

    >>> sweep(bets=["tie"], shoes=1).coups.value
    Fraction(81, 1)
    """
    work, question = work_of(
        whole_coups(variant, shoe, shared),
        seed=plain(seed),
        procedure=procedure,
        counts=counts,
        tags=tags,
        trigger=trigger,
    )
    shoes, on_progress = plain(shoes), a_function("on_progress", on_progress)
    if executor is not None and not isinstance(executor, Executor):
        raise AnalyzerError("expected an executor of concurrent.futures, got {value}", value=quoted(executor))
    if resume is not None and not isinstance(resume, str | PathLike):
        raise AnalyzerError("expected the name of a file to resume from, got {value}", value=quoted(resume))
    checkpoint = Checkpoint(work, shoes, resume)
    players = threads() if executor is None else nullcontext(executor)
    try:
        play(checkpoint, shoes, players, on_progress, signal.SIGINT)
    finally:
        if resume is not None:
            checkpoint.write()
    return SweepResult(question, work, checkpoint.played.tally)


def play(
    checkpoint: Checkpoint,
    shoes: int,
    players: AbstractContextManager[Executor],
    on_progress: Callable[[Played], object],
    *signals: signal.Signals,
) -> None:
    """Continue from a checkpoint, which stores what has been played, until all shoes are played. Raises
    AnalyzerError if the executor is lost, and KeyboardInterrupt if one of the signals is received.
    """
    work, missing = checkpoint.played.work, shoes - checkpoint.played.shoes
    coups = missing * work.shoe.size // _CARDS_PER_COUP
    steps = coups * work.batch.steps(work.fineness) // _AT_ONCE
    announce(plural("{n} shoe to play", "{n} shoes to play", missing), steps)

    def keep(played: Played) -> None:
        checkpoint(played)
        on_progress(played)

    with players as executor, deferred(*signals) as stopped:
        run(checkpoint.played, shoes, executor, keep, stopped=stopped)


def work_of(
    question: Question,
    *,
    seed: int,
    procedure: Procedure | str | PathLike[str] = "cut-14",
    counts: Sequence[str | PathLike[str] | Count] = (),
    tags: str | None = None,
    trigger: Ratio | None = None,
) -> tuple[Work, Question]:
    """The work of a sweep, and the question, limited to the bets that the shoes can answer.

    The parameters and errors are those of `sweep`; each count bets on its bet among those of the question.
    """
    bets, coarse = answerable(question)
    named = map(library.count, listed(message("counts"), counts))
    betting = [(count, _place(count, bets)) for count in named]
    if tags is not None:
        if len(bets) != 1:
            raise CatalogError(
                "expected one bet for the tags {tags}, got {n}; name only that bet with {bets}",
                tags=quoted(tags),
                n=len(bets),
                bets=parameter("bets"),
            )
        betting.append((library.count_of_tags(tags), 0))
    if trigger is not None and not betting:
        raise CatalogError(
            "{trigger} is only for counts and tags; name one, or leave it out", trigger=parameter("trigger")
        )
    triggered = tuple((_triggered(count, trigger), place) for count, place in betting)
    work = Work(question.rules, bets, question.shoe, procedures.procedure_of(procedure), seed, triggered)
    without = excluded(question.shoe, coarse, question.unavailable)
    return work, replace(question, bets=bets, unavailable=without)


def bets_of(counts: Sequence[str | PathLike[str] | Count]) -> list[str]:
    """References of the bets that counts were made for, each once. Raises CatalogError for a count that names
    no bet.
    """
    references: dict[str, None] = {}
    for count in map(library.count, listed(message("counts"), counts)):
        if count.bet is None:
            raise CatalogError(
                "expected a count made for a bet, got {count}; name the bet", count=repr(count.id)
            )
        references[count.bet] = None
    return list(references)


def _place(count: Count, bets: Sequence[Bet]) -> int:
    """The place of the bet that a count was made for, if possible at the price that the count names. For a
    count that names no bet, that of the only bet.
    """
    if count.bet is None:
        if len(bets) == 1:
            return 0
        raise CatalogError(
            "count {count} names no bet; expected one bet for it, got {n}", count=repr(count.id), n=len(bets)
        )
    wanted = load.bet(count.bet)
    places = [place for place, bet in enumerate(bets) if bet.id == wanted.id]
    if not places:
        raise CatalogError(
            "count {count} is for bet {bet}, which is not among those requested; add {bets}",
            count=repr(count.id),
            bet=repr(wanted.id),
            bets=parameter("bets", [wanted.id]),
        )
    return next((place for place in places if bets[place].reference == wanted.reference), places[0])


def _triggered(count: Count, trigger: Ratio | None) -> Count:
    """The count with a trigger: its own, or else this true count."""
    if count.true_trigger is not None or count.running_trigger is not None:
        return count
    if trigger is None:
        raise CatalogError(
            "count {count} does not say when to bet; give the lowest true count at which to bet with "
            "{trigger}",
            count=repr(count.id),
            trigger=parameter("trigger"),
        )
    return replace(count, true_trigger=number(message("a trigger"), trigger))
