"""Conditions in words: clauses that stand alone, joined so that what belongs together is plain.

A clause is made of messages only: their meanings alone determine of which coups it is true. Knows nothing of
bets and their lines.
"""

from collections.abc import Callable, Sequence

from analyzer.bets import tree
from analyzer.bets.condition import Condition
from analyzer.bets.facts import Labels
from analyzer.phrases.cards import BANKER, FIRST_TWO, GROUPS, HANDS, PLACES, PLAYER, kind
from analyzer.phrases.families import family
from analyzer.phrases.measure import Measure, card_of, conjuncts, measure
from analyzer.phrases.quantities import amount, constant, quantity
from analyzer.text import Message, Value, message

_ATTRIBUTES = {
    "points": message("points"),
    "rank": message("rank"),
    "suit": message("suit"),
    "color": message("colour"),
}

_ALL_CARDS = {
    "coup": tree.Word("cards"),
    "player": tree.Word("player_cards"),
    "banker": tree.Word("banker_cards"),
}
"""The number of cards in a scope, where it varies."""


def event(condition: Condition) -> Message:
    """When a condition holds, as a clause: `Banker wins and Banker's total is 6`."""
    return _clause(condition.tree)


def _clause(node: tree.Node) -> Message:
    match node:
        case tree.All():
            return _every(list(conjuncts(node)))
        case tree.Any(parts):
            return family(parts) or _joined([_clause(part) for part in parts], _or)
        case tree.Word(name):
            return _FACTS[name][0]
        case tree.Not(tree.Not(inner)):
            return _clause(inner)
        case tree.Not(tree.Word(name)):
            return _FACTS[name][1]
    found = measure(node)
    if card_of(node) is None and found is not None:
        return _drawn(_measured(found), node)
    if isinstance(node, tree.Not):
        return message("it is not so that ({clause})", clause=_clause(node.inner))
    return _every([node]) if card_of(node) else _drawn(_compared(node), node)


# joining


def _every(parts: Sequence[tree.Node]) -> Message:
    """That all of some sentences hold: one clause for those about one card, or for equal ones about two."""
    of_card: dict[str, Labels] = {}
    for part in parts:
        if position := card_of(part):
            before = of_card.get(position, tree.one_card(part))
            of_card[position] = tuple(a & b for a, b in zip(before, tree.one_card(part), strict=True))
    clauses: dict[str | tree.Node, Message] = {}
    for part in parts:
        position = card_of(part) or ""
        if not position:
            clauses[part] = _clause(part)
        elif position[1] in "12" and of_card.get(f"{position[0]}1") == of_card.get(f"{position[0]}2"):
            clauses[position[0]] = _each(FIRST_TWO[position[0]], of_card[position])
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
    return message("{first} and {second}", first=first, second=second)


def _or(first: Message, second: Message) -> Message:
    return message("{first} or {second}", first=first, second=second)


_JOINERS = {join(PLAYER, BANKER).text: join for join in (_and, _or)}


def _joined(clauses: Sequence[Message], join: Callable[[Message, Message], Message]) -> Message:
    """Clauses joined one after the other, in brackets where they are joined otherwise themselves."""
    if len(clauses) == 1:
        return clauses[0]
    parts = [
        clause if _JOINERS.get(clause.text, join) is join else message("({clause})", clause=clause)
        for clause in clauses
    ]
    while len(parts) > 1:  # neighbours two by two, so that no long list nests deeply
        pairs = [join(*parts[at : at + 2]) for at in range(0, len(parts) - 1, 2)]
        parts = pairs + parts[2 * len(pairs) :]
    return parts[0]


def _drawn(clause: Message, node: tree.Node) -> Message:
    """A clause that speaks of third cards, with the words that they are drawn."""
    draws = {"p3": "player_draws", "b3": "banker_draws"}
    return _joined(
        [*(_FACTS[draws[third]][0] for third in draws if third in tree.touched(node)), clause], _and
    )


# facts


def _facts(hand: Message) -> dict[str, tuple[Message, Message]]:
    """That a fact about a hand holds, and that it does not, by what follows `player_` or `banker_`."""
    return {
        "wins": (message("{hand} wins", hand=hand), message("{hand} does not win", hand=hand)),
        "draws": (
            message("{hand} draws a third card", hand=hand),
            message("{hand} draws no third card", hand=hand),
        ),
        "natural": (message("{hand} has a natural", hand=hand), message("{hand} has no natural", hand=hand)),
        "pair": (
            message("{hand}'s first two cards are a pair", hand=hand),
            message("{hand}'s first two cards are not a pair", hand=hand),
        ),
        "suited_pair": (
            message("{hand}'s first two cards are a suited pair", hand=hand),
            message("{hand}'s first two cards are not a suited pair", hand=hand),
        ),
    }


_FACTS = {
    "tie": (message("Player and Banker tie"), message("Player and Banker do not tie")),
    **{f"player_{what}": clauses for what, clauses in _facts(PLAYER).items()},
    **{f"banker_{what}": clauses for what, clauses in _facts(BANKER).items()},
}
"""That a fact holds, and that it does not, by its name."""


# numbers


def _measured(found: Measure) -> Message:
    if not found.allowed:
        return message("no coup counts")
    if not found.denied.allowed:
        return message("every coup counts")
    number = amount(found.allowed, found.low, found.high)
    match found.of:
        case tree.Word(("player_cards" | "banker_cards") as name):
            return message("{hand} has {number} cards", hand=HANDS[name.partition("_")[0]], number=number)
        case tree.Word("cards"):
            return message("the coup has {number} cards", number=number)
        case tree.Word("margin"):
            return message("the totals differ by {number}", number=number)
        case tree.Count(inner, scope):
            return _counted(tree.one_card(inner), scope, found, number)
        case tree.Distinct(name, scope) if found.allowed == {1}:
            return _same(GROUPS[scope], name)
        case tree.Distinct(name, "first_four" as scope) if found.allowed == {4}:
            cards, attribute = GROUPS[scope], _ATTRIBUTES[name]
            return message("no two of {cards} have the same {attribute}", cards=cards, attribute=attribute)
        case tree.Chain(first, (*before, ("%", tree.Literal(_, 2)))):
            of = quantity(tree.Chain(first, tuple(before)) if before else first)
            odd = number == 1
            return (
                message("{quantity} is odd", quantity=of)
                if odd
                else message("{quantity} is even", quantity=of)
            )
    return message("{quantity} is {number}", quantity=quantity(found.of), number=number)


def _counted(holds: Labels, scope: str, found: Measure, number: Value) -> Message:
    """How many cards of a scope are of a kind."""
    cards = GROUPS[scope]
    if found.allowed == {0}:
        return _each(cards, tuple(1 - truth for truth in holds))
    if scope == "first_four" and found.allowed == {4}:
        return _each(cards, holds)
    of = kind(holds).attribute
    if isinstance(number, int):
        return message("{cards} include exactly {n} {kind}", cards=cards, n=number, kind=of)
    return message("{cards} include {number} {kind}", cards=cards, number=number, kind=of)


def _each(cards: Message, holds: Labels) -> Message:
    """That every card of a group is of a kind."""
    of = kind(holds)
    if of.denied:
        return message("none of {cards} is {kind}", cards=cards, kind=of.words)
    return message("each of {cards} is {kind}", cards=cards, kind=of.words)


def _shows(position: str, holds: Labels) -> Message:
    """That the card at a position was drawn and is of a kind."""
    of, card = kind(holds), PLACES[position]
    if not of.denied:
        return message("{card} is {kind}", card=card, kind=of.words)
    clause = message("{card} is not {kind}", card=card, kind=of.words)
    return _drawn(clause, tree.Attribute(position, "rank"))


# everything else: two numbers, suits or colours compared


def _compared(node: tree.Node) -> Message:
    match node:
        case tree.Compare("==", tree.Count(inner, scope), tree.Word() as all_) if all_ == _ALL_CARDS.get(
            scope
        ):
            return _each(GROUPS[scope], tree.one_card(inner))
        case tree.Compare("==" | "!=", tree.Attribute(str(one), name), tree.Attribute(str(other), of)) if (
            of == name
        ):
            return _two_cards(node.sign, one, other, name)
        case tree.Compare(sign, left, right):
            return _related(sign, quantity(left), quantity(right))
        case tree.Member(item, ranges):  # of a number with too many values to list, or of a suit or colour
            number = quantity(item)
            within = [
                _related("==", number, constant(item.type, low))
                if low == high
                else both(_related(">=", number, low), _related("<=", number, high))
                for low, high in ranges
            ]
            return _joined(within, _or)
    raise TypeError(f"not a clause of a condition: {node!r}")


def _two_cards(sign: str, one: str, other: str, name: str) -> Message:
    """That two cards have, or have not, the same suit or the like."""
    first, second, attribute = PLACES[one], PLACES[other], _ATTRIBUTES[name]
    if sign == "!=":
        return message(
            "{first} and {second} differ in {attribute}", first=first, second=second, attribute=attribute
        )
    if {one, other} in ({"p1", "p2"}, {"b1", "b2"}):
        return _same(FIRST_TWO[one[0]], name)
    return message(
        "{first} and {second} have the same {attribute}", first=first, second=second, attribute=attribute
    )


def _same(cards: Message, name: str) -> Message:
    """That cards have the same suit or the like."""
    return message("{cards} have the same {attribute}", cards=cards, attribute=_ATTRIBUTES[name])


def _related(sign: str, first: Value, second: Value) -> Message:
    return {
        "==": message("{first} equals {second}", first=first, second=second),
        "!=": message("{first} does not equal {second}", first=first, second=second),
        "<": message("{first} is less than {second}", first=first, second=second),
        "<=": message("{first} is at most {second}", first=first, second=second),
        ">": message("{first} is greater than {second}", first=first, second=second),
        ">=": message("{first} is at least {second}", first=first, second=second),
    }[sign]
