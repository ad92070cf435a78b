"""What the results so far say of the next coup: with cards put back, in a shoe, at best, and as measured."""

from collections.abc import Sequence
from dataclasses import dataclass

from analyzer.analysis.fresh import fresh
from analyzer.analysis.question import Question
from analyzer.analysis.successive import RESULT, Successive, successive
from analyzer.analysis.tail import Tails, tails
from analyzer.analysis.valuation import Valuation
from analyzer.displayable import Answer
from analyzer.game.shoe import Shoe
from analyzer.play.prediction.measured import Measured, Progress, measure

OTHER_DECKS = (1, 6, 8)
"""Decks of fresh shoes that are compared with the shoe in question."""

UNSEEN = (6, 10, 14)
"""Numbers of unseen cards, for a bettor who has seen all others."""


@dataclass(frozen=True, repr=False)
class Prediction(Answer):
    """What the results so far say of the next coup of a shoe.

    `result` and `independent` value the next coup and the bets on it where each card drawn is put back.
    `successive` is the next coup in the shoe after known results, `other_sizes` the same in fresh shoes of
    other sizes. `tails` are the values of the bets to a bettor who has seen all cards but a few.
    """

    result: Valuation
    independent: tuple[Valuation, ...]
    successive: Successive
    other_sizes: tuple[Successive, ...]
    tails: tuple[Tails, ...]
    measured: Measured

    @property
    def question(self) -> Question:
        """What was asked: the bets on Player, on Banker, and any others."""
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
    """What the results so far say of the next coup of a shoe.

    The bets of the question are those on Player, on Banker, and any others. From 0 to 2 coups before are
    looked at exactly. `unseen` are numbers of cards not seen by a bettor who has seen all others. 2 or more
    shoes are dealt from a seed; `on_progress` is called with how many more have been.

    Raises:
        ShoeError: the shoe has too few cards.
        AnalyzerError: a number is out of range, or points do not settle a bet.
    """
    rules, bets, shoe = question.rules, question.bets, question.shoe
    after = successive(question, coups)
    decks = [size for size in OTHER_DECKS if shoe.full_decks and size != shoe.full_decks]
    player, banker, *_ = bets
    dealt = measure(rules, player, banker, shoe, shoes, seed, on_progress)
    unconditional = [(bet, None) for bet in (RESULT, *bets)]
    deck = Shoe.decks(1) if shoe.full_decks else shoe
    [result, *independent] = fresh(rules, unconditional, ["infinite"], deck=deck)["infinite"]
    assert result is not None  # only of what is given can there be no deal
    return Prediction(
        result,
        tuple(value for value in independent if value is not None),
        after,
        tuple(successive(question.about(bets, Shoe.decks(size)), min(coups, 1)) for size in decks),
        tuple(tails(question, cards) for cards in unseen if cards <= shoe.size),
        dealt,
    )
