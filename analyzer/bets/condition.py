"""Conditions: sentences over one finished coup, judged plainly; the slow twin of `evaluate`."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import partial

from analyzer.bets.facts import ATTRIBUTES, FACTS, POSITIONS, SCOPES
from analyzer.bets.parse import parse
from analyzer.bets.tree import Attribute, Count, Distinct, Node, Word, judge
from analyzer.game.cards import Card
from analyzer.game.coup import Coup


@dataclass(frozen=True, slots=True)
class Condition:
    """A sentence that is true or false of every finished coup: pure, total, bounded.

    >>> Condition.parse("banker_wins and banker_total == 6").text
    'banker_wins and banker_total == 6'
    """

    text: str
    tree: Node = field(hash=False)

    @classmethod
    def parse(cls, text: str) -> "Condition":
        """The condition that a text says.

        Raises:
            ConditionError: the text is no condition; the message marks the place under the text.
        """
        return cls(text, parse(text))

    def __str__(self) -> str:
        """The text it was read from."""
        return self.text

    def holds(self, coup: Coup) -> bool:
        """Whether the sentence is true of this coup, found by walking it word by word.

        Raises:
            CardError: it asks for the suit or colour of a card whose suit is unknown.
        """
        places = POSITIONS[: len(coup.player)] + POSITIONS[3 : 3 + len(coup.banker)]
        dealt: dict[str | None, Card] = dict(zip(places, coup.player + coup.banker, strict=True))
        return bool(judge(self.tree, partial(_shown_by, coup, dealt), dealt.keys()))


def _shown_by(coup: Coup, dealt: Mapping[str | None, Card], node: Node) -> int:
    """What a coup shows of a phrase, its cards by position; inside `count`, the card at hand, by None."""
    match node:
        case Word(name):
            return int(FACTS[name].plain(coup))
        case Attribute(position, name):
            return _value(dealt[position], name)
        case Count(inner, scope):
            cards = [card for position, card in dealt.items() if position in SCOPES[scope]]
            return sum(judge(inner, partial(_shown_by, coup, {None: card})) for card in cards)
        case Distinct(name, scope):
            return len({_value(card, name) for position, card in dealt.items() if position in SCOPES[scope]})
    raise TypeError(f"not a phrase of a condition: {node!r}")


def _value(card: Card, name: str) -> int:
    """What a card shows, as the number by which the language knows it."""
    if name == "points":
        return card.points
    if name == "rank":
        return card.rank
    return ATTRIBUTES[name][1][card.index]
