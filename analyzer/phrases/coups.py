"""One coup in words, card by card."""

from collections.abc import Sequence
from functools import reduce

from analyzer.game.coup import Coup
from analyzer.game.rules import Rules
from analyzer.phrases.cards import BANKER, PLAYER, card_text, cards_text
from analyzer.text import Message, message


def in_one(sentences: Sequence[Message]) -> Message:
    """Several sentences as one message, in order."""
    return reduce(lambda first, second: message("{first} {second}", first=first, second=second), sentences)


def coup_in_words(rules: Rules, coup: Coup) -> tuple[Message, ...]:
    """A coup dealt under some rules, as sentences: the first cards, each hand's third card, who wins."""
    hands = ((PLAYER, coup.player, coup.player_two), (BANKER, coup.banker, coup.banker_two))
    dealt = (
        message("{hand} is dealt {cards}, a total of {n}.", hand=hand, cards=cards_text(cards[:2]), n=n)
        for hand, cards, n in hands
    )
    ends = [
        message("{hand}'s total of {n} ends the coup: no hand draws.", hand=hand, n=n)
        for hand, _, n in hands
        if n in rules.tableau.naturals
    ]
    drawing = ends[:1] or [_what_player_did(coup), _what_banker_did(rules, coup)]
    return *dealt, *drawing, _result(coup)


def _what_player_did(coup: Coup) -> Message:
    if len(coup.player) == 2:
        return message("Player stands on {n}.", n=coup.player_two)
    card, n, total = card_text(coup.player[2]), coup.player_two, coup.player_total
    return message("Player draws {card} on {n}, which makes {total}.", card=card, n=n, total=total)


def _what_banker_did(rules: Rules, coup: Coup) -> Message:
    if len(coup.player) == 2:
        why = message("As Player stood")
    elif rules.banker_by == "player-total":
        why = message("As Player's total is {n}", n=coup.player_total)
    else:
        why = message("As Player's third card counts {n}", n=coup.player[2].points)
    n = coup.banker_two
    if len(coup.banker) == 2:
        return message("{reason}, Banker stands on {n}.", reason=why, n=n)
    return message(
        "{reason}, Banker draws {card} on {n}, which makes {total}.",
        reason=why,
        card=card_text(coup.banker[2]),
        n=n,
        total=coup.banker_total,
    )


def _result(coup: Coup) -> Message:
    if coup.winner == "tie":
        return message("Player and Banker tie at {n}.", n=coup.player_total)
    low, high = sorted((coup.player_total, coup.banker_total))
    hand = PLAYER if coup.winner == "player" else BANKER
    return message("{hand} wins, {high} to {low}.", hand=hand, high=high, low=low)
