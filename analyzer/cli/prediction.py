"""The command `baccarat prediction`."""

from typing import Annotated

import typer

from analyzer.cli import options
from analyzer.cli.groups import Layout
from analyzer.cli.progress import counted
from analyzer.cli.values import prices, shoe_of, whole


def prediction(
    *,
    variant: options.VariantArgument = "standard",
    decks: options.Decks = None,
    remaining: options.Remaining = None,
    seen: options.Seen = "",
    rules: options.Rules = None,
    pay: options.Pay = None,
    commission: options.Commission = None,
    coups: Annotated[
        str, typer.Option("--coups", metavar="N", help="Results before that are known, 0 to 2.")
    ] = "2",
    shoes: Annotated[str, typer.Option("--shoes", metavar="N", help="Shoes dealt and valued.")] = "300",
    seed: Annotated[
        str, typer.Option("--seed", metavar="S", help="A whole number from 0: same seed, same shoes.")
    ] = "1",
    layout: Layout,
) -> None:
    """Why roads do not predict: the next coup after results known, exactly, and on shoes dealt.

    Example: baccarat prediction --decks 6 --coups 1 --shoes 100 --seed 7
    """
    from analyzer.ask import prediction as pit  # noqa: PLC0415
    from analyzer.catalog import load  # noqa: PLC0415
    from analyzer.report.play.prediction import prediction_document, prediction_page  # noqa: PLC0415

    out = layout.checked()
    game = load.variant(variant)
    number = whole("--shoes", shoes, least=2)
    found = pit.prediction(
        game,
        shoe_of(decks, remaining),
        seen=seen,
        rules=rules,
        pay=prices(pay or ()),
        commission=commission,
        coups=whole("--coups", coups),
        shoes=number,
        seed=whole("--seed", seed),
        on_progress=counted("shoes", number),
    )
    out.emit(lambda: prediction_page(found), lambda: prediction_document(found))
