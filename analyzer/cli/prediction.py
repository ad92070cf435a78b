"""The command `baccarat prediction`."""

from typing import Annotated

import typer

from analyzer.cli import options
from analyzer.cli.odds import prices, shoe_of, whole
from analyzer.cli.output import Output
from analyzer.cli.progress import counted


def prediction(
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
    format: options.Format = "text",
    digits: options.Digits = "4",
    lang: options.Language = "en",
    output: options.Output = None,
    force: options.Force = False,
) -> None:
    """Why roads do not predict: the next coup after results known, exactly, and on shoes dealt.

    Example: baccarat prediction --decks 6 --coups 1 --shoes 100 --seed 7
    """
    from analyzer.catalog import load  # noqa: PLC0415
    from analyzer.pit import prediction as pit  # noqa: PLC0415
    from analyzer.publish.reports.table.prediction import prediction_page  # noqa: PLC0415
    from analyzer.publish.reports.table.prediction_document import prediction_document  # noqa: PLC0415

    out = Output.of(format, digits, output, force, lang)
    game = load.variant(variant).named(out.language)
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
        told=counted("shoes", number),
    ).named(out.language)
    out.emit(lambda: prediction_page(found, game), lambda: prediction_document(found, game))
