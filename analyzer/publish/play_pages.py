"""What is published of the table: payouts rounded to chips, and why roads do not predict."""

from collections.abc import Iterator
from functools import partial

from analyzer.analysis.odds import odds
from analyzer.analysis.question import MAIN, Question
from analyzer.catalog import load
from analyzer.play.prediction.prediction import prediction
from analyzer.publish.published import Published
from analyzer.render.page import Page
from analyzer.report.play.prediction import prediction_page
from analyzer.report.play.rounding import Offered, rounding_page
from analyzer.text import LANGUAGES, message

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
        report = odds(Question.fresh(game, bets, ROUNDED_DECKS))
        found += [(game, report, value) for value in report.valuations]

    section = message("Payouts")
    yield Published(
        "payouts/rounding", section, partial(rounding_page, found), LANGUAGES, decks=(ROUNDED_DECKS,)
    )


def predictions() -> Iterator[Published]:
    """Why roads do not predict, on the first seed's game."""
    game = load.variant("standard")

    def page() -> Page:
        found = prediction(
            Question.fresh(game, (bet for bet in game.bets if bet.id in MAIN)),
            unseen=PREDICTION_UNSEEN,
            shoes=PREDICTION_SHOES,
            seed=PREDICTION_SEED,
        )
        return prediction_page(found)

    section = message("Roads")
    yield Published("roads/prediction", section, page, LANGUAGES, decks=(game.decks,))
