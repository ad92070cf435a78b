"""The cards of this coup that are already known, and their text form `P:9c,5 B:K next:5=9c`."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from analyzer.displayable import brief
from analyzer.errors import CardError, RulesError
from analyzer.exact import quoted
from analyzer.game.cards import Card
from analyzer.game.rules import Rules
from analyzer.text import Text, message

_PART = re.compile(r"(?P<hand>[PB]):(?P<cards>\S*)|next:(?P<place>[0-9]{1,9})=(?P<card>\S+)", re.IGNORECASE)


@dataclass(frozen=True, repr=False, slots=True)
class Dealt:
    """What is known of one coup's cards.

    `player` and `banker` list each hand's cards in dealing order, None for an unknown card; a third entry
    means that the hand drew. `ahead` has the known next cards of the shoe by their place, 1 to 6, whether the
    coup uses them or not.
    """

    player: tuple[Card | None, ...] = ()
    banker: tuple[Card | None, ...] = ()
    ahead: tuple[tuple[int, Card], ...] = ()

    def __repr__(self) -> str:
        """One line with the text form."""
        return brief(self)

    @classmethod
    def parse(cls, text: str) -> "Dealt":
        """The cards known, from text such as `P:9c,5 B:K` or `P:?,5d next:5=9c`.

        Raises CardError if the text is malformed, names a hand or a place twice, or a hand has too many
        cards.
        """
        if not isinstance(text, str):
            raise _unread(quoted(text))
        hands: dict[str, tuple[Card | None, ...]] = {}
        ahead: dict[int, Card] = {}
        if not text.strip():
            raise _unread(message("an empty text"))
        for part in text.split():
            match = _PART.fullmatch(part)
            if match is None:
                raise _unread(quoted(part))
            if match["hand"]:
                hand = match["hand"].upper()
                if hand in hands:
                    raise _unread(message("the hand {hand} twice in {text}", hand=hand, text=quoted(text)))
                cards = match["cards"].split(",")
                if not match["cards"] or len(cards) > 3:
                    raise CardError(
                        "expected one to three cards after {hand}, got {cards}",
                        hand=f"{hand}:",
                        cards=quoted(match["cards"]),
                    )
                hands[hand] = tuple(None if card == "?" else Card.parse(card) for card in cards)
            else:
                place = int(match["place"])
                if place in ahead:
                    raise _unread(
                        message("{place} twice in {text}", place=f"next:{place}", text=quoted(text))
                    )
                if not 1 <= place <= 6:
                    raise CardError("expected a place from next:1 to next:6, got {part}", part=quoted(part))
                ahead[place] = Card.parse(match["card"])
        return cls(hands.get("P", ()), hands.get("B", ()), tuple(sorted(ahead.items())))

    def __str__(self) -> str:
        """The text form; it parses back to an equal value."""
        hands = [
            f"{name}:{','.join('?' if card is None else str(card) for card in cards)}"
            for name, cards in (("P", self.player), ("B", self.banker))
            if cards
        ]
        return " ".join([*hands, *(f"next:{place}={card}" for place, card in self.ahead)])

    @property
    def tells_draws(self) -> bool:
        """Whether a hand is known to draw, because its third card is listed."""
        return len(self.player) == 3 or len(self.banker) == 3

    def from_shoe(self, rules: Rules) -> tuple[Card, ...]:
        """The known cards that come from the shoe; a first card given by the rules does not."""
        listed = [*self.player[1 if rules.player_first else 0 :], *self.banker]
        return tuple(card for card in listed if card is not None) + tuple(card for _, card in self.ahead)

    def places(self, rules: Rules, player_draws: bool, banker_draws: bool) -> dict[str, Card] | None:
        """The known cards by position (p1 … b3) if these hands draw; None if they do not fit such a coup.

        They do not fit if a hand known to draw does not draw, or if two cards have the same position. Cards
        known ahead that the coup leaves in the shoe are omitted. Raises RulesError if Player's first card
        differs from the one that the rules give, or a place is beyond the last card that a coup can take.
        """
        if (len(self.player) == 3 and not player_draws) or (len(self.banker) == 3 and not banker_draws):
            return None
        given = {} if rules.player_first is None else {"p1": Card(rules.player_first)}
        filled: dict[str, Card] = {}
        for place, card in self._listed(rules, order(rules, player_draws, banker_draws)):
            if place in filled:
                return None
            filled[place] = card
        return filled | given

    def _listed(self, rules: Rules, off_the_shoe: list[str]) -> Iterator[tuple[str, Card]]:
        for letter, hand in (("p", self.player), ("b", self.banker)):
            for number, card in enumerate(hand, 1):
                given = rules.player_first if letter == "p" and number == 1 else None
                if card is not None and given is None:
                    yield f"{letter}{number}", card
                elif card is not None and given is not None and card.rank != given:
                    raise RulesError(
                        "expected the Player's first card to be {given} under rules {rules}, got {card}; "
                        "write P:?,…",
                        given=str(Card(given)),
                        rules=repr(rules.id),
                        card=repr(str(card)),
                    )
        for number, card in self.ahead:
            if number > rules.cards_from_shoe:
                raise RulesError(
                    "expected a place from next:1 to {last} under rules {rules}, got {place}",
                    last=f"next:{rules.cards_from_shoe}",
                    rules=repr(rules.id),
                    place=f"next:{number}",
                )
            if number <= len(off_the_shoe):
                yield off_the_shoe[number - 1], card


def order(rules: Rules, player_draws: bool, banker_draws: bool) -> list[str]:
    """The positions (p1 … b3) that a coup deals from the shoe, in dealing order, if these hands draw."""
    given = 0 if rules.player_first is None else 1
    return ["p1", "b1", "p2", "b2", *["p3"] * player_draws, *["b3"] * banker_draws][given:]


def _unread(found: Text) -> CardError:
    return CardError(
        'expected known cards such as "P:9c,5 B:K" or "P:?,5d next:5=9c", got {found}', found=found
    )


NOTHING = Dealt()  # No card of the coup is known.
