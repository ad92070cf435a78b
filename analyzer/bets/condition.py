"""Condition: a sentence over one finished coup, parsed, checked, and judged plainly.

The plain walk here is the slow twin of the census's evaluator in `evaluate`.
"""

from dataclasses import dataclass, field

from analyzer.bets.facts import ATTRIBUTES, FACTS, POSITIONS, SCOPES
from analyzer.bets.parse import parse
from analyzer.bets.tree import (
    COMPARISONS,
    All,
    Any,
    Attribute,
    Chain,
    Compare,
    Count,
    Distinct,
    Literal,
    Member,
    Node,
    Not,
    Word,
    calculate,
    touched,
)
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
        return bool(_judge(self.tree, coup, _dealt(coup), None))


def _dealt(coup: Coup) -> dict[str, Card]:
    """The coup's cards by position."""
    places = POSITIONS[: len(coup.player)] + POSITIONS[3 : 3 + len(coup.banker)]
    return dict(zip(places, coup.player + coup.banker, strict=True))


def _shown(card: Card, name: str) -> int:
    """What a card shows, as the number by which the language knows it."""
    if name == "points":
        return card.points
    if name == "rank":
        return card.rank
    return ATTRIBUTES[name][1][card.index]


def _judge(node: Node, coup: Coup, dealt: dict[str, Card], hand: Card | None) -> int:
    match node:
        case Attribute(None, name) if hand is not None:
            return _shown(hand, name)
        case Attribute(position, name) if position is not None:
            return _shown(dealt[position], name)
        case Literal(_, value):
            return value
        case Compare(sign, left, right):
            if not touched(node) <= dealt.keys():
                return 0
            return int(COMPARISONS[sign](_judge(left, coup, dealt, hand), _judge(right, coup, dealt, hand)))
        case Word(name):
            return int(FACTS[name].plain(coup))
        case All(parts):
            return int(all(_judge(part, coup, dealt, hand) for part in parts))
        case Any(parts):
            return int(any(_judge(part, coup, dealt, hand) for part in parts))
        case Not(inner):
            return 1 - _judge(inner, coup, dealt, hand)
        case Member(item, ranges):
            if not touched(node) <= dealt.keys():
                return 0
            value = _judge(item, coup, dealt, hand)
            return int(any(low <= value <= high for low, high in ranges))
        case Count(inner, scope):
            seen = [card for position, card in dealt.items() if position in SCOPES[scope]]
            return sum(_judge(inner, coup, dealt, card) for card in seen)
        case Distinct(name, scope):
            return len({_shown(card, name) for position, card in dealt.items() if position in SCOPES[scope]})
        case Chain(first, rest):
            return calculate(
                _judge(first, coup, dealt, hand),
                [(sign, _judge(operand, coup, dealt, hand)) for sign, operand in rest],
            )
    raise TypeError(f"not a phrase of a condition: {node!r}")
