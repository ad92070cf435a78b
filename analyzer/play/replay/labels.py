"""Which card of its coup a card is, as a sentence says it.

Judges no card.
"""

from collections.abc import Sequence

from analyzer.game.rules import Rules
from analyzer.message import Message, say
from analyzer.play.record import Read, RecordedCoup

PLAYER = (say("Player's first card"), say("Player's second card"), say("Player's third card"))
BANKER = (say("Banker's first card"), say("Banker's second card"), say("Banker's third card"))
FIRST_FOUR = (PLAYER[0], BANKER[0], PLAYER[1], BANKER[1])
_LATER = (say("the fifth card"), say("the sixth card"))
_BEYOND = say("a card too many")


def labelled(rules: Rules, recorded: RecordedCoup) -> list[tuple[Message, Read]]:
    """Each card that a record has of a coup, and which it is; those off the shoe alone where it has both."""
    if recorded.drawn is not None:
        labels = (*FIRST_FOUR, *_LATER)[rules.player_first is not None :]
        return _with(labels, recorded.drawn)
    return [*_with(PLAYER, recorded.player or ()), *_with(BANKER, recorded.banker or ())]


def _with(labels: Sequence[Message], cards: Sequence[Read]) -> list[tuple[Message, Read]]:
    return [(labels[place] if place < len(labels) else _BEYOND, card) for place, card in enumerate(cards)]
