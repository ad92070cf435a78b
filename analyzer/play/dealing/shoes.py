"""Shoes shuffled from a seed and dealt by a procedure: the same ones as a sweep plays.

Knows nothing of the library.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from analyzer.analysis.sweep.shuffle import check_seed, cut_cards, shuffled
from analyzer.bets.bet import Variant
from analyzer.errors import AnalyzerError, ShoeError
from analyzer.exact import grouped, quoted
from analyzer.game.cards import Card, card_at
from analyzer.game.procedure import Procedure
from analyzer.game.rules import Rules
from analyzer.game.shoe import Shoe
from analyzer.play.dealing.dealing import DealtShoe, deal_shoe

MOST_NUMBER = 10**12
"""The number of the last shoe of a seed that is dealt."""

_AT_ONCE = 50_000
"""Cards shuffled in one go, so that numpy's calls cost little and memory stays bounded."""


@dataclass(frozen=True, slots=True)
class Dealing:
    """Shoes to be dealt: under which rules, from which cards, by which procedure, from which seed.

    Raises:
        AnalyzerError: the seed is out of range.
        ShoeError: the shoe tells no ranks, or the burn or the cut card does not fit it.
    """

    game: Variant
    rules: Rules
    shoe: Shoe
    procedure: Procedure
    seed: int

    def __post_init__(self) -> None:
        """Refuse what cannot be dealt."""
        check_seed(self.seed)
        if self.shoe.fineness == "points":
            raise ShoeError(
                "expected a shoe by cards or by ranks to be dealt, got one by points; give it by ranks"
            )
        self.procedure.check(self.shoe, self.rules.cards_from_shoe)

    def named(self, language: str) -> "Dealing":
        """The same, everything called by its name in a language."""
        return replace(
            self,
            game=self.game.named(language),
            rules=self.rules.named(language),
            procedure=self.procedure.named(language),
        )

    def dealt(self, first: int, shoes: int = 1) -> Iterator[tuple[int, DealtShoe]]:
        """So many shoes of the seed from number `first` on, each with its number; the first of all is 1.

        Raises:
            AnalyzerError: there is no shoe, or a number is out of range.
        """
        if type(shoes) is not int or not 1 <= shoes <= MOST_NUMBER:
            raise AnalyzerError(f"expected one shoe or more to deal, got {quoted(shoes)}")
        last = MOST_NUMBER - shoes + 1
        if type(first) is not int or not 1 <= first <= last:
            raise AnalyzerError(
                f"expected the number of a shoe from 1 to {grouped(last)}, got {quoted(first)}"
            )
        cards = _cards(self.shoe)
        step = max(1, _AT_ONCE // max(1, self.shoe.size))
        for begin in range(first - 1, first - 1 + shoes, step):
            end = min(begin + step, first - 1 + shoes)
            orders = shuffled(self.shoe, self.seed, begin, end).tolist()
            cuts = cut_cards(self.procedure.depths, self.seed, begin, end).tolist()
            for number, (order, cut) in enumerate(zip(orders, cuts, strict=True), begin + 1):
                yield number, deal_shoe([cards[cell] for cell in order], self.rules, self.procedure, cut)


def _cards(shoe: Shoe) -> list[Card]:
    """A card of each cell of a shoe."""
    if shoe.fineness == "cards":
        return list(map(card_at, range(52)))
    return list(map(Card, range(1, 14)))
