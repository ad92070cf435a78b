"""One coup in words: what was dealt, who draws and why, who wins.

Knows nothing of bets.
"""

from collections.abc import Sequence

from analyzer.game.cards import Card
from analyzer.game.coup import Coup
from analyzer.game.rules import Rules
from analyzer.message import Message, say
from analyzer.publish.phrases.cards import BANKER, PLAYER, card_text, cards_text


def in_one(sentences: Sequence[Message]) -> Message:
    """Sentences one after the other, as one."""
    whole, *rest = sentences
    for sentence in rest:
        whole = say("{first} {second}", first=whole, second=sentence)
    return whole


def hand_text(hand: tuple[Card, ...]) -> str:
    """A hand as it lies: `9♦ 4♥ K♠`; a card whose suit is unknown is its rank alone."""
    return cards_text(hand)


def coup_in_words(rules: Rules, coup: Coup) -> tuple[Message, ...]:
    """A coup dealt under some rules, as sentences: the first cards, each hand's third card, who wins."""
    return (
        _first_two(PLAYER, coup.player[:2], coup.player_two),
        _first_two(BANKER, coup.banker[:2], coup.banker_two),
        *_drawing(rules, coup),
        _won(coup),
    )


def _first_two(hand: Message, cards: tuple[Card, ...], total: int) -> Message:
    return say("{hand} is dealt {cards}, a total of {n}.", hand=hand, cards=cards_text(cards), n=total)


def _drawing(rules: Rules, coup: Coup) -> tuple[Message, ...]:
    ends = rules.tableau.naturals
    for hand, total in ((PLAYER, coup.player_two), (BANKER, coup.banker_two)):
        if total in ends:
            return (say("{hand}'s total of {n} ends the coup: no hand draws.", hand=hand, n=total),)
    return _player(coup), _banker(rules, coup)


def _player(coup: Coup) -> Message:
    if len(coup.player) == 2:
        return say("Player stands on {n}.", n=coup.player_two)
    third = card_text(coup.player[2])
    return say(
        "Player draws {card} on {n}, which makes {total}.",
        card=third,
        n=coup.player_two,
        total=coup.player_total,
    )


def _banker(rules: Rules, coup: Coup) -> Message:
    """What Banker does, and what it does so for."""
    why = _reason(rules, coup)
    if len(coup.banker) == 2:
        return say("{reason}, Banker stands on {n}.", reason=why, n=coup.banker_two)
    return say(
        "{reason}, Banker draws {card} on {n}, which makes {total}.",
        reason=why,
        card=card_text(coup.banker[2]),
        n=coup.banker_two,
        total=coup.banker_total,
    )


def _reason(rules: Rules, coup: Coup) -> Message:
    if len(coup.player) == 2:
        return say("As Player stood")
    if rules.banker_by == "player-total":
        return say("As Player's total is {n}", n=coup.player_total)
    return say("As Player's third card counts {n}", n=coup.player[2].points)


def _won(coup: Coup) -> Message:
    if coup.winner == "tie":
        return say("Player and Banker tie at {n}.", n=coup.player_total)
    player, banker = coup.player_total, coup.banker_total
    hand, high, low = (PLAYER, player, banker) if coup.winner == "player" else (BANKER, banker, player)
    return say("{hand} wins, {high} to {low}.", hand=hand, high=high, low=low)
