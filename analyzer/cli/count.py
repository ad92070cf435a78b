"""The command `baccarat count`."""

from typing import TYPE_CHECKING, Annotated, cast

import typer

from analyzer.cli import complete
from analyzer.cli.groups import Layout, WholeCoups
from analyzer.cli.output import remark
from analyzer.cli.values import whole

if TYPE_CHECKING:
    from analyzer.game.shoe import Fineness


def count(
    *,
    asked: WholeCoups,
    tags: Annotated[
        list[str] | None,
        typer.Option(
            "--tags",
            metavar="TAGS",
            help='Tags to score: "0 0 0 -1 -1 -1 -1 2 2 0" (A…9 T), 13 (A…K), "9=-12 T=1"; may be repeated.',
        ),
    ] = None,
    counts: Annotated[
        list[str] | None,
        typer.Option(
            "--count",
            metavar="ID|FILE",
            help="A count to score; may be repeated.",
            autocompletion=complete.counts,
        ),
    ] = None,
    all_counts: bool = typer.Option(False, "--all-counts", help="Score every published count on each bet."),
    by: str | None = typer.Option(
        None,
        "--by",
        metavar="KINDS",
        help="points, ranks or cards; else as coarsely as answers each bet.",
        autocompletion=complete.fineness,
    ),
    level: str = typer.Option("4", "--level", metavar="N", help="Best integer tags up to this size, 1 to 9."),
    layout: Layout,
) -> None:
    """Card counting: the best tags for each bet, their correlation and trigger, beside other counts scored.

    Example: baccarat count --bet dragon-7 --tags "0 0 0 -1 -1 -1 -1 2 2 0"
    """
    from analyzer.ask import count as counting  # noqa: PLC0415
    from analyzer.report import counts as reports  # noqa: PLC0415

    out = layout.checked()
    found = asked.ask(
        counting.count,
        tags=tags or (),
        counts=counts or (),
        by=cast("Fineness | None", by),
        level=whole("--level", level),
        all_counts=all_counts,
    )
    out.emit(
        lambda: reports.counts_page(found, full=out.roomy),
        lambda: reports.counts_document(found, alone=asked.alone),
    )
    for left, why in found.excluded:
        remark(f"left out: bet {left.reference!r} {why}")
