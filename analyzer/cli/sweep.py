"""The command `baccarat sweep`."""

import shlex
import signal
from collections.abc import Callable
from concurrent.futures import Executor
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, Annotated

import typer

from analyzer.cli import complete
from analyzer.cli.groups import Layout, WholeCoups
from analyzer.cli.output import Interrupted, remark_excluded
from analyzer.cli.procedure import (
    Burn,
    BurnSeen,
    CutCardOption,
    ExtraCoups,
    ProcedureOption,
    Reserve,
    changed,
)
from analyzer.cli.progress import watch
from analyzer.cli.values import whole
from analyzer.errors import AnalyzerError, RenderError
from analyzer.exact import grouped

if TYPE_CHECKING:
    from analyzer.analysis.sweep.played import Played
    from analyzer.ask.execution.checkpoint import Checkpoint

_SHOES = "10000"


def sweep(
    *,
    context: typer.Context,
    asked: WholeCoups,
    shoes: Annotated[str, typer.Option("--shoes", metavar="N", help="How many shoes are played.")] = _SHOES,
    seed: Annotated[
        str, typer.Option("--seed", metavar="S", help="A whole number from 0: same seed, same shoes.")
    ] = "1",
    procedure: ProcedureOption = "cut-14",
    burn: Burn = None,
    burn_seen: BurnSeen = None,
    cut_card: CutCardOption = None,
    extra_coups: ExtraCoups = None,
    reserve: Reserve = None,
    count: Annotated[
        list[str] | None,
        typer.Option(
            "--count",
            metavar="ID|FILE",
            help="A count that bets on the same shoes; may be repeated.",
            autocompletion=complete.counts,
        ),
    ] = None,
    tags: Annotated[
        str | None,
        typer.Option("--tags", metavar="TAGS", help='Tags of your own for the one --bet: "0 0 -1 … 2 0".'),
    ] = None,
    trigger: Annotated[
        str | None,
        typer.Option("--trigger", metavar="T", help="Least true count to bet at, where a count says none."),
    ] = None,
    threads: Annotated[
        str | None,
        typer.Option(
            "--threads", "--workers", metavar="T", help="Threads that play; else one for each core."
        ),
    ] = None,
    cluster: Annotated[
        str | None,
        typer.Option("--cluster", metavar="tcp://HOST:PORT", help="Let a Dask cluster play."),
    ] = None,
    resume: Annotated[
        str | None,
        typer.Option("--resume", metavar="FILE", help="Keep what is played in a file, and go on from it."),
    ] = None,
    by_coup: bool = typer.Option(False, "--by-coup", help="Also the mean EV before every coup, as text."),
    layout: Layout,
) -> None:
    """Shoes played to the end, with the exact EV of every bet before every coup: yields, counts, depth.

    Example: baccarat sweep --bet dragon-7 --count how-dragon-7 --shoes 2000 --seed 7
    """
    from analyzer.analysis.sweep.played import run  # noqa: PLC0415
    from analyzer.analysis.sweep.result import Result  # noqa: PLC0415
    from analyzer.ask.execution.checkpoint import Checkpoint  # noqa: PLC0415
    from analyzer.ask.execution.deferred_signals import deferred  # noqa: PLC0415
    from analyzer.ask.question import question as ask_question  # noqa: PLC0415
    from analyzer.ask.sweep import bets_of, work_of  # noqa: PLC0415
    from analyzer.report import sweep as reports  # noqa: PLC0415
    from analyzer.report.sweep_document import sweep_document  # noqa: PLC0415

    out = layout.checked()
    wanted = whole("--shoes", shoes, least=1)
    own = {"bets": bets_of(count)} if count and not (asked.bet or asked.bets) else {}
    work, question = work_of(
        asked.ask(ask_question, **own),
        seed=whole("--seed", seed),
        procedure=changed(procedure, burn, burn_seen, cut_card, extra_coups, reserve),
        counts=count or (),
        tags=tags,
        trigger=trigger,
    )
    checkpoint = Checkpoint(work, wanted, resume)
    players = _players(threads, cluster)
    try:
        with players as executor, deferred(signal.SIGINT, signal.SIGTERM) as stopped:
            run(checkpoint.played, wanted, executor, _told(checkpoint, wanted), stopped=stopped)
    except KeyboardInterrupt:
        raise Interrupted(f"interrupted{_kept(checkpoint, wanted, context)}") from None
    except AnalyzerError as error:
        raise AnalyzerError(f"{error}{_kept(checkpoint, wanted, context)}") from None
    if resume is not None:
        checkpoint.write()
    result = Result(question, work, checkpoint.played.tally)
    out.emit(
        lambda: reports.sweep_page(result, full=out.roomy, by_coup=by_coup),
        lambda: sweep_document(result),
    )
    remark_excluded(result)


def _players(threads: str | None, address: str | None) -> AbstractContextManager[Executor]:
    """Who plays: threads of this process, or a cluster."""
    from analyzer.ask.execution import workers  # noqa: PLC0415
    from analyzer.ask.execution.cluster import cluster  # noqa: PLC0415

    if address is None:
        return workers.threads(None if threads is None else whole("--threads", threads, least=1))
    if threads is not None:
        raise AnalyzerError("expected either --threads or --cluster, got both")
    return cluster(address)


def _command(context: typer.Context, checkpoint: "Checkpoint") -> str:
    """The command that goes on from the file that is kept."""
    named = any(word.partition("=")[0] == "--resume" for word in context.obj)
    return shlex.join(["baccarat", *context.obj, *([] if named else ["--resume", str(checkpoint.file)])])


def _kept(checkpoint: "Checkpoint", shoes: int, context: typer.Context) -> str:
    """Keep what has been played when the sweep ends early, and say so; empty where nothing has been."""
    if not checkpoint.played.shoes:
        return ""
    done = f"{grouped(checkpoint.played.shoes)} of {grouped(shoes)} shoes"
    try:
        file = checkpoint.write()
    except RenderError as error:
        return f"; {done} were played and are lost: {error}"
    return f"; {done} are kept in {file!r}; go on with: {_command(context, checkpoint)}"


def _told(checkpoint: "Checkpoint", shoes: int) -> "Callable[[Played], None]":
    """Who is told what has been played: the checkpoint, and whoever watches."""
    shown, before = watch("shoes"), checkpoint.played.shoes

    def told(played: "Played") -> None:
        checkpoint(played)
        shown(played.shoes - before, shoes - before)

    return told
