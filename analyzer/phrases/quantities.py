"""What a condition compares or counts, in words: numbers, suits and colours, and the values of numbers."""

from collections.abc import Iterable

from analyzer.bets import tree
from analyzer.bets.facts import Type
from analyzer.phrases.cards import BANKER, GROUPS, PLACES, PLAYER, SUIT_SIGNS, is_run, kind
from analyzer.text import Message, Value, message

_NUMBERS = {
    "cards": message("the number of the coup's cards"),
    "margin": message("the difference of the totals"),
    **{
        f"{owner}_{what}": words
        for owner, hand in (("player", PLAYER), ("banker", BANKER))
        for what, words in (
            ("total", message("{hand}'s total", hand=hand)),
            ("two", message("the total of {hand}'s first two cards", hand=hand)),
            ("cards", message("the number of {hand}'s cards", hand=hand)),
        )
    },
}
"""The facts that are numbers, by name."""

_BOTH_TOTALS = {tree.Word("player_total"), tree.Word("banker_total")}


def quantity(node: tree.Node) -> Value:
    """A number, suit or colour as the subject of a sentence."""
    match node:
        case tree.Literal(type, value):
            return constant(type, value)
        case tree.Word(name):
            return _NUMBERS[name]
        case tree.Attribute(str(position), name):
            card = PLACES[position]
            return {
                "points": message("the points of {card}", card=card),
                "rank": message("the rank (1 to 13) of {card}", card=card),
                "suit": message("the suit of {card}", card=card),
                "color": message("the colour of {card}", card=card),
            }[name]
        case tree.Count(inner, scope):
            counted = kind(tree.one_card(inner)).attribute
            return message("the number of {cards} that are {kind}", cards=GROUPS[scope], kind=counted)
        case tree.Distinct(name, scope):
            cards = GROUPS[scope]
            return {
                "points": message("the number of different points of {cards}", cards=cards),
                "rank": message("the number of different ranks of {cards}", cards=cards),
                "suit": message("the number of different suits of {cards}", cards=cards),
                "color": message("the number of different colours of {cards}", cards=cards),
            }[name]
        case tree.Chain(first, (("+", other),)) if {first, other} == _BOTH_TOTALS:
            return message("the sum of both totals")
        case tree.Chain(first, rest):
            whole = _operand(first)
            for sign, operand in rest:
                whole = _calculated(sign, whole, _operand(operand))
            return whole
    raise TypeError(f"not a number of a condition: {node!r}")


def constant(type: Type, value: int) -> Value:
    """A number, suit or colour written out."""
    if type is Type.SUIT:
        return SUIT_SIGNS[value]
    if type is Type.COLOR:
        return message("red") if value else message("black")
    return value


def _operand(node: tree.Node) -> Value:
    operand = quantity(node)
    return message("({quantity})", quantity=operand) if isinstance(node, tree.Chain) else operand


def _calculated(sign: str, first: Value, second: Value) -> Message:
    return {
        "+": message("{first} plus {second}", first=first, second=second),
        "-": message("{first} minus {second}", first=first, second=second),
        "*": message("{first} times {second}", first=first, second=second),
        "%": message("the remainder of ({first}) divided by {second}", first=first, second=second),
    }[sign]


def numbers(values: Iterable[int]) -> Value:
    """Numbers as a list, or as a range if three or more are consecutive: 3; 8 or 9; 0 to 5; 0, 2, 4."""
    listed = sorted(values)
    if len(listed) == 1:
        return listed[0]
    if len(listed) == 2:
        return message("{low} or {high}", low=listed[0], high=listed[1])
    return message("{low} to {high}", low=listed[0], high=listed[-1]) if is_run(listed, 3) else tuple(listed)


def amount(allowed: frozenset[int], low: int, high: int) -> Value:
    """The allowed ones of the numbers `low` to `high`, as words after "is": 3; 7 or more; other than 4."""
    listed = sorted(allowed)
    run = is_run(listed, 3)
    if len(listed) <= 2 or (run and (len(listed) <= 4 or (low < listed[0] and listed[-1] < high))):
        return numbers(listed)
    if run and listed[0] == low:
        return message("{n} or less", n=listed[-1])
    if run:
        return message("{n} or more", n=listed[0])
    if len(listed) == high - low:
        (other,) = set(range(low, high + 1)) - allowed
        return message("other than {n}", n=other)
    return message("one of {numbers}", numbers=tuple(listed))
