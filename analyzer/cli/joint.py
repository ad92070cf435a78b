"""The command `baccarat joint`."""

from collections.abc import Iterable
from typing import Annotated

import typer

from analyzer.cli import options
from analyzer.cli.groups import AnyCoup, Layout
from analyzer.cli.output import remark_excluded
from analyzer.cli.plot import Plot
from analyzer.errors import AnalyzerError
from analyzer.exact import quoted

_PAGE, _NAMES, _BESIDE_DIGITS = 80, 24, 6
"""Columns of a text, those in front of a matrix, and what a number takes besides its decimals."""


def joint(
    *,
    asked: AnyCoup,
    stake: Annotated[
        list[str] | None,
        typer.Option(
            "--stake",
            metavar="BET=AMOUNT",
            help="What is staked on a bet, such as tie=5; may be repeated. Else one unit on each.",
        ),
    ] = None,
    layout: Layout,
    plot: options.Plot = None,
) -> None:
    """Several bets on one coup: joint outcomes, covariance and correlation, and the law of stakes on them.

    Example: baccarat joint --bet player --bet banker --bet tie --stake banker=10 --stake tie=1
    """
    from analyzer.ask import joint as bench  # noqa: PLC0415
    from analyzer.report.money.joint import joint_chart, joint_document, joint_page  # noqa: PLC0415

    out = layout.checked()
    picture = Plot.of(plot, out)
    found = asked.ask(
        bench.joint,
        stakes=stakes(stake) if stake else None,
    )
    staked, abreast = bool(stake), max(1, (_PAGE - _NAMES) // (out.words.digits + _BESIDE_DIGITS))
    drawing = picture.draw(lambda: joint_chart(found, staked=staked))
    out.emit(
        lambda: joint_page(found, staked=staked, full=out.roomy, abreast=None if out.roomy else abreast),
        lambda: joint_document(found, staked=staked),
    )
    picture.write(drawing)
    remark_excluded(found.joint)


def stakes(texts: Iterable[str]) -> dict[str, str]:
    """The amounts of `--stake` options, by bet.

    Raises:
        AnalyzerError: a text is not of the form BET=AMOUNT, or one bet comes twice.
    """
    found: dict[str, str] = {}
    for text in texts:
        name, equals, amount = (part.strip() for part in text.partition("="))
        if not (name and equals):
            raise AnalyzerError(f"expected --stake BET=AMOUNT such as tie=5, got {quoted(text)}")
        if name in found:
            raise AnalyzerError(f"expected one --stake on {quoted(name)}, got two")
        found[name] = amount
    return found
