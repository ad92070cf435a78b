"""The command `baccarat chemin-de-fer`."""

from typing import TYPE_CHECKING, Annotated, cast

import typer

from analyzer.cli import complete, options
from analyzer.cli.groups import Layout
from analyzer.cli.plot import Plot
from analyzer.cli.values import shoe_of
from analyzer.errors import ShoeError

if TYPE_CHECKING:
    from analyzer.analysis.chemin_de_fer.game import Model
    from analyzer.ask.chemin_de_fer import Asked


def chemin_de_fer(
    *,
    decks: Annotated[
        str | None,
        typer.Option(
            "--decks",
            metavar="N|infinite",
            help="A fresh shoe of N decks, or every card put back; else 6.",
            autocompletion=complete.words("infinite"),
        ),
    ] = None,
    remaining: options.Remaining = None,
    seen: options.Seen = "",
    model: Annotated[
        str | None,
        typer.Option(
            "--model",
            metavar="MODEL",
            help="Only totals, banker-sees (Banker's hand by its two cards) or both-see (both hands).",
            autocompletion=complete.models,
        ),
    ] = None,
    digits: options.Digits = "6",
    layout: Layout,
    plot: options.Plot = None,
) -> None:
    """Chemin de fer, the game from which the tableau comes: best play of both hands, proved, and its value.

    Example: baccarat chemin-de-fer --decks 8 --model banker-sees
    """
    from analyzer.ask import chemin_de_fer as games  # noqa: PLC0415
    from analyzer.report import chemin_de_fer as reports  # noqa: PLC0415

    out = layout.checked()
    picture = Plot.of(plot, out)
    found = games.models(
        _shoe(decks, remaining), None if model is None else [cast("Model", model)], seen=seen
    )
    drawing = picture.draw(lambda: reports.chemin_de_fer_chart(found))
    out.emit(
        lambda: reports.chemin_de_fer_page(found),
        lambda: reports.chemin_de_fer_document(found),
    )
    picture.write(drawing)


def _shoe(decks: str | None, remaining: str | None) -> "Asked":
    """The shoe asked for, which may be infinite."""
    if decks != "infinite":
        return shoe_of(decks, remaining)
    if remaining is not None:
        raise ShoeError("expected either --decks or --remaining, got both")
    return "infinite"
