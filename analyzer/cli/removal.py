"""The command `baccarat removal`."""

from typing import TYPE_CHECKING, cast

import analyzer
from analyzer.cli import complete, options
from analyzer.cli.groups import IllustratedLayoutOptions, WholeCoupOptions
from analyzer.cli.options import option
from analyzer.errors import AnalyzerError
from analyzer.exact import quoted

if TYPE_CHECKING:
    from analyzer.game.shoe import Fineness


def removal(
    *,
    question: WholeCoupOptions,
    by: options.Kinds = None,
    order: str = option(
        "--order",
        "1|2",
        "How many cards leave: with 2 pairs of cards, too, as a matrix.",
        complete.orders,
        default="1",
    ),
    digits: options.Digits = "6",
    layout: IllustratedLayoutOptions,
) -> None:
    """Effects of removal: what each bet gains or loses when one card, or two, leave the shoe.

    Example: baccarat removal --bet banker --bet tie --by points
    """
    from analyzer.report import removal as reports

    if order not in ("1", "2"):
        raise AnalyzerError(f"expected --order 1 or 2, got {quoted(order)}")
    out = layout.checked()
    answer = question.ask(analyzer.removal, by=cast("Fineness | None", by), order=int(order))
    columns = out.columns_per_block(70, 7)
    out.emit(
        lambda: reports.removal_page(answer, full=out.roomy, columns_per_block=columns),
        lambda: reports.REMOVAL.of(answer),
        lambda: reports.removal_chart(answer),
        answer.report.excluded,
    )
