"""What the results so far say of the next coup: with cards put back, in a shoe, at best, and as measured.

Knows no names of files or library entries: bets, rules and shoes come in as values.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from analyzer.analysis.fresh import fresh
from analyzer.analysis.successive import RESULT, Successive, successive
from analyzer.analysis.tail import Tails, tails
from analyzer.analysis.valuation import Valuation
from analyzer.bets.bet import Bet
from analyzer.game.rules import Rules
from analyzer.game.shoe import Shoe
from analyzer.play.prediction.measured import Measured, Told, measured
from analyzer.shown import Shown

OTHER_DECKS = (1, 6, 8)
"""Fresh shoes that stand beside one that is asked about."""

UNSEEN = (6, 10, 14)
"""Numbers of cards of which a bettor who counts cards has seen all others."""


@dataclass(frozen=True)
class Prediction(Shown):
    """What the results so far say of the next coup of a shoe.

    `result` and `independent` are what the next coup and the bets on it are worth where each card drawn is
    put back. `successive` is the next coup in the shoe after results known, `beside` that in fresh shoes of
    other sizes. `tails` are what the bets are worth to somebody who has seen all cards but a few. `measured`
    are shoes dealt.
    """

    rules: Rules
    shoe: Shoe
    result: Valuation
    independent: tuple[Valuation, ...]
    successive: Successive
    beside: tuple[Successive, ...]
    tails: tuple[Tails, ...]
    measured: Measured

    def named(self, language: str) -> "Prediction":
        """The same with rules and bets called by their names in a language, where they have one there."""
        return replace(
            self,
            rules=self.rules.named(language),
            independent=tuple(value.named(language) for value in self.independent),
            successive=self.successive.named(language),
            beside=tuple(one.named(language) for one in self.beside),
            tails=tuple(one.named(language) for one in self.tails),
        )


def prediction(
    rules: Rules,
    player: Bet,
    banker: Bet,
    others: Sequence[Bet],
    shoe: Shoe,
    *,
    coups: int = 1,
    unseen: Sequence[int] = UNSEEN,
    shoes: int,
    seed: int,
    told: Told = lambda shoes: None,
) -> Prediction:
    """What the results so far say of the next coup of a shoe.

    Args:
        rules: how coups are dealt.
        player: the bet on Player.
        banker: the bet on Banker.
        others: other bets on the next coup.
        shoe: the cards before the first coup.
        coups: how many results before are looked at exactly, 0 to 2.
        unseen: numbers of cards not seen by somebody who has seen all others; more than the shoe has are
            left out.
        shoes: how many shoes are dealt, 2 or more.
        seed: of their shuffle.
        told: is called with how many more of them have been dealt.

    Raises:
        ShoeError: the shoe has too few cards.
        AnalyzerError: a number is out of range, or points do not settle a bet.
    """
    bets = (player, banker, *others)
    after = successive(rules, bets, shoe, coups)
    decks = [size for size in OTHER_DECKS if shoe.full_decks and size != shoe.full_decks]
    dealt = measured(rules, player, banker, shoe, shoes, seed, told)
    asked = [(bet, None) for bet in (RESULT, *bets)]
    deck = Shoe.decks(1) if shoe.full_decks else shoe
    [result, *independent] = fresh(rules, asked, ["infinite"], deck=deck)["infinite"]
    assert result is not None  # only of what is given can there be no deal
    return Prediction(
        rules,
        shoe,
        result,
        tuple(value for value in independent if value is not None),
        after,
        tuple(successive(rules, bets, Shoe.decks(size), min(coups, 1)) for size in decks),
        tuple(tails(rules, bets, shoe, cards) for cards in unseen if cards <= shoe.size),
        dealt,
    )
