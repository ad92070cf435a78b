"""One coup dealt card by card: simple and slow, to test faster code against. Knows nothing of bets."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal, get_args

from analyzer.displayable import Displayable
from analyzer.errors import CardError, RulesError, ShoeError
from analyzer.exact import quoted
from analyzer.game.cards import Card
from analyzer.game.rules import Rules
from analyzer.given import plain
from analyzer.text import message

Winner = Literal["player", "banker", "tie"]
WINNERS: tuple[Winner, ...] = get_args(Winner)  # How a coup can end; also the ids of the three main bets.


@dataclass(frozen=True, repr=False, slots=True)
class Coup(Displayable):
    """A finished coup: the two or three cards of each hand, in the order they were dealt to it.

    Raises:
        CardError: a hand has fewer than two or more than three cards.
    """

    player: tuple[Card, ...]
    banker: tuple[Card, ...]

    def __post_init__(self) -> None:
        """Reject a hand of fewer than two or more than three cards."""
        for name, hand in ((message("Player"), self.player), (message("Banker"), self.banker)):
            if len(hand) not in (2, 3):
                raise CardError("expected two or three cards for {hand}, got {n}", hand=name, n=len(hand))

    def __str__(self) -> str:
        """Both hands with their totals, on one line."""
        player, banker = " ".join(map(str, self.player)), " ".join(map(str, self.banker))
        return f"P: {player} ({self.player_total})  B: {banker} ({self.banker_total})"

    @property
    def player_total(self) -> int:
        """Player's final total, 0–9."""
        return total(self.player)

    @property
    def banker_total(self) -> int:
        """Banker's final total, 0–9."""
        return total(self.banker)

    @property
    def player_two(self) -> int:
        """Total of Player's first two cards, 0–9."""
        return total(self.player[:2])

    @property
    def banker_two(self) -> int:
        """Total of Banker's first two cards, 0–9."""
        return total(self.banker[:2])

    @property
    def cards(self) -> int:
        """The number of cards in the coup, 4–6, including a first card that the rules give."""
        return len(self.player) + len(self.banker)

    @property
    def winner(self) -> Winner:
        """The hand with the higher final total, or `tie`."""
        if self.player_total == self.banker_total:
            return "tie"
        return "player" if self.player_total > self.banker_total else "banker"

    @property
    def player_natural(self) -> bool:
        """Whether Player's first two cards total 8 or 9, whichever hand wins."""
        return self.player_two >= 8

    @property
    def banker_natural(self) -> bool:
        """Whether Banker's first two cards total 8 or 9, whichever hand wins."""
        return self.banker_two >= 8


def total(hand: Iterable[Card]) -> int:
    """The total of a hand, 0–9: the last digit of the sum of its cards' points."""
    return sum([card.points for card in hand]) % 10


def is_pair(hand: tuple[Card, ...]) -> bool:
    """Whether the first two cards of a hand have the same rank."""
    return hand[0].rank == hand[1].rank


def deal(rules: Rules, cards: Iterable[Card]) -> Coup:
    """The coup dealt from cards in the order in which they leave the shoe, taking only those that it needs.

    The order is Player, Banker, Player, Banker, then Player's third card and Banker's, each only if it is
    drawn; a natural ends the coup. A given first card (`rules.player_first`) is not taken from `cards`.

    Raises:
        ShoeError: the cards run out.
        RulesError: `rules` is not a `Rules` value.
        CardError: `cards` does not consist of `Card` values.
    """
    if not isinstance(rules, Rules):
        raise RulesError("expected a value of class Rules, got {rules}", rules=quoted(rules))
    if not isinstance(plain(cards), Iterable):
        raise CardError("expected cards, got {cards}", cards=quoted(cards))
    shoe: Iterator[Card] = iter(cards)
    taken = 0

    def take() -> Card:
        nonlocal taken
        card = next(shoe, None)
        if card is None:
            raise ShoeError("expected enough cards to finish the coup, got only {n}", n=taken)
        if not isinstance(card, Card):
            raise CardError("expected cards, got {card}; Card.parse reads one", card=quoted(card))
        taken += 1
        return card

    player = [take() if rules.player_first is None else Card(rules.player_first)]
    banker = [take()]
    player.append(take())
    banker.append(take())
    player_two, banker_two = total(player), total(banker)
    naturals = rules.tableau.naturals
    if player_two not in naturals and banker_two not in naturals:
        third = None
        if rules.tableau.player_draws_on(player_two):
            player.append(take())
            third = player[2].points
        if rules.banker_draws_on(banker_two, third, total(player)):
            banker.append(take())
    return Coup(tuple(player), tuple(banker))
