"""What is published of the table: payouts rounded to chips, and why roads do not predict."""

from collections.abc import Iterator
from functools import cache

from analyzer.analysis.odds import odds
from analyzer.catalog import load
from analyzer.game.shoe import Shoe
from analyzer.languages import LANGUAGES
from analyzer.message import say
from analyzer.play.prediction.prediction import Prediction, prediction
from analyzer.publish.page import Page
from analyzer.publish.published import Published
from analyzer.publish.reports.table.prediction import prediction_page
from analyzer.publish.reports.table.rounding import Offered, rounding_page

ROUNDED = (
    ("standard", ("banker/commission-5", "banker/commission-4", "player-natural")),
    ("commission-free", ("banker",)),
    ("niu-niu", ("player", "banker")),
)
"""Variants, and bets of theirs whose pay is no whole number, at all sizes of stake."""

ROUNDED_DECKS = 8
"""The number of decks of that."""

PREDICTION_SHOES, PREDICTION_SEED, PREDICTION_UNSEEN = 200, 1, (6, 10)
"""What is dealt for the page on roads, and the numbers of unseen cards on it: enough, and no long wait."""


def roundings() -> Iterator[Published]:
    """What paying in chips does to the house edge, by size of stake."""
    found: list[Offered] = []
    for name, refs in ROUNDED:
        game = load.variant(name)
        bets = [load.offered(game, ref) for ref in refs]
        report = odds(game.rules, bets, Shoe.decks(ROUNDED_DECKS))
        found += [(game, report, value) for value in report.valuations]

    def page(language: str) -> Page:
        return rounding_page(
            [(game.named(language), report, value.named(language)) for game, report, value in found]
        )

    section = say("Payouts")
    yield Published("payouts/rounding", section, page, LANGUAGES, decks=(ROUNDED_DECKS,))


def predictions() -> Iterator[Published]:
    """Why roads do not predict, on the first seed's game."""
    game = load.variant("standard")

    @cache
    def found() -> Prediction:
        player, banker, tie = (bet for bet in game.bets if bet.id in ("player", "banker", "tie"))
        return prediction(
            game.rules,
            player,
            banker,
            [tie],
            Shoe.decks(game.decks),
            unseen=PREDICTION_UNSEEN,
            shoes=PREDICTION_SHOES,
            seed=PREDICTION_SEED,
        )

    def page(language: str) -> Page:
        return prediction_page(found().named(language), game.named(language))

    section = say("Roads")
    yield Published("roads/prediction", section, page, LANGUAGES, decks=(game.decks,))
