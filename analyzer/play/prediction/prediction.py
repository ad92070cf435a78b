"""What past results say about the next coup: with cards replaced, in a shoe, at best, and as measured."""

from collections.abc import Sequence
from dataclasses import dataclass

from analyzer.analysis.odds import fresh
from analyzer.analysis.question import Question
from analyzer.analysis.successive import RESULT, Successive, successive
from analyzer.analysis.tail import Tails, tails
from analyzer.analysis.valuation import Valuation
from analyzer.displayable import Answer
from analyzer.game.shoe import Shoe
from analyzer.play.prediction.measured import Measured, Progress, measure

OTHER_DECKS = (1, 6, 8)
"""Sizes, in decks, of the fresh shoes compared with the given shoe."""

UNSEEN = (6, 10, 14)
"""Numbers of unseen cards for a bettor who has seen all other cards."""


@dataclass(frozen=True, repr=False)
class Prediction(Answer):
    """What the results so far say about the next coup of a shoe.

    `result` and `independent` are the values of the next result and of the bets if each card were put back.
    `successive` values the next coup of the shoe after known results; `other_sizes` does so for fresh shoes
    of other sizes. `tails` values the bets for a bettor who has seen all but a few cards.
    """

    result: Valuation
    independent: tuple[Valuation, ...]
    successive: Successive
    other_sizes: tuple[Successive, ...]
    tails: tuple[Tails, ...]
    measured: Measured

    @property
    def question(self) -> Question:
        """The question asked; its bets are those on Player and on Banker, then any others."""
        return self.successive.question


def prediction(
    question: Question,
    *,
    coups: int = 1,
    unseen: Sequence[int] = UNSEEN,
    shoes: int,
    seed: int,
    on_progress: Progress = lambda shoes: None,
) -> Prediction:
    """What the results so far say about the next coup of a shoe.

    The question's bets are those on Player and on Banker, then any others. `coups`, from 0 to 2, is how many
    earlier results are taken into account exactly. `unseen` has numbers of unseen cards, for a bettor who has
    seen all others. `shoes`, 2 or more, of a seed are dealt; `on_progress` receives the number dealt since
    its last call.

    Raises:
        ShoeError: the shoe has too few cards.
        AnalyzerError: a number is out of range, or points do not settle a bet.
    """
    bets, shoe = question.bets, question.shoe
    after = successive(question, coups)
    decks = [size for size in OTHER_DECKS if shoe.full_decks and size != shoe.full_decks]
    dealt = measure(question, shoes, seed, on_progress)
    unconditional = [(bet, None) for bet in (RESULT, *bets)]
    deck = Shoe.decks(1) if shoe.full_decks else shoe
    [result, *independent] = fresh(question.rules, unconditional, ["infinite"], deck=deck)["infinite"]
    assert result is not None  # None would mean that no deal meets a given condition
    return Prediction(
        result,
        tuple(value for value in independent if value is not None),
        after,
        tuple(successive(question.about(bets, Shoe.decks(size)), min(coups, 1)) for size in decks),
        tuple(tails(question, cards) for cards in unseen if cards <= shoe.size),
        dealt,
    )
