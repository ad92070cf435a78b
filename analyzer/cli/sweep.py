"""The command `baccarat sweep`."""

import shlex
import signal
from concurrent.futures import Executor
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING

import typer

from analyzer.cli import complete, options
from analyzer.cli.groups import LayoutOptions, WholeCoupOptions
from analyzer.cli.options import flag, option
from analyzer.cli.procedure import ShoeProcedure
from analyzer.cli.progress import watch
from analyzer.cli.remarks import Interrupted
from analyzer.cli.values import whole
from analyzer.errors import AnalyzerError, RenderError
from analyzer.exact import grouped

if TYPE_CHECKING:
    from analyzer.ask.execution.checkpoint import Checkpoint


def sweep(
    *,
    context: typer.Context,
    question: WholeCoupOptions,
    shoes: str = option("--shoes", "N", "How many shoes are played.", default="10000"),
    seed: options.Seed = "1",
    procedure: options.Procedure = "cut-14",
    handling: ShoeProcedure,
    count: list[str] | None = option(
        "--count", "ID|FILE", "A count that bets on the same shoes; may be repeated.", complete.counts
    ),
    tags: str | None = option("--tags", "TAGS", 'Tags of your own for the one --bet: "0 0 -1 … 2 0".'),
    trigger: str | None = option("--trigger", "T", "Least true count to bet at, where a count says none."),
    threads: str | None = option("--threads --workers", "T", "Threads that play; else one for each core."),
    cluster: str | None = option("--cluster", "tcp://HOST:PORT", "Let a Dask cluster play."),
    resume: str | None = option("--resume", "FILE", "Keep what is played in a file, and go on from it."),
    by_coup: bool = flag("--by-coup", "Also the mean EV before every coup, as text."),
    layout: LayoutOptions,
) -> None:
    """Shoes played to the end, with the exact EV of every bet before every coup: yields, counts, depth.

    Example: baccarat sweep --bet dragon-7 --count how-dragon-7 --shoes 2000 --seed 7
    """
    from analyzer.analysis.sweep.result import SweepResult
    from analyzer.ask.execution.checkpoint import Checkpoint
    from analyzer.ask.question import question as resolved
    from analyzer.ask.sweep import bets_of, play, work_of
    from analyzer.report import sweep as reports

    out = layout.checked()
    wanted = whole("--shoes", shoes, least=1)
    own = {"bets": bets_of(count)} if count and not (question.bet or question.bets) else {}
    work, answered = work_of(
        question.ask(resolved, **own),
        seed=whole("--seed", seed),
        procedure=handling.changed(),
        counts=count or (),
        tags=tags,
        trigger=trigger,
    )
    checkpoint = Checkpoint(work, wanted, resume)
    players = _players(threads, cluster)
    on_progress, before = watch("shoes"), checkpoint.played.shoes
    try:
        play(
            checkpoint,
            wanted,
            players,
            lambda played: on_progress(played.shoes - before, wanted - before),
            signal.SIGINT,
            signal.SIGTERM,
        )
    except KeyboardInterrupt:
        raise Interrupted(f"interrupted{_keep(checkpoint, wanted, context)}") from None
    except AnalyzerError as error:
        raise AnalyzerError(f"{error}{_keep(checkpoint, wanted, context)}") from None
    if resume is not None:
        checkpoint.write()
    result = SweepResult(answered, work, checkpoint.played.tally)
    out.emit(
        lambda: reports.sweep_page(result, full=out.roomy, by_coup=by_coup),
        lambda: reports.SWEEP.of(result),
        excluded=result.excluded,
    )


def _players(threads: str | None, address: str | None) -> AbstractContextManager[Executor]:
    """Threads of this process, or a cluster."""
    from analyzer.ask.execution import workers
    from analyzer.ask.execution.cluster import cluster

    if address is None:
        return workers.threads(None if threads is None else whole("--threads", threads, least=1))
    if threads is not None:
        raise AnalyzerError("expected either --threads or --cluster, got both")
    return cluster(address)


def _keep(checkpoint: "Checkpoint", shoes: int, context: typer.Context) -> str:
    """Write what was played to a file, and return the end of a sentence on it, empty if nothing was."""
    if not checkpoint.played.shoes:
        return ""
    done = f"{grouped(checkpoint.played.shoes)} of {grouped(shoes)} shoes"
    try:
        file = checkpoint.write()
    except RenderError as error:
        return f"; {done} were played and are lost: {error}"
    words = ["baccarat", *context.obj]
    if not any(word.partition("=")[0] == "--resume" for word in words):
        words += ["--resume", file]
    return f"; {done} are kept in {file!r}; go on with: {shlex.join(words)}"
