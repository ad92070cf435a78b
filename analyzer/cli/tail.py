"""The command `baccarat tail`."""

import typer

from analyzer.cli.groups import Layout, WholeCoups
from analyzer.cli.output import remark_excluded
from analyzer.cli.progress import watch
from analyzer.cli.values import whole


def tail(
    *,
    unseen: str | None = typer.Option(
        None, "--unseen", metavar="N", help="How many cards of the shoe are left, none of them seen."
    ),
    asked: WholeCoups,
    exhaustive: bool = typer.Option(
        False, "--exhaustive", help="List even more than 10⁸ compositions; may take long."
    ),
    threads: str | None = typer.Option(
        None, "--threads", metavar="T", help="Threads to work on; one for each core by default."
    ),
    layout: Layout,
) -> None:
    """How often, and by how much, bets favour the bettor with N unseen cards: exact, over all compositions.

    Example: baccarat tail standard --bet tie --unseen 6
    """
    from analyzer.ask import tail as tails  # noqa: PLC0415
    from analyzer.report import tail as reports  # noqa: PLC0415

    out = layout.checked()
    left = whole("--unseen", unseen)
    workers = None if threads is None else whole("--threads", threads, least=1)
    found = asked.ask(
        tails.tail,
        unseen=left,
        threads=workers,
        on_progress=watch("compositions"),
    )
    out.emit(
        lambda: reports.tail_page(found, full=out.roomy),
        lambda: reports.tail_document(found),
    )
    remark_excluded(found.report)
