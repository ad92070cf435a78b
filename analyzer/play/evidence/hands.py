"""The hands of recorded coups, as cells of cards: by hand, as drawn, or dealt from a stream.

Guesses nothing: a coup of which nobody knows what card is whose has empty hands.
"""

from collections.abc import Iterator, Sequence

from analyzer.errors import ShoeError
from analyzer.game.cards import Card, card_at
from analyzer.game.coup import Coup, deal
from analyzer.game.rules import Rules
from analyzer.play.record import Read, RecordedCoup, RecordedShoe

NONE, UNREAD = -1, -2
"""What stands in a column for a card not dealt or a thing not said, and for a card that could not be read."""

NO_SUIT = 64
"""Added to the index of a rank's first card where the suit was not said."""

CELL: dict[Read, int] = {
    None: UNREAD,
    **{card_at(index): index for index in range(52)},
    **{Card(rank): NO_SUIT + 4 * (rank - 1) for rank in range(1, 14)},
}

Places = tuple[int, int, int]
"""The cells of a hand's first, second and third card."""

_NOTHING = (NONE, NONE, NONE)


def hands(rules: Rules, shoe: RecordedShoe) -> Iterator[tuple[RecordedCoup, Places, Places, Sequence[int]]]:
    """Each coup with the cells of both hands, and the cells of cards of which nobody knows the place.

    A card of a hand that could not be read is UNREAD. Where nobody knows how many cards each hand has, both
    are empty, and what could be read of them is among the last.
    """
    for coup in shoe.coups:
        if coup.status == "cancelled":
            continue
        player, banker, drawn = coup.player, coup.banker, coup.drawn
        if drawn is not None:
            player, banker = _parted(rules, drawn)
        if player is None or banker is None or not (1 < len(player) < 4 and 1 < len(banker) < 4):
            shown = drawn if drawn is not None else (player or ()) + (banker or ())
            yield coup, _NOTHING, _NOTHING, [cell for card in shown[:6] if (cell := CELL[card]) >= 0]
        else:
            yield coup, _places(player), _places(banker), ()
    for number, dealt in enumerate(_streamed(rules, shoe.stream), 1):
        if isinstance(dealt, Coup):
            yield RecordedCoup(number), _places(dealt.player), _places(dealt.banker), ()
        else:
            yield RecordedCoup(number), _NOTHING, _NOTHING, [CELL[card] for card in dealt]


def _places(hand: tuple[Read, ...]) -> Places:
    if len(hand) == 2:
        return CELL[hand[0]], CELL[hand[1]], NONE
    return CELL[hand[0]], CELL[hand[1]], CELL[hand[2]]


def _parted(
    rules: Rules, drawn: tuple[Read, ...]
) -> tuple[tuple[Read, ...], tuple[Read, ...]] | tuple[None, None]:
    """Cards as they came off the shoe, by hand; of a single third card the rules say whose it is.

    Nothing where Player's first two cards would tell that and could not be read.
    """
    given: tuple[Read, ...] = () if rules.player_first is None else (Card(rules.player_first),)
    cards = given + drawn
    if not 4 <= len(cards) <= 6:
        return None, None
    player, banker = (cards[0], cards[2]), (cards[1], cards[3])
    if len(cards) == 6:
        return (*player, cards[4]), (*banker, cards[5])
    if len(cards) == 5:
        points = [card.points for card in player if card]
        if len(points) < 2:
            return None, None
        if sum(points) % 10 in rules.tableau.player_draws:
            return (*player, cards[4]), banker
        return player, (*banker, cards[4])
    return player, banker


def _streamed(rules: Rules, stream: tuple[Read, ...]) -> Iterator[Coup | tuple[Card, ...]]:
    """The coups that a stream deals; last, the cards of a coup that it breaks off in.

    After a card that could not be read nobody knows where the next coup begins.
    """
    at = 0
    while at < len(stream):
        known: list[Card] = []
        for card in stream[at : at + rules.cards_from_shoe]:
            if card is None:
                break
            known.append(card)
        try:
            coup = deal(rules, known)
        except ShoeError:
            yield tuple(known)
            return
        yield coup
        at += coup.cards - (6 - rules.cards_from_shoe)
