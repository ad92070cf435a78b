"""The command `baccarat chemin-de-fer`."""

from typing import TYPE_CHECKING, cast

from analyzer.cli import complete, options
from analyzer.cli.groups import CardOptions, IllustratedLayoutOptions
from analyzer.cli.options import option
from analyzer.cli.values import shoe_or_infinite

if TYPE_CHECKING:
    from analyzer.analysis.chemin_de_fer.game import Model


def chemin_de_fer(
    *,
    decks: str | None = option(
        "--decks",
        "N|infinite",
        "A fresh shoe of N decks, or every card put back; else 6.",
        complete.words("infinite"),
    ),
    cards: CardOptions,
    model: str | None = option(
        "--model",
        "MODEL",
        "Only totals, banker-sees (Banker's hand by its two cards) or both-see (both hands).",
        complete.models,
    ),
    digits: options.Digits = "6",
    layout: IllustratedLayoutOptions,
) -> None:
    """Chemin de fer, the game from which the tableau comes: best play of both hands, proved, and its value.

    Example: baccarat chemin-de-fer --decks 8 --model banker-sees
    """
    from analyzer.ask.tableau import equilibria_of
    from analyzer.report import chemin_de_fer as reports

    out = layout.checked()
    wanted = None if model is None else [cast("Model", model)]
    answer = equilibria_of(shoe_or_infinite(decks, cards.remaining), wanted, seen=cards.seen)
    out.emit(
        lambda: reports.chemin_de_fer_page(answer),
        lambda: reports.CHEMIN_DE_FER.of(answer),
        lambda: reports.chemin_de_fer_chart(answer),
    )
