"""The command `baccarat removal`."""

from typing import TYPE_CHECKING, cast

import typer

from analyzer.cli import complete, options
from analyzer.cli.groups import Layout, WholeCoups
from analyzer.cli.output import remark_excluded
from analyzer.cli.plot import Plot
from analyzer.errors import AnalyzerError
from analyzer.exact import quoted

if TYPE_CHECKING:
    from analyzer.game.shoe import Fineness

_PAGE, _NAMES, _BESIDE_DIGITS = 80, 10, 7
"""Columns of a text, those in front of a matrix, and what a percentage takes besides its decimals."""


def removal(
    *,
    asked: WholeCoups,
    by: str | None = typer.Option(
        None,
        "--by",
        metavar="KINDS",
        help="points, ranks or cards; else as coarsely as answers each bet.",
        autocompletion=complete.fineness,
    ),
    order: str = typer.Option(
        "1",
        "--order",
        metavar="1|2",
        help="How many cards leave: with 2 pairs of cards, too, as a matrix.",
        autocompletion=complete.orders,
    ),
    digits: options.Digits = "6",
    layout: Layout,
    plot: options.Plot = None,
) -> None:
    """Effects of removal: what each bet gains or loses when one card, or two, leave the shoe.

    Example: baccarat removal --bet banker --bet tie --by points
    """
    from analyzer.ask import removal as effects  # noqa: PLC0415
    from analyzer.report import removal as reports  # noqa: PLC0415

    if order not in ("1", "2"):
        raise AnalyzerError(f"expected --order 1 or 2, got {quoted(order)}")
    out = layout.checked()
    picture = Plot.of(plot, out)
    found = asked.ask(
        effects.removal,
        by=cast("Fineness | None", by),
        order=int(order),
    )
    drawing = picture.draw(lambda: reports.removal_chart(found))
    abreast = max(1, (_PAGE - _NAMES) // (out.words.digits + _BESIDE_DIGITS))
    out.emit(
        lambda: reports.removal_page(found, full=out.roomy, abreast=None if out.roomy else abreast),
        lambda: reports.removal_document(found, alone=asked.alone),
    )
    picture.write(drawing)
    remark_excluded(found.report)
