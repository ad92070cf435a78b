"""Conditions in words: clauses that stand alone, joined so that what belongs together is plain.

A clause is made of messages only, so that whoever knows what each of them means can tell from them alone of
which coups it is true. Knows nothing of bets and their lines.
"""

from collections.abc import Callable, Sequence

from analyzer.bets.condition import Condition
from analyzer.bets.facts import Labels
from analyzer.bets.tree import (
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
    one_card,
    touched,
)
from analyzer.message import Message, Value, say
from analyzer.publish.phrases.cards import BANKER, HANDS, PLAYER, first_two, group, kind, place
from analyzer.publish.phrases.families import family
from analyzer.publish.phrases.measure import Measure, card_of, conjuncts, measure
from analyzer.publish.phrases.numbers import amount
from analyzer.publish.phrases.quantities import constant, quantity

_ATTRIBUTES = {
    "points": say("points"),
    "rank": say("rank"),
    "suit": say("suit"),
    "color": say("colour"),
}

_WHOLE_HAND = {"coup": Word("cards"), "player": Word("player_cards"), "banker": Word("banker_cards")}
"""The number of cards in a scope, where it varies."""


def event(condition: Condition) -> Message:
    """When a condition holds, as a clause: `Banker wins and Banker's total is 6`."""
    return _clause(condition.tree)


def _clause(node: Node) -> Message:
    match node:
        case All():
            return _every(list(conjuncts(node)))
        case Any(parts):
            return family(parts) or _joined([_clause(part) for part in parts], _or)
        case Word(name):
            return _fact(name)
        case Not(Not(inner)):
            return _clause(inner)
        case Not(Word(name)):
            return _denied_fact(name)
    found = measure(node)
    if card_of(node) is None and found is not None:
        return _drawn(_measured(found), node)
    if isinstance(node, Not):
        return say("it is not so that ({clause})", clause=_clause(node.inner))
    return _every([node]) if card_of(node) else _drawn(_compared(node), node)


# joining


def _every(parts: Sequence[Node]) -> Message:
    """All of some sentences; those about the same card, or alike about both first cards, are said as one."""
    of_card: dict[str, Labels] = {}
    for part in parts:
        if position := card_of(part):
            before = of_card.get(position, one_card(part))
            of_card[position] = tuple(a & b for a, b in zip(before, one_card(part), strict=True))
    clauses: dict[str | Node, Message] = {}
    for part in parts:
        position = card_of(part) or ""
        if not position:
            clauses[part] = _clause(part)
        elif position[1] in "12" and of_card.get(f"{position[0]}1") == of_card.get(f"{position[0]}2"):
            clauses[position[0]] = _each(first_two(position[0]), of_card[position])
        else:
            clauses[position] = _shows(position, of_card[position])
    return _joined(list(clauses.values()), _and)


def both(first: Message, second: Message) -> Message:
    """The clause that two clauses hold."""
    return _joined([first, second], _and)


def either(first: Message, second: Message) -> Message:
    """The clause that one of two clauses holds, or both."""
    return _joined([first, second], _or)


def _and(first: Message, second: Message) -> Message:
    return say("{first} and {second}", first=first, second=second)


def _or(first: Message, second: Message) -> Message:
    return say("{first} or {second}", first=first, second=second)


_JOINERS = {join(PLAYER, BANKER).text: join for join in (_and, _or)}


def _joined(clauses: Sequence[Message], join: Callable[[Message, Message], Message]) -> Message:
    """Clauses joined one after the other, in brackets where they are joined otherwise themselves."""
    if len(clauses) == 1:
        return clauses[0]
    parts = [
        clause if _JOINERS.get(clause.text, join) is join else say("({clause})", clause=clause)
        for clause in clauses
    ]
    while len(parts) > 1:  # neighbours two by two, so that no long list nests deeply
        pairs = [join(*parts[at : at + 2]) for at in range(0, len(parts) - 1, 2)]
        parts = pairs + parts[2 * len(pairs) :]
    return parts[0]


def _drawn(clause: Message, node: Node) -> Message:
    """A clause that speaks of third cards, with the words that they are drawn."""
    draws = {"p3": "player_draws", "b3": "banker_draws"}
    return _joined([*(_fact(draws[third]) for third in draws if third in touched(node)), clause], _and)


# facts


def _fact(name: str) -> Message:
    if name == "tie":
        return say("Player and Banker tie")
    owner, _, what = name.partition("_")
    hand = HANDS[owner]
    match what:
        case "wins":
            return say("{hand} wins", hand=hand)
        case "draws":
            return say("{hand} draws a third card", hand=hand)
        case "natural":
            return say("{hand} has a natural", hand=hand)
        case "pair":
            return say("{hand}'s first two cards are a pair", hand=hand)
    return say("{hand}'s first two cards are a suited pair", hand=hand)


def _denied_fact(name: str) -> Message:
    if name == "tie":
        return say("Player and Banker do not tie")
    owner, _, what = name.partition("_")
    hand = HANDS[owner]
    match what:
        case "wins":
            return say("{hand} does not win", hand=hand)
        case "draws":
            return say("{hand} draws no third card", hand=hand)
        case "natural":
            return say("{hand} has no natural", hand=hand)
        case "pair":
            return say("{hand}'s first two cards are not a pair", hand=hand)
    return say("{hand}'s first two cards are not a suited pair", hand=hand)


# numbers


def _measured(found: Measure) -> Message:
    if not found.allowed:
        return say("no coup counts")
    if not found.denied.allowed:
        return say("every coup counts")
    number = amount(found.allowed, found.low, found.high)
    match found.of:
        case Word(("player_cards" | "banker_cards") as name):
            return say("{hand} has {number} cards", hand=HANDS[name.partition("_")[0]], number=number)
        case Word("cards"):
            return say("the coup has {number} cards", number=number)
        case Word("margin"):
            return say("the totals differ by {number}", number=number)
        case Count(inner, scope):
            return _counted(one_card(inner), scope, found, number)
        case Distinct(name, scope) if found.allowed == {1}:
            return say("{cards} have the same {attribute}", cards=group(scope), attribute=_ATTRIBUTES[name])
        case Distinct(name, "first_four") if found.allowed == {4}:
            four = group("first_four")
            return say("no two of {cards} have the same {attribute}", cards=four, attribute=_ATTRIBUTES[name])
        case Chain(first, (*before, ("%", Literal(_, 2)))):
            of = quantity(Chain(first, tuple(before)) if before else first)
            return (
                say("{quantity} is odd", quantity=of)
                if number == 1
                else say("{quantity} is even", quantity=of)
            )
    return say("{quantity} is {number}", quantity=quantity(found.of), number=number)


def _counted(holds: Labels, scope: str, found: Measure, number: Value) -> Message:
    """How many cards of a scope are of a kind."""
    if found.allowed == {0}:
        return _each(group(scope), tuple(1 - truth for truth in holds))
    if scope == "first_four" and found.allowed == {4}:
        return _each(group(scope), holds)
    attribute = kind(holds).attribute
    if isinstance(number, int):
        return say("{cards} include exactly {n} {kind}", cards=group(scope), n=number, kind=attribute)
    return say("{cards} include {number} {kind}", cards=group(scope), number=number, kind=attribute)


def _each(cards: Message, holds: Labels) -> Message:
    """That every card of a group is of a kind."""
    of = kind(holds)
    if of.denied:
        return say("none of {cards} is {kind}", cards=cards, kind=of.words)
    return say("each of {cards} is {kind}", cards=cards, kind=of.words)


def _shows(position: str, holds: Labels) -> Message:
    """That the card at a position was drawn and is of a kind."""
    of, card = kind(holds), place(position)
    if not of.denied:
        return say("{card} is {kind}", card=card, kind=of.words)
    clause = say("{card} is not {kind}", card=card, kind=of.words)
    return _drawn(clause, Attribute(position, "rank"))


# everything else: two numbers, suits or colours compared


def _compared(node: Node) -> Message:
    match node:
        case Compare("==", Count(inner, scope), Word() as every) if every == _WHOLE_HAND.get(scope):
            return _each(group(scope), one_card(inner))
        case Compare("==" | "!=", Attribute(str(one), name), Attribute(str(other), of)) if of == name:
            return _alike(node.sign, one, other, _ATTRIBUTES[name])
        case Compare(sign, left, right):
            return _related(sign, quantity(left), quantity(right))
        case Member(item, ranges):  # of a number with too many values to list, or of a suit or colour
            least = [
                _related("==", quantity(item), constant(item.type, low))
                if low == high
                else _joined(
                    [_related(">=", quantity(item), low), _related("<=", quantity(item), high)], _and
                )
                for low, high in ranges
            ]
            return _joined(least, _or)
    raise TypeError(f"not a clause of a condition: {node!r}")


def _alike(sign: str, one: str, other: str, attribute: Message) -> Message:
    """That two cards have, or have not, the same suit or the like."""
    if sign == "==" and {one, other} in ({"p1", "p2"}, {"b1", "b2"}):
        return say("{cards} have the same {attribute}", cards=first_two(one[0]), attribute=attribute)
    first, second = place(one), place(other)
    if sign == "==":
        return say(
            "{first} and {second} have the same {attribute}", first=first, second=second, attribute=attribute
        )
    return say("{first} and {second} differ in {attribute}", first=first, second=second, attribute=attribute)


def _related(sign: str, first: Value, second: Value) -> Message:
    match sign:
        case "==":
            return say("{first} equals {second}", first=first, second=second)
        case "!=":
            return say("{first} does not equal {second}", first=first, second=second)
        case "<":
            return say("{first} is less than {second}", first=first, second=second)
        case "<=":
            return say("{first} is at most {second}", first=first, second=second)
        case ">":
            return say("{first} is greater than {second}", first=first, second=second)
    return say("{first} is at least {second}", first=first, second=second)
