"""The commands on drawing: `baccarat tableau` and `baccarat chemin-de-fer`."""

from typing import TYPE_CHECKING, cast

import analyzer
from analyzer.cli import complete, options
from analyzer.cli.groups import CardOptions, IllustratedLayoutOptions
from analyzer.cli.options import argument, flag, option
from analyzer.cli.values import prices, shoe_or_infinite

if TYPE_CHECKING:
    from analyzer.analysis.chemin_de_fer.game import Model


def tableau(
    *,
    rules: str = argument(
        "RULES", "The drawing rules: an id, or a file of rules.", complete.rules, default="punto-banco"
    ),
    decks: str | None = option(
        "-d --decks", "N", "A fresh shoe of N decks, or infinite; by default 8.", complete.words("infinite")
    ),
    cards: CardOptions,
    commission: str = option(
        "--commission", "RATE", "The commission on the Banker bet, such as 5%.", default="0"
    ),
    pay: options.Pay = None,
    composition: bool = flag(
        "--composition", "Also examine the rules by the two cards of a hand, not only by its total."
    ),
    errors: bool = flag("--errors", "Also show how a dealer's error in each cell changes the EVs of bets."),
    digits: str | None = option(
        "-n --digits",
        "N",
        "Decimals shown, 0 to 60; by default 4, fewer in text grids.",
    ),
    layout: IllustratedLayoutOptions,
) -> None:
    """Compare drawing with standing in every cell of the tableau: EVs, and what rules cost that are not best.

    Example: baccarat tableau punto-banco --decks 6 --commission 5%
    """
    from analyzer.report.tableau_study import cells, page

    out = layout.checked("4" if digits is None else digits)
    answer = analyzer.tableau(
        rules, shoe_or_infinite(decks, cards.remaining), commission, seen=cards.seen, pay=prices(pay or ())
    )
    out.emit(
        lambda: (
            cells.rows_page(answer, composition=composition)
            if out.for_machines
            else page.study_page(
                answer,
                full=out.roomy,
                composition=composition,
                errors=errors,
                digits=out.roomy or digits is not None,
            )
        ),
        lambda: cells.TABLEAU.of((answer, composition)),
        lambda: page.study_chart(answer),
    )


def chemin_de_fer(
    *,
    decks: str | None = option(
        "-d --decks",
        "N|infinite",
        "A fresh shoe of N decks, or infinite; by default 6.",
        complete.words("infinite"),
    ),
    cards: CardOptions,
    model: str | None = option(
        "--model",
        "MODEL",
        "Only one model: totals, banker-sees (Banker's hand by its two cards) or both-see (both hands).",
        complete.models,
    ),
    digits: options.Digits = "6",
    layout: IllustratedLayoutOptions,
) -> None:
    """Solve chemin de fer, the game from which the tableau comes: the proven best play of both hands.

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
