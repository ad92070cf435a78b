"""The command `baccarat count`."""

from typing import TYPE_CHECKING, cast

import analyzer
from analyzer.cli import complete, options
from analyzer.cli.groups import LayoutOptions, WholeCoupOptions
from analyzer.cli.options import flag, option
from analyzer.cli.values import whole

if TYPE_CHECKING:
    from analyzer.game.shoe import Fineness


def count(
    *,
    question: WholeCoupOptions,
    tags: list[str] | None = option(
        "--tags",
        "TAGS",
        'Tags to score: "0 0 0 -1 -1 -1 -1 2 2 0" (A…9 T), 13 (A…K), "9=-12 T=1"; may be repeated.',
    ),
    counts: list[str] | None = option(
        "--count", "ID|FILE", "A count to score; may be repeated.", complete.counts
    ),
    all_counts: bool = flag("--all-counts", "Score every published count on each bet."),
    by: options.Kinds = None,
    level: str = option("--level", "N", "Best integer tags up to this size, 1 to 9.", default="4"),
    layout: LayoutOptions,
) -> None:
    """Card counting: the best tags for each bet, their correlation and trigger, beside other counts scored.

    Example: baccarat count --bet dragon-7 --tags "0 0 0 -1 -1 -1 -1 2 2 0"
    """
    from analyzer.report import counts as reports

    out = layout.checked()
    answer = question.ask(
        analyzer.count,
        tags=tags or (),
        counts=counts or (),
        by=cast("Fineness | None", by),
        level=whole("--level", level),
        all_counts=all_counts,
    )
    out.emit(
        lambda: reports.counts_page(answer, full=out.roomy),
        lambda: reports.COUNTINGS.of(answer),
        excluded=answer.excluded,
    )
