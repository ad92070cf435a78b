"""The command `baccarat prediction`."""

import analyzer
from analyzer.catalog import load
from analyzer.cli import options
from analyzer.cli.groups import CardOptions, LayoutOptions, TermOptions
from analyzer.cli.options import option
from analyzer.cli.progress import counted
from analyzer.cli.values import whole


def prediction(
    *,
    variant: options.VariantArgument = "standard",
    cards: CardOptions,
    terms: TermOptions,
    coups: str = option("--coups", "N", "Results before that are known, 0 to 2.", default="2"),
    shoes: str = option("--shoes", "N", "Shoes dealt and valued.", default="300"),
    seed: options.Seed = "1",
    layout: LayoutOptions,
) -> None:
    """Why roads do not predict: the next coup after results known, exactly, and on shoes dealt.

    Example: baccarat prediction --decks 6 --coups 1 --shoes 100 --seed 7
    """
    from analyzer.report.play.prediction import PREDICTION, prediction_page

    out = layout.checked()
    game = load.variant(variant)
    number = whole("--shoes", shoes, least=2)
    answer = analyzer.prediction(
        game,
        cards.shoe,
        coups=whole("--coups", coups),
        shoes=number,
        seed=whole("--seed", seed),
        on_progress=counted("shoes", number),
        **cards.shared,
        **terms.shared,
    )
    out.emit(lambda: prediction_page(answer), lambda: PREDICTION.of(answer))
