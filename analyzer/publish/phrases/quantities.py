"""What a condition compares, in words: numbers, suits and colours as the subjects of sentences.

Knows nothing of clauses.
"""

from analyzer.bets.facts import Type
from analyzer.bets.tree import Attribute, Chain, Count, Distinct, Literal, Node, Word, one_card
from analyzer.message import Message, Value, say
from analyzer.publish.phrases.cards import HANDS, SUIT_SIGNS, group, kind, place

_BOTH_TOTALS = {Word("player_total"), Word("banker_total")}


def quantity(node: Node) -> Value:
    """A number, suit or colour as the subject of a sentence."""
    match node:
        case Literal(type, value):
            return constant(type, value)
        case Word("cards"):
            return say("the number of the coup's cards")
        case Word("margin"):
            return say("the difference of the totals")
        case Word(name):
            owner, _, what = name.partition("_")
            return _of_hand(HANDS[owner], what)
        case Attribute(str(position), name):
            return _of_card(place(position), name)
        case Count(inner, scope):
            counted = kind(one_card(inner)).attribute
            return say("the number of {cards} that are {kind}", cards=group(scope), kind=counted)
        case Distinct(name, scope):
            return _different(group(scope), name)
        case Chain(first, (("+", other),)) if {first, other} == _BOTH_TOTALS:
            return say("the sum of both totals")
        case Chain(first, rest):
            whole = _operand(first)
            for sign, operand in rest:
                whole = _calculated(sign, whole, _operand(operand))
            return whole
    raise TypeError(f"not a number of a condition: {node!r}")


def _operand(node: Node) -> Value:
    return say("({quantity})", quantity=quantity(node)) if isinstance(node, Chain) else quantity(node)


def _calculated(sign: str, first: Value, second: Value) -> Message:
    match sign:
        case "+":
            return say("{first} plus {second}", first=first, second=second)
        case "-":
            return say("{first} minus {second}", first=first, second=second)
        case "*":
            return say("{first} times {second}", first=first, second=second)
    return say("the remainder of ({first}) divided by {second}", first=first, second=second)


def constant(type: Type, value: int) -> Value:
    """A number, suit or colour written out."""
    if type is Type.SUIT:
        return SUIT_SIGNS[value]
    if type is Type.COLOR:
        return say("red") if value else say("black")
    return value


def _of_hand(hand: Message, what: str) -> Message:
    match what:
        case "total":
            return say("{hand}'s total", hand=hand)
        case "two":
            return say("the total of {hand}'s first two cards", hand=hand)
    return say("the number of {hand}'s cards", hand=hand)


def _of_card(card: Message, name: str) -> Message:
    match name:
        case "points":
            return say("the points of {card}", card=card)
        case "rank":
            return say("the rank (1 to 13) of {card}", card=card)
        case "suit":
            return say("the suit of {card}", card=card)
    return say("the colour of {card}", card=card)


def _different(cards: Message, name: str) -> Message:
    match name:
        case "points":
            return say("the number of different points of {cards}", cards=cards)
        case "rank":
            return say("the number of different ranks of {cards}", cards=cards)
        case "suit":
            return say("the number of different suits of {cards}", cards=cards)
    return say("the number of different colours of {cards}", cards=cards)
