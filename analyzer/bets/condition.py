"""Conditions: sentences about one finished coup, evaluated word by word; the slow twin of `evaluate`."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import partial

from analyzer.bets.facts import ATTRIBUTES, FACTS, POSITIONS, SCOPES
from analyzer.bets.kept import kept
from analyzer.bets.tree import Attribute, Count, Distinct, Node, Word, judge
from analyzer.displayable import brief
from analyzer.game.cards import Card
from analyzer.game.coup import Coup


@dataclass(frozen=True, repr=False, slots=True)
class Condition:
    """A sentence that is true or false of every finished coup; evaluating it has no effects and always ends.

    >>> Condition.parse("banker_wins and banker_total == 6").text
    'banker_wins and banker_total == 6'
    """

    text: str
    tree: Node = field(hash=False)

    @classmethod
    def parse(cls, text: str) -> "Condition":
        """The condition written in a text.

        Raises ConditionError if the text is not a condition; the message marks the place of the fault.
        """
        tree = kept(text)
        if tree is None:
            from analyzer.bets.parse import parse  # noqa: PLC0415 (loads the parser)

            tree = parse(text)
        return cls(text, tree)

    def __repr__(self) -> str:
        """One line with the text, shortened if it is long."""
        return brief(self)

    def __str__(self) -> str:
        """The text that the condition was read from."""
        return self.text

    def holds(self, coup: Coup) -> bool:
        """Whether the sentence is true of this coup, evaluated word by word.

        Raises CardError if it needs the suit or colour of a card whose suit is unknown.
        """
        places = POSITIONS[: len(coup.player)] + POSITIONS[3 : 3 + len(coup.banker)]
        dealt: dict[str | None, Card] = dict(zip(places, coup.player + coup.banker, strict=True))
        return bool(judge(self.tree, partial(_leaf_value, coup, dealt), dealt.keys()))


def _leaf_value(coup: Coup, dealt: Mapping[str | None, Card], node: Node) -> int:
    """The value of a leaf; `dealt` has the cards by position or, inside `count`, one card under None."""
    match node:
        case Word(name):
            return int(FACTS[name].plain(coup))
        case Attribute(position, name):
            return _attribute_value(dealt[position], name)
        case Count(inner, scope):
            cards = [card for position, card in dealt.items() if position in SCOPES[scope]]
            return sum(judge(inner, partial(_leaf_value, coup, {None: card})) for card in cards)
        case Distinct(name, scope):
            cards = [card for position, card in dealt.items() if position in SCOPES[scope]]
            return len({_attribute_value(card, name) for card in cards})
    raise TypeError(f"not a phrase of a condition: {node!r}")


def _attribute_value(card: Card, name: str) -> int:
    """An attribute of a card as a number of the language."""
    if name == "points":
        return card.points
    if name == "rank":
        return card.rank
    return ATTRIBUTES[name][1][card.index]
