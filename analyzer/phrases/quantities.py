"""What a condition compares or counts, in words; the number it limits; which conditions exclude others."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import compress

from analyzer.bets import tree
from analyzer.bets.evaluate import bounds
from analyzer.bets.facts import SCOPES, Type
from analyzer.game.coup import WINNERS
from analyzer.phrases.cards import BANKER, GROUPS, PLACES, PLAYER, SUIT_SIGNS, alternatives, is_run, kind
from analyzer.text import Message, Value, message

_NUMBERS = {
    "cards": message("the number of cards in the coup"),
    "margin": message("the difference between the totals"),
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
                "points": message("the number of distinct points among {cards}", cards=cards),
                "rank": message("the number of distinct ranks among {cards}", cards=cards),
                "suit": message("the number of distinct suits among {cards}", cards=cards),
                "color": message("the number of distinct colours among {cards}", cards=cards),
            }[name]
        case tree.Chain(first, (("+", other),)) if {first, other} == _BOTH_TOTALS:
            return message("the sum of the two totals")
        case tree.Chain(first, rest):
            whole = _operand(first)
            for sign, operand in rest:
                whole = _calculated(sign, whole, _operand(operand))
            return whole
    raise TypeError(f"not a number of a condition: {node!r}")


def constant(type: Type, value: int) -> Value:
    """A constant number, suit or colour as text."""
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
    """Numbers as a list, or as a range if three or more are consecutive: 3; 8 or 9; 0 to 5; 0, 2 or 4."""
    listed = sorted(values)
    if is_run(listed, 3):
        return message("{low} to {high}", low=listed[0], high=listed[-1])
    return alternatives(listed)


def amount(allowed: frozenset[int], low: int, high: int) -> Value:
    """The allowed numbers out of `low` to `high`, as words after "is": 3; at least 7; other than 4."""
    listed = sorted(allowed)
    run = is_run(listed, 3)
    if len(listed) <= 2 or (run and (len(listed) <= 4 or (low < listed[0] and listed[-1] < high))):
        return numbers(listed)
    if run and listed[0] == low:
        return message("at most {n}", n=listed[-1])
    if run:
        return message("at least {n}", n=listed[0])
    if len(listed) == high - low:
        (other,) = set(range(low, high + 1)) - allowed
        return message("other than {n}", n=other)
    return message("one of {numbers}", numbers=tuple(listed))


@dataclass(frozen=True, slots=True)
class Measure:
    """The statement that a number, which can be from `low` to `high`, is one of those `allowed`."""

    of: tree.Node
    allowed: frozenset[int]
    low: int
    high: int

    @property
    def denied(self) -> "Measure":
        """The opposite statement: the number has one of its other values."""
        return Measure(self.of, frozenset(range(self.low, self.high + 1)) - self.allowed, self.low, self.high)


def measure(node: tree.Node) -> Measure | None:
    """The number that a comparison with constants limits, and its allowed values; else None."""
    match node:
        case tree.Compare(sign, of, tree.Literal(Type.NUMBER, value)):
            return _limited(of, lambda n: tree.COMPARISONS[sign](n, value))
        case tree.Compare(sign, tree.Literal(Type.NUMBER, value), of):
            return _limited(of, lambda n: tree.COMPARISONS[sign](value, n))
        case tree.Member(of, ranges) if of.type is Type.NUMBER:
            return _limited(of, lambda n: any(low <= n <= high for low, high in ranges))
        # A condition on a card that was not drawn is false, and so is its negation.
        case tree.Not(inner) if not tree.touched(inner) and (measured := measure(inner)):
            return measured.denied
    return None


def _limited(of: tree.Node, test: Callable[[int], bool]) -> Measure | None:
    """A number and its values that pass a test; None if it has more than 100 possible values."""
    match of:
        case tree.Count(_, scope):
            low, high = 0, len(SCOPES[scope])
        case tree.Distinct(_, scope):
            low, high = 1, len(SCOPES[scope])
        case _:
            low, high = bounds(of)
    if high - low >= 100:  # too many to list
        return None
    return Measure(of, frozenset(filter(test, range(low, high + 1))), low, high)


def conjuncts(node: tree.Node) -> Iterator[tree.Node]:
    """The parts of a condition that must all be true for it to be true."""
    if isinstance(node, tree.All):
        for part in node.parts:
            yield from conjuncts(part)
    else:
        yield node


def card_of(node: tree.Node) -> str | None:
    """The position of the card that a comparison looks at; None if it does not look at exactly one."""
    if not isinstance(node, tree.Compare | tree.Member):
        return None
    places = {place for look in tree.looks(node) for place in look.where}
    return places.pop() if len(places) == 1 else None


def exclusive(one: tree.Node, other: tree.Node) -> bool:
    """Whether the form of two conditions shows that no coup satisfies both. False leaves it open."""
    for a, b in ((one, other), (other, one)):
        if isinstance(a, tree.All):
            return any(exclusive(part, b) for part in a.parts)
        if isinstance(a, tree.Any):
            return all(exclusive(part, b) for part in a.parts)
    first, second = _limit(one), _limit(other)
    if first is None or second is None:
        return False
    return first.of == second.of and not first.allowed & second.allowed


def _limit(node: tree.Node) -> Measure | None:
    """What a condition without `and` or `or` says about one number; facts, winners and cards are numbered."""
    if (place := card_of(node)) is not None:
        allowed = frozenset(compress(range(52), tree.one_card(node)))
        return Measure(tree.Attribute(place, "rank"), allowed, 0, 51)
    match node:
        case tree.Word(name) if (winner := name.removesuffix("_wins")) in WINNERS:
            return Measure(tree.Word("winner"), frozenset({WINNERS.index(winner)}), 0, 2)
        case tree.Word("player_draws" | "banker_draws" as name):
            return Measure(tree.Word(name.replace("draws", "cards")), frozenset({3}), 2, 3)
        case tree.Word():
            return Measure(node, frozenset({1}), 0, 1)
        case tree.Not(tree.Word() as inner) if limit := _limit(inner):
            return limit.denied
    return measure(node)
